#include "evolve/generation.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "arena/part.h"

/* What is lost at the most when the program is killed. */
#define KEEP_S 1.5

int generation_player(struct player *player, const struct run_config *config,
                      const struct journal_genome *who, struct err *err)
{
    bool outsider = who->origin == ORIGIN_OPPONENT || who->origin == ORIGIN_REFERENCE;
    char id[NAME_SIZE];

    snprintf(id, sizeof id, "#%u", who->id);
    if (player_init(player, who->name[0] ? who->name : id, err))
        return -1;
    player->keys = config->player.keys;
    player->search = outsider ? player_without_genome(who->name) : NULL;
    if (!player->search) {
        player->search = config->player.search;
        player->has_genome = true;
        memcpy(player->genome.gene, who->gene, sizeof player->genome.gene);
    }
    return player_ready(player, err);
}

/* Openings of a pairing; those within the population come in either order. */
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
            if (openings > t->openings.n)
                openings = t->openings.n;
            t->pairing[t->pairings++] = (struct generation_pairing){
                .a = a, .b = b, .first_game = t->schedule.n, .games = 2 * openings
            };
            if (schedule_pair(&t->schedule, a, b, PAIRS_SWAPPED, openings, 1, err))
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
    if (openings_draw(&t->openings, c->plies, (size_t)count, OPENING_TRAIN, c->seed, t->generation,
                      err))
        return -1;
    return t->openings.n > 0
               ? 0
               : err_set(err, "no opening of %d plies is in the training set", c->plies);
}

static int allocate(struct generation *t, struct err *err)
{
    t->who = calloc(t->n, sizeof *t->who);
    t->player = calloc(t->n, sizeof *t->player);
    t->pairing = calloc(t->population * t->n, sizeof *t->pairing);
    t->fitness = calloc(t->n, sizeof *t->fitness);
    t->error = calloc(t->n, sizeof *t->error);
    return t->who && t->player && t->pairing && t->fitness && t->error
               ? 0
               : err_set(err, "out of memory: %zu players", t->n);
}

static int fill(struct generation *t, const struct journal_genome *population,
                const struct journal_genome *rest, struct err *err)
{
    if (allocate(t, err))
        return -1;
    for (size_t i = 0; i < t->n; i++) {
        t->who[i] = i < t->population ? &population[i] : &rest[i - t->population];
        if (generation_player(&t->player[i], t->config, t->who[i], err))
            return -1;
    }
    if (draw_openings(t, err) || schedule_all(t, err))
        return -1;
    t->result = calloc(t->schedule.n + 1, sizeof *t->result);
    return t->result ? 0 : err_set(err, "out of memory: %zu games", t->schedule.n);
}

int generation_init(struct generation *gen, const struct run_config *config, uint32_t generation,
                    const struct journal_genome *population, const struct journal_genome *rest,
                    size_t rest_n, struct err *err)
{
    *gen = (struct generation){ .config = config,
                                .generation = generation,
                                .population = (size_t)config->size,
                                .n = (size_t)config->size + rest_n };
    if (fill(gen, population, rest, err) == 0)
        return 0;
    generation_release(gen);
    return -1;
}

void generation_release(struct generation *gen)
{
    for (size_t i = 0; gen->player && i < gen->n; i++)
        player_release(&gen->player[i]);
    free(gen->player);
    free(gen->who);
    free(gen->pairing);
    free(gen->result);
    free(gen->fitness);
    free(gen->error);
    openings_release(&gen->openings);
    schedule_release(&gen->schedule);
    ratings_release(&gen->ratings);
    *gen = (struct generation){ 0 };
}

/* Takes over the pairings that the journal has, which are the first ones. */
static int take_kept(struct generation *t, const struct journal *journal, size_t *kept,
                     struct err *err)
{
    struct journal_pairing *list;
    size_t n;
    int status = 0;

    if (journal_read_pairings(journal, t->generation, &list, &n, err))
        return -1;
    for (size_t i = 0; i < n && status == 0; i++) {
        const struct generation_pairing *p = &t->pairing[i];

        if (i >= t->pairings || list[i].slot != i || list[i].a != t->who[p->a]->id ||
            list[i].b != t->who[p->b]->id || list[i].games != p->games)
            status = err_set(err, "generation %u: the saved pairings are not those of this config",
                             t->generation);
        else
            memcpy(&t->result[p->first_game], list[i].result, p->games * sizeof *t->result);
    }
    journal_pairings_free(list, n);
    *kept = n;
    return status;
}

