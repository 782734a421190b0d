#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct ref_board ref_board_of(const struct position *pos)
{
    uint64_t first = first_player_discs(pos);
    struct ref_board b = { .plies = pos->plies };

    for (int c = 0; c < COLUMNS; c++) {
        for (int r = 0; r < ROWS; r++) {
            if (!(pos->all & cell_bit(c, r)))
                continue;
            b.cell[c][r] = first & cell_bit(c, r) ? REF_FIRST : REF_SECOND;
            b.height[c] = r + 1;
        }
    }
    return b;
}

static int owner(enum side side)
{
    return side == SIDE_FIRST ? REF_FIRST : REF_SECOND;
}

static enum side mover(const struct ref_board *b)
{
    return b->plies % 2 == 0 ? SIDE_FIRST : SIDE_SECOND;
}

static bool inside(int column, int row)
{
    return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
}

static int units(double weight)
{
    return (int)lround(weight * EVAL_UNITS);
}

/* The map or place gene of a line. Its name has the kind of the line and its first cell, those of
 * the left one of two mirror images; `prefix` is the rest of a place gene's name. */
static double named_gene(const struct ref_line *line, const char *prefix, const double *gene)
{
    const char *kind = line->dr == 0 ? "hor" : line->dc == 0 ? "ver" : "dia";
    int mirrored = line->dc == 0 ? COLUMNS - 1 - line->column : COLUMNS - 4 - line->column;
    int column = line->column < mirrored ? line->column : mirrored;
    int row = line->row;
    char name[32];

    if (line->dc == 1 && line->dr == 1)
        column = line->column;
    if (line->dr == -1) {
        column = mirrored;
        row = line->row - 3;
    }
    snprintf(name, sizeof name, "%s%s_%c%d", prefix, kind, 'a' + column, row + 1);
    if (gene_find(name) < 0)
        abort();
    return gene[gene_find(name)];
}

static double line_factor(const struct ref_line *line, const double *gene)
{
    double mean_row = line->row + 1.5 * line->dr;
    double mean_column = line->column + 1.5 * line->dc;
    double low = 1 - mean_row / (ROWS - 1);
    double central = 1 - fabs(mean_column - 0.5 * (COLUMNS - 1)) / (0.5 * (COLUMNS - 1));

    return (1 + gene[GENE_HEIGHT] * low) * (1 + gene[GENE_CENTER] * central) *
           named_gene(line, "", gene);
}

static void set_places(struct ref_line *line, const double *gene)
{
    char prefix[16];

    for (int discs = 1; discs <= 3; discs++) {
        snprintf(prefix, sizeof prefix, "first%d_", discs);
        line->place[0][discs] = named_gene(line, prefix, gene);
        snprintf(prefix, sizeof prefix, "second%d_", discs);
        line->place[1][discs] = named_gene(line, prefix, gene);
    }
}

void reference_init(struct reference *ref, const struct genome *genome)
{
    static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
    int n = 0;

    ref->gene = genome->gene;
    ref->tables = genome->tables;
    for (int c = 0; c < COLUMNS; c++) {
        for (int r = 0; r < ROWS; r++) {
            for (int d = 0; d < 4; d++) {
                struct ref_line line = { c, r, step[d][0], step[d][1], 0, { { 0 } } };

                if (!inside(c + 3 * line.dc, r + 3 * line.dr))
                    continue;
                if (n == LINES)
                    abort();
                line.factor = line_factor(&line, ref->gene);
                set_places(&line, ref->gene);
                ref->line[n++] = line;
            }
        }
    }
    if (n != LINES)
        abort();
}

static int line_count(const struct ref_line *line, const struct ref_board *b, int who)
{
    int n = 0;

    for (int i = 0; i < 4; i++)
        n += b->cell[line->column + i * line->dc][line->row + i * line->dr] == who;
    return n;
}

static double line_weight(const double *gene, int own, int opp)
{
    static const int mixed[4][4] = {
        [1] = { 0, GENE_MIX11, GENE_MIX12, GENE_MIX13 },
        [2] = { 0, GENE_MIX21, GENE_MIX22 },
        [3] = { 0, GENE_MIX31 },
    };

    if (own == 4 || opp == 4)
        return 0;
    if (own == 0 && opp == 0)
        return gene[GENE_EMPTY];
    if (opp == 0)
        return gene[GENE_OWN1 + own - 1];
    if (own == 0)
        return -gene[GENE_OPP1 + opp - 1] * gene[GENE_COWARDICE];
    return gene[mixed[own][opp]];
}

