#include "evolve/generation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* Seconds of play that are lost at most when the program is killed. */
#define SAVE_S 1.5

int generation_player(struct player *player, const struct run_config *config,
                      const struct journal_genome *who, struct err *err)
{
    bool given = who->origin == ORIGIN_OPPONENT || who->origin == ORIGIN_REFERENCE;
    char id[NAME_SIZE];

    snprintf(id, sizeof id, "#%u", who->id);
    if (player_init(player, who->name[0] ? who->name : id, err))
        return -1;
    player->keys = config->player.keys;
    player->search = given ? player_without_genome(who->name) : NULL;
    if (!player->search) {
        player->search = config->player.search;
        player->has_genome = true;
        memcpy(player->genome.gene, who->gene, sizeof player->genome.gene);
    }
    return player_ready(player, err);
}

/* The number of openings of the pairings with player b; a lower index is in the population. */
static size_t openings_of(const struct generation *t, size_t b)
{
    if (b < t->population)
        return (size_t)t->config->openings;
    if (t->who[b]->origin == ORIGIN_OPPONENT)
        return (size_t)t->config->opponent_openings;
    return (size_t)t->config->hall_openings;
}

static int schedule_all(struct generation *t, struct err *err)
{
    for (uint32_t a = 0; a < t->population; a++) {
        for (uint32_t b = a + 1; b < t->n; b++) {
            size_t openings = openings_of(t, b);

            if (openings == 0)
                continue;
            if (openings > t->games.openings.n)
                openings = t->games.openings.n;
            t->pairing[t->pairings++] = (struct generation_pairing){
                .a = a, .b = b, .first_game = t->games.schedule.n, .games = 2 * openings
            };
            if (schedule_pair(&t->games.schedule, a, b, PAIRS_SWAPPED, openings, 1, err))
                return -1;
        }
    }
    return 0;
}

static int draw_openings(struct generation *t, struct err *err)
{
    const struct run_config *c = t->config;
    int count = c->openings;

    if (c->opponent_openings > count)
        count = c->opponent_openings;
    if (c->hall_openings > count)
        count = c->hall_openings;
    if (openings_draw(&t->games.openings, c->plies, (size_t)count, OPENING_TRAIN, c->seed,
                      t->games.generation, err))
        return -1;
    return t->games.openings.n > 0
               ? 0
               : err_set(err, "no opening of %d plies is in the training set", c->plies);
}

static int allocate(struct generation *t, struct err *err)
{
    t->who = calloc(t->n, sizeof *t->who);
    t->pairing = calloc(t->population * t->n, sizeof *t->pairing);
    t->fitness = calloc(t->n, sizeof *t->fitness);
    t->error = calloc(t->n, sizeof *t->error);
    return t->who && t->pairing && t->fitness && t->error
               ? 0
               : err_set(err, "out of memory: %zu players", t->n);
}

static int fill(struct generation *t, uint32_t generation, const struct journal_genome *population,
                const struct journal_genome *rest, struct err *err)
{
    if (games_init(&t->games, t->config->name, (uint32_t)t->n, err) || allocate(t, err))
        return -1;
    t->games.seed = t->config->seed;
    t->games.generation = generation;
    for (size_t i = 0; i < t->n; i++) {
        t->who[i] = i < t->population ? &population[i] : &rest[i - t->population];
        if (generation_player(&t->games.player[i], t->config, t->who[i], err))
            return -1;
    }
    return draw_openings(t, err) || schedule_all(t, err) || games_ready(&t->games, err) ? -1 : 0;
}

int generation_init(struct generation *gen, const struct run_config *config, uint32_t generation,
                    const struct journal_genome *population, const struct journal_genome *rest,
                    size_t rest_n, struct err *err)
{
    *gen = (struct generation){ .config = config,
                                .population = (size_t)config->size,
                                .n = (size_t)config->size + rest_n };
    if (fill(gen, generation, population, rest, err) == 0)
        return 0;
    generation_release(gen);
    return -1;
}

void generation_release(struct generation *gen)
{
    games_release(&gen->games);
    free(gen->who);
    free(gen->pairing);
    free(gen->fitness);
    free(gen->error);
    ratings_release(&gen->ratings);
    *gen = (struct generation){ 0 };
}

/* Takes over the pairings that the journal has, which are the first ones. */
static int take_saved(struct generation *t, const struct journal *journal, size_t *saved,
                      struct err *err)
{
    struct games *games = &t->games;
    struct journal_pairing *list;
    size_t n;
    int status = 0;

