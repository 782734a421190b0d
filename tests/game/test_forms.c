/* Positions in every form: what is written reads back as the same position. */
#include "test.h"

#include <string.h>

#include "game/forms.h"
#include "sample.h"

static void forms_read_back(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 61, 0);
    for (int i = 0; i < SAMPLES(2000); i++) {
        struct position pos;
        struct moves moves, again;

        sample_position(&pos, i % CELLS, &rng);
        assert_int_equal(moves_reach(&moves, &pos), 0);
        for (const struct position_form *f = position_forms; f->name; f++) {
            char text[FORM_TEXT_SIZE];
            struct position read;
            struct err err;

            f->write(&moves, text);
            assert_true(strlen(text) < FORM_TEXT_SIZE);
            if (moves_read(&again, text, &err))
                fail_msg("%s", err.text);
            read = moves_position(&again);
            if (read.own != pos.own || read.all != pos.all)
                fail_msg("%s: '%s' reads as another position", f->name, text);
        }
    }
}

/* Texts as other programs write them, by hand. */
static void known_texts_are_read(void **state)
{
    static const char *const same[] = {
        "dddcc",
        "DDDCC",
        "d1d2d3c1c2",
        "P@d1 P@d2 P@d3 P@c1 P@c2",
        "d1, d2!, d3?, c1, c2",
        "7/7/7/3P3/2Pp3/2pP3 b",
        "7/7/7/3P3/2Pp3/2pP3[PPPPPPPPPPPPPPPPPPppppppppppppppppppp] b - - 5 3",
        ("[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, "
         "0, 0, 1, 2, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0]"),
        "....... ....... ....... ...X... ..XO... ..OX...",
        "b,b,b,b,b,b,b,b,b,b,b,b,o,x,b,b,b,b,x,o,x,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,win",
    };
    struct position wanted;
    struct err err;

    (void)state;
    assert_int_equal(notation_parse(&wanted, "44433", &err), 0);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct moves moves;
        struct position pos;

        if (moves_read(&moves, same[i], &err))
            fail_msg("%s", err.text);
        pos = moves_position(&moves);
        if (pos.own != wanted.own || pos.all != wanted.all)
            fail_msg("'%s' reads as another position", same[i]);
    }
}

static void wrong_texts_are_refused(void **state)
{
    static const char *const wrong[][2] = {
        { "48", "not a column" },
        { "d1d3", "move 2, 'd3', is not legal" },
        { "ddddddd", "move 7, 'd', is not legal" },
        { "h1", "is not legal" },
        { "P@", "is not legal" },
        { "7/7/7/7/7/PPPP3", "first player" },
        { "7/7/7/7/7/3p3 b", "first player" },
        { "7/7/7/7/3P3/7", "floats" },
        { "7/7/7/7/ppp4/PPPP3", "the game is won" },
        { "000000000000000000000000000000000000000020", "first player" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct moves moves;
        struct err err = { 0 };

        if (moves_read(&moves, wrong[i][0], &err) == 0)
            fail_msg("'%s' is read", wrong[i][0]);
        if (!strstr(err.text, wrong[i][1]))
            fail_msg("%s", err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_read_back),
        cmocka_unit_test(known_texts_are_read),
        cmocka_unit_test(wrong_texts_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
