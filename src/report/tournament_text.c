#include "report/tournament_report.h"

#include <math.h>
#include <string.h>

#include "report/text.h"

#define RANK_WIDTH 5 /* "  1  " */
#define NAME_LONG  20
#define NAME_LEAST 6
#define NAME_SHORT 14 /* names are cut to this before a column is dropped */
#define CELL       4  /* width of a cell of the crosstable */
#define PROSE      80 /* sentences are hard to read in longer lines */

static int name_width(const struct games *c)
{
    int widest = text_width("player");

    for (uint32_t i = 0; i < c->players; i++)
        if (text_width(c->player[i].name) > widest)
            widest = text_width(c->player[i].name);
    return widest < NAME_LONG ? widest : NAME_LONG;
}

static int share_room(int room, int longest)
{
    if (room > longest)
        return longest;
    return room > NAME_LEAST ? room : NAME_LEAST;
}

static void cell_elo(char *cell, size_t size, const struct placing *s)
{
    snprintf(cell, size, "%.0f", rint(s->elo) + 0.0);
}

static void cell_error(char *cell, size_t size, const struct placing *s)
{
    snprintf(cell, size, "%.0f", s->error);
}

static void cell_games(char *cell, size_t size, const struct placing *s)
{
    snprintf(cell, size, "%llu", (unsigned long long)wdl_games(s->record.tally.games));
}

static void cell_won(char *cell, size_t size, const struct placing *s)
{
    snprintf(cell, size, "%u", s->record.tally.games.wins);
}

static void cell_drawn(char *cell, size_t size, const struct placing *s)
{
    snprintf(cell, size, "%u", s->record.tally.games.draws);
}

static void cell_lost(char *cell, size_t size, const struct placing *s)
{
    snprintf(cell, size, "%u", s->record.tally.games.losses);
}

static void cell_score(char *cell, size_t size, const struct placing *s)
{
    if (wdl_games(s->record.tally.games))
        snprintf(cell, size, "%.1f", 100 * wdl_score(s->record.tally.games));
    else
        snprintf(cell, size, "-");
}

static void cell_interval(char *cell, size_t size, const struct placing *s)
{
    if (wdl_games(s->record.tally.games))
        snprintf(cell, size, "%.1f-%.1f", 100 * s->score.low, 100 * s->score.high);
    else
        snprintf(cell, size, "-");
}

static void cell_published(char *cell, size_t size, const struct placing *s)
{
    if (isnan(s->published))
        cell[0] = '\0';
    else
        snprintf(cell, size, "%g", s->published);
}

/* From left to right. On a narrow terminal, columns with the highest `spare` are dropped first;
 * those with 0 are always shown. */
static const struct rating_column {
    const char *title;
    int spare;
    void (*print)(char *cell, size_t size, const struct placing *s);
} columns[] = {
    { "Elo", 0, cell_elo },     { "+-", 1, cell_error },     { "games", 3, cell_games },
    { "won", 2, cell_won },     { "drawn", 4, cell_drawn },  { "lost", 4, cell_lost },
    { "score", 0, cell_score }, { "95%", 5, cell_interval }, { "published", 2, cell_published },
};

enum { COLUMN_COUNT = sizeof columns / sizeof *columns, SPARE_MAX = 5, CELL_SIZE = 48 };

/* The layout of the rating list. */
struct layout {
    int name;
    int width[COLUMN_COUNT]; /* with the gap on the left; 0 when the column is not shown */
};

static int total_width(const struct layout *l)
{
    int total = RANK_WIDTH;

    for (int i = 0; i < COLUMN_COUNT; i++)
        total += l->width[i];
    return total;
}

/* Columns are as wide as their widest cell; empty ones are not shown. */
static void measure(struct layout *l, const struct tournament_report *r, int gap)
{
    char cell[CELL_SIZE];

    for (int k = 0; k < COLUMN_COUNT; k++) {
        int widest = 0, title = (int)strlen(columns[k].title);

        for (uint32_t i = 0; i < r->t->games.players; i++) {
            columns[k].print(cell, sizeof cell, &r->placing[i]);
            if ((int)strlen(cell) > widest)
                widest = (int)strlen(cell);
        }
        l->width[k] = widest == 0 ? 0 : gap + (widest > title ? widest : title);
    }
}

/* A list that is too wide gets smaller gaps, then shorter names, then fewer columns. */
static void fit(struct layout *l, const struct tournament_report *r, int width)
{
    int longest = name_width(&r->t->games);
    int least = longest < NAME_SHORT ? longest : NAME_SHORT;

    measure(l, r, 2);
    if (total_width(l) + longest > width)
        measure(l, r, 1);
    for (int spare = SPARE_MAX; spare > 0 && total_width(l) + least > width; spare--)
        for (int k = 0; k < COLUMN_COUNT; k++)
            if (columns[k].spare == spare)
                l->width[k] = 0;
    l->name = share_room(width - total_width(l), longest);
}

