#include "heuristic/evaluator.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int32_t to_units(double weight)
{
    return (int32_t)lround(weight * EVAL_UNITS);
}

int line_gene(int own, int opp)
{
    static const enum gene mixed[4][4] = {
        [1] = { [1] = GENE_MIX11, [2] = GENE_MIX12, [3] = GENE_MIX13 },
        [2] = { [1] = GENE_MIX21, [2] = GENE_MIX22 },
        [3] = { [1] = GENE_MIX31 },
    };

    if (own == 4 || opp == 4)
        return -1; /* the game is over; search scores that */
    if (own && opp)
        return (int)mixed[own][opp];
    if (own)
        return GENE_OWN1 + own - 1;
    return opp ? GENE_OPP1 + opp - 1 : GENE_EMPTY;
}

/* The value of a line by how many discs each side has in it, before its factor. */
static double line_weight(const struct genome *genome, int own, int opp)
{
    int gene = line_gene(own, opp);

    if (gene < 0)
        return 0;
    return own == 0 && opp > 0 ? -genome->gene[GENE_COWARDICE] * genome->gene[gene]
                               : genome->gene[gene];
}

/* What a line of that class is worth to the viewer because of whose it is. */
static double place_weight(const struct genome *genome, int class, enum side viewer, int own,
                           int opp)
{
    if (own > 0 && own < 4 && opp == 0)
        return genome->gene[place_gene((int)viewer, own, class)];
    if (opp > 0 && opp < 4 && own == 0)
        return -genome->gene[place_gene(!viewer, opp, class)];
    return 0;
}

int32_t line_units(const struct genome *genome, const struct line *line, enum side viewer, int own,
                   int opp)
{
    double factor = (1 + genome->gene[GENE_HEIGHT] * line->low) *
                    (1 + genome->gene[GENE_CENTER] * line->central) *
                    genome->gene[GENE_MAP + line->class];
    double weight = line_weight(genome, own, opp) * factor +
                    place_weight(genome, line->class, viewer, own, opp);

    return to_units(fmax(-LINE_LIMIT, fmin(LINE_LIMIT, weight)));
}

/* All 69 lines by what they hold, so that each product is made once. */
struct line_values {
    struct line line[LINES];
    int32_t units[LINES][5][5];
};

static void line_values_make(struct line_values *lv, const struct genome *genome, enum side viewer)
{
    lines_list(lv->line);
    for (int i = 0; i < LINES; i++)
        for (int own = 0; own <= 4; own++)
            for (int opp = 0; own + opp <= 4; opp++)
                lv->units[i][own][opp] = line_units(genome, &lv->line[i], viewer, own, opp);
}

/* Where in the strip the line starts, or -1 when it does not lie in it. */
static int line_start(const struct strip *strip, const struct line *line)
{
    for (int i = 0; i + 4 <= strip->length; i++)
        if (memcmp(&strip->cell[i], line->cell, sizeof line->cell) == 0)
            return i;
    return -1;
}

static int32_t disc_units(const struct genome *genome, int column, int digit)
{
    int distance = abs(column - COLUMNS / 2);

    if (digit == 1)
        return to_units(genome->gene[GENE_DISC + distance]);
    if (digit == 2)
        return -to_units(genome->gene[GENE_OPPDISC + distance]);
    return 0;
}

/* Adds one line's value to all states of its strip. */
static void add_line(int32_t *value, int states, int start, int32_t units[5][5])
{
    int place = 1;

    for (int i = 0; i < start; i++)
        place *= 3;
    for (int s = 0; s < states; s++) {
        int count[3] = { 0 };

        for (int i = 0, rest = s / place; i < 4; i++, rest /= 3)
            count[rest % 3]++;
        value[s] += units[count[1]][count[2]];
    }
}

static void add_discs(const struct genome *genome, int32_t *value, int states, int column)
{
    for (int s = 0; s < states; s++)
        for (int rest = s; rest; rest /= 3)
            value[s] += disc_units(genome, column, rest % 3);
}

static int power_of_3(int n)
{
    int p = 1;

    while (n-- > 0)
        p *= 3;
    return p;
}

/* The tables of one viewer, from entry `next` on; returns the entry after them. */
static int compile_strips(struct evaluator *ev, const struct genome *genome, enum side viewer,
                          int next)
{
    uint16_t *at = ev->empty_board[viewer].at;
    struct strip strip[STRIPS];
    struct line_values lv;

    strips_list(strip);
    line_values_make(&lv, genome, viewer);
    for (int s = 0; s < STRIPS; s++) {
        int states = power_of_3(strip[s].length);

        if (strip[s].mirror < s) {
            at[s] = at[strip[s].mirror];
            continue;
        }
        at[s] = (uint16_t)next;
        for (int i = 0; i < LINES; i++) {
            int start = line_start(&strip[s], &lv.line[i]);

            if (start >= 0)
                add_line(&ev->value[next], states, start, lv.units[i]);
        }
        if (s >= ROWS && s < ROWS + COLUMNS) /* each cell lies in one column */
            add_discs(genome, &ev->value[next], states, strip[s].cell[0].column);
        next += states;
    }
    at[STRIPS] = 2 * STRIP_STATES;
    return next;
}

