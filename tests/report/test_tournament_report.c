/* The report fits the terminal, and its columns stand under each other whatever the names are. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "report/text.h"
#include "report/tournament_report.h"

/* A tournament that was played, and what is said about it. */
struct played {
    struct tournament t;
    struct tournament_report result;
};

static void play_file(struct played *p, const char *path, const char *const *overrides, int n)
{
    struct pool pool;
    struct err err;

    if (tournament_read(&p->t, path, overrides, n, &err))
        fail_msg("%s", err.text);
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(&p->t.games, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(games_score(&p->t.games, &err), 0);
    pool_release(&pool);
    games_forget_games(&p->t.games);
    assert_int_equal(tournament_report_init(&p->result, &p->t, &err), 0);
}

static void play_text(struct played *p, const char *config)
{
    struct temp_file file = temp_file_make(config);

    play_file(p, file.path, NULL, 0);
    temp_file_remove(&file);
}

static void played_release(struct played *p)
{
    tournament_report_release(&p->result);
    tournament_release(&p->t);
}

/* The caller frees it. */
static char *print(const struct played *p, int width)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    tournament_report_text(out, &p->result, width);
    fclose(out);
    return text;
}

static int widest_line(char *text)
{
    int widest = 0;
    char *rest;

    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        widest = text_width(line) > widest ? text_width(line) : widest;
    return widest;
}

