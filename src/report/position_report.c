#include "report/position_report.h"

#include <inttypes.h>

/* Positions by the result for the first player. */
struct tallies {
    size_t lost[CELLS + 1], drawn[CELLS + 1], won[CELLS + 1]; /* by plies, then all */
};

static void count(const struct position_set *set, struct tallies *t)
{
    *t = (struct tallies){ 0 };
    for (size_t i = 0; i < set->n; i++) {
        size_t *by_plies = set->result[i] < 0 ? t->lost : set->result[i] ? t->won : t->drawn;

        by_plies[set->pos[i].plies]++;
        by_plies[CELLS]++;
    }
}

static size_t positions(const struct tallies *t, int plies)
{
    return t->lost[plies] + t->drawn[plies] + t->won[plies];
}

static int print_table(const struct position_set *set, FILE *out, enum table_format format,
                       struct err *err)
{
    static const struct column columns[] = {
        { "plies", "plies", COLUMN_TEXT, 0 },  { "positions", "positions", COLUMN_INTEGER, 0 },
        { "won", "won", COLUMN_INTEGER, 0 },   { "drawn", "drawn", COLUMN_INTEGER, 0 },
        { "lost", "lost", COLUMN_INTEGER, 0 },
    };
    struct table table;
    struct tallies t;
    char plies[16];

    count(set, &t);
    table_begin(&table, out, format, columns, sizeof columns / sizeof *columns);
    for (int p = 0; p <= CELLS; p++) {
        if (positions(&t, p) == 0 && p < CELLS)
            continue;
        snprintf(plies, sizeof plies, "%d", p);
        table_text(&table, p < CELLS ? plies : "all");
        table_integer(&table, positions(&t, p));
        table_integer(&table, t.won[p]);
        table_integer(&table, t.drawn[p]);
        table_integer(&table, t.lost[p]);
    }
    return table_end(&table, err);
}

int position_report_text(const struct position_set *set, FILE *out, struct err *err)
{
    const struct position_recipe *r = &set->recipe;

    fprintf(out, "%zu positions%s, with %s\n", set->n, set->finished ? "" : ", unfinished",
            r->scores ? "exact scores" : "win, draw or loss");
    fprintf(out,
            "made with --count %" PRIu64 " --plies %d..%d --from %s --set %s --seed %" PRIu64
            "%s%s\n",
            r->count, r->low, r->high, position_source_name[r->from], opening_set_name[r->part],
            r->seed, r->scores ? " --scores" : "", r->without ? " --without ..." : "");
    fprintf(out, "checksum %016" PRIx64 "\n\n", position_set_checksum(set));
    return print_table(set, out, TABLE_TEXT, err);
}

int position_report_csv(const struct position_set *set, FILE *out, struct err *err)
{
    return print_table(set, out, TABLE_CSV, err);
}

void position_report_json(const struct position_set *set, FILE *out)
{
    const struct position_recipe *r = &set->recipe;
    struct json j = { .out = out };
    struct tallies t;
    char checksum[17];

    count(set, &t);
    snprintf(checksum, sizeof checksum, "%016" PRIx64, position_set_checksum(set));
    json_begin(&j, NULL, '{');
    json_unsigned(&j, "positions", set->n);
    json_bool(&j, "finished", set->finished);
    json_string(&j, "checksum", checksum);
    json_bool(&j, "scores", r->scores);
    json_unsigned(&j, "count", r->count);
    json_integer(&j, "plies_low", r->low);
    json_integer(&j, "plies_high", r->high);
    json_string(&j, "from", position_source_name[r->from]);
    json_string(&j, "set", opening_set_name[r->part]);
    json_unsigned(&j, "seed", r->seed);
    json_bool(&j, "without", r->without != 0);
    json_begin(&j, "by_plies", '[');
    for (int p = 0; p < CELLS; p++) {
        if (positions(&t, p) == 0)
            continue;
        json_begin(&j, NULL, '{');
        json_integer(&j, "plies", p);
        json_unsigned(&j, "positions", positions(&t, p));
        json_unsigned(&j, "won", t.won[p]);
        json_unsigned(&j, "drawn", t.drawn[p]);
        json_unsigned(&j, "lost", t.lost[p]);
        json_end(&j, '}');
    }
    json_end(&j, ']');
    json_end(&j, '}');
    fputc('\n', out);
}
