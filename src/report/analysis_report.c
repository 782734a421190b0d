#include "report/analysis_report.h"

#include <string.h>

#include "report/explain_report.h"
#include "report/table.h"
#include "report/text.h"
#include "truth/solved.h"

#define WIDTH 80

static const char *const sides[2] = { "X", "O" };

/* What a move leads to with best play. Returns buf. */
static const char *move_result(const struct analysed_move *m, int plies, char buf[SCORE_TEXT_SIZE])
{
    int score = m->score[m->column];

    if (m->scored)
        return score_text(score, plies, buf);
    snprintf(buf, SCORE_TEXT_SIZE, "%s", score > 0 ? "wins" : score < 0 ? "loses" : "draw");
    return buf;
}

static void print_title(const struct analysed_game *game, size_t number, FILE *out)
{
    static const char *const results[] = { "unfinished", "X wins", "O wins", "a draw" };
    const struct analysis *a = game->analysis;

    fprintf(out, "Game %zu", number);
    for (int i = 0; i < 2; i++)
        if (game->name[i][0])
            fprintf(out, "%s %s is %s", i && game->name[0][0] ? "," : ":", sides[i], game->name[i]);
    fprintf(out, ". %d moves, %s.\n", a->moves.n, results[a->outcome]);
}

static int print_moves(const struct analysis *a, const char *asked, FILE *out, struct err *err)
{
    const struct column columns[] = {
        { "move", "move", COLUMN_INTEGER, 0 },
        { "side", "side", COLUMN_TEXT, 0 },
        { "column", "column", COLUMN_INTEGER, 0 },
        { "result", "with best play", COLUMN_TEXT, 0 },
        { "asked", asked ? asked : "", COLUMN_TEXT, 0 },
        { "note", "note", COLUMN_TEXT, 0 },
    };
    struct table table;
    char text[SCORE_TEXT_SIZE], answer[8];

    table_begin(&table, out, TABLE_TEXT, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < a->moves.n; i++) {
        const struct analysed_move *m = &a->move[i];

        table_integer(&table, (uint64_t)i + 1);
        table_text(&table, sides[i % 2]);
        table_integer(&table, (uint64_t)m->column + 1);
        table_text(&table, move_result(m, i, text));
        snprintf(answer, sizeof answer, "%d", m->answer + 1);
        table_text(&table, m->answer == NO_MOVE ? "" : answer);
        table_text(&table, m->mistake   ? m->opening ? "a mistake in the opening" : "a mistake"
                           : m->opening ? "opening"
                                        : "");
    }
    return table_end(&table, err);
}

/* What the player that was asked would have done at the mistakes. */
static void print_answers(const struct analysis *a, const char *asked, FILE *out)
{
    int right = 0, mistakes = 0;

    for (int i = a->opening; i < a->moves.n; i++) {
        const struct analysed_move *m = &a->move[i];

        if (!m->mistake || m->answer == NO_MOVE)
            continue;
        mistakes++;
        right += result_of_score(m->score[m->answer]) == result_of_score(best_score(m->score));
    }
    if (mistakes)
        text_wrap(out, WIDTH, 0, "%s would have avoided %d of the %d mistake%s.", asked, right,
                  mistakes, mistakes > 1 ? "s" : "");
}

int analysis_report_text(const struct analysed_game *game, size_t number, const char *asked,
                         FILE *out, struct err *err)
{
    const struct analysis *a = game->analysis;

    print_title(game, number, out);
    if (a->moves.n > 0 && print_moves(a, asked, out, err))
        return -1;
    for (int i = 0; i < a->moves.n; i++) {
        const struct analysed_move *m = &a->move[i];

        if (m->mistake && !m->opening)
            text_wrap(out, WIDTH, 2, "Move %d, %s: %d %s. Better: %s.", i + 1, sides[i % 2],
                      m->column + 1, m->text, m->better);
    }
    text_wrap(out, WIDTH, 0, "%s", a->summary);
    if (asked)
        print_answers(a, asked, out);
    return 0;
}

static void put_good_columns(struct json *j, const struct analysed_move *m)
{
    unsigned good = columns_with_result(m->score, result_of_score(best_score(m->score)));

    json_begin(j, "good", '[');
    for (; good; good &= good - 1)
        json_integer(j, NULL, __builtin_ctz(good) + 1);
    json_end(j, ']');
}

static void put_move(struct json *j, const struct analysis *a, int i)
{
    const struct analysed_move *m = &a->move[i];

    json_begin(j, NULL, '{');
    json_integer(j, "move", i + 1);
    json_string(j, "side", sides[i % 2]);
    json_integer(j, "column", m->column + 1);
    json_string(j, "before", score_word(best_score(m->score)));
    json_string(j, "result", score_word(m->score[m->column]));
    if (m->scored)
        json_integer(j, "exact", m->score[m->column]);
    json_bool(j, "opening", m->opening);
    json_bool(j, "mistake", m->mistake);
    put_good_columns(j, m);
    if (m->answer != NO_MOVE)
        json_integer(j, "answer", m->answer + 1);
    if (m->mistake) {
        json_integer(j, "should", m->should + 1);
        json_string(j, "text", m->text);
        json_string(j, "better", m->better);
    }
    json_end(j, '}');
}

static void put_game(struct json *j, const struct analysed_game *game)
{
    static const char *const results[] = { "unfinished", "X", "O", "draw" };
    const struct analysis *a = game->analysis;
    char moves[MOVES_TEXT_SIZE];

    json_begin(j, NULL, '{');
    json_string(j, "first", game->name[0]);
    json_string(j, "second", game->name[1]);
    json_string(j, "columns", moves_format(&a->moves, moves));
    json_integer(j, "opening", a->opening);
    json_string(j, "winner", results[a->outcome]);
    json_begin(j, "moves", '[');
    for (int i = 0; i < a->moves.n; i++)
        put_move(j, a, i);
    json_end(j, ']');
    json_begin(j, "mistakes", '{');
    json_integer(j, "X", a->mistakes[0]);
    json_integer(j, "O", a->mistakes[1]);
    json_end(j, '}');
    json_string(j, "summary", a->summary);
    json_end(j, '}');
}

void analysis_report_json(const struct analysed_game *game, size_t n, const char *asked, FILE *out)
{
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    if (asked)
        json_string(&j, "player", asked);
    json_begin(&j, "games", '[');
    for (size_t i = 0; i < n; i++)
        put_game(&j, &game[i]);
    json_end(&j, ']');
    json_end(&j, '}');
    fputc('\n', out);
}

void analysis_report_notes(struct json *j, const char *name, const struct analysis *a)
{
    json_begin(j, name, '{');
    json_string(j, "summary", a->summary);
    json_begin(j, "results", '['); /* for the first player, before each move and at the end */
    for (int i = 0; i <= a->moves.n; i++)
        json_integer(j, NULL, analysis_result(a, i));
    json_end(j, ']');
    json_begin(j, "notes", '[');
    for (int i = 0; i < a->moves.n; i++) {
        const struct analysed_move *m = &a->move[i];

        if (!m->mistake)
            continue;
        json_begin(j, NULL, '{');
        json_integer(j, "move", i + 1);
        json_string(j, "text", m->text);
        json_string(j, "better", m->better);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_end(j, '}');
}
