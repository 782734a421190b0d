/*
 * study_tables - one experiment of a study: players, and who scored what against whom.
 */
#ifndef C4E_REPORT_STUDY_TABLES_H
#define C4E_REPORT_STUDY_TABLES_H

#include "report/study_report.h"

/* An experiment that was played, with a heading of the third level. */
int study_experiment_report(FILE *out, const struct study_run *run, size_t experiment,
                            struct err *err);

#endif
