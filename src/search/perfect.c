/*
 * perfect - a best move by the exact score: the quickest win, else a draw, else
 * the loss that takes longest.
 */
#include "search/perfect.h"

#include "search/book.h"
#include "search/worker.h"

/* Does the move keep the best score? */
static bool reaches(struct solver *s, const struct position *pos, int column, int best)
{
    struct position next = *pos;

    position_play(&next, playable_cells(pos->all) & column_cells(column));
    return solver_bounded(s, &next, -best, 1 - best) <= -best;
}

unsigned perfect_columns(struct solver *s, const struct search_input *in, int score, int first)
{
    enum ties ties = in->keys->ties;
    unsigned open = 0, found = 0;

    for (uint64_t moves = playable_cells(in->pos->all); moves; moves &= moves - 1)
        open |= 1u << bit_column(moves);
    while (open) {
        int column =
            first >= 0 ? first : choose_tied(open, ties == TIES_RANDOM ? TIES_FIRST : ties, NULL);

        first = -1;
        open ^= 1u << column;
        /* If no other column did, the last one must. */
        if ((!open && !found) || reaches(s, in->pos, column, score)) {
            found |= 1u << column;
            if (ties != TIES_RANDOM)
                break;
        } else if (s->stopped) {
            return 0;
        }
    }
    return found;
}

int32_t perfect_value(enum win_rule rule, int score, int plies)
{
    int32_t value = score ? win_value(rule, score_end_plies(score, plies)) : 0;

    return score < 0 ? -value : value;
}

/* Reports no nodes: their number depends on what the solver remembers. */
void choose_perfect(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice)
{
    struct solver *s = &worker->solver;
    const struct position *pos = in->pos;
    struct solver_book book = { 0 };
    unsigned columns;
    int score;

    if (in->keys->book)
        book = book_for_solver(in->keys->book);
    s->book = in->keys->book ? &book : NULL;
    score = solver_score(s, pos);
    columns = score == SOLVER_STOPPED ? 0 : perfect_columns(s, in, score, -1);
    s->book = NULL;
    *choice = (struct choice){ .depth = CELLS - pos->plies };
    if (!columns) { /* stopped: any move will do, it will not be played */
        choice->column = bit_column(playable_cells(pos->all));
        return;
    }
    choice->column = choose_tied(columns, in->keys->ties, rng);
    choice->value = perfect_value(WIN_DISTANCE, score, pos->plies);
}
