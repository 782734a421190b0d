/* What the games of a generation say about its genomes. */
#include "evolve/generation.h"

#include <math.h>
#include <stdlib.h>

#include "stats/tally.h"

static double score_of(enum game_outcome outcome)
{
    return outcome == GAME_WON ? 1 : outcome == GAME_DRAWN ? 0.5 : 0;
}

double generation_pair_score(const struct game_result result[2])
{
    return (score_of((enum game_outcome)result[0].outcome) + 1 -
            score_of((enum game_outcome)result[1].outcome)) /
           2;
}

/* The samples of one pairing as its first player sees them, and if both are of the population as
 * the second does. */
static size_t add_samples(const struct generation *t, const struct generation_pairing *p,
                          struct standing_sample *sample)
{
    size_t n = 0;

    for (size_t i = 0; i < p->games; i += 2) {
        double score = generation_pair_score(&t->games.result[p->first_game + i]);
        uint32_t opening = (uint32_t)(p->first_opening + i / 2);

        sample[n++] = (struct standing_sample){ p->a, opening, score };
        if (p->b < t->population)
            sample[n++] = (struct standing_sample){ p->b, opening, 1 - score };
    }
    return n;
}

int generation_score(struct generation *gen, struct err *err)
{
    struct standing_sample *sample = calloc(gen->games.schedule.n + 1, sizeof *sample);
    struct standing_input in = { .genomes = gen->population,
                                 .openings = gen->openings,
                                 .group = gen->group,
                                 .sample = sample,
                                 .prior = gen->prior };
    int status;

    if (!sample)
        return err_shortage(err, "out of memory: %zu games", gen->games.schedule.n);
    for (size_t i = 0; i < gen->pairings; i++)
        in.samples += add_samples(gen, &gen->pairing[i], sample + in.samples);
    standings_release(&gen->standings);
    status = standings_init(&gen->standings, &in, err);
    free(sample);
    return status;
}

struct journal_rating generation_rating(uint32_t id, const struct standing *standing)
{
    double z = z_of_95_percent(), error = z * sqrt(standing->score.variance);
    double score = standing->score.mean;

    return (struct journal_rating){
        .id = id,
        .elo = elo_of_score(score),
        .error = (elo_of_score(score + error) - elo_of_score(score - error)) / 2,
        .score = score,
        .score_error = error,
        .standing = standing->standing.mean,
        .standing_error = z * sqrt(standing->standing.variance),
        .apart = NAN,
        .apart_error = NAN,
        .now = standing->now.mean,
        .now_error = z * sqrt(standing->now.variance),
        .truth = NAN
    };
}

struct generation_figures generation_figures(const struct journal_generation *g,
                                             const struct journal_rating *rating, size_t n)
{
    struct generation_figures f = { .best = journal_no_rating(0),
                                    .champion = journal_no_rating(0) };
    double squares = 0, score_squares = 0;

    for (size_t i = 0; i < n; i++) {
        f.mean += rating[i].elo / (double)n;
        f.score_mean += rating[i].score / (double)n;
        if (i == 0 || rating[i].elo > f.best.elo)
            f.best = rating[i];
        if (rating[i].id != g->champion)
            continue;
        f.champion = rating[i];
        f.new_champion = i != 0; /* the previous champion is in slot 0 */
    }
    for (size_t i = 0; i < n; i++) {
        squares += (rating[i].elo - f.mean) * (rating[i].elo - f.mean);
        score_squares += (rating[i].score - f.score_mean) * (rating[i].score - f.score_mean);
    }
    f.spread = n ? sqrt(squares / (double)n) : NAN;
    f.mean = n ? f.mean : NAN;
    f.score_spread = n ? sqrt(score_squares / (double)n) : NAN;
    f.score_mean = n ? f.score_mean : NAN;
    f.new_champion |= g->generation == 0;
    return f;
}
