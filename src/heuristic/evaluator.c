#include "heuristic/evaluator.h"

#include <assert.h>
#include <string.h>

#include "rules/refuted.h"

/* Where in the strip the line starts, or -1 if the strip does not hold it. */
static int line_start(const struct strip *strip, const struct line *line)
{
    for (int i = 0; i + 4 <= strip->length; i++)
        if (memcmp(&strip->cell[i], line->cell, sizeof line->cell) == 0)
            return i;
    return -1;
}

/* The states of a line of four. */
#define LINE_STATES POWER_OF_3(4)

/* Adds one line's value to all states of its strip. */
static void add_line(int32_t *value, int states, int start, const int32_t units[5][5])
{
    int32_t of[LINE_STATES];

    for (int s = 0; s < LINE_STATES; s++) {
        int count[3] = { 0 };

        for (int i = 0, rest = s; i < 4; i++, rest /= 3)
            count[rest % 3]++;
        of[s] = units[count[1]][count[2]];
    }
    /* The cells before the line are the lower digits of a state, those behind it the higher ones. */
    while (states > 0)
        for (int s = 0; s < LINE_STATES; s++)
            for (int before = 0; before < POWER_OF_3(start); before++, states--)
                *value++ += of[s];
}

static void add_discs(int32_t *value, int states, const int32_t units[3])
{
    for (int s = 0; s < states; s++)
        for (int rest = s; rest; rest /= 3)
            value[s] += units[rest % 3];
}

static void build_strip(int32_t *value, const struct weights *weights, enum side viewer,
                        const struct strip *strip, const struct line line[LINES])
{
    int states = POWER_OF_3(strip->length);

    for (int i = 0; i < LINES; i++) {
        int start = line_start(strip, &line[i]);

        if (start >= 0)
            add_line(value, states, start, weights->line[viewer][line[i].class]);
    }
    if (strip->cell[0].column == strip->cell[1].column) /* each cell lies in one column */
        add_discs(value, states, weights->disc[strip->cell[0].column]);
}

/* Turns values for the second player, with its discs as digit 1, into values for the first. */
static void turn_round(int32_t *value, int states)
{
    uint16_t other[POWER_OF_3(STRIP_MAX)] = { 0 };

    for (int s = 0; s < states; s++) {
        other[s] = (uint16_t)(3 * other[s / 3] + (3 - s % 3) % 3);
        if (other[s] <= s) {
            int32_t kept = value[s];

            value[s] = -value[other[s]];
            value[other[s]] = -kept;
        }
    }
}

/* Without place genes both sides see the same. */
static void build_tables(struct evaluator *ev, const struct weights *weights,
                         const struct strip strip[STRIPS])
{
    struct line line[LINES];

    lines_list(line);
    for (int s = 0; s < STRIPS; s++) {
        int at = (int)ev->map.empty_board.at[s], states = POWER_OF_3(strip[s].length);
        int32_t *first = &ev->value[SIDE_FIRST][at], *second = &ev->value[SIDE_SECOND][at];

        if (strip[s].mirror < s)
            continue;
        build_strip(first, weights, SIDE_FIRST, &strip[s], line);
        if (weights->sided)
            build_strip(second, weights, SIDE_SECOND, &strip[s], line);
        else
            memcpy(second, first, (size_t)states * sizeof *first);
        turn_round(second, states);
        for (int i = 0; i < states; i++)
            ev->has_strips |= first[i] != 0 || second[i] != 0;
    }
}

static void take_rules(struct evaluator *ev, const struct weights *weights)
{
    struct line line[LINES];

    memcpy(ev->rules, weights->rules, sizeof ev->rules);
    for (int i = 0; i < RULE_GENES; i++)
        ev->has_rules |= ev->rules[i] != 0;
    ev->has_threats |= ev->has_rules;
    lines_list(line);
    for (int i = 0; i < LINES; i++)
        ev->line[i] = line_cells(&line[i]);
}

void evaluator_build(struct evaluator *ev, const struct weights *weights)
{
    struct strip strip[STRIPS];

    memset(ev, 0, sizeof *ev);
    strips_list(strip);
    strip_map_init(&ev->map);
    build_tables(ev, weights, strip);
    ev->tempo = weights->tempo;
    memcpy(ev->threat, weights->threat, sizeof ev->threat);
    memcpy(ev->zugzwang, weights->zugzwang, sizeof ev->zugzwang);
    for (int i = 0; i < THREAT_GENES; i++)
        ev->has_threats |= ev->threat[i] != 0;
    for (int i = 0; i < ZUGZWANG_ROWS; i++)
        ev->has_threats |= ev->zugzwang[i] != 0;
    take_rules(ev, weights);
}

