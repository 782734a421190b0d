#include "report/tournament_text.h"

#include <math.h>
#include <string.h>

#include "report/text.h"

#define RANK_WIDTH 5  /* "  1  " */
#define NAME_SHORT 14 /* names are cut to this before a column is left out */

static void cell_elo(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%.0f", rint(s->elo) + 0.0);
}

static void cell_error(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%.0f", s->error);
}

static void cell_games(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%llu", (unsigned long long)wdl_games(s->record.tally.games));
}

static void cell_won(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%u", s->record.tally.games.wins);
}

static void cell_drawn(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%u", s->record.tally.games.draws);
}

static void cell_lost(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%u", s->record.tally.games.losses);
}

static void cell_score(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%.1f", 100 * wdl_score(s->record.tally.games));
}

static void cell_interval(char *cell, size_t size, const struct standing *s)
{
    snprintf(cell, size, "%.1f-%.1f", 100 * s->score.low, 100 * s->score.high);
}

static void cell_published(char *cell, size_t size, const struct standing *s)
{
    if (isnan(s->published))
        cell[0] = '\0';
    else
        snprintf(cell, size, "%g", s->published);
}

/* From left to right. A narrow terminal goes without the columns of the highest `spare`; 0 is
 * always shown. */
static const struct rating_column {
    const char *title;
    int spare;
    void (*print)(char *cell, size_t size, const struct standing *s);
} columns[] = {
    { "Elo", 0, cell_elo },     { "+-", 1, cell_error },     { "games", 3, cell_games },
    { "won", 2, cell_won },     { "drawn", 4, cell_drawn },  { "lost", 4, cell_lost },
    { "score", 0, cell_score }, { "95%", 5, cell_interval }, { "published", 2, cell_published },
};

enum { COLUMN_COUNT = sizeof columns / sizeof *columns, SPARE_MAX = 5, CELL_SIZE = 48 };

/* How the list is laid out. */
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

/* Columns as wide as what stands in them; one with nothing in it is not shown. */
static void measure(struct layout *l, const struct tournament_result *r, int gap)
{
    char cell[CELL_SIZE];

    for (int k = 0; k < COLUMN_COUNT; k++) {
        int widest = 0, title = (int)strlen(columns[k].title);

        for (uint32_t i = 0; i < r->t->games.players; i++) {
            columns[k].print(cell, sizeof cell, &r->standing[i]);
            if ((int)strlen(cell) > widest)
                widest = (int)strlen(cell);
        }
        l->width[k] = widest == 0 ? 0 : gap + (widest > title ? widest : title);
    }
}

/* What is too wide gets smaller gaps, then shorter names, then fewer columns. */
static void fit(struct layout *l, const struct tournament_result *r, int width)
{
    int longest = tournament_name_width(&r->t->games);
    int least = longest < NAME_SHORT ? longest : NAME_SHORT;

    measure(l, r, 2);
    if (total_width(l) + longest > width)
        measure(l, r, 1);
    for (int spare = SPARE_MAX; spare > 0 && total_width(l) + least > width; spare--)
        for (int k = 0; k < COLUMN_COUNT; k++)
            if (columns[k].spare == spare)
                l->width[k] = 0;
    l->name = tournament_share(width - total_width(l), longest);
}

static void print_row(FILE *out, const struct layout *l, const char *name, const struct standing *s)
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

void tournament_print_ratings(FILE *out, const struct tournament_result *r, int width)
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
        print_row(out, &l, c->player[r->standing[i].player].name, &r->standing[i]);
    }
    fputc('\n', out);
}
