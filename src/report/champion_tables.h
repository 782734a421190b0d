/*
 * champion_tables - tables of a run that are about its champions.
 *
 * Private to run_tables: each is the `print` of a row there.
 */
#ifndef C4E_REPORT_CHAMPION_TABLES_H
#define C4E_REPORT_CHAMPION_TABLES_H

#include "report/run_tables.h"

/* Champions against hand-picked genomes. */
int champion_tables_validation(struct store *store, const struct run_span *span, FILE *out,
                               enum table_format format, struct err *err);

/* The candidates of each play-off. */
int champion_tables_playoff(struct store *store, const struct run_span *span, FILE *out,
                            enum table_format format, struct err *err);

/* The genes that matter to the best genome. The span is not used. */
int champion_tables_importance(struct store *store, const struct run_span *span, FILE *out,
                               enum table_format format, struct err *err);

#endif
