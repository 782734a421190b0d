/*
 * position_set - positions with their exact results, many of them, in a file.
 *
 * A set is what regressions learn from: distinct positions up to mirror images, none
 * of them over, none that the side to move wins at once. position_make.h makes them.
 *
 * The file, numbers with the lowest byte first:
 *
 *     8 bytes   "c4epset" and the version of this format, 1
 *     2 bytes   columns and rows of the board
 *     6 bytes   how it was made: scores or not, source, part, fewest and most plies, and the
 *               version of the rules of drawing
 *    24 bytes   its seed, the number of positions asked for, and a checksum of those to leave out
 *     8 bytes   the checksum of all bytes before
 *     ...       blocks, then one that marks the end
 *
 * A block:
 *
 *     4 bytes   its index, counted from 0; 2^32 - 1 marks the end
 *     4 bytes   the number of its positions, which may be 0
 *     ...       the positions: a key in 7 bytes (as many as the board needs) and a byte with
 *               the result for the first player: 1 a loss, 2 a draw, 3 a win; or its score
 *               plus 64
 *     8 bytes   the checksum of the block so far
 *
 * Blocks are appended whole, so a process that is killed loses at most the one that it was
 * working on: a block cut short at the end of the file counts as never written. A file without
 * the mark of its end is unfinished, and can be continued.
 */
#ifndef C4E_TRUTH_POSITION_SET_H
#define C4E_TRUTH_POSITION_SET_H

#include <stddef.h>
#include <stdio.h>

#include "arena/opening.h"
#include "base/err.h"
#include "game/position.h"

/* Where positions come from; see position_draw.h. */
enum position_source {
    SOURCE_RANDOM,
    SOURCE_GAMES,
    SOURCE_LEAVES,
    SOURCE_MIX,
    SOURCE_PGN, /* around the games of a file */
    SOURCES
};

extern const char *const position_source_name[SOURCES];

/* The version of the rules by which sets are made, position_make.h. A set that was begun by other
 * rules is not continued: change it whenever the same recipe would give other positions. */
#define POSITION_RULES 1

/* Everything that the content of a set depends on. */
struct position_recipe {
    uint64_t seed;
    uint64_t count;   /* asked for; there may be fewer */
    uint64_t without; /* checksum of the positions to leave out, and of the games of SOURCE_PGN; 0:
                         none */
    int low, high;    /* plies */
    bool scores;      /* exact scores, not only win, draw or loss */
    enum position_source from;
    enum opening_set part; /* OPENING_TRAIN, OPENING_VALIDATE or OPENING_TEST */
    int rules;             /* POSITION_RULES */
};

struct position_set {
    struct position *pos; /* of two mirror images, the one with the smaller key */
    signed char *result;  /* for the first player: 1, 0 or -1 */
    signed char *score;   /* for the first player, as in search/solver.h; NULL if not kept */
    size_t n;
    bool finished; /* otherwise it is still being made, or that was interrupted */
    struct position_recipe recipe;
    size_t *block_end; /* by block: the number of positions up to its end */
    size_t blocks;
};

/* Whether the file is a set of positions, finished or not, by its first bytes. */
bool position_set_is(const char *path);

/* Reads all whole blocks; set->finished says whether those are all. A file that is missing, not
 * such a set, of an unknown version, for another board or damaged is an error. */
int position_set_read(struct position_set *set, const char *path, struct err *err);
void position_set_release(struct position_set *set);

/* Of the positions and their results, in their order. */
uint64_t position_set_checksum(const struct position_set *set);

/* Sets with the same are made of the same positions. */
uint64_t position_recipe_checksum(const struct position_recipe *recipe);

/* A file that is being written. */
struct position_file {
    const char *path; /* borrowed */
    FILE *file;
    size_t blocks;
    bool scores;
};

/* Begins the file, or opens it to be continued: `set` then holds what is in it. A file that was
 * made by another recipe, or that another process is writing, is an error; its message says what
 * differs. */
int position_file_open(struct position_file *file, const char *path,
                       const struct position_recipe *recipe, struct position_set *set,
                       struct err *err);

/* Appends a block, which is safe from then on. The values are results, or scores if the recipe
 * asks for these, for the first player. */
int position_file_add(struct position_file *file, const struct position *pos,
                      const signed char *value, size_t n, struct err *err);

/* Marks the set as finished. */
int position_file_end(struct position_file *file, struct err *err);

void position_file_close(struct position_file *file);

#endif
