#include "store/store.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "store/folder.h"
#include "store/record.h"

/* Keys of the strings that every run has. */
#define KEY_PROGRAM "program" /* in every format: read before the format is known to fit */
#define KEY_NAME    "name"
#define KEY_SEED    "seed"
#define KEY_CONFIG  "config"
#define KEY_BOARD   "board" /* BOARD_NAME; not in files of older programs */

/* Big enough for a pairing of a hundred games to fit into one page. */
#define PAGE_BYTES "8192"

/*
 * 1. Strings under keys.
 */

static int put_string(struct database *db, const char *key, const char *value, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_META);

    row_put_text(&row, key, strlen(key));
    row_put_text(&row, value, strlen(value));
    return row_insert(&row, err);
}

static int get_string(struct database *db, const char *key, char **value, struct err *err)
{
    struct row row = row_of(db, STATEMENT_READ_META);
    const void *text;
    size_t size;
    int status;

    *value = NULL;
    row_put_text(&row, key, strlen(key));
    status = row_next(&row, err);
    if (status <= 0)
        return status;
    row.column = 1;
    text = row_get_bytes(&row, &size);
    *value = calloc(1, size + 1);
    if (*value)
        memcpy(*value, text, size);
    row_end(&row);
    return *value ? 0 : err_shortage(err, "out of memory");
}

int store_get(struct store *store, const char *key, char **value, struct err *err)
{
    return get_string(store->db, key, value, err);
}

int store_set(struct store *store, const char *key, const char *value, struct err *err)
{
    assert(store->mode == STORE_WRITE);
    assert(strcmp(key, KEY_NAME) && strcmp(key, KEY_SEED) && strcmp(key, KEY_CONFIG) &&
           strcmp(key, KEY_PROGRAM) && strcmp(key, KEY_BOARD));
    return put_string(store->db, key, value, err);
}

static int put_meta(struct database *db, const struct store_meta *meta, struct err *err)
{
    char seed[32];

    for (const char *const *s = meta->strings; s && *s; s += 2)
        if (put_string(db, s[0], s[1], err))
            return -1;
    snprintf(seed, sizeof seed, "%" PRIu64, meta->seed);
    return put_string(db, KEY_NAME, meta->name, err) || put_string(db, KEY_SEED, seed, err) ||
                   put_string(db, KEY_CONFIG, meta->config, err) ||
                   put_string(db, KEY_BOARD, BOARD_NAME, err)
               ? -1
               : 0;
}

static int require_string(struct database *db, const char *key, char **value, struct err *err)
{
    if (get_string(db, key, value, err))
        return -1;
    return *value ? 0 : database_damaged(db, key, err);
}

static int check_board(struct database *db, struct err *err)
{
    char *board;
    int status = 0;

    if (get_string(db, KEY_BOARD, &board, err))
        return -1;
    if (strcmp(board ? board : BOARD_USUAL, BOARD_NAME) != 0)
        status = err_set_kind(err, ERR_DAMAGE,
                              "%s is a run on a board of %s; this program is for " BOARD_NAME,
                              db->path, board ? board : BOARD_USUAL);
    free(board);
    return status;
}

static int get_meta(struct database *db, struct store_meta *meta, struct err *err)
{
    char *name = NULL, *seed = NULL, *config = NULL, *program = NULL;
    int status = -1;

    *meta = (struct store_meta){ 0 };
    if (require_string(db, KEY_NAME, &name, err) == 0 &&
        require_string(db, KEY_SEED, &seed, err) == 0 &&
        require_string(db, KEY_CONFIG, &config, err) == 0 &&
        require_string(db, KEY_PROGRAM, &program, err) == 0)
        status = num_parse_u64(seed, &meta->seed) ? database_damaged(db, KEY_SEED, err) : 0;
    free(seed);
    meta->name = name;
    meta->config = config;
    meta->program = program;
    return status;
}

static void release_meta(struct store_meta *meta)
{
    free((char *)meta->name);
    free((char *)meta->config);
    free((char *)meta->program);
    *meta = (struct store_meta){ 0 };
}

/*
 * 2. Opening a run.
 */

