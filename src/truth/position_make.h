/*
 * position_make - makes a set of solved positions, block by block.
 *
 * Of each block the plan says how many positions of which plies to draw (position_plan.h). They
 * are drawn (position_draw.h), those seen before are dropped in the order of their index, the
 * others are solved, and the block is appended to the file. Early positions are not drawn but
 * listed where the set gets a good part of all that exist.
 *
 * The file depends on nothing but the recipe: neither on threads and processes nor on how often
 * the work was interrupted.
 */
#ifndef C4E_TRUTH_POSITION_MAKE_H
#define C4E_TRUTH_POSITION_MAKE_H

#include "parallel/watch.h"
#include "search/book.h"
#include "truth/position_set.h"

#define POSITION_BLOCK 16384 /* positions: some seconds of work */

/* Positions to leave out, by keys that are the same for mirror images: ascending, distinct. */
struct position_keys {
    uint64_t *key;
    size_t n;
};

/* Adds the positions of a file: a set of positions, or text as solved_read takes it. */
int position_keys_add(struct position_keys *keys, const char *path, struct err *err);
void position_keys_release(struct position_keys *keys);

/* For position_recipe.without: 0 if there are none. */
uint64_t position_keys_checksum(const struct position_keys *keys);

struct position_work {
    struct pool *pool;
    const struct watch *watch;
    const struct book *book;             /* known results, for speed; or NULL */
    const struct position_keys *without; /* those of the recipe; or NULL */
    const struct moves *game;            /* for SOURCE_PGN */
    size_t games;
    size_t block; /* positions in a block; 0: POSITION_BLOCK */
};

/*
 * Makes the set of a recipe, or continues it. Returns 0 with the number of positions that are
 * saved in *made. *finished is false if watch->stop came first; then a block may be lost, and
 * nothing else. A finished set may be smaller than the recipe asks, if no more were found.
 */
int position_make(const char *path, const struct position_recipe *recipe,
                  const struct position_work *work, size_t *made, bool *finished, struct err *err);

#endif
