/*
 * claimeven - lines that Allis's rule refutes count for less (Allis 1988).
 *
 * A player who always answers in the same column gets every cell of an even row whose cell below
 * is empty, too. That is how the second player stops lines of the first: a line with such a cell
 * is dead unless the first player upsets the order. Of the second player's own lines, those whose
 * empty cells all lie in even rows, or on the ground, come true by themselves.
 *
 *     c4evolve compare claimeven fevala --heuristic configs/heuristics/claimeven.c
 */
#include <c4evolve/heuristic.h>

C4E_GENE(live1, 1, 0, 50, "line with 1 own disc that claimeven does not refute");
C4E_GENE(live2, 3, 0, 50, "line with 2 own discs that claimeven does not refute");
C4E_GENE(live3, 9, 0, 50, "line with 3 own discs that claimeven does not refute");
C4E_GENE(dead1, 0.5, 0, 50, "first player's line with 1 disc that claimeven refutes");
C4E_GENE(dead2, 1, 0, 50, "first player's line with 2 discs that claimeven refutes");
C4E_GENE(dead3, 3, 0, 50, "first player's line with 3 discs that claimeven refutes");
C4E_GENE(fated, 4, 0, 50, "added to a second player's line of 2 or 3 that claimeven completes");

/* The cells that claimeven gives to the second player. */
static uint64_t claimed(uint64_t all)
{
    uint64_t empty = c4e_board() & ~all;

    return empty & (empty << 1) & c4e_even_rows();
}

/* For the first player. */
static double value_for_first(const struct c4e_position *p, const double *gene)
{
    uint64_t all = c4e_all(p), even = claimed(all), playable = c4e_playable(all);
    double value = 0;

    for (int i = 0; i < C4E_LINES; i++) {
        int first = c4e_count(p->disc[C4E_FIRST] & p->line[i]);
        int second = c4e_count(p->disc[C4E_SECOND] & p->line[i]);
        uint64_t empty = p->line[i] & ~all;

        if (first > 0 && second == 0)
            value += gene[(empty & even ? dead1 : live1) + first - 1];
        if (second > 0 && first == 0)
            value -= gene[live1 + second - 1] +
                     (second > 1 && !(empty & ~(even | playable)) ? gene[fated] : 0);
    }
    return value;
}

double evaluate(const struct c4e_position *p, const double *gene)
{
    double value = value_for_first(p, gene);

    return p->viewer == C4E_FIRST ? value : -value;
}
