/* Positions and moves in the notation of chess programs. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "game/fen.h"
#include "game/notation.h"
#include "sample.h"

static void assert_same(const struct position *a, const struct position *b)
{
    assert_true(a->own == b->own && a->all == b->all && a->plies == b->plies);
}

/* As Fairy-Stockfish 11.1 shows them, but for its counters. */
static void known_positions(void **state)
{
    static const struct {
        const char *columns, *fen;
    } known[] = {
        { "-", "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1" },
        { "444", "7/7/7/3P3/3p3/3P3[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 3 2" },
        { "4545454", "7/7/3P3/3Pp2/3Pp2/3Pp2[PPPPPPPPPPPPPPPPPpppppppppppppppppp] b - - 7 4" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct position pos, back;
        char buf[FEN_SIZE];
        struct err err;

        assert_int_equal(notation_parse(&pos, known[i].columns, &err), 0);
        assert_string_equal(fen_format(&pos, buf), known[i].fen);
        assert_int_equal(fen_parse(&back, known[i].fen, &err), 0);
        assert_same(&pos, &back);
    }
}

static void positions_read_back(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(5000); i++) {
        struct position pos, back;
        char buf[FEN_SIZE], *hand;
        struct rng rng;
        struct err err;

        sample_rng(&rng, 1, i);
        sample_position(&pos, (int)(i % CELLS), &rng);
        fen_format(&pos, buf);
        assert_in_range(strlen(buf), 1, FEN_SIZE - 1);
        assert_int_equal(fen_parse(&back, buf, &err), 0);
        assert_same(&pos, &back);
        hand = strchr(buf, '[');
        memmove(hand, strchr(buf, ']') + 1, strlen(strchr(buf, ']')));
        assert_int_equal(fen_parse(&back, buf, &err), 0);
        assert_same(&pos, &back);
    }
}

/* What is legal is checked against the text of every cell of the board. */
static void moves_are_cells(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(500); i++) {
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 2, i);
        sample_position(&pos, (int)(i % CELLS), &rng);
        for (int c = 0; c < COLUMNS; c++) {
            for (int row = 0; row <= ROWS; row++) {
                char text[8], drop[DROP_SIZE];
                bool legal = row == bit_count(pos.all & column_cells(c)) && row < ROWS;

                snprintf(text, sizeof text, "P@%c%d", 'a' + c, row + 1);
                assert_int_equal(fen_drop_parse(&pos, text), legal ? c : -1);
                if (legal)
                    assert_string_equal(fen_drop_format(&pos, c, drop), text);
            }
        }
    }
}

static void other_texts_are_no_moves(void **state)
{
    static const char *const bad[] = { "", "P@d", "P@d11", "d1", "P@h1", "(none)", "0000", "P@d2" };
    struct position pos = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(fen_drop_parse(&pos, bad[i]), -1);
    assert_int_equal(fen_drop_parse(&pos, "p@D1"), 3);
}

static void bad_positions_are_refused(void **state)
{
    static const struct {
        const char *fen, *why;
    } bad[] = {
        { "", "not 6 rows of 7 cells" },
        { "7/7/7/7/7 w - - 0 1", "not 6 rows of 7 cells" },
        { "7/7/7/7/7/6 w", "not 6 rows of 7 cells" },
        { "7/7/7/7/7/8 w", "'8' is neither" },
        { "7/7/7/7/7/7P w", "the side to move" },
        { "7/7/7/7/7/7[PPP", "the side to move" },
        { "7/7/7/7/7/7", "the side to move" },
        { "7/7/7/7/7/7 white", "the side to move" },
        { "7/7/7/7/7/7 b", "0 discs of the first player and 0 of the second, with b" },
        { "7/7/7/7/7/3P3 w", "1 discs of the first player and 0 of the second, with w" },
        { "7/7/7/7/7/ppPP3 b", "with b" },
        { "7/7/7/7/3P3/7 b", "floats above an empty cell" },
        { "7/7/7/7/pppp3/PPPP3 w", "both players have four" },
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'r' is neither" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct position pos;
        struct err err = { 0 };

        assert_int_equal(fen_parse(&pos, bad[i].fen, &err), -1);
        if (!strstr(err.text, bad[i].why))
            fail_msg("'%s': %s", bad[i].fen, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions),           cmocka_unit_test(positions_read_back),
        cmocka_unit_test(moves_are_cells),           cmocka_unit_test(other_texts_are_no_moves),
        cmocka_unit_test(bad_positions_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
