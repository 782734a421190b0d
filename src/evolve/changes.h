/*
 * changes - what made a champion better than the genome that it began as.
 *
 * The champion plays the founder, and copies of itself in which one gene is that of
 * the founder again: their loss is what that change is worth. The founder's weights
 * are scaled first, since only proportions matter (contrast.h). All games are from
 * openings of the test set.
 *
 * If ties gave some genes of the founder other values before the run began, that is a
 * change of its own: a copy of the champion has the values of the file in these genes. All
 * other changes are those since then.
 *
 * The options of an engine have no scale and no evaluation that we know: a change is as
 * large as its number of typical steps.
 */
#ifndef C4E_EVOLVE_CHANGES_H
#define C4E_EVOLVE_CHANGES_H

#include "evolve/generation.h"
#include "stats/tally.h"

/* A copy of the champion for each of the changes that affect its evaluation most. */
#define CHANGES_MOST 8

#define CHANGE_TIES (-1) /* in place of a gene */

struct change {
    int gene;
    double before, after; /* of the founder; and of the champion, in the scale of the founder */
    struct tally without; /* the champion against its copy without this change */
};

/* A gene of the founder: in its file, and as its tie made it. */
struct tied_gene {
    int gene;
    double before, after;
};

struct changes {
    char founder[NAME_SIZE]; /* "" if nothing was measured */
    bool same;               /* the champion has the genes of the founder */
    bool scaled;             /* values of the champion are in the scale of the founder */
    struct tally against;    /* the champion against the founder */
    struct change list[1 + CHANGES_MOST]; /* ties, then the largest effect on evaluations first */
    size_t n;
    size_t all;                          /* changes, with those that are not in the list */
    struct tied_gene tied[CHANGES_MOST]; /* what ties changed... */
    size_t ties;                         /* ...and how many genes that were */
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
