/* A lineage for programs: JSON, and the language of graphviz. */
#include "report/lineage.h"

#include <ctype.h>
#include <math.h>

#include "base/json.h"
#include "base/utf8.h"

static void json_rating(struct json *j, const struct ancestor *a)
{
    json_number(j, "elo", a->elo);
    json_number(j, "error", a->error);
}

static void json_parents(struct json *j, const struct ancestor *a)
{
    json_begin(j, "parents", '[');
    for (int i = 0; i < 2; i++)
        if (a->parent[i])
            json_unsigned(j, NULL, a->parent[i]->root->who.id);
    json_end(j, ']');
}

static void json_gain(struct json *j, const struct ancestor *a)
{
    double gain = NAN, error = NAN;

    lineage_gain(a, &gain, &error);
    json_number(j, "gain", gain);
    json_number(j, "gain_error", error);
}

/* The newest of the elites, with how long there were some. */
static void json_elite(struct json *j, const struct ancestor *a)
{
    if (!a->newest)
        return;
    json_begin(j, "elite", '{');
    json_unsigned(j, "id", a->newest->who.id);
    json_unsigned(j, "from_generation", a->elite_since);
    json_unsigned(j, "to_generation", a->newest->who.generation);
    json_rating(j, a->newest);
    json_end(j, '}');
}

static void json_changes(struct json *j, const struct ancestor *a)
{
    struct gene_change change[GENE_COUNT];
    size_t n = lineage_changes(a, change);

    json_begin(j, "changes", '[');
    for (size_t i = 0; i < n; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "gene", gene_table[change[i].gene].name);
        json_number(j, "from", change[i].from);
        json_number(j, "to", change[i].to);
        json_bool(j, "of_second_parent", change[i].second);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void json_step(struct json *j, const struct ancestor *a)
{
    json_begin(j, NULL, '{');
    json_unsigned(j, "id", a->who.id);
    json_unsigned(j, "generation", a->who.generation);
    json_string(j, "origin", origin_name[a->who.origin]);
    json_string(j, "name", a->who.name);
    json_parents(j, a);
    json_rating(j, a);
    json_gain(j, a);
    json_elite(j, a);
    json_changes(j, a);
    json_end(j, '}');
}

void lineage_print_json(FILE *out, const struct lineage *l)
{
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_unsigned(&j, "id", l->list[0].who.id);
    json_begin(&j, "steps", '[');
    for (size_t i = 0; i < l->n; i++) {
        if (l->list[i].root != &l->list[i])
            continue;
        fputc('\n', out);
        json_step(&j, &l->list[i]);
    }
    json_end(&j, ']');
    json_end(&j, '}');
    fputc('\n', out);
}

/* Inside the quotes of a label. */
static void dot_text(FILE *out, const char *text)
{
    for (size_t length; *text; text += length ? length : 1) {
        length = utf8_length(text);
        if (length == 0 || iscntrl((unsigned char)*text)) {
            fputc('?', out);
            continue;
        }
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fwrite(text, 1, length, out);
    }
}

static void dot_node(FILE *out, const struct ancestor *a)
{
    const struct ancestor *rated = a->newest && !isnan(a->newest->elo) ? a->newest : a;

    fprintf(out, "    %u [label=\"%u", (unsigned)a->who.id, (unsigned)a->who.id);
    if (*a->who.name) {
        fputc(' ', out);
        dot_text(out, a->who.name);
    }
    fprintf(out, "\\ngeneration %u", (unsigned)a->who.generation);
    if (a->newest)
        fprintf(out, ", elite to %u", (unsigned)a->newest->who.generation);
    fprintf(out, "\\n%s", origin_name[a->who.origin]);
    if (!isnan(rated->elo)) {
        fputs("\\n", out);
        lineage_print_elo(out, rated);
    }
    fputs("\"];\n", out);
    for (int i = 0; i < 2; i++)
        if (a->parent[i])
            fprintf(out, "    %u -> %u;\n", (unsigned)a->parent[i]->root->who.id,
                    (unsigned)a->who.id);
}

void lineage_print_dot(FILE *out, const struct lineage *l)
{
    fputs("digraph lineage {\n    node [shape=box];\n", out);
    for (size_t i = l->n; i-- > 0;)
        if (l->list[i].root == &l->list[i])
            dot_node(out, &l->list[i]);
    fputs("}\n", out);
}
