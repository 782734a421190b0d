/*
 * scoreboard - how games stand while they are played, on a terminal.
 *
 * Two players are shown behind the bar of progress, more of them in a table below it, the best
 * first. It is redrawn with the bar, and wiped with it.
 */
#ifndef C4E_CMD_SCOREBOARD_H
#define C4E_CMD_SCOREBOARD_H

#include "arena/games.h"
#include "cmd/progress.h"

struct scoreboard {
    const struct games *games;
    struct progress *progress;
    struct wdl *of;  /* by player */
    uint32_t *order; /* players, the best first */
};

int scoreboard_init(struct scoreboard *board, const struct games *games, struct progress *progress,
                    struct err *err);
void scoreboard_release(struct scoreboard *board);

/* For games_keeper and for watch.progress. */
bool scoreboard_keep(void *board, size_t game);
void scoreboard_show(void *board, const char *what, size_t done, size_t total);

#endif
