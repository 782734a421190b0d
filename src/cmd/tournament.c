#include "cmd/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/run.h"
#include "report/tournament_report.h"

struct tournament_options {
    int threads;
    bool json;
    const char *csv, *pgn;
    struct text_list set;
};

/* A bad path is found before the games are played, not after. */
static int check_paths(const struct tournament_options *o, struct err *err)
{
    if (o->csv && o->pgn && strcmp(o->csv, o->pgn) == 0)
        return err_set(err, "--csv and --pgn name the same file, %s", o->csv);
    return (o->csv && cli_check_writable(o->csv, err)) ||
                   (o->pgn && cli_check_writable(o->pgn, err))
               ? -1
               : 0;
}

/* The games are forgotten once they are written: what follows needs the memory. */
static int write_files(struct tournament *t, const struct tournament_options *o, struct err *err)
{
    struct err why;
    int status = 0;

    err->text[0] = '\0';
    if (o->csv && tournament_write_csv(o->csv, t, &why))
        status = err_add(err, "%s", why.text);
    if (o->pgn && contest_write_pgn(&t->contest, o->pgn, &why))
        status = err_add(err, "%s", why.text);
    contest_forget_games(&t->contest);
    return status;
}

static int print_result(const struct tournament *t, bool json, struct err *err)
{
    struct tournament_result result;

    if (tournament_result_init(&result, t, err))
        return -1;
    if (json)
        tournament_print_json(stdout, &result);
    else
        tournament_print(stdout, &result, cli_terminal_width(STDOUT_FILENO, 120));
    tournament_result_release(&result);
    return 0;
}

/* A file that cannot be written does not keep the result from being printed. */
static int run(const struct tournament_options *o, const char *path)
{
    struct tournament t;
    struct err err;
    int code = EXIT_DONE;

    if (tournament_read(&t, path, o->set.item, o->set.n, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (check_paths(o, &err)) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (run_contest(&t.contest, o->threads, &err)) {
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        if (run_interrupted(&t.contest))
            code = EXIT_FAILED;
        if (write_files(&t, o, &err))
            code = cli_fail(EXIT_FAILED, &err);
        if (print_result(&t, o->json, &err))
            code = cli_fail(EXIT_FAILED, &err);
    }
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
