/*
 * perfect - a best move by the exact score: the quickest win, else a draw, else
 * the loss that takes longest.
 */
#include "search/book.h"
#include "search/search.h"
#include "search/worker.h"

/* Does the move keep the best score? */
static bool reaches(struct solver *s, const struct position *pos, int column, int best)
{
    struct position next = *pos;

    position_play(&next, playable_cells(pos->all) & column_cells(column));
    return solver_bounded(s, &next, -best, 1 - best) <= -best;
}

/* The columns that reach the best score; only the preferred one unless ties are random. */
static unsigned best_columns(struct solver *s, const struct search_input *in, int best)
{
    enum ties ties = in->keys->ties;
    unsigned open = 0, found = 0;

    for (uint64_t moves = playable_cells(in->pos->all); moves; moves &= moves - 1)
        open |= 1u << bit_column(moves);
    while (open) {
        int column = choose_tied(open, ties == TIES_RANDOM ? TIES_FIRST : ties, NULL);

        open ^= 1u << column;
        /* If no other column did, the last one must. */
        if ((!open && !found) || reaches(s, in->pos, column, best)) {
            found |= 1u << column;
            if (ties != TIES_RANDOM)
                break;
        }
    }
    return found;
}

/* Reports no nodes: their number depends on what the solver remembers. */
void choose_perfect(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice)
{
    struct solver *s = &worker->solver;
    const struct position *pos = in->pos;
    struct solver_book book = { 0 };
    int best;

    if (in->keys->book)
        book = book_for_solver(in->keys->book);
    s->book = in->keys->book ? &book : NULL;
    best = solver_score(s, pos);
    if (best == SOLVER_STOPPED)
        best = 0; /* any move will do: it will not be played */
    *choice = (struct choice){ .depth = CELLS - pos->plies };
    if (best != 0)
        choice->value = win_value(WIN_DISTANCE, score_end_plies(best, pos->plies));
    if (best < 0)
        choice->value = -choice->value;
    choice->column = choose_tied(best_columns(s, in, best), in->keys->ties, rng);
    s->book = NULL;
}
