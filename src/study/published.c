#include "study/published.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

/* A player against itself, both colours. Single games do not say which of the two was x: we let
 * it be the first player in every other game. */
static struct wdl games_with_itself(const struct tournament *t, uint32_t x)
{
    const struct pairing *m = crosstable_pairing(&t->games.table, x, x);
    struct wdl w = wdl_sum(pairing_lower_first(m), wdl_reverse(pairing_upper_first(m)));
    uint32_t decided = w.wins + w.losses;

    if (t->pairs == PAIRS_ORDERED)
        w = (struct wdl){ decided - decided / 2, w.draws, decided / 2 };
    return w;
}

/* The games of x against o, from the side of x. If x always moves first, the reverse pair is a
 * different cell. */
static struct wdl games_of(const struct tournament *t, const struct listed_pair *pair)
{
    const struct crosstable *table = &t->games.table;
    struct wdl first = crosstable_wdl(table, pair->x, pair->o);

    if (t->pairs == PAIRS_FIRST)
        return first;
    if (pair->x == pair->o)
        return games_with_itself(t, pair->x);
    return wdl_sum(first, wdl_reverse(crosstable_wdl(table, pair->o, pair->x)));
}

static struct published_cell compare(struct wdl w, const struct listed_pair *pair)
{
    double games = (double)wdl_games(w);
    double score = wdl_score(w);
    double pooled = (games * score + pair->score + 0.5) / (games + pair->games + 1);
    /* Draws make a game's score vary less than a coin of the same mean. */
    double spread = 1 - 0.25 * (w.draws / games) / (pooled * (1 - pooled));
    double variance = fmax(spread, 0.1) * pooled * (1 - pooled);
    double theirs = pair->score / pair->games;
    double error = sqrt(variance * (1 / games + 1 / pair->games));

    return (struct published_cell){ .pair = pair,
                                    .ours = w,
                                    .games = games,
                                    .score = score,
                                    .theirs = theirs,
                                    .z = (score - theirs) / error };
}

/* The share of our games of one cell that end like the published game of another. */
static double share_as(const struct published_cell *ours, const struct published_cell *theirs)
{
    double score = theirs->pair->score;
    uint32_t count = score > 0.5   ? ours->ours.wins
                     : score < 0.5 ? ours->ours.losses
                                   : ours->ours.draws;

    return count / ours->games;
}

/* The variance of the sum over a random permutation (Hoeffding 1951), from row and column means. */
static double shuffled_variance(const struct published *p, const double *row, const double *column,
                                double mean)
{
    double sum = 0;

    for (size_t i = 0; i < p->n; i++) {
        for (size_t k = 0; k < p->n; k++) {
            double d = share_as(&p->cell[i], &p->cell[k]) - row[i] - column[k] + mean;

            sum += d * d;
        }
    }
    return p->n > 1 ? sum / (double)(p->n - 1) : 0;
}

static int count_same(struct published *p, struct err *err)
{
    double *row = calloc(2 * p->n, sizeof *row);
    double n = (double)p->n, variance;

    if (!row)
        return err_shortage(err, "out of memory: %zu pairs", p->n);
    for (size_t i = 0; i < p->n; i++) {
        p->same += share_as(&p->cell[i], &p->cell[i]);
        for (size_t k = 0; k < p->n; k++) {
            double share = share_as(&p->cell[i], &p->cell[k]);

            row[i] += share / n;
            row[p->n + k] += share / n;
            p->chance += share / n;
        }
    }
    variance = shuffled_variance(p, row, row + p->n, p->chance / n);
    p->same_z = variance > 0 ? (p->same - p->chance) / sqrt(variance) : 0;
    free(row);
    return 0;
}

/* Cells that hold no chance: there the two scores are the same, or not. */
static void count_certain(struct published *p, const struct tournament *t,
                          struct published_cell *cell)
{
    const struct player *player = t->games.player;

    if (!player || !player_deterministic(&player[cell->pair->x]) ||
        !player_deterministic(&player[cell->pair->o]))
        return;
    cell->certain = true;
    p->certain++;
    p->same_score += fabs(cell->score - cell->theirs) < 1e-9;
    p->certain_within += fabs(cell->z) <= z_of_95_percent();
}

int published_init(struct published *published, const struct tournament *t, struct err *err)
{
    *published = (struct published){ .p = 1, .singles = true };
    published->cell = calloc(t->listed_n + 1, sizeof *published->cell);
    if (!published->cell)
        return err_shortage(err, "out of memory: %zu pairs", t->listed_n);
    for (size_t i = 0; i < t->listed_n; i++) {
        struct wdl w = games_of(t, &t->listed[i]);
        struct published_cell cell;

        if (t->listed[i].games < 1 || wdl_games(w) == 0)
            continue;
        cell = compare(w, &t->listed[i]);
        published->chi_square += cell.z * cell.z;
        published->within += fabs(cell.z) <= z_of_95_percent();
        published->singles &= t->listed[i].games == 1;
        count_certain(published, t, &cell);
        published->cell[published->n++] = cell;
    }
    published->singles &= published->n > 0;
    if (published->n > 0)
        published->p = gsl_cdf_chisq_Q(published->chi_square, (double)published->n);
    return published->singles ? count_same(published, err) : 0;
}

void published_release(struct published *published)
{
    free(published->cell);
    *published = (struct published){ 0 };
}
