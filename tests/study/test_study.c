/* Study files: what is wrong with one is said with its place, and those that come with the program
 * are sound, with the published figures as they were printed. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "study/programs.h"
#include "study/published.h"
#include "study/study.h"
#include "files.h"

#define STUDY "[study]\ntitle = T\nabout = A\nmissing = M\n"
#define ONE   "[experiment x]\nabout = B\n"
#define ASKED "[question q]\nask = Q\npublished = P\nclaim = strongest(a)\nin = x\n"

static void a_study_is_read(void **state)
{
    struct temp_file file = temp_file_make(
        STUDY ONE "kind = proper\nseconds = 7\noptional = yes\nblock = 3\n"
                  "[experiment y]\nabout = C\neffort = yes\n" ASKED "answer = no\n"
                  "[question r]\nask = Q\n  goes on\npublished = P\nclaim = score(a, b) > 0.5\n"
                  "answer = open\nin = y x\n");
    struct study s;
    struct err err;

    (void)state;
    if (study_read(&s, file.path, &err))
        fail_msg("%s", err.text);
    assert_string_equal(s.title, "T");
    assert_int_equal(s.experiments, 2);
    assert_int_equal(s.experiment[0].kind, STUDY_PROPER);
    assert_int_equal(s.experiment[0].seconds, 7);
    assert_int_equal(s.experiment[0].block, 3);
    assert_true(s.experiment[0].optional && !s.experiment[0].effort);
    assert_int_equal(s.experiment[1].kind, STUDY_DESCRIBED);
    assert_true(!s.experiment[1].optional && s.experiment[1].effort);
    assert_string_equal(strrchr(s.experiment[1].path, '/'), "/y.ini");
    assert_int_equal(s.questions, 2);
    assert_int_equal(s.question[0].answer, ANSWER_NO);
    assert_string_equal(s.question[1].ask, "Q goes on");
    assert_int_equal(s.question[1].answer, ANSWER_OPEN);
    assert_int_equal(s.question[1].n, 2);
    assert_int_equal(s.question[1].in[0], 1);
    assert_int_equal(s.question[1].in[1], 0);
    study_release(&s);
    temp_file_remove(&file);
}

static void every_mistake_has_its_place(void **state)
{
    static const char *const rows[][2] = {
        { "[study]\ntitle = T\nabout = A\n" ONE, "study: has no missing" },
        { STUDY, "no [experiment NAME] section" },
        { STUDY "[experiment x]\n", ":5: experiment x: has no about" },
        { STUDY ONE "kind = odd\n",
          ":7: experiment x.kind: 'odd' is not one of described, proper" },
        { STUDY ONE "seconds = 0\n", ":7: experiment x.seconds: '0' is not a whole number" },
        { STUDY ONE "optional = maybe\n",
          ":7: experiment x.optional: 'maybe' is not one of no, yes" },
        { STUDY ONE "colour = red\n", ":7: experiment x.colour: no such key" },
        { STUDY ONE "[other]\n", ":7: other: no such section" },
        { STUDY ONE "[question q]\n", ":7: question q: has no ask" },
        { STUDY ONE ASKED "answer = 42\n",
          ":12: question q.answer: '42' is not one of yes, no, open" },
        { STUDY ONE "[question q]\nask = Q\npublished = P\nclaim = strongest(a)\nin = z x\n",
          ":11: question q.in: no experiment 'z'" },
        { STUDY ONE "[question q]\nask = Q\npublished = P\nclaim = nonsense\nin = x\n",
          ":10: question q.claim: 'nonsense' is neither" },
        { "title = T\n" STUDY ONE, ".title: no such key" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct temp_file file = temp_file_make(rows[i][0]);
        struct study s;
        struct err err = { 0 };

        if (study_read(&s, file.path, &err) == 0)
            fail_msg("taken:\n%s", rows[i][0]);
        if (!strstr(err.text, rows[i][1]))
            fail_msg("for\n%s\nthe message is\n%s", rows[i][0], err.text);
        assert_null(s.name);
        temp_file_remove(&file);
    }
}

static void a_folder_without_studies_is_an_error(void **state)
{
    struct study_list studies;
    struct err err;

    (void)state;
    assert_int_equal(study_list_read(&studies, "tests/no/such/folder", &err), -1);
    assert_string_equal(err.text, "tests/no/such/folder: no file with a [study] section");
    assert_int_equal(study_list_read(&studies, "genomes", &err), -1);
}

static void check_experiment(const struct study *s, size_t experiment)
{
    struct tournament t;
    struct err err;

    if (tournament_read(&t, s->experiment[experiment].path, NULL, 0, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < s->questions; i++)
        for (size_t k = 0; k < s->question[i].n; k++)
            if (s->question[i].in[k] == experiment &&
                claim_check(&s->question[i].claim, &t.games, &err))
                fail_msg("%s: %s", s->experiment[experiment].name, err.text);
    assert_string_equal(t.games.name, s->experiment[experiment].name);
    tournament_release(&t);
}

static void all_shipped_studies_are_sound(void **state)
{
    struct study_list studies;
    struct err err;

    (void)state;
    programs_add();
    if (study_list_read(&studies, "configs/studies", &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < studies.n; i++) {
        assert_true(studies.study[i].questions > 0);
        for (size_t k = 0; k < studies.study[i].experiments; k++) {
            assert_true(studies.study[i].experiment[k].seconds > 0 ||
                        studies.study[i].experiment[k].optional);
            check_experiment(&studies.study[i], k);
        }
    }
    study_list_release(&studies);
}

/* Sums over a published table, as they were computed from the printed ones. */
static const struct table_row {
    const char *path;
    size_t cells;
    double games, score; /* of those who moved first */
    size_t wins, draws;  /* cells that are all won or half won by them */
} tables[] = {
    { "configs/studies/bleskachek-2019-generation3.ini", 90, 90, 36 + 8.5, 36, 17 },
    { "configs/studies/sethi-2018-tables.ini", 225, 225, 81 + 17, 81, 34 },
    { "configs/studies/cs7is2-2020-experiment1.ini", 49, 245, 129, 20, 0 },
    { "configs/studies/cs7is2-2020-experiment2.ini", 49, 245, 113, 6, 2 },
};

static void published_tables_are_those_printed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const struct table_row *row = &tables[i];
        struct tournament t;
        double games = 0, score = 0;
        size_t wins = 0, draws = 0;
        struct err err;

        if (tournament_read(&t, row->path, NULL, 0, &err))
            fail_msg("%s", err.text);
        for (size_t k = 0; k < t.listed_n; k++) {
            games += t.listed[k].games;
            score += t.listed[k].score;
            wins += t.listed[k].score == t.listed[k].games;
            draws += t.listed[k].score == t.listed[k].games / 2;
        }
        assert_int_equal(t.listed_n, row->cells);
        assert_close(games, row->games, 0);
        assert_close(score, row->score, 1e-9);
        assert_int_equal(wins, row->wins);
        assert_int_equal(draws, row->draws);
        tournament_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_study_is_read),
        cmocka_unit_test(every_mistake_has_its_place),
        cmocka_unit_test(a_folder_without_studies_is_an_error),
        cmocka_unit_test(all_shipped_studies_are_sound),
        cmocka_unit_test(published_tables_are_those_printed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
