#include "report/study_experiment.h"

#include <math.h>

#include "report/figures.h"

static const char *const ways[] = {
    [STUDY_DESCRIBED] = "As described",
    [STUDY_PROPER] = "As it should be run",
    [STUDY_PROGRAM] = "As its program played",
};

const char *study_experiment_way(enum study_kind kind)
{
    return ways[kind];
}

static const struct column player_columns[] = {
    { "player", "player", COLUMN_TEXT, 0 },
    { "elo", "Elo", COLUMN_NUMBER, 0 },
    { "error", "+-", COLUMN_NUMBER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "wins", "won", COLUMN_INTEGER, 0 },
    { "draws", "drawn", COLUMN_INTEGER, 0 },
    { "losses", "lost", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "interval", "95%", COLUMN_TEXT, 0 },
    { "published", "published wins", COLUMN_NUMBER, 0 },
    { "moves", "moves per game", COLUMN_NUMBER, 1 },
    { "nodes_move", "nodes per move", COLUMN_NUMBER, 0 },
    { "nodes", "nodes per game", COLUMN_NUMBER, 0 },
    { "ms", "ms per game (measured)", COLUMN_NUMBER, 3 },
};

/* Unknown values are empty cells; a column of empty cells is omitted. */
static void put_effort(struct table *table, const struct effort *e)
{
    double games = e && e->games ? (double)e->games : NAN;
    double moves = e && e->moves ? (double)e->moves : NAN;

    table_number(table, moves / games);
    table_number(table, e ? (double)e->nodes / moves : NAN);
    table_number(table, e ? (double)e->nodes / games : NAN);
    table_number(table, e && e->timed ? 1000 * e->seconds / (double)e->timed : NAN);
}

static int print_players(FILE *out, const struct study_replay *replay, struct err *err)
{
    const struct games *c = &replay->tournament.games;
    struct table table;
    char interval[32];

    table_begin(&table, out, TABLE_MARKDOWN, player_columns,
                sizeof player_columns / sizeof *player_columns);
    for (uint32_t i = 0; i < c->players; i++) {
        const struct placing *s = &replay->result.placing[i];
        struct wdl games = s->record.tally.games;

        table_text(&table, c->player[s->player].name);
        table_number(&table, s->elo);
        table_number(&table, s->error);
        table_integer(&table, wdl_games(games));
        table_wdl(&table, games);
        table_number(&table, s->score.mean);
        snprintf(interval, sizeof interval, "%.3f-%.3f", s->score.low, s->score.high);
        table_text(&table, interval);
        table_number(&table, s->published);
        put_effort(&table, replay->effort ? &replay->effort[s->player] : NULL);
    }
    return table_end(&table, err);
}

/* Our figure from the side of x, counting only the games in which it moved first if the
 * schedule tells them apart. */
static void format_ours(char *text, size_t size, const struct tournament *t, uint32_t x, uint32_t o)
{
    const struct crosstable *table = &t->games.table;
    struct wdl w = t->pairs == PAIRS_SWAPPED ? crosstable_tally(table, x, o).games
                                             : crosstable_wdl(table, x, o);

    if (wdl_games(w) == 0 || (x == o && t->pairs == PAIRS_SWAPPED))
        snprintf(text, size, "%s", x == o ? "-" : "");
    else
        snprintf(text, size, "%.0f", 100 * wdl_score(w));
}

/* Published cells show both figures. If pairs are swapped, each is listed once, and the reverse
 * cell is empty. */
static void format_cell(char *text, size_t size, const struct study_replay *replay, uint32_t x,
                        uint32_t o)
{
    const struct published *p = &replay->result.published;

    for (size_t i = 0; i < p->n; i++) {
        const struct published_cell *cell = &p->cell[i];

        if (cell->pair->x == x && cell->pair->o == o) {
            snprintf(text, size, "%.0f / %.0f", 100 * cell->score, 100 * cell->theirs);
            return;
        }
    }
    if (p->n > 0 && replay->tournament.pairs == PAIRS_SWAPPED)
        snprintf(text, size, "%s", "");
    else
        format_ours(text, size, &replay->tournament, x, o);
}

