#include "cmd/cli.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/num.h"
#include "game/forms.h"

int cmd_perft(int argc, char **argv)
{
    static const struct cli cli = {
        .name = "perft",
        .arguments = "DEPTH [POSITION]",
        .about =
            "Counts the sequences of DEPTH moves that can be played from the empty board, or from\n"
            "POSITION; no move follows a win. The numbers are known, so this checks the rules.",
        .examples = "  c4evolve perft 9          39394572\n"
                    "  c4evolve perft 6 44433\n",
        .min_args = 1,
        .max_args = 2,
    };
    struct moves moves = { 0 };
    struct position pos;
    struct err err;
    long depth;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (num_parse_long(argv[1], &depth) || depth < 0 || depth > CELLS) {
        err_set(&err, "'%s' is not a depth from 0 to %d", argv[1], CELLS);
        return cli_fail(EXIT_USAGE, &err);
    }
    if (args == 2 && moves_read(&moves, argv[2], &err))
        return cli_fail(EXIT_USAGE, &err);
    pos = moves_position(&moves);
    printf("%" PRIu64 "\n", perft(&pos, (int)depth));
    return EXIT_DONE;
}
