/*
 * run_tables - what a run knows, as tables chosen by name.
 *
 * They hold nothing but what the run has found out: no times, no places, no
 * number of threads. So the tables of a run that was killed and resumed are,
 * to the byte, those of one that was not.
 */
#ifndef C4E_REPORT_RUN_TABLES_H
#define C4E_REPORT_RUN_TABLES_H

#include "report/table.h"
#include "store/store.h"

/* A part of the rows, both ends included. Genomes are asked for by id, everything
 * else by generation. */
struct run_span {
    uint32_t first_id, last_id;
    uint32_t first_generation, last_generation;
};

extern const struct run_span run_span_all;

struct run_table {
    const char *name;
    const char *help;
    /* Whether `out` took everything is for its owner to check. */
    int (*print)(struct store *store, const struct run_span *span, FILE *out,
                 enum table_format format, struct err *err);
};

/* Ended by a row without a name. The first one is the one that most people want. */
extern const struct run_table run_tables[];

/* The table of that name, or NULL with a message that names all of them. */
const struct run_table *run_table_find(const char *name, struct err *err);

#endif
