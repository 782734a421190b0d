/* A generation: who plays whom and from where, races, nothing is played twice, and standings. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/check.h"
#include "evolve/memory_journal.h"
#include "evolve/tiny_founders.h"
#include "evolve/generation.h"

#define HALL 1
#define REST (TINY_OPPONENTS + HALL)
#define ALL  (TINY_SIZE + REST)

/* 15 pairings in the population, 12 with opponents, 6 with an earlier champion. */
#define PAIRINGS 33
#define GAMES    (15 * 4 + 12 * 6 + 6 * 2)

/* Two for each pairing of one genome in the population (and one left over), three for each
 * opponent, one for the earlier champion. */
#define OPENINGS (TINY_SIZE * 2 + 2 * 3 + 1)

struct setting {
    struct run_config config;
    struct journal_genome *list;
    struct journal_genome rest[REST];
    struct standing_prior prior[TINY_SIZE]; /* all new */
    struct pool pool;
};

static int set_up(void **state)
{
    static struct setting s;

    tiny_founders("play.depth=2", &s.config, &s.list, &s.pool);
    memcpy(s.rest, s.list + TINY_SIZE, TINY_OPPONENTS * sizeof *s.rest);
    s.rest[TINY_OPPONENTS] = s.list[TINY_SIZE + TINY_OPPONENTS]; /* dots, as if it had been one */
    s.rest[TINY_OPPONENTS].origin = ORIGIN_ELITE;
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    tiny_founders_release(&s->config, s->list, &s->pool);
    return 0;
}

static void begin(struct generation *t, const struct setting *s, uint32_t generation)
{
    struct err err;

    assert_int_equal(
        generation_init(t, &s->config, generation, s->list, s->prior, s->rest, REST, &err), 0);
}

static void play(struct generation *t, struct setting *s, struct memory_journal *m,
                 const struct watch *watch, bool wanted)
{
    struct journal j = memory_journal_of(m);
    bool finished;
    struct err err;

    if (generation_play(t, &j, &s->pool, watch, &finished, &err))
        fail_msg("%s", err.text);
    assert_int_equal(finished, wanted);
}

static void everybody_meets_everybody(void **state)
{
    const struct setting *s = *state;
    bool met[ALL][ALL] = { { false } };
    struct generation t;

    begin(&t, s, 0);
    assert_int_equal(t.n, ALL);
    assert_int_equal(t.pairings, PAIRINGS);
    assert_int_equal(t.games.schedule.n, GAMES);
    for (size_t i = 0; i < t.pairings; i++) {
        const struct generation_pairing *p = &t.pairing[i];
        size_t openings = p->b < TINY_SIZE ? 2 : p->b < TINY_SIZE + TINY_OPPONENTS ? 3 : 1;

        assert_true(p->a < TINY_SIZE && p->a < p->b);
        assert_false(met[p->a][p->b]);
        met[p->a][p->b] = true;
        assert_int_equal(p->games, 2 * openings);
        for (size_t g = 0; g < p->games; g++) {
            const struct game *game = &t.games.schedule.game[p->first_game + g];

            assert_int_equal(game->opening, p->first_opening + g / 2);
            assert_int_equal(game->first, g % 2 ? p->b : p->a);
            assert_int_equal(game->second, g % 2 ? p->a : p->b);
        }
    }
    generation_release(&t);
}

static void openings_are_new_and_for_training(void **state)
{
    const struct setting *s = *state;
    struct generation a, b;

    begin(&a, s, 0);
    begin(&b, s, 1);
    assert_int_equal(a.games.openings.n, OPENINGS);
    for (size_t i = 0; i < a.games.openings.n; i++) {
        struct position pos = moves_position(&a.games.openings.list[i]);

        assert_int_equal(a.games.openings.list[i].n, s->config.plies);
        assert_int_equal(opening_set_of(&pos, s->config.seed), OPENING_TRAIN);
    }
    assert_memory_not_equal(a.games.openings.list, b.games.openings.list,
                            sizeof *a.games.openings.list);
    generation_release(&a);
    generation_release(&b);
}

/* Players: the genome of each with the keys of the config; hand_picked may have none. */
static void players_are_what_the_records_say(void **state)
{
    const struct setting *s = *state;
    struct generation t;

    begin(&t, s, 0);
    for (size_t i = 0; i < t.n; i++) {
        bool random = strcmp(t.who[i]->name, "random") == 0;

        assert_int_equal(t.games.player[i].has_genome, !random);
        assert_string_equal(t.games.player[i].search->name, random ? "random" : "alphabeta");
        if (!random) {
            assert_int_equal(t.games.player[i].keys.depth, 2);
            assert_memory_equal(t.games.player[i].genome.gene, t.who[i]->gene,
                                sizeof t.who[i]->gene);
        }
    }
    assert_string_equal(t.games.player[0].name, "fevalb");
    assert_string_equal(t.games.player[5].name, "#6");
    generation_release(&t);
}

