/* The agents of the studies, as players are written. */
#include "test.h"

#include "arena/player.h"
#include "game/notation.h"
#include "sample.h"

static struct player parsed(const char *text)
{
    struct player player;
    struct err err = { 0 };

    if (player_parse(&player, text, &err))
        fail_msg("%s", err.text);
    return player;
}

/* The ten utility functions of Bleskachek 2019, each with the three searches of that study. */
static void every_utility_plays_with_every_search(void **state)
{
    static const char *const utility[] = { "dots",         "lines",       "weight-dots",
                                           "weight-lines", "height-dots", "height-lines",
                                           "hw-dots",      "hw-lines",    "coward-dots",
                                           "coward-lines" };
    static const char *const limit[] = { "search=greedy", "search=minimax,depth=3",
                                         "search=alphabeta,depth=3" };
    struct worker worker;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t u = 0; u < sizeof utility / sizeof *utility; u++) {
        int column[3][20];

        for (int s = 0; s < 3; s++) {
            struct player player;
            char text[100];

            snprintf(text, sizeof text, "%s:%s", utility[u], limit[s]);
            player = parsed(text);
            for (uint64_t i = 0; i < 20; i++) {
                struct position pos;
                struct choice choice;
                struct rng rng;

                sample_rng(&rng, 12, i);
                sample_position(&pos, (int)i, &rng);
                player_move(&player, &pos, &worker, (struct stream){ .seed = i }, &choice);
                assert_true(playable_cells(pos.all) & column_cells(choice.column));
                column[s][i] = choice.column;
            }
            player_release(&player);
        }
        assert_memory_equal(column[1], column[2], sizeof column[1]);
        assert_memory_not_equal(column[0], column[1], sizeof column[0]);
    }
    worker_release(&worker);
}

/* The table of Bleskachek 2019: alpha-beta that stops at its plies plays perfectly until there. */
static void the_table_is_an_evaluation(void **state)
{
    struct player player;
    struct solver_book book;
    struct worker worker;
    struct err err;

    (void)state;
    player = parsed("wineval:book=shipped,depth=8");
    assert_int_equal(worker_init(&worker, &err), 0);
    book = book_for_solver(player.book);
    for (uint64_t i = 0; i < 30; i++) {
        int best = -1, mine = -2;
        struct position pos;
        struct choice choice;
        struct rng rng;

        sample_rng(&rng, 13, i);
        sample_position(&pos, (int)(i % 8), &rng);
        player_move(&player, &pos, &worker, (struct stream){ 0 }, &choice);
        worker.solver.book = &book;
        for (uint64_t moves = playable_cells(pos.all); moves; moves &= moves - 1) {
            struct position next = pos;
            int result;

            position_play(&next, moves & -moves);
            result = -solver_wdl(&worker.solver, &next);
            best = result > best ? result : best;
            mine = bit_column(moves) == choice.column ? result : mine;
        }
        worker.solver.book = NULL;
        assert_int_equal(mine, best);
        assert_int_equal((choice.value > 0) - (choice.value < 0), best);
    }
    worker_release(&worker);
    player_release(&player);
}

static void mcts_has_a_limit_in_any_case(void **state)
{
    static const struct {
        const char *text;
        uint32_t iterations;
        double seconds;
        enum final_rule final;
    } rows[] = {
        { "mcts", 10000, 0, FINAL_DEFAULT },
        { "mcts:iterations=5", 5, 0, FINAL_DEFAULT },
        { "mcts:time=2", 0, 2, FINAL_DEFAULT },
        { "mcts:iterations=5000,time=2,final=ratio", 5000, 2, FINAL_RATIO },
        { "fevalb:search=mcts,final=visits", 10000, 0, FINAL_VISITS },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct player player = parsed(rows[i].text);

        assert_int_equal(player.keys.iterations, rows[i].iterations);
        assert_true(player.keys.seconds == rows[i].seconds);
        assert_int_equal(player.keys.final, rows[i].final);
        player_release(&player);
    }
}

static void random_moves_are_even(void **state)
{
    struct player player = parsed("random");
    unsigned long count[COLUMNS] = { 0 };
    struct position empty = { 0 };
    struct worker worker;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    for (uint64_t i = 0; i < 7000; i++) {
        struct choice choice;

        player_move(&player, &empty, &worker, (struct stream){ .seed = 1, .index = i }, &choice);
        count[choice.column]++;
    }
    assert_true(chi_square_uniform(count, COLUMNS) < 22.5); /* 6 degrees: one in a thousand */
    worker_release(&worker);
    player_release(&player);
}

static void forward_wins_or_blocks(void **state)
{
    static const struct {
        const char *position;
        unsigned columns; /* that may be chosen */
    } rows[] = {
        { "414141", 1u << 3 },           /* both could win: the win comes first */
        { "4142425", 1u << 3 },          /* nothing to win, a column to block */
        { "-", 0x7f },                   /* neither */
        { "444444", 0x77 },              /* nor a full column */
        { "334455", 1u << 1 | 1u << 5 }, /* a choice of two wins */
    };
    struct player player = parsed("forward");
    struct worker worker;
    struct err err = { 0 };

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        unsigned seen = 0;
        struct position pos;

        assert_int_equal(notation_parse(&pos, rows[r].position, &err), 0);
        for (uint64_t i = 0; i < 200; i++) {
            struct choice choice;

            player_move(&player, &pos, &worker, (struct stream){ .seed = i }, &choice);
            seen |= 1u << choice.column;
        }
        assert_int_equal(seen, rows[r].columns);
    }
    worker_release(&worker);
    player_release(&player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_utility_plays_with_every_search),
        cmocka_unit_test(the_table_is_an_evaluation),
        cmocka_unit_test(mcts_has_a_limit_in_any_case),
        cmocka_unit_test(random_moves_are_even),
        cmocka_unit_test(forward_wins_or_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
