#include "heuristic/features.h"

#include <string.h>

void features_frame_init(struct feature_frame *frame, const struct genome *genome)
{
    struct line line[LINES];

    lines_list(line);
    frame->cowardice = genome->gene[GENE_COWARDICE];
    for (int i = 0; i < LINES; i++) {
        frame->cells[i] = line_cells(&line[i]);
        frame->class[i] = line[i].class;
        frame->factor[i] = weights_line_factor(genome, &line[i]);
    }
    frame->tables = genome->tables;
    strip_map_init(&frame->map);
    custom_use_of(&frame->custom, genome->gene);
}

static void count_places(const struct feature_frame *frame, const struct position *pos, double sign,
                         double *f)
{
    uint64_t first = first_player_discs(pos);

    for (int i = 0; i < LINES; i++) {
        int ones = bit_count(first & frame->cells[i]);
        int all = bit_count(pos->all & frame->cells[i]);

        if (all > 0 && all < 4 && (ones == all || ones == 0))
            f[place_gene(ones == 0, all, frame->class[i])] += ones ? sign : -sign;
    }
}

static void count_lines(const struct feature_frame *frame, uint64_t own, uint64_t opp, double *f)
{
    for (int i = 0; i < LINES; i++) {
        int mine = bit_count(own & frame->cells[i]);
        int theirs = bit_count(opp & frame->cells[i]);
        int gene = weights_line_gene(mine, theirs);

        if (gene >= 0)
            f[gene] +=
                mine == 0 && theirs > 0 ? -frame->cowardice * frame->factor[i] : frame->factor[i];
    }
}

static void count_discs(uint64_t own, uint64_t opp, double *f)
{
    for (int column = 0; column < COLUMNS; column++) {
        int distance = centre_distance(column);

        f[GENE_DISC + distance] += bit_count(own & column_cells(column));
        f[GENE_OPPDISC + distance] -= bit_count(opp & column_cells(column));
    }
}

/* Threats are counted for the first player, so the sign turns them to the viewer. */
static void count_threats(const struct position *pos, double sign, double *f)
{
    struct threat_counts t = threat_counts_of(first_player_discs(pos), pos->all);

    for (int g = GENE_ODD1; g <= GENE_NOW_OTHER; g++)
        f[g] = sign * t.count[g - GENE_ODD1];
    if (t.zugzwang > 0)
        f[GENE_ZUG + t.zugzwang - 1] = sign;
}

static void count_rules(const struct feature_frame *frame, const struct position *pos, double sign,
                        double *f)
{
    struct rule_counts t = rule_counts_of(frame->cells, first_player_discs(pos), pos->all);

    for (int g = GENE_CLAIMED1; g <= GENE_PAIRED2; g++)
        f[g] = sign * t.count[g - GENE_CLAIMED1];
}

/* What each lane of the tables adds, as if its factor were 1; the sign turns it to the viewer. */
static void weigh_lanes(const struct feature_frame *frame, const struct position *pos, double sign,
                        double *f)
{
    uint64_t first = first_player_discs(pos), all = pos->all;
    uint64_t threat1 = winning_cells(first, all), threat2 = winning_cells(first ^ all, all);
    enum side mover = side_to_move(pos);
    const struct table_set *set = &frame->tables->set[mover];
    struct strip_index index = strip_map_index(&frame->map, first, all);
    struct lanes sum = table_strip_lanes(set, &index);
    int sure = table_sure(mover == SIDE_FIRST ? threat1 : threat2,
                          mover == SIDE_FIRST ? threat2 : threat1, all);

    if (sure) {
        f[GENE_SURE] = (mover == SIDE_FIRST ? sign : -sign) * sure * TABLE_SURE / EVAL_UNITS;
        return;
    }
    table_add_threats(&sum, frame->tables, mover, threat1, threat2, all);
    for (int l = 0; l < TABLE_LANES; l++)
        if (l == 0 || sum.at[l] > 0)
            f[lane_gene((int)mover, l)] =
                sign * set->out.at[l] * sum.at[l] / (TABLE_DIVISOR * EVAL_UNITS);
}

/* How much a gene of a linear heuristic counts: a step toward the farther bound tells. */
static double custom_slope(const struct custom *c, struct custom_use *use, int gene, double value,
                           const struct position *pos, enum side viewer)
{
    const struct gene_info *info = &gene_table[gene];
    double *at = &use->gene[gene - GENE_ADDED], before = *at, slope;

    *at = before - info->low > info->high - before ? info->low : info->high;
    slope =
        (custom_value(c, use, first_player_discs(pos), pos->all, viewer) - value) / (*at - before);
    *at = before;
    return slope;
}

static void ask_customs(const struct feature_frame *frame, const struct position *pos,
                        enum side viewer, double *f)
{
    struct custom_use use = frame->custom;
    const struct custom *c;

    for (int i = 0; (c = custom_at(i)); i++) {
        double value, rest;

        if (use.factor[i] == 0)
            continue;
        value = rest = custom_value(c, &use, first_player_discs(pos), pos->all, viewer);
        for (int g = c->factor + 1; family_table[c->family].linear && g <= c->factor + c->genes;
             g++) {
            double slope = custom_slope(c, &use, g, value, pos, viewer);

            f[g] = use.factor[i] * slope;
            rest -= slope * use.gene[g - GENE_ADDED];
        }
        f[c->factor] = rest;
    }
}

void features_of(const struct feature_frame *frame, const struct position *pos, enum side viewer,
                 double feature[GENE_COUNT])
{
    uint64_t own = first_player_discs(pos);

    if (viewer == SIDE_SECOND)
        own ^= pos->all;
    memset(feature, 0, GENE_COUNT * sizeof *feature);
    count_lines(frame, own, own ^ pos->all, feature);
    count_discs(own, own ^ pos->all, feature);
    count_threats(pos, viewer == SIDE_FIRST ? 1 : -1, feature);
    count_rules(frame, pos, viewer == SIDE_FIRST ? 1 : -1, feature);
    count_places(frame, pos, viewer == SIDE_FIRST ? 1 : -1, feature);
    if (frame->tables)
        weigh_lanes(frame, pos, viewer == SIDE_FIRST ? 1 : -1, feature);
    if (frame->custom.value)
        ask_customs(frame, pos, viewer, feature);
    feature[GENE_TEMPO] = side_to_move(pos) == viewer ? 1 : -1;
}
