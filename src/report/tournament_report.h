/*
 * tournament_report - the result of a tournament for people and for programs.
 */
#ifndef C4E_REPORT_TOURNAMENT_REPORT_H
#define C4E_REPORT_TOURNAMENT_REPORT_H

#include <stdio.h>

#include "arena/tournament.h"
#include "base/json.h"
#include "stats/cycles.h"
#include "stats/logistic_curve.h"
#include "stats/rating.h"
#include "study/published.h"

/* A row of the rating list. */
struct placing {
    uint32_t player;
    double elo, error;
    double published; /* wins, or nan */
    struct record record;
    struct interval score;
};

/* All figures of a tournament, computed once. */
struct tournament_report {
    const struct tournament *t;
    struct ratings ratings;
    struct placing *placing; /* one for each player, best first */
    struct cycles cycles;
    struct published published;
    bool has_curve;
    struct logistic_curve curve;
    struct err no_curve; /* why a curve that was asked for is missing; or empty */
};

/* The tournament must have been scored. */
int tournament_report_init(struct tournament_report *r, const struct tournament *t,
                           struct err *err);
void tournament_report_release(struct tournament_report *r);

/* Crosstable (where it fits), rating list and findings, in lines of at most `width`
 * columns; below 40 some may be longer. */
void tournament_report_text(FILE *out, const struct tournament_report *r, int width);

/* One object. */
void tournament_report_json(FILE *out, const struct tournament_report *r);

/* first,second,wins,draws,losses for each ordered pair of players that met. */
int tournament_report_csv(const char *path, const struct tournament *t, struct err *err);

/* The rows of such a file without its head, each after `start`. */
void tournament_report_csv_rows(FILE *out, const char *start, const struct tournament *t);

/* One sentence: do our figures agree with the published ones? */
void tournament_report_agreement(const struct published *published, char *text, size_t size);

/* The number of players who won exactly as often as published, out of those with a published
 * number, which is `given`. */
unsigned tournament_report_same_wins(const struct tournament_report *r, unsigned *given);

/* "forfeits": a list, usually empty, of games that were lost without a move: game (from 1 on),
 * player and why. */
void tournament_report_forfeits(struct json *j, const struct games *games);

#endif
