#include "cmd/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/crosstable.h"
#include "arena/pgn.h"
#include "arena/play.h"
#include "base/json.h"
#include "base/num.h"
#include "cmd/progress.h"

struct match {
    struct player player[2];
    struct openings openings;
    struct schedule schedule;
    struct game_result *result;
    struct crew crew;
    size_t played;
    double seconds;
};

struct match_options {
    int games, threads;
    uint64_t seed;
    const char *openings, *first, *pgn;
    bool json;
};

static void match_release(struct match *m)
{
    player_release(&m->player[0]);
    player_release(&m->player[1]);
    openings_release(&m->openings);
    schedule_release(&m->schedule);
    crew_release(&m->crew);
    free(m->result);
}

static int draw_openings(struct match *m, const struct match_options *o, size_t wanted,
                         struct err *err)
{
    long plies;

    if (strcmp(o->openings, "empty") == 0)
        return openings_empty(&m->openings, err);
    if (num_parse_long(o->openings, &plies) || plies < 1 || plies > 20)
        return err_set(err,
                       "--openings: '%s' is neither 'empty' nor a number of plies from 1 to 20",
                       o->openings);
    return openings_draw(&m->openings, (int)plies, wanted, OPENING_ANY, o->seed, 0, err);
}

/* Openings are used again from the first on when there are too few. */
static int make_schedule(struct match *m, const struct match_options *o, struct err *err)
{
    bool alternate = strcmp(o->first, "alternate") == 0;
    bool b_first = strcmp(o->first, "b") == 0;
    size_t starts = alternate ? ((size_t)o->games + 1) / 2 : (size_t)o->games;

    if (!alternate && !b_first && strcmp(o->first, "a") != 0)
        return err_set(err, "--first: '%s' is not one of alternate, a, b", o->first);
    if (draw_openings(m, o, starts, err))
        return -1;
    if (schedule_pair(&m->schedule, b_first, !b_first, alternate ? PAIRING_SWAPPED : PAIRING_FIRST,
                      m->openings.n, (starts + m->openings.n - 1) / m->openings.n, err))
        return -1;
    m->schedule.n = (size_t)o->games;
    return 0;
}

static int prepare(struct match *m, const struct match_options *o, char **names, struct err *err)
{
    if (player_parse(&m->player[0], names[0], err) || player_parse(&m->player[1], names[1], err) ||
        make_schedule(m, o, err) || crew_init(&m->crew, o->threads, err))
        return -1;
    m->result = calloc(m->schedule.n, sizeof *m->result);
    return m->result ? 0 : err_set(err, "out of memory: %zu games", m->schedule.n);
}

/* Identical games say nothing new, however many there are. */
static void warn_of_repeats(const struct match *m, const struct match_options *o)
{
    size_t distinct = m->openings.n * (strcmp(o->first, "alternate") == 0 ? 2 : 1);

    if (distinct < m->schedule.n && player_deterministic(&m->player[0]) &&
        player_deterministic(&m->player[1]))
        fprintf(
            stderr,
            "c4evolve: both players are deterministic and there are only %zu different starts:\n"
            "c4evolve: games beyond %zu repeat earlier ones, and the interval is too narrow\n",
            distinct, distinct);
}

static void play(struct match *m, const struct match_options *o)
{
    struct progress progress;
    struct play_watch watch = { .stop = interrupt_watch(),
                                .progress = progress_show,
                                .context = &progress };
    struct play_input in = { .player = m->player,
                             .openings = &m->openings,
                             .game = m->schedule.game,
                             .games = m->schedule.n,
                             .seed = o->seed };

    progress_begin(&progress, "games");
    m->played = play_games(&in, &m->crew, &watch, m->result);
    m->seconds = progress_end(&progress);
}

static int write_pgn(const struct match *m, const char *path, struct err *err)
{
    FILE *out = fopen(path, "w");
    bool failed;

    if (!out)
        return err_set(err, "%s: %s", path, strerror(errno));
    for (size_t i = 0; i < m->schedule.n; i++) {
        const struct game *game = &m->schedule.game[i];

        pgn_write(out, &(struct pgn_game){ .event = "c4evolve match",
                                           .first = m->player[game->first].name,
                                           .second = m->player[game->second].name,
                                           .round = i + 1,
                                           .opening = &m->openings.list[game->opening],
                                           .result = &m->result[i] });
    }
    failed = ferror(out);
    return fclose(out) || failed ? err_set(err, "%s: %s", path, strerror(errno)) : 0;
}

