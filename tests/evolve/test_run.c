/* The generation loop: generations, the title, the ends of a run, and kills at every moment. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/memory_journal.h"
#include "evolve/run.h"
#include "evolve/tiny_config.h"

#define GENERATIONS 4

/* What a run told its watcher, and what the watcher does. */
struct watcher {
    atomic_bool stop;
    size_t stop_after; /* games; 0: never */
    size_t games, validated;
    struct run_generation summary[32];
    size_t closed;
};

static void note_progress(void *context, const char *what, size_t done, size_t games)
{
    struct watcher *w = context;

    assert_non_null(what);
    assert_true(done <= games);
    if (++w->games == w->stop_after)
        w->stop = 1;
}

static void note_closed(void *context, const struct run_generation *summary)
{
    struct watcher *w = context;

    assert_true(w->closed < 32);
    w->summary[w->closed++] = *summary;
}

static void note_validated(void *context, const struct journal_validation *list, size_t n)
{
    struct watcher *w = context;

    assert_int_equal(n, TINY_REFERENCES);
    assert_string_equal(list[0].opponent, "dots");
    w->validated++;
}

/* The winner of the last play-off, or the champion. */
static uint32_t best_of(const struct memory_journal *m)
{
    for (size_t i = 0; i < m->playoffs; i++)
        if (m->playoff[i].generation == m->generations && m->playoff[i].slot == 0)
            return m->playoff[i].id;
    return m->generation[m->generations - 1].record.champion;
}

/* What the journal keeps of the last moment is what the run returns. */
static void check_verdict(const struct verdict *v, const struct memory_journal *m, enum run_end end)
{
    size_t kept = 0;

    if (end == RUN_INTERRUPTED) {
        assert_int_equal(v->validations + v->players, 0);
        return;
    }
    assert_int_equal(v->generation, m->generations);
    assert_int_equal(v->depth, 1);
    assert_true(v->validations >= 2 * TINY_REFERENCES);
    for (size_t i = 0; i < m->validations; i++)
        if (m->validation[i].generation == m->generations)
            assert_same_validation(&m->validation[i], &v->validation[kept++]);
    assert_int_equal(kept, v->validations);
    assert_int_equal(v->players, 1 + TINY_REFERENCES);
    for (size_t i = 0; i < v->players; i++)
        assert_same_mistakes(&m->mistakes[m->mistakes_n - v->players + i], &v->mistakes[i]);
    assert_string_equal(v->mistakes[0].name, "champion");
    assert_string_equal(v->mistakes[1].name, "dots");
    assert_int_equal(v->mistakes[0].positions, 20);
    assert_int_equal(v->mistakes[0].champion, best_of(m));
}

static int go_on(const struct run_config *config, struct memory_journal *m, struct watcher *w,
                 int threads, enum run_end *end)
{
    struct run_watch watch = {
        .watch = { .stop = &w->stop, .progress = note_progress, .context = w },
        .closed = note_closed,
        .validated = note_validated
    };
    struct verdict verdict = { 0 };
    struct journal j = memory_journal_of(m);
    struct pool pool;
    struct err err;
    int status = 0;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    if (m->n == 0)
        status = run_begin(config, &j, &err);
    if (status == 0)
        status = run_play(config, &j, &pool, &watch, &verdict, end, &err);
    if (status)
        assert_string_equal(err.text, "killed");
    else
        check_verdict(&verdict, m, *end);
    verdict_release(&verdict);
    pool_release(&pool);
    return status;
}

/* A whole run without any trouble. */
static void whole_run(const struct run_config *config, struct memory_journal *m, struct watcher *w)
{
    enum run_end end;

    *m = (struct memory_journal){ .writes_left = -1 };
    *w = (struct watcher){ 0 };
    assert_int_equal(go_on(config, m, w, 2, &end), 0);
    assert_int_equal(end, RUN_FINISHED);
}

