/* The ratings of real runs: their 95% intervals contain the truth, also of those who were chosen
 * for their luck. */
#include "test.h"

#include "evolve/calibrate.h"
#include "evolve/memory_journal.h"
#include "evolve/run.h"
#include "evolve/tiny_config.h"

enum { SEEDS = 6, EVERY = 2, OPENINGS = 60 };

static void play(const struct run_config *config, const struct journal *journal, struct pool *pool)
{
    atomic_bool stop = false;
    struct run_watch watch = { .watch = { .stop = &stop } };
    struct verdict verdict = { 0 };
    enum run_end end;
    struct err err;

    assert_int_equal(run_begin(config, journal, &err), 0);
    assert_int_equal(run_play(config, journal, pool, &watch, &verdict, &end, &err), 0);
    assert_int_equal(end, RUN_FINISHED);
    verdict_release(&verdict);
}

static void add(struct calibration *sum, const struct calibration *c)
{
    for (int k = 0; k < CALIBRATED_KINDS; k++) {
        sum->scores[k] += c->scores[k];
        sum->scores_inside[k] += c->scores_inside[k];
        sum->standings[k] += c->standings[k];
        sum->standings_inside[k] += c->standings_inside[k];
    }
}

static void calibrate_seed(uint64_t seed, struct calibration *sum)
{
    struct memory_journal memory = { .writes_left = -1 };
    struct journal journal = memory_journal_of(&memory);
    struct calibration c;
    struct run_config config;
    struct pool pool;
    struct err err;

    TINY_CONFIG(&config, "run.generations=16", "population.size=24", "play.depth=2",
                "play.openings=0", "play.hall=0", "play.opponent_openings=3",
                "play.opponents=../genomes/rusak.ini ../genomes/hw-dots.ini ../genomes/fevalc.ini "
                "../genomes/cs7is2.ini",
                "fit.every=0", "mutation.method=metric", "surface.start=2", "validate.every=0");
    config.seed = seed;
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    play(&config, &journal, &pool);
    assert_int_equal(calibrate(&c, &config, &journal, EVERY, OPENINGS, &pool, &err), 0);
    add(sum, &c);
    pool_release(&pool);
    config_release(&config);
    memory_journal_release(&memory);
}

static void intervals_of_runs_contain_the_truth(void **state)
{
    unsigned scores = 0, scores_inside = 0, standings = 0, standings_inside = 0;
    struct calibration c = { 0 };

    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        calibrate_seed(seed, &c);
    for (int k = 0; k < CALIBRATED_KINDS; k++) {
        print_message("%s: scores %u of %u, standings %u of %u\n", calibrated_name[k],
                      c.scores_inside[k], c.scores[k], c.standings_inside[k], c.standings[k]);
        scores += c.scores[k];
        scores_inside += c.scores_inside[k];
        standings += c.standings[k];
        standings_inside += c.standings_inside[k];
    }
    assert_true(scores > 150 && standings > 100);
    assert_in_range(100 * scores_inside / scores, 92, 98);
    assert_in_range(100 * standings_inside / standings, 92, 98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_runs_contain_the_truth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