/* Without place genes both sides see the same, and share the tables. */
static void compile_views(struct evaluator *ev, const struct genome *genome)
{
    bool sided = false;
    int next = compile_strips(ev, genome, SIDE_FIRST, 0);

    assert(next == STRIP_STATES);
    for (int g = GENE_PLACE; g <= GENE_PLACE_END; g++)
        sided |= genome->gene[g] != 0;
    if (sided)
        compile_strips(ev, genome, SIDE_SECOND, next);
    else
        ev->empty_board[SIDE_SECOND] = ev->empty_board[SIDE_FIRST];
}

static void place_cells(struct evaluator *ev)
{
    struct strip strip[STRIPS];
    int used[COLUMNS * COLUMN_BITS] = { 0 };

    strips_list(strip);
    for (int bit = 0; bit < COLUMNS * COLUMN_BITS; bit++)
        memset(ev->cell[bit].strip, STRIPS, sizeof ev->cell[bit].strip);
    for (int s = 0; s < STRIPS; s++) {
        for (int i = 0; i < strip[s].length; i++) {
            int bit = strip[s].cell[i].column * COLUMN_BITS + strip[s].cell[i].row;
            int slot = used[bit]++;

            ev->cell[bit].strip[slot] = (uint8_t)s;
            ev->cell[bit].step[0][slot] = (uint16_t)power_of_3(i);
            ev->cell[bit].step[1][slot] = (uint16_t)(2 * power_of_3(i));
        }
    }
}

static void compile_leaf(struct evaluator *ev, const struct genome *genome)
{
    ev->tempo = to_units(genome->gene[GENE_TEMPO]);
    for (int g = GENE_ODD1; g <= GENE_NOW_OTHER; g++)
        ev->threat[g - GENE_ODD1] = to_units(genome->gene[g]);
    for (int g = GENE_ZUG; g <= GENE_ZUG_END; g++)
        ev->zugzwang[g - GENE_ZUG + 1] = to_units(genome->gene[g]);
    for (int g = GENE_ODD1; g <= GENE_ZUG_END; g++)
        ev->has_threats |= genome->gene[g] != 0;
}

void evaluator_compile(struct evaluator *ev, const struct genome *genome)
{
    memset(ev, 0, sizeof *ev);
    place_cells(ev);
    compile_views(ev, genome);
    compile_leaf(ev, genome);
}

struct strip_index evaluator_index(const struct evaluator *ev, const struct position *pos,
                                   enum side viewer)
{
    struct strip_index index = ev->empty_board[viewer];
    uint64_t viewers = first_player_discs(pos);

    if (viewer == SIDE_SECOND)
        viewers ^= pos->all;
    for (uint64_t rest = pos->all; rest; rest &= rest - 1)
        strip_index_add(&index, ev, bit_index(rest), !(viewers & rest & -rest));
    return index;
}

int32_t evaluator_sum(const struct evaluator *ev, const struct strip_index *index)
{
    int32_t sum = 0;

    for (int s = 0; s < STRIPS; s++)
        sum += ev->value[index->at[s]];
    return sum;
}

static inline int at_most(int count, int limit)
{
    return count < limit ? count : limit;
}

/* The lowest cell of each column; adding 1 to the complement of a column finds it. */
static inline uint64_t lowest_cells(uint64_t cells)
{
    return cells & ((cells ^ BOARD_CELLS) + BOTTOM_ROW);
}

/* A cell that both threaten counts for the side that parity hands it to. */
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

int32_t evaluator_threats(const struct evaluator *ev, uint64_t first, uint64_t all)
{
    struct threat_counts t = threat_counts_of(first, all);
    int32_t value = ev->zugzwang[t.zugzwang];

    for (int i = 0; i < THREAT_GENES; i++)
        value += ev->threat[i] * t.count[i];
    return value;
}

int32_t evaluate(const struct evaluator *ev, const struct position *pos, enum side viewer)
{
    struct strip_index index = evaluator_index(ev, pos, viewer);
    int32_t value = evaluator_sum(ev, &index);

    value += side_to_move(pos) == viewer ? ev->tempo : -ev->tempo;
    if (ev->has_threats) {
        int32_t threats = evaluator_threats(ev, first_player_discs(pos), pos->all);

        value += viewer == SIDE_FIRST ? threats : -threats;
    }
    return value;
}