struct progress_log {
    size_t calls, last, total;
    atomic_bool stop;
    size_t stop_after;
};

static void note(void *context, const char *what, size_t done, size_t games)
{
    struct progress_log *log = context;

    (void)what;
    assert_true(done >= 1 && done <= games);
    log->last = done > log->last ? done : log->last;
    log->total = games;
    if (++log->calls == log->stop_after)
        log->stop = 1;
}

static void all_is_played_and_kept(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct progress_log log = { 0 };
    struct generation t;

    begin(&t, s, 4);
    play(&t, s, &m, &(struct watch){ .progress = note, .context = &log }, true);
    assert_int_equal(log.calls, GAMES);
    assert_int_equal(log.last, GAMES);
    assert_int_equal(log.total, GAMES);
    assert_int_equal(m.pairings, PAIRINGS);
    for (uint32_t i = 0; i < PAIRINGS; i++) {
        assert_int_equal(m.pairing[i].generation, 4);
        assert_int_equal(m.pairing[i].slot, i);
        assert_int_equal(m.pairing[i].a, t.who[t.pairing[i].a]->id);
        assert_int_equal(m.pairing[i].b, t.who[t.pairing[i].b]->id);
        for (uint32_t g = 0; g < m.pairing[i].games; g++)
            assert_same_game(&m.pairing[i].result[g], &t.games.result[t.pairing[i].first_game + g]);
    }
    generation_release(&t);
    memory_journal_release(&m);
}

/* A journal with the first `kept` pairings of another. */
static struct memory_journal part_of(const struct memory_journal *m, size_t kept)
{
    struct memory_journal part = { .writes_left = -1 };
    struct err err;

    assert_int_equal(memory_keep_pairings(&part, m->pairing, kept, &err), 0);
    part.writes = 0;
    return part;
}

static void what_was_kept_is_not_played_again(void **state)
{
    struct setting *s = *state;
    struct memory_journal whole = { .writes_left = -1 };
    struct generation t;

    begin(&t, s, 0);
    play(&t, s, &whole, &(struct watch){ 0 }, true);
    generation_release(&t);
    for (size_t kept = 0; kept <= PAIRINGS; kept += 3) {
        struct memory_journal part = part_of(&whole, kept);
        struct progress_log log = { 0 };
        size_t games = 0;

        for (size_t i = 0; i < kept; i++)
            games += whole.pairing[i].games;
        begin(&t, s, 0);
        play(&t, s, &part, &(struct watch){ .progress = note, .context = &log }, true);
        assert_int_equal(log.calls, GAMES - games);
        assert_same_journal(&whole, &part);
        assert_true(kept < PAIRINGS || part.writes == 0);
        generation_release(&t);
        memory_journal_release(&part);
    }
    memory_journal_release(&whole);
}

static void a_stop_keeps_whole_pairings(void **state)
{
    struct setting *s = *state;
    struct memory_journal whole = { .writes_left = -1 }, m = { .writes_left = -1 };
    struct generation t;

    begin(&t, s, 0);
    play(&t, s, &whole, &(struct watch){ 0 }, true);
    generation_release(&t);
    for (size_t after = 0; after < 40; after += 13) {
        struct progress_log log = { .stop = after == 0, .stop_after = after };
        size_t before = m.pairings;

        begin(&t, s, 0);
        play(&t, s, &m, &(struct watch){ .stop = &log.stop, .progress = note, .context = &log },
             false);
        generation_release(&t);
        assert_true(m.pairings >= before && m.pairings < PAIRINGS);
        assert_true(log.calls <= after + 2); /* those that the threads had begun */
    }
    assert_true(m.pairings > 0);
    begin(&t, s, 0);
    play(&t, s, &m, &(struct watch){ 0 }, true);
    generation_release(&t);
    assert_same_journal(&whole, &m);
    memory_journal_release(&whole);
    memory_journal_release(&m);
}

