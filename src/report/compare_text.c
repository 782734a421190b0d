#include "report/compare_report.h"

#include <math.h>

#include "report/figures.h"
#include "report/tables_text.h"
#include "report/threat_report.h"
#include "report/text.h"

#define TOP_GENES   12 /* that differ are shown */
#define LEAST_SHOWN 0.05
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* Players are A, B, C... in tables, where names do not fit. */
static char letter(uint32_t player)
{
    return (char)('A' + player);
}

static void print_players(const struct comparison *c, FILE *out)
{
    for (uint32_t i = 0; i < c->games.players; i++) {
        fprintf(out, "%c  ", letter(i));
        text_column(out, c->games.player[i].name, text_width(c->games.player[i].name));
        if (c->of[i].champion)
            fprintf(out, ", its champion, genome %u", c->of[i].champion);
        fputc('\n', out);
    }
}

static int print_scores(const struct comparison *c, uint32_t other, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "at", "", COLUMN_TEXT, 0 },
        { "games", "games", COLUMN_INTEGER, 0 },
        { "wins", "won", COLUMN_INTEGER, 0 },
        { "draws", "drawn", COLUMN_INTEGER, 0 },
        { "losses", "lost", COLUMN_INTEGER, 0 },
        { "score", "score", COLUMN_NUMBER, 3 },
        { "low", "from", COLUMN_NUMBER, 3 },
        { "high", "to", COLUMN_NUMBER, 3 },
        { "elo", "Elo", COLUMN_NUMBER, 0 },
        { "elo_low", "from", COLUMN_NUMBER, 0 },
        { "elo_high", "to", COLUMN_NUMBER, 0 },
        { "los", "LOS %", COLUMN_NUMBER, 1 },
    };
    struct table table;

    table_begin(&table, out, TABLE_TEXT, column, COUNT(column));
    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];
        struct tally tally = pairing_tally(&m->result.pairing, false);
        struct interval score = tally_interval(&tally), elo = tally_elo(&tally);
        char name[COMPARE_NAME_SIZE];

        if (m->other != other || tally.samples == 0)
            continue;
        table_text(&table, compare_report_match_name(m, name));
        table_integer(&table, wdl_games(tally.games));
        table_wdl(&table, tally.games);
        table_interval(&table, score);
        table_interval(&table, elo);
        table_number(&table, 100 * tally_los(&tally));
    }
    return table_end(&table, err);
}

static void put_side(struct table *table, struct wdl w)
{
    char record[64];

    snprintf(record, sizeof record, "+%u =%u -%u", w.wins, w.draws, w.losses);
    table_text(table, record);
    table_number(table, wdl_score(w));
}

/* By who moved first, with the nodes searched. */
static int print_sides(const struct comparison *c, uint32_t other, FILE *out, struct err *err)
{
    char nodes_a[16], nodes_b[16];
    const struct column column[] = {
        { "at", "", COLUMN_TEXT, 0 },
        { "first", "A moving first", COLUMN_TEXT, 0 },
        { "first_score", "score", COLUMN_NUMBER, 3 },
        { "second", "second", COLUMN_TEXT, 0 },
        { "second_score", "score", COLUMN_NUMBER, 3 },
        { "nodes_a", nodes_a, COLUMN_NUMBER, 1 },
        { "nodes_b", nodes_b, COLUMN_NUMBER, 1 },
    };
    struct table table;

    snprintf(nodes_a, sizeof nodes_a, "nodes A");
    snprintf(nodes_b, sizeof nodes_b, "nodes %c", letter(other));
    table_begin(&table, out, TABLE_TEXT, column, COUNT(column));
    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];
        char name[COMPARE_NAME_SIZE];

        if (m->other != other || pairing_samples(&m->result.pairing) == 0)
            continue;
        table_text(&table, compare_report_match_name(m, name));
        put_side(&table, pairing_lower_first(&m->result.pairing));
        put_side(&table, wdl_reverse(pairing_upper_first(&m->result.pairing)));
        table_number(&table, m->result.nodes[0] > 0 ? m->result.nodes[0] : NAN);
        table_number(&table, m->result.nodes[1] > 0 ? m->result.nodes[1] : NAN);
    }
    return table_end(&table, err);
}

static const char *answer_text(const struct sprt *sprt, char text[COMPARE_NAME_SIZE])
{
    if (sprt->answer == SPRT_OPEN)
        snprintf(text, COMPARE_NAME_SIZE, "not decided");
    else if (sprt->answer == SPRT_UPPER)
        snprintf(text, COMPARE_NAME_SIZE, "more than %g", sprt->elo0);
    else
        snprintf(text, COMPARE_NAME_SIZE, "less than %g", sprt->elo1);
    return text;
}