void evaluator_use_tables(struct evaluator *ev, const struct tables *tables,
                          const struct weights *weights)
{
    ev->tables = tables;
    ev->sure = (int32_t)((int64_t)TABLE_SURE * weights->sure / EVAL_UNITS);
    for (int side = 0; tables && side < 2; side++)
        for (int l = 0; l < TABLE_LANES; l++)
            ev->out[side][l] = (int32_t)((int64_t)tables->set[side].out.at[l] *
                                         weights->lane[side][l] / EVAL_UNITS);
}

struct strip_index evaluator_index(const struct evaluator *ev, const struct position *pos)
{
    return strip_map_index(&ev->map, first_player_discs(pos), pos->all);
}

int32_t evaluator_sum(const struct evaluator *ev, const struct strip_index *index, enum side viewer)
{
    int32_t sum = 0;

    for (int s = 0; s < STRIPS; s++)
        sum += ev->value[viewer][index->at[s]];
    return sum;
}

static inline int at_most(int count, int limit)
{
    return count < limit ? count : limit;
}

int zugzwang_index(uint64_t first, uint64_t second)
{
    uint64_t low = lowest_cells(first | second);
    int first_odd = at_most(bit_count(low & first & ODD_ROWS), 2);
    int second_odd = at_most(bit_count(low & second & ~first & ODD_ROWS), 2);
    int second_even = at_most(bit_count(low & second & EVEN_ROWS), 1);

    return 6 * first_odd + 2 * second_odd + second_even;
}

struct threat_counts threat_counts_of(uint64_t first, uint64_t all)
{
    uint64_t playable = playable_cells(all);
    uint64_t threat1 = winning_cells(first, all);
    uint64_t threat2 = winning_cells(first ^ all, all);
    uint64_t later1 = threat1 & ~playable;
    uint64_t later2 = threat2 & ~playable;
    uint64_t low1 = lowest_cells(later1 | later2) & later1;
    uint64_t low2 = lowest_cells(later1 | later2) & later2;
    int now1 = bit_count(threat1 & playable);
    int now2 = bit_count(threat2 & playable);
    bool first_moves = bit_count(all) % 2 == 0;

#define COUNT(gene) t.count[(gene)-GENE_ODD1]
    struct threat_counts t = { .zugzwang = zugzwang_index(later1, later2) };

    COUNT(GENE_ODD1) = bit_count(later1 & ODD_ROWS);
    COUNT(GENE_EVEN1) = bit_count(later1 & EVEN_ROWS);
    COUNT(GENE_ODD2) = -bit_count(later2 & ODD_ROWS);
    COUNT(GENE_EVEN2) = -bit_count(later2 & EVEN_ROWS);
    COUNT(GENE_LOW_ODD1) = bit_count(low1 & ODD_ROWS);
    COUNT(GENE_LOW_EVEN1) = bit_count(low1 & EVEN_ROWS);
    COUNT(GENE_LOW_ODD2) = -bit_count(low2 & ODD_ROWS);
    COUNT(GENE_LOW_EVEN2) = -bit_count(low2 & EVEN_ROWS);
    COUNT(GENE_STACK1) = bit_count(threat1 & (threat1 << 1));
    COUNT(GENE_STACK2) = -bit_count(threat2 & (threat2 << 1));
    COUNT(GENE_NOW_MOVER) = first_moves ? now1 : -now2;
    COUNT(GENE_NOW_OTHER) = first_moves ? -now2 : now1;
#undef COUNT
    return t;
}

struct rule_counts rule_counts_of(const uint64_t line[LINES], uint64_t first, uint64_t all)
{
    struct refuted r = refuted_of(line, first, all);
    struct rule_counts t;

    t.count[GENE_CLAIMED1 - GENE_CLAIMED1] = -r.claimed[SIDE_FIRST];
    t.count[GENE_CLAIMED2 - GENE_CLAIMED1] = r.claimed[SIDE_SECOND];
    t.count[GENE_PAIRED1 - GENE_CLAIMED1] = -r.paired[SIDE_FIRST];
    t.count[GENE_PAIRED2 - GENE_CLAIMED1] = r.paired[SIDE_SECOND];
    return t;
}

