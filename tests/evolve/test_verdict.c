/* The verdict: games of champions against references, each kept as soon as it is complete, and
 * mistakes. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/memory_journal.h"
#include "evolve/tiny_founders.h"
#include "evolve/verdict.h"

#define OPENINGS 10

struct setting {
    struct run_config config;
    struct journal_genome *list;
    struct pool pool;
    struct verdict_input in;
    struct verdict_games games;
};

static int set_up(void **state)
{
    static struct setting s;

    tiny_founders("validate.against=random ../genomes/dots.ini ../genomes/fevala.ini", &s.config,
                  &s.list, &s.pool);
    s.in = (struct verdict_input){ .config = &s.config,
                                   .pool = &s.pool,
                                   .generation = 9,
                                   .champion = &s.list[0],
                                   .reference = s.list + TINY_SIZE + TINY_OPPONENTS,
                                   .references = 3 };
    s.games = (struct verdict_games){ OPENING_TEST, 2, OPENINGS };
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    tiny_founders_release(&s->config, s->list, &s->pool);
    return 0;
}

static bool play(const struct setting *s, const struct verdict_games *games,
                 struct memory_journal *m, const struct watch *watch)
{
    struct journal j = memory_journal_of(m);
    struct verdict_input in = s->in;
    bool finished;
    struct err err;

    in.journal = &j;
    in.watch = watch;
    if (verdict_play(&in, games, &finished, &err))
        fail_msg("%s", err.text);
    return finished;
}

static uint32_t pairs(const struct journal_validation *r)
{
    uint32_t sum = 0;

    for (int i = 0; i < 9; i++)
        sum += r->pair[i / 3][i % 3];
    return sum;
}

static void records_say_who_played(void **state)
{
    static const char *const name[] = { "random", "dots", "fevala" };
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };

    assert_true(play(s, &s->games, &m, &(struct watch){ 0 }));
    assert_int_equal(m.validations, 3);
    assert_int_equal(m.writes, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct journal_validation *r = &m.validation[i];
        struct tally tally = verdict_tally(r);

        assert_string_equal(r->opponent, name[i]);
        assert_int_equal(r->generation, 9);
        assert_int_equal(r->champion, 1);
        assert_int_equal(r->depth, 2);
        assert_int_equal(pairs(r), OPENINGS);
        assert_int_equal(tally.samples, OPENINGS);
        assert_int_equal(wdl_games(tally.games), 2 * OPENINGS);
    }
    assert_true(wdl_score(verdict_tally(&m.validation[0]).games) > 0.8);
    memory_journal_release(&m);
}

static void tallies_count_what_the_champion_did(void **state)
{
    /* Two pairs won twice, one lost as first and drawn as second, one lost twice. */
    struct journal_validation r = { .pair = { { 1, 1, 0 }, { 0, 0, 0 }, { 0, 0, 2 } } };
    struct tally tally = verdict_tally(&r);

    (void)state;
    assert_int_equal(tally.games.wins, 4);
    assert_int_equal(tally.games.draws, 1);
    assert_int_equal(tally.games.losses, 3);
    assert_int_equal(tally.samples, 4);
    assert_true(tally_mean(&tally) == 4.5 / 8);
}

static void what_was_kept_is_not_played_again(void **state)
{
    struct setting *s = *state;
    struct memory_journal whole = { .writes_left = -1 };

    play(s, &s->games, &whole, &(struct watch){ 0 });
    for (size_t kept = 0; kept <= 3; kept++) {
        struct memory_journal rest = { .writes_left = -1 };

        rest.validation = memory_append(NULL, &rest.validations, whole.validation, kept,
                                        sizeof *whole.validation);
        assert_true(play(s, &s->games, &rest, &(struct watch){ 0 }));
        assert_int_equal(rest.writes, 3 - kept);
        assert_same_journal(&whole, &rest);
        memory_journal_release(&rest);
    }
    memory_journal_release(&whole);
}

struct stopper {
    atomic_bool stop;
    size_t after, calls;
};

static void count(void *context, const char *what, size_t done, size_t games)
{
    struct stopper *s = context;

    (void)what;
    assert_true(done <= games);
    assert_int_equal(games, 3 * 2 * OPENINGS);
    if (++s->calls >= s->after)
        s->stop = 1;
}

static void a_stop_keeps_whole_results(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct stopper stopper = { .after = 2 * OPENINGS + 5 };

    assert_false(
        play(s, &s->games, &m,
             &(struct watch){ .stop = &stopper.stop, .progress = count, .context = &stopper }));
    assert_int_equal(m.validations, 1);
    stopper = (struct stopper){ .stop = 1 };
    memory_journal_release(&m);
    m.writes_left = -1;
    assert_false(
        play(s, &s->games, &m,
             &(struct watch){ .stop = &stopper.stop, .progress = count, .context = &stopper }));
    assert_int_equal(m.validations + stopper.calls, 0);
    memory_journal_release(&m);
}

