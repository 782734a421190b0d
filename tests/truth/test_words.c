/* Words: every sentence is checked against the solver and against trying moves on the board. */
#include "test.h"

#include <string.h>

#include "rules/threats.h"
#include "sample.h"
#include "truth/explain.h"
#include "truth/solved.h"

struct memory {
    struct worker worker;
    struct prover *prover;
};

static int make_memory(void **state)
{
    static struct memory m;
    struct err err;

    m.prover = prover_create(&err);
    *state = &m;
    return m.prover && worker_init(&m.worker, &err) == 0 ? 0 : -1;
}

static int free_memory(void **state)
{
    struct memory *m = *state;

    prover_destroy(m->prover);
    worker_release(&m->worker);
    return 0;
}

/* The exact result for the first player: 1, 0 or -1. */
static int result_for_first(struct memory *m, const struct position *pos)
{
    int result = solver_wdl(&m->worker.solver, pos);

    return pos->plies % 2 ? -result : result;
}

static bool wins(struct memory *m, const struct position *pos, int side)
{
    return result_for_first(m, pos) == (side ? -1 : 1);
}

static struct position after(const struct position *pos, int column)
{
    struct position next = *pos;

    position_play(&next, playable_cells(pos->all) & column_cells(column));
    return next;
}

/* Whether the side to move loses with the opponent's next disc, if it plays there. */
static bool loses_at_once(const struct position *pos, int column)
{
    struct position next = after(pos, column);

    return position_outcome(&next) == OUTCOME_NONE && immediate_wins(&next);
}

static void check_moves(struct memory *m, const struct position *pos, unsigned columns)
{
    int best = solver_wdl(&m->worker.solver, pos);

    for (uint64_t rest = playable_cells(pos->all); rest; rest &= rest - 1) {
        struct position next = after(pos, bit_column(rest));
        int result = -solver_wdl(&m->worker.solver, &next);

        assert_int_equal(result == best, columns >> bit_column(rest) & 1);
    }
}

static void check_at_once(const struct position *pos, const struct saying *s)
{
    for (uint64_t rest = playable_cells(pos->all); rest; rest &= rest - 1) {
        int column = bit_column(rest);

        if (s->kind == SAYS_AT_ONCE)
            break;
        if (s->kind == SAYS_MUST_STOP)
            assert_true((rest & -rest) == s->cell || loses_at_once(pos, column));
        else
            assert_true(loses_at_once(pos, column));
    }
    if (s->kind == SAYS_AT_ONCE)
        assert_true(has_four(side_discs(pos, s->side) | s->cell));
    assert_int_equal(s->side, pos->plies % 2);
}

/* Plays a poisoned column for the side, whoever is to move, and the win on top of it. */
static void check_poison(const struct position *pos, const struct saying *s)
{
    for (unsigned rest = s->columns; rest; rest &= rest - 1) {
        uint64_t cell = playable_cells(pos->all) & column_cells(__builtin_ctz(rest));

        assert_true(cell);
        assert_true(has_four(side_discs(pos, !s->side) | cell << 1));
    }
}

static void check_saying(struct memory *m, const struct position *pos, const struct saying *s)
{
    int score;

    assert_true(s->text[0] && strlen(s->text) < SAYING_SIZE - 1);
    switch (s->kind) {
    case SAYS_WINS:
        score = solver_score(&m->worker.solver, pos);
        assert_true(wins(m, pos, s->side));
        assert_int_equal(score_end_plies(score, pos->plies), s->number);
        break;
    case SAYS_DRAW:
        assert_int_equal(result_for_first(m, pos), 0);
        break;
    case SAYS_MOVES:
        check_moves(m, pos, s->columns);
        break;
    case SAYS_AT_ONCE:
    case SAYS_MUST_STOP:
    case SAYS_CANNOT_STOP:
        check_at_once(pos, s);
        break;
    case SAYS_ENDING:
    case SAYS_FILL_UP:
    case SAYS_PROVED_WIN:
        assert_true(wins(m, pos, s->side));
        break;
    case SAYS_POISONED:
        check_poison(pos, s);
        break;
    case SAYS_NOT_LOST:
        assert_false(wins(m, pos, !s->side));
        break;
    case SAYS_RULE:
        break;
    }
    /* No sentence says more than its claim. */
    if (strstr(s->text, "wins") && s->kind != SAYS_RULE)
        assert_true(wins(m, pos, s->side));
}

