#include "report/experiment_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/draft.h"
#include "report/figures.h"
#include "report/text.h"

#define MOST_PAIRS     20 /* in the table of comparisons */
#define MOST_SENTENCES 8

/* "(95% interval 0.003 to 0.021, p = 0.01 after correction for 3 comparisons)" */
static void say_test(FILE *out, const struct experiment_result *r,
                     const struct experiment_pair *pair)
{
    const struct interval *d = &pair->test.difference;

    fprintf(out, "95%% interval %.3f to %.3f, p = %.2g", d->low, d->high, pair->p);
    if (r->pairs > 1)
        fprintf(out, " after correction for %zu comparisons", r->pairs);
}

static const char *label(const struct experiment_result *r, size_t combination,
                         char text[EXPERIMENT_LABEL])
{
    return experiment_label(r->plan, combination, text);
}

static void say_clear(FILE *out, const struct experiment_result *r)
{
    char better[EXPERIMENT_LABEL], other[EXPERIMENT_LABEL];
    size_t clear = 0;

    while (clear < r->pairs && experiment_pair_is_clear(&r->pair[clear]))
        clear++;
    for (size_t i = 0; i < clear && i < MOST_SENTENCES; i++) {
        const struct experiment_pair *pair = &r->pair[i];

        fprintf(out, "%s scores %.3f more than %s (", label(r, pair->better, better),
                pair->test.difference.mean, label(r, pair->other, other));
        say_test(out, r, pair);
        fputs(").\n", out);
    }
    if (clear > MOST_SENTENCES)
        fprintf(out, "%zu more of %zu pairs differ clearly.\n", clear - MOST_SENTENCES, r->pairs);
    else if (clear < r->pairs && r->pairs > 1)
        fprintf(out, "%zu seeds do not show a difference between the other %zu pairs.\n",
                r->plan->seeds, r->pairs - clear);
}

static void say_open(FILE *out, const struct experiment_result *r)
{
    const struct experiment_pair *pair = &r->pair[0];
    char better[EXPERIMENT_LABEL], other[EXPERIMENT_LABEL];

    label(r, pair->better, better);
    label(r, pair->other, other);
    if (r->pairs == 1)
        fprintf(out, "%zu seeds do not show a difference between %s and %s", r->plan->seeds, better,
                other);
    else
        fprintf(out, "%zu seeds do not show a difference between any of the %zu combinations",
                r->plan->seeds, r->plan->combinations);
    fprintf(out, " (%s scores %.3f more than %s, ", better, pair->test.difference.mean, other);
    say_test(out, r, pair);
    fputs(").\n", out);
}

static void say_one_seed(FILE *out, const struct experiment_result *r)
{
    const struct experiment_pair *pair = &r->pair[0];
    char better[EXPERIMENT_LABEL], other[EXPERIMENT_LABEL];

    fputs("With one seed there are no intervals: how much results differ from seed to seed is not "
          "known.\n",
          out);
    if (r->pairs > 0)
        fprintf(out, "The largest difference with seed %" PRIu64 ": %s scores %.3f more than %s.\n",
                r->plan->seed[0], label(r, pair->better, better), pair->test.difference.mean,
                label(r, pair->other, other));
}

static void say_all(FILE *out, const struct experiment_result *r)
{
    const struct interval *score = &r->combination[0].score;

    if (r->plan->seeds == 1)
        say_one_seed(out, r);
    else if (r->pairs == 0)
        fprintf(out,
                "The champions of %zu seeds score %.3f on average (95%% interval %.3f to %.3f).\n",
                r->plan->seeds, score->mean, score->low, score->high);
    else if (experiment_pair_is_clear(&r->pair[0]))
        say_clear(out, r);
    else
        say_open(out, r);
}

char *experiment_report_findings(const struct experiment_result *r, struct err *err)
{
    struct draft draft;

    if (draft_open(&draft, err))
        return NULL;
    say_all(draft.out, r);
    return draft_take(&draft, err);
}

static void seed_cell(struct table *t, const struct experiment_result *r, size_t run)
{
    table_number(t, tally_mean(&r->run[run].total));
    table_integer(t, experiment_seed(r->plan, run));
}

