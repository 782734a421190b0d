#include "report/lineage.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/draft.h"
#include "base/num.h"
#include "report/tables_text.h"
#include "report/text.h"

#define CHANGES_SHOWN 5
#define LINE_WIDTH    100
#define INDENT        "        "

/* Rounded, without a sign on zero. */
static double whole(double value)
{
    return nearbyint(value) + 0.0;
}

void lineage_print_elo(FILE *out, const struct ancestor *a)
{
    fprintf(out, "Elo %.0f +- %.0f", whole(a->elo), a->error);
}

static void print_origin(FILE *out, const struct ancestor *a)
{
    fprintf(out, "generation %u, %s", (unsigned)a->who.generation, origin_name[a->who.origin]);
    if (a->parent[0])
        fprintf(out, " of %u", (unsigned)a->parent[0]->root->who.id);
    if (a->parent[1])
        fprintf(out, " and %u", (unsigned)a->parent[1]->root->who.id);
    else if (a->who.parent[1])
        fprintf(out, " and %u", (unsigned)a->who.parent[1]);
    if (*a->who.name) {
        fputc(' ', out);
        text_column(out, a->who.name, text_width(a->who.name));
    }
}

static void print_elites(FILE *out, const struct ancestor *root)
{
    const struct ancestor *newest = root->newest;

    if (!newest)
        return;
    fprintf(out, INDENT "elite, generation");
    if (root->elite_since == newest->who.generation)
        fprintf(out, " %u", (unsigned)newest->who.generation);
    else
        fprintf(out, "s %u to %u", (unsigned)root->elite_since, (unsigned)newest->who.generation);
    if (!isnan(newest->elo)) {
        fputs(": ", out);
        lineage_print_elo(out, newest);
    }
    fputc('\n', out);
}

static void print_rating(FILE *out, const struct ancestor *a)
{
    double gain, error;

    if (isnan(a->elo))
        return;
    fputs(INDENT, out);
    lineage_print_elo(out, a);
    if (lineage_score_gain(a, &gain, &error))
        fprintf(out, ", score %+.3f +- %.3f over %u", gain, error,
                (unsigned)a->parent[0]->root->who.id);
    else if (lineage_gain(a, &gain, &error))
        fprintf(out, ", %+.0f +- %.0f over %u", whole(gain), error,
                (unsigned)a->parent[0]->root->who.id);
    fputc('\n', out);
}

/* "own2 3.1 -> 3.25 (of 17)", with at least three digits, and enough to show the difference. */
static void format_change(char *text, size_t size, const struct ancestor *a,
                          const struct gene_change *c)
{
    char from[NUM_TEXT_SIZE], to[NUM_TEXT_SIZE], source[32] = "";

    for (int digits = 3; digits <= 17; digits++) {
        snprintf(from, sizeof from, "%.*g", digits, c->from);
        snprintf(to, sizeof to, "%.*g", digits, c->to);
        if (strcmp(from, to) != 0)
            break;
    }
    if (c->second)
        snprintf(source, sizeof source, " (of %u)", (unsigned)a->parent[1]->root->who.id);
    snprintf(text, size, "%s %s -> %s%s", gene_table[c->gene].name, from, to, source);
}

static void print_changes(FILE *out, const struct ancestor *a)
{
    struct gene_change change[GENE_COUNT];
    size_t n = lineage_changes(a, change);
    size_t shown = n > CHANGES_SHOWN ? CHANGES_SHOWN : n;
    size_t column = strlen(INDENT);
    char text[128];

    if (!a->parent[0])
        return;
    fputs(INDENT, out);
    for (size_t i = 0; i <= shown && i < n; i++) {
        if (i < shown)
            format_change(text, sizeof text, a, &change[i]);
        else
            snprintf(text, sizeof text, "and %zu more", n - shown);
        if (i > 0 && column + 2 + strlen(text) > LINE_WIDTH) {
            fputs(",\n" INDENT, out);
            column = strlen(INDENT);
        } else if (i > 0) {
            column += (size_t)fprintf(out, ", ");
        }
        column += (size_t)fprintf(out, "%s", text);
    }
    fputs(n ? "\n" : "no changed genes\n", out);
}

/* Tables that were not inherited from the first parent. */
static void print_tables(FILE *out, const struct ancestor *a)
{
    const struct ancestor *first = a->parent[0], *second = a->parent[1];
    char from[TABLES_TEXT_SIZE], to[TABLES_TEXT_SIZE];

    if (first ? tables_equal(first->who.tables, a->who.tables) : !a->who.tables)
        return;
    fprintf(out, INDENT "tables ");
    if (first)
        fprintf(out, "%s -> ", tables_text(first->who.tables, from));
    fputs(tables_text(a->who.tables, to), out);
    if (second && tables_equal(second->who.tables, a->who.tables))
        fprintf(out, " (of %u)", (unsigned)second->root->who.id);
    fputc('\n', out);
}

static void print_heading(FILE *out, const struct lineage *l)
{
    const struct ancestor *self = &l->list[0];
    size_t founders = 0;

    for (size_t i = 0; i < l->n; i++)
        founders += l->list[i].root == &l->list[i] && !l->list[i].parent[0];
    fprintf(out, "Genome %u, ", (unsigned)self->who.id);
    print_origin(out, self);
    fprintf(out, ".\n%zu step%s, newest first, back to %zu genome%s without parents:\n\n", l->steps,
            l->steps == 1 ? "" : "s", founders, founders == 1 ? "" : "s");
}