static int32_t rules_value(const struct evaluator *ev, uint64_t first, uint64_t all)
{
    struct rule_counts t = rule_counts_of(ev->line, first, all);
    int32_t value = 0;

    for (int i = 0; i < RULE_GENES; i++)
        value += ev->rules[i] * t.count[i];
    return value;
}

/* The same as by threat_counts_of, but each number is used where it is found. */
int32_t evaluator_threat_cells(const struct evaluator *ev, uint64_t threat1, uint64_t threat2,
                               uint64_t playable, enum side mover)
{
    uint64_t later1 = threat1 & ~playable, later2 = threat2 & ~playable;
    uint64_t low = lowest_cells(later1 | later2);
    int low_odd1 = bit_count(low & later1 & ODD_ROWS),
        low_even1 = bit_count(low & later1 & EVEN_ROWS);
    int low_odd2 = bit_count(low & later2 & ODD_ROWS),
        low_even2 = bit_count(low & later2 & EVEN_ROWS);
    int second_odd = bit_count(low & later2 & ~later1 & ODD_ROWS);
    int32_t value = 0;

#define GENE(gene) ev->threat[(gene)-GENE_ODD1]
    value += GENE(GENE_ODD1) * bit_count(later1 & ODD_ROWS);
    value += GENE(GENE_EVEN1) * bit_count(later1 & EVEN_ROWS);
    value -= GENE(GENE_ODD2) * bit_count(later2 & ODD_ROWS);
    value -= GENE(GENE_EVEN2) * bit_count(later2 & EVEN_ROWS);
    value += GENE(GENE_LOW_ODD1) * low_odd1 + GENE(GENE_LOW_EVEN1) * low_even1;
    value -= GENE(GENE_LOW_ODD2) * low_odd2 + GENE(GENE_LOW_EVEN2) * low_even2;
    value += GENE(GENE_STACK1) * bit_count(threat1 & (threat1 << 1));
    value -= GENE(GENE_STACK2) * bit_count(threat2 & (threat2 << 1));
    value +=
        GENE(mover == SIDE_FIRST ? GENE_NOW_MOVER : GENE_NOW_OTHER) * bit_count(threat1 & playable);
    value -=
        GENE(mover == SIDE_FIRST ? GENE_NOW_OTHER : GENE_NOW_MOVER) * bit_count(threat2 & playable);
#undef GENE
    return value + ev->zugzwang[6 * at_most(low_odd1, 2) + 2 * at_most(second_odd, 2) +
                                at_most(low_even2, 1)];
}

int32_t evaluator_threats(const struct evaluator *ev, uint64_t first, uint64_t all)
{
    int32_t value =
        evaluator_threat_cells(ev, winning_cells(first, all), winning_cells(first ^ all, all),
                               playable_cells(all), bit_count(all) % 2 ? SIDE_SECOND : SIDE_FIRST);

    if (ev->has_rules)
        value += rules_value(ev, first, all);
    return value;
}

int32_t evaluator_tables(const struct evaluator *ev, uint64_t first, uint64_t all)
{
    uint64_t threat1 = winning_cells(first, all), threat2 = winning_cells(first ^ all, all);
    enum side mover = bit_count(all) % 2 ? SIDE_SECOND : SIDE_FIRST;
    int sure = mover == SIDE_FIRST ? table_sure(threat1, threat2, all)
                                   : -table_sure(threat2, threat1, all);
    struct strip_index index;
    struct lanes sum;

    if (sure)
        return sure * ev->sure;
    index = strip_map_index(&ev->map, first, all);
    sum = table_strip_lanes(&ev->tables->set[mover], &index);
    table_add_threats(&sum, ev->tables, mover, threat1, threat2, all);
    return evaluator_weigh_lanes(ev, mover, &sum);
}

int32_t evaluate(const struct evaluator *ev, const struct position *pos, enum side viewer)
{
    struct strip_index index = evaluator_index(ev, pos);
    int32_t value = evaluator_sum(ev, &index, viewer);
    uint64_t first = first_player_discs(pos);

    value += side_to_move(pos) == SIDE_FIRST ? ev->tempo : -ev->tempo;
    if (ev->has_threats)
        value += evaluator_threats(ev, first, pos->all);
    if (ev->tables)
        value += evaluator_tables(ev, first, pos->all);
    if (ev->custom.value)
        value += evaluator_custom(ev, first, pos->all, viewer);
    return viewer == SIDE_FIRST ? value : -value;
}
