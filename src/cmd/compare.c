#include "cmd/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "cmd/player_arg.h"
#include "cmd/progress.h"
#include "report/compare_report.h"
#include "report/page.h"

#define USUAL_PLIES   7 /* odd: by default evolutions use openings with an even number of plies */
#define MAX_PLIES     20
#define USUAL_GAMES   2000
#define AT_MOST_GAMES 20000 /* with a sequential test */
#define WIDTH         80

struct compare_options {
    const char *depths, *sprt, *alpha, *beta, *positions, *cache;
    int games, plies, threads;
    const char *nodes;
    uint64_t seed;
    bool all, json, timing;
    const char *html, *command; /* file of the page; the whole command line */
};

/* A comparison and all that it needs. */
struct session {
    const struct compare_options *o;
    struct comparison c;
    struct solved_set positions;
    struct mistake_table mistakes;
    struct pool pool;
    const atomic_bool *stop;
};

static void session_release(struct session *s)
{
    comparison_release(&s->c);
    mistake_table_release(&s->mistakes);
    solved_release(&s->positions);
    pool_release(&s->pool);
}

static int add_depth(struct comparison_options *c, const char *text, struct err *err)
{
    long depth;

    if (num_parse_long(text, &depth) || depth < 1 || depth > DEPTH_LIMIT)
        return err_set(err, "--depths: '%s' is not a number of plies from 1 to %d", text,
                       DEPTH_LIMIT);
    for (int i = 0; i < c->depths; i++)
        if (c->depth[i] == depth)
            return err_set(err, "--depths: %ld is given twice", depth);
    if (c->depths == COMPARISON_DEPTHS)
        return err_set(err, "--depths: more than %d of them", COMPARISON_DEPTHS);
    c->depth[c->depths++] = (int)depth;
    return 0;
}

static int read_depths(struct comparison_options *c, const char *text, struct err *err)
{
    char *copy = strdup(text), *rest;
    int status = copy ? 0 : err_shortage(err, "out of memory");

    for (char *item = copy ? strtok_r(copy, ",", &rest) : NULL; item && status == 0;
         item = strtok_r(NULL, ",", &rest))
        status = add_depth(c, item, err);
    free(copy);
    return status == 0 && c->depths == 0 ? err_set(err, "--depths: no depth is given") : status;
}

static int read_test(struct comparison_options *c, const struct compare_options *o, struct err *err)
{
    double alpha, beta;

    c->sequential = true;
    if (num_parse_double(o->alpha, &alpha) || num_parse_double(o->beta, &beta))
        return err_set(err, "--alpha and --beta must be numbers");
    return sprt_parse(&c->sprt, o->sprt, alpha, beta, err) ? err_prefix(err, "--sprt") : 0;
}

static int read_options(struct comparison_options *c, const struct compare_options *o,
                        struct err *err)
{
    int games = o->games ? o->games : o->sprt ? AT_MOST_GAMES : USUAL_GAMES;

    *c = (struct comparison_options){ .pairs = ((uint32_t)games + 1) / 2,
                                      .plies = o->plies ? o->plies : USUAL_PLIES,
                                      .seed = o->seed,
                                      .equal_nodes = true };
    if (o->nodes) {
        if (num_parse_u64(o->nodes, &c->nodes))
            return err_set(err, "--nodes: '%s' is not a whole number", o->nodes);
        c->equal_nodes = c->nodes > 0;
    }
    if (read_depths(c, o->depths, err))
        return -1;
    return o->sprt ? read_test(c, o, err) : 0;
}

/* Does a run among the players use openings of that many plies? */
static bool plies_are_seen(const struct player_arg *list, int n, int plies)
{
    for (int i = 0; i < n; i++)
        if (list[i].champion && (list[i].train_plies == plies || list[i].test_plies == plies))
            return true;
    return false;
}

static int take_players(struct session *s, char **names, int n, struct err *err)
{
    struct player_arg list[COMPARE_PLAYERS] = { 0 };
    struct comparison *c = &s->c;

    for (int i = 0; i < n; i++) {
        if (player_arg_parse(&list[i], names[i], err))
            return -1;
        c->games.player[i] = list[i].player; /* it is now owned by the comparison */
        c->of[i].champion = list[i].named ? 0 : list[i].champion;
    }
    while (!s->o->plies && c->o.plies < MAX_PLIES && plies_are_seen(list, n, c->o.plies))
        c->o.plies++;
    c->unseen = !plies_are_seen(list, n, c->o.plies);
    return 0;
}

