#include "heuristic/weights.h"

#include <math.h>

static int32_t to_units(double weight)
{
    return (int32_t)lround(weight * EVAL_UNITS);
}

int weights_line_gene(int own, int opp)
{
    static const enum gene mixed[4][4] = {
        [1] = { [1] = GENE_MIX11, [2] = GENE_MIX12, [3] = GENE_MIX13 },
        [2] = { [1] = GENE_MIX21, [2] = GENE_MIX22 },
        [3] = { [1] = GENE_MIX31 },
    };

    if (own == 4 || opp == 4)
        return -1; /* the game is over, and the search scores it */
    if (own && opp)
        return (int)mixed[own][opp];
    if (own)
        return GENE_OWN1 + own - 1;
    return opp ? GENE_OPP1 + opp - 1 : GENE_EMPTY;
}

/* The value of a line by the number of discs of each side, before its factor. */
static double line_weight(const struct genome *genome, int own, int opp)
{
    int gene = weights_line_gene(own, opp);

    if (gene < 0)
        return 0;
    return own == 0 && opp > 0 ? -genome->gene[GENE_COWARDICE] * genome->gene[gene]
                               : genome->gene[gene];
}

/* The value of the place genes to the viewer. */
static double place_weight(const struct genome *genome, int class, enum side viewer, int own,
                           int opp)
{
    if (own > 0 && own < 4 && opp == 0)
        return genome->gene[place_gene((int)viewer, own, class)];
    if (opp > 0 && opp < 4 && own == 0)
        return -genome->gene[place_gene(!viewer, opp, class)];
    return 0;
}

double weights_line_factor(const struct genome *genome, const struct line *line)
{
    return (1 + genome->gene[GENE_HEIGHT] * line->low) *
           (1 + genome->gene[GENE_CENTER] * line->central) * genome->gene[GENE_MAP + line->class];
}

int32_t weights_line(const struct genome *genome, const struct line *line, enum side viewer,
                     int own, int opp)
{
    double weight = line_weight(genome, own, opp) * weights_line_factor(genome, line) +
                    place_weight(genome, line->class, viewer, own, opp);

    return to_units(fmax(-LINE_LIMIT, fmin(LINE_LIMIT, weight)));
}

/* Lines of one class are mirror images and have the same factor. */
static void fill_lines(struct weights *weights, const struct genome *genome, enum side viewer)
{
    struct line line[LINES];

    lines_list(line);
    for (int i = 0; i < LINES; i++)
        for (int own = 0; own <= 4; own++)
            for (int opp = 0; own + opp <= 4; opp++)
                weights->line[viewer][line[i].class][own][opp] =
                    weights_line(genome, &line[i], viewer, own, opp);
}

void weights_of(struct weights *weights, const struct genome *genome)
{
    *weights = (struct weights){ .tempo = to_units(genome->gene[GENE_TEMPO]) };
    for (int g = GENE_PLACE; g <= GENE_PLACE_END; g++)
        weights->sided |= genome->gene[g] != 0;
    for (int side = 0; side <= weights->sided; side++)
        fill_lines(weights, genome, (enum side)side);
    for (int column = 0; column < COLUMNS; column++) {
        int distance = centre_distance(column);

        weights->disc[column][1] = to_units(genome->gene[GENE_DISC + distance]);
        weights->disc[column][2] = -to_units(genome->gene[GENE_OPPDISC + distance]);
    }
    for (int g = GENE_ODD1; g <= GENE_NOW_OTHER; g++)
        weights->threat[g - GENE_ODD1] = to_units(genome->gene[g]);
    for (int g = GENE_ZUG; g <= GENE_ZUG_END; g++)
        weights->zugzwang[g - GENE_ZUG + 1] = to_units(genome->gene[g]);
    for (int g = GENE_CLAIMED1; g <= GENE_PAIRED2; g++)
        weights->rules[g - GENE_CLAIMED1] = to_units(genome->gene[g]);
    for (int side = 0; side < 2; side++)
        for (int lane = 0; lane < TABLE_LANES; lane++)
            weights->lane[side][lane] = to_units(genome->gene[lane_gene(side, lane)]);
    weights->sure = to_units(genome->gene[GENE_SURE]);
}
