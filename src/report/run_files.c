#include "report/run_files.h"

#include <errno.h>
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

static int write_table(struct store *store, const char *name, struct err *err)
{
    const struct run_table *table = run_table_find(name, err);
    struct replacement file;
    char file_name[64];

    snprintf(file_name, sizeof file_name, "%s.csv", name);
    if (!table || replacement_begin(&file, store->dir, file_name, err))
        return -1;
    if (table->print(store, file.out, TABLE_CSV, err)) {
        replacement_cancel(&file);
        return -1;
    }
    return replacement_finish(&file, err);
}

int run_files_write(struct store *store, struct err *err)
{
    return write_champion(store, err) || write_table(store, "generations", err) ||
                   write_table(store, "lineage", err) || write_table(store, "winrates", err)
               ? -1
               : 0;
}
