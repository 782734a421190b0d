/* Walks visit every record once, in order. */
#include "test.h"

#include "store/verify_run.h"

#define GENERATIONS 5

struct tour {
    struct store *store;
    uint32_t next;
    uint32_t stop_at;
};

static int tour_genome(void *context, const struct journal_genome *genome, struct err *err)
{
    struct tour *tour = context;
    struct journal j = store_journal(tour->store);
    struct journal_genome again;

    assert_int_equal(genome->id, ++tour->next);
    assert_works(journal_read_genome(&j, genome->id, &again, err), *err);
    assert_true(same_genome(genome, &again));
    return genome->id == tour->stop_at ? 7 : 0;
}

static int tour_pairing(void *context, const struct pairing_summary *record, struct err *err)
{
    struct tour *tour = context;
    struct journal_pairing wanted = run_pairing(record->generation, record->slot);
    struct wdl count[2] = { 0 };

    (void)err;
    assert_int_equal(record->generation, tour->next / RUN_PAIRINGS);
    assert_int_equal(record->slot, tour->next++ % RUN_PAIRINGS);
    assert_int_equal(record->a, wanted.a);
    assert_int_equal(record->b, wanted.b);
    assert_int_equal(record->games, wanted.games);
    for (uint32_t i = 0; i < wanted.games; i++) {
        int outcome = wanted.result[i].outcome * (i % 2 ? -1 : 1);

        count[i % 2].wins += outcome > 0;
        count[i % 2].draws += outcome == 0;
        count[i % 2].losses += outcome < 0;
    }
    assert_memory_equal(&record->first, &count[0], sizeof count[0]);
    assert_memory_equal(&record->second, &count[1], sizeof count[1]);
    free(wanted.result);
    return 0;
}

static void walks_visit_everything_in_order(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct tour tour = { &store, 0, 0 };
    struct err err;

    (void)state;
    run_make(dir.run, GENERATIONS);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    assert_works(store_each_genome(&store, RUN_ALL, tour_genome, &tour, &err), err);
    assert_int_equal(tour.next, (GENERATIONS + 1) * RUN_POPULATION + RUN_OPPONENTS);
    tour.next = 0;
    assert_works(store_each_pairing(&store, RUN_ALL, tour_pairing, &tour, &err), err);
    assert_int_equal(tour.next, GENERATIONS * RUN_PAIRINGS);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void walks_have_bounds_and_can_be_left(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct tour tour = { &store, 3, 9 };
    struct err err;

    (void)state;
    run_make(dir.run, GENERATIONS);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    assert_int_equal(store_each_genome(&store, 4, 11, tour_genome, &tour, &err), 7);
    assert_int_equal(tour.next, 9);
    assert_works(store_each_genome(&store, 10, 11, tour_genome, &tour, &err), err);
    assert_int_equal(tour.next, 11);
    tour.next = 2 * RUN_PAIRINGS;
    assert_works(store_each_pairing(&store, 2, 3, tour_pairing, &tour, &err), err);
    assert_int_equal(tour.next, 4 * RUN_PAIRINGS);
    store_close(&store);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_visit_everything_in_order),
        cmocka_unit_test(walks_have_bounds_and_can_be_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
