/*
 * kin - a program and everything that it starts, wherever that has gone.
 *
 * A process that starts a session of its own (setsid) leaves the process group of its parent, and
 * nothing but its environment tells where it comes from. So each program gets a variable with a
 * name of its own, which its children inherit. One that clears its environment is not found, nor is
 * any on a system without /proc.
 */
#ifndef C4E_BASE_KIN_H
#define C4E_BASE_KIN_H

struct kin {
    char mark[48]; /* the variable, "NAME=1" */
};

void kin_init(struct kin *kin);

/* The environment of this process and the mark, for the program; NULL if there is no memory. The
 * caller frees the list, but not the strings. */
char **kin_environment(struct kin *kin);

/* Kills all members. */
void kin_end(const struct kin *kin);

#endif
