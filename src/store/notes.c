/* What is known of a run besides its journal: times, and mistakes beside perfect play. */
#include "store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/row.h"

int store_keep_time(struct store *store, const struct time_record *record, struct err *err)
{
    struct row row = row_of(store->db, STATEMENT_PUT_TIME);

    assert(store->mode == STORE_WRITE);
    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->games);
    row_put_double(&row, record->seconds);
    return row_insert(&row, err);
}

int store_each_time(struct store *store, uint32_t first, uint32_t last,
                    int (*each)(void *context, const struct time_record *record, struct err *err),
                    void *context, struct err *err)
{
    struct row row = row_of(store->db, STATEMENT_EACH_TIME);
    struct time_record record;
    int status;

    row_put_integer(&row, first);
    row_put_integer(&row, last);
    while ((status = row_next(&row, err)) > 0) {
        record.generation = row_get_u32(&row);
        record.games = row_get_u32(&row);
        record.seconds = row_get_double(&row);
        if (row_whole(&row, err))
            return -1;
        status = each(context, &record, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}

static int put_mistakes(struct database *db, const struct mistake_record *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_MISTAKES);

    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->slot);
    row_put_integer(&row, record->champion);
    row_put_text(&row, record->name, strnlen(record->name, NAME_SIZE - 1));
    row_put_integer(&row, record->depth);
    row_put_integer(&row, record->positions);
    row_put_integer(&row, record->at_stake);
    row_put_integer(&row, record->mistakes);
    row_put_double(&row, record->loss);
    row_put_integer(&row, record->champion_only);
    row_put_integer(&row, record->other_only);
    row_put_double(&row, record->p);
    return row_insert(&row, err);
}

int store_keep_mistakes(struct store *store, const struct mistake_record *list, size_t n,
                        struct err *err)
{
    struct database *db = store->db;

    assert(store->mode == STORE_WRITE);
    if (database_begin(db, err))
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (put_mistakes(db, &list[i], err)) {
            database_rollback(db);
            return -1;
        }
    }
    return database_commit(db, err);
}

static int get_mistakes(struct row *row, struct mistake_record *record, struct err *err)
{
    *record = (struct mistake_record){ .generation = row_get_u32(row) };
    record->slot = row_get_u32(row);
    record->champion = row_get_u32(row);
    row_get_text(row, record->name, sizeof record->name);
    record->depth = (int)row_get_u32(row);
    record->positions = row_get_u32(row);
    record->at_stake = row_get_u32(row);
    record->mistakes = row_get_u32(row);
    record->loss = row_get_double(row);
    record->champion_only = row_get_u32(row);
    record->other_only = row_get_u32(row);
    record->p = row_get_double(row);
    return row_whole(row, err);
}

int store_read_mistakes(struct store *store, uint32_t generation, struct mistake_record **list,
                        size_t *n, struct err *err)
{
    struct row row = row_of(store->db, STATEMENT_READ_MISTAKES);
    int status;

    *list = NULL;
    *n = 0;
    row_put_integer(&row, generation);
    while ((status = row_next(&row, err)) > 0) {
        struct mistake_record record, *grown;

        if (get_mistakes(&row, &record, err)) {
            status = -1;
            break;
        }
        grown = realloc(*list, (*n + 1) * sizeof *grown);
        if (!grown) {
            row_end(&row);
            status = err_set(err, "out of memory: %zu records", *n);
            break;
        }
        *list = grown;
        (*list)[(*n)++] = record;
    }
    if (status == 0)
        return 0;
    free(*list);
    *list = NULL;
    *n = 0;
    return -1;
}
