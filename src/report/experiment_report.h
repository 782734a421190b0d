/*
 * experiment_report - the result of an experiment for people and for programs.
 *
 * Times are the only figures that differ when an experiment is repeated.
 */
#ifndef C4E_REPORT_EXPERIMENT_REPORT_H
#define C4E_REPORT_EXPERIMENT_REPORT_H

#include <stdio.h>

#include "evolve/experiment_result.h"

/* What can be said, in sentences, one a line. The caller frees the text; NULL if memory has run
 * out. */
char *experiment_report_findings(const struct experiment_result *r, struct err *err);

/* Tables of combinations, curves and comparisons, then the sentences in lines of that width. */
int experiment_report_text(const struct experiment_result *r, int width, FILE *out,
                           struct err *err);

/* One row for each run. */
int experiment_report_csv(const struct experiment_result *r, FILE *out, struct err *err);

/* Everything, with these findings, as one object. */
void experiment_report_json(const struct experiment_result *r, const char *findings, FILE *out);

#endif
