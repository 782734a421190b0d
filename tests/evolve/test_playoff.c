/* The play-off: who is a candidate, who wins, and that it is kept once. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/breed.h"
#include "evolve/memory_journal.h"
#include "evolve/playoff.h"
#include "evolve/tiny_config.h"

#define FIRST_ID (TINY_SIZE + TINY_OPPONENTS + TINY_REFERENCES + 1)

struct setting {
    struct run_config config;
    struct learning learning;
    struct journal_genome *list, *opponent;
    size_t n;
    struct memory_journal m;
    struct journal journal;
    struct pool pool;
    double good[GENE_COUNT], bad[GENE_COUNT]; /* a genome, and one that wants to lose */
};

static int set_up(void **state)
{
    static struct setting s;
    struct err err;

    TINY_CONFIG(&s.config, "play.depth=2", "validate.playoff_openings=20");
    assert_int_equal(learning_init(&s.learning, &s.config, &err), 0);
    assert_int_equal(breed_founders(&s.config, &s.learning.gs, &s.list, &s.n, &err), 0);
    s.opponent = s.list + TINY_SIZE;
    memcpy(s.good, s.list[0].gene, sizeof s.good);
    memcpy(s.bad, s.good, sizeof s.bad);
    for (int g = GENE_OWN1; g <= GENE_OPP3; g++)
        s.bad[g] = -s.good[g] / 2;
    assert_int_equal(pool_init(&s.pool, 2, &worker_memory, &err), 0);
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    learning_release(&s->learning);
    config_release(&s->config);
    free(s->list);
    pool_release(&s->pool);
    return 0;
}

/* A child of generation 1; its genes are a little different from those of all others. */
static struct journal_genome child(const struct setting *s, uint32_t slot, enum origin origin,
                                   const double *gene)
{
    struct journal_genome r = s->list[slot];

    r.id = FIRST_ID + slot;
    r.generation = 1;
    r.origin = origin;
    r.parent[0] = slot + 1;
    r.name[0] = '\0';
    memcpy(r.gene, gene, sizeof r.gene);
    r.gene[GENE_TEMPO] += 1e-3 * slot;
    return r;
}

/* A journal with one closed generation, whose champion is in slot 0, and these children. */
static void begin(struct setting *s, const double *champion, struct journal_genome *next)
{
    struct journal_rating rating[TINY_SIZE];
    struct journal_generation closing = { .champion = 1,
                                          .population = TINY_SIZE,
                                          .rating = rating };
    struct err err;

    s->m = (struct memory_journal){ .writes_left = -1 };
    s->journal = memory_journal_of(&s->m);
    memcpy(s->list[0].gene, champion, sizeof s->list[0].gene);
    for (uint32_t i = 0; i < TINY_SIZE; i++)
        rating[i] = journal_no_rating(i + 1);
    assert_int_equal(journal_begin(&s->journal, s->list, s->n, &err), 0);
    assert_int_equal(journal_close_generation(&s->journal, &closing, next, TINY_SIZE, &err), 0);
}

static void play(struct setting *s, const struct watch *watch, uint32_t generation, bool wanted)
{
    const struct playoff_input in = { .config = &s->config,
                                      .journal = &s->journal,
                                      .pool = &s->pool,
                                      .watch = watch,
                                      .learning = &s->learning,
                                      .opponent = s->opponent,
                                      .opponents = TINY_OPPONENTS,
                                      .generation = generation };
    bool finished = true;
    struct err err;

    if (playoff_play(&in, &finished, &err))
        fail_msg("%s", err.text);
    assert_int_equal(finished, wanted);
}

static bool was_candidate(const struct setting *s, uint32_t id)
{
    for (size_t i = 0; i < s->m.playoffs; i++)
        if (s->m.playoff[i].id == id)
            return true;
    return false;
}

/* The better of two elites, the top of the surface or another child in the first slots. */
static void make_children(const struct setting *s, struct journal_genome *next,
                          const double *champion, const double *second, enum origin origin)
{
    next[0] = child(s, 0, ORIGIN_ELITE, champion);
    next[1] = child(s, 1, origin, second);
    for (uint32_t i = 2; i < TINY_SIZE; i++)
        next[i] = child(s, i, ORIGIN_MUTATION, s->good);
}

