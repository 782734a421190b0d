/*
 * record - the records of a journal as rows of the run file.
 *
 * record_put_* inserts one row, within whatever transaction there is.
 * record_get_* fills a record from the row that row_next stepped to, and fails
 * if that makes no sense; the statement is then ended.
 */
#ifndef C4E_STORE_RECORD_H
#define C4E_STORE_RECORD_H

#include "store/row.h"
#include "store/store.h"

int record_put_genome(struct database *db, const struct journal_genome *record, struct err *err);
int record_get_genome(struct row *row, struct journal_genome *record, struct err *err);

/* With its games, which are packed or allocated. */
int record_put_pairing(struct database *db, const struct journal_pairing *record, struct err *err);
int record_get_pairing(struct row *row, struct journal_pairing *record, struct err *err);
int record_get_summary(struct row *row, struct pairing_summary *summary, struct err *err);

/* Without its ratings. */
int record_put_generation(struct database *db, const struct journal_generation *record,
                          struct err *err);
int record_get_generation(struct row *row, struct journal_generation *record, struct err *err);

int record_put_rating(struct database *db, uint32_t generation, uint32_t slot,
                      const struct journal_rating *record, struct err *err);
int record_get_rating(struct row *row, uint32_t *generation, struct journal_rating *record,
                      struct err *err);

/* Numbers count from 1 in the order of keeping. */
int record_put_validation(struct database *db, uint32_t number,
                          const struct journal_validation *record, struct err *err);
int record_get_validation(struct row *row, struct journal_validation *record, struct err *err);

int record_put_mistakes(struct database *db, const struct journal_mistakes *record,
                        struct err *err);
int record_get_mistakes(struct row *row, struct journal_mistakes *record, struct err *err);

int record_put_time(struct database *db, const struct journal_time *record, struct err *err);
int record_get_time(struct row *row, struct journal_time *record, struct err *err);

#endif