static void pairings_of_another_config_are_refused(void **state)
{
    struct setting *s = *state;
    struct memory_journal whole = { .writes_left = -1 };
    struct journal j = memory_journal_of(&whole);
    bool finished;
    struct generation t;
    struct err err;

    begin(&t, s, 0);
    play(&t, s, &whole, &(struct watch){ 0 }, true);
    generation_release(&t);
    for (int change = 0; change < 3; change++) {
        struct journal_pairing was = whole.pairing[5];

        whole.pairing[5].a += change == 0;
        whole.pairing[5].slot += change == 1;
        whole.pairing[5].games -= change == 2;
        begin(&t, s, 0);
        assert_int_equal(generation_play(&t, &j, &s->pool, &(struct watch){ 0 }, &finished, &err),
                         -1);
        assert_non_null(strstr(err.text, "not those of this config"));
        generation_release(&t);
        whole.pairing[5] = was;
    }
    memory_journal_release(&whole);
}

static void threads_change_nothing(void **state)
{
    struct setting *s = *state;
    struct memory_journal a = { .writes_left = -1 }, b = { .writes_left = -1 };
    struct generation t;

    begin(&t, s, 0);
    play(&t, s, &a, &(struct watch){ 0 }, true);
    generation_release(&t);
    s->pool.threads = 1;
    begin(&t, s, 0);
    play(&t, s, &b, &(struct watch){ 0 }, true);
    generation_release(&t);
    s->pool.threads = 2;
    assert_same_journal(&a, &b);
    memory_journal_release(&a);
    memory_journal_release(&b);
}

/* Every opponent has openings of its own, which are the same for all genomes. */
static void opponents_have_openings_of_their_own(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    size_t owner[64] = { 0 }; /* of each opening: 1 + the opponent */
    struct generation t;

    s->config.race_rounds = 2;
    begin(&t, s, 0);
    play(&t, s, &m, &(struct watch){ 0 }, true);
    for (size_t i = 0; i < t.pairings; i++) {
        const struct generation_pairing *p = &t.pairing[i];

        for (size_t g = 0; g < p->games; g++) {
            size_t opening = t.games.schedule.game[p->first_game + g].opening;

            assert_true(opening < t.games.openings.n && opening < 64);
            if (p->b < TINY_SIZE)
                continue;
            assert_true(opening >= TINY_SIZE * 2);
            assert_true(owner[opening] == 0 || owner[opening] == 1 + p->b);
            owner[opening] = 1 + p->b;
            assert_int_equal(t.group[opening], p->b);
        }
    }
    /* The same for all: each has as many openings as one pairing of each round has. */
    for (size_t b = TINY_SIZE; b < ALL; b++) {
        size_t n = 0;

        for (size_t k = 0; k < 64; k++)
            n += owner[k] == 1 + b;
        assert_int_equal(n, (b < TINY_SIZE + TINY_OPPONENTS ? 3 : 1) * (1 + 2));
    }
    generation_release(&t);
    memory_journal_release(&m);
    s->config.race_rounds = 1;
}

static void no_genome_plays_two_siblings_from_one_opening(void **state)
{
    const struct setting *s = *state;
    struct generation t;

    begin(&t, s, 0);
    for (size_t i = 0; i < t.pairings; i++)
        for (size_t k = 0; k < i; k++) {
            const struct generation_pairing *p = &t.pairing[i], *q = &t.pairing[k];

            if (p->b < TINY_SIZE && q->b < TINY_SIZE &&
                (p->a == q->a || p->a == q->b || p->b == q->a || p->b == q->b))
                assert_true(p->first_opening >= q->first_opening + 2 ||
                            q->first_opening >= p->first_opening + 2);
        }
    generation_release(&t);
}

/* The mean score of each genome against opponents and earlier champions, and in all its games. */
static void plain_scores(const struct generation *t, double score[TINY_SIZE],
                         double games[TINY_SIZE])
{
    memset(score, 0, TINY_SIZE * sizeof *score);
    memset(games, 0, TINY_SIZE * sizeof *games);
    for (size_t i = 0; i < t->pairings; i++) {
        const struct generation_pairing *p = &t->pairing[i];

        for (size_t g = 0; g < p->games; g++) {
            int outcome = t->games.result[p->first_game + g].outcome; /* of who moved first */
            double won = (1 + (g % 2 ? -outcome : outcome)) / 2.0;

            score[p->a] += won;
            games[p->a]++;
            if (p->b >= TINY_SIZE)
                continue;
            score[p->b] += 1 - won;
            games[p->b]++;
        }
    }
    for (size_t i = 0; i < TINY_SIZE; i++)
        score[i] /= games[i];
}

