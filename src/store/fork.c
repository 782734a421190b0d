#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/build.h"
#include "store/meta.h"
#include "store/row.h"

/* Can the run be forked there? A closed run has no
 * population after its last generation. */
static int check_generation(struct store *from, uint32_t generation, struct err *err)
{
    struct journal journal = store_journal(from);
    struct journal_genome *list;
    uint32_t closed;
    size_t n;

    if (journal_read_population(&journal, generation, &list, &n, err) ||
        journal_count_generations(&journal, &closed, err))
        return -1;
    free(list);
    if (n > 0 && generation <= closed)
        return 0;
    return err_set(err, "%s: there is no generation %u to go on from; %u are closed", from->dir,
                   (unsigned)generation, (unsigned)closed);
}

/* Every row is looked at on its way, so that a fork never copies damage. */
static int copy_rows(struct database *to, enum statement put, struct row *from, struct err *err)
{
    int columns = sqlite3_column_count(from->statement) - 1, status;

    while ((status = row_next(from, err)) > 0) {
        struct row row = row_of(to, put);

        for (int i = 0; i < columns && row.status == SQLITE_OK; i++)
            row.status =
                sqlite3_bind_value(row.statement, i + 1, sqlite3_column_value(from->statement, i));
        if (row_insert(&row, err))
            return -1;
    }
    return status;
}

static int copy_table(struct database *to, struct database *from, const struct schema_copy *copy,
                      uint32_t generation, struct err *err)
{
    struct row row = { .db = from };
    int status = sqlite3_prepare_v2(from->handle, copy->from, -1, &row.statement, NULL);

    if (status != SQLITE_OK)
        return database_fail(from, status, err);
    row_put_integer(&row, generation);
    status = copy_rows(to, copy->to, &row, err);
    sqlite3_finalize(row.statement);
    return status;
}

static int copy_run(struct database *to, struct store *from, uint32_t generation, struct err *err)
{
    size_t size = strlen(from->dir) + 32;
    char *origin = malloc(size);
    int status;

    for (const struct schema_copy *copy = schema_copies; copy->from; copy++)
        if (copy_table(to, from->db, copy, generation, err)) {
            free(origin);
            return -1;
        }
    if (!origin)
        return err_set(err, "out of memory");
    snprintf(origin, size, "%s, generation %u", from->dir, (unsigned)generation);
    status = meta_put(to, STORE_FORKED_FROM, origin, err);
    free(origin);
    return status;
}

static int fork_open(struct store *from, uint32_t generation, const char *to, struct err *err)
{
    struct build build;

    if (check_generation(from, generation, err) || build_begin(&build, to, err))
        return -1;
    if (copy_run(&build.db, from, generation, err)) {
        build_release(&build);
        return -1;
    }
    if (build_finish(&build, err))
        return -1;
    build_release(&build);
    return 0;
}

int store_fork(const char *from, uint32_t generation, const char *to, struct err *err)
{
    struct store source;
    int status;

    if (store_open(&source, from, STORE_READ, err))
        return -1;
    status = fork_open(&source, generation, to, err);
    store_close(&source);
    return status;
}
