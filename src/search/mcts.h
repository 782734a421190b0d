/*
 * mcts - Monte Carlo tree search: plain UCT with random roll-outs.
 *
 * Each iteration goes down from the root by the rule
 *
 *     most of  score / visits + sqrt(2 ln(visits of the parent) / visits),
 *
 * a child that was never visited first (a random one of those), until it
 * reaches such a child or the end of the game; from a new child the game is
 * played out with random moves; and the result is added to every node on the
 * way. A win counts 1, a draw a half. An end of the game is scored as it is, each
 * time it is reached; nothing is proved or cut off.
 *
 * A tree is an array of nodes that is allocated once. The children of a node
 * lie side by side, in the order of their columns, and are made when the node is
 * left downward for the first time. When the array is full the tree grows no
 * more: games are then played out from its leaves.
 */
#ifndef C4E_SEARCH_MCTS_H
#define C4E_SEARCH_MCTS_H

#include <stddef.h>

#include "base/err.h"
#include "game/position.h"

#define MCTS_NODES          (UINT32_C(1) << 22) /* 64 MB, which are not touched before they are needed */
#define MCTS_MAX_ITERATIONS (UINT32_MAX / 2) /* so that no count can overflow */

struct mcts_node {
    uint32_t visits;
    uint32_t score;   /* twice the points of the side whose move leads here */
    uint32_t first;   /* of its children; 0: none yet */
    uint8_t children; /* how many there are */
    uint8_t tried;    /* of those, visited */
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
 * Grows a new tree from a position that is not over: for so many iterations (0:
 * no limit) and so many seconds (0: no limit), whichever ends first, and at most
 * MCTS_MAX_ITERATIONS. Returns the iterations made, at least one. Without
 * a limit of seconds the tree depends on the other arguments alone.
 */
uint32_t mcts_grow(struct mcts *mcts, const struct position *pos, uint32_t iterations,
                   double seconds, uint64_t seed);

#endif