static int keep(struct generation *t, const struct journal *journal, size_t from, size_t to,
                struct err *err)
{
    struct journal_pairing *list = calloc(to - from + 1, sizeof *list);
    int status;

    if (!list)
        return err_set(err, "out of memory: %zu pairings", to - from);
    for (size_t i = from; i < to; i++) {
        const struct generation_pairing *p = &t->pairing[i];

        list[i - from] = (struct journal_pairing){ .generation = t->generation,
                                                   .slot = (uint32_t)i,
                                                   .a = t->who[p->a]->id,
                                                   .b = t->who[p->b]->id,
                                                   .games = (uint32_t)p->games,
                                                   .result = &t->result[p->first_game] };
    }
    status = journal_keep_pairings(journal, list, to - from, err);
    free(list);
    return status;
}

/* Keeps pairings while later ones are played. The journal takes them in order. */
struct keeping {
    struct generation *gen;
    const struct journal *journal;
    bool *played;    /* by game */
    size_t begun;    /* the first pairing that is played now */
    size_t kept;     /* pairings in the journal */
    size_t complete; /* all of these are played */
    double kept_s;   /* when some were last put there */
    bool failed;
    struct err err;
};

static bool is_complete(const struct keeping *k, const struct generation_pairing *p)
{
    for (size_t g = 0; g < p->games; g++)
        if (!k->played[p->first_game + g])
            return false;
    return true;
}

static void keep_complete(struct keeping *k)
{
    const struct generation *t = k->gen;

    while (k->complete < t->pairings && is_complete(k, &t->pairing[k->complete]))
        k->complete++;
    if (!k->failed && k->complete > k->kept)
        k->failed = keep(k->gen, k->journal, k->kept, k->complete, &k->err) != 0;
    k->kept = k->complete;
    k->kept_s = clock_s();
}

static bool note_played(void *context, size_t game)
{
    struct keeping *k = context;

    k->played[k->gen->pairing[k->begun].first_game + game] = true;
    if (clock_s() - k->kept_s > KEEP_S)
        keep_complete(k);
    return !k->failed;
}

/* Plays all pairings from k->begun on. Those are kept that come before the first game that
 * `stop` left out. */
static void play_rest(struct keeping *k, struct pool *pool, const struct play_watch *watch)
{
    struct generation *t = k->gen;
    size_t first = t->pairing[k->begun].first_game;
    struct part part = { watch, first, t->schedule.n };
    struct play_watch inner = part_watch(&part);
    struct play_keeper keeper = { note_played, k };
    struct play_input in = { .player = t->player,
                             .openings = &t->openings,
                             .game = t->schedule.game + first,
                             .games = t->schedule.n - first,
                             .seed = t->config->seed,
                             .generation = t->generation,
                             .first_index = first };

    play_games_kept(&in, pool, &inner, &keeper, t->result + first);
    keep_complete(k);
}

int generation_play(struct generation *gen, const struct journal *journal, struct pool *pool,
                    const struct play_watch *watch, bool *finished, struct err *err)
{
    struct keeping k = { .gen = gen, .journal = journal, .kept_s = clock_s() };

    if (take_kept(gen, journal, &k.begun, err))
        return -1;
    k.kept = k.complete = k.begun;
    k.played = calloc(gen->schedule.n + 1, sizeof *k.played);
    if (!k.played)
        return err_set(err, "out of memory: %zu games", gen->schedule.n);
    if (k.begun < gen->pairings)
        play_rest(&k, pool, watch);
    free(k.played);
    *finished = k.kept == gen->pairings;
    if (k.failed)
        *err = k.err;
    return k.failed ? -1 : 0;
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
    struct crosstable table;
    int status;

    if (crosstable_init(&table, gen->n, err))
        return -1;
    status = crosstable_add(&table, gen->schedule.game, gen->result, gen->schedule.n, err);
    if (status == 0)
        status = ratings_init(&gen->ratings, &table, (struct rating_anchor){ RATING_MEAN, 0 }, err);
    crosstable_release(&table);
    if (status == 0)
        shift_ratings(gen);
    return status;
}
