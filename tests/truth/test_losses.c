/* What players give away, asked in one job, is what each of them gives away when asked alone. */
#include "test.h"

#include <stdlib.h>

#include "solving.h"
#include "truth/losses.h"
#include "truth/mistakes.h"

static const char *const texts[] = {
    "genomes/wineval.ini:depth=2",
    "genomes/fevalb.ini:depth=3,ties=random",
    "random",
    "genomes/champion.ini:depth=2",
    "perfect",
};

enum { PLAYERS = sizeof texts / sizeof *texts, SEED = 5 };

static void losses_are_those_of_each_player_alone(void **state)
{
    struct solved_set set = drawn_and_solved("24:37,31:20"); /* no multiple of what an item has */
    struct player player[PLAYERS];
    unsigned char *loss = malloc(PLAYERS * set.n);
    struct answer *answer = calloc(set.n, sizeof *answer);
    struct pool pool;
    struct err err;
    size_t lost = 0;

    (void)state;
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(player_parse(&player[i], texts[i], &err), 0);
    for (int threads = 1; threads <= 3; threads++) {
        bool finished;

        assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
        memset(loss, 9, PLAYERS * set.n);
        assert_int_equal(losses_find(&set, player, PLAYERS, SEED, &pool, &(struct watch){ 0 }, loss,
                                     &finished, &err),
                         0);
        assert_true(finished);
        for (int i = 0; i < PLAYERS; i++) {
            mistakes_ask(&set, &player[i], SEED, &pool, &(struct watch){ 0 }, answer);
            for (size_t k = 0; k < set.n; k++) {
                assert_int_equal(loss[(size_t)i * set.n + k], result_of_score(set.list[k].best) -
                                                                  result_of_score(answer[k].score));
                lost += loss[(size_t)i * set.n + k];
            }
        }
        pool_release(&pool);
    }
    assert_true(lost > 0);
    for (size_t k = 0; k < set.n; k++)
        assert_int_equal(loss[(PLAYERS - 1) * set.n + k], 0);
    for (int i = 0; i < PLAYERS; i++)
        player_release(&player[i]);
    free(loss);
    free(answer);
    solved_release(&set);
}

static void a_stop_leaves_nothing(void **state)
{
    struct solved_set set = drawn_and_solved("31:20");
    atomic_bool stop = true;
    struct watch watch = { .stop = &stop };
    unsigned char loss[20] = { 7 };
    struct player player;
    bool finished = true;
    struct pool pool;
    struct err err;

    (void)state;
    assert_int_equal(player_parse(&player, "random", &err), 0);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(losses_find(&set, &player, 1, 1, &pool, &watch, loss, &finished, &err), 0);
    assert_false(finished);
    assert_int_equal(loss[0], 7);
    pool_release(&pool);
    player_release(&player);
    solved_release(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_those_of_each_player_alone),
        cmocka_unit_test(a_stop_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
