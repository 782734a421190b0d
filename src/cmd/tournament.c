#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text_file.h"
#include "cmd/progress.h"
#include "report/page.h"
#include "report/tournament_report.h"

struct tournament_options {
    int threads;
    bool json;
    const char *csv, *pgn, *html;
    const char *command; /* the whole command line */
    struct text_list set;
};

/* Finds a bad path before the games are played. */
static int check_paths(const struct tournament_options *o, struct err *err)
{
    const char *const path[] = { o->csv, o->pgn, o->html };
    static const char *const option[] = { "--csv", "--pgn", "--html" };

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            if (path[i] && path[k] && strcmp(path[i], path[k]) == 0)
                return err_set(err, "%s and %s name the same file, %s", option[k], option[i],
                               path[i]);
    return (o->csv && cli_check_writable(o->csv, err)) ||
                   (o->pgn && cli_check_writable(o->pgn, err)) ||
                   (o->html && cli_check_writable(o->html, err))
               ? -1
               : 0;
}

/* Games for the page. */
struct picked {
    struct page_pick game[PAGE_PICKS];
    size_t n;
};

/* The games are freed once they are written: the ratings need the memory. */
static int write_files(struct tournament *t, const struct tournament_options *o,
                       struct picked *picked, struct err *err)
{
    struct err why;
    int status = 0;

    err_clear(err);
    if (o->csv && tournament_report_csv(o->csv, t, &why))
        status = err_join(err, &why);
    if (o->pgn && games_write_pgn(&t->games, o->pgn, &why))
        status = err_join(err, &why);
    if (o->html)
        picked->n = page_pick_games(&t->games, picked->game);
    games_forget_games(&t->games);
    return status;
}

static void print_json(FILE *out, const void *result)
{
    tournament_report_json(out, result);
}

/* Writes the result as a page. */
static int write_page(const struct tournament_report *result, const struct tournament_options *o,
                      const char *path, const struct picked *picked, struct err *err)
{
    const struct games *c = &result->t->games;
    char *config = text_file_whole(path, err);
    struct page_result page = { .kind = "tournament",
                                .name = c->name,
                                .command = o->command,
                                .config = config,
                                .seed = c->seed,
                                .print = print_json,
                                .context = result,
                                .player = c->player,
                                .pick = picked->game,
                                .picks = picked->n };
    int status = config ? page_save_result(o->html, &page, err) : -1;

    free(config);
    return status;
}

static int print_result(const struct tournament *t, const struct tournament_options *o,
                        const char *path, const struct picked *picked, struct err *err)
{
    struct tournament_report result;
    int status = 0;

    if (tournament_report_init(&result, t, err))
        return -1;
    if (o->json)
        tournament_report_json(stdout, &result);
    else
        tournament_report_text(stdout, &result, cli_terminal_width(STDOUT_FILENO, 120));
    if (o->html)
        status = write_page(&result, o, path, picked, err);
    tournament_report_release(&result);
    return status;
}

/* The result is printed even if a file cannot be written. */
static int run(const struct tournament_options *o, const char *path)
{
    struct picked picked = { .n = 0 };
    struct tournament t;
    struct err err;
    int code = EXIT_DONE;

    if (tournament_read(&t, path, o->set.item, o->set.n, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (check_paths(o, &err)) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (progress_play(&t.games, o->threads, &err)) {
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        if (progress_interrupted(&t.games))
            code = EXIT_FAILED;
        if (write_files(&t, o, &picked, &err))
            code = cli_fail(EXIT_FAILED, &err);
        if (print_result(&t, o, path, &picked, &err))
            code = cli_fail(EXIT_FAILED, &err);
    }
    tournament_release(&t);
    return code;
}

int cmd_tournament(int argc, char **argv)
{
    struct tournament_options o = { 0 };
    const struct option_row options[] = {
        { "--csv", "FILE", "writes the crosstable to FILE", OPTION_TEXT, &o.csv, 0, 0 },
        { "--html", "FILE", "writes the result to FILE as a web page", OPTION_TEXT, &o.html, 0, 0 },
        { "--json", NULL, "prints one JSON object instead of tables", OPTION_FLAG, &o.json, 0, 0 },
        { "--pgn", "FILE", "writes the games to FILE in PGN", OPTION_TEXT, &o.pgn, 0, 0 },
        OPTION_THREADS(o.threads),
        { "--set", "SECTION.KEY=VALUE", "changes the config; may be repeated", OPTION_LIST, &o.set,
          0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "tournament",
        .arguments = "CONFIG.ini [OPTIONS]",
        .about = "Plays the tournament of an INI file and prints the crosstable, ratings with 95%\n"
                 "intervals, the first-move advantage and cycles. The format of the file is in\n"
                 "'c4evolve help tournaments'. The result is the same for any number of threads.",
        .examples = "  c4evolve tournament configs/studies/rusak-2005-round1.ini\n"
                    "  c4evolve tournament my.ini --set tournament.games=50 --csv table.csv\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    char *command = cli_command_line(argc, argv);
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    o.command = command ? command : "";
    if (code == CLI_GO_ON)
        code = run(&o, argv[1]);
    free(command);
    return code;
}
