#include "report/run_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/champion_tables.h"
#include "report/figures.h"
#include "report/rating_cache.h"
#include "report/tables_text.h"

#define LENGTH(a) ((int)(sizeof(a) / sizeof *(a)))

const struct run_span run_span_all = { 0, UINT32_MAX, 0, UINT32_MAX };

/* What the callbacks share. */
struct walk {
    struct store *store;
    struct table table;
    struct rating_cache cache;
};

static void walk_begin(struct walk *w, struct store *store, FILE *out, enum table_format format,
                       const struct column *column, int columns)
{
    *w = (struct walk){ .store = store, .cache = { .store = store } };
    table_begin(&w->table, out, format, column, columns);
}

/* Ends the table, or gives it up if `status` is not 0. */
static int walk_end(struct walk *w, int status, struct err *err)
{
    rating_cache_release(&w->cache);
    if (status == 0)
        return table_end(&w->table, err);
    table_release(&w->table);
    return -1;
}

static void put_id(struct table *t, uint32_t id)
{
    if (id)
        table_integer(t, id);
    else
        table_empty(t);
}

/* generations */

static const struct column generation_columns[] = {
    { "generation", "gen", COLUMN_INTEGER, 0 },
    { "genomes", "genomes", COLUMN_INTEGER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "best_elo", "best", COLUMN_NUMBER, 0 },
    { "best_error", "+-", COLUMN_NUMBER, 0 },
    { "mean_elo", "mean", COLUMN_NUMBER, 0 },
    { "spread", "spread", COLUMN_NUMBER, 0 },
    { "champion", "champion", COLUMN_INTEGER, 0 },
    { "champion_elo", "Elo", COLUMN_NUMBER, 0 },
    { "champion_error", "+-", COLUMN_NUMBER, 0 },
    { "new_champion", "new", COLUMN_FLAG, 0 },
    { "fit_loss_before", "fit loss", COLUMN_NUMBER, 4 },
    { "fit_loss_after", "after", COLUMN_NUMBER, 4 },
    { "panel", "panel", COLUMN_NUMBER, 3 },
    { "panel_error", "+-", COLUMN_NUMBER, 3 },
    { "diversity", "diversity", COLUMN_NUMBER, 2 },
    { "champion_score", "score", COLUMN_NUMBER, 3 },
    { "champion_score_error", "+-", COLUMN_NUMBER, 3 },
};

static int add_games(void *context, const struct pairing_summary *record, struct err *err)
{
    uint64_t *games = context;

    (void)err;
    *games += record->games;
    return 0;
}

int run_tables_figures(struct generation_figures *figures, uint64_t *games, struct store *store,
                       const struct journal_generation *g, struct err *err)
{
    struct journal journal = store_journal(store);
    struct journal_rating *rating;
    size_t n;

    *games = 0;
    if (store_each_pairing(store, g->generation, g->generation, add_games, games, err) ||
        journal_read_ratings(&journal, g->generation, &rating, &n, err))
        return -1;
    *figures = generation_figures(g, rating, n);
    free(rating);
    return 0;
}

static int put_generation(void *context, const struct journal_generation *g, struct err *err)
{
    struct walk *w = context;
    struct table *t = &w->table;
    struct generation_figures f;
    uint64_t games;

    if (run_tables_figures(&f, &games, w->store, g, err))
        return -1;
    table_integer(t, g->generation);
    table_integer(t, g->population);
    table_integer(t, games);
    table_number(t, f.best.elo);
    table_number(t, f.best.error);
    table_number(t, f.mean);
    table_number(t, f.spread);
    put_id(t, g->champion);
    table_number(t, f.champion.elo);
    table_number(t, f.champion.error);
    table_flag(t, f.new_champion);
    table_number(t, g->fit_loss_before);
    table_number(t, g->fit_loss_after);
    table_number(t, g->panel);
    table_number(t, g->panel_error);
    table_number(t, g->diversity);
    table_number(t, f.champion.score);
    table_number(t, f.champion.score_error);
    return 0;
}

static int print_generations(struct store *store, const struct run_span *span, FILE *out,
                             enum table_format format, struct err *err)
{
    struct walk w;

    walk_begin(&w, store, out, format, generation_columns, LENGTH(generation_columns));
    return walk_end(&w,
                    store_each_generation(store, span->first_generation, span->last_generation,
                                          put_generation, &w, err),
                    err);
}

/* lineage */

static const struct column lineage_columns[] = {
    { "id", "id", COLUMN_INTEGER, 0 },
    { "generation", "gen", COLUMN_INTEGER, 0 },
    { "slot", "slot", COLUMN_INTEGER, 0 },
    { "origin", "origin", COLUMN_TEXT, 0 },
    { "parent1", "parent1", COLUMN_INTEGER, 0 },
    { "parent2", "parent2", COLUMN_INTEGER, 0 },
    { "name", "name", COLUMN_TEXT, 0 },
    { "elo", "Elo", COLUMN_NUMBER, 0 },
    { "error", "+-", COLUMN_NUMBER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "score_error", "+-", COLUMN_NUMBER, 3 },
    { "standing", "standing", COLUMN_NUMBER, 3 },
    { "standing_error", "+-", COLUMN_NUMBER, 3 },
    { "truth", "truth", COLUMN_NUMBER, 3 },
};

