/*
 * losses - what many players give away in the same solved positions.
 *
 * One job for all of them: positions and players are sent to other processes once, and no thread
 * waits while another player is still being asked.
 */
#ifndef C4E_TRUTH_LOSSES_H
#define C4E_TRUTH_LOSSES_H

#include "truth/solved.h"

/* Fills in, for each player and then each position, how much worse the result of its move is than
 * the best one: 0, 1 or 2, where 2 is a win given away for a loss. All positions must be solved, and
 * answers are those of mistakes_ask with the same seed. *finished is false if watch->stop came
 * first. */
int losses_find(const struct solved_set *set, const struct player *player, size_t players,
                uint64_t seed, struct pool *pool, const struct watch *watch, unsigned char *loss,
                bool *finished, struct err *err);

/* The context of such a job, which owns nothing in rank 0; in other processes positions have no
 * moves. */
struct losing {
    struct solved_set set;
    struct player *player;
    size_t players;
    uint64_t seed;
};

/* A player, and the first of the positions that it is asked about. */
struct losses_item {
    uint32_t player, first;
};

extern const struct pool_kind losses_kind;

#endif
