#include "store/store.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/build.h"
#include "store/folder.h"
#include "store/meta.h"
#include "store/row.h"

static int refuse_format(struct database *db, int64_t format, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    const char *program = NULL;

    if (sqlite3_prepare_v2(db->handle, "SELECT value FROM meta WHERE key = '" META_PROGRAM "'", -1,
                           &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        program = (const char *)sqlite3_column_text(statement, 0);
    err_set(err,
            "%s has format %lld, written by c4evolve %s; this is c4evolve " C4E_VERSION
            ", which reads formats %d to %d",
            db->path, (long long)format, program ? program : "of another version", SCHEMA_OLDEST,
            SCHEMA_FORMAT);
    sqlite3_finalize(statement);
    return -1;
}

/* Is this a run file, and one of ours? */
static int check_identity(struct database *db, int64_t *format, struct err *err)
{
    int64_t application;

    if (database_number(db, "PRAGMA application_id", &application, err) ||
        database_number(db, "PRAGMA user_version", format, err))
        return -1;
    if (application != SCHEMA_APPLICATION)
        return err_set(err, "%s is not a run file of c4evolve", db->path);
    return *format >= SCHEMA_OLDEST && *format <= SCHEMA_FORMAT ? 0
                                                                : refuse_format(db, *format, err);
}

/* A writer brings an old file up to date. A reader sees empty tables instead, in memory. */
static int add_later(struct database *db, int64_t format, bool write, struct err *err)
{
    char raise[64];

    if (format == SCHEMA_FORMAT)
        return 0;
    if (!write)
        return database_execute(db, "PRAGMA temp_store = MEMORY; PRAGMA query_only = OFF", err) ||
                       database_add_later(db, "TEMP TABLE", err) ||
                       database_execute(db, "PRAGMA query_only = ON", err)
                   ? -1
                   : 0;
    snprintf(raise, sizeof raise, "PRAGMA user_version = %d", SCHEMA_FORMAT);
    if (database_begin(db, err))
        return -1;
    if (database_add_later(db, "TABLE", err) || database_execute(db, raise, err)) {
        database_rollback(db);
        return -1;
    }
    return database_commit(db, err);
}

/* The numbers of a genome mean nothing unless the genes are the same. A file from before the last
 * genes can be read, since they had their defaults then, but takes no genomes that have them. */
static int check_genes(struct database *db, bool write, struct err *err)
{
    struct row row = row_of(db, STATEMENT_READ_GENES);
    char name[64];
    int n = 0, status;

    while ((status = row_next(&row, err)) > 0) {
        row.column = 1;
        row_get_text(&row, name, sizeof name);
        if (n < GENE_COUNT && strcmp(name, gene_table[n].name) == 0) {
            n++;
            continue;
        }
        row_end(&row);
        return err_set(err, "%s was written with other genes: '%s' where this program has '%s'",
                       db->path, name, n < GENE_COUNT ? gene_table[n].name : "no more");
    }
    if (status == 0 && write && n < GENE_COUNT)
        return err_set(err, "%s was written with other genes: '%s' is missing", db->path,
                       gene_table[n].name);
    return status;
}

static int open_database(struct store *store, struct err *err)
{
    bool write = store->mode == STORE_WRITE;
    char *path = folder_path(store->dir, FOLDER_RUN, err);
    struct database *db = calloc(1, sizeof *db);
    int64_t format;
    int status;

    store->db = db;
    if (!path || !db) {
        free(path);
        return err_set(err, "out of memory");
    }
    status = database_open(db, path, write ? DATABASE_WRITE : DATABASE_READ, err);
    free(path);
    return status || check_identity(db, &format, err) || (write && database_check(db, err)) ||
                   add_later(db, format, write, err) || database_prepare(db, err) ||
                   check_genes(db, write, err) || meta_read(db, &store->meta, err)
               ? -1
               : 0;
}

static int take_lock(struct store *store, struct err *err)
{
    char *path = folder_path(store->dir, FOLDER_LOCK, err);
    int status = path ? lock_take(&store->lock, path, err) : -1;

    free(path);
    return status;
}

int store_open(struct store *store, const char *dir, enum store_mode mode, struct err *err)
{
    *store = (struct store){ .dir = strdup(dir), .mode = mode };
    if (!store->dir)
        return err_set(err, "out of memory");
    if (folder_check(dir, err) == 0 && (mode == STORE_READ || take_lock(store, err) == 0) &&
        open_database(store, err) == 0)
        return 0;
    store_close(store);
    return -1;
}

/* The lock passes from the builder to the store, so that nobody comes in between. */
static int build_run(struct store *store, const struct store_meta *meta, struct err *err)
{
    struct build build;

    if (build_begin(&build, store->dir, err))
        return -1;
    if (meta_write(&build.db, meta, err)) {
        build_release(&build);
        return -1;
    }
    if (build_finish(&build, err))
        return -1;
    store->lock = build.lock;
    return 0;
}

int store_create(struct store *store, const char *dir, const struct store_meta *meta,
                 struct err *err)
{
    *store = (struct store){ .dir = strdup(dir), .mode = STORE_WRITE };
    if (!store->dir)
        return err_set(err, "out of memory");
    if (build_run(store, meta, err) == 0 && open_database(store, err) == 0)
        return 0;
    store_close(store);
    return -1;
}

void store_close(struct store *store)
{
    if (store->db)
        database_close(store->db);
    free(store->db);
    meta_release(&store->meta);
    lock_release(&store->lock);
    free(store->dir);
    *store = (struct store){ 0 };
}

int store_get(struct store *store, const char *key, char **value, struct err *err)
{
    return meta_get(store->db, key, value, err);
}

int store_set(struct store *store, const char *key, const char *value, struct err *err)
{
    assert(store->mode == STORE_WRITE);
    assert(strcmp(key, META_NAME) && strcmp(key, META_SEED) && strcmp(key, META_CONFIG) &&
           strcmp(key, META_PROGRAM));
    return meta_put(store->db, key, value, err);
}
