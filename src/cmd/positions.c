#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/pgn.h"
#include "base/num.h"
#include "cmd/progress.h"
#include "report/position_report.h"
#include "search/book.h"
#include "search/worker.h"
#include "truth/position_make.h"

#define COUNT_MAX 100000000

struct positions_options {
    int count, threads;
    uint64_t seed;
    const char *plies, *from, *set, *out, *info;
    struct text_list without;
    bool scores, json, csv;
};

/* "A..B", or "A" for a single number; NULL for any. */
static int parse_plies(const char *text, struct position_recipe *r, struct err *err)
{
    const char *dots = text ? strstr(text, "..") : NULL;
    char first[16];
    long low, high;

    r->low = 0;
    r->high = CELLS - 1;
    if (!text)
        return 0;
    snprintf(first, sizeof first, "%.*s", (int)(dots ? dots - text : 15), text);
    if (num_parse_long(first, &low) || num_parse_long(dots ? dots + 2 : first, &high) || low < 0 ||
        high >= CELLS || low > high)
        return err_set(err, "--plies: '%s' is not A..B, with plies from 0 to %d", text, CELLS - 1);
    r->low = (int)low;
    r->high = (int)high;
    return 0;
}

/* What the command line names: positions to leave out, games to follow. */
struct inputs {
    struct position_keys without;
    struct moves *game;
    size_t games;
};

static void inputs_release(struct inputs *in)
{
    position_keys_release(&in->without);
    free(in->game);
}

/* Reads the games of a file; their checksum becomes part of the recipe. */
static int read_games(const char *path, struct position_recipe *r, struct inputs *in,
                      struct err *err)
{
    struct pgn_list list;

    if (pgn_read(&list, path, err))
        return err_prefix(err, "--from");
    in->game = malloc((list.n + 1) * sizeof *in->game);
    for (size_t i = 0; in->game && i < list.n; i++) {
        in->game[i] = list.result[i].moves;
        r->without = book_checksum(r->without + 1, in->game[i].column, in->game[i].n);
    }
    in->games = list.n;
    r->from = SOURCE_PGN;
    pgn_list_release(&list);
    if (!in->game)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: %zu games", in->games);
    return in->games ? 0 : err_set(err, "--from: %s has no games", path);
}

static int parse_source(const char *text, struct position_recipe *r, struct inputs *in,
                        struct err *err)
{
    if (access(text, F_OK) == 0)
        return read_games(text, r, in, err);
    for (int i = 0; i < SOURCE_PGN; i++) {
        if (strcmp(text, position_source_name[i]) == 0) {
            r->from = (enum position_source)i;
            return 0;
        }
    }
    return err_set(err, "--from: '%s' is not one of random, games, leaves, mix, nor a PGN file",
                   text);
}

static int parse_part(const char *text, struct position_recipe *r, struct err *err)
{
    for (int i = OPENING_TRAIN; i < OPENING_SETS; i++) {
        if (strcmp(text, opening_set_name[i]) == 0) {
            r->part = (enum opening_set)i;
            return 0;
        }
    }
    return err_set(err, "--set: '%s' is not one of train, validate, test", text);
}

/* Reads what the command line asks for. */
static int prepare(const struct positions_options *o, struct position_recipe *r, struct inputs *in,
                   struct err *err)
{
    *r = (struct position_recipe){
        .seed = o->seed, .count = (uint64_t)o->count, .scores = o->scores, .rules = POSITION_RULES
    };
    if (o->count == 0 || !o->out)
        return err_set(err, "positions: needs --count and -o, or --info");
    if (o->json || o->csv)
        return err_set(err, "positions: --json and --csv need --info");
    for (int i = 0; i < o->without.n; i++)
        if (position_keys_add(&in->without, o->without.item[i], err))
            return err_prefix(err, "--without");
    r->without = position_keys_checksum(&in->without);
    return parse_plies(o->plies, r, err) || parse_source(o->from, r, in, err) ||
                   parse_part(o->set, r, err)
               ? -1
               : 0;
}

/* Says how it ended. */
static int tell_end(const struct positions_options *o, size_t made, bool finished, double seconds)
{
    if (!finished)
        return cli_failf(EXIT_FAILED,
                         "interrupted: %zu of %d positions are saved in %s and %s.part\n"
                         "to continue, run the same command again",
                         made, o->count, o->out, o->out);
    fprintf(stderr, "%zu positions, %.1f s\n", made, seconds);
    if (made < (size_t)o->count)
        return cli_failf(EXIT_FAILED, "only %zu distinct positions were found", made);
    return EXIT_DONE;
}

