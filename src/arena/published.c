#include "arena/published.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

/* The games of x against o, both colours, as x sees them; x may be o. */
static struct wdl games_of(const struct crosstable *table, const struct listed_pair *pair)
{
    bool swap = pair->x > pair->o;
    const struct meeting *m =
        crosstable_meeting(table, swap ? pair->o : pair->x, swap ? pair->x : pair->o);
    struct wdl lower = wdl_sum(meeting_lower_first(m), wdl_reverse(meeting_upper_first(m)));

    return swap ? wdl_reverse(lower) : lower;
}

static struct published_cell compare(const struct crosstable *table, const struct listed_pair *pair)
{
    struct wdl w = games_of(table, pair);
    double games = (double)wdl_games(w);
    double score = wdl_score(w);
    double pooled = (games * score + pair->score + 0.5) / (games + pair->games + 1);
    /* Draws make a game's score vary less than a coin of the same mean. */
    double spread = 1 - 0.25 * (w.draws / fmax(games, 1)) / (pooled * (1 - pooled));
    double variance = fmax(spread, 0.1) * pooled * (1 - pooled);
    double theirs = pair->score / pair->games;
    double error = sqrt(variance * (1 / fmax(games, 1) + 1 / pair->games));

    return (struct published_cell){ .pair = pair,
                                    .games = games,
                                    .score = score,
                                    .theirs = theirs,
                                    .z = (score - theirs) / error };
}

int published_init(struct published *published, const struct tournament *t, struct err *err)
{
    *published = (struct published){ .p = 1 };
    published->cell = calloc(t->listed_n + 1, sizeof *published->cell);
    if (!published->cell)
        return err_set(err, "out of memory: %zu pairs", t->listed_n);
    for (size_t i = 0; i < t->listed_n; i++) {
        struct published_cell cell;

        if (t->listed[i].games < 1)
            continue;
        cell = compare(&t->contest.table, &t->listed[i]);
        published->chi_square += cell.z * cell.z;
        published->cell[published->n++] = cell;
    }
    if (published->n > 0)
        published->p = gsl_cdf_chisq_Q(published->chi_square, (double)published->n);
    return 0;
}

void published_release(struct published *published)
{
    free(published->cell);
    *published = (struct published){ 0 };
}
