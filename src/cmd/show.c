#include "cmd/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "game/forms.h"

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

static void print_forms(FILE *out)
{
    for (const struct position_form *f = position_forms; f->name; f++) {
        char text[256];

        snprintf(text, sizeof text, "%s: %s", f->help, f->example);
        cli_print_row(out, f->name, 8, text);
    }
}

static int print_as(const struct moves *moves, const char *name)
{
    const struct position_form *form = position_form_find(name);
    char text[FORM_TEXT_SIZE];

    if (!form)
        return cli_failf(EXIT_USAGE, "--as: no form '%s'; 'c4evolve help show' lists them", name);
    form->write(moves, text);
    puts(text);
    return EXIT_DONE;
}

int cmd_show(int argc, char **argv)
{
    const char *as = NULL;
    const struct option_row options[] = {
        { "--as", "NOTATION", "prints the position in one of these forms instead", OPTION_TEXT, &as,
          0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "show",
        .arguments = "POSITION [OPTIONS]",
        .about = "Draws a position. The empty board is '-'. X moves first. The last move is in\n"
                 "brackets, a line of four in stars. Uses colours on a terminal, unless NO_COLOR\n"
                 "is set. Wherever a command takes a position, it reads all of these forms (the\n"
                 "examples show the position 44433):",
        .list = print_forms,
        .examples = "  c4evolve show 44433\n"
                    "  c4evolve show dddcc\n"
                    "  c4evolve show 44433 --as fen\n",
        .option = options,
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
    if (moves_read(&moves, argv[1], &err))
        return cli_fail(EXIT_USAGE, &err);
    if (as)
        return print_as(&moves, as);
    pos = moves_position(&moves);
    notation_draw(stdout, &moves, notation_in_colour(STDOUT_FILENO));
    tell_state(&pos);
    return EXIT_DONE;
}
