/*
 * compare_report - the result of a comparison for people and for programs.
 */
#ifndef C4E_REPORT_COMPARE_REPORT_H
#define C4E_REPORT_COMPARE_REPORT_H

#include <stdio.h>

#include "arena/comparison.h"
#include "truth/mistakes.h"

struct compare_result {
    const struct comparison *c;
    const struct mistake_table *mistakes; /* of the same players; NULL or empty: not counted */
};

/* In text, players are denoted by letters. */
#define COMPARE_PLAYERS 26

/* A gene in which a genome differs from that of the first player. */
struct gene_row {
    int gene;
    double effect; /* the largest among the players */
};

/* The genes whose scaled values differ, the largest effect first. Returns their number. */
size_t compare_report_rank_genes(const struct comparison *c, struct gene_row row[GENE_COUNT]);

/* The mistakes of a player, or NULL if they were not counted. */
static inline const struct mistake_entry *compare_report_mistakes(const struct compare_result *r,
                                                                  uint32_t who)
{
    return r->mistakes && who < r->mistakes->n ? &r->mistakes->entry[who] : NULL;
}

#define COMPARE_NAME_SIZE 32

/* The name of a match: "depth 5", "400 nodes", "own limits". */
const char *compare_report_match_name(const struct comparison_match *m,
                                      char name[COMPARE_NAME_SIZE]);

/* What a match shows about the first player. */
enum compare_finding {
    FINDING_NONE, /* not played */
    FINDING_OPEN,
    FINDING_BETTER, /* the 95% interval lies above 1/2, or the test accepts more than elo0 */
    FINDING_WORSE   /* it lies below, or the test accepts less than elo1 */
};

enum compare_finding compare_finding_of(const struct comparison_match *m);

#define COMPARE_VERDICT_SIZE 1024

/* One sentence on the first player against another one. */
const char *compare_report_verdict(const struct compare_result *r, uint32_t other,
                                   char text[COMPARE_VERDICT_SIZE]);

struct compare_print {
    bool all_genes; /* otherwise only those that differ most */
    int width;      /* of sentences, in columns */
};

/* Everything but the speed, for at most COMPARE_PLAYERS players. */
int compare_report_text(const struct compare_result *r, const struct compare_print *how, FILE *out,
                        struct err *err);

/* The speed. */
int compare_report_speed(const struct comparison *c, FILE *out, struct err *err);

/* One object; with `timing`, it includes the speed. */
void compare_report_json(const struct compare_result *r, bool timing, FILE *out);

#endif
