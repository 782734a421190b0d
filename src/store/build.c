#include "store/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heuristic/gene.h"
#include "store/folder.h"
#include "store/meta.h"
#include "store/row.h"

/* Big enough for a pairing of a hundred games to lie within one page. */
#define PAGE_BYTES "8192"

static int refuse_run(const char *dir, struct err *err)
{
    return err_set(err,
                   "%s already holds a run: 'c4evolve resume %s' goes on with it, and --out DIR "
                   "chooses another place",
                   dir, dir);
}

static int take_folder(struct build *build, struct err *err)
{
    char *path;
    int status;

    if (folder_has_run(build->dir))
        return refuse_run(build->dir, err);
    if (folder_make(build->dir, err))
        return -1;
    path = folder_path(build->dir, FOLDER_LOCK, err);
    status = path ? lock_take(&build->lock, path, err) : -1;
    free(path);
    if (status)
        return -1;
    /* Another process may have made one before it let the lock go. */
    return folder_has_run(build->dir) ? refuse_run(build->dir, err) : folder_clear(build->dir, err);
}

static int put_genes(struct database *db, struct err *err)
{
    for (int g = 0; g < GENE_COUNT; g++) {
        struct row row = row_of(db, STATEMENT_PUT_GENE);

        row_put_integer(&row, g);
        row_put_text(&row, gene_table[g].name, strlen(gene_table[g].name));
        if (row_insert(&row, err))
            return -1;
    }
    return 0;
}

static int put_tables(struct database *db, struct err *err)
{
    char identity[128];

    snprintf(identity, sizeof identity, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             SCHEMA_APPLICATION, SCHEMA_FORMAT);
    if (database_execute(db, identity, err))
        return -1;
    for (const char *const *table = schema_tables; *table; table++)
        if (database_execute(db, *table, err))
            return -1;
    return database_add_later(db, "TABLE", err) || database_prepare(db, err) ? -1 : 0;
}

static int put_all(struct database *db, struct err *err)
{
    return database_execute(db, "PRAGMA page_size = " PAGE_BYTES, err) || database_begin(db, err) ||
                   put_tables(db, err) || meta_put(db, META_PROGRAM, C4E_VERSION, err) ||
                   put_genes(db, err)
               ? -1
               : 0;
}

int build_begin(struct build *build, const char *dir, struct err *err)
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
        status = put_all(&build->db, err);
    if (status)
        build_release(build);
    return status;
}

int build_finish(struct build *build, struct err *err)
{
    int status = database_commit(&build->db, err);

    if (status == 0) {
        database_close(&build->db);
        status = folder_publish(build->dir, err);
    }
    if (status)
        build_release(build);
    return status;
}

void build_release(struct build *build)
{
    struct err ignored;

    database_close(&build->db);
    if (build->lock.held && !folder_has_run(build->dir))
        folder_clear(build->dir, &ignored);
    lock_release(&build->lock);
}