/* The players of one block of rows against those of one block of columns. */
static int print_block(FILE *out, const struct study_replay *replay, uint32_t row, uint32_t column,
                       uint32_t block, struct err *err)
{
    const struct games *c = &replay->tournament.games;
    uint32_t rows = c->players - row < block ? c->players - row : block;
    uint32_t columns = c->players - column < block ? c->players - column : block;
    struct column names[TABLE_MAX_COLUMNS] = { { "player", "", COLUMN_TEXT, 0 } };
    struct table table;
    char text[64];

    for (uint32_t i = 0; i < columns; i++)
        names[i + 1] = (struct column){ c->player[column + i].name, c->player[column + i].name,
                                        COLUMN_TEXT, 0 };
    fputc('\n', out);
    table_begin(&table, out, TABLE_MARKDOWN, names, (int)columns + 1);
    for (uint32_t i = 0; i < rows; i++) {
        table_text(&table, c->player[row + i].name);
        for (uint32_t k = 0; k < columns; k++) {
            format_cell(text, sizeof text, replay, row + i, column + k);
            table_text(&table, text);
        }
    }
    return table_end(&table, err);
}

static int print_cells(FILE *out, const struct study_replay *replay, long wanted, struct err *err)
{
    const struct tournament *t = &replay->tournament;
    uint32_t players = t->games.players;
    uint32_t block = wanted ? (uint32_t)wanted : players;

    if (block > TABLE_MAX_COLUMNS - 1)
        block = TABLE_MAX_COLUMNS - 1;
    fprintf(out, "\nScore of the row's player%s, in percent%s:\n",
            t->pairs == PAIRS_SWAPPED ? "" : " when it moves first",
            replay->result.published.n ? ", ours / published" : "");
    for (uint32_t row = 0; row < players; row += block)
        for (uint32_t column = 0; column < players; column += block)
            if (print_block(out, replay, row, column, block, err))
                return -1;
    return 0;
}

/* Do enough pairs of players meet to fill a table? One player against the others is in the list
 * above. */
static bool has_cells(const struct study_replay *replay)
{
    const struct games *c = &replay->tournament.games;
    uint32_t met = 0;

    for (uint32_t a = 0; a < c->players; a++)
        for (uint32_t b = a + 1; b < c->players; b++)
            met += pairing_samples(crosstable_pairing(&c->table, a, b)) > 0;
    return replay->result.published.n > 0 || 4 * met > c->players * (c->players - 1);
}

static void print_agreement(FILE *out, const struct study_replay *replay)
{
    unsigned given, same = tournament_report_same_wins(&replay->result, &given);
    char text[256];

    if (replay->result.published.n) {
        tournament_report_agreement(&replay->result.published, text, sizeof text);
        fprintf(out, "%s\n\n", text);
    }
    if (given)
        fprintf(out, "Published wins: %u of %u players won exactly as often as published.\n\n",
                same, given);
}

static void print_findings(FILE *out, const struct study_replay *replay)
{
    const struct interval *first = &replay->result.ratings.first_move;
    const struct cycles *cycles = &replay->result.cycles;

    fprintf(out, "The first move is worth %+.0f Elo (95%% interval %+.0f to %+.0f).", first->mean,
            first->low, first->high);
    if (cycles->triples)
        fprintf(out, " %llu of %llu triples of players are circular.",
                (unsigned long long)cycles->circular, (unsigned long long)cycles->triples);
    fputs("\n\n", out);
}

/* Does a cell differ from the published one: at all, or where chance plays, by more than its error? */
static bool differs(const struct published_cell *c)
{
    return c->certain ? fabs(c->score - c->theirs) > 1e-9 : fabs(c->z) > z_of_95_percent();
}

/* Cells that are not as published. */
static void print_differences(FILE *out, const struct study_replay *replay)
{
    const struct published *p = &replay->result.published;
    const struct player *player = replay->tournament.games.player;
    const char *before = "Not as published: ";

    for (size_t i = 0; i < p->n; i++) {
        const struct published_cell *c = &p->cell[i];

        if (!differs(c))
            continue;
        fprintf(out, "%s%s against %s (%.3g, published %.3g)", before, player[c->pair->x].name,
                player[c->pair->o].name, c->score, c->theirs);
        before = "; ";
    }
    fputs(*before == ';' ? ".\n" : "Every figure is as published.\n", out);
}

int study_experiment_report(FILE *out, const struct study_run *run, size_t experiment,
                            struct err *err)
{
    const struct study_experiment *x = &run->study->experiment[experiment];
    const struct study_replay *replay = &run->replay[experiment];
    const struct games *c = &replay->tournament.games;

    fprintf(out, "\n### %s\n\n%s %s; %u players, %zu games, %zu opening%s, seed %llu.\n\n", x->name,
            x->about, ways[x->kind], c->players, c->played, c->openings.n,
            c->openings.n == 1 ? "" : "s", (unsigned long long)c->seed);
    if (x->brief) {
        print_differences(out, replay);
        return 0;
    }
    print_agreement(out, replay);
    print_findings(out, replay);
    if (print_players(out, replay, err))
        return -1;
    return has_cells(replay) ? print_cells(out, replay, x->block, err) : 0;
}
