/*
 * solved - solving positions with a person watching, and keeping them for the next time.
 */
#ifndef C4E_CMD_SOLVED_H
#define C4E_CMD_SOLVED_H

#include "truth/truth.h"

/* The row that such commands have. */
#define OPTION_CACHE(variable)                                                                     \
    {                                                                                              \
        "--cache", "FILE", "keeps solved positions; default ~/.cache/c4evolve/solved.txt",         \
            OPTION_TEXT, &(variable), 0, 0                                                         \
    }

/* Solves all positions of the truth that the cache does not hold; a cache of NULL is the usual
 * file. *finished is false when `stop` came first. */
int solved_truth(struct truth *truth, const char *cache, int threads, const atomic_bool *stop,
                 bool *finished, struct err *err);

#endif
