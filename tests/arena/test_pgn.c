/* Games as PGN, read back by a small reader of its own. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/pgn.h"
#include "files.h"

static struct moves moves_of(const char *text)
{
    struct moves moves;
    struct err err = { 0 };

    if (moves_parse(&moves, text, &err))
        fail_msg("%s", err.text);
    return moves;
}

static struct game_result result_of(const char *text, enum game_outcome outcome)
{
    return (struct game_result){ .outcome = (signed char)outcome, .moves = moves_of(text) };
}

/* What is written for one game; the caller frees it. */
static char *written(const char *first, const char *second, const char *opening,
                     const struct game_result *result)
{
    struct temp_file file = temp_file_make("");
    struct moves start = moves_of(opening);
    FILE *out = fopen(file.path, "w");
    char *text;

    assert_non_null(out);
    pgn_write(out, &(struct pgn_game){ .event = "a test",
                                       .first = first,
                                       .second = second,
                                       .round = 17,
                                       .opening = &start,
                                       .result = result });
    assert_int_equal(fclose(out), 0);
    text = read_whole(file.path);
    temp_file_remove(&file);
    return text;
}

static void assert_holds(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

/* Reads the move text back to columns, and checks numbers, cells and the result at its end. */
static void assert_move_text(const char *text, const char *columns, const char *result)
{
    char *copy = strdup(text), *rest, *token;
    int height[COLUMNS] = { 0 };
    int ply = 0, number = 0;

    assert_non_null(copy);
    for (token = strtok_r(copy, " \n", &rest); token && columns[ply];
         token = strtok_r(NULL, " \n", &rest)) {
        int column = columns[ply] - '1';

        if (strchr(token, '.')) {
            assert_int_equal(ply % 2, 0);
            assert_int_equal(atoi(token), ++number);
            continue;
        }
        assert_int_equal(strlen(token), 2);
        assert_int_equal(token[0], 'a' + column);
        assert_int_equal(token[1], '1' + height[column]++);
        ply++;
    }
    assert_non_null(token);
    assert_string_equal(token, result);
    assert_null(strtok_r(NULL, " \n", &rest));
    assert_int_equal(number, (strlen(columns) + 1) / 2);
    free(copy);
}

static void a_game_reads_back(void **state)
{
    static const struct {
        const char *columns, *opening, *result;
        enum game_outcome outcome;
    } games[] = {
        { "4141414", "41", "1-0", GAME_WON },
        { "14242434", "-", "0-1", GAME_LOST },
        { "121212343434565656212121434343656565777777", "12", "1/2-1/2", GAME_DRAWN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct game_result result = result_of(games[i].columns, games[i].outcome);
        char *text = written("one", "two", games[i].opening, &result);
        const char *moves = strstr(text, "\n\n");
        char tag[100];

        assert_non_null(moves);
        assert_holds(text, "[Event \"a test\"]\n");
        assert_holds(text, "[Round \"17\"]\n");
        assert_holds(text, "[White \"one\"]\n");
        assert_holds(text, "[Black \"two\"]\n");
        snprintf(tag, sizeof tag, "[Result \"%s\"]\n", games[i].result);
        assert_holds(text, tag);
        snprintf(tag, sizeof tag, "[Opening \"%s\"]\n", games[i].opening);
        assert_holds(text, tag);
        snprintf(tag, sizeof tag, "[Columns \"%s\"]\n", games[i].columns);
        assert_holds(text, tag);
        assert_move_text(moves + 2, games[i].columns, games[i].result);
        assert_string_equal(text + strlen(text) - 2, "\n\n");
        free(text);
    }
}

static void lines_stay_short(void **state)
{
    struct game_result result = result_of("121212343434565656212121434343656565777777", GAME_DRAWN);
    char *text = written("one", "two", "-", &result);

    (void)state;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 80);
    free(text);
}

static void names_are_escaped(void **state)
{
    struct game_result result = result_of("4141414", GAME_WON);
    char *text = written("say \"four\"", "back\\slash", "-", &result);

    (void)state;
    assert_holds(text, "[White \"say \\\"four\\\"\"]\n");
    assert_holds(text, "[Black \"back\\\\slash\"]\n");
    free(text);
}

static void a_game_that_was_not_played_is_left_out(void **state)
{
    struct game_result result = { .outcome = GAME_UNPLAYED };
    char *text = written("one", "two", "-", &result);

    (void)state;
    assert_string_equal(text, "");
    free(text);
}

/* As other programs write them. */
static void foreign_games_are_read(void **state)
{
    static const char text[] =
        "[Event \"one\"]\n[White \"a\"]\n[Result \"1-0\"]\n\n"
        "1. P@d1 {a comment\nover two lines d9} P@d2 2.d3! (2. e1 e2 (3. f1) e3) d4?? $3\n"
        "3... c ; the rest is a comment e1\n% ignored e1\n4. C2 1-0\n\n"
        "[Event \"two\"]\n[Opening \"a name\"]\n"
        "[FEN \"7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 2 2\"]\n"
        "[Result \"1/2-1/2\"]\n\n2. d3 a1 1/2-1/2\n";
    static const char wrong[] = "[Event \"one\"]\n\n1. d1 d3 *\n";
    struct pgn_list list;
    struct err err = { 0 };
    char path[] = "/tmp/c4evolve-pgn-XXXXXX", columns[MOVES_TEXT_SIZE];
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    if (pgn_read(&list, path, &err))
        fail_msg("%s", err.text);
    assert_int_equal(list.n, 2);
    assert_string_equal(moves_format(&list.result[0].moves, columns), "444433");
    assert_int_equal(list.result[0].outcome, GAME_WON);
    assert_string_equal(list.names[0].first, "a");
    assert_string_equal(moves_format(&list.result[1].moves, columns), "4441");
    assert_int_equal(list.opening_plies[1], 2);
    assert_int_equal(list.result[1].outcome, GAME_DRAWN);
    pgn_list_release(&list);
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, wrong, strlen(wrong), 0), (ssize_t)strlen(wrong));
    assert_int_equal(pgn_read(&list, path, &err), -1);
    assert_non_null(strstr(err.text, "move 2, 'd3', is not legal"));
    assert_non_null(strstr(err.text, ":3"));
    close(fd);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_reads_back),
        cmocka_unit_test(lines_stay_short),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(a_game_that_was_not_played_is_left_out),
        cmocka_unit_test(foreign_games_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
