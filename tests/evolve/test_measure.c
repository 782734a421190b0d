/* The common test of champions: its openings and opponents, that nothing is played twice, and
 * damaged files. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/opening.h"
#include "evolve/measure.h"
#include "evolve/memory_journal.h"
#include "evolve/run.h"
#include "evolve/tiny_config.h"

#define EACH 4

/* A run of two generations, and a measure for it. */
struct bench {
    struct run_config config;
    struct memory_journal memory;
    struct journal journal;
    struct pool pool;
    struct watch watch;
    size_t told; /* calls of progress */
    char path[64];
};

static void note_progress(void *context, const char *what, size_t done, size_t total)
{
    assert_non_null(what);
    assert_true(done <= total);
    ++*(size_t *)context;
}

static void bench_init(struct bench *b)
{
    struct verdict verdict;
    enum run_end end;
    struct err err;

    *b = (struct bench){ .memory.writes_left = -1, .path = "/tmp/c4evolve-measure-XXXXXX" };
    close(mkstemp(b->path));
    TINY_CONFIG(&b->config, "run.generations=2", "validate.every=0",
                "play.opponents="
                "../genomes/rusak.ini ../genomes/fevala.ini random");
    b->journal = memory_journal_of(&b->memory);
    assert_int_equal(pool_init(&b->pool, 2, &worker_memory, &err), 0);
    assert_int_equal(run_begin(&b->config, &b->journal, &err), 0);
    assert_int_equal(
        run_play(&b->config, &b->journal, &b->pool, &(struct run_watch){ 0 }, &verdict, &end, &err),
        0);
    verdict_release(&verdict);
    b->watch = (struct watch){ .progress = note_progress, .context = &b->told };
}

static void bench_release(struct bench *b)
{
    unlink(b->path);
    pool_release(&b->pool);
    memory_journal_release(&b->memory);
    config_release(&b->config);
}

static void open_measure(struct measure *m, struct bench *b, struct measure_seen *seen)
{
    struct err err;

    if (measure_init(m, &b->config, EACH, seen, b->path, &err))
        fail_msg("%s", err.text);
    m->pool = &b->pool;
    m->watch = &b->watch;
}

static void read_seen(struct measure_seen *seen, const struct bench *b, uint64_t *games)
{
    struct err err;

    *games = 0;
    for (uint32_t g = 0; g < 2; g++) {
        uint64_t more;

        assert_int_equal(measure_seen_add(seen, &b->journal, g, b->config.plies, &more, &err), 0);
        *games += more;
    }
}

static uint64_t key_of(const struct moves *moves, int plies)
{
    struct moves start = *moves;
    struct position pos;

    start.n = (unsigned char)plies;
    pos = moves_position(&start);
    return position_mirror_key(&pos);
}

/* All openings of short games are drawn: those that were seen must be missing, and no others. */
static void no_opening_was_seen_in_training(void **state)
{
    struct measure_seen seen = { 0 };
    struct openings all;
    struct measure m;
    struct bench b;
    uint64_t games;
    struct err err;

    (void)state;
    bench_init(&b);
    b.config.validate_plies = 3;
    read_seen(&seen, &b, &games);
    assert_int_equal(games, b.memory.timed_games);
    assert_true(seen.n > 0);
    for (size_t i = 0; i < b.memory.pairings; i++) /* as the games themselves say */
        for (uint32_t k = 0; k < b.memory.pairing[i].games; k++) {
            uint64_t key = key_of(&b.memory.pairing[i].result[k].moves, b.config.plies);
            bool found = false;

            for (size_t j = 0; j < seen.n; j++)
                found |= seen.key[j] == key;
            assert_true(found);
        }
    assert_int_equal(openings_draw(&all, 3, 1000, OPENING_ANY, 1, 0, &err), 0);
    measure_seen_release(&seen);
    seen = (struct measure_seen){ calloc(3, sizeof *seen.key), 3, 3 };
    for (int i = 0; i < 3; i++)
        seen.key[i] = key_of(&all.list[10 * i], 3);
    assert_int_equal(measure_init(&m, &b.config, 1000, &seen, b.path, &err), 0);
    assert_int_equal(m.openings.n, all.n - 3);
    assert_int_equal(m.each, all.n - 3);
    for (size_t i = 0; i < m.openings.n; i++)
        for (int k = 0; k < 3; k++)
            assert_true(key_of(&m.openings.list[i], 3) != seen.key[k]);
    measure_release(&m);
    measure_seen_release(&seen);
    openings_release(&all);
    bench_release(&b);
}

/* rusak and fevala have the same genes; random and dots are in both lists or in one. */
static void opponents_count_once(void **state)
{
    static const char *const names[] = { "rusak", "random", "dots" };
    struct measure_seen seen = { 0 };
    struct measure m;
    struct bench b;

    (void)state;
    bench_init(&b);
    open_measure(&m, &b, &seen);
    assert_int_equal(m.opponents, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(m.opponent[i].name, names[i]);
    measure_release(&m);
    bench_release(&b);
}

static void measure_both(struct measure *m, const struct journal_genome *who, struct tally tally[3],
                         struct measured_mistakes *mistakes)
{
    struct err err;
    bool finished;

    assert_int_equal(measure_games(m, who, tally, &finished, &err), 0);
    assert_true(finished);
    assert_int_equal(measure_mistakes(m, who, mistakes, &finished, &err), 0);
    assert_true(finished);
}

static void nothing_is_measured_twice(void **state)
{
    struct measure_seen seen = { 0 };
    struct measured_mistakes mistakes, again;
    struct tally tally[3], second[3];
    struct measure m;
    struct bench b;
    FILE *file;
    int digit;

    (void)state;
    bench_init(&b);
    open_measure(&m, &b, &seen);
    measure_both(&m, &b.memory.who[0], tally, &mistakes);
    assert_true(b.told > 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(tally[i].samples, EACH);
    assert_int_equal(mistakes.positions, 20);
    b.told = 0;
    measure_both(&m, &b.memory.who[0], second, &again);
    measure_release(&m);
    open_measure(&m, &b, &seen); /* from the file */
    measure_both(&m, &b.memory.who[0], second, &again);
    assert_int_equal(b.told, 0);
    assert_memory_equal(tally, second, sizeof tally);
    assert_memory_equal(&mistakes, &again, sizeof mistakes);
    measure_both(&m, &b.memory.who[1], second, &again); /* another genome */
    assert_true(b.told > 0);
    measure_release(&m);

    file = fopen(b.path, "r+"); /* one digit of the first hash */
    assert_non_null(file);
    digit = fgetc(file) == '1' ? '2' : '1';
    rewind(file);
    fputc(digit, file);
    fclose(file);
    b.told = 0;
    open_measure(&m, &b, &seen);
    measure_both(&m, &b.memory.who[0], second, &again);
    assert_int_equal(b.told, 2 * EACH);
    assert_memory_equal(tally, second, sizeof tally);
    measure_release(&m);
    bench_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_opening_was_seen_in_training),
        cmocka_unit_test(opponents_count_once),
        cmocka_unit_test(nothing_is_measured_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