/* The value for the first player of a line that holds discs of one side only. */
static double place_weight(const struct ref_line *line, int first, int second)
{
    if ((first > 0) == (second > 0) || first == 4 || second == 4)
        return 0;
    return first ? line->place[0][first] : -line->place[1][second];
}

int32_t reference_lines(const struct reference *ref, const struct ref_board *b, enum side viewer)
{
    int32_t sum = 0;

    for (int i = 0; i < LINES; i++) {
        const struct ref_line *line = &ref->line[i];
        int own = line_count(line, b, owner(viewer));
        int opp = line_count(line, b, owner(!viewer));
        double place =
            place_weight(line, line_count(line, b, REF_FIRST), line_count(line, b, REF_SECOND));
        double value = line_weight(ref->gene, own, opp) * line->factor +
                       (viewer == SIDE_FIRST ? place : -place);

        sum += units(fmax(-LINE_LIMIT, fmin(LINE_LIMIT, value)));
    }
    for (int c = 0; c < COLUMNS; c++) {
        for (int r = 0; r < b->height[c]; r++) {
            if (b->cell[c][r] == owner(viewer))
                sum += units(ref->gene[GENE_DISC + (int)fabs(c - 0.5 * (COLUMNS - 1))]);
            else
                sum -= units(ref->gene[GENE_OPPDISC + (int)fabs(c - 0.5 * (COLUMNS - 1))]);
        }
    }
    return sum;
}

static bool is_full(const struct ref_line *line, const struct ref_board *b, int who)
{
    for (int i = 0; i < 4; i++)
        if (b->cell[line->column + i * line->dc][line->row + i * line->dr] != who)
            return false;
    return true;
}

static bool has_line(const struct reference *ref, const struct ref_board *b, int who)
{
    for (int i = 0; i < LINES; i++)
        if (is_full(&ref->line[i], b, who))
            return true;
    return false;
}

/* Would a disc of that side on this cell make four? The cell below may be empty. */
static bool is_threat(const struct reference *ref, const struct ref_board *b, int column, int row,
                      int who)
{
    struct ref_board tried = *b;

    if (!inside(column, row) || b->cell[column][row] != REF_EMPTY)
        return false;
    tried.cell[column][row] = who;
    return has_line(ref, &tried, who);
}

/* The threat cells of the first player, [0], and of the second, [1]. */
struct threats {
    bool at[2][COLUMNS][ROWS];
};

static struct threats find_threats(const struct reference *ref, const struct ref_board *b)
{
    struct threats t;

    for (int c = 0; c < COLUMNS; c++) {
        for (int r = 0; r < ROWS; r++) {
            t.at[0][c][r] = is_threat(ref, b, c, r, REF_FIRST);
            t.at[1][c][r] = is_threat(ref, b, c, r, REF_SECOND);
        }
    }
    return t;
}

/* The row of the lowest threat of either side above the cell that can be played now, or ROWS if
 * there is none. */
static int lowest_threat(const struct threats *t, const struct ref_board *b, int column)
{
    int row = b->height[column] + 1;

    while (row < ROWS && !t->at[0][column][row] && !t->at[1][column][row])
        row++;
    return row < ROWS ? row : ROWS;
}

/* The value of one threat cell for its owner. Row 0 is called the first, so it is odd. */
static int32_t cell_value(const struct reference *ref, const struct ref_board *b,
                          const struct threats *t, int side, int column, int row)
{
    const double *gene = ref->gene;
    bool even = row % 2 == 1;
    int32_t value = 0;

    if (row + 1 < ROWS && t->at[side][column][row + 1])
        value += units(gene[side == 0 ? GENE_STACK1 : GENE_STACK2]);
    if (row == b->height[column])
        return value + units(gene[side == (int)mover(b) ? GENE_NOW_MOVER : GENE_NOW_OTHER]);
    value += units(gene[(side == 0 ? GENE_ODD1 : GENE_ODD2) + even]);
    if (row == lowest_threat(t, b, column))
        value += units(gene[(side == 0 ? GENE_LOW_ODD1 : GENE_LOW_ODD2) + even]);
    return value;
}

