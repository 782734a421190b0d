#include "report/champion_tables.h"

#include <math.h>
#include <stdlib.h>

#include "evolve/importance.h"
#include "evolve/verdict.h"
#include "report/figures.h"
#include "store/stored_config.h"

/* validation */

/* `generations` is a count; the champion is that of the last of these generations. */
static const struct column validation_columns[] = {
    { "generations", "after", COLUMN_INTEGER, 0 },
    { "champion", "champion", COLUMN_INTEGER, 0 },
    { "opponent", "opponent", COLUMN_TEXT, 0 },
    { "depth", "depth", COLUMN_INTEGER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "wins", "won", COLUMN_INTEGER, 0 },
    { "draws", "drawn", COLUMN_INTEGER, 0 },
    { "losses", "lost", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "low", "from", COLUMN_NUMBER, 3 },
    { "high", "to", COLUMN_NUMBER, 3 },
    { "in_training", "in training", COLUMN_FLAG, 0 },
};

static void put_validation(struct table *t, const struct journal_validation *v, bool met)
{
    struct tally tally = verdict_tally(v);
    struct interval score = tally_interval(&tally);

    table_integer(t, v->generation);
    table_integer(t, v->champion);
    table_text(t, v->opponent);
    table_integer(t, (uint64_t)v->depth);
    table_integer(t, wdl_games(tally.games));
    table_wdl(t, tally.games);
    table_interval(t, score);
    table_flag(t, met);
}

static bool in_span(const struct run_span *span, uint32_t generation)
{
    return generation >= span->first_generation && generation <= span->last_generation;
}

int champion_tables_validation(struct store *store, const struct run_span *span, FILE *out,
                               enum table_format format, struct err *err)
{
    struct journal journal = store_journal(store);
    struct verdict_reference *reference;
    struct journal_validation *list;
    struct table table;
    size_t n, references;

    if (verdict_references(&journal, &reference, &references, err))
        return -1;
    if (journal_read_validation(&journal, &list, &n, err)) {
        free(reference);
        return -1;
    }
    table_begin(&table, out, format, validation_columns,
                sizeof validation_columns / sizeof *validation_columns);
    for (size_t i = 0; i < n; i++)
        if (in_span(span, list[i].generation))
            put_validation(&table, &list[i],
                           verdict_is_met(reference, references, list[i].opponent));
    free(list);
    free(reference);
    return table_end(&table, err);
}

/* playoff */

/* `generations` is a count. Standings include what was known before the play-off; only their
 * differences mean something. */
static const struct column playoff_columns[] = {
    { "generations", "after", COLUMN_INTEGER, 0 },
    { "place", "place", COLUMN_INTEGER, 0 },
    { "id", "id", COLUMN_INTEGER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "score_error", "+-", COLUMN_NUMBER, 3 },
    { "standing", "standing", COLUMN_NUMBER, 3 },
    { "standing_error", "+-", COLUMN_NUMBER, 3 },
};

static void put_candidate(struct table *t, const struct journal_playoff *p)
{
    table_integer(t, p->generation);
    table_integer(t, p->slot + 1);
    table_integer(t, p->id);
    table_integer(t, p->games);
    table_number(t, p->score);
    table_number(t, p->score_error);
    table_number(t, p->standing);
    table_number(t, p->standing_error);
}

/* A run that was continued has had several. */
int champion_tables_playoff(struct store *store, const struct run_span *span, FILE *out,
                            enum table_format format, struct err *err)
{
    struct journal journal = store_journal(store);
    struct table table;
    uint32_t closed;

    if (journal_count_generations(&journal, &closed, err))
        return -1;
    table_begin(&table, out, format, playoff_columns,
                sizeof playoff_columns / sizeof *playoff_columns);
    for (uint32_t g = 1; g <= closed; g++) {
        struct journal_playoff *list;
        size_t n;

        if (!in_span(span, g))
            continue;
        if (journal_read_playoff(&journal, g, &list, &n, err)) {
            table_release(&table);
            return -1;
        }
        for (size_t i = 0; i < n; i++)
            put_candidate(&table, &list[i]);
        free(list);
    }
    return table_end(&table, err);
}

/* importance */

/* Typical steps first, as programs know them. Text shows only steps of the metric, by which genes
 * can be compared. */
static const struct column importance_columns[] = {
    { "gene", "gene", COLUMN_TEXT, 0 },
    { "family", "family", COLUMN_TEXT, 0 },
    { "step", "step", COLUMN_NUMBER, SIGNIFICANT_DIGITS },
    { "loss", "loss", COLUMN_NUMBER, SIGNIFICANT_DIGITS },
    { "loss_error", "+-", COLUMN_NUMBER, SIGNIFICANT_DIGITS },
    { "slope", "slope", COLUMN_NUMBER, SIGNIFICANT_DIGITS },
    { "slope_error", "+-", COLUMN_NUMBER, SIGNIFICANT_DIGITS },
    { "metric_step", "step", COLUMN_NUMBER, SIGNIFICANT_DIGITS },
    { "metric_loss", "loss", COLUMN_NUMBER, 4 },
    { "metric_loss_error", "+-", COLUMN_NUMBER, 4 },
    { "metric_slope", "slope", COLUMN_NUMBER, 4 },
    { "metric_slope_error", "+-", COLUMN_NUMBER, 4 },
};

static void put_gene(struct table *t, const struct importance *i)
{
    const double typical[] = { i->step, i->loss, i->loss_error, i->slope, i->slope_error };
    const double metric[] = { i->metric_step, i->metric_loss, i->metric_loss_error, i->metric_slope,
                              i->metric_slope_error };
    size_t n = sizeof metric / sizeof *metric;

    table_text(t, gene_table[i->gene].name);
    table_text(t, family_table[gene_table[i->gene].family].name);
    for (size_t k = 0; k < n; k++)
        table_number(t, t->format == TABLE_TEXT ? NAN : typical[k]);
    for (size_t k = 0; k < n; k++)
        table_number(t, metric[k]);
}

static int find_importance(struct store *store, struct importance **list, size_t *n,
                           struct err *err)
{
    struct journal journal = store_journal(store);
    struct run_config config;
    uint32_t closed;
    int status;

    *list = NULL;
    *n = 0;
    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if (closed == 0)
        return 0;
    if (stored_config_read(store, false, &config, err))
        return -1;
    status = importance_find(&journal, &config, list, n, err);
    config_release(&config);
    return status;
}

int champion_tables_importance(struct store *store, const struct run_span *span, FILE *out,
                               enum table_format format, struct err *err)
{
    struct importance *list;
    struct table table;
    size_t n;

    (void)span;
    if (find_importance(store, &list, &n, err))
        return -1;
    table_begin(&table, out, format, importance_columns,
                sizeof importance_columns / sizeof *importance_columns);
    for (size_t i = 0; i < n; i++)
        put_gene(&table, &list[i]);
    free(list);
    return table_end(&table, err);
}
