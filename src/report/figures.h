/*
 * figures - results and intervals as cells of tables and values of JSON.
 */
#ifndef C4E_REPORT_FIGURES_H
#define C4E_REPORT_FIGURES_H

#include "report/table.h"
#include "stats/tally.h"

/* Three cells: wins, draws and losses. */
void table_wdl(struct table *table, struct wdl wdl);

/* Three cells: the mean and both ends. */
void table_interval(struct table *table, struct interval interval);

/* An object with mean, low and high. */
void json_interval(struct json *j, const char *name, struct interval interval);

#endif
