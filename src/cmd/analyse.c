#include "cmd/cli.h"

#include <stdlib.h>
#include <string.h>

#include "arena/pgn.h"
#include "cmd/player_arg.h"
#include "cmd/progress.h"
#include "report/analysis_report.h"
#include "report/page.h"
#include "game/forms.h"

struct analyse_options {
    const char *player, *html, *command;
    int threads, game;
    bool json;
};

/* The games that were asked for. */
struct games_read {
    struct pgn_list pgn; /* empty if the moves were given */
    struct analysis *analysis;
    struct analysed_game *game;
    size_t n;
};

static void drop_games(struct games_read *g)
{
    pgn_list_release(&g->pgn);
    free(g->analysis);
    free(g->game);
    *g = (struct games_read){ 0 };
}

static int make_room(struct games_read *g, size_t n, struct err *err)
{
    g->analysis = calloc(n, sizeof *g->analysis);
    g->game = calloc(n, sizeof *g->game);
    if (!g->analysis || !g->game)
        return err_shortage(err, "out of memory: %zu games", n);
    g->n = n;
    return 0;
}

/* A list of moves is digits; anything else is the name of a file. */
static bool is_moves(const char *text)
{
    return strcmp(text, "-") == 0 || (*text && strspn(text, "0123456789") == strlen(text));
}

static int read_moves(struct games_read *g, const char *text, struct err *err)
{
    struct moves moves;

    if (moves_read(&moves, text, err) || make_room(g, 1, err))
        return -1;
    if (moves.n == 0)
        return err_set(err, "there are no moves to analyse");
    analysis_begin(&g->analysis[0], &moves, 0, ANALYSIS_SCORES_FROM, "X", "O");
    g->game[0] = (struct analysed_game){ { "", "" }, &g->analysis[0] };
    return 0;
}

static int read_pgn(struct games_read *g, const char *path, int only, struct err *err)
{
    size_t from = only ? (size_t)only - 1 : 0;

    if (pgn_read(&g->pgn, path, err))
        return -1;
    if (from >= g->pgn.n)
        return err_set(err, "%s: has only %zu games", path, g->pgn.n);
    if (make_room(g, only ? 1 : g->pgn.n, err))
        return -1;
    for (size_t i = 0; i < g->n; i++) {
        const struct pgn_names *names = &g->pgn.names[from + i];

        analysis_begin(&g->analysis[i], &g->pgn.result[from + i].moves,
                       g->pgn.opening_plies[from + i], ANALYSIS_SCORES_FROM, "X", "O");
        g->game[i] = (struct analysed_game){ { names->first, names->second }, &g->analysis[i] };
    }
    return 0;
}

static int print(const struct games_read *g, const struct analyse_options *o, const char *asked,
                 struct err *err)
{
    struct page_result page = { .kind = "analysis",
                                .name = "Analysed games",
                                .command = o->command,
                                .analysed = g->game,
                                .analysed_n = g->n };

    if (o->json)
        analysis_report_json(g->game, g->n, asked, stdout);
    for (size_t i = 0; i < g->n && !o->json; i++) {
        if (i)
            putchar('\n');
        if (analysis_report_text(&g->game[i], o->game ? (size_t)o->game : i + 1, asked, stdout,
                                 err))
            return -1;
    }
    return o->html ? page_save_result(o->html, &page, err) : 0;
}

static int analyse(struct games_read *g, const struct player *player, const struct book *book,
                   const struct analyse_options *o, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct worker worker;
    struct pool pool;
    bool finished = true;
    int status;

    if (pool_init(&pool, o->threads, &worker_memory, err))
        return -1;
    progress_begin(&progress);
    status = analyses_solve(g->analysis, g->n, book, &pool, &watch, &finished, err);
    progress_end(&progress);
    pool_release(&pool);
    if (status || worker_init(&worker, err))
        return -1;
    worker_set_stop(&worker, watch.stop);
    for (size_t i = 0; i < g->n && finished; i++)
        finished = analysis_finish(&g->analysis[i], player, book, &worker) == 0;
    status =
        finished ? print(g, o, player ? player->name : NULL, err) : err_set(err, "interrupted");
    worker_release(&worker);
    return status;
}

static int run(const char *what, const struct analyse_options *o)
{
    struct player_arg arg = { 0 };
    struct games_read g = { 0 };
    struct book book = { 0 };
    struct err err;
    int code = EXIT_DONE;

    if ((is_moves(what) ? read_moves(&g, what, &err) : read_pgn(&g, what, o->game, &err)) ||
        (o->html && cli_check_writable(o->html, &err)) ||
        (o->player && player_arg_parse(&arg, o->player, &err)))
        code = cli_fail(EXIT_USAGE, &err);
    else if (book_read_shipped(&book, &err) ||
             analyse(&g, o->player ? &arg.player : NULL, &book, o, &err))
        code = cli_fail(EXIT_FAILED, &err);
    book_release(&book);
    if (arg.player.name)
        player_arg_release(&arg);
    drop_games(&g);
    return code;
}

int cmd_analyse(int argc, char **argv)
{
    struct analyse_options o = { 0 };
    const struct option_row options[] = {
        { "--player", "PLAYER", "also shows what this player would have played", OPTION_TEXT,
          &o.player, 0, 0 },
        { "--game", "N", "only this game of the file; default all", OPTION_INT, &o.game, 1,
          1000000000 },
        { "--html", "FILE", "also writes the games to FILE as a web page", OPTION_TEXT, &o.html, 0,
          0 },
        { "--json", NULL, "prints one JSON object instead of text", OPTION_FLAG, &o.json, 0, 0 },
        OPTION_THREADS(o.threads),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "analyse",
        .arguments = "MOVES|FILE.pgn [OPTIONS]",
        .about =
            "Goes through a game, or all games of a PGN file as 'match --pgn' writes it, move by\n"
            "move: what each move was worth with best play, where the result changed hands, what\n"
            "should have been played, and why. A mistake is a move that turns a win into a draw\n"
            "or a loss, or a draw into a loss. X moves first. Cells are named by column and row:\n"
            "a1 is the lower left one.",
        .examples = "  c4evolve analyse 44444432252\n"
                    "  c4evolve match champion fevalb --games 10 --pgn games.pgn\n"
                    "  c4evolve analyse games.pgn --player champion:depth=8 --html games.html\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    char *command = cli_command_line(argc, argv);
    int args, code = cli_parse(&cli, argc, argv, &args);

    o.command = command ? command : "";
    if (code == CLI_GO_ON)
        code = run(argv[1], &o);
    free(command);
    return code;
}
