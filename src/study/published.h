/*
 * published - our scores compared with those that a study published.
 *
 * Each cell is tested as two samples from one distribution: the pooled score and our
 * spread of single games give the error of the difference. The error is never 0, so
 * that two clean sweeps agree and z is finite.
 *
 * If a study published single games, an error means little. Then we count the games
 * that end as published (for a cell that we play many times, their share), and compare
 * the count with chance: its mean and variance if our results were assigned to the
 * cells in random order.
 */
#ifndef C4E_STUDY_PUBLISHED_H
#define C4E_STUDY_PUBLISHED_H

#include "arena/tournament.h"

struct published_cell {
    const struct listed_pair *pair;
    struct wdl ours; /* from the side of x */
    double games;    /* ours */
    double score;    /* ours, per game */
    double theirs;   /* per game */
    double z;        /* of our score minus theirs */
    bool certain;    /* both players are deterministic */
};

struct published {
    struct published_cell *cell;
    size_t n;
    double chi_square;     /* over all cells; as many degrees of freedom as cells */
    double p;              /* of a chi-square as large, if both play the same */
    size_t within;         /* cells that differ by at most 1.96 errors */
    size_t certain;        /* cells of two deterministic players: our score needs no error... */
    size_t same_score;     /* ...and in this many of them it is the published one */
    size_t certain_within; /* of those, how many are counted in `within` */
    bool singles;          /* every published cell is one game: the rest is about that */
    double same;           /* of our games, in cells, that end as published */
    double chance;         /* what chance would give */
    double same_z;         /* by how many standard deviations more */
};

/* Compares the pairs that have a published score and games of ours. n is 0 when there are none. */
int published_init(struct published *published, const struct tournament *t, struct err *err);
void published_release(struct published *published);

#endif
