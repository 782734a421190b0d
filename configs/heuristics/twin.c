/*
 * twin - genomes/fevala.ini once more, in C: a line with discs of one side only has a value.
 *
 * It plays the same games as fevala, to the byte, so it shows what C costs:
 *
 *     c4evolve heuristic check configs/heuristics/twin.c
 *     c4evolve match twin:depth=5 twin:depth=5 --games 2000 --threads 1 --heuristic configs/heuristics/twin.c
 *     c4evolve match fevala:depth=5 fevala:depth=5 --games 2000 --threads 1
 */
#include <c4evolve/heuristic.h>

C4E_GENE(own1, 1, -1000, 1000, "line with 1 disc of one side only");
C4E_GENE(own2, 2, -1000, 1000, "line with 2 discs of one side only");
C4E_GENE(own3, 3, -1000, 1000, "line with 3 discs of one side only");

double evaluate(const struct c4e_position *p, const double *gene)
{
    double value = 0;

    for (int i = 0; i < C4E_LINES; i++) {
        int own = c4e_count(c4e_own(p) & p->line[i]);
        int opp = c4e_count(c4e_opp(p) & p->line[i]);

        if (own > 0 && opp == 0)
            value += gene[own1 + own - 1];
        if (opp > 0 && own == 0)
            value -= gene[own1 + opp - 1];
    }
    return value;
}
