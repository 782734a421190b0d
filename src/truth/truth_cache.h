/*
 * truth_cache - solved positions in a file, for the next time.
 *
 * A text file that is only ever appended to. After a first line that says what
 * it is, each line is one position: its key in hexadecimal, which is the same
 * for mirror images; the scores of the columns of that image whose own key it
 * is, with '-' for a full column; and a check sum:
 *
 *     # c4evolve solved positions, 1
 *     00a1c3f04c0891 -4 -3 2 - -1 -9 -9 5e02
 *
 * A line is written whole by one call. So several programs may use a file at
 * once, and being killed costs a line at the most. Lines that are torn, damaged
 * or unknown are passed over, and their positions solved again.
 */
#ifndef C4E_TRUTH_TRUTH_CACHE_H
#define C4E_TRUTH_TRUTH_CACHE_H

#include "truth/truth.h"

struct truth_cache {
    int file;    /* descriptor; -1: there is none, and nothing is kept */
    bool torn;   /* the last line of the file has no end */
    int trouble; /* errno of the first write that failed */
    const char *path;
};

/* Settles the positions that the file holds. A file that is not there, or is
 * empty, holds none; one that is no such file is an error. */
int truth_cache_load(struct truth *truth, const char *path, struct err *err);

/* Opens the file to add to it, and makes it, and its folders, if there is none.
 * The path is borrowed. */
int truth_cache_open(struct truth_cache *cache, const char *path, struct err *err);

/* Adds a solved position. Stops adding at the first failure. */
void truth_cache_add(struct truth_cache *cache, const struct truth_position *p);

/* If a line could not be written, tells why in note->text. */
void truth_cache_close(struct truth_cache *cache, struct err *note);

#endif
