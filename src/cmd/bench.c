#include "cmd/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/instructions.h"
#include "base/portable.h"
#include "base/process.h"
#include "truth/solved.h"
#include "parallel/cluster.h"
#include "cmd/bench_against.h"
#include "cmd/progress.h"

/* Never change these: the signature depends on them. */
static const char *const genomes[][2] = {
    { "fevala", "own1=1 own2=2 own3=3 opp1=1 opp2=2 opp3=3" },
    { "fevalb", "own1=2 own2=13 own3=22 opp1=3 opp2=15 opp3=40" },
    { "fevalc", "own1=10 own2=50 own3=500 opp1=12 opp2=60 opp3=600 empty=-2" },
    { "rusak", "own1=1 own2=4.5 own3=9.5 opp1=1 opp2=4.5 opp3=9.5" },
    { "weight-dots", "own1=0.5 own2=8 own3=35 opp1=0.5 opp2=8 opp3=35 center=1" },
    { "coward-lines", "own2=9 own3=40 opp2=9 opp3=40 cowardice=1.5" },
};

/* Has threats, which cost more at the leaf; not used for timing. */
static const char threat_genome[] = "own1=1 own2=4 own3=9 opp1=1 opp2=4 opp3=9 odd1=20 even1=5 "
                                    "odd2=8 even2=15 low_odd1=10 stack1=30 stack2=30 zug100=25 "
                                    "zug001=-20 tempo=2";

#define GENOMES    6
#define BENCH_SEED 2026

struct bench {
    struct games games;
    struct pool pool;
};

static int make_player(struct player *player, const char *name, const char *genes, int depth,
                       struct err *err)
{
    char text[256], *rest;

    if (player_init(player, name, err))
        return -1;
    player->has_genome = true;
    player->keys.depth = depth;
    snprintf(text, sizeof text, "%s", genes);
    for (char *item = strtok_r(text, " ", &rest); item; item = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(item, '=');

        *equals = '\0';
        if (player_set(player, item, equals + 1, err))
            return -1;
    }
    return player_ready(player, err);
}

static void bench_release(struct bench *b)
{
    games_release(&b->games);
    pool_release(&b->pool);
}

/* Half of the openings have 4 plies, half have 6. */
static int bench_init(struct bench *b, int threads, struct err *err)
{
    struct openings more;

    *b = (struct bench){ 0 };
    if (games_init(&b->games, "bench", GENOMES, err))
        return -1;
    b->games.seed = BENCH_SEED;
    for (int i = 0; i < GENOMES; i++)
        if (make_player(&b->games.player[i], genomes[i][0], genomes[i][1], 4, err))
            return -1;
    if (pool_init(&b->pool, threads, &worker_memory, err) ||
        openings_draw(&b->games.openings, 4, 100, OPENING_ANY, BENCH_SEED, 0, err) ||
        openings_draw(&more, 6, 100, OPENING_ANY, BENCH_SEED, 0, err))
        return -1;
    for (size_t i = 0; i < more.n; i += 2)
        b->games.openings.list[i] = more.list[i];
    openings_release(&more);
    return 0;
}

static void set_depth(struct bench *b, int depth)
{
    for (int i = 0; i < GENOMES; i++)
        b->games.player[i].keys.depth = depth;
}

/* FNV-1a over bytes. */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *byte = data;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The same on machines with another order of bytes. */
static uint64_t hash_number(uint64_t hash, int32_t number)
{
    unsigned char bytes[sizeof number];

    portable_put(bytes, (uint32_t)number, sizeof bytes);
    return hash_bytes(hash, bytes, sizeof bytes);
}

/* What a list of games cost. */
struct cost {
    double games, seconds;
    double instructions; /* 0: the system does not count them */
};

/* Plays games that were not played before. */
static int play_games(struct games *games, struct pool *pool, struct cost *cost, struct err *err)
{
    struct instructions count;
    struct progress clock;
    int status = games_ready(games, err);

    progress_begin(&clock);
    instructions_begin(&count);
    if (status == 0)
        status = games_play_all(games, pool, &(struct watch){ 0 }, err);
    cost->instructions = (double)instructions_end(&count);
    cost->seconds = progress_end(&clock);
    cost->games = (double)games->played;
    return status;
}

/* The end of a row. */
static void print_instructions(const struct cost *cost)
{
    if (cost->instructions > 0)
        fprintf(stderr, ", %.3f M instructions per game", 1e-6 * cost->instructions / cost->games);
    fprintf(stderr, "\n");
}

/* Plays the round robin of all players; adds the games to the hash. */
static int play_all(struct bench *b, size_t openings, uint64_t *hash, struct cost *cost,
                    struct err *err)
{
    struct games *g = &b->games;
    int status;

    games_clear(g);
    if (schedule_round_robin(&g->schedule, GENOMES, PAIRS_SWAPPED, openings, 1, err))
        return -1;
    status = play_games(g, &b->pool, cost, err);
    for (size_t i = 0; i < g->schedule.n && status == 0; i++)
        *hash = hash_bytes(*hash, g->result[i].moves.column, g->result[i].moves.n);
    return status;
}

