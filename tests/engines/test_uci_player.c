/* Engines that behave and engines that do not, as players: whatever they do is their own loss. */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "arena/games.h"
#include "engines/uci_player.h"
#include "files.h"

static const char *fake(void)
{
    const char *path = getenv("FAKE_ENGINE");

    if (!path)
        fail_msg("FAKE_ENGINE is not set to fake-engine");
    return path;
}

static int parse(struct player *player, const char *arguments, struct err *err)
{
    char text[4400];

    snprintf(text, sizeof text, "uci:'%s' %s", fake(), arguments);
    return player_parse(player, text, err);
}

static void parse_or_fail(struct player *player, const char *arguments)
{
    struct err err;

    if (parse(player, arguments, &err))
        fail_msg("%s", err.text);
}

/* Nothing that we started runs any more, nor waits to be reaped. */
static void assert_no_child(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* The engine is player 1 of two. */
static void play(struct games *c, const char *arguments, size_t openings, int threads)
{
    struct pool pool;
    struct err err;

    assert_int_equal(games_init(c, "a test", 2, &err), 0);
    assert_int_equal(player_parse(&c->player[0], "random", &err), 0);
    parse_or_fail(&c->player[1], arguments);
    assert_int_equal(openings_draw(&c->openings, 2, openings, OPENING_ANY, 1, 0, &err), 0);
    assert_int_equal(schedule_round_robin(&c->schedule, 2, PAIRS_SWAPPED, openings, 1, &err), 0);
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(c, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(c->played, 2 * openings);
    pool_release(&pool);
    assert_no_child();
}

/* Its moves are those of an engine that plays the first open column. */
static void assert_first_columns(const struct games *c, size_t index)
{
    const struct moves *moves = &c->result[index].moves;
    struct moves before = c->openings.list[c->schedule.game[index].opening];

    for (int i = before.n; i < moves->n; i++) {
        struct position pos = moves_position(&before);
        uint32_t mover = i % 2 ? c->schedule.game[index].second : c->schedule.game[index].first;
        int first = 0;

        while (!(playable_cells(pos.all) & column_cells(first)))
            first++;
        if (mover == 1)
            assert_int_equal(moves->column[i], first);
        moves_push(&before, moves->column[i]);
    }
}

static void good_engines_play_on(void **state)
{
    static const char *const how[] = { "well", "noise", "ponder", "slow", "both" };

    (void)state;
    for (size_t k = 0; k < sizeof how / sizeof *how; k++) {
        for (int threads = 1; threads <= 2; threads++) {
            struct games c;

            play(&c, how[k], 4, threads);
            assert_int_equal(c.forfeits.n, 0);
            for (size_t i = 0; i < c.schedule.n; i++) {
                struct position end = moves_position(&c.result[i].moves);

                assert_int_not_equal(position_outcome(&end), OUTCOME_NONE);
                assert_first_columns(&c, i);
            }
            assert_false(player_deterministic(&c.player[1]));
            games_release(&c);
        }
    }
}

static void bad_engines_lose_their_games(void **state)
{
    static const struct {
        const char *arguments, *why;
    } rows[] = {
        { "crash 2", "the engine was killed by signal 11" },
        { "exit 1", "the engine ended with status 3: out of ideas" },
        { "exit 3", "the engine ended with status 3: out of ideas" },
        { "hang 2:timeout=0.2", "the engine did not say 'bestmove' in time (timeout 0.2 s)" },
        { "garbage 2:timeout=0.2", "the engine did not say 'bestmove' in time" },
        { "close 2", "the engine closed its output" },
        { "illegal 2", "illegal move 'P@d9' in " },
        { "none 2", "illegal move '(none)' in " },
        { "empty 2", "illegal move '' in " },
        { "escape 2", "illegal move '?[31mred' in " },
    };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct games c;
        size_t over = 0;

        play(&c, rows[k].arguments, 2, 2);
        for (size_t i = 0; i < c.schedule.n; i++) {
            const struct forfeit *f = forfeits_find(&c.forfeits, i);

            if (!f) { /* the game was over before */
                over++;
                continue;
            }
            assert_int_equal(f->player, 1);
            assert_int_equal(c.result[i].outcome,
                             c.schedule.game[i].first == 1 ? GAME_LOST : GAME_WON);
            if (!strstr(f->why, rows[k].why))
                fail_msg("%s: %s", rows[k].arguments, f->why);
            assert_first_columns(&c, i);
        }
        assert_in_range(over, 0, c.schedule.n - 1);
        games_release(&c);
    }
}

static void what_is_wrong_is_told_at_once(void **state)
{
    static const struct {
        const char *arguments, *why;
    } rows[] = {
        { "dead", ": the engine ended with status 7: then that went wrong" },
        { "mute:timeout=0.2", ": the engine did not say 'uciok' in time (timeout 0.2 s)" },
        { "chess", ": the engine knows neither the variant cfour nor connect4" },
        { "plain", "it has no option UCI_Variant (variant=none plays anyway)" },
        { "well:variant=shogi", ": the engine does not know the variant 'shogi'" },
        { "well:variant=connect", ": the engine does not know the variant 'connect'" },
        { "path:option.VariantPath=/no/such", ": the engine knows neither the variant" },
        { "well:option.Hash=5", ": the engine has no option 'Hash'" },
        { "well:option.Skill=5", ": the engine has no option 'Skill'" },
        { "well:ties=first", ": ties: not a key of UCI engines" },
        { "well:search=minimax", ": search: not a key of UCI engines" },
        { "well:own2=3", ": own2: not a key of UCI engines" },
        { "well:depth=0", ": depth: '0' is not a number of plies" },
    };
    struct player player;
    struct err err;

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(parse(&player, rows[k].arguments, &err), -1);
        if (!strstr(err.text, rows[k].why))
            fail_msg("%s: %s", rows[k].arguments, err.text);
    }
    assert_int_equal(player_parse(&player, "uci:no-such-engine", &err), -1);
    assert_string_equal(err.text, "uci:no-such-engine: no program 'no-such-engine' in PATH or in "
                                  "/usr/games");
    assert_int_equal(player_parse(&player, "uci:", &err), -1);
    assert_int_equal(player_parse(&player, "uci:true", &err), -1);
    assert_string_equal(err.text, "uci:true: the engine ended with status 0");
    assert_no_child();
}

