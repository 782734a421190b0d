/*
 * position_make - makes a set of solved positions, block by block.
 *
 * Of each block the plan says how many positions of which plies to draw (position_plan.h). They
 * are drawn (position_draw.h), those seen before are dropped in the order of their index, the
 * others are solved, and the block is appended to the file. Early positions are not drawn but
 * listed where the set gets a good part of all that exist. A block may take minutes, so what is done
 * of it is kept in a file of its own (position_pieces.h).
 *
 * The file depends on nothing but the recipe: neither on threads and processes nor on how often
 * the work was interrupted.
 */
#ifndef C4E_TRUTH_POSITION_MAKE_H
#define C4E_TRUTH_POSITION_MAKE_H

#include "parallel/watch.h"
#include "search/book.h"
#include "truth/position_keys.h"
#include "truth/position_set.h"

#define POSITION_BLOCK 16384 /* positions: seconds of work, or minutes if they are early */

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
 * saved in *made, those of an unfinished block among them. *finished is false if watch->stop came
 * first. A finished set may be smaller than the recipe asks, if no more were found.
 */
int position_make(const char *path, const struct position_recipe *recipe,
                  const struct position_work *work, size_t *made, bool *finished, struct err *err);

#endif
