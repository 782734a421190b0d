/* The solver against plain negamax on a plain board, against itself, and against known facts. */
#include "test.h"

#include "base/stream.h"
#include "game/notation.h"
#include "search/solver.h"
#include "search/solver_lines.h"
#include "search/solver_parity.h"

/* A board as a person would write it, with the side to move. */
struct plain {
    int cell[COLUMNS][ROWS]; /* 0 empty, 1 first player, 2 second */
    int height[COLUMNS];
    int plies;
};

static int run_length(const struct plain *b, int column, int row, int dc, int dr)
{
    int who = b->cell[column][row];
    int length = 0;

    for (; column >= 0 && column < COLUMNS && row >= 0 && row < ROWS; column += dc, row += dr) {
        if (b->cell[column][row] != who)
            break;
        length++;
    }
    return length;
}

/* Did the top disc of this column complete a four? */
static bool plain_wins(const struct plain *b, int column)
{
    static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
    int row = b->height[column] - 1;

    for (int d = 0; d < 4; d++)
        if (run_length(b, column, row, step[d][0], step[d][1]) +
                run_length(b, column, row, -step[d][0], -step[d][1]) >
            4)
            return true;
    return false;
}

static void plain_play(struct plain *b, int column)
{
    b->cell[column][b->height[column]++] = 1 + b->plies++ % 2;
}

static void plain_undo(struct plain *b, int column)
{
    b->cell[column][--b->height[column]] = 0;
    b->plies--;
}

static int plain_score(struct plain *b);

/* What the side to move gets by this column: discs left to it, and one more, if it wins. */
static int plain_move_score(struct plain *b, int column)
{
    int score;

    plain_play(b, column);
    if (plain_wins(b, column))
        score = CELLS / 2 + 1 - (b->plies + 1) / 2;
    else
        score = -plain_score(b);
    plain_undo(b, column);
    return score;
}

static int plain_score(struct plain *b)
{
    int best = -CELLS;

    if (b->plies == CELLS)
        return 0;
    for (int column = 0; column < COLUMNS; column++) {
        if (b->height[column] < ROWS) {
            int score = plain_move_score(b, column);

            best = score > best ? score : best;
        }
    }
    return best;
}

/* Plays at random up to so many plies, without a win. False if that turned out impossible. */
static bool random_moves(struct rng *rng, int plies, struct moves *moves)
{
    struct position pos = { 0 };

    moves->n = 0;
    while (pos.plies < plies) {
        uint64_t choice = playable_cells(pos.all) & ~immediate_wins(&pos);
        int column = (int)rng_below(rng, COLUMNS);

        if (!choice)
            return false;
        if (!(choice & column_cells(column)))
            continue;
        moves_push(moves, column);
        position_play(&pos, choice & column_cells(column));
    }
    return true;
}

static struct plain plain_after(const struct moves *moves)
{
    struct plain plain = { 0 };

    for (int i = 0; i < moves->n; i++)
        plain_play(&plain, moves->column[i]);
    return plain;
}

static struct position mirror_of(const struct position *pos)
{
    return (struct position){ mirror_cells(pos->own), mirror_cells(pos->all), pos->plies };
}

static int sign_of(int score)
{
    return (score > 0) - (score < 0);
}

static void open_solver(struct solver *s, size_t megabytes)
{
    struct err err;

    assert_int_equal(solver_init(s, megabytes, &err), 0);
}

static void open_rng(struct rng *rng, uint64_t seed)
{
    rng_open(rng, (struct stream){ .seed = seed, .purpose = STREAM_TEST });
}

static struct position parse(const char *text)
{
    struct position pos;
    struct err err;

    assert_int_equal(notation_parse(&pos, text, &err), 0);
    return pos;
}

static void assert_agrees(struct solver *s, const struct moves *moves)
{
    struct position pos = moves_position(moves);
    struct plain plain = plain_after(moves);
    int score[COLUMNS];
    int best = -CELLS;

    assert_int_equal(solver_moves(s, &pos, score), 0);
    for (int column = 0; column < COLUMNS; column++) {
        int want = SOLVER_NO_MOVE;

        if (plain.height[column] < ROWS)
            want = plain_move_score(&plain, column);
        assert_int_equal(score[column], want);
        best = want > best ? want : best;
    }
    assert_int_equal(solver_score(s, &pos), best);
    assert_int_equal(solver_wdl(s, &pos), sign_of(best));
}

static void late_positions_agree_with_plain_negamax(void **state)
{
    struct solver s;
    struct rng rng;

    (void)state;
    open_solver(&s, 1);
    open_rng(&rng, 1);
    for (int done = 0; done < 4000;) {
        struct moves moves;

        if (!random_moves(&rng, 30 + (int)rng_below(&rng, CELLS - 30), &moves))
            continue;
        assert_agrees(&s, &moves);
        done++;
    }
    solver_release(&s);
}

