/* The walks of store.h, one loop each: what differs is the type that a callback takes. */
#include "store/store.h"

#include "store/record.h"

static struct row begin_walk(struct store *store, enum statement statement, uint32_t first,
                             uint32_t last)
{
    struct row row = row_of(store->db, statement);

    row_put_integer(&row, first);
    row_put_integer(&row, last);
    return row;
}

int store_each_genome(struct store *store, uint32_t first, uint32_t last,
                      int (*each)(void *context, const struct journal_genome *record,
                                  struct err *err),
                      void *context, struct err *err)
{
    struct row row = begin_walk(store, STATEMENT_EACH_GENOME, first, last);
    struct journal_genome record;
    int status;

    while ((status = row_next(&row, err)) > 0) {
        if (record_get_genome(&row, &record, err))
            return -1;
        status = each(context, &record, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}

int store_each_pairing(struct store *store, uint32_t first, uint32_t last,
                       int (*each)(void *context, const struct pairing_summary *record,
                                   struct err *err),
                       void *context, struct err *err)
{
    struct row row = begin_walk(store, STATEMENT_EACH_PAIRING, first, last);
    struct pairing_summary record;
    int status;

    while ((status = row_next(&row, err)) > 0) {
        if (record_get_summary(&row, &record, err))
            return -1;
        status = each(context, &record, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}

int store_each_generation(struct store *store, uint32_t first, uint32_t last,
                          int (*each)(void *context, const struct journal_generation *record,
                                      struct err *err),
                          void *context, struct err *err)
{
    struct row row = begin_walk(store, STATEMENT_EACH_GENERATION, first, last);
    struct journal_generation record;
    int status;

    while ((status = row_next(&row, err)) > 0) {
        if (record_get_generation(&row, &record, err))
            return -1;
        status = each(context, &record, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}

int store_each_rating(struct store *store, uint32_t first, uint32_t last,
                      int (*each)(void *context, uint32_t generation,
                                  const struct journal_rating *record, struct err *err),
                      void *context, struct err *err)
{
    struct row row = begin_walk(store, STATEMENT_EACH_RATING, first, last);
    struct journal_rating record;
    uint32_t generation;
    int status;

    while ((status = row_next(&row, err)) > 0) {
        if (record_get_rating(&row, &generation, &record, err))
            return -1;
        status = each(context, generation, &record, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}

int store_each_time(struct store *store, uint32_t first, uint32_t last,
                    int (*each)(void *context, const struct journal_time *record, struct err *err),
                    void *context, struct err *err)
{
    struct row row = begin_walk(store, STATEMENT_EACH_TIME, first, last);
    struct journal_time record;
    int status;

    while ((status = row_next(&row, err)) > 0) {
        if (record_get_time(&row, &record, err))
            return -1;
        status = each(context, &record, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}