static bool same(const struct memory_journal *a, const struct memory_journal *b)
{
    for (size_t i = 0; i < a->validations; i++)
        if (memcmp(a->validation[i].pair, b->validation[i].pair, sizeof b->validation[i].pair))
            return false;
    return true;
}

static void sets_depths_and_seeds_matter_and_threads_do_not(void **state)
{
    struct setting *s = *state;
    struct memory_journal m[5];

    for (int i = 0; i < 5; i++) {
        struct verdict_games games = s->games;

        m[i] = (struct memory_journal){ .writes_left = -1 };
        s->pool.threads = i == 1 ? 1 : 2;
        games.set = i == 2 ? OPENING_VALIDATE : OPENING_TEST;
        games.depth = i == 3 ? 3 : 2;
        s->config.seed += i == 4;
        assert_true(play(s, &games, &m[i], &(struct watch){ 0 }));
        s->config.seed -= i == 4;
        assert_int_equal(same(&m[0], &m[i]), i < 2);
    }
    for (int i = 0; i < 5; i++)
        memory_journal_release(&m[i]);
}

/* Of short openings there are few: they are used again, and fewer of each. */
static void short_openings_are_shared(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct journal j = memory_journal_of(&m);
    struct verdict_input in = s->in;
    unsigned refused = 0;
    bool finished;
    struct err err;

    in.journal = &j;
    in.watch = &(struct watch){ 0 };
    s->config.validate_plies = 1;
    for (s->config.seed = 1; s->config.seed < 20; s->config.seed++) {
        if (verdict_play(&in, &s->games, &finished, &err)) {
            assert_non_null(strstr(err.text, "no opening of 1 plies"));
            refused++;
            continue;
        }
        assert_int_equal(m.validations, 3);
        assert_true(pairs(&m.validation[2]) <= 4);
        memory_journal_release(&m);
        m.writes_left = -1;
    }
    assert_true(refused > 0 && refused < 19);
    s->config.validate_plies = 8;
    s->config.seed = 3;
    memory_journal_release(&m);
}

static bool reach(const struct setting *s, struct verdict *v, struct memory_journal *m,
                  const struct watch *watch)
{
    struct journal j = memory_journal_of(m);
    struct verdict_input in = s->in;
    bool finished;
    struct err err;

    in.journal = &j;
    in.watch = watch;
    if (verdict_reach(v, &in, &finished, &err))
        fail_msg("%s", err.text);
    return finished;
}

static void games_and_mistakes_make_the_verdict(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    struct verdict v, again;
    long writes;

    assert_true(reach(s, &v, &m, &(struct watch){ 0 }));
    assert_int_equal(v.generation, 9);
    assert_int_equal(v.depth, 1);
    assert_int_equal(v.validations, 6); /* three references at two depths */
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(v.validation[i].depth, i < 3 ? 1 : 2);
    assert_int_equal(v.players, 4);
    assert_string_equal(v.mistakes[0].name, "champion");
    assert_string_equal(v.mistakes[1].name, "random");
    assert_true(v.mistakes[1].mistakes > v.mistakes[0].mistakes);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(v.mistakes[i].positions, 20);
        assert_int_equal(v.mistakes[i].mistakes - v.mistakes[0].mistakes,
                         v.mistakes[i].other_only - v.mistakes[i].champion_only);
    }
    writes = m.writes;
    assert_true(reach(s, &again, &m, &(struct watch){ 0 }));
    assert_int_equal(m.writes, writes); /* all of it was known */
    for (size_t i = 0; i < 4; i++)
        assert_same_mistakes(&v.mistakes[i], &again.mistakes[i]);
    verdict_release(&v);
    verdict_release(&again);
    memory_journal_release(&m);
}

static void stop_solving(void *context, const char *what, size_t done, size_t total)
{
    assert_true(done <= total);
    if (strcmp(what, "positions solved") == 0)
        *(atomic_bool *)context = 1;
}

static void a_stop_while_solving_gives_no_verdict(void **state)
{
    struct setting *s = *state;
    struct memory_journal m = { .writes_left = -1 };
    atomic_bool stop = 0;
    struct verdict v;

    assert_false(reach(s, &v, &m, &(struct watch){ &stop, stop_solving, &stop, 0, 0 }));
    assert_int_equal(v.validations + v.players, 0);
    assert_int_equal(m.validations, 6);
    assert_int_equal(m.mistakes_n, 0);
    verdict_release(&v);
    memory_journal_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_say_who_played),
        cmocka_unit_test(tallies_count_what_the_champion_did),
        cmocka_unit_test(what_was_kept_is_not_played_again),
        cmocka_unit_test(a_stop_keeps_whole_results),
        cmocka_unit_test(sets_depths_and_seeds_matter_and_threads_do_not),
        cmocka_unit_test(short_openings_are_shared),
        cmocka_unit_test(games_and_mistakes_make_the_verdict),
        cmocka_unit_test(a_stop_while_solving_gives_no_verdict),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
