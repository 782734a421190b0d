/* The engine of pages, here as a part of the program: players go into it and come out alike, and it
 * answers as the players, the searches and the solver do. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/player.h"
#include "export/player_blob.h"
#include "export/wasm_engine.h"
#include "sample.h"
#include "search/move_values.h"

#define POSITIONS SAMPLES(60)

static void random_moves(struct moves *moves, int plies, struct rng *rng)
{
    struct position pos;

    sample_position(&pos, plies, rng);
    assert_int_equal(moves_reach(moves, &pos), 0);
}

static struct player_blob *sample_blob(enum sample_genome kind, struct rng *rng)
{
    struct player_blob *blob = calloc(1, sizeof *blob);
    struct genome genome = { 0 };

    assert_non_null(blob);
    sample_genome(&genome, kind, rng);
    weights_of(&blob->weights, &genome);
    blob->tables = rng_below(rng, 2) ? sample_tables(false, rng) : NULL;
    blob->keys = (struct search_keys){ .depth = 1 + (int)rng_below(rng, CELLS),
                                       .ties = (enum ties)rng_below(rng, 3),
                                       .win = (enum win_rule)rng_below(rng, 3),
                                       .view = (enum view)rng_below(rng, 2),
                                       .extend = (enum extend)rng_below(rng, 2),
                                       .nodes = rng_bits(rng),
                                       .seconds = 0.125 * (double)rng_below(rng, 1000) };
    return blob;
}

static void free_blob(struct player_blob *blob)
{
    tables_release(blob->tables);
    free(blob);
}

static void players_come_out_as_they_went_in(void **state)
{
    (void)state;
    for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
        struct player_blob *in, *out = calloc(1, sizeof *out);
        struct bytes bytes = { 0 };
        struct rng rng;

        sample_rng(&rng, 81, (uint64_t)kind);
        in = sample_blob((enum sample_genome)kind, &rng);
        player_blob_put(in, &bytes);
        assert_false(bytes.failed);
        assert_int_equal(player_blob_get(out, bytes.data, bytes.n), 0);
        assert_memory_equal(&out->weights, &in->weights, sizeof in->weights);
        assert_true(tables_equal(out->tables, in->tables));
        assert_int_equal(out->keys.depth, in->keys.depth);
        assert_int_equal(out->keys.ties, in->keys.ties);
        assert_int_equal(out->keys.win, in->keys.win);
        assert_int_equal(out->keys.view, in->keys.view);
        assert_int_equal(out->keys.extend, in->keys.extend);
        assert_true(out->keys.nodes == in->keys.nodes && out->keys.seconds == in->keys.seconds);
        bytes_release(&bytes);
        free_blob(in);
        free_blob(out);
    }
}

/* Whatever is cut off or added is noticed, and so is an unknown block. */
static void damaged_players_are_refused(void **state)
{
    struct player_blob *blob, *out = calloc(1, sizeof *out);
    struct bytes bytes = { 0 };
    size_t whole; /* without tables, which not every genome has */
    unsigned char first_block[44];
    struct rng rng;

    (void)state;
    sample_rng(&rng, 82, 0);
    blob = sample_blob(SAMPLE_FULL, &rng);
    tables_release(blob->tables);
    blob->tables = NULL;
    player_blob_put(blob, &bytes);
    whole = bytes.n;
    bytes.n = 0;
    blob->tables = sample_tables(false, &rng);
    player_blob_put(blob, &bytes);
    for (size_t n = 0; n < bytes.n; n += 1 + n / 100)
        if (n != whole)
            assert_int_equal(player_blob_get(out, bytes.data, n), -1);
    bytes_put(&bytes, "x", 1);
    assert_int_equal(player_blob_get(out, bytes.data, bytes.n), -1);
    bytes.n--;
    bytes.data[0] ^= 1;
    assert_int_equal(player_blob_get(out, bytes.data, bytes.n), -1);
    bytes.data[0] ^= 1;
    memcpy(first_block, bytes.data, sizeof first_block);
    bytes_put(&bytes, first_block, sizeof first_block);
    assert_int_equal(player_blob_get(out, bytes.data, bytes.n), -1);
    bytes_release(&bytes);
    free_blob(blob);
    free_blob(out);
}

/* An engine with one player, which must have a genome. */
static struct wasm_engine *engine_with(const struct player *player)
{
    struct wasm_engine *e = wasm_engine_new();
    struct player_blob *blob = calloc(1, sizeof *blob);
    struct bytes bytes = { 0 };

    assert_true(e && blob);
    blob->keys = player->keys;
    weights_of(&blob->weights, &player->genome);
    blob->tables = player->genome.tables;
    player_blob_put(blob, &bytes);
    assert_false(bytes.failed);
    assert_int_equal(wasm_engine_add_player(e, bytes.data, bytes.n), 0);
    free(blob);
    return e;
}

static void compare_answers(struct wasm_engine *e, const struct player *player,
                            const struct moves *moves, struct worker *worker)
{
    struct position pos = moves_position(moves);
    struct stream stream = { .seed = 1, .purpose = STREAM_MOVE, .index = moves->n };
    const struct wasm_choice *got;
    struct choice choice;
    struct moves pv;
    int32_t value[COLUMNS];

    player_move(player, &pos, worker, stream, &choice);
    player_values(player, &pos, &choice, stream, worker, value);
    player_pv(player, &pos, &choice, worker, &pv);
    got = wasm_engine_choose(e, 0, 0, moves->column, moves->n, 1);
    assert_non_null(got);
    assert_int_equal(got->column, choice.column);
    if (player->search->choose ==
        choose_alphabeta) /* minimax does not count how many plies are left */
        assert_int_equal(got->depth, choice.depth);
    assert_int_equal(got->value, choice.value);
    assert_int_equal(got->pv_length, pv.n);
    assert_memory_equal(got->pv, pv.column, pv.n);
    for (int c = 0; c < COLUMNS; c++)
        assert_int_equal(wasm_engine_value(e, 0, choice.depth, moves->column, moves->n, c),
                         value[c] == VALUES_NO_MOVE ? WASM_ENGINE_REFUSED : value[c]);
}