/* One move of an engine in each of some positions. */
static struct choice moves_of(const char *arguments, const char *const *columns, int n)
{
    struct choice choice = { 0 };
    struct worker worker;
    struct player player;
    struct err err;

    assert_int_equal(worker_init(&worker, &err), 0);
    parse_or_fail(&player, arguments);
    for (int i = 0; i < n; i++) {
        struct position pos;

        assert_int_equal(notation_parse(&pos, columns[i], &err), 0);
        player_move(&player, &pos, &worker, (struct stream){ 0 }, &choice);
        assert_int_not_equal(choice.column, NO_MOVE);
    }
    player_release(&player); /* the engine goes with the worker */
    worker_release(&worker);
    assert_no_child();
    return choice;
}

/* What the engine was told, between the first check and "quit". */
static char *told(const char *arguments, const char *const *columns, int n)
{
    struct temp_file log = temp_file_make("");
    char *text, *begin;

    assert_int_equal(setenv("FAKE_LOG", log.path, 1), 0);
    moves_of(arguments, columns, n);
    unsetenv("FAKE_LOG");
    text = read_whole(log.path);
    begin = strstr(text, "quit\n");
    assert_non_null(begin);
    memmove(text, begin + 5, strlen(begin + 5) + 1);
    temp_file_remove(&log);
    return text;
}

static void the_protocol_is_kept(void **state)
{
    static const char *const game[] = { "-", "14", "1423", "4" };
    static const char new_game[] = "ucinewgame\nisready\n";
    char wanted[1000];
    char *text = told("well:depth=3,option.Skill Level=7,option.clear hash=", game, 4);

    (void)state;
    snprintf(wanted, sizeof wanted,
             "uci\nsetoption name Skill Level value 7\nsetoption name clear hash\n"
             "setoption name UCI_Variant value connect4\nisready\n"
             "%sposition startpos\ngo depth 3\n"
             "position fen 7/7/7/7/7/P2p3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 2 2\n"
             "go depth 3\n"
             "%sposition fen 7/7/7/7/7/PPpp3[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - - 4 3\ngo "
             "depth 3\n"
             "%sposition fen 7/7/7/7/7/3P3[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 1 1\n"
             "go depth 3\nquit\n",
             new_game, new_game, new_game);
    assert_string_equal(text, wanted);
    free(text);
}

