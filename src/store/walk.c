/* The walks of store.h. */
#include "store/store.h"

#include "store/record.h"

/* One walk: where its rows come from, and whom it shows them to. */
struct walk {
    enum statement statement;
    int (*visit)(struct row *row, const struct walk *walk, struct err *err);
    union {
        int (*genome)(void *context, const struct journal_genome *genome, struct err *err);
        int (*pairing)(void *context, const struct pairing_summary *pairing, struct err *err);
        int (*generation)(void *context, const struct journal_generation *g, struct err *err);
        int (*time)(void *context, const struct journal_time *time, struct err *err);
    } each;
    void *context;
};

static int visit_rows(struct store *store, const struct walk *walk, uint32_t first, uint32_t last,
                      struct err *err)
{
    struct row row = row_of(store->db, walk->statement);
    int status;

    row_put_integer(&row, first);
    row_put_integer(&row, last);
    while ((status = row_next(&row, err)) > 0) {
        status = walk->visit(&row, walk, err);
        if (status) {
            row_end(&row);
            return status;
        }
    }
    return status;
}

static int visit_genome(struct row *row, const struct walk *walk, struct err *err)
{
    struct journal_genome genome;

    return record_get_genome(row, &genome, err) ? -1
                                                : walk->each.genome(walk->context, &genome, err);
}

int store_each_genome(struct store *store, uint32_t first, uint32_t last,
                      int (*each)(void *context, const struct journal_genome *genome,
                                  struct err *err),
                      void *context, struct err *err)
{
    struct walk walk = { STATEMENT_EACH_GENOME, visit_genome, { .genome = each }, context };

    return visit_rows(store, &walk, first, last, err);
}

static int visit_pairing(struct row *row, const struct walk *walk, struct err *err)
{
    struct pairing_summary pairing;

    return record_get_summary(row, &pairing, err)
               ? -1
               : walk->each.pairing(walk->context, &pairing, err);
}

int store_each_pairing(struct store *store, uint32_t first, uint32_t last,
                       int (*each)(void *context, const struct pairing_summary *pairing,
                                   struct err *err),
                       void *context, struct err *err)
{
    struct walk walk = { STATEMENT_EACH_PAIRING, visit_pairing, { .pairing = each }, context };

    return visit_rows(store, &walk, first, last, err);
}

static int visit_generation(struct row *row, const struct walk *walk, struct err *err)
{
    struct journal_generation g;

    return record_get_generation(row, &g, err) ? -1 : walk->each.generation(walk->context, &g, err);
}

int store_each_generation(struct store *store, uint32_t first, uint32_t last,
                          int (*each)(void *context, const struct journal_generation *generation,
                                      struct err *err),
                          void *context, struct err *err)
{
    struct walk walk = {
        STATEMENT_EACH_GENERATION, visit_generation, { .generation = each }, context
    };

    return visit_rows(store, &walk, first, last, err);
}

static int visit_time(struct row *row, const struct walk *walk, struct err *err)
{
    struct journal_time time;

    return record_get_time(row, &time, err) ? -1 : walk->each.time(walk->context, &time, err);
}

int store_each_time(struct store *store, uint32_t first, uint32_t last,
                    int (*each)(void *context, const struct journal_time *time, struct err *err),
                    void *context, struct err *err)
{
    struct walk walk = { STATEMENT_EACH_TIME, visit_time, { .time = each }, context };

    return visit_rows(store, &walk, first, last, err);
}