static void no_line_is_wider_than_the_terminal(void **state)
{
    static const struct {
        const char *path;
        const char *override;
    } rows[] = {
        { "configs/studies/rusak-2005-round1.ini", "defaults.depth=2" },
        { "configs/studies/karplus-2010-experiment1.ini", "tournament.games=1" },
        { "configs/studies/karplus-2010-experiment7.ini", "tournament.games=1" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct played p;

        play_file(&p, rows[i].path, &rows[i].override, 1);
        for (int width = 40; width <= 132; width++) {
            char *text = print(&p, width);
            int widest = widest_line(text);

            if (widest > width)
                fail_msg("%s: a line of %d columns in %d", rows[i].path, widest, width);
            free(text);
        }
        played_release(&p);
    }
}

/* What a narrow terminal cannot show is shown by a wide one. */
static void wide_terminals_show_more(void **state)
{
    static const struct {
        int width;
        const char *text;
        bool shown;
    } rows[] = {
        { 40, "is too wide", true },
        { 40, "published", true },
        { 40, "   95% ", false },
        { 40, " drawn ", false },
        { 40, "score", true },
        { 80, "is too wide", false },
        { 80, "1 won, = drawn, 0 lost", true },
        { 80, " drawn ", true },
        { 80, "   95% ", true },
        { 80, "published", true },
    };
    static const char *const override = "defaults.depth=2";
    struct played p;

    (void)state;
    play_file(&p, "configs/studies/rusak-2005-round1.ini", &override, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = print(&p, rows[i].width);

        if ((strstr(text, rows[i].text) != NULL) != rows[i].shown)
            fail_msg("'%s' in %d columns:\n%s", rows[i].text, rows[i].width, text);
        free(text);
    }
    played_release(&p);
}

/* The line of a table that begins with that number; the n-th such line. */
static const char *line_of(const char *text, const char *start, int nth)
{
    for (const char *at = strstr(text, start); at; at = strstr(at + 1, start))
        if (nth-- == 0)
            return at + 1;
    fail_msg("no line '%s' in\n%s", start, text);
    return NULL;
}

static int width_of_line(const char *line)
{
    size_t length = strcspn(line, "\n");
    char *copy = strndup(line, length);
    int width;

    assert_non_null(copy);
    width = text_width(copy);
    free(copy);
    return width;
}

static void columns_stand_under_each_other(void **state)
{
    static const char *const starts[] = { "\n  1  ", "\n  2  ", "\n  3  ", "\n  4  " };
    struct played p;
    char *text;

    (void)state;
    play_text(&p, "[tournament]\nopenings = 2:4\nname = n\n[defaults]\ngenome = random\n"
                  "[player a]\n[player \xc3\x84\xc3\x96\xc3\x9c\xc3\x9f\xe2\x82\xac]\n"
                  "[player a very long name, longer than its column]\n[player bad \xff bytes]\n");
    text = print(&p, 100);
    for (int table = 0; table < 2; table++)
        for (int i = 1; i < 4; i++)
            assert_int_equal(width_of_line(line_of(text, starts[i], table)),
                             width_of_line(line_of(text, starts[0], table)));
    assert_non_null(strstr(text, "a very lo~its column"));
    free(text);
    played_release(&p);
}

/* Interrupted before the first game: all numbers are finite, and say that nothing is known. */
static void nothing_played_is_no_disaster(void **state)
{
    struct temp_file file = temp_file_make("[player a]\ngenome = random\n[player b]\n"
                                           "genome = random\n[player c]\ngenome = random\n");
    atomic_bool stop = 1;
    struct played p;
    struct pool pool;
    struct err err;
    char *text;

    (void)state;
    assert_int_equal(tournament_read(&p.t, file.path, NULL, 0, &err), 0);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(&p.t.games, &pool, &(struct watch){ .stop = &stop }, &err), 0);
    assert_int_equal(games_score(&p.t.games, &err), 0);
    assert_int_equal(tournament_report_init(&p.result, &p.t, &err), 0);
    text = print(&p, 80);
    assert_non_null(strstr(text, "3 players, 0 games"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_non_null(strstr(text, "3 groups that never met"));
    free(text);
    pool_release(&pool);
    played_release(&p);
    temp_file_remove(&file);
}

/* Half of a table is played: single games stand as percentages beside the others. */
static void one_table_has_one_kind_of_score(void **state)
{
    struct tournament_report result;
    struct played p;
    struct err err;
    char *text = NULL;
    size_t size;
    FILE *out;

    (void)state;
    play_text(&p, "[tournament]\nopenings = 2:2\n[defaults]\ngenome = random\n[player a]\n"
                  "[player b]\n[player c]\n");
    crosstable_release(&p.t.games.table);
    assert_int_equal(crosstable_init(&p.t.games.table, 3, &err), 0);
    crosstable_add_pair(&p.t.games.table, 0, 1, GAME_WON, GAME_UNPLAYED);
    crosstable_add_pair(&p.t.games.table, 0, 2, GAME_WON, GAME_LOST);
    crosstable_add_pair(&p.t.games.table, 0, 2, GAME_DRAWN, GAME_LOST);
    assert_int_equal(tournament_report_init(&result, &p.t, &err), 0);
    out = open_memstream(&text, &size);
    assert_non_null(out);
    tournament_report_text(out, &result, 80);
    fclose(out);
    assert_non_null(strstr(text, "in percent"));
    assert_non_null(strstr(text, "\n  1  a        - 100  75\n"));
    assert_non_null(strstr(text, "\n  2  b        .   -   .\n"));
    assert_non_null(strstr(text, "\n  3  c        0   .   -\n"));
    free(text);
    tournament_report_release(&result);
    played_release(&p);
}

static void placings_are_in_order(void **state)
{
    static const char *const override = "defaults.depth=2";
    struct played p;
    bool seen[11] = { false };

    (void)state;
    play_file(&p, "configs/studies/rusak-2005-round1.ini", &override, 1);
    for (uint32_t i = 0; i < p.t.games.players; i++) {
        const struct placing *s = &p.result.placing[i];

        assert_in_range(s->player, 0, 10);
        assert_false(seen[s->player]);
        seen[s->player] = true;
        assert_true(s->elo == p.result.ratings.elo[s->player]);
        assert_true(i == 0 || s->elo <= s[-1].elo);
        assert_int_equal(wdl_games(s->record.tally.games), 20);
    }
    played_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_is_wider_than_the_terminal),
        cmocka_unit_test(wide_terminals_show_more),
        cmocka_unit_test(columns_stand_under_each_other),
        cmocka_unit_test(nothing_played_is_no_disaster),
        cmocka_unit_test(one_table_has_one_kind_of_score),
        cmocka_unit_test(placings_are_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
