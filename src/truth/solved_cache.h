/*
 * solved_cache - solved positions in a file, for the next time.
 *
 * A text file that only grows. Its first line says what it is; each other line is
 * one position: its key in hexadecimal, which is the same for mirror images; the
 * scores of the columns of the image that has this key, '-' for a full column; and
 * a checksum:
 *
 *     # c4evolve solved positions, 1, board 7x6
 *     00a1c3f04c0891 -4 -3 2 - -1 -9 -9 5e02
 *
 * A file whose first line names no board is for BOARD_USUAL.
 *
 * A line is written by a single call, so several programs may share a file, and
 * being killed costs at most one line. Torn, damaged or unknown lines are skipped,
 * and their positions are solved again.
 */
#ifndef C4E_TRUTH_SOLVED_CACHE_H
#define C4E_TRUTH_SOLVED_CACHE_H

#include "truth/solved.h"

struct solved_cache {
    int file;    /* descriptor; -1: no file, nothing is kept */
    bool torn;   /* the last line of the file is incomplete */
    int trouble; /* errno of the first write that failed */
    const char *path;
};

/* Sets the scores of the positions that the file holds. A file that is missing or empty
 * holds none; a file of another kind is an error. */
int solved_cache_load(struct solved_set *set, const char *path, struct err *err);

/* Opens the file for adding; makes it and its folders if needed. The path is borrowed. */
int solved_cache_open(struct solved_cache *cache, const char *path, struct err *err);

/* Adds a solved position. Stops adding at the first failure. */
void solved_cache_add(struct solved_cache *cache, const struct solved_position *p);

/* If a line could not be written, note->text says why. */
void solved_cache_close(struct solved_cache *cache, struct err *note);

#endif
