/*
 * study_experiment - one experiment of a study, as Markdown: its players, and who scored
 * what against whom.
 *
 * Private to study_report.
 */
#ifndef C4E_REPORT_STUDY_EXPERIMENT_H
#define C4E_REPORT_STUDY_EXPERIMENT_H

#include "report/study_report.h"

/* How an experiment was run, such as "As described". */
const char *study_experiment_way(enum study_kind kind);

/* An experiment that was played, with our figures next to the published ones. */
int study_experiment_report(FILE *out, const struct study_run *run, size_t experiment,
                            struct err *err);

#endif
