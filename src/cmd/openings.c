#include "cmd/cli.h"

#include <stdio.h>
#include <string.h>

#include "arena/opening.h"

static int find_set(const char *name, enum opening_set *set, struct err *err)
{
    for (int i = 0; i < OPENING_SETS; i++) {
        if (strcmp(name, opening_set_name[i]) == 0) {
            *set = (enum opening_set)i;
            return 0;
        }
    }
    return err_set(err, "--set: '%s' is not one of any, train, validate, test", name);
}

int cmd_openings(int argc, char **argv)
{
    int plies = 4, count = 100;
    uint64_t seed = 1;
    const char *set_name = "any";
    const struct option_row options[] = {
        { "--plies", "N", "plies of each opening; default 4", OPTION_INT, &plies, 1, CELLS - 2 },
        { "--count", "N", "number of openings; default 100", OPTION_INT, &count, 1, 10000000 },
        OPTION_SEED(seed),
        { "--set", "any|train|validate|test", "one of three disjoint sets; default any",
          OPTION_TEXT, &set_name, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "openings",
        .arguments = "[OPTIONS]",
        .about = "Prints distinct random openings, one move string per line. No two are equal or\n"
                 "mirror images, and in none can the side to move win at once.",
        .examples = "  c4evolve openings --plies 6 --count 200 --seed 1\n",
        .option = options,
    };
    struct openings openings;
    enum opening_set set = OPENING_ANY;
    char text[MOVES_TEXT_SIZE];
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (find_set(set_name, &set, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (openings_draw(&openings, plies, (size_t)count, set, seed, 0, &err))
        return cli_fail(EXIT_FAILED, &err);
    for (size_t i = 0; i < openings.n; i++)
        puts(moves_format(&openings.list[i], text));
    if (openings.n < (size_t)count) {
        err_set(&err, "only %zu distinct openings of %d plies were found", openings.n, plies);
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        code = EXIT_DONE;
    }
    openings_release(&openings);
    return code;
}
