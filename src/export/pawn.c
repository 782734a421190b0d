#include <math.h>

#include "export/export.h"
#include "heuristic/evaluator.h"

int32_t export_pawn(const struct genome *genome)
{
    double heaviest = 0;

    for (int g = GENE_OWN1; g <= GENE_OPP3; g++)
        heaviest = fmax(heaviest, fabs(genome->gene[g]));
    return heaviest * EVAL_UNITS >= 1 ? (int32_t)(heaviest * EVAL_UNITS) : EVAL_UNITS;
}
