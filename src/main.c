/*
 * c4evolve - the table of commands, and nothing else.
 */
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "base/faster.h"
#include "cmd/cli.h"
#include "cmd/complete.h"
#include "cmd/help.h"
#include "cmd/man.h"
#include "cmd/player_arg.h"
#include "cmd/pool_kinds.h"
#include "parallel/cluster.h"
#include "search/worker.h"
#include "study/programs.h"

static const struct command commands[] = {
    { "evolve", "run an evolution from a config", cmd_evolve },
    { "resume", "continue a run, or fork it", cmd_resume },
    { "experiment", "run variants of a config with several seeds and compare them",
      cmd_experiment },
    { "runs", "list runs with their state, score and size", cmd_runs },
    { "log", "print the tables of a run", cmd_log },
    { "report", "write a run as an HTML page", cmd_report },
    { "lineage", "show where a genome of a run comes from", cmd_lineage },
    { "fit", "fit weights by regression on the games of a run or a file", cmd_fit },
    { "play", "play against a player", cmd_play },
    { "watch", "watch two players, move by move", cmd_watch },
    { "move", "print the column that a player chooses in a position", cmd_move },
    { "analyse", "go through a game: mistakes, and what was better", cmd_analyse },
    { "explain", "say why a move is good or bad in a position", cmd_explain },
    { "export", "write a genome as an INI file, a C program or an engine", cmd_export },
    { "uci", "run a player as a UCI engine", cmd_uci },
    { "match", "play one player against another, with an error bar", cmd_match },
    { "compare", "test whether one player is better than others, and show why", cmd_compare },
    { "tournament", "play many players: crosstable, ratings, cycles", cmd_tournament },
    { "studies", "replay the experiments of published studies", cmd_studies },
    { "truth", "count the mistakes of players against perfect play", cmd_truth },
    { "solve", "print the exact score of positions", cmd_solve },
    { "book", "make, import or check a table of solved positions", cmd_book },
    { "positions", "make a set of solved positions for regression", cmd_positions },
    { "openings", "print distinct positions to start games from", cmd_openings },
    { "heuristic", "start a heuristic of your own in C, or check one", cmd_heuristic },
    { "genes", "list every gene with its meaning, bounds and default", cmd_genes },
    { "show", "draw a position", cmd_show },
    { "perft", "count move sequences, to check the rules", cmd_perft },
    { "bench", "print a signature of all results, and the speed", cmd_bench },
    { 0 },
};

static int version(void)
{
    char library[128];

    puts("c4evolve " C4E_VERSION);
    printf("built with " C4E_BUILT_WITH ", %s\n", cluster_library(library, sizeof library));
    return EXIT_DONE;
}

static int help(int argc, char **argv)
{
    if (argc > 2)
        return help_print(commands, argv[2]);
    help_overview(stdout, commands);
    return EXIT_DONE;
}

static int dispatch(int argc, char **argv)
{
    const struct command *command;

    if (argc < 2) {
        help_overview(stderr, commands);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0)
        return version();
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help(argc, argv);
    if (strcmp(argv[1], COMPLETE_OPTION) == 0)
        return help_complete(commands, argc, argv);
    if (strcmp(argv[1], MAN_OPTION) == 0)
        return help_man(commands, argc, argv);
    command = help_find_command(commands, argv[1]);
    if (command)
        return command->run(argc - 1, argv + 1);
    if (strstr(argv[1], ".ini"))
        return cmd_evolve(argc, argv); /* c4evolve CONFIG.ini is short for evolve */
    return help_unknown(commands, "command", argv[1]);
}

static void tell_lost(const char *lost)
{
    fprintf(stderr, "c4evolve: %s, stopping the job\n", lost);
}

/* The work of rank 0, and of a program that was started without MPI. */
static int lead(int argc, char **argv)
{
    int code = cli_finish(dispatch(argc, argv));

    cluster_end(code, tell_lost);
    return code;
}

int main(int argc, char **argv)
{
    struct err err;

#ifdef C4E_TWIN
    faster_start(C4E_TWIN, argv);
#endif
    gsl_set_error_handler_off();
    programs_add();
    player_set_source(&player_arg_source);
    if (cluster_begin(&err))
        return err.text[0] ? cli_fail(EXIT_FAILED, &err) : EXIT_FAILED;
    if (cluster_rank() == 0)
        return lead(argc, argv);
    pool_serve(pool_kinds, &worker_memory);
    cluster_end(EXIT_DONE, NULL);
    return EXIT_DONE;
}
