#include "cmd/cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/num.h"
#include "cmd/progress.h"
#include "report/tournament_report.h"

struct match_options {
    int games, threads;
    uint64_t seed;
    const char *openings, *first, *pgn;
    bool json;
};

static int draw_openings(struct games *c, const struct match_options *o, size_t wanted,
                         struct err *err)
{
    long plies;

    if (strcmp(o->openings, "empty") == 0)
        return openings_empty(&c->openings, err);
    if (num_parse_long(o->openings, &plies) || plies < 1 || plies > 20)
        return err_set(err,
                       "--openings: '%s' is neither 'empty' nor a number of plies from 1 to 20",
                       o->openings);
    return openings_draw(&c->openings, (int)plies, wanted, OPENING_ANY, o->seed, 0, err);
}

/* If there are too few openings they are used again, beginning with the first. */
static int make_schedule(struct games *c, const struct match_options *o, struct err *err)
{
    bool alternate = strcmp(o->first, "alternate") == 0;
    bool b_first = strcmp(o->first, "b") == 0;
    size_t starts = alternate ? ((size_t)o->games + 1) / 2 : (size_t)o->games;

    if (!alternate && !b_first && strcmp(o->first, "a") != 0)
        return err_set(err, "--first: '%s' is not one of alternate, a, b", o->first);
    if (draw_openings(c, o, starts, err))
        return -1;
    if (schedule_pair(&c->schedule, b_first, !b_first, alternate ? PAIRS_SWAPPED : PAIRS_FIRST,
                      c->openings.n, (starts + c->openings.n - 1) / c->openings.n, err))
        return -1;
    c->schedule.n = (size_t)o->games;
    return 0;
}

static int prepare(struct games *c, const struct match_options *o, char **names, struct err *err)
{
    if (games_init(c, "c4evolve match", 2, err))
        return -1;
    c->seed = o->seed;
    return player_parse(&c->player[0], names[0], err) || player_parse(&c->player[1], names[1], err)
               ? -1
               : make_schedule(c, o, err);
}

/* Points per game. The interval is that of samples, one of which may be half a game pair. */
static struct interval score_of(const struct tally *tally)
{
    struct interval score = tally_interval(tally);

    score.mean = wdl_score(tally->games);
    score.low = fmin(score.low, score.mean);
    score.high = fmax(score.high, score.mean);
    return score;
}

static void print_json(const struct games *c, const struct tally *tally)
{
    struct interval score = score_of(tally);
    struct interval elo = tally_elo(tally);
    struct json j = { .out = stdout };

    json_begin(&j, NULL, '{');
    json_string(&j, "a", c->player[0].name);
    json_string(&j, "b", c->player[1].name);
    json_integer(&j, "games", (int64_t)c->played);
    json_integer(&j, "wins", tally->games.wins);
    json_integer(&j, "draws", tally->games.draws);
    json_integer(&j, "losses", tally->games.losses);
    json_number(&j, "score", score.mean);
    json_number(&j, "low", score.low);
    json_number(&j, "high", score.high);
    json_number(&j, "elo", elo.mean);
    json_number(&j, "elo_low", elo.low);
    json_number(&j, "elo_high", elo.high);
    json_number(&j, "los", tally_los(tally));
    tournament_report_forfeits(&j, c);
    json_end(&j, '}');
    putchar('\n');
}

static void print_side(const char *label, struct wdl w)
{
    if (wdl_games(w))
        printf("  %-12s +%u =%u -%u   %.3f\n", label, w.wins, w.draws, w.losses, wdl_score(w));
}

static void print_text(const struct games *c, const struct tally *tally)
{
    struct interval score = score_of(tally);
    struct interval elo = tally_elo(tally);

    printf("%s\n  against %s\n\n", c->player[0].name, c->player[1].name);
    printf("%zu games: %u wins, %u draws, %u losses\n", c->played, tally->games.wins,
           tally->games.draws, tally->games.losses);
    printf("score %.3f, 95%% interval %.3f to %.3f\n", score.mean, score.low, score.high);
    printf("Elo %+.0f, 95%% interval %+.0f to %+.0f; likelihood of superiority %.1f%%\n", elo.mean,
           elo.low, elo.high, 100 * tally_los(tally));
    print_side("moving first", crosstable_wdl(&c->table, 0, 1));
    print_side("second", wdl_reverse(crosstable_wdl(&c->table, 1, 0)));
}

static int run(const struct match_options *o, char **names)
{
    struct games c = { 0 };
    struct tally tally;
    struct err err;
    int code = EXIT_DONE;

    if (prepare(&c, o, names, &err) || (o->pgn && cli_check_writable(o->pgn, &err))) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (progress_play(&c, o->threads, &err)) {
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        tally = crosstable_tally(&c.table, 0, 1);
        if (o->json)
            print_json(&c, &tally);
        else
            print_text(&c, &tally);
        if (o->pgn && games_write_pgn(&c, o->pgn, &err))
            code = cli_fail(EXIT_FAILED, &err);
        else if (progress_interrupted(&c))
            code = EXIT_FAILED;
    }
    games_release(&c);
    return code;
}

int cmd_match(int argc, char **argv)
{
    struct match_options o = { .games = 100, .seed = 1, .openings = "4", .first = "alternate" };
    const struct option_row options[] = {
        { "--games", "N", "games to play; default 100", OPTION_INT, &o.games, 1, 100000000 },
        { "--openings", "HOW", "empty, or plies of distinct random openings; default 4",
          OPTION_TEXT, &o.openings, 0, 0 },
        { "--first", "alternate|a|b", "who moves first; alternate: both, from each opening",
          OPTION_TEXT, &o.first, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_THREADS(o.threads),
        { "--json", NULL, "prints one JSON object, from A's point of view", OPTION_FLAG, &o.json, 0,
          0 },
        { "--pgn", "FILE", "writes the games to FILE in PGN", OPTION_TEXT, &o.pgn, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "match",
        .arguments = "A B [OPTIONS]",
        .about =
            "Plays A against B and prints wins, draws, losses and the score of A with its 95%\n"
            "interval. The two games from one opening count as one sample. The result is the\n"
            "same for any number of threads. See 'c4evolve help players'.",
        .examples = "  c4evolve match fevalb rusak --games 200\n"
                    "  c4evolve match fevalb:depth=6 fevalb:depth=4 --openings 6 --json\n"
                    "  c4evolve match forward random --openings empty --first a\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv + 1) : code;
}
