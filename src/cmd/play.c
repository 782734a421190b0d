#include "cmd/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/notation.h"
#include "play/fullscreen.h"
#include "play/plain.h"
#include "play/terminal.h"

struct play_options {
    const char *side, *from;
    int level;
    uint64_t seed;
    bool plain, warn;
};

static int prepare(struct session *session, const struct play_options *o, const char *player,
                   struct err *err)
{
    struct session_options options = { .player = player,
                                       .level = o->level ? o->level : LEVEL_DEFAULT,
                                       .person_second = strcmp(o->side, "second") == 0,
                                       .seed = o->seed,
                                       .warn = o->warn };

    if (player && o->level)
        return err_set(err, "--level cannot be combined with a player");
    if (!options.person_second && strcmp(o->side, "first") != 0)
        return err_set(err, "--side: '%s' is neither first nor second", o->side);
    if (cli_start(&options.start, o->from, err))
        return -1;
    return session_init(session, &options, err);
}

static int play(struct session *session, const struct play_options *o)
{
    struct plain plain = { .in = stdin,
                           .out = stdout,
                           .echo = !isatty(STDIN_FILENO),
                           .colour = notation_in_colour(STDOUT_FILENO) };
    struct err err;
    int status;

    if (!o->plain && terminal_usable()) {
        status = fullscreen_play(session, notation_in_colour(STDOUT_FILENO), &err);
        if (status > 0)
            _exit(EXIT_DONE);
    } else {
        status = plain_play(&plain, session, &err);
        session_release(session);
    }
    return status < 0 ? cli_fail(EXIT_FAILED, &err) : EXIT_DONE;
}

int cmd_play(int argc, char **argv)
{
    struct play_options o = { .side = "first", .seed = 1 };
    const struct option_row options[] = {
        { "--side", "first|second", "your side; default first", OPTION_TEXT, &o.side, 0, 0 },
        { "--level", "N", "1 (random) to 9 (the champion, searching deeply); default 4", OPTION_INT,
          &o.level, 1, LEVELS },
        { "--from", "POSITION", "position that games start from", OPTION_TEXT, &o.from, 0, 0 },
        { "--warn", NULL, "warns you before a move that gives away a win or a draw", OPTION_FLAG,
          &o.warn, 0, 0 },
        { "--plain", NULL, "plain text instead of a full screen", OPTION_FLAG, &o.plain, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "play",
        .arguments = "[PLAYER] [OPTIONS]",
        .about =
            "Play against a player, or against one of nine levels. Drop a disc with a digit, with\n"
            "the arrow keys and Enter, or with the mouse. ? lists all keys: take back, a hint and\n"
            "its reason, what the computer expects, an analysis of the game, swap sides, levels.\n"
            "Without a terminal, with TERM=dumb or with --plain, the game is plain text. NO_COLOR\n"
            "turns colours off. With PLAYER 'human', two people share the board.",
        .examples = "  c4evolve play\n"
                    "  c4evolve play champion:depth=8 --side second\n"
                    "  c4evolve play rusak:depth=4 --plain\n"
                    "  c4evolve play perfect --from 44444\n",
        .option = options,
        .min_args = 0,
        .max_args = 1,
    };
    struct session session = { 0 };
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (prepare(&session, &o, args > 0 ? argv[1] : NULL, &err)) {
        session_release(&session);
        return cli_fail(EXIT_USAGE, &err);
    }
    return play(&session, &o);
}