static void print_row(FILE *out, const struct layout *l, const char *name, const struct placing *s)
{
    char cell[CELL_SIZE];

    text_column(out, name, l->name);
    for (int k = 0; k < COLUMN_COUNT; k++) {
        if (l->width[k] == 0)
            continue;
        columns[k].print(cell, sizeof cell, s);
        fprintf(out, "%*s", l->width[k], cell);
    }
    fputc('\n', out);
}

static void print_ratings(FILE *out, const struct tournament_report *r, int width)
{
    const struct games *c = &r->t->games;
    struct layout l;

    fit(&l, r, width);
    fprintf(out, "%*s", RANK_WIDTH, "");
    text_column(out, "player", l.name);
    for (int k = 0; k < COLUMN_COUNT; k++)
        if (l.width[k])
            fprintf(out, "%*s", l.width[k], columns[k].title);
    fputc('\n', out);
    for (uint32_t i = 0; i < c->players; i++) {
        fprintf(out, "%3u  ", i + 1);
        print_row(out, &l, c->player[r->placing[i].player].name, &r->placing[i]);
    }
    fputc('\n', out);
}

/* A score as at most three characters: a percentage, or a single game as 1, = or 0. */
static const char *format_cell(char cell[8], struct wdl w, bool percent)
{
    if (wdl_games(w) == 0)
        return ".";
    if (!percent)
        return w.wins ? "1" : w.draws ? "=" : "0";
    snprintf(cell, 8, "%.0f", 100 * wdl_score(w));
    return cell;
}

/* Did any player move first against another one more than once? */
static bool needs_percent(const struct games *c)
{
    for (uint32_t i = 0; i < c->players; i++)
        for (uint32_t j = 0; j < c->players; j++)
            if (wdl_games(crosstable_wdl(&c->table, i, j)) > 1)
                return true;
    return false;
}

static void print_cells(FILE *out, const struct games *c, uint32_t i, bool percent)
{
    char cell[8];

    for (uint32_t j = 0; j < c->players; j++) {
        struct wdl w = crosstable_wdl(&c->table, i, j);

        fprintf(out, "%*s", CELL,
                i == j && wdl_games(w) == 0 ? "-" : format_cell(cell, w, percent));
    }
}

static void print_crosstable(FILE *out, const struct games *c, int width)
{
    int room = width - 5 - CELL * (int)c->players;
    int name = share_room(room, name_width(c));
    bool percent;

    if (c->players > 99 || name > room) {
        text_wrap(out, width, 0,
                  "The crosstable of %u players is too wide to show; --csv writes it.", c->players);
        fputc('\n', out);
        return;
    }
    percent = needs_percent(c);
    text_wrap(out, width, 0, "Score of the row's player when it moves first%s:",
              percent ? ", in percent" : " (1 won, = drawn, 0 lost)");
    fprintf(out, "\n%*s", 5 + name, "");
    for (uint32_t j = 0; j < c->players; j++)
        fprintf(out, "%*u", CELL, j + 1);
    fputc('\n', out);
    for (uint32_t i = 0; i < c->players; i++) {
        fprintf(out, "%3u  ", i + 1);
        text_column(out, c->player[i].name, name);
        print_cells(out, c, i, percent);
        fputc('\n', out);
    }
    fputc('\n', out);
}

unsigned tournament_report_same_wins(const struct tournament_report *r, unsigned *given)
{
    unsigned same = 0;

    *given = 0;
    for (uint32_t i = 0; i < r->t->games.players; i++) {
        const struct placing *s = &r->placing[i];

        *given += isnan(s->published) ? 0 : 1;
        same += s->record.tally.games.wins == s->published;
    }
    return same;
}

static void print_agreement(FILE *out, const struct tournament_report *r, int width)
{
    unsigned given, same = tournament_report_same_wins(r, &given);

    if (given)
        text_wrap(out, width, 0,
                  "Published wins: %u of %u players won exactly as often as published.", same,
                  given);
}

static void print_findings(FILE *out, const struct tournament_report *r, int width)
{
    const struct ratings *ratings = &r->ratings;
    const struct cycles *cycles = &r->cycles;

    text_wrap(out, width, 0,
              "First move: %+.0f Elo, 95%% interval %+.0f to %+.0f. Draws between equals: %.0f%%.",
              ratings->first_move.mean, ratings->first_move.low, ratings->first_move.high,
              100 * ratings->draw_rate.mean);
    if (ratings->components > 1)
        text_wrap(
            out, width, 0,
            "The players form %zu groups that never met: compare ratings only within a group.",
            ratings->components);
    if (cycles->degrees <= 0)
        return;
    text_wrap(out, width, 0,
              "Transitive: %.0f%% of the differences follow the rating list; %.0f%% are cyclic, "
              "and chance alone would give %.0f%% (p = %.2g). %llu of %llu triples are circular.",
              100 * cycles->transitive_share, 100 * cycles->cyclic_share,
              100 * cycles->chance_share, cycles->p, (unsigned long long)cycles->circular,
              (unsigned long long)cycles->triples);
}

