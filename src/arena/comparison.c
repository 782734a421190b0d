#include "arena/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/threat_sample.h"
#include "base/clock.h"

#define SAMPLE_SEED 1
#define SAMPLE_EACH 150
#define SAMPLE_PLIES                                                                               \
    {                                                                                              \
        8, 11, 14, 17, 20, 23                                                                      \
    }

int comparison_init(struct comparison *c, const struct comparison_options *o, uint32_t players,
                    struct err *err)
{
    *c = (struct comparison){ .o = *o };
    if (games_init(&c->games, "comparison", players, err))
        return -1;
    c->games.seed = o->seed;
    c->of = calloc(players, sizeof *c->of);
    if (c->of)
        return 0;
    comparison_release(c);
    return err_shortage(err, "out of memory: %u players", players);
}

void comparison_release(struct comparison *c)
{
    games_release(&c->games);
    free(c->of);
    free(c->match);
    *c = (struct comparison){ 0 };
}

int comparison_main_depth(const struct comparison_options *o)
{
    return o->depth[o->depths / 2];
}

static bool takes_depth(const struct player *p)
{
    return p->search->takes & TAKES_DEPTH && !p->own_depth && p->keys.nodes == 0 &&
           p->keys.seconds == 0;
}

/* Engines count nodes in different ways. */
static bool takes_nodes(const struct comparison *c, uint32_t who)
{
    const struct search *search = c->games.player[who].search;

    return c->of[who].takes_depth && search->takes & TAKES_NODES && search_index(search) >= 0;
}

static void add_match(struct comparison *c, uint32_t other, enum comparison_limit limit,
                      uint64_t amount)
{
    struct comparison_match *m = &c->match[c->matches++];

    *m = (struct comparison_match){ .other = other, .limit = limit, .amount = amount };
    m->pairs = c->o.pairs < c->games.openings.n ? c->o.pairs : (uint32_t)c->games.openings.n;
    m->result.sequential = c->o.sequential;
    m->result.sprt = c->o.sprt;
}

static int list_matches(struct comparison *c, struct err *err)
{
    c->match = calloc(c->games.players * (size_t)(c->o.depths + 1), sizeof *c->match);
    if (!c->match)
        return err_shortage(err, "out of memory: %u players", c->games.players);
    for (uint32_t i = 1; i < c->games.players; i++) {
        if (!c->of[0].takes_depth && !c->of[i].takes_depth) {
            add_match(c, i, LIMIT_OWN, 0);
            continue;
        }
        for (int d = 0; d < c->o.depths; d++)
            add_match(c, i, LIMIT_DEPTH, (uint64_t)c->o.depth[d]);
        if (c->o.equal_nodes && takes_nodes(c, 0) && takes_nodes(c, i))
            add_match(c, i, LIMIT_NODES, c->o.nodes);
    }
    return 0;
}

int comparison_sample(struct position **pos, size_t *n, struct err *err)
{
    static const int plies[] = SAMPLE_PLIES;
    size_t sets = sizeof plies / sizeof *plies;

    *n = 0;
    *pos = calloc(sets * SAMPLE_EACH, sizeof **pos);
    if (!*pos)
        return err_shortage(err, "out of memory");
    for (size_t i = 0; i < sets; i++) {
        struct openings some;

        if (openings_draw(&some, plies[i], SAMPLE_EACH, OPENING_ANY, SAMPLE_SEED, 0, err)) {
            free(*pos);
            return -1;
        }
        for (size_t k = 0; k < some.n; k++)
            (*pos)[(*n)++] = moves_position(&some.list[k]);
        openings_release(&some);
    }
    return 0;
}

static int compare_genomes(struct comparison *c, struct err *err)
{
    struct contrast_sample sample;
    struct position *pos;
    int status = 0;

    if (comparison_sample(&pos, &sample.n, err))
        return -1;
    sample.pos = pos;
    for (uint32_t i = 0; i < c->games.players && status == 0; i++)
        if (c->games.player[i].has_genome)
            status = contrast_spread(&c->games.player[i].genome, &sample, &c->of[i].spread, err);
    for (uint32_t i = 0; i < c->games.players && status == 0; i++)
        if (c->games.player[i].genome.tables)
            status = threat_sample_worth(&c->of[i].threats, &c->games.player[i].genome, err);
    for (uint32_t i = 1; i < c->games.players && status == 0; i++)
        if (c->games.player[0].has_genome && c->games.player[i].has_genome)
            status = contrast_effects(&c->games.player[0].genome, c->of[0].spread,
                                      &c->games.player[i].genome, c->of[i].spread, &sample,
                                      c->of[i].effect, err) ||
                             contrast_tables(&c->games.player[0].genome, c->of[0].spread,
                                             &c->games.player[i].genome, &sample,
                                             &c->of[i].tables_effect, err)
                         ? -1
                         : 0;
    free(pos);
    return status;
}

int comparison_plan(struct comparison *c, struct err *err)
{
    size_t each = (size_t)c->o.depths + 1;

    for (uint32_t i = 0; i < c->games.players; i++)
        c->of[i].takes_depth = takes_depth(&c->games.player[i]);
    if (openings_draw(&c->games.openings, c->o.plies, each * c->o.pairs, OPENING_ANY, c->o.seed, 0,
                      err))
        return -1;
    if (c->games.openings.n == 0)
        return err_set(err, "there are no openings of %d plies", c->o.plies);
    return list_matches(c, err) || compare_genomes(c, err) ? -1 : 0;
}

size_t comparison_games(const struct comparison *c)
{
    size_t games = 0;

    for (size_t i = 0; i < c->matches; i++)
        games += 2 * (size_t)c->match[i].pairs;
    return games;
}

