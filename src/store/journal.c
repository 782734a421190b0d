/*
 * The journal of a run file. Each call that writes is one transaction; most calls
 * that read fill a list.
 */
#include "store/store.h"

#include <assert.h>
#include <stdlib.h>

#include "store/record.h"

static struct database *writable(void *context)
{
    struct store *store = context;

    assert(store->mode == STORE_WRITE);
    return store->db;
}

static struct database *readable(void *context)
{
    struct store *store = context;

    return store->db;
}

/* Ends a transaction: commits it if all its rows were written. */
static int finish(struct database *db, int status, struct err *err)
{
    if (status == 0)
        return database_commit(db, err);
    database_rollback(db);
    return -1;
}

static int put_genomes(struct database *db, const struct journal_genome *list, size_t n,
                       struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (record_put_genome(db, &list[i], err))
            return -1;
    return 0;
}

static int begin(void *context, const struct journal_genome *list, size_t n, struct err *err)
{
    struct database *db = writable(context);

    if (database_begin(db, err))
        return -1;
    return finish(db, put_genomes(db, list, n, err), err);
}

/* Writes a list of items of one size in one transaction. */
static int put_list(struct database *db, const void *list, size_t n, size_t size,
                    int (*put)(struct database *db, const void *item, struct err *err),
                    struct err *err)
{
    int status = 0;

    if (database_begin(db, err))
        return -1;
    for (size_t i = 0; i < n && status == 0; i++)
        status = put(db, (const char *)list + i * size, err);
    return finish(db, status, err);
}

static int put_pairing(struct database *db, const void *item, struct err *err)
{
    return record_put_pairing(db, item, err);
}

static int put_mistakes(struct database *db, const void *item, struct err *err)
{
    return record_put_mistakes(db, item, err);
}

static int put_playoff(struct database *db, const void *item, struct err *err)
{
    return record_put_playoff(db, item, err);
}

static int keep_pairings(void *context, const struct journal_pairing *list, size_t n,
                         struct err *err)
{
    return put_list(writable(context), list, n, sizeof *list, put_pairing, err);
}

static int keep_mistakes(void *context, const struct journal_mistakes *list, size_t n,
                         struct err *err)
{
    return put_list(writable(context), list, n, sizeof *list, put_mistakes, err);
}

static int keep_playoff(void *context, const struct journal_playoff *list, size_t n,
                        struct err *err)
{
    return put_list(writable(context), list, n, sizeof *list, put_playoff, err);
}

static int keep_time(void *context, const struct journal_time *time, struct err *err)
{
    return record_put_time(writable(context), time, err);
}

static int count_generations(void *context, uint32_t *closed, struct err *err)
{
    return row_read_number(readable(context), STATEMENT_COUNT_GENERATIONS, closed, err);
}

static int put_generation(struct database *db, const struct journal_generation *generation,
                          struct err *err)
{
    uint32_t closed = 0;

    if (row_read_number(db, STATEMENT_COUNT_GENERATIONS, &closed, err))
        return -1;
    if (closed != generation->generation)
        return err_set(err, "%s: generation %u cannot be closed: the next one is %u", db->path,
                       (unsigned)generation->generation, (unsigned)closed);
    if (record_put_generation(db, generation, err))
        return -1;
    for (uint32_t i = 0; i < generation->population; i++)
        if (record_put_rating(db, generation->generation, i, &generation->rating[i], err))
            return -1;
    return 0;
}

static int close_generation(void *context, const struct journal_generation *generation,
                            const struct journal_genome *children, size_t n, struct err *err)
{
    struct database *db = writable(context);
    int status;

    if (database_begin(db, err))
        return -1;
    status = put_generation(db, generation, err);
    if (status == 0)
        status = put_genomes(db, children, n, err);
    return finish(db, status, err);
}

static int keep_validation(void *context, const struct journal_validation *list, size_t n,
                           struct err *err)
{
    struct database *db = writable(context);
    uint32_t next = 0;
    int status;

    if (database_begin(db, err))
        return -1;
    status = row_read_number(db, STATEMENT_NEXT_VALIDATION, &next, err);
    for (size_t i = 0; i < n && status == 0; i++)
        status = record_put_validation(db, next++, &list[i], err);
    return finish(db, status, err);
}

/* A growing array of items of one size. */
struct list {
    size_t size;
    char *item;
    size_t n, capacity;
};

/* Room for one more item, which belongs to the list once n is raised. */
static void *list_room(struct list *list, struct err *err)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        void *grown = realloc(list->item, capacity * list->size);

        if (!grown) {
            err_shortage(err, "out of memory: %zu rows", capacity);
            return NULL;
        }
        list->item = grown;
        list->capacity = capacity;
    }
    return list->item + list->n * list->size;
}

/* Reads all rows into a list, which holds those that were read even if this fails. */
static int read_rows(struct row *row, size_t size,
                     int (*get)(struct row *row, void *item, struct err *err), void **out,
                     size_t *n, struct err *err)
{
    struct list list = { .size = size };
    void *item;
    int status;

    while ((status = row_next(row, err)) > 0) {
        item = list_room(&list, err);
        if (!item || get(row, item, err)) {
            row_end(row);
            status = -1;
            break;
        }
        list.n++;
    }
    *out = list.item;
    *n = list.n;
    return status;
}

/* The same for items that own nothing: an incomplete list is freed. */
static int read_list(struct row *row, size_t size,
                     int (*get)(struct row *row, void *item, struct err *err), void **out,
                     size_t *n, struct err *err)
{
    int status = read_rows(row, size, get, out, n, err);

    if (status) {
        free(*out);
        *out = NULL;
        *n = 0;
    }
    return status;
}

static int get_genome(struct row *row, void *item, struct err *err)
{
    return record_get_genome(row, item, err);
}

