/*
 * contender - a player that may also be named by the folder of a run.
 *
 *     RUN[:key=value,...]     reports/gen3:depth=6, the champion of that run
 *     any other player        see arena/player.h
 *
 * The champion is a genome like any other: it plays with the keys given here,
 * not with those of its run. The run may be one that is going on.
 */
#ifndef C4E_CMD_CONTENDER_H
#define C4E_CMD_CONTENDER_H

#include "arena/player.h"

struct contender {
    struct player player;
    uint32_t champion; /* id in its run; 0 for all other players */
    int train_plies;   /* of the openings of that run: those of training, */
    int test_plies;    /* and those of validation and verdict */
};

int contender_parse(struct contender *contender, const char *text, struct err *err);
void contender_release(struct contender *contender);

#endif
