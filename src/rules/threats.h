/*
 * threats - empty cells that complete a line of four: whose they are, and whether they
 * can be played.
 */
#ifndef C4E_RULES_THREATS_H
#define C4E_RULES_THREATS_H

#include "game/position.h"

struct threat {
    uint64_t cell;
    int side; /* whose: 0 for the first player, 1 for the second */
    bool odd; /* its row */
    bool playable;
    uint64_t behind; /* a lower threat of its column that stands in its way, or 0 */
};

#define THREATS_MAX (2 * CELLS)

/*
 * Lists all threats, column by column, from the bottom up. A threat is behind a
 * lower one, whosever that is: nobody reaches it while the lower one stands. But
 * two threats of one side directly on top of each other are worth more together.
 * Returns the number of threats.
 */
int threats_list(const struct position *pos, struct threat list[THREATS_MAX]);

/* The playable cells where a disc of that side lets the other side win at once on top of it. */
uint64_t poisoned_cells(const struct position *pos, int side);

/* The discs of the first (0) or the second (1) player. */
static inline uint64_t side_discs(const struct position *pos, int side)
{
    return pos->plies % 2 == side ? pos->own : pos->own ^ pos->all;
}

/*
 * Who has to play below a threat of the other side when both only fill up the cells
 * that no waiting threat makes dangerous: 0 or 1; or -1 if no threat is waiting, or
 * one of his own would let him go on. *cell is the lowest threat that wins then, of
 * the leftmost such column.
 */
int fill_up_loser(const struct position *pos, uint64_t *cell);

#endif
