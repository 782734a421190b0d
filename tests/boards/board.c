/*
 * board - what holds on every board, checked on one that is not the usual one.
 *
 * The build makes this program for several boards, from only the sources that it needs. Evaluation and
 * search are compared with tests/reference.h, the solver with a plain search and with facts.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "game/fen.h"
#include "game/notation.h"
#include "reference.h"
#include "sample.h"

/* The result for the first player, as another program found it; large boards have none here. */
static const struct fact {
    int columns, rows, result;
} facts[] = {
    { 4, 4, 0 }, { 5, 4, 0 }, { 6, 4, -1 }, { 7, 4, 0 }, { 8, 4, -1 }, { 4, 5, 0 }, { 5, 5, 0 },
    { 6, 5, 0 }, { 7, 5, 0 }, { 4, 6, 0 },  { 5, 6, 0 }, { 6, 6, -1 }, { 4, 7, 0 }, { 5, 7, 0 },
};

static bool makes_four(const struct ref_board *b, int column, int row)
{
    static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
    int who = b->cell[column][row];

    for (int d = 0; d < 4; d++) {
        int n = 1;

        for (int way = -1; way <= 1; way += 2)
            for (int i = 1; i < 4; i++) {
                int c = column + way * i * step[d][0], r = row + way * i * step[d][1];

                if (c < 0 || c >= COLUMNS || r < 0 || r >= ROWS || b->cell[c][r] != who)
                    break;
                n++;
            }
        if (n >= 4)
            return true;
    }
    return false;
}

/* Move sequences that stop at a win, on an array of cells. */
static unsigned long count_slowly(struct ref_board *b, int depth)
{
    unsigned long n = 0;

    if (depth == 0)
        return 1;
    for (int c = 0; c < COLUMNS; c++) {
        int row = b->height[c];

        if (row == ROWS)
            continue;
        b->cell[c][row] = b->plies % 2 ? REF_SECOND : REF_FIRST;
        b->height[c]++;
        b->plies++;
        n += depth == 1 || !makes_four(b, c, row) ? count_slowly(b, depth - 1) : 0;
        b->cell[c][row] = REF_EMPTY;
        b->height[c]--;
        b->plies--;
    }
    return n;
}

static unsigned long count(const struct position *pos, int depth)
{
    unsigned long n = 0;

    if (depth == 0)
        return 1;
    for (int c = 0; c < COLUMNS; c++) {
        uint64_t cell = playable_cells(pos->all) & column_cells(c);
        struct position next = *pos;

        if (!cell)
            continue;
        position_play(&next, cell);
        n += depth == 1 || position_outcome(&next) == OUTCOME_NONE ? count(&next, depth - 1) : 0;
    }
    return n;
}

static void moves_are_those_of_the_rules(void **state)
{
    struct rng rng;

    (void)state;
    for (uint64_t i = 0; i < 60; i++) {
        struct position pos;
        struct ref_board b;

        sample_rng(&rng, 81, i);
        sample_position(&pos, (int)(i % (CELLS - 4)), &rng);
        b = ref_board_of(&pos);
        assert_int_equal(count(&pos, 4), count_slowly(&b, 4));
    }
}

static void positions_can_be_written_and_read(void **state)
{
    struct rng rng;
    struct err err;

    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        struct position pos, back;
        struct moves moves;
        char fen[FEN_SIZE], text[CELLS + 1];

        sample_rng(&rng, 82, i);
        sample_position(&pos, (int)(i % (CELLS - 2)), &rng);
        assert_int_equal(fen_parse(&back, fen_format(&pos, fen), &err), 0);
        assert_true(back.own == pos.own && back.all == pos.all && back.plies == pos.plies);
        if (moves_reach(&moves, &pos))
            continue;
        for (int k = 0; k < moves.n; k++)
            text[k] = (char)('1' + moves.column[k]);
        text[moves.n] = '\0';
        assert_int_equal(notation_parse(&back, moves.n ? text : "-", &err), 0);
        assert_true(back.own == pos.own && back.all == pos.all);
    }
    assert_int_equal(notation_parse(&(struct position){ 0 }, "0", &err), -1);
    assert_int_equal(notation_parse(&(struct position){ 0 }, (char[]){ '1' + COLUMNS, '\0' }, &err),
                     -1);
}

