#include "export/standalone.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/colour.h"
#include "export/terminal.h"
#include "export/uci.h"

enum { DONE = 0, FAILED = 1, USAGE = 2 };

static void print_usage(FILE *out, const char *program, const char *name)
{
    fprintf(out,
            "%s, a Connect Four player made by c4evolve\n\n"
            "usage: %s              play against it, in the terminal\n"
            "       %s POSITION...  print the column, 1 to 7, that it chooses in each position;\n"
            "       %*s              a position is the columns played, such as 44433, or - for\n"
            "       %*s              the empty board\n"
            "       %s uci          speak UCI with chess front ends (variant cfour or connect4)\n"
            "       %s --help       print this text\n",
            name, program, program, (int)strlen(program), "", (int)strlen(program), "", program,
            program);
}

/* Positions that are wrong or over stop it before anything is printed. */
static int check_positions(char **position)
{
    struct position pos;
    struct err err;

    for (; *position; position++) {
        if (position_parse(&pos, *position, &err)) {
            fprintf(stderr, "%s\n", err.text);
            return USAGE;
        }
        if (position_outcome(&pos) != OUTCOME_NONE) {
            fprintf(stderr, "position '%s': the game is over\n", *position);
            return USAGE;
        }
    }
    return DONE;
}

static int print_moves(struct engine *engine, char **position)
{
    struct position pos;
    struct choice choice;
    struct err err;

    if (check_positions(position) != DONE)
        return USAGE;
    for (; *position; position++) {
        if (position_parse(&pos, *position, &err))
            return USAGE;
        engine_choose(engine, &pos, &engine->keys, NULL, &choice);
        printf("%d\n", choice.column + 1);
    }
    return DONE;
}

static int run(struct engine *engine, char **argument)
{
    struct err err;
    int code = DONE;

    if (worker_init(&engine->worker, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return FAILED;
    }
    if (!*argument)
        terminal_play(engine, stdin, stdout, colour_wanted(STDOUT_FILENO));
    else if (strcmp(*argument, "uci") != 0)
        code = print_moves(engine, argument);
    else if (uci_talk(engine, stdin, stdout))
        _exit(DONE); /* a search goes on in all this memory */
    worker_release(&engine->worker);
    return code;
}

int standalone_main(int argc, char **argv, const struct standalone *player)
{
    struct evaluator ev;
    struct engine engine = { .name = player->name,
                             .choose = player->choose,
                             .ev = &ev,
                             .keys = player->keys,
                             .own_depth = player->own_depth,
                             .seed = 1,
                             .pawn = player->pawn };
    bool uci = argc > 1 && strcmp(argv[1], "uci") == 0;
    int code;

    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_usage(stdout, argv[0], player->name);
        return DONE;
    }
    if ((uci && argc > 2) || (argc > 1 && argv[1][0] == '-' && argv[1][1] != '\0')) {
        fprintf(stderr, "'%s' is not understood\n", uci ? argv[2] : argv[1]);
        print_usage(stderr, argv[0], player->name);
        return USAGE;
    }
    evaluator_build(&ev, player->weights);
    code = run(&engine, argv + 1);
    if (fflush(stdout) || ferror(stdout)) {
        perror("standard output");
        return FAILED;
    }
    return code;
}
