#include "search/book_value.h"

bool book_value(const struct book *book, enum win_rule rule, const struct position *pos,
                int32_t *value)
{
    int result;

    if (!book || book->plies != pos->plies)
        return false;
    if (immediate_wins(pos)) {
        *value = win_value(rule, pos->plies + 1);
        return true;
    }
    result = book_lookup(book, pos);
    if (result == SOLVER_UNKNOWN)
        return false;
    if (book->kind == BOOK_SCORES)
        *value = win_value(rule, score_end_plies(result, pos->plies));
    else
        *value = rule == WIN_FLAT ? WIN_VALUE : BOOK_WIN;
    *value *= (result > 0) - (result < 0);
    return true;
}
