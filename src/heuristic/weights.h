/*
 * weights - the genes of a genome in units: all that evaluation uses.
 *
 * A weight of 1 is EVAL_UNITS units. Units are integers, so that play is exact.
 * A single line never counts for more than LINE_LIMIT weights, so that no
 * genome can reach EVAL_LIMIT.
 */
#ifndef C4E_HEURISTIC_WEIGHTS_H
#define C4E_HEURISTIC_WEIGHTS_H

#include "heuristic/genome.h"

#define EVAL_UNITS 1000
#define LINE_LIMIT 10000.0
#define EVAL_LIMIT 1000000000

#define THREAT_GENES  (GENE_NOW_OTHER - GENE_ODD1 + 1)
#define RULE_GENES    (GENE_PAIRED2 - GENE_CLAIMED1 + 1)
#define ZUGZWANG_ROWS (GENE_ZUG_END - GENE_ZUG + 2) /* the first has no gene and is 0 */

struct weights {
    bool sided; /* lines differ by viewer; if not, only the first viewer's are filled in */
    int32_t line[2][LINE_CLASSES][5][5]; /* by viewer; discs of the viewer, of the other side */
    int32_t disc[COLUMNS][3];            /* of the viewer at 1, of the other side at 2 */
    int32_t threat[THREAT_GENES];
    int32_t zugzwang[ZUGZWANG_ROWS];
    int32_t rules[RULE_GENES];
    int32_t tempo;
    int32_t lane[2][TABLE_LANES]; /* factors of the lanes of tables, in units; by side to move */
    int32_t sure;                 /* the same of TABLE_SURE */
};

void weights_of(struct weights *weights, const struct genome *genome);

/* The gene that weighs a line by the number of discs of each side; -1 when one side fills it. */
int weights_line_gene(int own, int opp);

/* What a line is multiplied by: the effect of shape and map genes. */
double weights_line_factor(const struct genome *genome, const struct line *line);

/* The value of a line by the number of discs of the viewer and of the other side, in units. */
int32_t weights_line(const struct genome *genome, const struct line *line, enum side viewer,
                     int own, int opp);

#endif
