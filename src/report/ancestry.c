#include "report/ancestry.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/text.h"

#define COMMENT_WIDTH 190 /* longer lines of INI files are refused */
#define NAME_WIDTH    32  /* an INI line has at most 198 bytes, and a character up to four */
#define STEPS_SHOWN   6

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

static void print_summary(FILE *out, const struct lineage *l, const struct store *store)
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
}

/* Text as comment, long lines in pieces. */
static void print_as_comment(FILE *out, const char *text)
{
    while (*text) {
        int length = (int)strcspn(text, "\n");
        int piece = length < COMMENT_WIDTH ? length : COMMENT_WIDTH;

        fprintf(out, ";%s%.*s\n", piece ? " " : "", piece, text);
        text += piece + (text[piece] == '\n');
    }
}

/* What the command line changed in the config. */
static int print_changes(FILE *out, struct store *store, struct err *err)
{
    char *overrides = NULL, *generations = NULL;
    int status = store_get(store, RUN_OVERRIDES, &overrides, err) ||
                         store_get(store, RUN_GENERATIONS, &generations, err)
                     ? -1
                     : 0;

    if ((overrides && *overrides) || generations)
        fputs(";\n; Changed by the command line:\n;\n", out);
    if (overrides)
        print_as_comment(out, overrides);
    if (generations)
        fprintf(out, "; run.generations=%s\n", generations);
    free(overrides);
    free(generations);
    return status;
}

static void print_full(FILE *out, const struct store *store, const struct lineage *l)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);

    fprintf(out, "; The run has seed %" PRIu64 " and was begun by c4evolve %s\n;\n",
            store->meta.seed, store->meta.program ? store->meta.program : "of unknown version");
    fputs("; Its line of first parents:\n;\n", out);
    if (!lines)
        return;
    lineage_print_text(lines, l);
    fclose(lines);
    print_as_comment(out, text ? text : "");
    free(text);
    fputs(";\n; The config of the run:\n;\n", out);
    print_as_comment(out, store->meta.config);
}

int ancestry_comment(struct genome *genome, struct store *store, const struct lineage *l,
                     enum ancestry_length length, struct err *err)
{
    size_t size = 0;
    FILE *out = open_memstream(&genome->comment, &size);
    bool failed = !out;
    int status = 0;

    if (out) {
        print_summary(out, l, store);
        if (length == ANCESTRY_FULL) {
            print_full(out, store, l);
            status = print_changes(out, store, err);
        } else {
            print_line(out, l);
        }
        failed = ferror(out) != 0;
        failed |= fclose(out) != 0;
    }
    return failed ? err_set(err, "out of memory") : status;
}

int ancestry_read(struct genome *genome, const char *dir, enum ancestry_length length,
                  struct err *err)
{
    struct store store;
    struct lineage l;
    uint32_t id;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    status = lineage_champion(&store, &id, err);
    if (status == 0)
        status = lineage_init(&l, &store, id, LINEAGE_LINE, err);
    if (status == 0) {
        status = ancestry_comment(genome, &store, &l, length, err);
        lineage_release(&l);
    }
    store_close(&store);
    return status;
}