/* An odd cell that both threaten counts for the first player, who gets it by parity. */
static int32_t zugzwang_value(const struct reference *ref, const struct ref_board *b,
                              const struct threats *t)
{
    int odd_first = 0, odd_second = 0, even_second = 0;
    char name[40];

    for (int c = 0; c < COLUMNS; c++) {
        int row = lowest_threat(t, b, c);
        bool even = row % 2 == 1;

        if (row == ROWS)
            continue;
        odd_first += t->at[0][c][row] && !even;
        odd_second += t->at[1][c][row] && !even && !t->at[0][c][row];
        even_second += t->at[1][c][row] && even;
    }
    snprintf(name, sizeof name, "zug%d%d%d", odd_first < 2 ? odd_first : 2,
             odd_second < 2 ? odd_second : 2, even_second < 1 ? even_second : 1);
    return gene_find(name) < 0 ? 0 : units(ref->gene[gene_find(name)]);
}

/* Whether the cell of a line is empty and lies directly above another empty cell. */
static bool is_upper(const struct ref_board *b, int column, int row)
{
    return row > b->height[column];
}

/* The gene that counts a line of `owner` which the other side refutes, or -1. */
static int refuting_gene(const struct ref_board *b, const struct ref_line *line, int owner)
{
    int playable = 0, discs = 0;
    bool claimed = false, vertical = false;

    for (int i = 0; i < 4; i++) {
        int c = line->column + i * line->dc, r = line->row + i * line->dr;

        if (b->cell[c][r] == (owner ? REF_FIRST : REF_SECOND))
            return -1;
        discs += b->cell[c][r] != REF_EMPTY;
        playable += b->height[c] == r;
        claimed |= is_upper(b, c, r) && r % 2 == 1;
        vertical |= is_upper(b, c, r) && r % 2 == 0 && line->dc == 0 && i > 0;
    }
    if (discs < 2 || discs > 3)
        return -1;
    if (claimed)
        return owner ? GENE_CLAIMED2 : GENE_CLAIMED1;
    if (playable >= 2 || vertical)
        return owner ? GENE_PAIRED2 : GENE_PAIRED1;
    return -1;
}

static int32_t rules_value(const struct reference *ref, const struct ref_board *b)
{
    int32_t value = 0;

    for (int i = 0; i < LINES; i++)
        for (int owner = 0; owner < 2; owner++) {
            int gene = refuting_gene(b, &ref->line[i], owner);

            if (gene >= 0)
                value += (owner ? 1 : -1) * units(ref->gene[gene]);
        }
    return value;
}

int32_t reference_threats(const struct reference *ref, const struct ref_board *b)
{
    struct threats t = find_threats(ref, b);
    int32_t value = zugzwang_value(ref, b, &t) + rules_value(ref, b);

    for (int c = 0; c < COLUMNS; c++) {
        for (int r = 0; r < ROWS; r++) {
            if (t.at[0][c][r])
                value += cell_value(ref, b, &t, 0, c, r);
            if (t.at[1][c][r])
                value -= cell_value(ref, b, &t, 1, c, r);
        }
    }
    return value;
}

/* Adds a row of tables to sums that cannot overflow. */
static void add_lanes(int64_t sum[TABLE_LANES], const struct lanes *row)
{
    for (int l = 0; l < TABLE_LANES; l++)
        sum[l] += row->at[l];
}

/* Tables of strips lie one after the other; a mirror strip has the table of the one it mirrors. */
static void add_strips(int64_t sum[TABLE_LANES], const struct table_set *set,
                       const struct ref_board *b)
{
    struct strip strip[STRIPS];
    int start[STRIPS], next = 0;

    strips_list(strip);
    for (int s = 0; s < STRIPS; s++) {
        int state = 0;

        start[s] = strip[s].mirror < s ? start[strip[s].mirror] : next;
        for (int i = strip[s].length; i-- > 0;)
            state = 3 * state + b->cell[strip[s].cell[i].column][strip[s].cell[i].row];
        if (strip[s].mirror >= s)
            for (int i = 0, n = 1; i <= strip[s].length; i++, n *= 3)
                next += i == strip[s].length ? n : 0;
        add_lanes(sum, &set->strip[start[s] + state]);
    }
}

