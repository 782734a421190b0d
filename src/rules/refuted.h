/*
 * refuted - how many lines of each side the other refutes by a single rule.
 *
 * Counted are open lines with two or three discs. A line is claimed if it has an empty
 * cell in an even row that cannot be played yet (claimeven), and paired if it is not
 * claimed and has two playable cells (baseinverse) or two empty cells on top of each
 * other, the upper in an odd row (vertical). Bit operations only: evaluations use it.
 */
#ifndef C4E_RULES_REFUTED_H
#define C4E_RULES_REFUTED_H

#include "game/lines.h"

/* By owner: lines of the first player, of the second. */
struct refuted {
    int claimed[2], paired[2];
};

/* `line` are the cells of all lines. */
static inline struct refuted refuted_of(const uint64_t line[LINES], uint64_t first, uint64_t all)
{
    uint64_t empty = BOARD_CELLS ^ all, second = first ^ all, playable = playable_cells(all);
    uint64_t upper = empty & empty << 1;
    struct refuted r = { { 0 }, { 0 } };

    for (int i = 0; i < LINES; i++) {
        uint64_t cells = line[i], open = cells & empty, pair = cells & playable;
        int owner = (cells & first) == 0;

        if (((cells & first) && (cells & second)) || bit_count(open) > 2 || !open)
            continue;
        if (open & upper & EVEN_ROWS)
            r.claimed[owner]++;
        else if ((pair & (pair - 1)) || (open & open << 1 & ODD_ROWS))
            r.paired[owner]++;
    }
    return r;
}

#endif
