#include "evolve/generation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* Seconds of play that are lost at most when the program is killed. */
#define SAVE_S 1.5

/* Games to save at once while others are played, so that less is left to do alone at the end. */
#define SAVE_GAMES 20000

int generation_player_init(struct player *player, const struct run_config *config,
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
        player->genome.tables = tables_share(who->tables);
    }
    return 0;
}

int generation_player(struct player *player, const struct run_config *config,
                      const struct journal_genome *who, struct err *err)
{
    return generation_player_init(player, config, who, err) || player_ready(player, err) ? -1 : 0;
}

/* Rounds after the first have so many times the openings of the one before. */
static size_t growth(const struct run_config *c)
{
    return (size_t)lround(1 / c->race_keep);
}

static size_t grown(const struct run_config *c, int openings, int round)
{
    size_t n = (size_t)openings;

    while (round-- > 0)
        n *= growth(c);
    return n;
}

/* The number of genomes in a round of the race. */
static size_t racers(const struct run_config *c, int round)
{
    double n = c->size;

    while (round-- > 0)
        n = ceil(n * c->race_keep);
    return (size_t)fmax(n, 1);
}

/* The number of openings of a pairing with player b, in a round; a lower index is in the
 * population. Within the population only the first round plays. */
static size_t openings_of(const struct generation *t, size_t b, int round)
{
    const struct run_config *c = t->config;

    if (b < t->population)
        return round == 0 ? (size_t)c->openings : 0;
    return grown(c, t->who[b]->origin == ORIGIN_OPPONENT ? c->opponent_openings : c->hall_openings,
                 round);
}

size_t generation_games(const struct run_config *config, size_t opponents, size_t hall)
{
    size_t n = (size_t)config->size, games = n * (n - 1) * (size_t)config->openings;

    for (int round = 0; round < config->race_rounds; round++)
        games += 2 * racers(config, round) *
                 (opponents * grown(config, config->opponent_openings, round) +
                  hall * grown(config, config->hall_openings, round));
    return games;
}

/* Numbers the openings: those within the population first, then those of each round and player. */
static int number_openings(struct generation *t, struct err *err)
{
    size_t at = t->population * (size_t)t->config->openings, within = at;

    t->first = calloc((size_t)t->config->race_rounds * t->n + 1, sizeof *t->first);
    if (!t->first)
        return err_shortage(err, "out of memory: %zu players", t->n);
    for (int round = 0; round < t->config->race_rounds; round++)
        for (size_t b = t->population; b < t->n; b++) {
            t->first[(size_t)round * t->n + b] = at;
            at += openings_of(t, b, round);
        }
    t->openings = at;
    t->group = calloc(at + 1, sizeof *t->group);
    if (!t->group)
        return err_shortage(err, "out of memory: %zu openings", at);
    for (int round = 0; round < t->config->race_rounds; round++)
        for (size_t b = t->population; b < t->n; b++)
            for (size_t k = 0; k < openings_of(t, b, round); k++)
                t->group[t->first[(size_t)round * t->n + b] + k] = (uint32_t)b;
    for (size_t k = 0; k < within; k++)
        t->group[k] = 0;
    return 0;
}

/* The first opening of a pairing. Within the population (a + b) mod n differs for all pairings of
 * one genome. */
static size_t first_opening(const struct generation *t, uint32_t a, uint32_t b, int round)
{
    if (b < t->population)
        return (a + b) % t->population * (size_t)t->config->openings;
    return t->first[(size_t)round * t->n + b];
}

static int schedule_pairing(struct generation *t, uint32_t a, uint32_t b, int round,
                            struct err *err)
{
    size_t openings = openings_of(t, b, round), before = t->games.schedule.n;
    struct generation_pairing *p = &t->pairing[t->pairings];

    if (openings > t->games.openings.n) /* there are few short ones */
        openings = t->games.openings.n;
    if (openings == 0)
        return 0;
    *p = (struct generation_pairing){ .a = a,
                                      .b = b,
                                      .first_game = before,
                                      .games = 2 * openings,
                                      .first_opening = first_opening(t, a, b, round) };
    if (schedule_pair(&t->games.schedule, a, b, PAIRS_SWAPPED, openings, 1, err))
        return -1;
    schedule_shift(&t->games.schedule, before, p->first_opening, t->games.openings.n);
    t->pairings++;
    return 0;
}

static int schedule_round(struct generation *t, int round, struct err *err)
{
    for (uint32_t a = 0; a < t->population; a++)
        for (uint32_t b = a + 1; t->races[a] && b < t->n; b++)
            if (schedule_pairing(t, a, b, round, err))
                return -1;
    return games_grow(&t->games, err);
}

static int draw_openings(struct generation *t, struct err *err)
{
    const struct run_config *c = t->config;

    if (openings_draw(&t->games.openings, c->plies, t->openings, OPENING_TRAIN, c->seed,
                      t->games.generation, err))
        return -1;
    return t->games.openings.n > 0
               ? 0
               : err_set(err, "no opening of %d plies is in the training set", c->plies);
}

static int allocate(struct generation *t, struct err *err)
{
    size_t pairings = t->population * t->n * (size_t)t->config->race_rounds;

    t->who = calloc(t->n, sizeof *t->who);
    t->pairing = calloc(pairings, sizeof *t->pairing);
    t->races = calloc(t->population, sizeof *t->races);
    if (!t->who || !t->pairing || !t->races)
        return err_shortage(err, "out of memory: %zu players", t->n);
    for (size_t i = 0; i < t->population; i++)
        t->races[i] = true;
    return 0;
}