    if (journal_read_pairings(journal, games->generation, &list, &n, err))
        return -1;
    for (size_t i = 0; i < n && status == 0; i++) {
        const struct generation_pairing *p = &t->pairing[i];

        if (i >= t->pairings || list[i].slot != i || list[i].a != t->who[p->a]->id ||
            list[i].b != t->who[p->b]->id || list[i].games != p->games) {
            status = err_set(err, "generation %u: the saved pairings are not those of this config",
                             games->generation);
        } else {
            memcpy(&games->result[p->first_game], list[i].result, p->games * sizeof *games->result);
            memset(&games->done[p->first_game], true, p->games);
            games->played += p->games;
        }
    }
    journal_pairings_free(list, n);
    *saved = n;
    return status;
}

static int save(const struct generation *t, const struct journal *journal, size_t from, size_t to,
                struct err *err)
{
    struct journal_pairing *list = calloc(to - from + 1, sizeof *list);
    int status;

    if (!list)
        return err_set(err, "out of memory: %zu pairings", to - from);
    for (size_t i = from; i < to; i++) {
        const struct generation_pairing *p = &t->pairing[i];

        list[i - from] = (struct journal_pairing){ .generation = t->games.generation,
                                                   .slot = (uint32_t)i,
                                                   .a = t->who[p->a]->id,
                                                   .b = t->who[p->b]->id,
                                                   .games = (uint32_t)p->games,
                                                   .result = &t->games.result[p->first_game] };
    }
    status = journal_keep_pairings(journal, list, to - from, err);
    free(list);
    return status;
}

/* Saves pairings while later ones are played. The journal takes them in order. */
struct saving {
    const struct generation *gen;
    const struct journal *journal;
    size_t saved;   /* pairings in the journal */
    double saved_s; /* when the last of them were saved */
    bool failed;
    struct err err;
};

static void save_complete(struct saving *s)
{
    const struct generation *t = s->gen;
    size_t complete = s->saved;

    while (complete < t->pairings &&
           games_done(&t->games, t->pairing[complete].first_game,
                      t->pairing[complete].first_game + t->pairing[complete].games))
        complete++;
    if (!s->failed && complete > s->saved)
        s->failed = save(t, s->journal, s->saved, complete, &s->err) != 0;
    s->saved = complete;
    s->saved_s = clock_s();
}

static bool save_sometimes(void *context, size_t game)
{
    struct saving *s = context;

    (void)game;
    if (clock_s() - s->saved_s > SAVE_S)
        save_complete(s);
    return !s->failed;
}

int generation_play(struct generation *gen, const struct journal *journal, struct pool *pool,
                    const struct watch *watch, bool *finished, struct err *err)
{
    struct saving s = { .gen = gen, .journal = journal, .saved_s = clock_s() };
    struct games_keeper keeper = { save_sometimes, &s };

    if (take_saved(gen, journal, &s.saved, err))
        return -1;
    gen->saved = gen->games.played;
    if (s.saved < gen->pairings) {
        if (games_play(&gen->games, gen->pairing[s.saved].first_game, gen->games.schedule.n, pool,
                       watch, &keeper, err))
            return -1;
        save_complete(&s);
    }
    *finished = s.saved == gen->pairings;
    if (s.failed)
        *err = s.err;
    return s.failed ? -1 : 0;
}

static void shift_ratings(struct generation *t)
{
    size_t first = 0, n = t->population;
    double mean = 0;

    for (size_t i = t->population; i < t->n; i++) {
        if (t->who[i]->origin == ORIGIN_OPPONENT) {
            first = t->population;
            n = i + 1 - first;
        }
    }
    for (size_t i = first; i < first + n; i++)
        mean += t->ratings.elo[i] / (double)n;
    for (size_t i = 0; i < t->n; i++) {
        t->fitness[i] = t->ratings.elo[i] - mean;
        t->error[i] = t->ratings.error[i];
    }
}

int generation_score(struct generation *gen, struct err *err)
{
    if (games_score(&gen->games, err) ||
        ratings_init(&gen->ratings, &gen->games.table, (struct rating_anchor){ RATING_MEAN, 0 },
                     err))
        return -1;
    shift_ratings(gen);
    return 0;
}

struct generation_figures generation_figures(const struct journal_generation *g,
                                             const struct journal_rating *rating, size_t n)
{
    struct generation_figures f = { .best = { 0, NAN, NAN }, .champion = { 0, NAN, NAN } };
    double squares = 0;

    for (size_t i = 0; i < n; i++) {
        f.mean += rating[i].elo / (double)n;
        if (i == 0 || rating[i].elo > f.best.elo)
            f.best = rating[i];
        if (rating[i].id != g->champion)
            continue;
        f.champion = rating[i];
        f.new_champion = i != 0; /* the previous champion is in slot 0 */
    }
    for (size_t i = 0; i < n; i++)
        squares += (rating[i].elo - f.mean) * (rating[i].elo - f.mean);
    f.spread = n ? sqrt(squares / (double)n) : NAN;
    f.mean = n ? f.mean : NAN;
    f.new_champion |= g->generation == 0;
    return f;
}