static void print_json(const struct match *m, const struct tally *tally)
{
    struct interval score = tally_interval(tally);
    struct interval elo = tally_elo(tally);
    struct json j = { .out = stdout };

    json_begin(&j, NULL, '{');
    json_string(&j, "a", m->player[0].name);
    json_string(&j, "b", m->player[1].name);
    json_integer(&j, "games", (int64_t)m->played);
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
    json_end(&j, '}');
    putchar('\n');
}

static void print_side(const char *label, struct wdl w)
{
    if (wdl_games(w))
        printf("  %-12s +%u =%u -%u   %.3f\n", label, w.wins, w.draws, w.losses, wdl_score(w));
}

static void print_text(const struct match *m, const struct crosstable *table,
                       const struct tally *tally)
{
    struct interval score = tally_interval(tally);
    struct interval elo = tally_elo(tally);

    printf("%s\n  against %s\n\n", m->player[0].name, m->player[1].name);
    printf("%zu games: %u wins, %u draws, %u losses\n", m->played, tally->games.wins,
           tally->games.draws, tally->games.losses);
    printf("score %.3f, 95%% interval %.3f to %.3f\n", score.mean, score.low, score.high);
    printf("Elo %+.0f, 95%% interval %+.0f to %+.0f; likelihood of superiority %.1f%%\n", elo.mean,
           elo.low, elo.high, 100 * tally_los(tally));
    print_side("moving first", crosstable_wdl(table, 0, 1));
    print_side("second", wdl_reverse(crosstable_wdl(table, 1, 0)));
}

static int report(const struct match *m, const struct match_options *o, struct err *err)
{
    struct crosstable table;
    struct tally tally;

    if (crosstable_init(&table, 2, err))
        return -1;
    if (crosstable_add(&table, m->schedule.game, m->result, m->schedule.n, err)) {
        crosstable_release(&table);
        return -1;
    }
    tally = crosstable_tally(&table, 0, 1);
    if (o->json)
        print_json(m, &tally);
    else
        print_text(m, &table, &tally);
    fprintf(stderr, "%.1f s, %.0f games a second\n", m->seconds,
            (double)m->played / (m->seconds > 0 ? m->seconds : 1e-9));
    crosstable_release(&table);
    return 0;
}

static int run(const struct match_options *o, char **names)
{
    struct match m = { 0 };
    struct err err;
    int code = EXIT_DONE;

    if (prepare(&m, o, names, &err)) {
        match_release(&m);
        return cli_fail(EXIT_USAGE, &err);
    }
    warn_of_repeats(&m, o);
    play(&m, o);
    if (m.played < m.schedule.n)
        fprintf(stderr, "c4evolve: interrupted after %zu of %zu games\n", m.played, m.schedule.n);
    if (report(&m, o, &err) || (o->pgn && write_pgn(&m, o->pgn, &err)))
        code = cli_fail(EXIT_FAILED, &err);
    else if (m.played < m.schedule.n)
        code = EXIT_FAILED;
    match_release(&m);
    return code;
}

int cmd_match(int argc, char **argv)
{
    struct match_options o = { .games = 100, .seed = 1, .openings = "4", .first = "alternate" };
    const struct option_row options[] = {
        {"--games",                                                 "N", "games to play; default 100", OPTION_INT, &o.games, 1, 100000000 },
        { "--openings",                             "HOW", "empty, or plies of distinct random openings; default 4",
         OPTION_TEXT, &o.openings, 0, 0 },
        { "--first",                                                 "WHO", "alternate (both colours from each opening), a or b", OPTION_TEXT,
         &o.first, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_THREADS(o.threads),
        { "--json",                                                NULL, "one object, seen from A", OPTION_FLAG, &o.json, 0, 0 },
        { "--pgn",                                             "FILE", "writes the games", OPTION_TEXT, &o.pgn, 0, 0 },
        { 0},
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
