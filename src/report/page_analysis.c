/* What perfect play says about the games of a page. */
#include "report/page_data.h"

#include <stdlib.h>

int page_desk_init(struct page_desk *desk, struct err *err)
{
    if (worker_init(&desk->worker, err))
        return -1;
    if (book_read_shipped(&desk->book, err) == 0)
        return 0;
    worker_release(&desk->worker);
    return -1;
}

void page_desk_release(struct page_desk *desk)
{
    book_release(&desk->book);
    worker_release(&desk->worker);
}

/* Without a book, games on large boards would take too long to solve. */
#define WITHOUT_BOOK 30 /* cells */

void page_analysis(struct json *j, const struct moves *moves, int opening, struct page_desk *desk)
{
    struct analysis *a;

    if (!BOARD_IS_USUAL && CELLS > WITHOUT_BOOK)
        return;
    a = malloc(sizeof *a);
    if (a && analysis_is_possible(moves)) {
        analysis_begin(a, moves, opening, ANALYSIS_QUICK_FROM, "the first player",
                       "the second player");
        analysis_solve(a, &desk->book, &desk->worker);
        analysis_finish(a, NULL, &desk->book, &desk->worker);
        analysis_report_notes(j, "analysis", a);
    }
    free(a);
}

static void put_players(struct json *j, const struct analysed_game *game)
{
    static const char *const otherwise[2] = { "X", "O" };

    json_begin(j, "players", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "name", game->name[i][0] ? game->name[i] : otherwise[i]);
        json_end(j, '}');
    }
    json_end(j, ']');
}

/* Nobody's evaluation is shown. */
static void put_no_values(struct json *j)
{
    json_begin(j, "values", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '[');
        json_end(j, ']');
    }
    json_end(j, ']');
}

void page_analysed_games(struct json *j, const struct page_result *result)
{
    static const int outcomes[] = { 0, 1, -1, 0 };
    char moves[MOVES_TEXT_SIZE], why[40];

    for (size_t i = 0; i < result->analysed_n; i++) {
        const struct analysis *a = result->analysed[i].analysis;

        snprintf(why, sizeof why, "Game %zu", i + 1);
        json_begin(j, NULL, '{');
        json_string(j, "why", why);
        put_players(j, &result->analysed[i]);
        json_integer(j, "outcome", outcomes[a->outcome]);
        json_bool(j, "unfinished", a->outcome == OUTCOME_NONE);
        json_string(j, "moves", moves_format(&a->moves, moves));
        json_integer(j, "opening", a->opening);
        put_no_values(j);
        analysis_report_notes(j, "analysis", a);
        json_end(j, '}');
    }
}