static void compare_player(const struct player *player, struct worker *worker)
{
    struct wasm_engine *e = engine_with(player);

    for (int k = 0; k < POSITIONS; k++) {
        struct moves moves;
        struct rng rng;

        sample_rng(&rng, 83, (uint64_t)k);
        random_moves(&moves, k % (CELLS - 1), &rng);
        compare_answers(e, player, &moves, worker);
    }
    wasm_engine_free(e);
}

static void players_answer_alike(void **state)
{
    static const char *const players[] = { "champion:depth=4",
                                           "truthful:depth=5,view=root",
                                           "fevala:depth=3,ties=random,win=decay",
                                           "rusak:depth=4,win=flat,ties=first",
                                           "fevalb:nodes=500",
                                           "lines:search=minimax,depth=3",
                                           "champion:depth=3,extend=forced" };
    struct worker worker;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        struct player player;

        if (player_parse(&player, players[i], &err))
            fail_msg("%s", err.text);
        compare_player(&player, &worker);
        player_release(&player);
    }
    worker_release(&worker);
}

static void genomes_with_tables_answer_alike(void **state)
{
    struct worker worker;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    for (int i = 0; i < 4; i++) {
        struct player player;
        struct rng rng;

        sample_rng(&rng, 85, (uint64_t)i);
        assert_int_equal(player_init(&player, "tabled", &err), 0);
        sample_genome(&player.genome, i % 2 ? SAMPLE_NOTHING : SAMPLE_FULL, &rng);
        player.genome.tables = sample_tables(i == 3, &rng);
        player.has_genome = true;
        player.keys.depth = 2 + i;
        player.keys.extend = i == 2 ? EXTEND_FORCED : EXTEND_NONE;
        assert_int_equal(player_ready(&player, &err), 0);
        compare_player(&player, &worker);
        player_release(&player);
    }
    worker_release(&worker);
}

/* With the book and without it. */
static void exact_scores_are_those_of_the_solver(void **state)
{
    struct wasm_engine *e = wasm_engine_new();
    struct solver solver;
    struct err err;

    (void)state;
    assert_int_equal(solver_init(&solver, SOLVER_MEGABYTES, &err), 0);
    for (int k = 0; k < POSITIONS; k++) {
        struct moves moves;
        struct position pos;
        struct rng rng;
        int score;

        sample_rng(&rng, 84, (uint64_t)k);
        random_moves(&moves, 16 + k % 24, &rng);
        pos = moves_position(&moves);
        score = solver_score(&solver, &pos);
        assert_int_equal(wasm_engine_solve(e, moves.column, moves.n, 0), score);
        assert_int_equal(wasm_engine_solve(e, moves.column, moves.n, 1), (score > 0) - (score < 0));
    }
    solver_release(&solver);
    wasm_engine_free(e);
}

static void nonsense_is_refused(void **state)
{
    static const unsigned char full[] = { 3, 3, 3, 3, 3, 3, 3 }, wrong[] = { 3, 7 };
    static const unsigned char won[] = { 0, 1, 0, 1, 0, 1, 0 },
                               after[] = { 0, 1, 0, 1, 0, 1, 0, 2 };
    struct player player;
    struct wasm_engine *e;
    unsigned char *junk = calloc(1, 100);
    struct err err;

    (void)state;
    assert_int_equal(player_parse(&player, "fevalb:depth=2", &err), 0);
    e = engine_with(&player);
    assert_null(wasm_engine_choose(e, 1, 0, full, 0, 0)); /* there is only one player */
    assert_null(wasm_engine_choose(e, 0, 0, full, 7, 0));
    assert_null(wasm_engine_choose(e, 0, 0, wrong, 2, 0));
    assert_null(wasm_engine_choose(e, 0, 0, won, 7, 0));
    assert_int_equal(wasm_engine_value(e, 0, 2, full, 6, 3), WASM_ENGINE_REFUSED);
    assert_int_equal(wasm_engine_value(e, 0, 2, full, 6, COLUMNS), WASM_ENGINE_REFUSED);
    assert_int_equal(wasm_engine_solve(e, full, 7, 0), WASM_ENGINE_REFUSED);
    assert_int_equal(wasm_engine_solve(e, after, 8, 0), WASM_ENGINE_REFUSED);
    assert_int_equal(wasm_engine_solve(e, won, 7, 0),
                     -(CELLS / 2 - 3)); /* lost by the fourth disc */
    assert_int_equal(wasm_engine_add_book(e, junk, 100), -1);
    wasm_engine_free(e);
    player_release(&player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_come_out_as_they_went_in),
        cmocka_unit_test(damaged_players_are_refused),
        cmocka_unit_test(players_answer_alike),
        cmocka_unit_test(genomes_with_tables_answer_alike),
        cmocka_unit_test(exact_scores_are_those_of_the_solver),
        cmocka_unit_test(nonsense_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