static int print_combinations(const struct experiment_result *r, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "combination", "combination", COLUMN_TEXT, 0 },
        { "score", "score", COLUMN_NUMBER, 3 },
        { "low", "from", COLUMN_NUMBER, 3 },
        { "high", "to", COLUMN_NUMBER, 3 },
        { "best", "best", COLUMN_NUMBER, 3 },
        { "best_seed", "seed", COLUMN_INTEGER, 0 },
        { "worst", "worst", COLUMN_NUMBER, 3 },
        { "worst_seed", "seed", COLUMN_INTEGER, 0 },
        { "mistakes", "errs in %", COLUMN_NUMBER, 1 },
        { "games", "games", COLUMN_NUMBER, 0 },
        { "seconds", "seconds", COLUMN_NUMBER, 0 },
    };
    char text[EXPERIMENT_LABEL];
    struct table t;

    table_begin(&t, out, TABLE_TEXT, column, sizeof column / sizeof *column);
    for (size_t c = 0; c < r->plan->combinations; c++) {
        const struct experiment_summary *s = &r->combination[c];

        table_text(&t, label(r, c, text));
        table_interval(&t, s->score);
        seed_cell(&t, r, s->best);
        seed_cell(&t, r, s->worst);
        table_number(&t, 100 * s->mistakes.mean);
        table_number(&t, s->games);
        table_number(&t, s->seconds);
    }
    return table_end(&t, err);
}

static int print_curves(const struct experiment_result *r, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "combination", "combination", COLUMN_TEXT, 0 },
        { "games", "games", COLUMN_NUMBER, 0 },
        { "score", "score", COLUMN_NUMBER, 3 },
        { "low", "from", COLUMN_NUMBER, 3 },
        { "high", "to", COLUMN_NUMBER, 3 },
    };
    char text[EXPERIMENT_LABEL];
    struct table t;

    table_begin(&t, out, TABLE_TEXT, column, sizeof column / sizeof *column);
    for (size_t c = 0; c < r->plan->combinations; c++) {
        for (size_t k = 0; k < r->points; k++) {
            table_text(&t, label(r, c, text));
            table_number(&t, r->combination[c].point[k].games);
            table_interval(&t, r->combination[c].point[k].score);
        }
    }
    return table_end(&t, err);
}

static int print_pairs(const struct experiment_result *r, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "better", "combination", COLUMN_TEXT, 0 },
        { "other", "against", COLUMN_TEXT, 0 },
        { "difference", "scores more", COLUMN_NUMBER, 3 },
        { "low", "from", COLUMN_NUMBER, 3 },
        { "high", "to", COLUMN_NUMBER, 3 },
        { "p", "p", COLUMN_NUMBER, 4 },
        { "corrected", "corrected", COLUMN_NUMBER, 4 },
    };
    char text[EXPERIMENT_LABEL];
    struct table t;

    table_begin(&t, out, TABLE_TEXT, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < r->pairs && i < MOST_PAIRS; i++) {
        const struct experiment_pair *pair = &r->pair[i];

        table_text(&t, label(r, pair->better, text));
        table_text(&t, label(r, pair->other, text));
        table_interval(&t, pair->test.difference);
        table_number(&t, pair->test.p);
        table_number(&t, pair->p);
    }
    return table_end(&t, err);
}

static int print_findings(const struct experiment_result *r, int width, FILE *out, struct err *err)
{
    char *text = experiment_report_findings(r, err), *rest;

    if (!text)
        return -1;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        text_wrap(out, width, 0, "%s", line);
    free(text);
    return 0;
}

int experiment_report_text(const struct experiment_result *r, int width, FILE *out, struct err *err)
{
    const struct measure *m = r->measure;

    text_wrap(
        out, width, 0,
        "Champions of %zu seed%s against %zu opponent%s at depth %d, %zu openings each that no "
        "run has trained on%s:",
        r->plan->seeds, r->plan->seeds == 1 ? "" : "s", m->opponents, m->opponents == 1 ? "" : "s",
        m->config->player.keys.depth, m->each,
        r->plan->seeds == 1 ? "" : "; means over seeds with 95% intervals");
    fputc('\n', out);
    if (print_combinations(r, out, err))
        return -1;
    fputs("\nScore against games played:\n\n", out);
    if (print_curves(r, out, err))
        return -1;
    if (r->pairs > 0 && r->plan->seeds > 1) {
        fprintf(out, "\nDifferences with the same seed%s:\n\n",
                r->pairs > MOST_PAIRS ? ", the 20 clearest" : "");
        if (print_pairs(r, out, err))
            return -1;
    }
    fputc('\n', out);
    return print_findings(r, width, out, err);
}
