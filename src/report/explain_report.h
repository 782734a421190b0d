/*
 * explain_report - an explanation of a position as text and as JSON.
 */
#ifndef C4E_REPORT_EXPLAIN_REPORT_H
#define C4E_REPORT_EXPLAIN_REPORT_H

#include <stdio.h>

#include "truth/explain.h"

/* `last` is the cell of the last move, or 0. */
int explain_report_text(const struct explanation *e, const struct player *player, uint64_t last,
                        FILE *out, bool colour, struct err *err);

/* One object with everything. Values are in weights; `units` are the same as whole numbers. */
void explain_report_json(const struct explanation *e, const struct player *player,
                         const struct moves *moves, FILE *out);

/* An exact score for the side to move: "wins with move 25", "draw". Returns buf. */
#define SCORE_TEXT_SIZE 32
const char *score_text(int score, int plies, char buf[SCORE_TEXT_SIZE]);

/* "win", "draw" or "loss". */
const char *score_word(int score);

#endif
