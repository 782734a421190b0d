#include "report/tournament_report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/logistic_curve.h"
#include "report/csv.h"

#define CYCLES_SHOWN 5
#define NAME_WIDTH   20

int tournament_result_init(struct tournament_result *r, const struct tournament *t, struct err *err)
{
    *r = (struct tournament_result){ .t = t };
    if (ratings_init(&r->ratings, &t->contest.table, t->anchor, err))
        return -1;
    if (cycles_init(&r->cycles, &t->contest.table, &r->ratings, CYCLES_SHOWN, err) ||
        published_init(&r->published, t, err)) {
        tournament_result_release(r);
        return -1;
    }
    return 0;
}

void tournament_result_release(struct tournament_result *r)
{
    ratings_release(&r->ratings);
    cycles_release(&r->cycles);
    published_release(&r->published);
}

/* A score as three characters: a single game as 1, = or 0, more as a percentage. */
static void format_cell(char cell[8], struct wdl w)
{
    uint64_t games = wdl_games(w);

    if (games == 0)
        strcpy(cell, ".");
    else if (games == 1)
        strcpy(cell, w.wins ? "1" : w.draws ? "=" : "0");
    else
        snprintf(cell, 8, "%.0f", 100 * wdl_score(w));
}

static void print_crosstable(FILE *out, const struct contest *c, int width)
{
    char cell[8];

    if (NAME_WIDTH + 5 + 4 * (int)c->players > width) {
        fprintf(out, "The crosstable of %u players is too wide to be shown; --csv writes it.\n\n",
                c->players);
        return;
    }
    fprintf(out, "Score of the row's player when it moves first%s:\n\n%*s",
            c->schedule.n > (size_t)c->players * c->players ? ", in percent"
                                                            : " (1 won, = drawn, 0 lost)",
            NAME_WIDTH + 5, "");
    for (uint32_t j = 0; j < c->players; j++)
        fprintf(out, "%4u", j + 1);
    fputc('\n', out);
    for (uint32_t i = 0; i < c->players; i++) {
        fprintf(out, "%3u  %-*.*s", i + 1, NAME_WIDTH, NAME_WIDTH, c->player[i].name);
        for (uint32_t j = 0; j < c->players; j++) {
            format_cell(cell, crosstable_wdl(&c->table, i, j));
            fprintf(out, "%4s", i == j && cell[0] == '.' ? "-" : cell);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

struct ranked {
    double elo;
    uint32_t index;
};

static int by_elo(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    return x->index < y->index ? -1 : 1;
}

static void print_rating(FILE *out, const struct tournament_result *r, int rank, uint32_t i)
{
    const struct contest *c = &r->t->contest;
    struct record record = crosstable_record(&c->table, i);
    struct wdl all = record.tally.games;
    struct interval score = tally_interval(&record.tally);

    fprintf(out, "%3d  %-*.*s %6.0f %4.0f %6u %5u %5u %5u  %5.1f  %4.1f-%.1f", rank, NAME_WIDTH,
            NAME_WIDTH, c->player[i].name, r->ratings.elo[i], r->ratings.error[i],
            (unsigned)wdl_games(all), all.wins, all.draws, all.losses, 100 * wdl_score(all),
            100 * score.low, 100 * score.high);
    if (!isnan(r->t->published[i]))
        fprintf(out, "  %g", r->t->published[i]);
    fputc('\n', out);
}

static bool any_published(const struct tournament *t)
{
    for (uint32_t i = 0; i < t->contest.players; i++)
        if (!isnan(t->published[i]))
            return true;
    return false;
}

static void print_ratings(FILE *out, const struct tournament_result *r)
{
    uint32_t n = r->t->contest.players;
    struct ranked *rank = calloc(n, sizeof *rank);

    if (!rank)
        return;
    for (uint32_t i = 0; i < n; i++)
        rank[i] = (struct ranked){ r->ratings.elo[i], i };
    qsort(rank, n, sizeof *rank, by_elo);
    fprintf(out, "     %-*s %6s %4s %6s %5s %5s %5s  %5s  %s%s\n", NAME_WIDTH, "player", "Elo",
            "+-", "games", "won", "drawn", "lost", "score", "95%",
            any_published(r->t) ? "  published wins" : "");
    for (uint32_t i = 0; i < n; i++)
        print_rating(out, r, (int)i + 1, rank[i].index);
    fputc('\n', out);
    free(rank);
}

/* How many players won just as often as was published. */
static void print_agreement(FILE *out, const struct tournament_result *r)
{
    unsigned given = 0, same = 0;

    for (uint32_t i = 0; i < r->t->contest.players; i++) {
        struct record record = crosstable_record(&r->t->contest.table, i);

        if (isnan(r->t->published[i]))
            continue;
        given++;
        same += record.tally.games.wins == r->t->published[i];
    }
    if (given)
        fprintf(out, "Published wins: %u of %u players won exactly as often as published.\n", same,
                given);
}

static void print_findings(FILE *out, const struct tournament_result *r)
{
    const struct ratings *ratings = &r->ratings;
    const struct cycles *cycles = &r->cycles;

    fprintf(out,
            "First move: %+.0f Elo, 95%% interval %+.0f to %+.0f. Draws between equals: %.0f%%.\n",
            ratings->first_move.mean, ratings->first_move.low, ratings->first_move.high,
            100 * ratings->draw_rate.mean);
    if (ratings->components > 1)
        fprintf(out,
                "The players form %zu groups that never met: ratings compare only within one.\n",
                ratings->components);
    if (cycles->degrees <= 0)
        return;
    fprintf(out,
            "Transitive: %.0f%% of the differences follow the rating list; %.0f%% are cyclic, and "
            "chance\n"
            "alone would give %.0f%% (p = %.2g). %llu of %llu triples are circular.\n",
            100 * cycles->transitive_share, 100 * cycles->cyclic_share, 100 * cycles->chance_share,
            cycles->p, (unsigned long long)cycles->circular, (unsigned long long)cycles->triples);
}

static void print_cycles(FILE *out, const struct tournament_result *r)
{
    const struct player *player = r->t->contest.player;

    for (size_t i = 0; i < r->cycles.n; i++) {
        const struct cycle *c = &r->cycles.cycle[i];

        if (i == 0)
            fprintf(out, "\nSurest cycles, with the score of each over the next:\n");
        for (int k = 0; k < 3; k++)
            fprintf(out, "%s%s %.2f", k ? " > " : "  ", player[c->player[k]].name,
                    c->score[k].mean);
        fprintf(out, " > %s   (p = %.2g, %.2g for having picked it)\n", player[c->player[0]].name,
                c->p, c->p_adjusted);
    }
}

static void print_published(FILE *out, const struct tournament_result *r)
{
    const struct player *player = r->t->contest.player;
    const struct published *p = &r->published;

    if (p->n == 0)
        return;
    fprintf(out, "\n%-*s %-*s %6s %6s %9s %6s\n", NAME_WIDTH, "X", NAME_WIDTH, "O", "games",
            "score", "published", "z");
    for (size_t i = 0; i < p->n; i++)
        fprintf(out, "%-*.*s %-*.*s %6.0f %6.3f %9.3f %6.2f\n", NAME_WIDTH, NAME_WIDTH,
                player[p->cell[i].pair->x].name, NAME_WIDTH, NAME_WIDTH,
                player[p->cell[i].pair->o].name, p->cell[i].games, p->cell[i].score,
                p->cell[i].theirs, p->cell[i].z);
    fprintf(out,
            "\nChi-square over %zu cells: %.1f (p = %.3f): our figures %s with those published.\n",
            p->n, p->chi_square, p->p, p->p > 0.01 ? "agree" : "do not agree");
}

/* Plies that a player looks ahead; none without a genome. */
static double depth_of(const struct player *player)
{
    return player->search->needs_genome ? player->keys.depth : 0;
}

static void add_point(struct curve_point *point, size_t *n, const struct contest *c, uint32_t x,
                      uint32_t o)
{
    struct tally tally = crosstable_tally(&c->table, x, o);

    if (x != o && tally.units)
        point[(*n)++] =
            (struct curve_point){ .x = depth_of(&c->player[x]) - depth_of(&c->player[o]),
                                  .score = wdl_score(tally.games),
                                  .games = (double)wdl_games(tally.games) };
}

static void print_curve(FILE *out, const struct tournament_result *r)
{
    const struct contest *c = &r->t->contest;
    struct curve_point *point = calloc((size_t)c->players * c->players, sizeof *point);
    struct logistic_curve curve;
    struct err err;
    size_t n = 0;

    if (!point)
        return;
    for (uint32_t x = 0; x < c->players; x++)
        for (uint32_t o = 0; o < x; o++)
            add_point(point, &n, c, x, o);
    if (logistic_curve_fit(&curve, point, n, &err))
        fprintf(out, "\nNo logistic curve: %s.\n", err.text);
    else
        fprintf(out,
                "\nScore against plies ahead, 1/(1 + exp(-(a + b x))):\n"
                "  a = %.3f +- %.3f, b = %.3f +- %.3f; chi-square %.1f on %zu degrees of freedom\n",
                curve.a, curve.a_error, curve.b, curve.b_error, curve.chi_square, curve.degrees);
    free(point);
}

void tournament_print(FILE *out, const struct tournament_result *r, int width)
{
    const struct contest *c = &r->t->contest;

    fprintf(out, "%s: %u players, %zu games, %zu opening%s, seed %llu\n\n", c->name, c->players,
            c->played, c->openings.n, c->openings.n == 1 ? "" : "s", (unsigned long long)c->seed);
    print_crosstable(out, c, width);
    print_ratings(out, r);
    print_agreement(out, r);
    print_findings(out, r);
    print_cycles(out, r);
    print_published(out, r);
    if (r->t->curve)
        print_curve(out, r);
}

int tournament_write_csv(const char *path, const struct tournament *t, struct err *err)
{
    const struct contest *c = &t->contest;
    FILE *out = fopen(path, "w");
    bool failed;

    if (!out)
        return err_set(err, "%s: %s", path, strerror(errno));
    fputs("first,second,wins,draws,losses\n", out);
    for (uint32_t i = 0; i < c->players; i++) {
        for (uint32_t j = 0; j < c->players; j++) {
            struct wdl w = crosstable_wdl(&c->table, i, j);

            if (wdl_games(w) == 0)
                continue;
            csv_text(out, c->player[i].name);
            fputc(',', out);
            csv_text(out, c->player[j].name);
            fprintf(out, ",%u,%u,%u\n", w.wins, w.draws, w.losses);
        }
    }
    failed = ferror(out);
    return fclose(out) || failed ? err_set(err, "%s: %s", path, strerror(errno)) : 0;
}