/* In one round all play the same number of games, so what was seen now is the plain mean. */
static void standings_are_by_scores(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    double score[TINY_SIZE], games[TINY_SIZE], mean = 0;
    struct generation t;
    struct err err;

    s->config.openings = 0; /* within the population openings are shared by some only */
    begin(&t, s, 0);
    play(&t, s, &m, &(struct watch){ 0 }, true);
    assert_int_equal(generation_score(&t, &err), 0);
    plain_scores(&t, score, games);
    for (size_t i = 0; i < TINY_SIZE; i++)
        mean += score[i] / TINY_SIZE;
    for (size_t i = 0; i < TINY_SIZE; i++) {
        const struct standing *of = &t.standings.of[i];
        struct journal_rating rating = generation_rating(7, of);

        check_near(of->now.mean, score[i], 1e-9);
        assert_true(of->now.variance > 0 && of->standing.variance > 0);
        assert_true(fabs(of->standing.mean - mean) <= fabs(score[i] - mean) + 1e-9);
        assert_int_equal(rating.id, 7);
        assert_true(rating.standing == of->standing.mean && rating.score == of->score.mean);
        check_near(rating.now_error, 1.959964 * sqrt(of->now.variance), 1e-6);
        check_near(1 / (1 + pow(10, -rating.elo / 400)), rating.score, 1e-9);
    }
    generation_release(&t);
    memory_journal_release(&m);
    s->config.openings = 2;
}

/* Who plays in the pairings from `from` to `to`. */
static void list_racers(const struct generation *t, size_t from, size_t to, bool in[TINY_SIZE])
{
    memset(in, 0, TINY_SIZE * sizeof *in);
    for (size_t i = from; i < to; i++)
        in[t->pairing[i].a] = true;
}

/* The round that begins with pairing `from` has the champion and the best by all games before it,
 * out of those of the round that began with `before`. */
static void check_survivors(struct generation *t, size_t from, size_t before, size_t wanted)
{
    size_t all = t->pairings, n = 0;
    bool in[TINY_SIZE], was[TINY_SIZE];
    struct err err;

    list_racers(t, from, from + wanted * REST, in);
    list_racers(t, before, from, was);
    t->pairings = from;
    assert_int_equal(generation_score(t, &err), 0);
    t->pairings = all;
    assert_true(in[0]);
    for (size_t i = 0; i < TINY_SIZE; i++) {
        was[i] |= before == 0; /* the last one has no pairings with later ones */
        assert_true(was[i] || !in[i]);
        n += in[i];
        for (size_t k = 1; k < TINY_SIZE; k++)
            if (i > 0 && in[i] && was[k] && !in[k])
                assert_true(t->standings.of[i].standing.mean >= t->standings.of[k].standing.mean);
    }
    assert_int_equal(n, wanted);
}

/* Rounds of 6, 3 and 2 genomes; each of them plays twice as many openings as before. */
static void a_race_goes_on_with_the_best(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct generation t;

    s->config.race_rounds = 3;
    begin(&t, s, 2);
    play(&t, s, &m, &(struct watch){ 0 }, true);
    assert_int_equal(t.games.schedule.n, generation_games(&s->config, TINY_OPPONENTS, HALL));
    assert_int_equal(t.games.schedule.n, GAMES + 3 * 2 * (2 * 6 + 2) + 2 * 2 * (2 * 12 + 4));
    assert_int_equal(t.pairings, PAIRINGS + 3 * REST + 2 * REST);
    check_survivors(&t, PAIRINGS, 0, 3);
    check_survivors(&t, PAIRINGS + 3 * REST, PAIRINGS, 2);
    generation_release(&t);
    memory_journal_release(&m);
    s->config.race_rounds = 1;
}

/* The champion in slot 0 goes on even if it is the worst by far. */
static void the_champion_always_goes_on(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct generation t;
    bool in[TINY_SIZE];

    s->config.race_rounds = 2;
    s->prior[0] = (struct standing_prior){ STANDING_KNOWN, { -5, 1e-9 }, { 0, INFINITY } };
    begin(&t, s, 0);
    play(&t, s, &m, &(struct watch){ 0 }, true);
    list_racers(&t, PAIRINGS, t.pairings, in);
    assert_true(in[0]);
    assert_int_equal(in[1] + in[2] + in[3] + in[4] + in[5], 2);
    generation_release(&t);
    memory_journal_release(&m);
    s->prior[0] = (struct standing_prior){ 0 };
    s->config.race_rounds = 1;
}

