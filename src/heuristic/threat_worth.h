/*
 * threat_worth - what an evaluation pays for threats, by cell and by whose they are.
 *
 * A threat is an empty cell where a side would complete a four. Here only those count that cannot
 * be played yet: they decide who wins when the board fills up. Nothing is read off genes or
 * tables. Instead the evaluations of many positions are explained by the threats in them, as a
 * sum (least squares); open lines with one disc and with two, threats that can be played and the
 * side to move are taken out. So it works for any genome.
 */
#ifndef C4E_HEURISTIC_THREAT_WORTH_H
#define C4E_HEURISTIC_THREAT_WORTH_H

#include "heuristic/genome.h"

/* A cell that is a threat of one side in fewer positions, or its mirror image, has no worth. */
#define THREAT_WORTH_LEAST 20

/* In log odds for the owner, by enum side; nan if there were too few. */
struct threat_worth {
    double cell[2][CELLS]; /* by row x COLUMNS + column; mirror images have the same */
    double row[2][ROWS];   /* mean of all threats in a row */
    size_t positions;
    double explained; /* share of the variance of evaluations */
};

/* Positions that are as good as over are left out. */
int threat_worth_find(struct threat_worth *worth, const struct genome *genome,
                      const struct position *pos, size_t n, struct err *err);

/* The mean of the worths in odd rows (the first row is 1) and in even ones. */
double threat_worth_odd(const struct threat_worth *worth, enum side owner);
double threat_worth_even(const struct threat_worth *worth, enum side owner);

#endif
