#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/run.h"
#include "report/tournament_report.h"

struct tournament_options {
    int threads;
    bool json;
    const char *csv, *pgn;
    struct text_list set;
};

static int terminal_width(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 120; /* a pipe or a file */
}

static int write_results(const struct tournament *t, const struct tournament_options *o,
                         struct err *err)
{
    struct tournament_result result;

    if (o->csv && tournament_write_csv(o->csv, t, err))
        return -1;
    if (o->pgn && contest_write_pgn(&t->contest, o->pgn, err))
        return -1;
    if (tournament_result_init(&result, t, err))
        return -1;
    if (o->json)
        tournament_print_json(stdout, &result);
    else
        tournament_print(stdout, &result, terminal_width());
    tournament_result_release(&result);
    return 0;
}

static int run(const struct tournament_options *o, const char *path)
{
    struct tournament t;
    struct err err;
    int code = EXIT_DONE;

    if (tournament_read(&t, path, o->set.item, o->set.n, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (run_contest(&t.contest, o->threads, &err) || write_results(&t, o, &err))
        code = cli_fail(EXIT_FAILED, &err);
    else if (run_interrupted(&t.contest))
        code = EXIT_FAILED;
    tournament_release(&t);
    return code;
}

int cmd_tournament(int argc, char **argv)
{
    struct tournament_options o = { 0 };
    const struct option_row options[] = {
        { "--csv", "FILE", "writes first,second,wins,draws,losses", OPTION_TEXT, &o.csv, 0, 0 },
        { "--json", NULL, "one object instead of tables", OPTION_FLAG, &o.json, 0, 0 },
        { "--pgn", "FILE", "writes the games", OPTION_TEXT, &o.pgn, 0, 0 },
        OPTION_THREADS(o.threads),
        { "--set", "SECTION.KEY=VALUE", "changes the config; may be repeated", OPTION_LIST, &o.set,
          0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "tournament",
        .arguments = "CONFIG.ini [OPTIONS]",
        .about =
            "Plays the tournament of an INI file and prints the crosstable, ratings with 95%\n"
            "errors, the first-move advantage and cycles. 'c4evolve help tournaments' says how\n"
            "the file is written. The result is the same for any number of threads.",
        .examples = "  c4evolve tournament configs/studies/rusak-2005-round1.ini\n"
                    "  c4evolve tournament my.ini --set tournament.games=50 --csv table.csv\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv[1]) : code;
}