static void the_better_one_wins(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];

    for (int k = 0; k < 4; k++) {
        bool first = k % 2 == 0;
        enum origin origin = k < 2 ? ORIGIN_ELITE : ORIGIN_SURFACE;
        const double *a = first ? s->good : s->bad, *b = first ? s->bad : s->good;
        uint32_t best;
        struct err err;

        make_children(s, next, a, b, origin);
        begin(s, a, next);
        play(s, &(struct watch){ 0 }, 1, true);
        assert_int_equal(s->m.playoffs, 2); /* the champion's parent has the same genes */
        assert_int_equal(s->m.playoff[0].id, FIRST_ID + !first);
        assert_int_equal(s->m.playoff[1].id, FIRST_ID + first);
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(s->m.playoff[i].slot, i);
            assert_int_equal(s->m.playoff[i].generation, 1);
            assert_int_equal(s->m.playoff[i].games, 2 * TINY_OPPONENTS * 20);
        }
        assert_true(s->m.playoff[0].score > s->m.playoff[1].score + 0.2);
        assert_true(s->m.playoff[0].standing > s->m.playoff[1].standing);
        assert_int_equal(journal_read_best(&s->journal, 1, &best, &err), 0);
        assert_int_equal(best, FIRST_ID + !first);
        memory_journal_release(&s->m);
    }
}

static void a_result_is_kept_once(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];
    atomic_bool stop = true;
    long writes;

    make_children(s, next, s->bad, s->good, ORIGIN_ELITE);
    begin(s, s->bad, next);
    play(s, &(struct watch){ 0 }, 1, true);
    writes = s->m.writes;
    play(s, &(struct watch){ .stop = &stop }, 1, true); /* no game is left */
    assert_int_equal(s->m.writes, writes);
    assert_int_equal(s->m.playoffs, 2);
    memory_journal_release(&s->m);
}

static void a_stop_keeps_nothing(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];
    atomic_bool stop = true;

    make_children(s, next, s->bad, s->good, ORIGIN_ELITE);
    begin(s, s->bad, next);
    play(s, &(struct watch){ .stop = &stop }, 1, false);
    assert_int_equal(s->m.playoffs, 0);
    memory_journal_release(&s->m);
}

/* A champion that lost the title later meets the others again. */
static void earlier_champions_are_candidates(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];
    struct journal_rating rating[TINY_SIZE];
    struct journal_generation closing = {
        .generation = 1, .champion = FIRST_ID + 1, .population = TINY_SIZE, .rating = rating
    };
    struct err err;

    for (uint32_t i = 0; i < TINY_SIZE; i++) {
        next[i] = child(s, i, i < 2 ? ORIGIN_ELITE : ORIGIN_MUTATION, s->bad);
        rating[i] = journal_no_rating(FIRST_ID + i);
    }
    begin(s, s->good, next); /* id 1 is good, all children are bad */
    for (uint32_t i = 0; i < TINY_SIZE; i++) {
        next[i] = child(s, i, i == 0 ? ORIGIN_ELITE : ORIGIN_MUTATION, s->bad);
        next[i].id += TINY_SIZE;
        next[i].generation = 2;
        next[i].gene[GENE_TEMPO] += 0.5;
    }
    assert_int_equal(journal_close_generation(&s->journal, &closing, next, TINY_SIZE, &err), 0);
    play(s, &(struct watch){ 0 }, 2, true);
    assert_int_equal(s->m.playoffs, 3);
    assert_true(was_candidate(s, FIRST_ID + TINY_SIZE)); /* the champion as it was bred last */
    assert_true(was_candidate(s, FIRST_ID + 1));         /* as it won the title */
    assert_int_equal(s->m.playoff[0].id, 1);
    memory_journal_release(&s->m);
}

static void there_are_no_more_candidates_than_asked_for(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];
    int was = s->config.playoff;

    for (uint32_t i = 0; i < TINY_SIZE; i++)
        next[i] = child(s, i, ORIGIN_ELITE, i % 2 ? s->good : s->bad);
    next[5].origin = ORIGIN_SURFACE;
    for (int most = 0; most <= 3; most++) {
        s->config.playoff = most;
        begin(s, s->bad, next);
        play(s, &(struct watch){ 0 }, 1, true);
        assert_int_equal(s->m.playoffs, most);
        assert_true(most == 0 || was_candidate(s, FIRST_ID));    /* the champion first, */
        assert_true(most < 2 || was_candidate(s, FIRST_ID + 5)); /* then the surface's */
        assert_true(most == 0 || (s->m.playoff[0].games > 0) == (most > 1));
        memory_journal_release(&s->m);
    }
    s->config.playoff = was;
}

