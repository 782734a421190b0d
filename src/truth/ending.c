#include "truth/ending.h"

#include "rules/threats.h"
#include "search/pv.h"

/* Plays the best moves to the end; `before` is the position two plies before that, or the first. */
static void play_best(const struct position *pos, const struct book *book, struct worker *worker,
                      struct ending *ending, struct position *before)
{
    const struct search_keys keys = { .ties = TIES_CENTER, .book = book };
    const struct search_input in = { .keys = &keys, .pos = pos };
    const struct search *perfect = search_find("perfect");
    struct choice choice;

    perfect->choose(&in, worker, NULL, &choice);
    pv_find(perfect, &in, &choice, worker, &ending->pv);
    *before = *pos;
    for (int i = 0; i + 2 < ending->pv.n; i++)
        position_play(before, playable_cells(before->all) & column_cells(ending->pv.column[i]));
}

static uint64_t cell_of(const struct position *pos, int column)
{
    return playable_cells(pos->all) & column_cells(column);
}

/* How the winner wins from a position in which the loser is to move and cannot prevent it. */
static void find_reason(const struct position *before, struct ending *ending)
{
    uint64_t wins = winning_cells(side_discs(before, ending->winner), before->all);
    uint64_t now = wins & playable_cells(before->all);

    if (now & (now - 1)) {
        ending->kind = ENDING_TWO;
        if (!(now & ending->cell))
            ending->cell = now & -now;
        now &= ~ending->cell;
        ending->other = now & -now;
    } else if (now) {
        ending->kind = ENDING_STACK;
        ending->other = now;
        ending->cell = now << 1;
    } else {
        ending->kind = ENDING_ZUGZWANG;
    }
}

int ending_find(const struct position *pos, const struct book *book, struct worker *worker,
                struct ending *ending)
{
    struct position before, last;

    *ending = (struct ending){ .winner = -1 };
    play_best(pos, book, worker, ending, &before);
    if (worker_stopped(worker))
        return -1;
    ending->plies = pos->plies + ending->pv.n;
    last = before;
    if (ending->pv.n > 1)
        position_play(&last, cell_of(&last, ending->pv.column[ending->pv.n - 2]));
    ending->cell = cell_of(&last, ending->pv.column[ending->pv.n - 1]);
    if (!(immediate_wins(&last) & ending->cell))
        return 0;
    ending->winner = last.plies % 2;
    if (ending->pv.n == 1)
        ending->kind = ENDING_AT_ONCE;
    else
        find_reason(&before, ending);
    ending->waiting = winning_cells(side_discs(pos, ending->winner), pos->all) & ending->cell;
    return 0;
}