static int get_pairing(struct row *row, void *item, struct err *err)
{
    return record_get_pairing(row, item, err);
}

static int get_rating(struct row *row, void *item, struct err *err)
{
    uint32_t generation;

    return record_get_rating(row, &generation, item, err);
}

static int get_validation(struct row *row, void *item, struct err *err)
{
    return record_get_validation(row, item, err);
}

static int get_mistakes(struct row *row, void *item, struct err *err)
{
    return record_get_mistakes(row, item, err);
}

static int get_playoff(struct row *row, void *item, struct err *err)
{
    return record_get_playoff(row, item, err);
}

static int read_genomes(struct row *row, struct journal_genome **out, size_t *n, struct err *err)
{
    void *list;
    int status = read_list(row, sizeof **out, get_genome, &list, n, err);

    *out = list;
    return status;
}

static int read_population(void *context, uint32_t generation, struct journal_genome **list,
                           size_t *n, struct err *err)
{
    struct row row = row_of(readable(context), STATEMENT_READ_POPULATION);

    row_put_integer(&row, generation);
    if (read_genomes(&row, list, n, err))
        return -1;
    /* Slots have no gaps. This finds damage in the index, which has no checksum. */
    for (size_t i = 0; i < *n; i++)
        if ((*list)[i].slot != i) {
            free(*list);
            *list = NULL;
            *n = 0;
            return database_damaged(row.db, "a genome is missing", err);
        }
    return 0;
}

static int read_hand_picked(void *context, enum origin origin, struct journal_genome **list,
                            size_t *n, struct err *err)
{
    struct row row =
        row_of(readable(context),
               origin == ORIGIN_OPPONENT ? STATEMENT_READ_OPPONENTS : STATEMENT_READ_REFERENCES);

    return read_genomes(&row, list, n, err);
}

static int read_pairings(void *context, uint32_t generation, struct journal_pairing **out,
                         size_t *n, struct err *err)
{
    struct row row = row_of(readable(context), STATEMENT_READ_PAIRINGS);
    void *list;
    int status;

    row_put_integer(&row, generation);
    status = read_rows(&row, sizeof **out, get_pairing, &list, n, err);
    *out = list;
    if (status == 0)
        return 0;
    journal_pairings_free(*out, *n);
    *out = NULL;
    *n = 0;
    return -1;
}

/* The rows of one generation. */
static int read_of_generation(void *context, enum statement statement, uint32_t generation,
                              size_t size, int (*get)(struct row *row, void *item, struct err *err),
                              void **out, size_t *n, struct err *err)
{
    struct row row = row_of(readable(context), statement);

    row_put_integer(&row, generation);
    return read_list(&row, size, get, out, n, err);
}

static int read_ratings(void *context, uint32_t generation, struct journal_rating **out, size_t *n,
                        struct err *err)
{
    void *list;
    int status = read_of_generation(context, STATEMENT_READ_RATINGS, generation, sizeof **out,
                                    get_rating, &list, n, err);

    *out = list;
    return status;
}

static int read_validation(void *context, struct journal_validation **out, size_t *n,
                           struct err *err)
{
    struct row row = row_of(readable(context), STATEMENT_READ_VALIDATION);
    void *list;
    int status = read_list(&row, sizeof **out, get_validation, &list, n, err);

    *out = list;
    return status;
}

static int read_mistakes(void *context, uint32_t generation, struct journal_mistakes **out,
                         size_t *n, struct err *err)
{
    void *list;
    int status = read_of_generation(context, STATEMENT_READ_MISTAKES, generation, sizeof **out,
                                    get_mistakes, &list, n, err);

    *out = list;
    return status;
}

static int read_playoff(void *context, uint32_t generation, struct journal_playoff **out, size_t *n,
                        struct err *err)
{
    void *list;
    int status = read_of_generation(context, STATEMENT_READ_PLAYOFF, generation, sizeof **out,
                                    get_playoff, &list, n, err);

    *out = list;
    return status;
}

static int read_genome(void *context, uint32_t id, struct journal_genome *out, struct err *err)
{
    struct database *db = readable(context);
    struct row row = row_of(db, STATEMENT_READ_GENOME);
    int status;

    row_put_integer(&row, id);
    status = row_next(&row, err);
    if (status == 0)
        return err_set(err, "%s: there is no genome %u", db->path, (unsigned)id);
    if (status < 0 || record_get_genome(&row, out, err))
        return -1;
    row_end(&row);
    return 0;
}

static int read_champion(void *context, uint32_t generation, uint32_t *id, struct err *err)
{
    struct database *db = readable(context);
    struct row row = row_of(db, STATEMENT_READ_GENERATION);
    struct journal_generation record;
    int status;

    row_put_integer(&row, generation);
    status = row_next(&row, err);
    if (status == 0)
        return err_set(err, "%s: generation %u is not closed", db->path, (unsigned)generation);
    if (status < 0 || record_get_generation(&row, &record, err))
        return -1;
    *id = record.champion;
    row_end(&row);
    return 0;
}

struct journal store_journal(struct store *store)
{
    return (struct journal){
        .context = store,
        .begin = begin,
        .keep_pairings = keep_pairings,
        .close_generation = close_generation,
        .keep_validation = keep_validation,
        .keep_mistakes = keep_mistakes,
        .keep_playoff = keep_playoff,
        .keep_time = keep_time,
        .read_population = read_population,
        .read_hand_picked = read_hand_picked,
        .read_pairings = read_pairings,
        .read_ratings = read_ratings,
        .read_genome = read_genome,
        .read_validation = read_validation,
        .read_mistakes = read_mistakes,
        .read_playoff = read_playoff,
        .count_generations = count_generations,
        .read_champion = read_champion,
    };
}
