/*
 * player_arg - a player on the command line, which may also be a run folder.
 *
 *     RUN[:key=value,...]     reports/gen3:depth=6, the champion of that run
 *     RUN#ID[:key=value,...]  reports/gen3#2024, any genome of it
 *     any other player        see arena/player.h
 *
 * The champion plays with the keys given here, not with those of its run. The
 * run may still be in progress.
 */
#ifndef C4E_CMD_PLAYER_ARG_H
#define C4E_CMD_PLAYER_ARG_H

#include "arena/player.h"

struct player_arg {
    struct player player;
    uint32_t champion; /* id in its run, or that of another genome; 0 for all other players */
    bool named;        /* that id was given */
    int train_plies;   /* plies of the openings that the run trains with */
    int test_plies;    /* and of those for validation and verdict */
};

/* Where players get the genomes of runs from, RUN#ID. */
extern const struct player_source player_arg_source;

/* The folder of a run that such a text, without keys, names. False for other texts. */
bool player_arg_run(const char *text, char *dir, size_t size);

int player_arg_parse(struct player_arg *arg, const char *text, struct err *err);
void player_arg_release(struct player_arg *arg);

#endif