static void print_cycles(FILE *out, const struct tournament_report *r, int width)
{
    const struct player *player = r->t->games.player;

    if (r->cycles.n > 0) {
        fputc('\n', out);
        text_wrap(out, width, 0,
                  "Clearest cycles, with the score of each player against the next:");
    }
    for (size_t i = 0; i < r->cycles.n; i++) {
        const struct cycle *c = &r->cycles.cycle[i];

        text_wrap(out, width, 4,
                  "  %s %.2f > %s %.2f > %s %.2f > %s (p = %.2g, %.2g adjusted for selection)",
                  player[c->player[0]].name, c->score[0].mean, player[c->player[1]].name,
                  c->score[1].mean, player[c->player[2]].name, c->score[2].mean,
                  player[c->player[0]].name, c->p, c->p_adjusted);
    }
}

void tournament_report_agreement(const struct published *p, char *text, size_t size)
{
    if (p->singles)
        snprintf(text, size,
                 "%.1f of %zu games end as published, %.1f would by chance: our figures agree with "
                 "the published ones %s than chance (z = %.1f).",
                 p->same, p->n, p->chance, p->same_z > z_of_95_percent() ? "better" : "no better",
                 p->same_z);
    else
        snprintf(text, size,
                 "Chi-square over %zu cells: %.1f (p = %.3g): our figures %s with the published "
                 "ones; %zu of %zu cells lie within their 95%% intervals.",
                 p->n, p->chi_square, p->p, p->p > 0.01 ? "agree" : "do not agree", p->within,
                 p->n);
}

/* Names share the room that numbers leave; on a narrow terminal, the games column is dropped. */
static void print_published(FILE *out, const struct tournament_report *r, int width)
{
    const struct player *player = r->t->games.player;
    const struct published *p = &r->published;
    int games = width < 60 ? 0 : 8;
    char agreement[256];
    int name = share_room((width - 25 - games) / 2, name_width(&r->t->games));

    if (p->n == 0)
        return;
    fputc('\n', out);
    text_column(out, "X", name + 1);
    text_column(out, "O", name);
    fprintf(out, "%*s%7s%10s%7s\n", games, games ? "games" : "", "score", "published", "z");
    for (size_t i = 0; i < p->n; i++) {
        const struct published_cell *cell = &p->cell[i];

        text_column(out, player[cell->pair->x].name, name);
        fputc(' ', out);
        text_column(out, player[cell->pair->o].name, name);
        if (games)
            fprintf(out, "%*.0f", games, cell->games);
        fprintf(out, "%7.3f%10.3f%7.2f\n", cell->score, cell->theirs, cell->z);
    }
    tournament_report_agreement(p, agreement, sizeof agreement);
    fputc('\n', out);
    text_wrap(out, width, 0, "%s", agreement);
}

static void print_curve(FILE *out, const struct tournament_report *r, int width)
{
    const struct logistic_curve *curve = &r->curve;

    fputc('\n', out);
    if (!r->has_curve) {
        text_wrap(out, width, 0, "No logistic curve: %s.", r->no_curve.text);
        return;
    }
    text_wrap(out, width, 0, "Score against plies ahead, 1/(1 + exp(-(a + b x))):");
    text_wrap(out, width, 2,
              "  a = %.3f, b = %.3f, standard errors %.3f and %.3f; chi-square %.1f on %zu degrees "
              "of freedom",
              curve->a, curve->b, curve->a_error, curve->b_error, curve->chi_square,
              curve->degrees);
}

void tournament_report_text(FILE *out, const struct tournament_report *r, int width)
{
    const struct games *c = &r->t->games;
    int prose = width < PROSE ? width : PROSE;

    text_wrap(out, prose, 0, "%s: %u players, %zu games, %zu opening%s, seed %llu", c->name,
              c->players, c->played, c->openings.n, c->openings.n == 1 ? "" : "s",
              (unsigned long long)c->seed);
    fputc('\n', out);
    print_crosstable(out, c, width);
    print_ratings(out, r, width);
    print_agreement(out, r, prose);
    print_findings(out, r, prose);
    print_cycles(out, r, prose);
    print_published(out, r, width);
    if (r->t->curve)
        print_curve(out, r, prose);
}