static int refuse_format(struct database *db, int64_t format, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    const char *program = NULL;

    if (sqlite3_prepare_v2(db->handle, "SELECT value FROM meta WHERE key = '" KEY_PROGRAM "'", -1,
                           &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        program = (const char *)sqlite3_column_text(statement, 0);
    err_set_kind(err, ERR_DAMAGE,
                 "%s has format %lld, written by c4evolve %s; this is c4evolve " C4E_VERSION
                 ", which reads formats %d to %d",
                 db->path, (long long)format, program ? program : "of another version",
                 SCHEMA_OLDEST, SCHEMA_FORMAT);
    sqlite3_finalize(statement);
    return -1;
}

/* Succeeds if this is a run file of a format that we know. */
static int check_identity(struct database *db, int *format, struct err *err)
{
    int64_t application, found;

    if (database_number(db, "PRAGMA application_id", &application, err) ||
        database_number(db, "PRAGMA user_version", &found, err))
        return -1;
    if (application != SCHEMA_APPLICATION)
        return err_set_kind(err, ERR_DAMAGE, "%s is not a run file of c4evolve", db->path);
    if (found < SCHEMA_OLDEST || found > SCHEMA_FORMAT)
        return refuse_format(db, found, err);
    *format = (int)found;
    return 0;
}

static int prepare_reader(struct database *db, int format, struct err *err)
{
    return (format < SCHEMA_FORMAT && schema_overlay(db, schema_steps, format, err)) ||
                   database_prepare(db, err) || check_board(db, err) || record_read_genes(db, err)
               ? -1
               : 0;
}

static int bring_up_to_date(struct database *db, int format, struct err *err)
{
    return (format < SCHEMA_FORMAT && schema_upgrade(db, schema_steps, format, err)) ||
                   database_prepare(db, err) || check_board(db, err) ||
                   record_read_genes(db, err) || record_add_genes(db, err)
               ? -1
               : 0;
}

/* A file of an older program is changed in one transaction, or not at all. */
static int prepare_writer(struct database *db, int format, struct err *err)
{
    if (database_check(db, err) || database_begin(db, err))
        return -1;
    if (bring_up_to_date(db, format, err)) {
        database_rollback(db);
        return -1;
    }
    return database_commit(db, err);
}

static int open_database(struct store *store, struct err *err)
{
    bool write = store->mode == STORE_WRITE;
    char *path = folder_path(store->dir, FOLDER_RUN, err);
    struct database *db = calloc(1, sizeof *db);
    int format = 0, status;

    store->db = db;
    if (!path || !db) {
        free(path);
        return err_shortage(err, "out of memory");
    }
    status = database_open(db, path, write ? DATABASE_WRITE : DATABASE_READ, err);
    free(path);
    if (status || check_identity(db, &format, err))
        return -1;
    status = write ? prepare_writer(db, format, err) : prepare_reader(db, format, err);
    return status ? -1 : get_meta(db, &store->meta, err);
}

int store_open(struct store *store, const char *dir, enum store_mode mode, struct err *err)
{
    *store = (struct store){ .dir = strdup(dir), .mode = mode };
    if (!store->dir)
        return err_shortage(err, "out of memory");
    if (folder_check(dir, err) == 0 &&
        (mode == STORE_READ ||
         (folder_check_own(dir, err) == 0 && folder_lock(&store->lock, dir, err) == 0)) &&
        open_database(store, err) == 0)
        return 0;
    store_close(store);
    return -1;
}

void store_close(struct store *store)
{
    if (store->db)
        database_close(store->db);
    free(store->db);
    release_meta(&store->meta);
    folder_unlock(&store->lock);
    free(store->dir);
    *store = (struct store){ 0 };
}

/*
 * 3. A new run file. It appears in its folder once it is complete: if the process
 * is killed before, the folder holds no run, and a second attempt starts again.
 */

struct build {
    const char *dir;
    struct folder_lock lock;
    struct database db; /* in a transaction */
};

static int refuse_run(const char *dir, struct err *err)
{
    return err_set(err,
                   "%s already holds a run: continue it with 'c4evolve resume %s', or choose "
                   "another folder with --out DIR",
                   dir, dir);
}

static int take_folder(struct build *build, struct err *err)
{
    if (folder_has_run(build->dir))
        return refuse_run(build->dir, err);
    if (folder_make(build->dir, err) || folder_lock(&build->lock, build->dir, err))
        return -1;
    /* Another process may have created a run before it released the lock. */
    return folder_has_run(build->dir) ? refuse_run(build->dir, err) : folder_clear(build->dir, err);
}

/* Leaves no incomplete file behind, and releases the lock. */
static void build_release(struct build *build)
{
    struct err ignored;

    database_close(&build->db);
    if (build->lock.held && !folder_has_run(build->dir))
        folder_clear(build->dir, &ignored);
    folder_unlock(&build->lock);
}

static int make_tables(struct database *db, struct err *err)
{
    char identity[128];

    snprintf(identity, sizeof identity, "PRAGMA application_id = %d", SCHEMA_APPLICATION);
    return database_execute(db, "PRAGMA page_size = " PAGE_BYTES, err) || database_begin(db, err) ||
                   database_execute(db, identity, err) ||
                   schema_upgrade(db, schema_steps, 0, err) || database_prepare(db, err) ||
                   put_string(db, KEY_PROGRAM, C4E_VERSION, err)
               ? -1
               : 0;
}

/* Refuses a folder that holds a run. The file gets all tables, but no genes yet. */
static int build_begin(struct build *build, const char *dir, struct err *err)
{
    char *path = NULL;
    int status;

    *build = (struct build){ .dir = dir };
    status = take_folder(build, err);
    if (status == 0) {
        path = folder_path(dir, FOLDER_NEW, err);
        status = path ? database_open(&build->db, path, DATABASE_BUILD, err) : -1;
    }
    free(path);
    if (status == 0)
        status = make_tables(&build->db, err);
    if (status)
        build_release(build);
    return status;
}

/* Publishes the file and closes it, unless `status` says that filling it failed. The lock is
 * still held. */
static int build_finish(struct build *build, int status, struct err *err)
{
    if (status == 0)
        status = record_read_genes(&build->db, err) || record_add_genes(&build->db, err) ||
                 database_commit(&build->db, err);
    if (status == 0) {
        database_close(&build->db);
        status = folder_publish(build->dir, err);
    }
    if (status == 0)
        return 0;
    build_release(build);
    return -1;
}

/* The lock passes from the build to the store, so that no other process gets in between. */
static int build_run(struct store *store, const struct store_meta *meta, struct err *err)
{
    struct build build;

    if (build_begin(&build, store->dir, err) ||
        build_finish(&build, put_meta(&build.db, meta, err), err))
        return -1;
    store->lock = build.lock;
    return 0;
}

int store_create(struct store *store, const char *dir, const struct store_meta *meta,
                 struct err *err)
{
    *store = (struct store){ .dir = strdup(dir), .mode = STORE_WRITE };
    if (!store->dir)
        return err_shortage(err, "out of memory");
    if (build_run(store, meta, err) == 0 && open_database(store, err) == 0)
        return 0;
    store_close(store);
    return -1;
}

/*
 * 4. A fork: a new run file that takes rows from another one.
 */

/* Succeeds if the run can be forked there. A finished run has no population after its last
 * generation. */
static int check_generation(struct store *from, uint32_t generation, struct err *err)
{
    struct journal journal = store_journal(from);
    struct journal_genome *list;
    uint32_t closed;
    size_t n;

    if (journal_read_population(&journal, generation, &list, &n, err))
        return -1;
    free(list);
    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if (n > 0 && generation <= closed)
        return 0;
    return err_set(err, "%s: cannot continue from generation %u; %u are closed", from->dir,
                   (unsigned)generation, (unsigned)closed);
}

/* Every row is checked when it is read, so that a fork never copies damage. */
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
    char *origin = sqlite3_mprintf("%s, generation %u", from->dir, (unsigned)generation);
    int status = origin ? 0 : err_shortage(err, "out of memory");

    for (const struct schema_copy *copy = schema_copies; status == 0 && copy->from; copy++)
        status = copy_table(to, from->db, copy, generation, err);
    if (status == 0)
        status = put_string(to, STORE_FORKED_FROM, origin, err);
    sqlite3_free(origin);
    return status;
}

static int fork_open(struct store *from, uint32_t generation, const char *to, struct err *err)
{
    struct build build;

    if (check_generation(from, generation, err) || build_begin(&build, to, err) ||
        build_finish(&build, copy_run(&build.db, from, generation, err), err))
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
