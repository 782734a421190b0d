#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text_file.h"
#include "cmd/progress.h"
#include "report/page.h"
#include "report/tournament_report.h"

struct options {
    int threads;
    bool json;
    const char *csv, *pgn, *html;
    const char *command; /* the whole command line */
    struct text_list set;
    const char *openings;
    struct tournament_options players; /* for players named on the command line; 0: not given */
};

#define USUAL_GAMES 100
#define USUAL_PLIES 8

/* Finds a bad path before the games are played. */
static int check_paths(const struct options *o, struct err *err)
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
static int write_files(struct tournament *t, const struct options *o, struct picked *picked,
                       struct err *err)
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
static int write_page(const struct tournament_report *result, const struct options *o,
                      const char *path, const struct picked *picked, struct err *err)
{
    const struct games *c = &result->t->games;
    char *config = path ? text_file_whole(path, err) : strdup("; players of the command line\n");
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

static int print_result(const struct tournament *t, const struct options *o, const char *path,
                        const struct picked *picked, struct err *err)
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
static int run(const struct options *o, char **names, int n)
{
    const char *path = n == 1 ? names[0] : NULL;
    struct picked picked = { .n = 0 };
    struct tournament t;
    struct err err;
    int code = EXIT_DONE;

    if (path
            ? tournament_read(&t, path, o->set.item, o->set.n, &err)
            : tournament_of_players(&t, (const char *const *)names, (uint32_t)n, &o->players, &err))
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

/* Openings are a number of plies, or a file. */
static int take_openings(struct options *o, struct err *err)
{
    long plies;

    if (!o->openings)
        return 0;
    if (o->openings[strspn(o->openings, "0123456789-")]) {
        o->players.file = o->openings;
        return o->players.games ? err_set(err, "--games: each opening of a file is played twice")
                                : 0;
    }
    if (num_parse_long(o->openings, &plies) || plies < 1 || plies > 20)
        return err_set(err, "--openings: '%s' is neither a file nor a number of plies from 1 to 20",
                       o->openings);
    o->players.plies = (int)plies;
    return 0;
}

/* One argument is a config, which says everything itself; more are players. */
static int check_options(struct options *o, int args, const char *first, struct err *err)
{
    struct tournament_options *p = &o->players;

    if (args == 1 && !strstr(first, ".ini") && access(first, F_OK) != 0)
        return err_set(err, "%s is neither an INI file nor two players or more", first);
    if (args == 1 && (p->games || p->depth || o->openings))
        return err_set(err, "--games, --depth and --openings are for players on the command line; "
                            "a config has keys for them, see --set");
    if (args > 1 && o->set.n)
        return err_set(err, "--set changes a config; these are players");
    if (take_openings(o, err))
        return -1;
    p->games = p->games ? p->games : USUAL_GAMES;
    p->plies = p->plies ? p->plies : USUAL_PLIES;
    return 0;
}

int cmd_tournament(int argc, char **argv)
{
    struct options o = { .players = { .seed = 1 } };
    const struct option_row options[] = {
        { "--csv", "FILE", "writes the crosstable to FILE", OPTION_TEXT, &o.csv, 0, 0 },
        { "--html", "FILE", "writes the result to FILE as a web page", OPTION_TEXT, &o.html, 0, 0 },
        { "--json", NULL, "prints one JSON object instead of tables", OPTION_FLAG, &o.json, 0, 0 },
        { "--pgn", "FILE", "writes the games to FILE in PGN", OPTION_TEXT, &o.pgn, 0, 0 },
        { "--games", "N", "games per pairing, for players; default 100", OPTION_INT,
          &o.players.games, 1, 1000000 },
        { "--depth", "D", "depth of players that do not name their own limits", OPTION_INT,
          &o.players.depth, 1, DEPTH_LIMIT },
        { "--openings", "HOW|FILE",
          "for players: plies of random openings, or a file of them; default 8", OPTION_TEXT,
          &o.openings, 0, 0 },
        OPTION_SEED(o.players.seed),
        OPTION_THREADS(o.threads),
        { "--set", "SECTION.KEY=VALUE", "changes the config; may be repeated", OPTION_LIST, &o.set,
          0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "tournament",
        .arguments = "CONFIG.ini|PLAYER... [OPTIONS]",
        .about = "Plays a tournament and prints the crosstable, ratings with 95% intervals, the\n"
                 "first-move advantage and cycles. Two or more players play a round robin in game\n"
                 "pairs, all pairings from the same openings. One argument is an INI file, whose\n"
                 "format is in 'c4evolve help tournaments'. On a terminal a table shows how it\n"
                 "stands. The result is the same for any number of threads.",
        .examples = "  c4evolve tournament configs/studies/rusak-2005-round1.ini\n"
                    "  c4evolve tournament mine.ini fevalb champion --games 400 --depth 4\n"
                    "  c4evolve tournament 'reports/gen3#70' reports/gen3 lines:depth=6\n"
                    "  c4evolve tournament my.ini --set tournament.games=50 --csv table.csv\n",
        .option = options,
        .min_args = 1,
        .max_args = -1,
    };
    struct err err;
    char *command = cli_command_line(argc, argv);
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    o.command = command ? command : "";
    if (code == CLI_GO_ON)
        code = check_options(&o, args, argv[1], &err) ? cli_fail(EXIT_USAGE, &err)
                                                      : run(&o, argv + 1, args);
    free(command);
    return code;
}
