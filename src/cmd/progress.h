/*
 * progress - a progress bar for long work, and Ctrl-C.
 *
 * On a terminal a bar with rate and time left is redrawn a few times a second.
 * Elsewhere nothing is drawn.
 */
#ifndef C4E_CMD_PROGRESS_H
#define C4E_CMD_PROGRESS_H

#include "arena/match.h"
#include "truth/solved.h"

struct progress {
    bool terminal;
    double begun_s;      /* when progress_begin was called */
    const char *what;    /* the work that is shown */
    size_t before, done; /* of it: when it was first shown, and now */
    double start_s;      /* when it was first shown */
    double drawn_s;      /* when the bar was last drawn; 0: not yet */
    char note[48];       /* what is shown behind the bar */
};

void progress_begin(struct progress *progress);

/* For watch.progress, with a struct progress as its context. Rate and time left are those of one
 * kind of work: they start again when `what` changes or `done` falls. */
void progress_show(void *progress, const char *what, size_t done, size_t total);

/* The same for work that ends when its time is used up. */
void progress_show_time(struct progress *progress, double used_s, double total_s);

/* Wipes the bar; it is drawn again if the work goes on. Returns the seconds since progress_begin. */
double progress_end(struct progress *progress);

/* From now on Ctrl-C (or SIGTERM, or SIGHUP, when the connection to the terminal is lost) sets this
 * flag; a second Ctrl-C or SIGTERM kills the program. */
const atomic_bool *progress_stop(void);

/* Plays and scores all games. Shows the standing, and says on stderr if games repeat, if it was
 * interrupted, which players forfeited games and why, and how long it took. */
int progress_play(struct games *games, int threads, struct err *err);

/* The same for a match of players 0 and 1 that ends when its test does. The games are then those up
 * to the pair that decided. */
int progress_play_test(struct games *games, struct match *match, uint32_t pairs, int threads,
                       struct err *err);

/* Whether progress_play was interrupted. */
static inline bool progress_interrupted(const struct games *games)
{
    return games->played < games->schedule.n;
}

/* The option of commands that solve positions. */
#define OPTION_CACHE(variable)                                                                     \
    {                                                                                              \
        "--cache", "FILE", "keeps solved positions; default ~/.cache/c4evolve/solved.txt",         \
            OPTION_TEXT, &(variable), 0, 0                                                         \
    }

/* Solves the positions that the cache does not hold; NULL is the usual file. *finished is
 * false if it was interrupted. */
int progress_solve(struct solved_set *set, const char *cache, struct pool *pool, bool *finished,
                   struct err *err);

#endif