/* As many nodes as both used on average at the main depth. */
static uint64_t find_nodes(const struct comparison *c, uint32_t other)
{
    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];

        if (m->other == other && m->limit == LIMIT_DEPTH &&
            m->amount == (uint64_t)comparison_main_depth(&c->o))
            return (uint64_t)fmax(1, round((m->result.nodes[0] + m->result.nodes[1]) / 2));
    }
    return 1;
}

static void set_limit(struct comparison *c, uint32_t who, const struct comparison_match *m)
{
    struct search_keys *keys = &c->games.player[who].keys;

    if (!c->of[who].takes_depth)
        return;
    keys->nodes = m->limit == LIMIT_NODES ? m->amount : 0;
    keys->depth = m->limit == LIMIT_DEPTH ? (int)m->amount : DEPTH_LIMIT;
}

static int play_match(struct comparison *c, struct comparison_match *m, struct pool *pool,
                      const struct watch *watch, struct err *err)
{
    uint32_t number = (uint32_t)(m - c->match);
    size_t place = 0; /* among the matches with the same opponent */
    struct match_input in = { .other = m->other, .pairs = m->pairs, .stream = number };

    while (place < number && c->match[number - place - 1].other == m->other)
        place++;
    in.opening = place * m->pairs;
    if (m->limit == LIMIT_NODES && m->amount == 0)
        m->amount = find_nodes(c, m->other);
    set_limit(c, 0, m);
    set_limit(c, m->other, m);
    m->begun = true;
    return match_play(&m->result, &in, &c->games, pool, watch, err);
}

void comparison_add_forfeits(struct comparison *c, uint32_t who, size_t n, const char *why)
{
    struct comparison_player *p = &c->of[who];

    if (n > 0 && p->forfeits == 0)
        snprintf(p->forfeit, sizeof p->forfeit, "%s", why);
    p->forfeits += n;
}

static void take_forfeits(struct comparison *c)
{
    for (uint32_t i = 0; i < c->games.players; i++) {
        const struct forfeit *first;
        size_t n = forfeits_of(&c->games.forfeits, i, &first);

        comparison_add_forfeits(c, i, n, first ? first->why : "");
    }
}

int comparison_play(struct comparison *c, struct pool *pool, const struct watch *watch,
                    bool *finished, struct err *err)
{
    size_t before = 0, total = comparison_games(c);
    int status = 0;

    *finished = true;
    for (size_t i = 0; i < c->matches && *finished && status == 0; i++) {
        struct watch part = watch_part(watch, before, total);

        status = play_match(c, &c->match[i], pool, &part, err);
        take_forfeits(c);
        *finished = c->match[i].result.finished;
        before += 2 * (size_t)c->match[i].pairs;
    }
    return status;
}

void comparison_set_main_depth(struct comparison *c)
{
    struct comparison_match at = { .limit = LIMIT_DEPTH,
                                   .amount = (uint64_t)comparison_main_depth(&c->o) };

    for (uint32_t i = 0; i < c->games.players; i++)
        set_limit(c, i, &at);
}

#define MEASURE_S 0.05 /* time for one measurement, unless one round takes longer */
#define SEARCHES  40   /* of one round */

/* The fastest round counts: other work of the machine can only slow a round down. */
struct stopwatch {
    double start_s, round_s;
    double best; /* nanoseconds */
};

static struct stopwatch stopwatch_start(void)
{
    double now = clock_s();

    return (struct stopwatch){ now, now, INFINITY };
}

/* Ends a round of `done` operations. Is there time for another one? */
static bool stopwatch_go_on(struct stopwatch *w, uint64_t done)
{
    double now = clock_s();

    if (done)
        w->best = fmin(w->best, 1e9 * (now - w->round_s) / (double)done);
    w->round_s = now;
    return now - w->start_s < MEASURE_S;
}

static double time_evaluations(const struct evaluator *ev, const struct position *pos, size_t n)
{
    struct stopwatch watch = stopwatch_start();
    int64_t sum = 0;

    do {
        for (size_t i = 0; i < n; i++)
            sum += evaluate(ev, &pos[i], side_to_move(&pos[i]));
    } while (stopwatch_go_on(&watch, n));
    /* Always false, but without it the compiler could leave out the evaluations. */
    return sum == INT64_MIN ? 0 : watch.best;
}

/* Searches positions from the whole list. A round ends early if searches take long. */
static double time_nodes(const struct player *player, const struct position *pos, size_t n,
                         struct worker *worker)
{
    struct stopwatch watch = stopwatch_start();
    uint64_t nodes;

    do {
        nodes = 0;
        for (size_t i = 0; i < SEARCHES && clock_s() - watch.round_s < MEASURE_S; i++) {
            struct choice choice;

            player_move(player, &pos[i * n / SEARCHES], worker, (struct stream){ .index = i },
                        &choice);
            nodes += choice.nodes;
        }
    } while (stopwatch_go_on(&watch, nodes));
    return isfinite(watch.best) ? watch.best : 0;
}

static struct speed speed_of(const struct player *player, const struct position *pos, size_t n,
                             struct worker *worker)
{
    return (struct speed){ .evaluation = time_evaluations(player->ev, pos, n),
                           .node = time_nodes(player, pos, n, worker) };
}

int comparison_time(struct comparison *c, struct err *err)
{
    struct worker worker;
    struct position *pos;
    size_t n;

    if (comparison_sample(&pos, &n, err))
        return -1;
    if (worker_init(&worker, err)) {
        free(pos);
        return -1;
    }
    comparison_set_main_depth(c);
    for (uint32_t i = 0; i < c->games.players; i++)
        if (c->games.player[i].ev && !c->games.player[i].keys.uci)
            c->of[i].speed = speed_of(&c->games.player[i], pos, n, &worker);
    worker_release(&worker);
    free(pos);
    return 0;
}