static void print_ancestor(FILE *out, const struct ancestor *a)
{
    fprintf(out, "%6u  ", (unsigned)a->who.id);
    print_origin(out, a);
    fputc('\n', out);
    print_changes(out, a);
    print_tables(out, a);
    print_rating(out, a);
    print_elites(out, a);
}

void lineage_print_text(FILE *out, const struct lineage *l)
{
    print_heading(out, l);
    for (size_t i = 0; i < l->n; i++)
        if (l->list[i].root == &l->list[i])
            print_ancestor(out, &l->list[i]);
}

void lineage_print_main(FILE *out, const struct lineage *l)
{
    size_t step = 0;

    fprintf(out, "Genome %u, ", (unsigned)l->list[0].who.id);
    print_origin(out, &l->list[0]);
    fprintf(out, ".\nIts main line, first parents only, %zu step%s, newest first:\n\n", l->steps,
            l->steps == 1 ? "" : "s");
    for (size_t i = 0; i < l->n; i++) {
        if (l->list[i].root != &l->list[i])
            continue;
        if (lineage_shows(l, step))
            print_ancestor(out, &l->list[i]);
        else if (lineage_shows(l, step - 1))
            fprintf(out, "   ...  %zu steps; --all shows them\n", l->steps - LINEAGE_MAIN_MAX);
        step++;
    }
}

#define COMMENT_WIDTH 190 /* longer lines of INI files are refused */
#define NAME_WIDTH    32  /* an INI line has at most 198 bytes, and a character up to four */
#define STEPS_SHOWN   6

/* "17  generation 3, mutation of 12, Elo 87 +- 21" */
static void print_step(FILE *out, const struct ancestor *a)
{
    fprintf(out, ";   %-6u  ", (unsigned)a->who.id);
    print_origin(out, a);
    if (!isnan(a->elo)) {
        fputs(", ", out);
        lineage_print_elo(out, a);
    }
    fputc('\n', out);
}

/* The chain of first parents: its last steps and its first one. */
static void print_line(FILE *out, const struct lineage *l)
{
    size_t step = 0;

    fputs("; Its chain of first parents, newest first:\n", out);
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

/* The winner of a play-off may belong to a generation that was not played. */
static int print_summary(FILE *out, const struct lineage *l, bool is_champion, struct store *store,
                         struct err *err)
{
    const struct ancestor *champion = &l->list[0], *root = champion->root;
    struct journal journal = store_journal(store);
    uint32_t generation = champion->who.generation, closed;
    int width = text_width(store->meta.name);

    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if (closed > 0 && generation >= closed)
        generation = closed - 1;
    fprintf(out, "; %s generation %u of the run ", is_champion ? "Champion after" : "A genome of",
            (unsigned)generation);
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
    return 0;
}

/* Text as a comment; long lines are split. */
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
static int print_overrides(FILE *out, struct store *store, struct err *err)
{
    char *overrides = NULL, *generations = NULL;
    int status = store_get(store, RUN_OVERRIDES, &overrides, err) ||
                         store_get(store, RUN_GENERATIONS, &generations, err)
                     ? -1
                     : 0;

    if ((overrides && *overrides) || generations)
        fputs(";\n; Changed on the command line:\n;\n", out);
    if (overrides)
        print_as_comment(out, overrides);
    if (generations)
        fprintf(out, "; run.generations=%s\n", generations);
    free(overrides);
    free(generations);
    return status;
}

static int print_full(FILE *out, const struct store *store, const struct lineage *l,
                      struct err *err)
{
    struct draft draft;
    char *text;

    if (draft_open(&draft, err))
        return -1;
    lineage_print_text(draft.out, l);
    text = draft_take(&draft, err);
    if (!text)
        return -1;
    fprintf(out, "; The run has seed %" PRIu64 " and was started by c4evolve %s\n;\n",
            store->meta.seed, store->meta.program ? store->meta.program : "of unknown version");
    fputs("; Its chain of first parents:\n;\n", out);
    print_as_comment(out, text);
    free(text);
    fputs(";\n; The config of the run:\n;\n", out);
    print_as_comment(out, store->meta.config);
    return 0;
}

static int comment(struct genome *genome, struct store *store, const struct lineage *l,
                   bool is_champion, enum lineage_length length, struct err *err)
{
    struct draft draft;
    int status;

    if (draft_open(&draft, err))
        return -1;
    status = print_summary(draft.out, l, is_champion, store, err);
    if (status == 0 && length == LINEAGE_FULL)
        status = print_full(draft.out, store, l, err) || print_overrides(draft.out, store, err);
    else
        print_line(draft.out, l);
    if (status) {
        draft_release(&draft);
        return -1;
    }
    genome->comment = draft_take(&draft, err);
    return genome->comment ? 0 : -1;
}

int lineage_comment(struct genome *genome, struct store *store, const struct lineage *l,
                    enum lineage_length length, struct err *err)
{
    return comment(genome, store, l, true, length, err);
}

int lineage_read_comment(struct genome *genome, const char *dir, uint32_t id,
                         enum lineage_length length, struct err *err)
{
    struct store store;
    struct lineage l;
    uint32_t champion;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    status = lineage_champion(&store, &champion, err);
    if (status == 0)
        status = lineage_init(&l, &store, id ? id : champion, LINEAGE_FIRST, err);
    if (status == 0) {
        status = comment(genome, &store, &l, id == 0 || id == champion, length, err);
        lineage_release(&l);
    }
    store_close(&store);
    return status;
}
