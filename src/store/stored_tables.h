/*
 * stored_tables - the tables of genomes, each once in the run file.
 *
 * Genomes refer to tables by number: 1, 2 and so on, and 0 for none. Tables are read when the first
 * genome that has them is read. They belong to the database until it is closed, so genomes
 * can borrow them.
 */
#ifndef C4E_STORE_STORED_TABLES_H
#define C4E_STORE_STORED_TABLES_H

#include "store/row.h"

/* The number of these tables, which may be NULL. Writes them, within the current transaction, if
 * the file does not have them. */
int stored_tables_put(struct database *db, struct tables *tables, uint32_t *number,
                      struct err *err);

/* The tables with that number; NULL for 0. */
int stored_tables_get(struct database *db, uint32_t number, struct tables **tables,
                      struct err *err);

#endif
