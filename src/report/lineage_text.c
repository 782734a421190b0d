#include "report/lineage.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "report/text.h"

#define CHANGES_SHOWN 5
#define LINE_WIDTH    100
#define INDENT        "        "

/* Rounded, and without the sign of a zero. */
static double whole(double value)
{
    return nearbyint(value) + 0.0;
}

void lineage_print_elo(FILE *out, const struct ancestor *a)
{
    fprintf(out, "Elo %.0f +- %.0f", whole(a->elo), a->error);
}

void lineage_print_birth(FILE *out, const struct ancestor *a)
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
    if (lineage_gain(a, &gain, &error))
        fprintf(out, ", %+.0f +- %.0f over %u", whole(gain), error,
                (unsigned)a->parent[0]->root->who.id);
    fputc('\n', out);
}

/* "own2 3.1 -> 3.25 (of 17)": two numbers that differ, with as few digits as show it, but not
 * fewer than three. */
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
    fputs(n ? "\n" : "the same genes\n", out);
}

static void print_heading(FILE *out, const struct lineage *l)
{
    const struct ancestor *self = &l->list[0];
    size_t founders = 0;

    for (size_t i = 0; i < l->n; i++)
        founders += l->list[i].root == &l->list[i] && !l->list[i].parent[0];
    fprintf(out, "Genome %u, ", (unsigned)self->who.id);
    lineage_print_birth(out, self);
    fprintf(out, ".\n%zu step%s, newest first, back to %zu without parents:\n\n", l->steps,
            l->steps == 1 ? "" : "s", founders);
}

void lineage_print_text(FILE *out, const struct lineage *l)
{
    print_heading(out, l);
    for (size_t i = 0; i < l->n; i++) {
        const struct ancestor *a = &l->list[i];

        if (a->root != a)
            continue;
        fprintf(out, "%6u  ", (unsigned)a->who.id);
        lineage_print_birth(out, a);
        fputc('\n', out);
        print_changes(out, a);
        print_rating(out, a);
        print_elites(out, a);
    }
}
