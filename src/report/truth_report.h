/*
 * truth_report - players against perfect play, for people and for programs.
 */
#ifndef C4E_REPORT_TRUTH_REPORT_H
#define C4E_REPORT_TRUTH_REPORT_H

#include "truth/mistakes.h"
#include "report/table.h"

struct truth_report {
    const struct solved_set *set; /* borrowed, like the players and the answers */
    const struct player *player;
    size_t players;
    const struct answer *answer; /* set->n for each player */
    struct mistake_group group[MISTAKE_GROUPS_MAX];
    int groups;
    struct mistake_summary *summary; /* `groups` for each player */
};

/* Sums up the answers of all players. */
int truth_report_init(struct truth_report *report, const struct solved_set *set,
                      const struct player *player, size_t players, const struct answer *answer,
                      struct err *err);
void truth_report_release(struct truth_report *report);

/* A table of all players, another of their mistakes by plies and by result, and how the first
 * player compares with the others. */
int truth_report_text(const struct truth_report *report, FILE *out, struct err *err);

/* A row for each player and group. */
int truth_report_csv(const struct truth_report *report, FILE *out, struct err *err);

/* One object; with `list`, it includes every position where a player errs. */
void truth_report_json(const struct truth_report *report, FILE *out, bool list);

/* The positions where a player errs, with its move, the best moves and all scores. */
int truth_report_list(const struct truth_report *report, FILE *out, enum table_format format,
                      struct err *err);

#endif
