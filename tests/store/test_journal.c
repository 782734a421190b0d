/* Times, mistakes and play-offs: kept beside the generations, and not there in files of the first
 * formats. */
#include "store/old_run.h"

static struct journal_mistakes sample_mistakes(uint32_t generation, uint32_t slot)
{
    struct journal_mistakes r = { .generation = generation,
                                  .slot = slot,
                                  .champion = 7 + generation,
                                  .depth = 5,
                                  .positions = 300 + slot,
                                  .at_stake = 200,
                                  .mistakes = 9 * slot,
                                  .loss = slot ? 1.0 / 3 : NAN,
                                  .champion_only = slot,
                                  .other_only = UINT32_MAX,
                                  .p = 0.25 };

    snprintf(r.name, sizeof r.name, "</script>\xc3\xa4 %u", (unsigned)slot);
    return r;
}

static struct journal_playoff sample_playoff(uint32_t generation, uint32_t slot)
{
    return (struct journal_playoff){ .generation = generation,
                                     .slot = slot,
                                     .id = 10 * generation + slot,
                                     .games = 1000 + slot,
                                     .score = 0.7 - slot / 7.0,
                                     .score_error = slot ? 0.01 : NAN,
                                     .standing = -0.1 * slot,
                                     .standing_error = 1.0 / (1 + slot) };
}

static void put_notes(struct store *store, uint32_t generation)
{
    struct journal_mistakes list[3];
    struct journal_playoff playoff[2];
    struct journal_time time = { .generation = generation,
                                 .games = 100 + generation,
                                 .seconds = 0.5 + generation };
    struct journal j = store_journal(store);
    struct err err;

    for (uint32_t i = 0; i < 3; i++)
        list[i] = sample_mistakes(generation, i);
    for (uint32_t i = 0; i < 2; i++)
        playoff[i] = sample_playoff(generation, i);
    assert_works(journal_keep_mistakes(&j, list, 3, &err), err);
    assert_works(journal_keep_playoff(&j, playoff, 2, &err), err);
    assert_works(journal_keep_time(&j, &time, &err), err);
}

static int check_time(void *context, const struct journal_time *record, struct err *err)
{
    uint32_t *next = context;

    (void)err;
    assert_int_equal(record->generation, *next);
    assert_int_equal(record->games, 100 + *next);
    assert_true(record->seconds == 0.5 + *next);
    ++*next;
    return 0;
}

static uint32_t count_times(struct store *store)
{
    uint32_t next = 0;
    struct err err;

    assert_works(store_each_time(store, 0, UINT32_MAX, check_time, &next, &err), err);
    return next;
}

static void check_mistakes(struct store *store, uint32_t generation, size_t wanted)
{
    struct journal j = store_journal(store);
    struct journal_mistakes *list;
    struct err err;
    size_t n;

    assert_works(journal_read_mistakes(&j, generation, &list, &n, &err), err);
    assert_int_equal(n, wanted);
    for (uint32_t i = 0; i < n; i++) {
        struct journal_mistakes r = sample_mistakes(generation, i);

        assert_int_equal(list[i].slot, i);
        assert_int_equal(list[i].champion, r.champion);
        assert_string_equal(list[i].name, r.name);
        assert_int_equal(list[i].positions, r.positions);
        assert_int_equal(list[i].mistakes, r.mistakes);
        assert_int_equal(list[i].other_only, r.other_only);
        assert_true(same_double(list[i].loss, r.loss));
        assert_true(list[i].p == r.p);
    }
    free(list);
}

/* The play-off of that generation, and who is best by it or by the title. */
static void check_playoff(struct store *store, uint32_t generation, size_t wanted)
{
    struct journal j = store_journal(store);
    struct journal_playoff *list;
    uint32_t best, champion;
    struct err err;
    size_t n;

    assert_works(journal_read_playoff(&j, generation, &list, &n, &err), err);
    assert_int_equal(n, wanted);
    for (uint32_t i = 0; i < n; i++) {
        struct journal_playoff r = sample_playoff(generation, i);

        assert_int_equal(list[i].generation, generation);
        assert_int_equal(list[i].slot, i);
        assert_int_equal(list[i].id, r.id);
        assert_int_equal(list[i].games, r.games);
        assert_true(same_double(list[i].score, r.score));
        assert_true(same_double(list[i].score_error, r.score_error));
        assert_true(same_double(list[i].standing, r.standing));
        assert_true(same_double(list[i].standing_error, r.standing_error));
    }
    free(list);
    if (generation == 0)
        return;
    assert_works(journal_read_best(&j, generation, &best, &err), err);
    assert_works(journal_read_champion(&j, generation - 1, &champion, &err), err);
    assert_int_equal(best, wanted ? sample_playoff(generation, 0).id : champion);
}

static void open_run(struct store *store, const char *dir, enum store_mode mode)
{
    struct err err;

    assert_works(store_open(store, dir, mode, &err), err);
}

static void test_kept_and_read(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;

    (void)state;
    run_make(dir.run, 3);
    open_run(&store, dir.run, STORE_WRITE);
    for (uint32_t g = 0; g < 2; g++) {
        put_notes(&store, g);
        put_notes(&store, g); /* the same moment again takes the place of the first */
    }
    store_close(&store);
    open_run(&store, dir.run, STORE_READ);
    assert_int_equal(count_times(&store), 2);
    check_mistakes(&store, 0, 3);
    check_mistakes(&store, 1, 3);
    check_mistakes(&store, 2, 0);
    check_playoff(&store, 1, 2);
    check_playoff(&store, 2, 0);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void test_a_fork_takes_what_lies_before(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char to[128];
    struct store store;
    struct err err;

    (void)state;
    run_make(dir.run, 3);
    open_run(&store, dir.run, STORE_WRITE);
    for (uint32_t g = 0; g < 3; g++)
        put_notes(&store, g);
    store_close(&store);
    assert_works(store_fork(dir.run, 1, inside(to, dir.path, "fork"), &err), err);
    open_run(&store, to, STORE_READ);
    assert_int_equal(count_times(&store), 1);
    check_mistakes(&store, 0, 3);
    check_mistakes(&store, 1, 0);
    check_playoff(&store, 0, 2);
    check_playoff(&store, 1, 0);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void test_files_of_the_first_formats(void **state)
{
    (void)state;
    for (int format = 1; format < 3; format++) {
        struct temp_dir dir = temp_dir_make();
        char to[128];
        struct store store;
        struct err err;

        make_old_run(dir.run, format);
        open_run(&store, dir.run, STORE_READ);
        check_playoff(&store, 2, 0);
        if (format == 1) {
            assert_int_equal(count_times(&store), 0);
            check_mistakes(&store, 2, 0);
        }
        store_close(&store);
        assert_works(store_fork(dir.run, 1, inside(to, dir.path, "fork"), &err), err);
        open_run(&store, dir.run, STORE_WRITE); /* brings it up to date */
        for (uint32_t g = 0; g < 3; g++)
            put_notes(&store, g);
        store_close(&store);
        open_run(&store, dir.run, STORE_READ);
        assert_int_equal(count_times(&store), 3);
        check_mistakes(&store, 2, 3);
        check_playoff(&store, 2, 2);
        store_close(&store);
        temp_dir_remove(&dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept_and_read),
        cmocka_unit_test(test_a_fork_takes_what_lies_before),
        cmocka_unit_test(test_files_of_the_first_formats),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