static void generations_follow_each_other(void **state)
{
    struct memory_journal m;
    struct watcher w;
    struct run_config c;
    const size_t hand_picked = TINY_OPPONENTS + TINY_REFERENCES;

    (void)state;
    TINY_CONFIG(&c, "run.seed=3");
    whole_run(&c, &m, &w);
    assert_int_equal(m.generations, GENERATIONS);
    assert_int_equal(w.closed, GENERATIONS);
    assert_int_equal(m.n, hand_picked + (GENERATIONS + 1) * TINY_SIZE);
    for (uint32_t i = 0; i < m.n; i++)
        assert_int_equal(m.who[i].id, i + 1);
    for (uint32_t g = 0; g < GENERATIONS; g++) {
        const struct journal_generation *r = &m.generation[g].record;
        const struct generation_figures *s = &w.summary[g].figures;
        size_t games = w.summary[g].games;

        assert_int_equal(w.summary[g].time.generation, g);
        assert_int_equal(w.summary[g].time.games, games);
        assert_int_equal(s->champion.id, r->champion);
        assert_int_equal(isnan(r->fit_loss_before), g % 2);
        assert_true(s->best.elo >= s->mean && s->best.elo >= s->champion.elo && s->spread >= 0);
        assert_int_equal(r->population, TINY_SIZE);
        for (uint32_t i = 0; i < TINY_SIZE; i++) {
            assert_true(s->best.elo >= r->rating[i].elo);
            assert_int_equal(r->rating[i].id, i + 1 + (g ? hand_picked + g * TINY_SIZE : 0));
        }
        assert_true(games >= generation_games(&c, TINY_OPPONENTS, 0) &&
                    games <= generation_games(&c, TINY_OPPONENTS, 1));
    }
    assert_int_equal(w.summary[0].games, generation_games(&c, TINY_OPPONENTS, 0));
    memory_journal_release(&m);
    config_release(&c);
}

static void validations_come_now_and_then_and_at_the_end(void **state)
{
    /* After how many generations, at which depth, how many pairs of games. */
    static const uint32_t wanted[][3] = { { 2, 1, 2 }, { 4, 1, 3 }, { 4, 2, 3 } };
    struct memory_journal m;
    struct watcher w;
    struct run_config c;

    (void)state;
    TINY_CONFIG(&c, "run.seed=3");
    whole_run(&c, &m, &w);
    assert_int_equal(w.validated, 1);
    assert_int_equal(m.validations, 3 * TINY_REFERENCES);
    for (size_t i = 0; i < m.validations; i++) {
        const struct journal_validation *v = &m.validation[i];
        const uint32_t *want = wanted[i / TINY_REFERENCES];
        uint32_t pairs = 0;

        for (int k = 0; k < 9; k++)
            pairs += v->pair[k / 3][k % 3];
        assert_int_equal(v->generation, want[0]);
        assert_int_equal(v->depth, want[1]);
        assert_int_equal(pairs, want[2]);
        assert_int_equal(v->champion, want[0] < GENERATIONS
                                          ? m.generation[want[0] - 1].record.champion
                                          : best_of(&m));
    }
    memory_journal_release(&m);
    config_release(&c);
}

static const struct journal_genome *find(const struct memory_journal *m, uint32_t id)
{
    assert_true(id >= 1 && id <= m->n);
    return &m->who[id - 1];
}

/* The champion has the best standing. */
static void assert_best(const struct journal_generation *g)
{
    double champion = NAN, best = -INFINITY;

    for (uint32_t i = 0; i < g->population; i++) {
        best = fmax(best, g->rating[i].standing);
        if (g->rating[i].id == g->champion)
            champion = g->rating[i].standing;
    }
    assert_true(champion == best);
}

/* The champion of the last generation is in slot 0; only the best genome can take the title. */
static void the_title_has_to_be_won(void **state)
{
    static const char *const confidence[] = { "population.confidence=0.5",
                                              "population.confidence=1" };
    struct run_config c;

    (void)state;
    for (int k = 0; k < 2; k++) {
        unsigned changes = 0;
        struct memory_journal m;
        struct watcher w;

        TINY_CONFIG(&c, confidence[k], "run.generations=8", "run.seed=5", "validate.every=0");
        whole_run(&c, &m, &w);
        for (uint32_t g = 0; g < 8; g++) {
            const struct generation_figures *s = &w.summary[g].figures;
            const struct journal_genome *holder = find(&m, s->champion.id);

            assert_int_equal(holder->generation, g);
            assert_int_equal(s->new_champion, g == 0 || holder->slot != 0);
            if (g > 0)
                assert_int_equal(m.who[holder->id - holder->slot - 1].parent[0],
                                 w.summary[g - 1].figures.champion.id);
            if (k == 0 || s->new_champion)
                assert_best(&m.generation[g].record);
            changes += s->new_champion;
        }
        assert_true(k ? changes == 1 : changes > 1);
        memory_journal_release(&m);
        config_release(&c);
    }
}

static void patience_ends_a_run(void **state)
{
    struct memory_journal m;
    struct watcher w;
    struct run_config c;
    enum run_end end;

    (void)state;
    TINY_CONFIG(&c, "population.confidence=1", "run.patience=2", "run.generations=20");
    whole_run(&c, &m, &w);
    assert_int_equal(m.generations, 3); /* the first has a new champion, two have none */
    assert_int_equal(m.validation[m.validations - 1].generation, 3);

    /* It has ended for good. */
    assert_int_equal(go_on(&c, &m, &w, 1, &end), 0);
    assert_int_equal(end, RUN_FINISHED);
    assert_int_equal(m.generations, 3);
    memory_journal_release(&m);
    config_release(&c);
}

