/*
 * nearest - the name that somebody probably meant.
 *
 * Offer all names that there are, then ask for the hint: a question to put at the end of a message
 * about the name that was typed, or nothing if no name is like it. The name itself is no answer.
 */
#ifndef C4E_BASE_NEAREST_H
#define C4E_BASE_NEAREST_H

#define NEAREST_NAME_SIZE 48
#define NEAREST_HINT_SIZE (NEAREST_NAME_SIZE + 24)

struct nearest {
    char typed[NEAREST_NAME_SIZE]; /* cut if it is longer */
    char name[NEAREST_NAME_SIZE];  /* the best so far, or "" */
    int distance;                  /* letters to change, insert, leave out or swap */
    char hint[NEAREST_HINT_SIZE];
};

void nearest_init(struct nearest *n, const char *typed);
void nearest_offer(struct nearest *n, const char *name);

/* "; did you mean 'evolve'?", or "". It is kept in n. */
const char *nearest_hint(struct nearest *n);

#endif
