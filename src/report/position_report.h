/*
 * position_report - what a set of positions holds.
 */
#ifndef C4E_REPORT_POSITION_REPORT_H
#define C4E_REPORT_POSITION_REPORT_H

#include "report/table.h"
#include "truth/position_set.h"

/* How the set was made, and its positions by plies and result. */
int position_report_text(const struct position_set *set, FILE *out, struct err *err);

/* Only the positions: a row for each number of plies. */
int position_report_csv(const struct position_set *set, FILE *out, struct err *err);

/* One object with everything. */
void position_report_json(const struct position_set *set, FILE *out);

#endif
