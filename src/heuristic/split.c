#include "heuristic/split.h"

#include <assert.h>
#include <string.h>

#include "heuristic/split_tables.h"

void splitter_init(struct splitter *splitter, const struct genome *genome,
                   const struct evaluator *ev)
{
    struct genome plain = *genome;
    struct line line[LINES];

    splitter->ev = ev;
    lines_list(line);
    for (int i = 0; i < LINES; i++) {
        splitter->cells[i] = line_cells(&line[i]);
        splitter->class[i] = line[i].class;
    }
    for (int g = GENE_PLACE; g <= GENE_PLACE_END; g++)
        plain.gene[g] = 0;
    weights_of(&splitter->weights, genome);
    weights_of(&splitter->plain, &plain);
}

/* The value of one line, by gene. */
static void count_line(const struct splitter *s, int line, uint64_t own, uint64_t opp,
                       enum side viewer, int32_t units[GENE_COUNT])
{
    int mine = bit_count(own & s->cells[line]), theirs = bit_count(opp & s->cells[line]);
    int gene = weights_line_gene(mine, theirs), class = s->class[line];
    int32_t all = s->weights.line[s->weights.sided ? viewer : SIDE_FIRST][class][mine][theirs];
    int32_t plain = s->plain.line[SIDE_FIRST][class][mine][theirs];

    if (gene >= 0)
        units[gene] += plain;
    if (all == plain)
        return;
    assert((mine > 0) != (theirs > 0)); /* otherwise no place gene weighs it */
    units[place_gene(mine ? (int)viewer : !viewer, mine + theirs, class)] += all - plain;
}

static void count_lines(const struct splitter *s, const struct position *pos, uint64_t own,
                        enum side viewer, const struct split_sample *sample,
                        int32_t units[GENE_COUNT])
{
    struct rng rng;

    if (!sample) {
        for (int i = 0; i < LINES; i++)
            count_line(s, i, own, own ^ pos->all, viewer, units);
        return;
    }
    sampler_open(&rng, sample->draw, first_player_discs(pos), pos->all);
    for (int i = 0; i < sample->sampler->n; i++)
        count_line(s, sampler_next(&rng), own, own ^ pos->all, viewer, units);
}

static void count_discs(const struct splitter *s, uint64_t own, uint64_t opp,
                        int32_t units[GENE_COUNT])
{
    for (int column = 0; column < COLUMNS; column++) {
        int distance = centre_distance(column);
        const int32_t *disc = s->weights.disc[column];

        units[GENE_DISC + distance] += disc[1] * bit_count(own & column_cells(column));
        units[GENE_OPPDISC + distance] += disc[2] * bit_count(opp & column_cells(column));
    }
}

/* Threats are counted for the first player, so the sign turns them to the viewer. */
static void count_threats(const struct splitter *s, const struct position *pos, int sign,
                          int32_t units[GENE_COUNT])
{
    struct threat_counts t = threat_counts_of(first_player_discs(pos), pos->all);

    for (int g = GENE_ODD1; g <= GENE_NOW_OTHER; g++)
        units[g] = sign * s->weights.threat[g - GENE_ODD1] * t.count[g - GENE_ODD1];
    if (t.zugzwang > 0)
        units[GENE_ZUG + t.zugzwang - 1] = sign * s->weights.zugzwang[t.zugzwang];
}

static void count_rules(const struct splitter *s, const struct position *pos, int sign,
                        int32_t units[GENE_COUNT])
{
    struct rule_counts t = rule_counts_of(s->cells, first_player_discs(pos), pos->all);

    for (int g = GENE_CLAIMED1; g <= GENE_PAIRED2; g++)
        units[g] = sign * s->weights.rules[g - GENE_CLAIMED1] * t.count[g - GENE_CLAIMED1];
}

void split_evaluation(const struct splitter *splitter, const struct position *pos, enum side viewer,
                      const struct split_sample *sample, struct split *split)
{
    uint64_t first = first_player_discs(pos);
    uint64_t own = viewer == SIDE_FIRST ? first : first ^ pos->all;
    int sign = viewer == SIDE_FIRST ? 1 : -1;
    int32_t units[GENE_COUNT] = { 0 };

    count_lines(splitter, pos, own, viewer, sample, units);
    count_discs(splitter, own, own ^ pos->all, units);
    count_threats(splitter, pos, sign, units);
    count_rules(splitter, pos, sign, units);
    units[GENE_TEMPO] =
        side_to_move(pos) == viewer ? splitter->weights.tempo : -splitter->weights.tempo;

    split->n = 0;
    for (int g = 0; g < gene_count(); g++)
        split_add(split, gene_table[g].name, gene_table[g].help, units[g]);
    /* Parts of an evaluation that are not sums of genes, one item each. */
    if (splitter->ev->tables)
        split_tables(split, splitter->ev, pos, sign);
    if (splitter->ev->custom.value)
        split_add(split, "heuristic", "what the heuristic of your own says",
                  splitter->ev->custom.value(&splitter->ev->custom, first, pos->all, viewer));
}

void split_add(struct split *split, const char *name, const char *help, int32_t units)
{
    assert(split->n < SPLIT_ITEMS);
    if (units != 0)
        split->item[split->n++] = (struct split_item){ name, help, units };
}

int64_t split_sum(const struct split *split)
{
    int64_t sum = 0;

    for (int i = 0; i < split->n; i++)
        sum += split->item[i].units;
    return sum;
}

int32_t split_find(const struct split *split, const char *name)
{
    for (int i = 0; i < split->n; i++)
        if (strcmp(split->item[i].name, name) == 0)
            return split->item[i].units;
    return 0;
}
