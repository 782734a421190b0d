/*
 * mcts - Monte Carlo tree search: plain UCT with random roll-outs.
 *
 * Each iteration goes down from the root by the rule
 *
 *     most of  score / visits + sqrt(2 ln(visits of the parent) / visits),
 *
 * where children that were never visited come first, in random order, until it
 * reaches such a child or the end of the game. From a new child the game is
 * played out with random moves. The result is added to every node on the way: a
 * win counts 1, a draw a half. An end of the game is scored each time it is
 * reached; nothing is proved or cut off.
 *
 * A tree is an array of nodes that is allocated once. The children of a node
 * lie side by side, in the order of their columns, and are made when the search
 * first goes below the node. When the array is full the tree stops growing, and
 * games are played out from its leaves.
 */
#ifndef C4E_SEARCH_MCTS_H
#define C4E_SEARCH_MCTS_H

#include <stddef.h>

#include "base/err.h"
#include "game/position.h"

#define MCTS_NODES          (UINT32_C(1) << 22) /* 64 MB, touched only when needed */
#define MCTS_MAX_ITERATIONS (UINT32_MAX / 2)    /* so that no count can overflow */

struct mcts_node {
    uint32_t visits;
    uint32_t score;   /* twice the points of the side whose move leads here */
    uint32_t first;   /* the first of its children; 0: it has none yet */
    uint8_t children; /* their number */
    uint8_t tried;    /* the number of those visited */
    uint8_t end;      /* enum mcts_end */
};

enum mcts_end { MCTS_OPEN, MCTS_WON /* by the move that leads here */, MCTS_DRAWN };

struct mcts {
    struct mcts_node *node; /* the first is the root */
    uint32_t size;
    uint32_t used;
    int depth; /* of the deepest node that was visited */
};

int mcts_init(struct mcts *mcts, uint32_t nodes, struct err *err);
void mcts_release(struct mcts *mcts);

/*
 * Grows a new tree from a position that is not over. It stops after that many
 * iterations (0: no limit; at most MCTS_MAX_ITERATIONS) or seconds (0: no limit),
 * whichever comes first. Returns the number of iterations, at least one. Without
 * a limit of seconds the tree depends only on the other arguments.
 */
uint32_t mcts_grow(struct mcts *mcts, const struct position *pos, uint32_t iterations,
                   double seconds, uint64_t seed);

#endif
