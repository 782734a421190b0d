#include "report/run_files.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heuristic/genome.h"
#include "report/lineage.h"
#include "base/replacement.h"
#include "report/run_tables.h"

static int write_genome(struct store *store, const struct genome *genome, struct err *err)
{
    struct replacement file;

    if (replacement_begin(&file, store->dir, "champion.ini", err))
        return -1;
    genome_write(genome, file.out); /* replacement_finish checks for write errors */
    return replacement_finish(&file, err);
}

static int write_champion(struct store *store, struct err *err)
{
    struct journal journal = store_journal(store);
    struct genome genome;
    struct lineage l;
    uint32_t closed, id;
    int status;

    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if (closed == 0)
        return 0;
    if (lineage_champion(store, &id, err) || lineage_init(&l, store, id, LINEAGE_FIRST, err))
        return -1;
    genome_init(&genome);
    memcpy(genome.gene, l.list[0].who.gene, sizeof genome.gene);
    status = lineage_comment(&genome, store, &l, LINEAGE_SHORT, err);
    if (status == 0)
        status = write_genome(store, &genome, err);
    genome_release(&genome);
    lineage_release(&l);
    return status;
}

static const char *const table_names[RUN_FILES_TABLES] = { "generations", "lineage", "winrates" };

void run_files_init(struct run_files *files, struct store *store)
{
    *files = (struct run_files){ .store = store };
    for (int i = 0; i < RUN_FILES_TABLES; i++)
        files->kept[i].rest = run_span_all;
}

void run_files_release(struct run_files *files)
{
    for (int i = 0; i < RUN_FILES_TABLES; i++)
        free(files->kept[i].text);
    *files = (struct run_files){ 0 };
}

/* Prints the rows of a span, which follow the kept ones. */
static int print_rows(struct run_files *files, int i, const struct run_span *span, FILE *out,
                      struct err *err)
{
    const struct run_table *table = run_tables_find(table_names[i], err);

    assert(table);
    return table->print(files->store, span, out, files->kept[i].text ? TABLE_CSV_ROWS : TABLE_CSV,
                        err);
}

/* Adds the rows of a span to the kept ones. */
static int keep_rows(struct run_files *files, int i, const struct run_span *span, struct err *err)
{
    struct kept_rows *kept = &files->kept[i];
    char *text = NULL, *grown = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int status = out ? print_rows(files, i, span, out, err) : 0;
    bool complete = out && !ferror(out);

    if (out && fclose(out))
        complete = false;
    if (status == 0 && complete)
        grown = realloc(kept->text, kept->size + size + 1);
    if (grown) {
        memcpy(grown + kept->size, text, size);
        kept->text = grown;
        kept->size += size;
        kept->rest.first_generation = span->last_generation + 1;
        kept->rest.first_id = span->last_id + 1;
    } else if (status == 0) {
        status = err_set(err, "out of memory: %s", table_names[i]);
    }
    free(text);
    return status;
}

/* Keeps the rows of all generations that were closed since the last call. */
static int keep_closed(struct run_files *files, struct err *err)
{
    struct journal journal = store_journal(files->store);
    struct journal_genome *open = NULL;
    uint32_t generation, next_id;
    size_t n;

    if (journal_count_generations(&journal, &generation, err) ||
        journal_read_population(&journal, generation, &open, &n, err))
        return -1;
    next_id = n ? open[0].id : 0;
    free(open);
    if (generation == 0 || n == 0)
        return 0;
    for (int i = 0; i < RUN_FILES_TABLES; i++) {
        struct run_span closed = files->kept[i].rest;

        if (closed.first_generation >= generation)
            continue;
        closed.last_generation = generation - 1;
        closed.last_id = next_id - 1;
        if (keep_rows(files, i, &closed, err))
            return -1;
    }
    return 0;
}

static int write_table(struct run_files *files, int i, struct err *err)
{
    const struct kept_rows *kept = &files->kept[i];
    struct replacement file;
    char name[64];

    snprintf(name, sizeof name, "%s.csv", table_names[i]);
    if (replacement_begin(&file, files->store->dir, name, err))
        return -1;
    if (kept->text)
        fwrite(kept->text, 1, kept->size, file.out);
    if (print_rows(files, i, &kept->rest, file.out, err)) {
        replacement_cancel(&file);
        return -1;
    }
    return replacement_finish(&file, err);
}

int run_files_update(struct run_files *files, struct err *err)
{
    if (write_champion(files->store, err) || keep_closed(files, err))
        return -1;
    for (int i = 0; i < RUN_FILES_TABLES; i++)
        if (write_table(files, i, err))
            return -1;
    return 0;
}

int run_files_write(struct store *store, struct err *err)
{
    struct run_files files;
    int status;

    run_files_init(&files, store);
    status = run_files_update(&files, err);
    run_files_release(&files);
    return status;
}
