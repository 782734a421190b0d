#include "evolve/gauntlet.h"

#include <math.h>
#include <stdlib.h>

#include "stats/tally.h"

static int make_players(struct games *games, const struct gauntlet *g, struct err *err)
{
    for (size_t i = 0; i < g->n + g->opponents; i++)
        if (generation_player_init(&games->player[i], g->config,
                                   i < g->n ? g->who[i] : &g->opponent[i - g->n], err))
            return -1;
    return players_ready(games->player, games->players, err);
}

static int make_schedule(struct games *games, const struct gauntlet *g, struct err *err)
{
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t o = 0; o < g->opponents; o++) {
            size_t before = games->schedule.n;

            if (schedule_pair(&games->schedule, i, (uint32_t)g->n + o, PAIRS_SWAPPED, g->openings,
                              1, err))
                return -1;
            schedule_shift(&games->schedule, before, o * g->openings, games->openings.n);
        }
    return 0;
}

static int prepare(struct games *games, const struct gauntlet *g, struct err *err)
{
    if (games_init(games, g->config->name, (uint32_t)(g->n + g->opponents), err) ||
        make_players(games, g, err))
        return -1;
    games->what = g->what;
    games->detail = g->detail;
    games->seed = g->config->seed;
    games->generation = g->draw;
    if (openings_draw(&games->openings, g->plies, g->opponents * g->openings, g->set, games->seed,
                      g->draw, err))
        return -1;
    if (games->openings.n == 0)
        return err_set(err, "no opening of %d plies is left for %s", g->plies, g->what);
    return make_schedule(games, g, err);
}

static struct standing_sample *read_samples(const struct gauntlet *g, const struct games *games)
{
    size_t each = g->opponents * g->openings;
    struct standing_sample *sample = calloc(games->schedule.n / 2 + 1, sizeof *sample);

    for (size_t i = 0; sample && i < games->schedule.n / 2; i++)
        sample[i] = (struct standing_sample){ (uint32_t)(i / each), (uint32_t)(i % each),
                                              generation_pair_score(&games->result[2 * i]) };
    return sample;
}

int gauntlet_games(const struct gauntlet *g, struct pool *pool, const struct watch *watch,
                   struct games *games, bool *finished, struct err *err)
{
    *games = (struct games){ 0 };
    if (prepare(games, g, err) || games_play_all(games, pool, watch, err)) {
        games_release(games);
        return -1;
    }
    *finished = games_done(games, 0, games->schedule.n);
    return 0;
}

int gauntlet_play(const struct gauntlet *g, struct pool *pool, const struct watch *watch,
                  struct standing_sample **sample, bool *finished, struct err *err)
{
    struct gauntlet brief = *g;
    struct games games;
    int status = 0;

    *sample = NULL;
    brief.detail = GAME_OUTCOME;
    if (gauntlet_games(&brief, pool, watch, &games, finished, err))
        return -1;
    if (*finished) {
        *sample = read_samples(g, &games);
        if (!*sample)
            status = err_shortage(err, "out of memory: %zu games", games.schedule.n);
    }
    games_release(&games);
    return status;
}

struct belief gauntlet_mean(const struct standing_sample *sample, size_t n)
{
    double mean = 0, squares = 0;

    for (size_t i = 0; i < n; i++)
        mean += sample[i].score / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (sample[i].score - mean) * (sample[i].score - mean);
    return (struct belief){ mean, n > 1 ? squares / (double)(n - 1) / (double)n : 0.25 };
}

int panel_measure(const struct run_config *config, const struct journal_genome *champion,
                  const struct journal_genome *opponent, size_t opponents, struct pool *pool,
                  const struct watch *watch, double *score, double *error, bool *finished,
                  struct err *err)
{
    struct gauntlet g = { .config = config,
                          .who = &champion,
                          .n = 1,
                          .opponent = opponent,
                          .opponents = opponents,
                          .set = OPENING_VALIDATE,
                          .plies = config->validate_plies,
                          .openings = (size_t)config->panel_openings,
                          .what = "panel games" };
    const struct watch quiet = { .stop = watch->stop };
    struct standing_sample *sample;
    struct belief mean;

    *score = *error = NAN;
    *finished = true;
    if (g.openings == 0 || opponents == 0)
        return 0;
    if (gauntlet_play(&g, pool, &quiet, &sample, finished, err))
        return -1;
    if (*finished) {
        mean = gauntlet_mean(sample, opponents * g.openings);
        *score = mean.mean;
        *error = z_of_95_percent() * sqrt(mean.variance);
    }
    free(sample);
    return 0;
}
