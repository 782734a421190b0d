#include "cmd/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "game/notation.h"

static void tell_state(const struct position *pos)
{
    const char *mover = pos->plies % 2 == 0 ? "X, the first player," : "O, the second player,";

    switch (position_outcome(pos)) {
    case OUTCOME_FIRST:
        printf("The game is over: X, the first player, has won with move %d.\n", pos->plies);
        break;
    case OUTCOME_SECOND:
        printf("The game is over: O, the second player, has won with move %d.\n", pos->plies);
        break;
    case OUTCOME_DRAW:
        printf("The game is over: the board is full, a draw.\n");
        break;
    case OUTCOME_NONE:
        printf("Move %d: %s is to move%s.\n", pos->plies + 1, mover,
               immediate_wins(pos) ? " and can win at once" : "");
        break;
    }
}

int cmd_show(int argc, char **argv)
{
    static const struct cli cli = {
        .name = "show",
        .arguments = "POSITION",
        .about = "Draws a position, given as the columns played, from 1 to " BOARD_TEXT(
            COLUMNS) ".\n"
                     "The empty board is '-'. X moves first. The last move is in brackets, a line "
                     "of four\n"
                     "in stars. Uses colours on a terminal, unless NO_COLOR is set.",
        .examples = "  c4evolve show 44433\n",
        .min_args = 1,
        .max_args = 1,
    };
    struct moves moves;
    struct position pos;
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (moves_parse(&moves, argv[1], &err))
        return cli_fail(EXIT_USAGE, &err);
    pos = moves_position(&moves);
    notation_draw(stdout, &moves, notation_in_colour(STDOUT_FILENO));
    tell_state(&pos);
    return EXIT_DONE;
}
