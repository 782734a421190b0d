/*
 * karplus - "how many moves would be required to complete a four" (Karplus 2010).
 *
 * A line that the opponent has no disc in can still become a four. It needs its empty cells, and
 * whatever must be filled below them first. The fewer moves, the better: each move more makes it
 * worth less by a factor. So the value is not linear in `patience`, and regressions cannot change
 * these genes; evolution can.
 *
 *     c4evolve compare karplus fevala --heuristic configs/heuristics/karplus.c
 */
#include <c4evolve/heuristic.h>

C4E_GENE(line, 8, 0, 100, "a line that needs no more moves; less for each move that it needs");
C4E_GENE(patience, 0.6, 0.05, 0.99, "factor for every move that a line needs");
C4E_GENE(mover, 0, -20, 20, "for the side to move");

#define MOVES_MAX 16

/* The moves, of both sides, until all cells of the line are filled. */
static int moves_needed(uint64_t cells, uint64_t all)
{
    int moves = 0;

    for (uint64_t empty = cells & ~all; empty; empty &= empty - 1)
        moves += 1 + c4e_moves_below(empty & -empty, all);
    return moves < MOVES_MAX ? moves : MOVES_MAX - 1;
}

static double side_value(const struct c4e_position *p, uint64_t opp, uint64_t own,
                         const double *worth)
{
    double value = 0;

    for (int i = 0; i < C4E_LINES; i++)
        if (!(p->line[i] & opp) && (p->line[i] & own))
            value += worth[moves_needed(p->line[i], own | opp)];
    return value;
}

double evaluate(const struct c4e_position *p, const double *gene)
{
    double worth[MOVES_MAX] = { gene[line] };
    uint64_t own = c4e_own(p), opp = c4e_opp(p);

    for (int i = 1; i < MOVES_MAX; i++)
        worth[i] = worth[i - 1] * gene[patience];
    return side_value(p, opp, own, worth) - side_value(p, own, opp, worth) +
           (p->mover == p->viewer ? gene[mover] : -gene[mover]);
}