/* Interrupted after any pairing of any round, it is the same race. */
static void an_interrupted_race_is_the_same(void **state)
{
    struct setting *s = *state;
    struct memory_journal whole = { .writes_left = -1 };
    struct generation t, again;
    struct err err;

    s->config.race_rounds = 3;
    begin(&t, s, 1);
    play(&t, s, &whole, &(struct watch){ 0 }, true);
    assert_int_equal(generation_score(&t, &err), 0);
    for (size_t kept = 0; kept <= t.pairings; kept++) {
        struct memory_journal part = part_of(&whole, kept);

        begin(&again, s, 1);
        play(&again, s, &part, &(struct watch){ 0 }, true);
        assert_same_journal(&whole, &part);
        assert_int_equal(generation_score(&again, &err), 0);
        assert_memory_equal(t.standings.of, again.standings.of, TINY_SIZE * sizeof *t.standings.of);
        generation_release(&again);
        memory_journal_release(&part);
    }
    for (size_t after = 10; after < t.games.schedule.n; after += 29) {
        struct progress_log log = { .stop_after = after };
        struct memory_journal m = { .writes_left = -1 };

        begin(&again, s, 1);
        play(&again, s, &m, &(struct watch){ .stop = &log.stop, .progress = note, .context = &log },
             false);
        generation_release(&again);
        begin(&again, s, 1);
        play(&again, s, &m, &(struct watch){ 0 }, true);
        generation_release(&again);
        assert_same_journal(&whole, &m);
        memory_journal_release(&m);
    }
    generation_release(&t);
    memory_journal_release(&whole);
    s->config.race_rounds = 1;
}

/* More pairings than the race has are of another config. */
static void a_longer_race_is_refused(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct journal j = memory_journal_of(&m);
    struct generation t;
    bool finished;
    struct err err;

    s->config.race_rounds = 2;
    begin(&t, s, 0);
    play(&t, s, &m, &(struct watch){ 0 }, true);
    generation_release(&t);
    s->config.race_rounds = 1;
    begin(&t, s, 0);
    assert_int_equal(generation_play(&t, &j, &s->pool, &(struct watch){ 0 }, &finished, &err), -1);
    assert_non_null(strstr(err.text, "not those of this config"));
    generation_release(&t);
    memory_journal_release(&m);
}

static void pairings_without_openings_are_left_out(void **state)
{
    struct setting *s = *state;
    struct generation t;

    s->config.openings = 0;
    begin(&t, s, 0);
    assert_int_equal(t.pairings, TINY_SIZE * REST);
    generation_release(&t);
    s->config.hall_openings = 0;
    begin(&t, s, 0);
    assert_int_equal(t.pairings, TINY_SIZE * TINY_OPPONENTS);
    generation_release(&t);
    s->config.openings = 2;
    s->config.hall_openings = 1;
}

/* The empty board is for training with one seed, and not with another. */
static void a_set_without_openings_is_an_error(void **state)
{
    struct setting *s = *state;
    unsigned refused = 0;
    struct generation t;
    struct err err;

    s->config.plies = 0;
    for (s->config.seed = 0; s->config.seed < 40; s->config.seed++) {
        if (generation_init(&t, &s->config, 0, s->list, s->prior, s->rest, REST, &err) == 0) {
            assert_int_equal(t.games.schedule.n, PAIRINGS * 2);
            generation_release(&t);
            continue;
        }
        assert_non_null(strstr(err.text, "no opening of 0 plies"));
        refused++;
    }
    assert_true(refused > 5 && refused < 35);
    s->config.plies = 8;
    s->config.seed = 3;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(openings_are_new_and_for_training),
        cmocka_unit_test(players_are_what_the_records_say),
        cmocka_unit_test(all_is_played_and_kept),
        cmocka_unit_test(what_was_kept_is_not_played_again),
        cmocka_unit_test(a_stop_keeps_whole_pairings),
        cmocka_unit_test(pairings_of_another_config_are_refused),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(opponents_have_openings_of_their_own),
        cmocka_unit_test(no_genome_plays_two_siblings_from_one_opening),
        cmocka_unit_test(standings_are_by_scores),
        cmocka_unit_test(a_race_goes_on_with_the_best),
        cmocka_unit_test(the_champion_always_goes_on),
        cmocka_unit_test(an_interrupted_race_is_the_same),
        cmocka_unit_test(a_longer_race_is_refused),
        cmocka_unit_test(pairings_without_openings_are_left_out),
        cmocka_unit_test(a_set_without_openings_is_an_error),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
