/* Names that somebody probably meant. */
#include "test.h"

#include "base/nearest.h"

static void near_names_are_found(void **state)
{
    static const char *const names[] = { "evolve",  "resume",          "compare", "play",
                                         "explain", "export",          "own2",    "own3",
                                         "opp2",    "population.size", "--seed",  "--threads" };
    static const char *const cases[][2] = {
        { "evlove", "; did you mean 'evolve'?" },
        { "exprot", "; did you mean 'export'?" },
        { "compar", "; did you mean 'compare'?" },
        { "plya", "; did you mean 'play'?" },
        { "population.siez", "; did you mean 'population.size'?" },
        { "--thread", "; did you mean '--threads'?" },
        { "resume", "" },
        { "own22", "; did you mean 'own2'?" },
        { "zzz", "" },
        { "x", "" },
        { "", "" },
        { "a name that is longer than any of the names and is cut off", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nearest n;

        nearest_init(&n, cases[i][0]);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            nearest_offer(&n, names[k]);
        assert_string_equal(nearest_hint(&n), cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(near_names_are_found) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
