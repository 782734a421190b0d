/*
 * run_tables - the results of a run, as tables chosen by name.
 *
 * They hold results only: no times, paths or thread counts. A run that was killed and
 * resumed has the same tables, byte for byte, as one that was not.
 */
#ifndef C4E_REPORT_RUN_TABLES_H
#define C4E_REPORT_RUN_TABLES_H

#include "evolve/generation.h"
#include "report/table.h"
#include "store/store.h"

/* A range of rows, both ends included: by id for genomes, by generation for all else. */
struct run_span {
    uint32_t first_id, last_id;
    uint32_t first_generation, last_generation;
};

extern const struct run_span run_span_all;

struct run_table {
    const char *name;
    const char *help;
    /* Does not check `out` for write errors: its owner does. */
    int (*print)(struct store *store, const struct run_span *span, FILE *out,
                 enum table_format format, struct err *err);
};

/* Ends with a row without a name. The first table is the default. */
extern const struct run_table run_tables[];

/* The table of that name, or NULL with a message that lists all names. */
const struct run_table *run_tables_find(const char *name, struct err *err);

/* The figures of one generation, and the number of its games. */
int run_tables_figures(struct generation_figures *figures, uint64_t *games, struct store *store,
                       const struct journal_generation *g, struct err *err);

#endif