static void limits_are_sent(void **state)
{
    static const struct {
        const char *arguments, *go;
    } rows[] = {
        { "well", "\ngo depth 5\n" },
        { "well:depth=9", "\ngo depth 9\n" },
        { "well:nodes=1000", "\ngo nodes 1000\n" },
        { "well:time=0.25", "\ngo movetime 250\n" },
        { "well:time=0.0001", "\ngo movetime 1\n" },
        { "well:time=2,nodes=7,depth=3", "\ngo depth 3 nodes 7 movetime 2000\n" },
    };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *text = told(rows[k].arguments, (const char *const[]){ "-" }, 1);

        if (!strstr(text, rows[k].go))
            fail_msg("%s: %s", rows[k].arguments, text);
        free(text);
    }
}

static void variants_are_found(void **state)
{
    static const struct {
        const char *arguments, *lines;
    } rows[] = {
        { "both", "uci\nsetoption name UCI_Variant value cfour\nisready\n" },
        { "both:variant=connect4", "uci\nsetoption name UCI_Variant value connect4\nisready\n" },
        { "both:variant=chess", "uci\nsetoption name UCI_Variant value chess\nisready\n" },
        { "plain:variant=none", "uci\nisready\n" },
        { "path:option.VariantPath=README.md",
          "uci\nsetoption name VariantPath value README.md\nuci\n"
          "setoption name UCI_Variant value connect4\nisready\n" },
        { "path", "/configs/uci/connect4.ini\nuci\nsetoption name UCI_Variant value connect4\n" },
    };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *text = told(rows[k].arguments, (const char *const[]){ "-" }, 1);

        if (!strstr(text, rows[k].lines))
            fail_msg("%s: %s", rows[k].arguments, text);
        free(text);
    }
}

static void what_it_says_is_understood(void **state)
{
    static const char *const how[] = { "well", "noise" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct choice choice = moves_of(how[i], (const char *const[]){ "111111" }, 1);

        assert_int_equal(choice.column, 1);
        assert_int_equal(choice.depth, 3);
        assert_int_equal(choice.nodes, 77);
        assert_int_equal(choice.value, EVAL_UNITS / 4);
    }
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

/* One process for each worker and player; after a failure another one. */
static void engines_are_started_as_often_as_needed(void **state)
{
    static const struct {
        const char *arguments;
        int threads;
        size_t low, high; /* starts, besides the first check */
    } rows[] = { { "well", 1, 1, 1 }, { "well", 2, 1, 2 }, { "illegal 1", 2, 8, 8 } };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct temp_file log = temp_file_make("");
        struct games c;
        char *text;

        setenv("FAKE_LOG", log.path, 1);
        play(&c, rows[k].arguments, 4, rows[k].threads);
        unsetenv("FAKE_LOG");
        text = read_whole(log.path);
        assert_in_range(count(text, "uci\n"), rows[k].low + 1, rows[k].high + 1);
        games_release(&c);
        temp_file_remove(&log);
        free(text);
    }
}

/* An engine that does not end when it is told to is ended. */
static void nobody_stays(void **state)
{
    (void)state;
    moves_of("stubborn", (const char *const[]){ "-" }, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_engines_play_on),
        cmocka_unit_test(bad_engines_lose_their_games),
        cmocka_unit_test(what_is_wrong_is_told_at_once),
        cmocka_unit_test(the_protocol_is_kept),
        cmocka_unit_test(limits_are_sent),
        cmocka_unit_test(variants_are_found),
        cmocka_unit_test(what_it_says_is_understood),
        cmocka_unit_test(engines_are_started_as_often_as_needed),
        cmocka_unit_test(nobody_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