static void time_may_run_out(void **state)
{
    struct memory_journal m = { .writes_left = -1 };
    struct watcher w = { 0 };
    struct run_config c;
    enum run_end end;

    (void)state;
    TINY_CONFIG(&c, "validate.every=0", "run.minutes=1e-9");
    for (uint32_t played = 1; played < 3; played++) {
        assert_int_equal(go_on(&c, &m, &w, 2, &end), 0);
        assert_int_equal(end, RUN_OUT_OF_TIME);
        assert_int_equal(m.generations, played); /* one at least is played each time */
        assert_int_equal(m.validations, played * 2 * TINY_REFERENCES); /* a verdict each time */
    }
    c.minutes = 0;
    w = (struct watcher){ 0 };
    assert_int_equal(go_on(&c, &m, &w, 2, &end), 0);
    assert_int_equal(end, RUN_FINISHED);
    assert_int_equal(m.generations, GENERATIONS);
    memory_journal_release(&m);
    config_release(&c);
}

static uint64_t games_of(const struct memory_journal *m, uint32_t generations)
{
    uint64_t games = 0;

    for (size_t i = 0; i < m->pairings; i++)
        if (m->pairing[i].generation < generations)
            games += m->pairing[i].games;
    return games;
}

/* The same number of generations, whether they are played in one go or one at a time. */
static void games_may_be_used_up(void **state)
{
    struct memory_journal whole, m = { .writes_left = -1 };
    struct watcher w = { 0 };
    struct run_config c;
    enum run_end end;
    int two;

    (void)state;
    TINY_CONFIG(&c, "validate.every=0", "run.generations=4");
    whole_run(&c, &whole, &w);
    two = (int)games_of(&whole, 2);
    c.generations = 1000000;
    for (int more = 0; more < 2; more++) {
        c.games = two + more;
        w = (struct watcher){ 0 };
        assert_int_equal(go_on(&c, &m, &w, 2, &end), 0);
        assert_int_equal(end, RUN_OUT_OF_GAMES);
        assert_int_equal(m.generations, 2 + more);
        assert_int_equal(go_on(&c, &m, &w, 1, &end), 0); /* it has ended for good */
        assert_int_equal(m.generations, 2 + more);
    }
    memory_journal_release(&whole);
    memory_journal_release(&m);
    config_release(&c);
}

/* Few genes, so that the surface has enough points after two generations. */
#define FEW_GENES "genes.evolve=own2 own3 opp3", "fit.families=line", "validate.panel=6"

static const char *const strategies[][9] = {
    { "mutation.method=gaussian", "race.rounds=2" },
    { "mutation.method=self-adaptive", "crossover.method=blend", "population.immigrants=1",
      "validate.playoff=0", "validate.panel=0" },
    { "mutation.method=cma-es" },
    { "mutation.method=cma-es", "fit.every=0", "population.elites=1", "run.generations=6",
      "race.rounds=3", FEW_GENES },
    { "mutation.method=cloud", "race.rounds=3", "run.generations=6", FEW_GENES },
    { "mutation.method=metric", "surface.every=2", "surface.start=2", "run.generations=6",
      "fit.every=0", FEW_GENES },
    { "play.fitness=both", "play.truth_positions=10", "play.truth_block=2", "fit.openings=0",
      FEW_GENES },
};

#define STRATEGIES (sizeof strategies / sizeof *strategies)

static void read_strategy(struct run_config *c, size_t i)
{
    tiny_config_read(c, strategies[i]);
}

static size_t count_origin(const struct memory_journal *m, enum origin origin)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++)
        n += m->who[i].origin == origin;
    return n;
}

/* A race of three rounds, the surface and its cloud, the panel, and a play-off. */
static void a_run_learns_from_its_generations(void **state)
{
    struct memory_journal m;
    struct watcher w;
    struct run_config c;
    bool candidate[2] = { false, false }; /* of the surface, an elite */

    (void)state;
    read_strategy(&c, 4);
    whole_run(&c, &m, &w);
    assert_true(count_origin(&m, ORIGIN_SURFACE) >= 3);
    assert_true(count_origin(&m, ORIGIN_CLOUD) >= 5);
    for (uint32_t g = 0; g < 6; g++) {
        const struct journal_generation *r = &m.generation[g].record;
        unsigned apart = 0;

        assert_true(r->panel > 0 && r->panel < 1 && r->panel_error > 0 && r->diversity > 0);
        assert_true(w.summary[g].panel == r->panel);
        for (uint32_t i = 0; i < TINY_SIZE; i++) {
            assert_true(isfinite(r->rating[i].standing) && r->rating[i].standing_error > 0);
            assert_true(r->rating[i].score_error >= r->rating[i].standing_error);
            assert_true(r->rating[i].now_error > 0);
            apart += isfinite(r->rating[i].apart) ? 1 : 0;
        }
        assert_int_equal(apart > 0, g >= 3); /* points of generations 1 and 2 */
    }
    assert_true(m.playoffs >= 2 && m.playoffs <= 4);
    for (uint32_t i = 0; i < m.playoffs; i++) {
        const struct journal_playoff *p = &m.playoff[i];

        assert_int_equal(p->generation, 6);
        assert_int_equal(p->slot, i);
        assert_int_equal(p->games, 2 * TINY_OPPONENTS * 3);
        candidate[0] |= find(&m, p->id)->origin == ORIGIN_SURFACE;
        candidate[1] |= find(&m, p->id)->origin == ORIGIN_ELITE;
    }
    assert_true(candidate[0] && candidate[1]);
    memory_journal_release(&m);
    config_release(&c);
}