static int print_tests(const struct comparison *c, uint32_t other, int width, FILE *out,
                       struct err *err)
{
    static const struct column column[] = {
        { "at", "", COLUMN_TEXT, 0 },       { "pairs", "pairs", COLUMN_INTEGER, 0 },
        { "llr", "LLR", COLUMN_NUMBER, 2 }, { "low", "from", COLUMN_NUMBER, 2 },
        { "high", "to", COLUMN_NUMBER, 2 }, { "answer", "Elo", COLUMN_TEXT, 0 },
    };
    struct table table;

    fputc('\n', out);
    text_wrap(out, width, 0,
              "Sequential test of Elo %g against %g. Stopping early biases scores towards its "
              "answer:",
              c->o.sprt.elo0, c->o.sprt.elo1);
    table_begin(&table, out, TABLE_TEXT, column, COUNT(column));
    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];
        char name[COMPARE_NAME_SIZE], answer[COMPARE_NAME_SIZE];

        if (m->other != other || !m->begun)
            continue;
        table_text(&table, compare_report_match_name(m, name));
        table_integer(&table, pairing_pairs(&m->result.pairing));
        table_number(&table, m->result.sprt.llr);
        table_number(&table, m->result.sprt.low);
        table_number(&table, m->result.sprt.high);
        table_text(&table, answer_text(&m->result.sprt, answer));
    }
    return table_end(&table, err);
}

static bool anything_played(const struct comparison *c, uint32_t other)
{
    for (size_t i = 0; i < c->matches; i++)
        if (c->match[i].other == other && pairing_samples(&c->match[i].result.pairing) > 0)
            return true;
    return false;
}

static int print_games(const struct comparison *c, uint32_t other, int width, FILE *out,
                       struct err *err)
{
    fputc('\n', out);
    if (!anything_played(c, other)) {
        fprintf(out, "A against %c: no games were played.\n", letter(other));
        return 0;
    }
    text_wrap(out, width, 0,
              "A against %c, from A's side; %sopenings of %d plies, each played with "
              "both colours:",
              letter(other), c->unseen ? "unseen " : "", c->o.plies);
    if (print_scores(c, other, out, err))
        return -1;
    fputc('\n', out);
    if (print_sides(c, other, out, err))
        return -1;
    return c->o.sequential ? print_tests(c, other, width, out, err) : 0;
}

static int print_mistakes(const struct compare_result *r, int width, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "player", "", COLUMN_TEXT, 0 },
        { "mistakes", "mistakes", COLUMN_INTEGER, 0 },
        { "rate", "%", COLUMN_NUMBER, 1 },
        { "low", "from", COLUMN_NUMBER, 1 },
        { "high", "to", COLUMN_NUMBER, 1 },
        { "a_only", "only A", COLUMN_INTEGER, 0 },
        { "own_only", "only it", COLUMN_INTEGER, 0 },
        { "p", "p", COLUMN_TEXT, 0 },
    };
    struct table table;

    fputc('\n', out);
    text_wrap(out, width, 0,
              "Mistakes against perfect play in %zu solved positions, at depth %d "
              "for players without limits of their own:",
              r->mistakes->entry[0].summary.positions, comparison_main_depth(&r->c->o));
    table_begin(&table, out, TABLE_TEXT, column, COUNT(column));
    for (uint32_t i = 0; i < r->mistakes->n; i++) {
        const struct mistake_entry *e = &r->mistakes->entry[i];
        char name[] = { letter(i), '\0' }, chance[16];

        table_text(&table, name);
        table_integer(&table, e->summary.mistakes);
        table_number(&table, 100 * e->summary.rate.mean);
        table_number(&table, 100 * e->summary.rate.low);
        table_number(&table, 100 * e->summary.rate.high);
        for (int k = 0; i == 0 && k < 3; k++)
            table_empty(&table);
        if (i == 0)
            continue;
        table_integer(&table, e->contrast.first_only);
        table_integer(&table, e->contrast.second_only);
        snprintf(chance, sizeof chance, "%.2g", e->contrast.p);
        table_text(&table, chance);
    }
    return table_end(&table, err);
}

/* The titles are kept in `title`. Returns the number of columns. */
static int gene_columns(const struct comparison *c, struct column *column, char (*title)[16])
{
    int columns = 1;

    column[0] = (struct column){ "gene", "gene", COLUMN_TEXT, 0 };
    for (uint32_t k = 0; k < 2 * c->games.players; k++) {
        uint32_t who = k % c->games.players;
        bool effect = k >= c->games.players;

        if (!c->games.player[who].has_genome || (effect && who == 0))
            continue;
        if (effect && c->games.players == 2)
            snprintf(title[k], sizeof title[k], "effect");
        else
            snprintf(title[k], sizeof title[k], effect ? "effect %c" : "%c", letter(who));
        column[columns++] = (struct column){ title[k], title[k], COLUMN_NUMBER, effect ? 1 : 2 };
    }
    return columns;
}