/* Nothing is to be decided, so nothing is played: not even a stop matters. */
static void a_single_candidate_plays_no_games(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];
    struct journal_playoff *only;
    atomic_bool stop = true;
    uint32_t best;
    struct err err;

    make_children(s, next, s->good, s->bad, ORIGIN_MUTATION);
    begin(s, s->good, next);
    play(s, &(struct watch){ .stop = &stop }, 1, true);
    assert_int_equal(s->m.playoffs, 1); /* the champion: earlier ones have its genes */
    only = s->m.playoff;
    assert_int_equal(only->id, FIRST_ID);
    assert_int_equal(only->generation, 1);
    assert_int_equal(only->slot, 0);
    assert_int_equal(only->games, 0);
    assert_true(isnan(only->score) && isnan(only->score_error));
    assert_int_equal(journal_read_best(&s->journal, 1, &best, &err), 0);
    assert_int_equal(best, FIRST_ID);
    memory_journal_release(&s->m);
}

/* What was known before counts: between equals it decides. */
static void earlier_standings_count(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];

    make_children(s, next, s->good, s->good, ORIGIN_ELITE); /* as good as equal */
    for (int k = 0; k < 2; k++) {
        struct journal_rating *rating;

        begin(s, s->good, next);
        rating = (struct journal_rating *)(uintptr_t)s->m.generation[0].record.rating;
        for (int i = 0; i < 2; i++) {
            rating[i].standing = i == k ? 0.7 : 0.6;
            rating[i].score = rating[i].standing;
            rating[i].standing_error = rating[i].score_error = 0.01;
        }
        play(s, &(struct watch){ 0 }, 1, true);
        assert_int_equal(s->m.playoff[0].id, FIRST_ID + (uint32_t)k);
        memory_journal_release(&s->m);
    }
}

/* With keep_founder it is a candidate whatever the number of others, and wins unless it is beaten. */
static void the_founder_stays_unless_it_is_beaten(void **state)
{
    struct setting *s = *state;
    struct journal_genome next[TINY_SIZE];
    int was = s->config.playoff;
    struct journal_rating *rating;

    /* A child is believed to be better, but plays nearly as the founder does. */
    make_children(s, next, s->good, s->good, ORIGIN_ELITE);
    for (uint32_t i = 0; i < 2; i++)
        next[i].gene[GENE_TEMPO] += 1e-3;
    for (int keep = 0; keep < 2; keep++) {
        begin(s, s->good, next);
        rating = (struct journal_rating *)(uintptr_t)s->m.generation[0].record.rating;
        rating[1].standing = rating[1].score = 0.8;
        rating[1].standing_error = rating[1].score_error = 0.01;
        s->config.keep_founder = keep;
        s->config.playoff = 2;
        play(s, &(struct watch){ 0 }, 1, true);
        assert_int_equal(s->m.playoffs, 2 + keep);
        assert_int_equal(s->m.playoff[0].id, keep ? 1 : FIRST_ID + 1);
        for (uint32_t i = 0; i < s->m.playoffs; i++)
            assert_int_equal(s->m.playoff[i].slot, i);
        assert_true(!keep || s->m.playoff[1].id == FIRST_ID + 1);
        assert_true(!keep || s->m.playoff[0].standing < s->m.playoff[1].standing);
        memory_journal_release(&s->m);
    }
    /* A better one wins, and a single candidate has the founder as a rival. */
    for (int most = 1; most < 3; most++) {
        make_children(s, next, s->good, s->bad, ORIGIN_ELITE);
        begin(s, s->bad, next);
        s->config.playoff = most;
        play(s, &(struct watch){ 0 }, 1, true);
        assert_int_equal(s->m.playoff[0].id, FIRST_ID);
        assert_true(was_candidate(s, 1) || was_candidate(s, FIRST_ID + 1));
        memory_journal_release(&s->m);
    }
    /* Also if the founder is believed to be far better. */
    make_children(s, next, s->bad, s->good, ORIGIN_ELITE);
    begin(s, s->bad, next);
    rating = (struct journal_rating *)(uintptr_t)s->m.generation[0].record.rating;
    for (int i = 0; i < 2; i++) {
        rating[i].standing = rating[i].score = i == 0 ? 9 : 0;
        rating[i].standing_error = rating[i].score_error = 0.001;
    }
    play(s, &(struct watch){ 0 }, 1, true);
    assert_int_equal(s->m.playoff[0].id, FIRST_ID + 1);
    assert_true(s->m.playoff[0].standing < s->m.playoff[1].standing);
    memory_journal_release(&s->m);
    s->config.keep_founder = false;
    s->config.playoff = was;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_one_wins),
        cmocka_unit_test(a_result_is_kept_once),
        cmocka_unit_test(a_stop_keeps_nothing),
        cmocka_unit_test(earlier_champions_are_candidates),
        cmocka_unit_test(there_are_no_more_candidates_than_asked_for),
        cmocka_unit_test(a_single_candidate_plays_no_games),
        cmocka_unit_test(earlier_standings_count),
        cmocka_unit_test(the_founder_stays_unless_it_is_beaten),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
