/* The board against a slow and obvious one, and the published perft counts. */
#include "test.h"

#include <string.h>

#include "base/stream.h"
#include "game/notation.h"
#include "game/position.h"

/* A board as a person would write it: who stands on each cell. */
struct plain {
    int cell[COLUMNS][ROWS]; /* 0 empty, 1 first player, 2 second */
    int height[COLUMNS];
};

static int plain_at(const struct plain *b, int column, int row)
{
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS)
        return -1;
    return b->cell[column][row];
}

static bool plain_line(const struct plain *b, int column, int row, int dc, int dr, int who)
{
    for (int i = 0; i < 4; i++)
        if (plain_at(b, column + i * dc, row + i * dr) != who)
            return false;
    return true;
}

static bool plain_won(const struct plain *b, int who)
{
    static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };

    for (int c = 0; c < COLUMNS; c++)
        for (int r = 0; r < ROWS; r++)
            for (int d = 0; d < 4; d++)
                if (plain_line(b, c, r, step[d][0], step[d][1], who))
                    return true;
    return false;
}

static uint64_t plain_winning(struct plain *b, int who)
{
    uint64_t cells = 0;

    for (int c = 0; c < COLUMNS; c++) {
        for (int r = 0; r < ROWS; r++) {
            if (b->cell[c][r])
                continue;
            b->cell[c][r] = who;
            if (plain_won(b, who))
                cells |= cell_bit(c, r);
            b->cell[c][r] = 0;
        }
    }
    return cells;
}

static void random_games_agree_with_plain_board(void **state)
{
    (void)state;
    for (uint64_t g = 0; g < 3000; g++) {
        struct plain plain = { 0 };
        struct position pos = { 0 };
        struct rng rng;

        rng_open(&rng, (struct stream){ .seed = 7, .purpose = STREAM_TEST, .index = g });
        while (position_outcome(&pos) == OUTCOME_NONE) {
            int column = (int)rng_below(&rng, COLUMNS);
            uint64_t bit = playable_cells(pos.all) & column_cells(column);
            int who = 1 + pos.plies % 2;

            assert_int_equal(bit != 0, plain.height[column] < ROWS);
            assert_int_equal(winning_cells(pos.own, pos.all), plain_winning(&plain, who));
            assert_int_equal(winning_cells(pos.own ^ pos.all, pos.all),
                             plain_winning(&plain, 3 - who));
            if (!bit)
                continue;
            plain.cell[column][plain.height[column]++] = who;
            position_play(&pos, bit);
            assert_int_equal(has_four(pos.own ^ pos.all), plain_won(&plain, who));
        }
        assert_int_equal(position_outcome(&pos) == OUTCOME_FIRST, plain_won(&plain, 1));
        assert_int_equal(position_outcome(&pos) == OUTCOME_SECOND, plain_won(&plain, 2));
    }
}

static void perft_gives_published_counts(void **state)
{
    static const uint64_t published[] = { 1,     7,      49,     343,     2401,
                                          16807, 117649, 823536, 5673234, 39394572 };
    struct position pos = { 0 };

    (void)state;
    for (int depth = 0; depth < 10; depth++)
        assert_int_equal(perft(&pos, depth), published[depth]);
}

static void mirror_is_an_involution_that_keeps_wins(void **state)
{
    struct position pos = { 0 }, mirrored = { 0 };
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 3, .purpose = STREAM_TEST });
    for (int games = 0; games < 500;) {
        int column = (int)rng_below(&rng, COLUMNS);
        uint64_t bit = playable_cells(pos.all) & column_cells(column);

        if (!bit)
            continue;
        position_play(&pos, bit);
        position_play(&mirrored, playable_cells(mirrored.all) & column_cells(6 - column));
        assert_int_equal(mirror_cells(mirror_cells(pos.own)), pos.own);
        assert_int_equal(mirror_cells(pos.own), mirrored.own);
        assert_int_equal(position_mirror_key(&pos), position_mirror_key(&mirrored));
        assert_int_equal(position_outcome(&pos), position_outcome(&mirrored));
        if (position_outcome(&pos) != OUTCOME_NONE) {
            pos = mirrored = (struct position){ 0 };
            games++;
        }
    }
}

static void assert_refused(const char *text, const char *why)
{
    struct moves moves;
    struct err err;

    assert_int_equal(moves_parse(&moves, text, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("'%s' does not say '%s'", err.text, why);
}

static void bad_positions_name_the_move(void **state)
{
    (void)state;
    assert_refused("4444444", "move 7, '4': the column is full");
    assert_refused("48", "move 2, '8': not a column");
    assert_refused("4x", "move 2, 'x': not a column");
    assert_refused("0", "move 1, '0': not a column");
    assert_refused("12121213", "move 8, '3': the game has already been won");
    assert_refused("4-", "move 2, '-'");
}

static void notation_reads_back(void **state)
{
    struct moves moves;
    struct position pos;
    struct err err;
    char text[MOVES_TEXT_SIZE];

    (void)state;
    assert_int_equal(moves_parse(&moves, "-", &err), 0);
    assert_string_equal(moves_format(&moves, text), "-");
    assert_int_equal(moves_parse(&moves, "44433", &err), 0);
    assert_string_equal(moves_format(&moves, text), "44433");
    assert_int_equal(notation_parse(&pos, "44433", &err), 0);
    assert_int_equal(pos.plies, 5);
    assert_int_equal(first_player_discs(&pos), cell_bit(3, 0) | cell_bit(3, 2) | cell_bit(2, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_plain_board),
        cmocka_unit_test(perft_gives_published_counts),
        cmocka_unit_test(mirror_is_an_involution_that_keeps_wins),
        cmocka_unit_test(bad_positions_name_the_move),
        cmocka_unit_test(notation_reads_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
