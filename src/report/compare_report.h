/*
 * compare_report - the answer of a comparison, for a person or for a program.
 */
#ifndef C4E_REPORT_COMPARE_REPORT_H
#define C4E_REPORT_COMPARE_REPORT_H

#include <stdio.h>

#include "arena/comparison.h"

/* In text, players are named by letters. */
#define COMPARE_PLAYERS 26

/* A gene in which a genome differs from that of the first player. */
struct gene_row {
    int gene;
    double effect; /* the largest that it has for one of the players */
};

/* The genes that differ once they are scaled, the largest effect first. Returns how many. */
size_t compare_rank_genes(const struct comparison *c, struct gene_row row[GENE_COUNT]);

#define COMPARE_NAME_SIZE 32

/* What an match is called: "depth 5", "400 nodes", "as they are". */
const char *compare_match_name(const struct comparison_match *m, char name[COMPARE_NAME_SIZE]);

/* What an match says about the first player. */
enum compare_finding {
    FINDING_NONE, /* it was not played */
    FINDING_OPEN,
    FINDING_BETTER, /* the interval lies above 1/2, or the test says: more than elo0 */
    FINDING_WORSE   /* it lies below, or the test says: less than elo1 */
};

enum compare_finding compare_finding_of(const struct comparison_match *m);

#define COMPARE_VERDICT_SIZE 1024

/* All that was found out about the first player and another one, in a sentence. */
const char *compare_verdict(const struct comparison *c, uint32_t other,
                            char text[COMPARE_VERDICT_SIZE]);

struct compare_print {
    bool all_genes; /* or only those that differ most */
    int width;      /* columns of sentences */
};

/* All but the times, of at most COMPARE_PLAYERS players. */
int compare_report_text(const struct comparison *c, const struct compare_print *how, FILE *out,
                        struct err *err);

/* The times. */
int compare_report_speed(const struct comparison *c, FILE *out, struct err *err);

/* One object; with `timing`, the times are in it. */
void compare_report_json(const struct comparison *c, bool timing, FILE *out);

#endif
