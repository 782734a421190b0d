#include "cmd/cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/num.h"
#include "cmd/progress.h"
#include "report/tournament_report.h"

struct match_options {
    int games, threads;
    uint64_t seed;
    const char *openings, *first, *pgn, *sprt;
    bool json;
};

/* Games without --games: as usual, and as many as a test may need. */
#define USUAL_GAMES   100
#define AT_MOST_GAMES 20000

#define ERROR_RATE 0.05 /* of a test, either way */

/* A file, unless it is a number or "empty". */
static bool names_file(const char *openings)
{
    return openings[strspn(openings, "0123456789-")] != '\0' && strcmp(openings, "empty") != 0;
}

static int draw_openings(struct games *c, const struct match_options *o, size_t wanted,
                         struct err *err)
{
    long plies;

    if (strcmp(o->openings, "empty") == 0)
        return openings_empty(&c->openings, err);
    if (names_file(o->openings) && access(o->openings, F_OK) == 0)
        return openings_read(&c->openings, o->openings, err);
    if (num_parse_long(o->openings, &plies) || plies < 1 || plies > 20)
        return err_set(err,
                       "--openings: '%s' is neither 'empty' nor a file, nor a number of plies from "
                       "1 to 20",
                       o->openings);
    return openings_draw(&c->openings, (int)plies, wanted, OPENING_ANY, o->seed, 0, err);
}

/* The number of games: every opening of a file twice, unless the user says otherwise. */
static size_t games_of(const struct games *c, const struct match_options *o, bool alternate)
{
    if (o->games)
        return (size_t)o->games;
    if (o->sprt)
        return AT_MOST_GAMES;
    return names_file(o->openings) ? (alternate ? 2 : 1) * c->openings.n : USUAL_GAMES;
}

/* If there are too few openings they are used again, beginning with the first. */
static int make_schedule(struct games *c, const struct match_options *o, struct err *err)
{
    bool alternate = strcmp(o->first, "alternate") == 0;
    bool b_first = strcmp(o->first, "b") == 0;
    size_t wanted = o->games ? (size_t)o->games : o->sprt ? AT_MOST_GAMES : USUAL_GAMES;
    size_t starts, games;

    if (!alternate && !b_first && strcmp(o->first, "a") != 0)
        return err_set(err, "--first: '%s' is not one of alternate, a, b", o->first);
    if (o->sprt && !alternate)
        return err_set(err, "--sprt counts game pairs: it needs --first alternate");
    if (draw_openings(c, o, alternate ? (wanted + 1) / 2 : wanted, err))
        return -1;
    games = games_of(c, o, alternate);
    starts = alternate ? (games + 1) / 2 : games;
    if (schedule_pair(&c->schedule, b_first, !b_first, alternate ? PAIRS_SWAPPED : PAIRS_FIRST,
                      c->openings.n, (starts + c->openings.n - 1) / c->openings.n, err))
        return -1;
    c->schedule.n = games;
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

static const char *const sprt_answers[] = {
    [SPRT_OPEN] = "open", [SPRT_LOWER] = "lower", [SPRT_UPPER] = "upper"
};

/* test may be NULL. */
static void print_json(const struct games *c, const struct tally *tally, const struct sprt *test)
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
    if (test) {
        json_string(&j, "sprt", sprt_answers[test->answer]);
        json_number(&j, "llr", test->llr);
    }
    tournament_report_forfeits(&j, c);
    json_end(&j, '}');
    putchar('\n');
}

static void print_side(const char *label, struct wdl w)
{
    if (wdl_games(w))
        printf("  %-12s +%u =%u -%u   %.3f\n", label, w.wins, w.draws, w.losses, wdl_score(w));
}

static void print_test(const struct games *c, const struct sprt *test)
{
    printf("SPRT %g,%g: ", test->elo0, test->elo1);
    if (test->answer == SPRT_OPEN)
        printf("not decided");
    else
        printf("%s is ahead by %s than %g Elo", c->player[0].name,
               test->answer == SPRT_UPPER ? "more" : "less",
               test->answer == SPRT_UPPER ? test->elo0 : test->elo1);
    printf(" (log likelihood ratio %.2f, bounds %.2f and %.2f)\n", test->llr, test->low,
           test->high);
}

static void print_text(const struct games *c, const struct tally *tally, const struct sprt *test)
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
    if (test)
        print_test(c, test);
}

static int play(struct games *c, const struct match_options *o, struct match *match,
                struct err *err)
{
    if (!o->sprt)
        return progress_play(c, o->threads, err);
    return progress_play_test(c, match, (uint32_t)(c->schedule.n / 2), o->threads, err);
}

static int read_test(struct match *match, const struct match_options *o, struct err *err)
{
    match->sequential = o->sprt != NULL;
    if (!o->sprt || sprt_parse(&match->sprt, o->sprt, ERROR_RATE, ERROR_RATE, err) == 0)
        return 0;
    return err_prefix(err, "--sprt");
}

static int run(const struct match_options *o, char **names)
{
    struct games c = { 0 };
    struct match match = { 0 };
    struct tally tally;
    struct err err;
    int code = EXIT_DONE;

    if (read_test(&match, o, &err) || prepare(&c, o, names, &err) ||
        (o->pgn && cli_check_writable(o->pgn, &err))) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (play(&c, o, &match, &err)) {
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        tally = crosstable_tally(&c.table, 0, 1);
        (o->json ? print_json : print_text)(&c, &tally, o->sprt ? &match.sprt : NULL);
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
    struct match_options o = { .seed = 1, .openings = "4", .first = "alternate" };
    const struct option_row options[] = {
        { "--games", "N",
          "games; default 100, a file of openings twice, or up to 20000 with --sprt", OPTION_INT,
          &o.games, 1, 100000000 },
        { "--openings", "HOW|FILE",
          "empty, plies of random openings, or a file of openings; default 4", OPTION_TEXT,
          &o.openings, 0, 0 },
        { "--sprt", "E0,E1", "stops once the Elo lead of A is clearly above E0 or below E1",
          OPTION_TEXT, &o.sprt, 0, 0 },
        { "--first", "alternate|a|b", "who moves first; alternate: both, from each opening",
          OPTION_TEXT, &o.first, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_THREADS(o.threads),
        { "--json", NULL, "prints one JSON object, from A's point of view", OPTION_FLAG, &o.json, 0,
          0 },
        { "--pgn", "FILE", "writes the games to FILE in PGN", OPTION_TEXT, &o.pgn, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
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
                    "  c4evolve match mine.ini fevalb --sprt 0,10 --openings 8\n"
                    "  c4evolve openings --plies 6 --count 50 >six.txt\n"
                    "  c4evolve match mine.ini fevalb --openings six.txt\n"
                    "  c4evolve match forward random --openings empty --first a\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv + 1) : code;
}