static void evaluation_and_search_are_those_of_the_reference(void **state)
{
    struct evaluator *ev = malloc(sizeof *ev);
    struct reference *ref = malloc(sizeof *ref);
    struct worker worker;
    struct rng rng;
    struct err err;

    (void)state;
    assert_true(ev && ref);
    assert_int_equal(worker_init(&worker, &err), 0);
    for (uint64_t i = 0; i < 60; i++) {
        struct search_keys keys = { .depth = 1 + (int)(i % 4), .ties = TIES_FIRST };
        struct genome genome;
        struct position pos;
        struct search_input in = { .keys = &keys, .ev = ev, .pos = &pos };
        struct choice choice;
        struct ref_board b;
        unsigned columns;
        int32_t value;

        sample_rng(&rng, 83, i);
        sample_genome(&genome, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        sample_position(&pos, (int)(i % (CELLS - 4)), &rng);
        evaluator_compile(ev, &genome);
        reference_init(ref, &genome);
        b = ref_board_of(&pos);
        for (int side = 0; side < 2; side++)
            assert_int_equal(evaluate(ev, &pos, (enum side)side),
                             reference_value(ref, &b, (enum side)side));
        columns = reference_minimax(ref, &keys, &pos, &value);
        choose_alphabeta(&in, &worker, &rng, &choice);
        assert_int_equal(choice.value, value);
        assert_int_equal(choice.column, __builtin_ctz(columns));
    }
    worker_release(&worker);
    free(ev);
    free(ref);
}

/* The score by the definition of solver.h. */
static int solve_slowly(const struct position *pos)
{
    int best = -CELLS;

    if (position_outcome(pos) == OUTCOME_DRAW)
        return 0;
    for (int c = 0; c < COLUMNS; c++) {
        uint64_t cell = playable_cells(pos->all) & column_cells(c);
        struct position next = *pos;
        int score;

        if (!cell)
            continue;
        position_play(&next, cell);
        if (position_outcome(&next) == OUTCOME_FIRST || position_outcome(&next) == OUTCOME_SECOND)
            score = (CELLS + 1 - pos->plies) / 2;
        else
            score = -solve_slowly(&next);
        if (score > best)
            best = score;
    }
    return best;
}

static void the_solver_agrees_with_a_plain_search(void **state)
{
    struct solver solver;
    struct rng rng;
    struct err err;

    (void)state;
    assert_int_equal(solver_init(&solver, 4, &err), 0);
    for (uint64_t i = 0; i < 150; i++) {
        struct position pos;
        int score;

        sample_rng(&rng, 84, i);
        sample_position(&pos, CELLS - 2 - (int)(i % (COLUMNS > 6 ? 6 : 9)), &rng);
        score = solve_slowly(&pos);
        assert_int_equal(solver_score(&solver, &pos), score);
        assert_int_equal(solver_wdl(&solver, &pos), (score > 0) - (score < 0));
    }
    solver_release(&solver);
}

static void the_board_has_its_known_result(void **state)
{
    struct position empty = { 0 };
    struct solver solver;
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (facts[i].columns != COLUMNS || facts[i].rows != ROWS)
            continue;
        assert_int_equal(solver_init(&solver, 64, &err), 0);
        assert_int_equal(solver_wdl(&solver, &empty), facts[i].result);
        solver_release(&solver);
        return;
    }
    skip();
}

static int read_text(const char *text, struct genome *genome, struct err *err)
{
    struct temp_file file = temp_file_make(text);
    int status = genome_read(genome, file.path, err);

    temp_file_remove(&file);
    return status;
}

static void genomes_say_which_board_they_are_for(void **state)
{
    struct genome genome, back;
    struct err err;
    char text[1 << 16];
    FILE *out;

    (void)state;
    assert_int_equal(genome_read(&genome, "genomes/fevalb.ini", &err), 0); /* for any board */
    genome_release(&genome);
    assert_int_equal(genome_read(&genome, "genomes/hw-lines.ini", &err), -1);
    assert_non_null(strstr(err.text, "genes for a board of 7x6; this program is for " BOARD_NAME));
    genome_init(&genome);
    genome.gene[GENE_MAP] = 2;
    out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    assert_int_equal(genome_write(&genome, out), 0);
    fclose(out);
    assert_non_null(strstr(text, "[board]\nsize = " BOARD_NAME "\n"));
    assert_int_equal(read_text(text, &back, &err), 0);
    assert_memory_equal(back.gene, genome.gene, sizeof back.gene);
    genome_release(&back);
    assert_int_equal(read_text("[board]\nsize = 4x9\n[line]\nown1 = 1\n", &back, &err), -1);
    assert_non_null(strstr(err.text, "a genome for a board of 4x9; this program is for"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_those_of_the_rules),
        cmocka_unit_test(positions_can_be_written_and_read),
        cmocka_unit_test(evaluation_and_search_are_those_of_the_reference),
        cmocka_unit_test(the_solver_agrees_with_a_plain_search),
        cmocka_unit_test(the_board_has_its_known_result),
        cmocka_unit_test(genomes_say_which_board_they_are_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
