#include "report/experiment_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/figures.h"

#define RUN_COLUMNS   13
#define POINT_COLUMNS 2
#define NAME_LENGTH   24

/* The columns after those of the varied keys; those of the curve come before the last two. */
static const struct column run_columns[RUN_COLUMNS] = {
    { "seed", "seed", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "low", "from", COLUMN_NUMBER, 3 },
    { "high", "to", COLUMN_NUMBER, 3 },
    { "wins", "won", COLUMN_INTEGER, 0 },
    { "draws", "drawn", COLUMN_INTEGER, 0 },
    { "losses", "lost", COLUMN_INTEGER, 0 },
    { "generations", "generations", COLUMN_INTEGER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "champion", "champion", COLUMN_INTEGER, 0 },
    { "positions", "positions", COLUMN_INTEGER, 0 },
    { "mistakes", "mistakes", COLUMN_INTEGER, 0 },
    { "seconds", "seconds", COLUMN_NUMBER, 0 },
};

/* All columns of a run, and the names of those that are made here. */
struct csv_columns {
    struct column column[EXPERIMENT_KEYS + RUN_COLUMNS + POINT_COLUMNS * EXPERIMENT_POINTS];
    char name[POINT_COLUMNS * EXPERIMENT_POINTS][NAME_LENGTH];
    int columns;
};

static void add_column(struct csv_columns *t, const char *name, enum column_kind kind)
{
    t->column[t->columns++] = (struct column){ name, name, kind, 3 };
}

static void make_columns(struct csv_columns *t, const struct experiment_result *r)
{
    *t = (struct csv_columns){ 0 };
    for (size_t i = 0; i < r->plan->keys; i++)
        add_column(t, r->plan->key[i].name, COLUMN_TEXT);
    for (int i = 0; i < RUN_COLUMNS - 1; i++)
        t->column[t->columns++] = run_columns[i];
    for (size_t k = 0; k < r->points; k++) {
        char *games = t->name[2 * k], *score = t->name[2 * k + 1];

        snprintf(games, NAME_LENGTH, "games_%zu", k + 1);
        snprintf(score, NAME_LENGTH, "score_%zu", k + 1);
        add_column(t, games, COLUMN_INTEGER);
        add_column(t, score, COLUMN_NUMBER);
    }
    t->column[t->columns++] = run_columns[RUN_COLUMNS - 1];
}

static void put_run(struct table *t, const struct experiment_result *r, size_t run)
{
    const struct experiment_figures *f = &r->run[run];
    struct interval score = tally_interval(&f->total);

    for (size_t i = 0; i < r->plan->keys; i++)
        table_text(t, experiment_value(r->plan, experiment_combination(r->plan, run), i));
    table_integer(t, experiment_seed(r->plan, run));
    table_interval(t, score);
    table_wdl(t, f->total.games);
    table_integer(t, f->generations);
    table_integer(t, f->games);
    table_integer(t, f->champion);
    table_integer(t, f->mistakes.positions);
    table_integer(t, f->mistakes.mistakes);
    for (size_t k = 0; k < r->points; k++) {
        table_integer(t, f->point[k].games);
        table_number(t, f->point[k].score);
    }
    table_number(t, f->seconds);
}

int experiment_report_csv(const struct experiment_result *r, FILE *out, struct err *err)
{
    struct csv_columns columns;
    struct table t;

    make_columns(&columns, r);
    table_begin(&t, out, TABLE_CSV, columns.column, columns.columns);
    for (size_t i = 0; i < experiment_runs(r->plan); i++)
        put_run(&t, r, i);
    return table_end(&t, err);
}

static void json_measure(struct json *j, const struct measure *m)
{
    json_begin(j, "measurement", '{');
    json_string(j, "search", m->config->player.search->name);
    json_integer(j, "depth", m->config->player.keys.depth);
    json_integer(j, "plies", m->config->validate_plies);
    json_unsigned(j, "openings", m->each);
    json_unsigned(j, "positions", m->positions.n);
    json_begin(j, "opponents", '[');
    for (size_t i = 0; i < m->opponents; i++)
        json_string(j, NULL, m->opponent[i].name);
    json_end(j, ']');
    json_end(j, '}');
}

/* A seed as text: JavaScript cannot hold whole numbers of that size. */
static void json_seed(struct json *j, const char *name, uint64_t seed)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    json_string(j, name, text);
}