/* Reads everything that the command line gives. */
static int prepare(struct session *s, char **names, int n, struct err *err)
{
    struct comparison_options options;

    if (n > COMPARE_PLAYERS)
        return err_set(err, "more than %d players", COMPARE_PLAYERS);
    if (read_options(&options, s->o, err) || comparison_init(&s->c, &options, (uint32_t)n, err) ||
        take_players(s, names, n, err))
        return -1;
    if (strcmp(s->o->positions, "none") != 0) {
        int status =
            solved_is_sets(s->o->positions)
                ? solved_draw(&s->positions, s->o->positions, OPENING_TEST, s->o->seed, err)
                : solved_read(&s->positions, s->o->positions, err);

        if (status)
            return err_prefix(err, "--positions");
    }
    return comparison_plan(&s->c, err);
}

static int play(struct session *s, bool *finished, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = s->stop, .progress = progress_show, .context = &progress };
    int status;

    progress_begin(&progress);
    status = comparison_play(&s->c, &s->pool, &watch, finished, err);
    progress_end(&progress);
    return status;
}

static int count_mistakes(struct session *s, bool *finished, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = s->stop, .progress = progress_show, .context = &progress };
    struct games *games = &s->c.games;
    int status;

    if (s->positions.n == 0)
        return 0;
    if (progress_solve(&s->positions, s->o->cache, &s->pool, finished, err))
        return -1;
    if (!*finished)
        return 0;
    comparison_set_main_depth(&s->c);
    progress_begin(&progress);
    status = mistake_table_init(&s->mistakes, &s->positions, games->player, games->players,
                                games->seed, &s->pool, &watch, finished, err);
    progress_end(&progress);
    for (uint32_t i = 0; status == 0 && i < games->players; i++)
        comparison_add_forfeits(&s->c, i, s->mistakes.entry[i].forfeits, s->mistakes.entry[i].why);
    return status;
}

static void note_openings(const struct comparison *c)
{
    if (c->matches && c->match[0].pairs < c->o.pairs)
        fprintf(stderr, "c4evolve: only %zu openings have %d plies: matches are shorter\n",
                c->games.openings.n, c->o.plies);
    if (!c->unseen)
        fprintf(stderr,
                "c4evolve: a run given here uses openings of %d plies, so they are not new to its "
                "champion\n",
                c->o.plies);
}

static void note_forfeits(const struct comparison *c)
{
    for (uint32_t i = 0; i < c->games.players; i++)
        if (c->of[i].forfeits)
            fprintf(stderr,
                    "c4evolve: %s gave no move %zu times, which count as losses; first: %s\n",
                    c->games.player[i].name, c->of[i].forfeits, c->of[i].forfeit);
}

/* Engines evaluate by themselves, also if their options are genes. */
static bool can_be_timed(const struct comparison *c)
{
    for (uint32_t i = 0; i < c->games.players; i++)
        if (c->games.player[i].has_genome && !c->games.player[i].keys.uci)
            return true;
    return false;
}

/* Times are not results: they go to stderr unless --timing is given. */
static int print(struct session *s, struct err *err)
{
    struct compare_print how = { s->o->all, cli_terminal_width(STDOUT_FILENO, WIDTH) };
    struct compare_result result = { &s->c, &s->mistakes };
    bool timed = !s->c.cut_short && can_be_timed(&s->c);

    if (timed && (s->o->timing || !s->o->json) && comparison_time(&s->c, err))
        return -1;
    if (s->o->json) {
        compare_report_json(&result, s->o->timing && timed, stdout);
        return 0;
    }
    if (compare_report_text(&result, &how, stdout, err))
        return -1;
    if (!timed)
        return 0;
    fflush(stdout);
    return compare_report_speed(&s->c, s->o->timing ? stdout : stderr, err);
}

static void print_json(FILE *out, const void *result)
{
    compare_report_json(result, false, out);
}

/* Writes the result as a page. */
static int write_page(const struct session *s, struct err *err)
{
    struct compare_result result = { &s->c, &s->mistakes };
    char name[256];
    struct page_result page = { .kind = "comparison",
                                .name = name,
                                .command = s->o->command,
                                .seed = s->o->seed,
                                .print = print_json,
                                .context = &result };

    snprintf(name, sizeof name, "%s against %s%s", s->c.games.player[0].name,
             s->c.games.player[1].name, s->c.games.players > 2 ? " and others" : "");
    return page_save_result(s->o->html, &page, err);
}

