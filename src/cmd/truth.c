#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmd/progress.h"
#include "report/truth_report.h"

struct truth_options {
    const char *positions, *cache;
    int threads, limit;
    uint64_t seed;
    bool json, csv, list;
};

/* Everything that has to be released. */
struct truth_session {
    const struct truth_options *o;
    struct solved_set set;
    struct player *player;
    size_t players;
    struct answer *answer;
    struct pool pool;
    const atomic_bool *stop;
};

static void session_release(struct truth_session *s)
{
    solved_release(&s->set);
    for (size_t i = 0; i < s->players; i++)
        player_release(&s->player[i]);
    free(s->player);
    free(s->answer);
    pool_release(&s->pool);
}

/* Reads what the command line asks for. */
static int prepare(struct truth_session *s, char **names, size_t n, struct err *err)
{
    const struct truth_options *o = s->o;

    if (o->json && o->csv)
        return err_set(err, "--json and --csv cannot be combined");
    s->player = calloc(n, sizeof *s->player);
    if (!s->player)
        return err_shortage(err, "out of memory: %zu players", n);
    for (; s->players < n; s->players++)
        if (player_parse(&s->player[s->players], names[s->players], err))
            return -1;
    if (!solved_is_sets(o->positions)) {
        if (solved_read(&s->set, o->positions, err))
            return -1;
        if (o->limit)
            solved_thin(&s->set, (size_t)o->limit);
        return 0;
    }
    if (o->limit)
        return err_set(err, "--limit needs a file of positions");
    return solved_draw(&s->set, o->positions, OPENING_TEST, o->seed, err)
               ? err_prefix(err, "--positions")
               : 0;
}

/* Failing to move counts as a loss. */
static void note_forfeits(struct truth_session *s, const struct player *player)
{
    struct forfeits f = { 0 };

    forfeits_take(&f, &s->pool);
    if (f.n > 0)
        fprintf(stderr, "c4evolve: %s failed to move in %zu of %zu positions; %s%s\n", player->name,
                f.n, s->set.n, f.n == 1 ? "" : "in the first: ", f.list[0].why);
    forfeits_release(&f);
}

static int ask(struct truth_session *s, bool *finished, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = s->stop, .progress = progress_show, .context = &progress };
    size_t total = s->players * s->set.n;

    s->answer = calloc(total, sizeof *s->answer);
    if (!s->answer)
        return err_shortage(err, "out of memory: %zu moves", total);
    progress_begin(&progress);
    for (size_t i = 0; i < s->players && *finished; i++) {
        struct watch part = watch_part(&watch, i * s->set.n, total);

        *finished = mistakes_ask(&s->set, &s->player[i], s->o->seed, &s->pool, &part,
                                 s->answer + i * s->set.n) == s->set.n;
        note_forfeits(s, &s->player[i]);
    }
    progress_end(&progress);
    return *finished ? 0 : pool_check(&s->pool, err);
}

static int print(const struct truth_session *s, struct err *err)
{
    const struct truth_options *o = s->o;
    struct truth_report report;
    int status = 0;

    if (truth_report_init(&report, &s->set, s->player, s->players, s->answer, err))
        return -1;
    if (o->json) {
        truth_report_json(&report, stdout, o->list);
    } else if (o->csv) {
        status = o->list ? truth_report_list(&report, stdout, TABLE_CSV, err)
                         : truth_report_csv(&report, stdout, err);
    } else {
        status = truth_report_text(&report, stdout, err);
        if (status == 0 && o->list) {
            putchar('\n');
            status = truth_report_list(&report, stdout, TABLE_TEXT, err);
        }
    }
    truth_report_release(&report);
    return status;
}

static int run(const struct truth_options *o, char **names, int n)
{
    struct truth_session s = { .o = o };
    bool finished = true;
    struct err err;
    int code = EXIT_DONE;

    if (prepare(&s, names, (size_t)n, &err)) {
        session_release(&s);
        return cli_fail(EXIT_USAGE, &err);
    }
    s.stop = progress_stop(); /* not before: reading does not look at it */
    if (pool_init(&s.pool, o->threads, &worker_memory, &err) ||
        progress_solve(&s.set, o->cache, &s.pool, &finished, &err) ||
        (finished && ask(&s, &finished, &err)) || (finished && print(&s, &err))) {
        code = cli_fail(EXIT_FAILED, &err);
    } else if (!finished) {
        fputs("c4evolve: interrupted; solved positions are kept for next time\n", stderr);
        code = EXIT_FAILED;
    }
    session_release(&s);
    return code;
}

int cmd_truth(int argc, char **argv)
{
    struct truth_options o = { .seed = 1, .positions = "12:200,18:500,24:500" };
    const struct option_row options[] = {
        { "--positions", "P", "PLIES:COUNT[,...] or a file; default 12:200,18:500,24:500",
          OPTION_TEXT, &o.positions, 0, 0 },
        { "--limit", "N", "of a file, takes only N positions, evenly spread", OPTION_INT, &o.limit,
          1, 100000000 },
        { "--list", NULL, "also lists the positions with mistakes; with --csv, only these",
          OPTION_FLAG, &o.list, 0, 0 },
        { "--json", NULL, "prints JSON: one object", OPTION_FLAG, &o.json, 0, 0 },
        { "--csv", NULL, "prints CSV: a row for each player and group of positions", OPTION_FLAG,
          &o.csv, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_THREADS(o.threads),
        OPTION_CACHE(o.cache),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "truth",
        .arguments = "PLAYER... [OPTIONS]",
        .about =
            "Compares the moves of players with perfect play, without playing a game. A mistake\n"
            "is a move whose result (win, draw or loss) is worse than the best possible; 'loss'\n"
            "is the exact score that a move gives away; 'correlation' is Spearman's, between the\n"
            "bare evaluation and the exact score. Intervals are 95% intervals.\n\n"
            "Positions are drawn at random, without the training openings of evolutions with the\n"
            "same seed, or read from a file: the first word of each line, or a set made by\n"
            "'c4evolve positions'. Solved positions are kept in a file. All results except times\n"
            "are the same for any number of threads.\n"
            "With several players, the first is compared with each of the others on the same\n"
            "positions (McNemar's test).",
        .examples = "  c4evolve truth fevalb:depth=5 rusak:depth=5\n"
                    "  c4evolve truth champion.ini --positions 16:1000,24:1000 --list\n"
                    "  c4evolve truth random --positions positions.txt --json\n",
        .option = options,
        .min_args = 1,
        .max_args = -1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv + 1, args) : code;
}
