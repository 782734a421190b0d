#include "cmd/cli.h"

#include <unistd.h>

#include "base/num.h"
#include "game/notation.h"
#include "play/fullscreen.h"
#include "play/plain.h"
#include "play/terminal.h"

#define DELAY_S 1.0

struct watch_options {
    const char *delay, *from;
    int games, plies;
    uint64_t seed;
    bool plain;
};

/* Plain text is for programs and files: no delay unless one is asked for. */
static int read_delay(const struct watch_options *o, bool plain, double *delay_s, struct err *err)
{
    *delay_s = plain ? 0 : DELAY_S;
    if (o->delay && (num_parse_double(o->delay, delay_s) || *delay_s < 0 || *delay_s > 3600))
        return err_set(err, "--delay: '%s' is not a number of seconds from 0 to 3600", o->delay);
    return 0;
}

static int watch(struct watched *w, const struct watch_options *o, bool plain, double delay_s)
{
    struct plain lines = { .out = stdout, .colour = notation_in_colour(STDOUT_FILENO) };
    struct err err;
    int status;

    if (!plain && !player_is_human(&w->player[0]) && !player_is_human(&w->player[1])) {
        status = fullscreen_watch(w, delay_s, lines.colour, &err);
        if (status > 0)
            _exit(EXIT_DONE);
    } else {
        status = plain_watch(&lines, w, o->games, delay_s, &err);
        watched_release(w);
    }
    return status < 0 ? cli_fail(EXIT_FAILED, &err) : EXIT_DONE;
}

static int run(const struct watch_options *o, char **names)
{
    struct watched_options options = { .player = { names[0], names[1] },
                                       .plies = o->plies,
                                       .seed = o->seed };
    bool plain = o->plain || !terminal_usable();
    struct moves from;
    struct watched w;
    double delay_s;
    struct err err;

    if (o->from)
        options.from = &from;
    if (read_delay(o, plain, &delay_s, &err) || cli_start(&from, o->from, &err) ||
        watched_init(&w, &options, &err))
        return cli_fail(EXIT_USAGE, &err);
    return watch(&w, o, plain, delay_s);
}

int cmd_watch(int argc, char **argv)
{
    struct watch_options o = { .games = 1, .plies = 4, .seed = 1 };
    const struct option_row options[] = {
        { "--delay", "SECONDS", "delay between moves; default 1, or 0 in plain text", OPTION_TEXT,
          &o.delay, 0, 0 },
        { "--openings", "PLIES", "plies of the random openings; default 4; 0: the empty board",
          OPTION_INT, &o.plies, 0, 20 },
        { "--from", "POSITION", "position that games start from", OPTION_TEXT, &o.from, 0, 0 },
        { "--games", "N", "games to show in plain text; default 1", OPTION_INT, &o.games, 1,
          1000000 },
        { "--plain", NULL, "plain text instead of a full screen", OPTION_FLAG, &o.plain, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "watch",
        .arguments = "A B [OPTIONS]",
        .about =
            "Shows A against B move by move, with each player's own evaluation. Space pauses, the\n"
            "arrow keys step back and forward, n starts the next game (colours swapped, then a\n"
            "new opening), q quits, ? lists all keys. Without a terminal, with TERM=dumb, --plain\n"
            "or the player 'human', games are shown as plain text.",
        .examples = "  c4evolve watch champion fevalb\n"
                    "  c4evolve watch champion:depth=8 perfect --delay 0.5 --openings 0\n"
                    "  c4evolve watch rusak random --plain --games 2\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv + 1) : code;
}