/* Searches fixed positions to several depths under every rule. */
static void search_positions(struct bench *b, const struct player *threats, uint64_t *hash,
                             uint64_t *nodes)
{
    for (size_t i = 0; i < b->games.openings.n; i++) {
        for (int rule = WIN_DISTANCE; rule <= WIN_DECAY; rule++) {
            struct player player = i % 7 == 6 ? *threats : b->games.player[i % GENOMES];
            struct position pos = moves_position(&b->games.openings.list[i]);
            struct choice choice;

            player.keys.win = (enum win_rule)rule;
            player.keys.ties = (enum ties)(i % 3);
            player.keys.view = (enum view)(i % 2);
            player.keys.depth = 1 + (int)(i % 8);
            player_move(&player, &pos, b->pool.worker[0],
                        (struct stream){ .seed = BENCH_SEED, .index = i }, &choice);
            *nodes += choice.nodes;
            *hash = hash_number(*hash, choice.column);
            *hash = hash_number(*hash, choice.value);
        }
    }
}

static int print_signature(struct bench *b, struct err *err)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), nodes = 0;
    struct player threats;
    struct cost cost;

    if (make_player(&threats, "threats", threat_genome, 4, err))
        return -1;
    search_positions(b, &threats, &hash, &nodes);
    player_release(&threats);
    for (int depth = 1; depth <= 5; depth++) {
        set_depth(b, depth);
        if (play_all(b, 10, &hash, &cost, err))
            return -1;
    }
    printf("nodes %" PRIu64 " hash %016" PRIx64 "\n", nodes, hash);
    return fflush(stdout) ? err_set(err, "standard output failed") : 0;
}

static int print_game_speed(struct bench *b, struct err *err)
{
    static const struct {
        int depth;
        size_t openings;
    } rounds[] = { { 4, 100 }, { 5, 60 }, { 6, 30 }, { 8, 8 } };
    int all = b->pool.threads, asked = b->pool.asked;

    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        struct cost alone, together;
        uint64_t hash = 0;

        set_depth(b, rounds[i].depth);
        b->pool.threads = b->pool.asked = 1;
        if (play_all(b, rounds[i].openings, &hash, &alone, err))
            return -1;
        b->pool.threads = all;
        b->pool.asked = asked;
        if (play_all(b, rounds[i].openings, &hash, &together, err))
            return -1;
        fprintf(stderr, "depth %d: %6.0f games/s on 1 thread, %6.0f on %d (time x %.2f)",
                rounds[i].depth, alone.games / alone.seconds, together.games / together.seconds,
                all, together.seconds / alone.seconds);
        print_instructions(&alone);
    }
    return 0;
}

/* A shipped genome against itself: what its kind of evaluation costs. */
static int print_genome_speed(struct bench *b, const char *name, int depth, size_t openings,
                              struct err *err)
{
    struct games games;
    struct cost cost;
    char text[64];
    int status = games_init(&games, "bench", 2, err);

    snprintf(text, sizeof text, "%s:depth=%d", name, depth);
    for (int i = 0; i < 2 && status == 0; i++)
        status = player_parse(&games.player[i], text, err);
    if (status == 0)
        status =
            openings_draw(&games.openings, 6, openings, OPENING_ANY, BENCH_SEED, 0, err) ||
                    schedule_round_robin(&games.schedule, 2, PAIRS_SWAPPED, openings, 1, err) ||
                    play_games(&games, &b->pool, &cost, err)
                ? -1
                : 0;
    if (status == 0) {
        fprintf(stderr, "depth %d: %6.0f games/s of %s", depth, cost.games / cost.seconds, name);
        print_instructions(&cost);
    }
    games_release(&games);
    return status;
}

/* Genes without and with threats, and tables; on 1 thread. */
static int print_genome_speeds(struct bench *b, struct err *err)
{
    static const char *const names[] = { "fevalb", "champion-genes", "champion" };
    size_t n = BOARD_IS_USUAL ? sizeof names / sizeof *names : 1;
    int all = b->pool.threads, asked = b->pool.asked, status = 0;

    b->pool.threads = b->pool.asked = 1;
    for (size_t i = 0; i < n && status == 0; i++)
        status = print_genome_speed(b, names[i], 5, 1000, err) ||
                         print_genome_speed(b, names[i], 8, 80, err)
                     ? -1
                     : 0;
    b->pool.threads = all;
    b->pool.asked = asked;
    return status;
}

static void print_search_speed(struct bench *b)
{
    static const struct position empty = { 0 };
    struct player player = b->games.player[1];

    for (player.keys.depth = 8; player.keys.depth <= 14; player.keys.depth += 2) {
        struct progress clock;
        struct choice choice;
        double seconds;

        progress_begin(&clock);
        player_move(&player, &empty, b->pool.worker[0], (struct stream){ 0 }, &choice);
        seconds = progress_end(&clock);
        fprintf(stderr, "depth %2d from the empty board: %8.2f ms, %9" PRIu64 " nodes, %.0f M/s\n",
                player.keys.depth, 1e3 * seconds, choice.nodes,
                1e-6 * (double)choice.nodes / seconds);
    }
}