/* Every bound must hold; and there must be enough of them, for either side. */
static void parity_bounds_hold(void **state)
{
    int known[2] = { 0 };
    struct rng rng;

    (void)state;
    open_rng(&rng, 5);
    for (int i = 0; i < 30000; i++) {
        struct moves moves;
        struct position pos;
        uint64_t threats;

        if (!random_moves(&rng, 30 + (int)rng_below(&rng, CELLS - 30), &moves))
            continue;
        pos = moves_position(&moves);
        if (immediate_wins(&pos))
            continue;
        threats = winning_cells(pos.own ^ pos.all, pos.all);
        for (int limit = -4; limit <= 0; limit++) {
            int bound = solver_parity_bound(pos.own, pos.all, threats, pos.plies, limit);
            struct plain plain = plain_after(&moves);

            if (bound == PARITY_UNKNOWN)
                continue;
            assert_true(bound <= limit);
            assert_true(plain_score(&plain) <= bound);
            known[pos.plies % 2]++;
        }
    }
    assert_in_range(known[0], 500, 150000);
    assert_in_range(known[1], 500, 150000);
}

static void lines_agree_with_the_board(void **state)
{
    struct rng rng;

    (void)state;
    open_rng(&rng, 6);
    for (int i = 0; i < 5000; i++) {
        struct moves moves;
        struct position pos;

        if (!random_moves(&rng, (int)rng_below(&rng, CELLS), &moves))
            continue;
        pos = moves_position(&moves);
        assert_int_equal(lines_winning_cells(pos.own, pos.all), winning_cells(pos.own, pos.all));
        for (uint64_t bits = playable_cells(pos.all); bits; bits &= bits - 1) {
            uint64_t discs = pos.own | (bits & -bits);

            assert_int_equal(lines_has_four(discs), has_four(discs));
        }
    }
}

static void middle_positions_agree_with_their_moves_and_mirror_images(void **state)
{
    struct solver s, other;
    struct rng rng;

    (void)state;
    open_solver(&s, 4);
    open_solver(&other, 4);
    open_rng(&rng, 2);
    for (int done = 0; done < 1000;) {
        int score[COLUMNS], mirrored_score[COLUMNS], best = -CELLS;
        struct position pos, mirrored;
        struct moves moves;

        if (!random_moves(&rng, 18 + (int)rng_below(&rng, 10), &moves))
            continue;
        pos = moves_position(&moves);
        mirrored = mirror_of(&pos);
        assert_int_equal(solver_moves(&s, &pos, score), 0);
        assert_int_equal(solver_moves(&other, &mirrored, mirrored_score), 0);
        for (int column = 0; column < COLUMNS; column++) {
            assert_int_equal(score[column], mirrored_score[COLUMNS - 1 - column]);
            best = score[column] > best ? score[column] : best;
        }
        assert_int_equal(solver_wdl(&other, &pos), sign_of(best));
        assert_int_equal(solver_score(&other, &pos), best);
        assert_int_equal(solver_score(&s, &mirrored), best);
        done++;
    }
    solver_release(&s);
    solver_release(&other);
}

#define BATCH 300

/* One solver has room for little and goes forward, the other has room and goes backward. */
static void answers_do_not_depend_on_what_is_remembered(void **state)
{
    struct position pos[BATCH];
    int score[BATCH];
    struct solver small, large;
    struct rng rng;

    (void)state;
    open_solver(&small, 0);
    open_solver(&large, 16);
    open_rng(&rng, 3);
    for (int i = 0; i < BATCH;) {
        struct moves moves;

        if (random_moves(&rng, 16 + (int)rng_below(&rng, 10), &moves))
            pos[i++] = moves_position(&moves);
    }
    for (int i = 0; i < BATCH; i++)
        score[i] = solver_score(&small, &pos[i]);
    for (int i = BATCH - 1; i >= 0; i--) {
        if (i % 2)
            assert_int_equal(solver_wdl(&large, &pos[i]), sign_of(score[i]));
        assert_int_equal(solver_score(&large, &pos[i]), score[i]);
    }
    for (int i = 0; i < BATCH; i++) /* now from memory, and again with less of it */
        assert_int_equal(solver_score(&large, &pos[i]), score[i]);
    for (int i = BATCH - 1; i >= 0; i--)
        assert_int_equal(solver_score(&small, &pos[i]), score[i]);
    solver_release(&small);
    solver_release(&large);
}

