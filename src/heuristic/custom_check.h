/*
 * custom_check - what can be found out about a user's heuristic without a game.
 */
#ifndef C4E_HEURISTIC_CUSTOM_CHECK_H
#define C4E_HEURISTIC_CUSTOM_CHECK_H

#include "heuristic/custom.h"

/* A property that should hold in every position. */
struct custom_property {
    size_t broken;         /* number of positions in which it does not */
    struct position where; /* the first of them */
    double value, other;   /* what was equal if it held */
};

struct custom_check {
    size_t positions;                     /* of random games; each is seen by both players */
    struct custom_property pure;          /* the same value in any order and thread */
    struct custom_property antisymmetric; /* one player's gain is the other's loss */
    struct custom_property mirrored;      /* the same value in the mirror image */
    double low, high;                     /* of all values */
    struct position lowest, highest;
    double ns; /* per evaluation */
};

/* With the defaults of its genes. */
int custom_check(struct custom_check *check, const struct custom *custom, struct err *err);

#endif