static int make(const struct positions_options *o, const struct position_recipe *recipe,
                const struct inputs *in)
{
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    struct book book;
    struct position_work work = { .pool = &pool,
                                  .watch = &watch,
                                  .without = &in->without,
                                  .game = in->game,
                                  .games = in->games };
    size_t made = 0;
    bool finished = false;
    double seconds;
    struct err err;
    int status;

    if (book_read_shipped(&book, &err))
        return cli_fail(EXIT_FAILED, &err);
    work.book = book.n > 0 ? &book : NULL;
    status = pool_init(&pool, o->threads, &worker_memory, &err);
    progress_begin(&progress);
    if (status == 0)
        status = position_make(o->out, recipe, &work, &made, &finished, &err);
    seconds = progress_end(&progress);
    pool_release(&pool);
    book_release(&book);
    return status ? cli_fail(EXIT_FAILED, &err) : tell_end(o, made, finished, seconds);
}

static int run_make(const struct positions_options *o)
{
    struct position_recipe recipe;
    struct inputs in = { 0 };
    struct err err;
    int code = prepare(o, &recipe, &in, &err) ? cli_fail(EXIT_USAGE, &err) : make(o, &recipe, &in);

    inputs_release(&in);
    return code;
}

static int run_info(const struct positions_options *o)
{
    struct position_set set;
    struct err err;
    int status = 0;

    if (o->json && o->csv)
        return cli_failf(EXIT_USAGE, "--json and --csv cannot be combined");
    if (o->out || o->count)
        return cli_failf(EXIT_USAGE, "positions: --info does not take --count and -o");
    if (position_set_read(&set, o->info, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (o->json)
        position_report_json(&set, stdout);
    else
        status = (o->csv ? position_report_csv : position_report_text)(&set, stdout, &err);
    position_set_release(&set);
    return status ? cli_fail(EXIT_FAILED, &err) : EXIT_DONE;
}

int cmd_positions(int argc, char **argv)
{
    struct positions_options o = { .seed = 1, .from = "mix", .set = "train" };
    const struct option_row options[] = {
        { "--count", "N", "number of positions", OPTION_INT, &o.count, 1, COUNT_MAX },
        { "-o", "FILE", "file to write them to", OPTION_TEXT, &o.out, 0, 0 },
        { "--plies", "A..B", "plies of the positions; default: any number", OPTION_TEXT, &o.plies,
          0, 0 },
        { "--from", "random|games|leaves|mix|FILE", "where they come from; default mix",
          OPTION_TEXT, &o.from, 0, 0 },
        { "--set", "train|validate|test", "one of three disjoint sets; default train", OPTION_TEXT,
          &o.set, 0, 0 },
        { "--without", "FILE", "leaves out the positions of this file; may be repeated",
          OPTION_LIST, &o.without, 0, 0 },
        { "--scores", NULL, "exact scores instead of win, draw or loss: slower", OPTION_FLAG,
          &o.scores, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_THREADS(o.threads),
        { "--info", "FILE", "prints what a set holds, by plies and result", OPTION_TEXT, &o.info, 0,
          0 },
        { "--json", NULL, "with --info: prints JSON, one object", OPTION_FLAG, &o.json, 0, 0 },
        { "--csv", NULL, "with --info: prints CSV, a row for each number of plies", OPTION_FLAG,
          &o.csv, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "positions",
        .arguments = "--count N -o FILE [OPTIONS] | --info FILE",
        .about =
            "Makes a set of solved positions, for regression. No two are equal or mirror images.\n"
            "Games that are over, and positions that the side to move wins at once, are left out:\n"
            "an evaluation is not asked there. Positions come from random moves (random), games "
            "of\n"
            "noisy shallow searches (games) or the ends of what searches look ahead to (leaves);\n"
            "mix is a quarter, a quarter and a half of these. With a PGN file, positions are "
            "those\n"
            "of its games and of up to five moves after leaving one. Every number of plies gets\n"
            "the same share; of early positions, where fewer exist, the set holds all.\n\n"
            "A position belongs to one of the sets train, validate and test for all seeds: 14, 1\n"
            "and 1 in 16. Positions of up to 8 plies are all in train.\n\n"
            "Test sets that others have published are not part of the program, which therefore\n"
            "cannot keep away from them by itself. Give each to --without, in every set that you\n"
            "train or choose on: then no set holds any of their positions or mirror images. Such "
            "a\n"
            "file is a set, or text: the first word of each line is a position.\n\n"
            "Finished blocks are kept in FILE, and the current one in FILE.part. If interrupted\n"
            "or killed, run the same command again to continue. The result depends neither on "
            "that\n"
            "nor on the number of threads.",
        .examples = "  c4evolve positions --count 1000000 --without public.txt -o train.c4p\n"
                    "  c4evolve positions --count 20000 --set test -o test.c4p\n"
                    "  c4evolve positions --info train.c4p\n",
        .option = options,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    progress_stop(); /* now: a signal may come before the first position is drawn */
    return o.info ? run_info(&o) : run_make(&o);
}