static int fill(struct generation *t, uint32_t generation, const struct journal_genome *population,
                const struct journal_genome *rest, struct err *err)
{
    if (games_init(&t->games, t->config->name, (uint32_t)t->n, err) || allocate(t, err))
        return -1;
    t->games.detail = GAME_MOVES;
    t->games.seed = t->config->seed;
    t->games.generation = generation;
    for (size_t i = 0; i < t->n; i++) {
        t->who[i] = i < t->population ? &population[i] : &rest[i - t->population];
        if (generation_player_init(&t->games.player[i], t->config, t->who[i], err))
            return -1;
    }
    if (players_ready(t->games.player, t->n, err))
        return -1;
    return number_openings(t, err) || draw_openings(t, err) || schedule_round(t, 0, err) ? -1 : 0;
}

int generation_init(struct generation *gen, const struct run_config *config, uint32_t generation,
                    const struct journal_genome *population, const struct standing_prior *prior,
                    const struct journal_genome *rest, size_t rest_n, struct err *err)
{
    *gen = (struct generation){ .config = config,
                                .population = (size_t)config->size,
                                .n = (size_t)config->size + rest_n,
                                .prior = prior };
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
    free(gen->races);
    free(gen->first);
    free(gen->group);
    standings_release(&gen->standings);
    *gen = (struct generation){ 0 };
}

/* Takes over the pairings of the current round that the journal has, which are the first ones. */
static int take_saved(struct generation *t, const struct journal_pairing *list, size_t n,
                      size_t from, size_t *saved, struct err *err)
{
    struct games *games = &t->games;

    for (*saved = from; *saved < n && *saved < t->pairings; ++*saved) {
        const struct generation_pairing *p = &t->pairing[*saved];
        const struct journal_pairing *kept = &list[*saved];

        if (kept->slot != *saved || kept->a != t->who[p->a]->id || kept->b != t->who[p->b]->id ||
            kept->games != p->games)
            return err_set(err, "generation %u: the saved pairings are not those of this config",
                           games->generation);
        memcpy(&games->result[p->first_game], kept->result, p->games * sizeof *games->result);
        memset(&games->done[p->first_game], true, p->games);
        games->played += p->games;
        t->saved += p->games;
    }
    return 0;
}

static int save(const struct generation *t, const struct journal *journal, size_t from, size_t to,
                struct err *err)
{
    struct journal_pairing *list = calloc(to - from + 1, sizeof *list);
    int status;

    if (!list)
        return err_shortage(err, "out of memory: %zu pairings", to - from);
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
    size_t next;    /* number of played games at which to save again */
    bool failed;
    struct err err;
};

/* After half of what is left. */
static void plan_save(struct saving *s)
{
    const struct games *games = &s->gen->games;
    size_t half = (games->schedule.n - games->played) / 2;

    s->saved_s = clock_s();
    s->next = games->played + (half > SAVE_GAMES ? half : SAVE_GAMES);
}

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
    plan_save(s);
}

static bool save_sometimes(void *context, size_t game)
{
    struct saving *s = context;

    (void)game;
    if (s->gen->games.played >= s->next || clock_s() - s->saved_s > SAVE_S)
        save_complete(s);
    return !s->failed;
}

/* Plays the pairings from `from` on. */
static int play_round(struct generation *gen, const struct journal_pairing *list, size_t n,
                      size_t from, struct saving *s, struct pool *pool, const struct watch *watch,
                      struct err *err)
{
    struct games_keeper keeper = { save_sometimes, s };

    if (take_saved(gen, list, n, from, &s->saved, err))
        return -1;
    plan_save(s);
    if (s->saved < gen->pairings) {
        if (games_play(&gen->games, gen->pairing[s->saved].first_game, gen->games.schedule.n, pool,
                       watch, &keeper, err))
            return -1;
        save_complete(s);
    }
    if (s->failed)
        *err = s->err;
    return s->failed ? -1 : 0;
}

/* The best genomes by what is known so far go on to the next round. */
static int drop_the_rest(struct generation *t, int round, struct err *err)
{
    size_t go_on = racers(t->config, round);

    if (generation_score(t, err))
        return -1;
    for (size_t i = 1; i < t->population; i++) {
        double mean = t->standings.of[i].standing.mean;
        size_t better = 1; /* the champion */

        for (size_t k = 1; k < t->population; k++) {
            double other = t->standings.of[k].standing.mean;

            better += t->races[k] && (other > mean || (other == mean && k < i));
        }
        t->races[i] = t->races[i] && better < go_on;
    }
    return 0;
}

int generation_play(struct generation *gen, const struct journal *journal, struct pool *pool,
                    const struct watch *watch, bool *finished, struct err *err)
{
    struct saving s = { .gen = gen, .journal = journal };
    struct journal_pairing *list;
    size_t n, from = 0;
    int status;

    if (journal_read_pairings(journal, gen->games.generation, &list, &n, err))
        return -1;
    status = play_round(gen, list, n, 0, &s, pool, watch, err);
    for (int round = 1; status == 0 && s.saved == gen->pairings && round < gen->config->race_rounds;
         round++) {
        from = gen->pairings;
        status = drop_the_rest(gen, round, err) || schedule_round(gen, round, err) ? -1 : 0;
        if (status == 0)
            status = play_round(gen, list, n, from, &s, pool, watch, err);
    }
    *finished = s.saved == gen->pairings;
    if (status == 0 && *finished && n > gen->pairings)
        status = err_set(err, "generation %u: the saved pairings are not those of this config",
                         gen->games.generation);
    journal_pairings_free(list, n);
    return status;
}