static int put_lineage(void *context, const struct journal_genome *who, struct err *err)
{
    struct walk *w = context;
    struct table *t = &w->table;
    struct journal_rating rating;

    if (rating_cache_find(&w->cache, who, &rating, err))
        return -1;
    table_integer(t, who->id);
    table_integer(t, who->generation);
    table_integer(t, who->slot);
    table_text(t, origin_name[who->origin]);
    put_id(t, who->parent[0]);
    put_id(t, who->parent[1]);
    table_text(t, who->name);
    table_number(t, rating.elo);
    table_number(t, rating.error);
    table_number(t, rating.score);
    table_number(t, rating.score_error);
    table_number(t, rating.standing);
    table_number(t, rating.standing_error);
    table_number(t, rating.truth);
    return 0;
}

static int print_lineage(struct store *store, const struct run_span *span, FILE *out,
                         enum table_format format, struct err *err)
{
    struct walk w;

    walk_begin(&w, store, out, format, lineage_columns, LENGTH(lineage_columns));
    return walk_end(
        &w, store_each_genome(store, span->first_id, span->last_id, put_lineage, &w, err), err);
}

/* winrates */

static const struct column winrate_columns[] = {
    { "generation", "gen", COLUMN_INTEGER, 0 },
    { "slot", "slot", COLUMN_INTEGER, 0 },
    { "a", "a", COLUMN_INTEGER, 0 },
    { "b", "b", COLUMN_INTEGER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "first_wins", "first: won", COLUMN_INTEGER, 0 },
    { "first_draws", "drawn", COLUMN_INTEGER, 0 },
    { "first_losses", "lost", COLUMN_INTEGER, 0 },
    { "second_wins", "second: won", COLUMN_INTEGER, 0 },
    { "second_draws", "drawn", COLUMN_INTEGER, 0 },
    { "second_losses", "lost", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
};

static int put_pairing(void *context, const struct pairing_summary *p, struct err *err)
{
    struct walk *w = context;
    struct table *t = &w->table;

    (void)err;
    table_integer(t, p->generation);
    table_integer(t, p->slot);
    table_integer(t, p->a);
    table_integer(t, p->b);
    table_integer(t, p->games);
    table_wdl(t, p->first);
    table_wdl(t, p->second);
    table_number(t, p->games ? wdl_score(wdl_sum(p->first, p->second)) : NAN);
    return 0;
}

static int print_winrates(struct store *store, const struct run_span *span, FILE *out,
                          enum table_format format, struct err *err)
{
    struct walk w;

    walk_begin(&w, store, out, format, winrate_columns, LENGTH(winrate_columns));
    return walk_end(&w,
                    store_each_pairing(store, span->first_generation, span->last_generation,
                                       put_pairing, &w, err),
                    err);
}

/* genomes */

static const struct column genome_columns[] = {
    { "id", "id", COLUMN_INTEGER, 0 },           { "generation", "gen", COLUMN_INTEGER, 0 },
    { "origin", "origin", COLUMN_TEXT, 0 },      { "parent1", "parent1", COLUMN_INTEGER, 0 },
    { "parent2", "parent2", COLUMN_INTEGER, 0 },
};

static int put_genome(void *context, const struct journal_genome *who, struct err *err)
{
    struct walk *w = context;
    struct table *t = &w->table;
    char text[TABLES_TEXT_SIZE];

    (void)err;
    table_integer(t, who->id);
    table_integer(t, who->generation);
    table_text(t, origin_name[who->origin]);
    put_id(t, who->parent[0]);
    put_id(t, who->parent[1]);
    for (int g = 0; g < gene_count(); g++)
        table_number(t, who->gene[g]);
    if (who->tables)
        table_text(t, tables_text(who->tables, text));
    else
        table_empty(t);
    return 0;
}

static int print_genomes(struct store *store, const struct run_span *span, FILE *out,
                         enum table_format format, struct err *err)
{
    enum { FIXED = LENGTH(genome_columns) };
    struct column column[FIXED + GENE_COUNT + 1];
    struct walk w;

    memcpy(column, genome_columns, sizeof genome_columns);
    for (int g = 0; g < gene_count(); g++)
        column[FIXED + g] = (struct column){ gene_table[g].name, gene_table[g].name, COLUMN_NUMBER,
                                             SIGNIFICANT_DIGITS };
    column[FIXED + gene_count()] = (struct column){ "tables", "tables", COLUMN_TEXT, 0 };
    walk_begin(&w, store, out, format, column, FIXED + gene_count() + 1);
    return walk_end(
        &w, store_each_genome(store, span->first_id, span->last_id, put_genome, &w, err), err);
}

const struct run_table run_tables[] = {
    { "generations", "every generation: ratings, champion and its scores, diversity, regression",
      print_generations },
    { "lineage", "every genome: origin, parents, rating, score, standing", print_lineage },
    { "winrates", "every pairing: a's wins, draws and losses as first and as second player",
      print_winrates },
    { "genomes", "every genome with all genes and the checksum of its tables", print_genomes },
    { "validation", "champions against hand-picked genomes on unseen openings, with 95% intervals",
      champion_tables_validation },
    { "playoff", "candidates of the play-off at the end, the winner first",
      champion_tables_playoff },
    { "importance", "what a change of each gene costs the best genome; steps matter equally",
      champion_tables_importance },
    { 0 },
};

const struct run_table *run_tables_find(const char *name, struct err *err)
{
    for (const struct run_table *t = run_tables; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    err_set(err, "unknown table '%s'; the tables are", name);
    for (const struct run_table *t = run_tables; t->name; t++) {
        size_t used = strlen(err->text);

        snprintf(err->text + used, sizeof err->text - used, "%s %s", t == run_tables ? "" : ",",
                 t->name);
    }
    return NULL;
}
