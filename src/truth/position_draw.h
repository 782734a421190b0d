/*
 * position_draw - positions as they occur, drawn one by one.
 *
 *     random   after random moves
 *     games    from a game of two shallow searches, one move in five at random
 *     leaves   the end of the pv of a search, which began at a position of either kind: what
 *              an evaluation is really asked about
 *     mix      a quarter random, a quarter games, half leaves
 *     pgn      up to PGN_PLIES moves after a position of one of the games of a file; half of these
 *              moves are random, the others are those of a shallow search
 *
 * A draw depends only on its place: seed, block and index. Games that are over, and positions
 * that the side to move wins at once, are never drawn: an evaluation is not asked there.
 */
#ifndef C4E_TRUTH_POSITION_DRAW_H
#define C4E_TRUTH_POSITION_DRAW_H

#include "heuristic/evaluator.h"
#include "parallel/pool.h"
#include "truth/position_set.h"

/* Positions of few plies are all for training: there are not many, and books know them. */
#define TRAIN_PLIES 8

/* Which of the three sets a position belongs to, the same for its mirror image and for all seeds.
 * A sixteenth each is for validation and for tests. */
enum opening_set position_part(const struct position *pos);

/* Whether a set may hold it: not over, not won at once, and of that part. */
bool position_fits(const struct position *pos, enum opening_set part);

#define PGN_PLIES 5

/* The context of a job. */
struct position_draw {
    uint64_t seed;
    enum position_source from;
    enum opening_set part;
    const struct moves *game; /* for SOURCE_PGN; borrowed */
    size_t games;
    struct evaluator ev; /* of the searches: see position_draw_init */
};

void position_draw_init(struct position_draw *draw, const struct position_recipe *recipe);

/* An item; its slot is the key of a position, the same for mirror images, or 0 for none. */
struct position_place {
    uint32_t block;
    uint32_t index; /* in the block */
    int plies;      /* of the position to draw; not 0 */
};

extern const struct pool_kind position_draw_kind;

#endif