static int run(const struct compare_options *o, char **names, int n)
{
    struct session s = { .o = o };
    bool finished = true;
    struct err err;
    int code = EXIT_DONE;

    if (prepare(&s, names, n, &err) || (o->html && cli_check_writable(o->html, &err))) {
        session_release(&s);
        return cli_fail(EXIT_USAGE, &err);
    }
    s.stop = progress_stop();
    note_openings(&s.c);
    if (pool_init(&s.pool, o->threads, &worker_memory, &err) || play(&s, &finished, &err) ||
        (finished && count_mistakes(&s, &finished, &err))) {
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        s.c.cut_short = !finished;
        note_forfeits(&s.c);
        if (print(&s, &err) || (o->html && write_page(&s, &err)))
            code = cli_fail(EXIT_FAILED, &err);
        if (!finished) {
            fputs("c4evolve: interrupted; these are the results so far\n", stderr);
            code = EXIT_FAILED;
        }
    }
    session_release(&s);
    return code;
}

static const char about[] =
    "Tests whether A is better than B. A and B are players (see 'c4evolve help players'):\n"
    "genomes, run folders (meaning their champions), engines, and others. With more\n"
    "players, A is compared with each of the others. The output shows\n\n"
    "  - the weights that differ, scaled so that all evaluations have the same spread,\n"
    "    and the effect of each difference on the evaluation of A;\n"
    "  - score, Elo difference and likelihood of superiority (LOS) with 95% intervals, at\n"
    "    each depth and at equal nodes per move: as many as both use on average at the\n"
    "    middle depth. The sample is a game pair: two games from one opening with colours\n"
    "    swapped. Players with a depth, nodes or time of their own keep it;\n"
    "  - mistakes against perfect play, counted as in 'c4evolve truth';\n"
    "  - a verdict, and on stderr the speed, which is not a result.\n\n"
    "Openings have 7 plies, or the next number of plies that no run among the players\n"
    "uses, so that no champion has seen them; each match has its own. Everything on\n"
    "stdout is the same for any number of threads. Ctrl-C prints the results so far.";

static const struct cli description = {
    .name = "compare",
    .arguments = "A B [C...] [OPTIONS]",
    .about = about,
    .examples = "  c4evolve compare reports/gen3 fevalb\n"
                "  c4evolve compare champion fevalb rusak --depths 2,4,8 --games 1000\n"
                "  c4evolve compare reports/new reports/old --sprt 0,10\n",
    .min_args = 2,
    .max_args = -1,
};

static int parse(struct compare_options *o, int argc, char **argv, int *args)
{
    const struct option_row options[] = {
        { "--depths", "LIST", "depths in plies, separated by commas; default 4,5,6", OPTION_TEXT,
          &o->depths, 0, 0 },
        { "--games", "N", "games per match; default 2000, or at most 20000 with --sprt", OPTION_INT,
          &o->games, 1, 1000000 },
        { "--nodes", "N", "nodes per move at equal nodes; default: measured; 0 skips that match",
          OPTION_TEXT, &o->nodes, 0, 0 },
        { "--sprt", "E0,E1", "stops a match once the Elo lead is clearly above E0 or below E1",
          OPTION_TEXT, &o->sprt, 0, 0 },
        { "--alpha", "P", "error rate of --sprt if E0 is true; default 0.05", OPTION_TEXT,
          &o->alpha, 0, 0 },
        { "--beta", "P", "error rate of --sprt if E1 is true; default 0.05", OPTION_TEXT, &o->beta,
          0, 0 },
        { "--openings", "N", "plies of the openings; default 7, or more if a run given uses 7",
          OPTION_INT, &o->plies, 1, MAX_PLIES },
        { "--positions", "P", "positions for mistakes: PLIES:COUNT[,...], a file, or none",
          OPTION_TEXT, &o->positions, 0, 0 },
        { "--all", NULL, "shows all weights that differ", OPTION_FLAG, &o->all, 0, 0 },
        { "--html", "FILE", "writes the result to FILE as a web page", OPTION_TEXT, &o->html, 0,
          0 },
        { "--json", NULL, "prints one JSON object", OPTION_FLAG, &o->json, 0, 0 },
        { "--timing", NULL, "prints the speed, which varies, on stdout", OPTION_FLAG, &o->timing, 0,
          0 },
        OPTION_SEED(o->seed),
        OPTION_THREADS(o->threads),
        OPTION_CACHE(o->cache),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    struct cli cli = description;

    cli.option = options;
    return cli_parse(&cli, argc, argv, args);
}

int cmd_compare(int argc, char **argv)
{
    char *command = cli_command_line(argc, argv);
    struct compare_options o = { .seed = 1,
                                 .depths = "4,5,6",
                                 .alpha = "0.05",
                                 .beta = "0.05",
                                 .positions = "12:100,16:200,20:200,24:200",
                                 .command = command ? command : "" };
    int args;
    int code = parse(&o, argc, argv, &args);

    if (code == CLI_GO_ON)
        code = run(&o, argv + 1, args);
    free(command);
    return code;
}