/* A column for each genome, then one for each effect on A. */
static int print_gene_rows(const struct comparison *c, const struct gene_row *row, size_t n,
                           FILE *out, struct err *err)
{
    struct column column[2 * COMPARE_PLAYERS + 1];
    char title[2 * COMPARE_PLAYERS][16];
    struct table table;

    table_begin(&table, out, TABLE_TEXT, column, gene_columns(c, column, title));
    for (size_t i = 0; i < n; i++) {
        int g = row[i].gene;

        table_text(&table, gene_table[g].name);
        for (uint32_t k = 0; k < c->games.players; k++)
            if (c->games.player[k].has_genome)
                table_number(&table,
                             contrast_scaled(&c->games.player[k].genome, g, c->of[k].spread));
        for (uint32_t k = 1; k < c->games.players; k++)
            if (c->games.player[k].has_genome)
                table_number(&table, c->of[k].effect[g]);
    }
    return table_end(&table, err);
}

static int print_genes(const struct comparison *c, const struct compare_print *how, FILE *out,
                       struct err *err)
{
    struct gene_row row[GENE_COUNT];
    size_t n = compare_report_rank_genes(c, row), shown = 0;

    while (shown < n && (how->all_genes || (shown < TOP_GENES && row[shown].effect >= LEAST_SHOWN)))
        shown++;
    if (n == 0)
        return 0;
    fputc('\n', out);
    text_wrap(
        out, how->width, 0,
        "Weights in percent of the spread of each evaluation (shape, map and lane factors are "
        "unscaled). The effect is how much A's evaluation would change, in percent, with "
        "the other player's weight. Largest effect first:");
    if (print_gene_rows(c, row, shown, out, err))
        return -1;
    if (shown < n)
        fprintf(out, "%zu more differ; --all shows them.\n", n - shown);
    return 0;
}

/* One line for each player whose tables are not A's. */
static void print_tables(const struct comparison *c, FILE *out)
{
    const struct player *first = &c->games.player[0];
    char text[TABLES_TEXT_SIZE];
    bool any = false;

    for (uint32_t i = 0; i < c->games.players; i++)
        any |= c->games.player[i].genome.tables != NULL;
    if (!any)
        return;
    fprintf(out, "\nTables, by their checksums:\nA  %s\n", tables_text(first->genome.tables, text));
    for (uint32_t i = 1; i < c->games.players; i++) {
        const struct player *p = &c->games.player[i];

        fprintf(out, "%c  %s", letter(i), tables_text(p->genome.tables, text));
        if (first->has_genome && tables_equal(first->genome.tables, p->genome.tables))
            fputs(", the same", out);
        else if (first->has_genome && p->has_genome)
            fprintf(out, ": with these A's evaluation would change by %.1f%%",
                    c->of[i].tables_effect);
        fputc('\n', out);
    }
    fputs("What threats that cannot be played yet are worth to their owner, in log odds:\n", out);
    for (uint32_t i = 0; i < c->games.players; i++)
        if (c->games.player[i].genome.tables) {
            fprintf(out, "%c\n", letter(i));
            threat_report_text(&c->of[i].threats, out);
        }
}

int compare_report_text(const struct compare_result *r, const struct compare_print *how, FILE *out,
                        struct err *err)
{
    const struct comparison *c = r->c;

    print_players(c, out);
    if (print_genes(c, how, out, err))
        return -1;
    print_tables(c, out);
    for (uint32_t i = 1; i < c->games.players; i++)
        if (print_games(c, i, how->width, out, err))
            return -1;
    if (r->mistakes && r->mistakes->n && print_mistakes(r, how->width, out, err))
        return -1;
    for (uint32_t i = 1; i < c->games.players; i++) {
        char verdict[COMPARE_VERDICT_SIZE];

        fputc('\n', out);
        text_wrap(out, how->width, 0, "%s", compare_report_verdict(r, i, verdict));
    }
    return 0;
}

int compare_report_speed(const struct comparison *c, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "player", "", COLUMN_TEXT, 0 },
        { "evaluation", "ns per evaluation", COLUMN_NUMBER, 1 },
        { "node", "ns per node", COLUMN_NUMBER, 1 },
    };
    struct table table;

    fputs("\nSpeed, measured on one thread:\n", out);
    table_begin(&table, out, TABLE_TEXT, column, COUNT(column));
    for (uint32_t i = 0; i < c->games.players; i++) {
        const struct speed *s = &c->of[i].speed;
        char name[] = { letter(i), '\0' };

        if (s->evaluation > 0) {
            table_text(&table, name);
            table_number(&table, s->evaluation);
            table_number(&table, s->node > 0 ? s->node : NAN);
        }
    }
    return table_end(&table, err);
}
