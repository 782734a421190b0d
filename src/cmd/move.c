#include "cmd/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/player.h"
#include "game/notation.h"

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

static int choose(const struct player *player, const struct position *pos, uint64_t seed,
                  bool verbose)
{
    struct stream stream = { .seed = seed, .purpose = STREAM_MOVE, .index = (uint64_t)pos->plies };
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
    if (verbose && (player->search->needs_genome || choice.value != 0))
        print_value(player, &choice);
    if (verbose && choice.nodes > 0)
        fprintf(stderr, "depth %d\nnodes %" PRIu64 "\n", choice.depth, choice.nodes);
    if (verbose && player->search->needs_genome)
        print_pv(player, pos, &choice, &worker);
    worker_release(&worker);
    return EXIT_DONE;
}

int cmd_move(int argc, char **argv)
{
    bool verbose = false;
    uint64_t seed = 1;
    const struct option_row options[] = {
        { "--verbose", NULL, "prints value, depth, nodes and expected moves on stderr", OPTION_FLAG,
          &verbose, 0, 0 },
        OPTION_SEED(seed),
        { 0 },
    };
    const struct cli cli = {
        .name = "move",
        .arguments = "PLAYER POSITION [OPTIONS]",
        .about =
            "Prints the column that a player chooses in a position, counted from 1. The empty\n"
            "board is '-'. 'c4evolve help players' explains how to name a player.",
        .examples = "  c4evolve move genomes/rusak.ini:depth=4 44433 --verbose\n"
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
    code = choose(&player, &pos, seed, verbose);
    player_release(&player);
    return code;
}
