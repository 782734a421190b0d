/*
 * tournament_report - the result of a tournament for people and for programs.
 */
#ifndef C4E_REPORT_TOURNAMENT_REPORT_H
#define C4E_REPORT_TOURNAMENT_REPORT_H

#include <stdio.h>

#include "stats/cycles.h"
#include "stats/logistic_curve.h"
#include "study/published.h"
#include "stats/rating.h"
#include "arena/tournament.h"

/* A line of the rating list. */
struct standing {
    uint32_t player;
    double elo, error;
    double published; /* wins, or nan */
    struct record record;
    struct interval score;
};

/* All that is said about a tournament, computed once. */
struct tournament_result {
    const struct tournament *t;
    struct ratings ratings;
    struct standing *standing; /* one for each player, best first */
    struct cycles cycles;
    struct published published;
    bool has_curve;
    struct logistic_curve curve;
    struct err no_curve; /* why there is none that was asked for; or empty */
};

/* From a tournament that was scored. */
int tournament_result_init(struct tournament_result *r, const struct tournament *t,
                           struct err *err);
void tournament_result_release(struct tournament_result *r);

/* Crosstable (where it fits), rating list and findings, in lines of at most `width`
 * columns; below 40 some may be longer. */
void tournament_print(FILE *out, const struct tournament_result *r, int width);

/* One object. */
void tournament_print_json(FILE *out, const struct tournament_result *r);

/* first,second,wins,draws,losses for each ordered pair that met. */
int tournament_write_csv(const char *path, const struct tournament *t, struct err *err);

#endif
