/* Searches of players that sample lines: one draw a move, and pruning that changes nothing. */
#include "test.h"

#include <stdlib.h>

#include "sample.h"
#include "search/search.h"
#include "search/worker.h"
#include "search/fixture.h"

#define ROUNDS SAMPLES(80)
#define COMBOS 36 /* ties, win rules, views, leaves extended or not */

static struct choice run(struct fixture *f, const char *search, const struct position *pos,
                         const struct search_keys *keys, uint64_t seed)
{
    struct search_input in = { .keys = keys, .ev = &f->ev, .pos = pos };
    struct choice choice;
    struct rng rng;

    sample_rng(&rng, 9, seed);
    search_find(search)->choose(&in, &f->worker, &rng, &choice);
    return choice;
}

static void compile(struct fixture *f, enum sample_genome kind, struct rng *rng)
{
    struct genome genome;

    sample_genome(&genome, kind, rng);
    evaluator_compile(&f->ev, &genome);
    sampler_compile(&f->sampler, &genome, 1 + (int)rng_below(rng, LINES));
}

static void alphabeta_chooses_what_minimax_chooses(void **state)
{
    struct fixture *f = *state;

    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct rng rng;

        sample_rng(&rng, 1, round);
        compile(f, (enum sample_genome)(round % SAMPLE_KINDS), &rng);
        for (uint64_t combo = 0; combo < COMBOS; combo++) {
            int depth = round % 8 == 7 ? 5 : 1 + (int)rng_below(&rng, 4);
            struct search_keys keys = { .depth = depth,
                                        .ties = (enum ties)(combo % 3),
                                        .win = (enum win_rule)(combo / 3 % 3),
                                        .view = (enum view)(combo / 9 % 2),
                                        .sample = f->sampler.n,
                                        .sampler = &f->sampler };
            uint64_t seed = round * COMBOS + combo;
            struct choice a, b;
            struct position pos;

            if (keys.win != WIN_DECAY && combo >= COMBOS / 2)
                keys.extend = EXTEND_FORCED;
            sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
            a = run(f, "alphabeta", &pos, &keys, seed);
            b = run(f, "minimax", &pos, &keys, seed);
            if (a.column != b.column || a.value != b.value)
                fail_msg("round %d, combination %d, depth %d: column %d, value %d; minimax %d, %d",
                         (int)round, (int)combo, depth, a.column, (int)a.value, b.column,
                         (int)b.value);
        }
    }
}

/* One ply deep: the value is that of a position after the move, with lines that were drawn. */
static void a_leaf_is_worth_the_lines_drawn(void **state)
{
    struct fixture *f = *state;

    for (uint64_t i = 0; i < SAMPLES(300); i++) {
        struct search_keys keys = { .depth = 1, .sampler = &f->sampler };
        struct position pos, next;
        struct choice choice;
        int32_t value;
        uint64_t draw;
        struct rng rng;

        sample_rng(&rng, 2, i);
        compile(f, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        sample_position(&pos, (int)rng_below(&rng, CELLS - 1), &rng);
        choice = run(f, i % 2 ? "greedy" : "expectimax", &pos, &keys, i);
        if (immediate_wins(&pos))
            continue;
        sample_rng(&rng, 9, i);
        draw = rng_bits(&rng);
        next = pos;
        position_play(&next, playable_cells(pos.all) & column_cells(choice.column));
        value = evaluate(&f->sampler.other_genes, &next, side_to_move(&pos)) +
                sampler_lines(&f->sampler, draw, first_player_discs(&next), next.all,
                              side_to_move(&pos));
        assert_int_equal(choice.value, value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_chooses_what_minimax_chooses),
        cmocka_unit_test(a_leaf_is_worth_the_lines_drawn),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