/* Killed before every single call that writes. */
static void killed_at_every_moment_it_is_the_same_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < STRATEGIES; i++) {
        struct memory_journal whole, m = { 0 };
        struct watcher w;
        struct run_config c;
        enum run_end end;
        long kills = 0;

        read_strategy(&c, i);
        whole_run(&c, &whole, &w);
        do {
            w = (struct watcher){ 0 };
            m.writes_left = kills > 0;
        } while (go_on(&c, &m, &w, 1 + (int)(kills++ % 3), &end) != 0);
        assert_true(kills > 12);
        assert_int_equal(end, RUN_FINISHED);
        assert_same_journal(&whole, &m);
        memory_journal_release(&whole);
        memory_journal_release(&m);
        config_release(&c);
    }
}

static void stopped_and_continued_it_is_the_same_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < STRATEGIES; i++) {
        struct memory_journal whole, m = { .writes_left = -1 };
        struct watcher w;
        struct run_config c;
        enum run_end end;
        unsigned stops = 0;

        read_strategy(&c, i);
        whole_run(&c, &whole, &w);
        for (end = RUN_INTERRUPTED; end == RUN_INTERRUPTED; stops++) {
            w = (struct watcher){ .stop_after = 61 + stops };
            assert_int_equal(go_on(&c, &m, &w, 1 + (int)(stops % 2), &end), 0);
        }
        assert_true(stops > 4);
        assert_same_journal(&whole, &m);
        memory_journal_release(&whole);
        memory_journal_release(&m);
        config_release(&c);
    }
}

/* More generations are those that a longer run would have had. */
static void a_longer_run_begins_like_a_short_one(void **state)
{
    struct memory_journal longer, m;
    struct watcher w;
    struct run_config c;
    enum run_end end;

    (void)state;
    TINY_CONFIG(&c, "validate.every=0", "mutation.method=cma-es", "run.generations=6");
    whole_run(&c, &longer, &w);
    c.generations = 3;
    whole_run(&c, &m, &w);
    c.generations = 6;
    assert_int_equal(go_on(&c, &m, &w, 2, &end), 0);
    assert_int_equal(m.validations, 2 * longer.validations); /* two verdicts */
    m.validations = m.mistakes_n = m.playoffs = 0;
    longer.validations = longer.mistakes_n = longer.playoffs = 0;
    assert_same_journal(&longer, &m);
    memory_journal_release(&longer);
    memory_journal_release(&m);
    config_release(&c);
}

static void a_run_of_another_size_is_refused(void **state)
{
    struct memory_journal m;
    struct watcher w;
    struct run_config c;
    struct verdict verdict;
    struct journal j;
    struct pool pool;
    enum run_end end;
    struct err err;

    (void)state;
    TINY_CONFIG(&c, "run.seed=3");
    whole_run(&c, &m, &w);
    c.size++;
    c.generations++;
    j = memory_journal_of(&m);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(run_play(&c, &j, &pool, &(struct run_watch){ 0 }, &verdict, &end, &err), -1);
    assert_non_null(strstr(err.text, "generation 4 has 6 genomes, but the config says 7"));
    pool_release(&pool);
    memory_journal_release(&m);
    config_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generations_follow_each_other),
        cmocka_unit_test(validations_come_now_and_then_and_at_the_end),
        cmocka_unit_test(the_title_has_to_be_won),
        cmocka_unit_test(patience_ends_a_run),
        cmocka_unit_test(time_may_run_out),
        cmocka_unit_test(games_may_be_used_up),
        cmocka_unit_test(a_run_learns_from_its_generations),
        cmocka_unit_test(killed_at_every_moment_it_is_the_same_run),
        cmocka_unit_test(stopped_and_continued_it_is_the_same_run),
        cmocka_unit_test(a_longer_run_begins_like_a_short_one),
        cmocka_unit_test(a_run_of_another_size_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
