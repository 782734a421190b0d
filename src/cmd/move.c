#include "cmd/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/player.h"
#include "game/notation.h"
#include "search/move_values.h"

struct move_options {
    bool verbose, values;
    uint64_t seed;
};

/* Prints the value in weights, or the move that ends the game. */
static void print_value(const struct player *player, const struct choice *choice)
{
    int32_t value = choice->value;
    const char *who = value > 0 ? "wins" : "loses";

    if (player->keys.win == WIN_DECAY)
        fprintf(stderr, "value %" PRId32 "\n", value);
    else if (abs(value) < EVAL_LIMIT)
        fprintf(stderr, "value %.3f\n", (double)value / EVAL_UNITS);
    else if (player->keys.win == WIN_DISTANCE && abs(value) != BOOK_WIN)
        fprintf(stderr, "value %s with move %d\n", who, WIN_VALUE - abs(value));
    else
        fprintf(stderr, "value %s\n", who);
}

static void print_pv(const struct player *player, const struct position *pos,
                     const struct choice *choice, struct worker *worker)
{
    struct moves pv;

    player_pv(player, pos, choice, worker, &pv);
    fprintf(stderr, "pv   ");
    for (int i = 0; i < pv.n; i++)
        fprintf(stderr, " %d", pv.column[i] + 1);
    fputc('\n', stderr);
}

/* In weights, as numbers: a win with move n is 1000001 and n thousandths less. */
static void print_values(const struct player *player, const struct position *pos,
                         const struct choice *choice, struct stream stream, struct worker *worker)
{
    int32_t value[COLUMNS];

    player_values(player, pos, choice, stream, worker, value);
    for (int c = 0; c < COLUMNS; c++) {
        if (c > 0)
            putchar(' ');
        if (value[c] == VALUES_NO_MOVE)
            putchar('.');
        else if (player->keys.win == WIN_DECAY)
            printf("%" PRId32, value[c]);
        else
            printf("%.3f", (double)value[c] / EVAL_UNITS);
    }
    putchar('\n');
}

static int choose(const struct player *player, const struct position *pos,
                  const struct move_options *o)
{
    struct stream stream = { .seed = o->seed,
                             .purpose = STREAM_MOVE,
                             .index = (uint64_t)pos->plies };
    struct worker worker;
    struct choice choice;
    struct err err;

    if (worker_init(&worker, &err))
        return cli_fail(EXIT_FAILED, &err);
    player_move(player, pos, &worker, stream, &choice);
    if (choice.column == NO_MOVE) {
        cli_failf(EXIT_FAILED, "%s: %s", player->name, worker.why);
        worker_release(&worker);
        return EXIT_FAILED;
    }
    printf("%d\n", choice.column + 1);
    if (o->values)
        print_values(player, pos, &choice, stream, &worker);
    if (o->verbose && (player->search->needs_genome || choice.value != 0))
        print_value(player, &choice);
    if (o->verbose && choice.nodes > 0)
        fprintf(stderr, "depth %d\nnodes %" PRIu64 "\n", choice.depth, choice.nodes);
    if (o->verbose && player->search->needs_genome)
        print_pv(player, pos, &choice, &worker);
    worker_release(&worker);
    return EXIT_DONE;
}

int cmd_move(int argc, char **argv)
{
    struct move_options o = { .seed = 1 };
    const struct option_row options[] = {
        { "--verbose", NULL, "prints value, depth, nodes and expected moves on stderr", OPTION_FLAG,
          &o.verbose, 0, 0 },
        { "--values", NULL,
          "also prints the value of each column on a second line, '.' if it is full", OPTION_FLAG,
          &o.values, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "move",
        .arguments = "PLAYER POSITION [OPTIONS]",
        .about =
            "Prints the column that a player chooses in a position, counted from 1. The empty\n"
            "board is '-'. 'c4evolve help players' explains how to name a player.\n\n"
            "With --values a win is a number too: 1000001, less a thousandth for each move until\n"
            "the end of the game.",
        .examples = "  c4evolve move genomes/rusak.ini:depth=4 44433 --verbose\n"
                    "  c4evolve move champion:depth=8 44433 --values\n"
                    "  c4evolve move fevalb:nodes=100000 -\n"
                    "  c4evolve move random - --seed 7\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    struct player player;
    struct moves moves;
    struct position pos;
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (cli_start(&moves, argv[2], &err) || player_parse(&player, argv[1], &err))
        return cli_fail(EXIT_USAGE, &err);
    pos = moves_position(&moves);
    if (o.values && !player.search->has_values)
        code = cli_failf(EXIT_USAGE, "--values: search=%s does not value columns",
                         player.search->name);
    else
        code = choose(&player, &pos, &o);
    player_release(&player);
    return code;
}
