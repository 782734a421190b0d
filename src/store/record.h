/*
 * record - what a journal keeps, as rows of the run file.
 *
 * record_put_* inserts one row within the current transaction. record_get_* fills
 * a struct from the row that row_next stepped to; if the row makes no sense, it
 * fails and ends the statement.
 *
 * The genes of a genome are a list of numbers. The table `genes` of the file
 * names them: a file keeps the order of the program that created it, and genes
 * that are added to the program later go to the end.
 */
#ifndef C4E_STORE_RECORD_H
#define C4E_STORE_RECORD_H

#include "store/row.h"
#include "store/store.h"

/* Finds out which gene each place of the file holds. Genes that this program does not know are an
 * error that names them. */
int record_read_genes(struct database *db, struct err *err);

/* Adds the genes of this program that the file does not have, within the current transaction.
 * Genomes that were saved before have the defaults of these genes. */
int record_add_genes(struct database *db, struct err *err);

/* The tables of a genome that is read belong to the database. */
int record_put_genome(struct database *db, const struct journal_genome *genome, struct err *err);
int record_get_genome(struct row *row, struct journal_genome *genome, struct err *err);

/* Games are included; reading allocates them. */
int record_put_pairing(struct database *db, const struct journal_pairing *record, struct err *err);
int record_get_pairing(struct row *row, struct journal_pairing *record, struct err *err);
int record_get_summary(struct row *row, struct pairing_summary *summary, struct err *err);

/* Ratings are rows of their own. */
int record_put_generation(struct database *db, const struct journal_generation *record,
                          struct err *err);
int record_get_generation(struct row *row, struct journal_generation *record, struct err *err);

int record_put_rating(struct database *db, uint32_t generation, uint32_t slot,
                      const struct journal_rating *record, struct err *err);
int record_get_rating(struct row *row, uint32_t *generation, struct journal_rating *record,
                      struct err *err);

/* Numbers count from 1 in the order in which rows were kept. */
int record_put_validation(struct database *db, uint32_t number,
                          const struct journal_validation *record, struct err *err);
int record_get_validation(struct row *row, struct journal_validation *record, struct err *err);

int record_put_mistakes(struct database *db, const struct journal_mistakes *record,
                        struct err *err);
int record_get_mistakes(struct row *row, struct journal_mistakes *record, struct err *err);

int record_put_time(struct database *db, const struct journal_time *record, struct err *err);
int record_get_time(struct row *row, struct journal_time *record, struct err *err);

int record_put_playoff(struct database *db, const struct journal_playoff *record, struct err *err);
int record_get_playoff(struct row *row, struct journal_playoff *record, struct err *err);

#endif