static void same_work_twice_takes_the_same_nodes(void **state)
{
    struct position pos = parse("4444443265");
    uint64_t nodes[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct solver s;

        open_solver(&s, 1);
        assert_int_not_equal(solver_wdl(&s, &pos), SOLVER_STOPPED);
        nodes[i] = s.nodes;
        solver_release(&s);
    }
    assert_int_not_equal(nodes[0], 0);
    assert_int_equal(nodes[0], nodes[1]);
}

static void games_that_are_over_keep_their_score(void **state)
{
    struct position won_by_first = parse("1212121");
    struct position won_by_second = parse("71212121");
    struct position full = { 0 };
    struct moves moves;
    struct solver s;
    struct rng rng;

    (void)state;
    open_solver(&s, 0);
    open_rng(&rng, 4);
    while (!random_moves(&rng, CELLS, &moves))
        ;
    full = moves_position(&moves);
    assert_int_equal(solver_score(&s, &won_by_first), -18); /* by the fourth disc of 21 */
    assert_int_equal(solver_score(&s, &won_by_second), -18);
    assert_int_equal(solver_wdl(&s, &won_by_first), -1);
    assert_int_equal(solver_score(&s, &full), 0);
    assert_int_equal(solver_wdl(&s, &full), 0);
    solver_release(&s);
}

static void wins_and_losses_at_once_are_seen(void **state)
{
    struct position win = parse("121212");
    struct position loss = parse("33445"); /* three in a row with two open ends */
    struct solver s;

    (void)state;
    open_solver(&s, 0);
    assert_int_equal(solver_score(&s, &win), 18);
    assert_int_equal(solver_score(&s, &loss), -18);
    solver_release(&s);
}

/* Counts how often it is asked. The centre wins, its neighbours draw, the others lose. */
static int first_moves(const void *data, const struct position *pos)
{
    static const int wdl[COLUMNS] = { 1, 1, 0, -1, 0, 1, 1 };
    int *const *asked = data;

    ++**asked;
    assert_int_equal(pos->plies, 1);
    return wdl[bit_column(pos->all)];
}

static int no_idea(const void *data, const struct position *pos)
{
    (void)data;
    (void)pos;
    return SOLVER_UNKNOWN;
}

static void a_book_is_believed(void **state)
{
    int asked = 0;
    int *counter = &asked;
    struct solver_book book = { .plies = 1, .data = &counter, .result = first_moves };
    struct solver_book ignorant = { .plies = 29, .result = no_idea };
    struct position empty = { 0 }, centre = parse("4"), beside = parse("3");
    struct position later = parse("44444432653336662");
    struct solver s;
    int score;

    (void)state;
    open_solver(&s, 1);
    s.book = &book;
    assert_int_equal(solver_wdl(&s, &empty), 1);
    assert_int_equal(solver_wdl(&s, &centre), -1);
    assert_int_equal(solver_score(&s, &beside), 0);
    assert_in_range(s.nodes, 1, 100);
    assert_in_range(asked, 3, 100);
    s.book = NULL;
    score = solver_score(&s, &later);
    s.book = &ignorant;
    assert_int_equal(solver_score(&s, &later), score);
    solver_release(&s);
}

static void a_stopped_solver_says_so_and_goes_on_later(void **state)
{
    struct position empty = { 0 }, middle = parse("4444443265333666");
    atomic_bool stop = 1;
    int score[COLUMNS], fresh;
    struct solver s;

    (void)state;
    open_solver(&s, 1);
    fresh = solver_score(&s, &middle);
    solver_release(&s);
    open_solver(&s, 1);
    s.stop = &stop;
    assert_int_equal(solver_score(&s, &empty), SOLVER_STOPPED);
    assert_int_equal(solver_wdl(&s, &empty), SOLVER_STOPPED);
    assert_int_equal(solver_moves(&s, &empty, score), -1);
    assert_in_range(s.nodes, 1, 100000);
    (void)solver_score(&s, &middle);
    stop = 0;
    assert_int_equal(solver_score(&s, &middle), fresh);
    solver_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_positions_agree_with_plain_negamax),
        cmocka_unit_test(parity_bounds_hold),
        cmocka_unit_test(lines_agree_with_the_board),
        cmocka_unit_test(middle_positions_agree_with_their_moves_and_mirror_images),
        cmocka_unit_test(answers_do_not_depend_on_what_is_remembered),
        cmocka_unit_test(same_work_twice_takes_the_same_nodes),
        cmocka_unit_test(games_that_are_over_keep_their_score),
        cmocka_unit_test(wins_and_losses_at_once_are_seen),
        cmocka_unit_test(a_book_is_believed),
        cmocka_unit_test(a_stopped_solver_says_so_and_goes_on_later),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
