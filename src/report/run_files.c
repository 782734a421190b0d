#include "report/run_files.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/draft.h"
#include "base/replacement.h"
#include "heuristic/genome.h"
#include "report/lineage.h"
#include "report/run_tables.h"
#include "store/folder.h"

static int write_genome(struct store *store, const struct genome *genome, struct err *err)
{
    struct replacement file;

    if (replacement_begin(&file, store->dir, "champion.ini", err))
        return -1;
    genome_write(genome, file.out); /* replacement_finish checks for write errors */
    return replacement_finish(&file, err);
}

static int write_champion(struct store *store, uint32_t id, struct err *err)
{
    struct genome genome;
    struct lineage l;
    int status;

    if (lineage_init(&l, store, id, LINEAGE_FIRST, err))
        return -1;
    genome_init(&genome);
    memcpy(genome.gene, l.list[0].who.gene, sizeof genome.gene);
    genome.tables = tables_share(l.list[0].who.tables);
    status = lineage_comment(&genome, store, &l, LINEAGE_SHORT, err);
    if (status == 0)
        status = write_genome(store, &genome, err);
    genome_release(&genome);
    lineage_release(&l);
    return status;
}

/* Writes the champion if it is another genome than that in the file. */
static int update_champion(struct run_files *files, struct err *err)
{
    struct journal journal = store_journal(files->store);
    struct journal_genome champion;
    uint32_t closed, id;

    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if (closed == 0)
        return 0;
    if (lineage_champion(files->store, &id, err) ||
        journal_read_genome(&journal, id, &champion, err))
        return -1;
    if (!files->champion || (id != files->champion && !(champion.origin == ORIGIN_ELITE &&
                                                        champion.parent[0] == files->champion))) {
        files->champion = 0;
        if (write_champion(files->store, id, err))
            return -1;
    }
    files->champion = id;
    return 0;
}

static const char *const table_names[RUN_FILES_TABLES] = { "generations", "lineage", "winrates" };

void run_files_init(struct run_files *files, struct store *store)
{
    *files = (struct run_files){ .store = store };
    for (int i = 0; i < RUN_FILES_TABLES; i++)
        files->table[i].open = run_span_all;
}

/* The generations that are closed, and the rows that no longer change: all of them but those of the
 * open generation. */
static int find_closed(struct store *store, struct run_span *closed, struct err *err)
{
    struct journal journal = store_journal(store);
    struct journal_genome *open = NULL;
    uint32_t generation;
    size_t n;

    if (journal_count_generations(&journal, &generation, err) ||
        journal_read_population(&journal, generation, &open, &n, err))
        return -1;
    *closed = run_span_all;
    closed->last_generation = generation - 1; /* not used if there is none */
    closed->last_id = n ? open[0].id - 1 : 0;
    free(open);
    return generation > 0 && n > 0;
}

static struct run_span span_after(const struct run_span *closed)
{
    struct run_span open = run_span_all;

    open.first_generation = closed->last_generation + 1;
    open.first_id = closed->last_id + 1;
    return open;
}

static int print_rows(struct run_files *files, int i, const struct run_span *span, FILE *out,
                      enum table_format format, struct err *err)
{
    const struct run_table *table = run_tables_find(table_names[i], err);

    assert(table);
    return table->print(files->store, span, out, format, err);
}

/* Writes all of a table, row by row. `closed` may be NULL: no row is settled. */
static int rewrite_table(struct run_files *files, int i, const struct run_span *closed,
                         struct err *err)
{
    struct run_table_file *table = &files->table[i];
    struct run_span open = closed ? span_after(closed) : run_span_all;
    struct replacement file;
    char name[64];
    off_t settled = 0;
    int status = 0;

    table->grown = (struct grown){ 0 };
    snprintf(name, sizeof name, "%s.csv", table_names[i]);
    if (replacement_begin(&file, files->store->dir, name, err))
        return -1;
    if (closed)
        status = print_rows(files, i, closed, file.out, TABLE_CSV, err);
    if (status == 0 && closed && output_flush(&file.output) == 0)
        settled = lseek(file.output.fd, 0, SEEK_CUR);
    if (status == 0)
        status = print_rows(files, i, &open, file.out, closed ? TABLE_CSV_ROWS : TABLE_CSV, err);
    if (status) {
        replacement_cancel(&file);
        return -1;
    }
    if (closed && output_flush(&file.output) == 0)
        grown_note(&table->grown, file.output.fd, settled);
    if (replacement_finish(&file, err)) {
        table->grown = (struct grown){ 0 };
        return -1;
    }
    table->open = open;
    return 0;
}

/* Prints the rows of the generations that were closed since the last time, then the open ones. The
 * text belongs to the draft. */
static int print_more(struct run_files *files, int i, const struct run_span *closed,
                      struct grown_text *more, struct draft *draft, struct err *err)
{
    struct run_span settled = files->table[i].open, open = span_after(closed);
    int status = 0;

    settled.last_generation = closed->last_generation;
    settled.last_id = closed->last_id;
    if (settled.first_generation <= settled.last_generation)
        status = print_rows(files, i, &settled, draft->out, TABLE_CSV_ROWS, err);
    draft_flush(draft);
    more->settled = draft->size;
    if (status == 0)
        status = print_rows(files, i, &open, draft->out, TABLE_CSV_ROWS, err);
    if (status == 0)
        status = draft_close(draft, err);
    more->text = draft->text;
    more->size = draft->size;
    return status;
}

static int extend_table(struct run_files *files, int i, const struct run_span *closed, bool *done,
                        struct err *err)
{
    struct run_table_file *table = &files->table[i];
    struct grown_text more = { 0 };
    struct draft draft;
    char name[64], *path;
    int status;

    *done = false;
    if (!table->grown.known)
        return 0;
    if (draft_open(&draft, err))
        return -1;
    snprintf(name, sizeof name, "%s.csv", table_names[i]);
    path = folder_path(files->store->dir, name, err);
    status = path ? print_more(files, i, closed, &more, &draft, err) : -1;
    if (status == 0)
        status = grown_extend(&table->grown, path, &more, done, err);
    if (status == 0 && *done)
        table->open = span_after(closed);
    free(path);
    draft_release(&draft);
    return status;
}

int run_files_update(struct run_files *files, struct err *err)
{
    struct run_span closed;
    int any;

    if (update_champion(files, err))
        return -1;
    any = find_closed(files->store, &closed, err);
    if (any < 0)
        return -1;
    for (int i = 0; i < RUN_FILES_TABLES; i++) {
        bool done = false;

        if (any && extend_table(files, i, &closed, &done, err))
            return -1;
        if (!done && rewrite_table(files, i, any ? &closed : NULL, err))
            return -1;
    }
    return 0;
}

int run_files_finish(struct run_files *files, struct err *err)
{
    files->champion = 0;
    return run_files_update(files, err);
}

int run_files_write(struct store *store, struct err *err)
{
    struct run_files files;

    run_files_init(&files, store);
    return run_files_update(&files, err);
}