/* Who threatens a cell: 0 nobody, 1 the first player, 2 the second, 3 both. */
static int threatened_by(const struct threats *t, int column, int row)
{
    return t->at[0][column][row] + 2 * t->at[1][column][row];
}

/* Counts the states of columns in the order of the header until it meets the one sought: `who` for
 * each of the empty cells, from the lowest. Returns -1 for a column without threats. */
static int column_number(const int *who, int empty)
{
    int low = 0, next, n = 0;

    while (low < empty && who[low] == 0)
        low++;
    next = low + 1;
    while (next < empty && who[next] == 0)
        next++;
    if (low >= empty)
        return -1;
    for (int cells = 1; cells <= ROWS; cells++)
        for (int a = 0; a < cells; a++)
            for (int x = 1; x <= 3; x++) {
                bool same = cells == empty && a == low && x == who[low];

                if (same && next >= empty)
                    return n;
                n++;
                for (int c = a + 1; c < cells; c++)
                    for (int y = 1; y <= 3; y++, n++)
                        if (same && next < empty && c == next && y == who[next])
                            return n;
            }
    return -1;
}

static void add_columns(int64_t sum[TABLE_LANES], const struct table_set *set,
                        const struct ref_board *b, const struct threats *t)
{
    for (int c = 0; c < COLUMNS; c++) {
        int who[ROWS] = { 0 }, empty = ROWS - b->height[c], number;
        int class = 2 * c < COLUMNS ? c : COLUMNS - 1 - c;

        for (int i = 0; i < empty; i++)
            who[i] = threatened_by(t, c, b->height[c] + i);
        number = column_number(who, empty);
        if (number >= 0)
            add_lanes(sum, &set->column[class * COLUMN_STATES + number]);
    }
}

static void add_balance(int64_t sum[TABLE_LANES], const struct table_set *set,
                        const struct ref_board *b, const struct threats *t)
{
    int count[2][2] = { { 0 } }; /* by side, and whether the row is even */
    int number = 0;

    for (int c = 0; c < COLUMNS; c++) {
        int row = lowest_threat(t, b, c);

        for (int side = 0; side < 2 && row < ROWS; side++)
            count[side][row % 2] += t->at[side][c][row];
    }
    for (int i = 3; i >= 0; i--)
        number = 4 * number + (count[i / 2][i % 2] < 3 ? count[i / 2][i % 2] : 3);
    add_lanes(sum, &set->balance[number]);
}

/* 1 if the side to move wins at once, -1 if it cannot stop the other from winning, or 0. */
static int sure_for_mover(const struct ref_board *b, const struct threats *t)
{
    int me = mover(b) == SIDE_FIRST ? 0 : 1, open = 0;
    bool stacked = false;

    for (int c = 0; c < COLUMNS; c++) {
        int row = b->height[c];

        if (row < ROWS && t->at[me][c][row])
            return 1;
        if (row < ROWS && t->at[!me][c][row]) {
            open++;
            stacked |= row + 1 < ROWS && t->at[!me][c][row + 1];
        }
    }
    return open > 1 || stacked ? -1 : 0;
}

int32_t reference_tables(const struct reference *ref, const struct ref_board *b)
{
    struct threats t = find_threats(ref, b);
    int sure = sure_for_mover(b, &t), side = mover(b) == SIDE_FIRST ? 0 : 1;
    const struct table_set *set;
    int64_t sum[TABLE_LANES] = { 0 }, value = 0;

    if (!ref->tables)
        return 0;
    if (sure)
        return (side ? -sure : sure) *
               (int32_t)((int64_t)TABLE_SURE * units(ref->gene[GENE_SURE]) / EVAL_UNITS);
    set = &ref->tables->set[side];
    add_lanes(sum, &set->bias);
    add_strips(sum, set, b);
    add_columns(sum, set, b, &t);
    add_balance(sum, set, b, &t);
    for (int l = 0; l < TABLE_LANES; l++) {
        int64_t factor = units(ref->gene[GENE_LANE + side * TABLE_LANES + l]);

        if (l == 0 || sum[l] > 0)
            value += sum[l] * (set->out.at[l] * factor / EVAL_UNITS);
    }
    return (int32_t)(value / TABLE_DIVISOR);
}