/* The ending itself: the moves are best for both sides, and it ends as it says. */
static void check_ending(struct memory *m, const struct position *start, const struct ending *e)
{
    struct position pos = *start, before = *start;
    int score = solver_score(&m->worker.solver, start);

    for (int i = 0; i < e->pv.n; i++) {
        assert_int_equal(position_outcome(&pos), OUTCOME_NONE);
        if (i == e->pv.n - 2)
            before = pos;
        pos = after(&pos, e->pv.column[i]);
        score = -score;
        assert_int_equal(solver_score(&m->worker.solver, &pos), score);
    }
    assert_int_equal(position_outcome(&pos), e->winner < 0    ? OUTCOME_DRAW
                                             : e->winner == 0 ? OUTCOME_FIRST
                                                              : OUTCOME_SECOND);
    if (e->winner < 0 || e->kind == ENDING_AT_ONCE)
        return;
    assert_int_equal(before.plies % 2, !e->winner);
    assert_int_equal(has_four(side_discs(&before, e->winner) | e->cell), true);
    if (e->kind == ENDING_TWO)
        assert_true(has_four(side_discs(&before, e->winner) | e->other) &&
                    (playable_cells(before.all) & (e->cell | e->other)) == (e->cell | e->other));
    if (e->kind == ENDING_STACK)
        assert_true(e->cell == e->other << 1 && playable_cells(before.all) & e->other);
    if (e->kind == ENDING_ZUGZWANG)
        for (uint64_t rest = playable_cells(before.all); rest; rest &= rest - 1)
            assert_true(has_four(side_discs(&before, e->winner) | (rest & -rest) << 1));
}

static void check_position(struct memory *m, const struct position *pos)
{
    struct sayings s;
    struct ending ending;
    struct proof proof;
    int score[COLUMNS];

    assert_int_equal(explain_scores(pos, NULL, &m->worker, score), 0);
    assert_int_equal(ending_find(pos, NULL, &m->worker, &ending), 0);
    check_ending(m, pos, &ending);
    sayings_begin(&s, "X", "O");
    words_plan(&s, pos, score, &ending);
    prover_prove(m->prover, pos, PROOF_STEPS, &proof);
    words_proof(&s, pos, &proof);
    assert_true(s.n > 0 && s.n < SAYINGS_MAX);
    for (int i = 0; i < s.n; i++)
        check_saying(m, pos, &s.list[i]);
}

static void what_is_said_of_positions_is_true(void **state)
{
    for (uint64_t i = 0; i < SAMPLES(3000); i++) {
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 91, i);
        sample_position(&pos, 20 + (int)rng_below(&rng, CELLS - 20), &rng);
        check_position(*state, &pos);
    }
}

/* A move's sentence: "wins", "keeps the draw" and "gives away" are exact, as is "only". */
static void check_move(struct memory *m, const struct position *pos, int column,
                       const int score[COLUMNS])
{
    struct position next = after(pos, column);
    bool over = position_outcome(&next) != OUTCOME_NONE;
    int result = result_of_score(score[column]), best = result_of_score(best_score(score));
    struct sayings s;
    struct ending ending;
    char text[SAYING_SIZE];
    int same = 0;

    sayings_begin(&s, "X", "O");
    if (!over)
        assert_int_equal(ending_find(&next, NULL, &m->worker, &ending), 0);
    words_move(&s, pos, column, score, over ? NULL : &ending, text);
    for (int c = 0; c < COLUMNS; c++)
        same += score[c] != SOLVER_NO_MOVE && result_of_score(score[c]) == result;
    assert_true(text[0]);
    assert_int_equal(strstr(text, "gives away") != NULL, result < best);
    if (strstr(text, "keeps the draw"))
        assert_int_equal(result, 0);
    if (strstr(text, "the only move"))
        assert_int_equal(same, 1);
    if (strstr(text, "that wins") || strstr(text, "and wins") || strncmp(text, "wins", 4) == 0)
        assert_int_equal(result, 1);
    if (strstr(text, pos->plies % 2 ? "X wins" : "O wins"))
        assert_int_equal(result, -1);
    if (strstr(text, pos->plies % 2 ? "O wins" : "X wins"))
        fail_msg("the wrong side: %s", text);
    if (strncmp(text, "makes four", 10) == 0)
        assert_true(over);
    if (strstr(text, "loses"))
        assert_int_equal(result, -1);
}

static void what_is_said_of_moves_is_true(void **state)
{
    struct memory *m = *state;

    for (uint64_t i = 0; i < SAMPLES(400); i++) {
        struct position pos;
        struct rng rng;
        int score[COLUMNS];

        sample_rng(&rng, 92, i);
        sample_position(&pos, 20 + (int)rng_below(&rng, CELLS - 20), &rng);
        assert_int_equal(explain_scores(&pos, NULL, &m->worker, score), 0);
        for (int c = 0; c < COLUMNS; c++)
            if (score[c] != SOLVER_NO_MOVE)
                check_move(m, &pos, c, score);
    }
}

static void lists_read_well(void **state)
{
    char columns[COLUMNS_TEXT_SIZE], cells[CELLS_TEXT_SIZE];

    (void)state;
    assert_string_equal(words_columns(1, columns), "1");
    assert_string_equal(words_columns(1 | 8, columns), "1 and 4");
    assert_string_equal(words_columns(1 | 2 | 64, columns), "1, 2 and 7");
    assert_string_equal(words_cells(cell_bit(0, 1) | cell_bit(2, 2), " or ", cells), "a2 or c3");
    assert_string_equal(words_columns((1u << COLUMNS) - 1, columns), "1, 2, 3, 4, 5, 6 and 7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_of_positions_is_true),
        cmocka_unit_test(what_is_said_of_moves_is_true),
        cmocka_unit_test(lists_read_well),
    };

    return cmocka_run_group_tests(tests, make_memory, free_memory);
}
