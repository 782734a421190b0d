#include "report/run_files.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heuristic/genome.h"
#include "report/lineage.h"
#include "report/replacement.h"
#include "report/run_tables.h"
#include "report/text.h"

#define NAME_WIDTH  32 /* an INI line has at most 198 bytes, and a character up to four */
#define STEPS_SHOWN 6

/* "17  generation 3, mutation of 12, Elo 87 +- 21" */
static void print_step(FILE *out, const struct ancestor *a)
{
    fprintf(out, ";   %-6u  ", (unsigned)a->who.id);
    lineage_print_birth(out, a);
    if (!isnan(a->elo)) {
        fputs(", ", out);
        lineage_print_elo(out, a);
    }
    fputc('\n', out);
}

/* The line of first parents: the last steps, and where it began. */
static void print_line(FILE *out, const struct lineage *l)
{
    size_t step = 0;

    fputs("; Its line of first parents, newest first:\n", out);
    for (size_t i = 0; i < l->n; i++) {
        if (l->list[i].root != &l->list[i])
            continue;
        step++;
        if (step < STEPS_SHOWN || step == l->steps)
            print_step(out, &l->list[i]);
        else if (step == STEPS_SHOWN)
            fprintf(out, ";   and %zu more, back to\n", l->steps - STEPS_SHOWN);
    }
}

static void print_comment(FILE *out, const struct lineage *l, const struct store *store)
{
    const struct ancestor *champion = &l->list[0], *root = champion->root;
    int width = text_width(store->meta.name);

    fprintf(out, "; Champion after generation %u of the run ", (unsigned)champion->who.generation);
    text_column(out, store->meta.name, width < NAME_WIDTH ? width : NAME_WIDTH);
    fprintf(out, "\n; Genome %u, ", (unsigned)champion->who.id);
    if (!isnan(champion->elo)) {
        lineage_print_elo(out, champion);
        fputs(" (95%), ", out);
    }
    if (root == champion)
        fprintf(out, "origin: %s\n", origin_name[root->who.origin]);
    else
        fprintf(out, "origin: %s in generation %u, as genome %u\n", origin_name[root->who.origin],
                (unsigned)root->who.generation, (unsigned)root->who.id);
    print_line(out, l);
}

static int make_comment(struct genome *genome, const struct lineage *l, const struct store *store,
                        struct err *err)
{
    size_t size = 0;
    FILE *out = open_memstream(&genome->comment, &size);
    bool failed = !out;

    if (out) {
        print_comment(out, l, store);
        failed = ferror(out) != 0;
        failed |= fclose(out) != 0;
    }
    return failed ? err_set(err, "out of memory") : 0;
}

static int write_genome(struct store *store, const struct genome *genome, struct err *err)
{
    struct replacement file;

    if (replacement_begin(&file, store->dir, "champion.ini", err))
        return -1;
    genome_write(genome, file.out); /* finishing asks the stream whether all went well */
    return replacement_finish(&file, err);
}

static int write_champion(struct store *store, struct err *err)
{
    struct journal journal = store_journal(store);
    struct genome genome;
    struct lineage l;
    uint32_t closed, id;
    int status;

    if (journal.count_generations(journal.context, &closed, err))
        return -1;
    if (closed == 0)
        return 0;
    if (lineage_champion(store, &id, err) || lineage_init(&l, store, id, LINEAGE_LINE, err))
        return -1;
    genome_init(&genome);
    memcpy(genome.gene, l.list[0].who.gene, sizeof genome.gene);
    status = make_comment(&genome, &l, store, err);
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

/* The rows of a span that follow those that are kept. */
static int print_rows(struct run_files *files, int i, const struct run_span *span, FILE *out,
                      struct err *err)
{
    const struct run_table *table = run_table_find(table_names[i], err);

    assert(table);
    return table->print(files->store, span, out, files->kept[i].text ? TABLE_CSV_ROWS : TABLE_CSV,
                        err);
}

/* Adds the rows of a span to those that are kept. */
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

/* What was closed since the last time moves from the rest to what is kept. */
static int keep_closed(struct run_files *files, struct err *err)
{
    struct journal journal = store_journal(files->store);
    struct individual_record *open = NULL;
    uint32_t generation, next_id;
    size_t n;

    if (journal.count_generations(journal.context, &generation, err) ||
        journal.read_population(journal.context, generation, &open, &n, err))
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