int32_t reference_value(const struct reference *ref, const struct ref_board *b, enum side viewer)
{
    int32_t threats = reference_threats(ref, b) + reference_tables(ref, b);
    int32_t tempo = units(ref->gene[GENE_TEMPO]);

    return reference_lines(ref, b, viewer) + (viewer == SIDE_FIRST ? threats : -threats) +
           (viewer == mover(b) ? tempo : -tempo);
}

struct ref_search {
    const struct reference *ref;
    const struct search_keys *keys;
    enum side chooser;
};

/* Evaluated from the viewpoint that the keys name, and returned for the side that chooses. */
static int32_t leaf_value(const struct ref_search *s, const struct ref_board *b)
{
    enum side moved_last = (enum side) !mover(b);
    enum side viewer = s->keys->view == VIEW_ROOT    ? s->chooser
                       : s->keys->view == VIEW_OTHER ? (enum side) !s->chooser
                                                     : moved_last;
    int32_t value = reference_value(s->ref, b, viewer);

    if (viewer != s->chooser)
        value = -value;
    return s->keys->win == WIN_DECAY ? value / EVAL_UNITS : value;
}

static int32_t won_value(const struct ref_search *s, const struct ref_board *b, enum side winner)
{
    int32_t value = s->keys->win == WIN_DECAY  ? 10000
                    : s->keys->win == WIN_FLAT ? WIN_VALUE
                                               : WIN_VALUE - b->plies;

    return winner == s->chooser ? value : -value;
}

static int32_t node_value(const struct ref_search *s, const struct ref_board *b, int depth);

static int32_t child_value(const struct ref_search *s, const struct ref_board *b, int column,
                           int depth)
{
    struct ref_board child = *b;

    child.cell[column][child.height[column]++] = owner(mover(b));
    child.plies++;
    return node_value(s, &child, depth - 1);
}

/* The open columns where that side would make four at once, as bits. */
static unsigned open_threats(const struct ref_search *s, const struct ref_board *b, enum side side)
{
    unsigned columns = 0;

    for (int c = 0; c < COLUMNS; c++)
        if (is_threat(s->ref, b, c, b->height[c], owner(side)))
            columns |= 1u << c;
    return columns;
}

/* A board at the end of the search under extend=forced: its side to move wins, or else loses to
 * two threats, or stops the only one; where none of these holds it is a leaf. */
static int32_t forced_value(const struct ref_search *s, const struct ref_board *b)
{
    enum side other = (enum side) !mover(b);
    unsigned wins = open_threats(s, b, mover(b)), threats = open_threats(s, b, other);
    struct ref_board end = *b;

    if (wins) {
        end.plies += 1;
        return won_value(s, &end, mover(b));
    }
    if (threats & (threats - 1)) {
        end.plies += 2;
        return won_value(s, &end, other);
    }
    return threats ? child_value(s, b, __builtin_ctz(threats), 1) : leaf_value(s, b);
}

/* The value of a board for the side that chooses, `depth` plies above the leaves. */
static int32_t node_value(const struct ref_search *s, const struct ref_board *b, int depth)
{
    enum side moved_last = (enum side) !mover(b);
    bool chooser_moves = mover(b) == s->chooser;
    int32_t best = chooser_moves ? -INFINITE : INFINITE;

    if (has_line(s->ref, b, owner(moved_last)))
        return won_value(s, b, moved_last);
    if (b->plies == CELLS)
        return 0;
    if (depth == 0)
        return s->keys->extend ? forced_value(s, b) : leaf_value(s, b);
    for (int c = 0; c < COLUMNS; c++) {
        if (b->height[c] < ROWS) {
            int32_t value = child_value(s, b, c, depth);

            if (chooser_moves ? value > best : value < best)
                best = value;
        }
    }
    return s->keys->win == WIN_DECAY ? (int32_t)trunc(0.95 * best) : best;
}

unsigned reference_minimax(const struct reference *ref, const struct search_keys *keys,
                           const struct position *pos, int32_t *value)
{
    struct ref_board b = ref_board_of(pos);
    struct ref_search s = { ref, keys, mover(&b) };
    unsigned columns = 0;

    *value = -INFINITE;
    for (int c = 0; c < COLUMNS; c++) {
        if (b.height[c] == ROWS)
            continue;
        int32_t v = child_value(&s, &b, c, keys->depth);

        if (v > *value)
            columns = 0;
        if (v >= *value) {
            *value = v;
            columns |= 1u << c;
        }
    }
    return columns;
}