static int print_rollout_speed(struct bench *b, struct err *err)
{
    static const struct position empty = { 0 };
    struct player player;

    if (player_parse(&player, "mcts", err))
        return -1;
    for (player.keys.iterations = 10000; player.keys.iterations <= 1000000;
         player.keys.iterations *= 10) {
        struct progress clock;
        struct choice choice;
        double seconds;

        progress_begin(&clock);
        player_move(&player, &empty, b->pool.worker[0], (struct stream){ 0 }, &choice);
        seconds = progress_end(&clock);
        fprintf(stderr, "mcts from the empty board: %8.2f ms, %9" PRIu64 " roll-outs, %.2f M/s\n",
                1e3 * seconds, choice.nodes, 1e-6 * (double)choice.nodes / seconds);
    }
    player_release(&player);
    return 0;
}

static int print_speed(struct bench *b, struct err *err)
{
    if (print_game_speed(b, err) || print_genome_speeds(b, err))
        return -1;
    print_search_speed(b);
    return print_rollout_speed(b, err);
}

/* The cost, for rank 0, of sharing a job and each of its items. These items take no time to work
 * on, as the games are over. */
static int print_cluster_speed(struct pool *pool, struct err *err)
{
    enum { LONG = 1000000, ROUNDS = 200 };
    const struct watch watch = { 0 };
    bool finished;
    struct position *over = calloc(LONG, sizeof *over);
    signed char *result = calloc(LONG, 1);
    struct progress clock;
    double each, together;
    int status = over && result ? 0 : err_shortage(err, "out of memory");

    for (size_t i = 0; status == 0 && i < LONG; i++)
        over[i] = (struct position){ .all = BOARD_CELLS, .plies = CELLS };
    progress_begin(&clock);
    for (int i = 0; i < ROUNDS && status == 0; i++)
        status = solved_find_results(over, 1, pool, &watch, result, &finished, err);
    each = progress_end(&clock) / ROUNDS;
    progress_begin(&clock);
    if (status == 0)
        status = solved_find_results(over, LONG, pool, &watch, result, &finished, err);
    together = progress_end(&clock) / LONG;
    if (status == 0)
        fprintf(stderr, "%d processes: %.0f us to share a job, %.2f us per item\n", cluster_size(),
                1e6 * each, 1e6 * together);
    free(over);
    free(result);
    return status;
}

int cmd_bench(int argc, char **argv)
{
    int threads = 0, turns = 5;
    bool quick = false;
    const char *against = NULL;
    char other[4096];
    const struct option_row options[] = {
        OPTION_THREADS(threads),
        { "--signature", NULL, "prints the signature only, not the speed", OPTION_FLAG, &quick, 0,
          0 },
        { "--against", "PROGRAM",
          "another build of c4evolve: prints how many times as fast this one is", OPTION_TEXT,
          &against, 0, 0 },
        { "--turns", "N", "with --against: times that each program plays; default 5", OPTION_INT,
          &turns, 1, BENCH_TURNS_MAX },
        { 0 },
    };
    const struct cli cli = {
        .name = "bench",
        .arguments = "[OPTIONS]",
        .about =
            "Prints a signature of the program's play on stdout: the nodes of fixed searches, and\n"
            "a hash of their choices and of whole games. It changes only when play changes, not\n"
            "with the number of threads. The speed goes to stderr: a tournament of hand-picked\n"
            "genomes from 4- and 6-ply openings, where a player that is in the same position "
            "again\n"
            "does not search again; games of a hand-picked genome, of the champion without tables\n"
            "and of the one with them against themselves, on 1 thread, where every move is\n"
            "searched; deep searches of the empty board, and roll-outs; under mpirun also the "
            "cost\n"
            "of sharing a job, and --threads counts per process. Where the system counts them, "
            "the\n"
            "instructions of 1 thread are shown. With --against, two programs play the same\n"
            "matches in turns on 1 thread, and the processor time of their games is compared\n"
            "without that of their start; it fails if they play other moves.",
        .examples = "  c4evolve bench\n"
                    "  c4evolve bench --against ~/old/c4evolve --turns 10\n",
        .option = options,
    };
    struct bench b;
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    code = EXIT_DONE;
    if (against && process_find(against, other, sizeof other, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (against)
        return bench_against(other, turns, &err) ? cli_fail(EXIT_FAILED, &err) : EXIT_DONE;
    if (bench_init(&b, threads, &err) || print_signature(&b, &err) ||
        (!quick && print_speed(&b, &err)) ||
        (!quick && cluster_size() > 1 && print_cluster_speed(&b.pool, &err)))
        code = cli_fail(EXIT_FAILED, &err);
    bench_release(&b);
    return code;
}
