/*
 * changes - what made a champion better than the genome that it began as.
 *
 * The champion plays the founder, and copies of itself in which one gene is that of
 * the founder again: their loss is what that change is worth. The founder's weights
 * are scaled first, since only proportions matter (contrast.h). All games are from
 * openings of the test set.
 */
#ifndef C4E_EVOLVE_CHANGES_H
#define C4E_EVOLVE_CHANGES_H

#include "evolve/generation.h"
#include "stats/tally.h"

/* A copy of the champion for each of the changes that affect its evaluation most. */
#define CHANGES_MOST 8

struct change {
    int gene;
    double before, after; /* of the founder; and of the champion, in the scale of the founder */
    struct tally without; /* the champion against its copy without this change */
};

struct changes {
    char founder[NAME_SIZE];          /* "" if nothing was measured */
    struct tally against;             /* the champion against the founder */
    struct change list[CHANGES_MOST]; /* the largest effect on evaluations first */
    size_t n;
    size_t all; /* genes that changed, with those that are not in the list */
};

struct changes_input {
    const struct run_config *config; /* with the number of openings */
    const struct journal_genome *founder, *champion;
    struct pool *pool;
    const struct watch *watch;
};

/* *finished is false, and nothing is measured, if watch->stop came first. */
int changes_measure(struct changes *changes, const struct changes_input *in, bool *finished,
                    struct err *err);

/* What a change is worth: points per game, with its interval. */
struct interval change_worth(const struct change *change);

#endif