static void json_run(struct json *j, const struct experiment_result *r, size_t run)
{
    const struct experiment_figures *f = &r->run[run];
    char folder[EXPERIMENT_LABEL];

    json_begin(j, NULL, '{');
    json_seed(j, "seed", experiment_seed(r->plan, run));
    json_string(j, "folder", experiment_folder(r->plan, run, folder));
    json_interval(j, "score", tally_interval(&f->total));
    json_begin(j, "against", '[');
    for (size_t i = 0; i < r->measure->opponents; i++)
        json_number(j, NULL, tally_mean(&f->against[i]));
    json_end(j, ']');
    json_unsigned(j, "generations", f->generations);
    json_unsigned(j, "games", f->games);
    json_unsigned(j, "champion", f->champion);
    if (f->mistakes.positions) {
        json_unsigned(j, "positions", f->mistakes.positions);
        json_unsigned(j, "at_stake", f->mistakes.at_stake);
        json_unsigned(j, "mistakes", f->mistakes.mistakes);
    }
    json_begin(j, "points", '[');
    for (size_t k = 0; k < r->points; k++) {
        json_begin(j, NULL, '{');
        json_unsigned(j, "generations", f->point[k].generation);
        json_unsigned(j, "champion", f->point[k].champion);
        json_unsigned(j, "games", f->point[k].games);
        json_number(j, "score", f->point[k].score);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_number(j, "seconds", f->seconds);
    json_end(j, '}');
}

static void json_curve(struct json *j, const struct experiment_result *r, size_t c)
{
    json_begin(j, "points", '[');
    for (size_t k = 0; k < r->points; k++) {
        json_begin(j, NULL, '{');
        json_number(j, "games", r->combination[c].point[k].games);
        json_interval(j, "score", r->combination[c].point[k].score);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void json_combination(struct json *j, const struct experiment_result *r, size_t c)
{
    const struct experiment_summary *s = &r->combination[c];
    char label[EXPERIMENT_LABEL];

    json_begin(j, NULL, '{');
    json_string(j, "name", experiment_label(r->plan, c, label));
    json_begin(j, "values", '[');
    for (size_t i = 0; i < r->plan->keys; i++)
        json_string(j, NULL, experiment_value(r->plan, c, i));
    json_end(j, ']');
    json_interval(j, "score", s->score);
    json_seed(j, "best_seed", experiment_seed(r->plan, s->best));
    json_number(j, "best", tally_mean(&r->run[s->best].total));
    json_seed(j, "worst_seed", experiment_seed(r->plan, s->worst));
    json_number(j, "worst", tally_mean(&r->run[s->worst].total));
    json_interval(j, "mistakes", s->mistakes);
    json_number(j, "games", s->games);
    json_number(j, "seconds", s->seconds);
    json_curve(j, r, c);
    json_begin(j, "runs", '[');
    for (size_t i = c; i < experiment_runs(r->plan); i += r->plan->combinations)
        json_run(j, r, i);
    json_end(j, ']');
    json_end(j, '}');
}

static void json_pair(struct json *j, const struct experiment_pair *pair)
{
    json_begin(j, NULL, '{');
    json_unsigned(j, "better", pair->better);
    json_unsigned(j, "other", pair->other);
    json_interval(j, "difference", pair->test.difference);
    json_number(j, "p", pair->test.p);
    json_number(j, "p_corrected", pair->p);
    json_bool(j, "clear", experiment_pair_is_clear(pair));
    json_end(j, '}');
}

static void json_findings(struct json *j, const char *findings)
{
    json_begin(j, "findings", '[');
    while (*findings) {
        char line[1024];
        size_t length = strcspn(findings, "\n");

        snprintf(line, sizeof line, "%.*s", (int)length, findings);
        json_string(j, NULL, line);
        findings += length + (findings[length] == '\n');
    }
    json_end(j, ']');
}

void experiment_report_json(const struct experiment_result *r, const char *findings, FILE *out)
{
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_findings(&j, findings);
    json_begin(&j, "keys", '[');
    for (size_t i = 0; i < r->plan->keys; i++)
        json_string(&j, NULL, r->plan->key[i].name);
    json_end(&j, ']');
    json_unsigned(&j, "seeds", r->plan->seeds);
    json_measure(&j, r->measure);
    json_begin(&j, "combinations", '[');
    for (size_t c = 0; c < r->plan->combinations; c++)
        json_combination(&j, r, c);
    json_end(&j, ']');
    json_begin(&j, "comparisons", '[');
    for (size_t i = 0; i < r->pairs; i++)
        json_pair(&j, &r->pair[i]);
    json_end(&j, ']');
    json_end(&j, '}');
    fputc('\n', out);
}
