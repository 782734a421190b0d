/*
 * err - a message on its way up to the command that prints it.
 *
 * Every function that can fail for a reason outside the program returns 0, or -1
 * with a message here. Only src/cmd prints, and nothing below it exits.
 */
#ifndef C4E_BASE_ERR_H
#define C4E_BASE_ERR_H

/* Where the blame lies, if that decides more than the text. */
enum err_kind {
    ERR_ANY,
    ERR_SHORTAGE, /* this machine: out of memory, descriptors, processes or space; a disk error */
    ERR_DAMAGE,   /* a file is not as this program wrote it, or was not written by it */
    ERR_STOPPED,  /* not a failure: somebody asked for the end, and hears of it in another way */
    ERR_CHANGED,  /* an engine of the user is not what it was when it was named */
    ERR_PROGRAM   /* the command line does not name the heuristic or engine that a file needs */
};

struct err {
    char text[4096];
    enum err_kind kind;
};

/* Replaces the message. Returns -1, so that callers can return the result. */
__attribute__((format(printf, 2, 3))) int err_set(struct err *err, const char *fmt, ...);

/* The same for an error of that kind. */
__attribute__((format(printf, 3, 4))) int err_set_kind(struct err *err, enum err_kind kind,
                                                       const char *fmt, ...);

/* The same for a shortage; "out of memory" above all. */
__attribute__((format(printf, 2, 3))) int err_shortage(struct err *err, const char *fmt, ...);

/* The kind of an errno. */
enum err_kind err_kind_of(int number);

/* "PATH: No such file or directory", of the kind of this errno. Returns -1. */
int err_file(struct err *err, const char *path, int number);

/* No error so far. */
void err_clear(struct err *err);

/* Adds a line to the message, for checks that report everything they find. The kind stays. Returns
 * -1. */
__attribute__((format(printf, 2, 3))) int err_add(struct err *err, const char *fmt, ...);

/* The same for an error that was found on the way, whose kind it takes over. */
int err_join(struct err *err, const struct err *why);

/* Puts "what: " in front of the message. The kind stays. Returns -1. */
int err_prefix(struct err *err, const char *what);

/* The same with "PATH:LINE: ". */
int err_place(struct err *err, const char *path, int line);

#endif
