#include "heuristic/split_tables.h"

#include <assert.h>

/* What a part adds to the sums of lanes, in comparison with an empty board. */
enum part {
    PART_ROW,
    PART_COLUMNS = PART_ROW + ROWS,
    PART_RISING,
    PART_FALLING,
    PART_THREATS,
    PART_BALANCE = PART_THREATS + COLUMNS,
    PARTS
};

struct parts {
    int32_t empty[TABLE_LANES]; /* the sums of the empty board */
    int32_t more[PARTS][TABLE_LANES];
};

/* No gene has a blank in its name. */
static const char *const part_name[PARTS] = {
    [PART_COLUMNS] = "tables columns",
    [PART_RISING] = "tables rising",
    [PART_FALLING] = "tables falling",
    [PART_BALANCE] = "tables balance",
};

static const char *const row_name[] = { "tables row 1", "tables row 2", "tables row 3",
                                        "tables row 4", "tables row 5", "tables row 6",
                                        "tables row 7", "tables row 8" };
static const char *const threat_name[] = { "tables threats a", "tables threats b",
                                           "tables threats c", "tables threats d",
                                           "tables threats e", "tables threats f",
                                           "tables threats g", "tables threats h",
                                           "tables threats i" };

_Static_assert(ROWS <= (int)(sizeof row_name / sizeof *row_name) &&
                   COLUMNS <= (int)(sizeof threat_name / sizeof *threat_name),
               "all rows and columns have names");
_Static_assert(PARTS + 2 <= SPLIT_MORE, "there is room for all items");

static const char *name_of(int part)
{
    if (part < PART_COLUMNS)
        return row_name[part - PART_ROW];
    return part >= PART_THREATS && part < PART_BALANCE ? threat_name[part - PART_THREATS]
                                                       : part_name[part];
}

static const char *help_of(int part)
{
    if (part < PART_COLUMNS)
        return "discs in this row";
    if (part >= PART_THREATS && part < PART_BALANCE)
        return "threats in this column";
    return part == PART_COLUMNS   ? "discs above each other"
           : part == PART_BALANCE ? "odd and even threats"
                                  : "discs on diagonals";
}

static void add(int32_t sum[TABLE_LANES], const struct lanes *entry, int sign)
{
    for (int l = 0; l < TABLE_LANES; l++)
        sum[l] += sign * entry->at[l];
}

/* The part of a strip, which are listed as rows, columns, rising and falling diagonals. */
static int part_of_strip(int strip)
{
    if (strip < ROWS)
        return PART_ROW + strip;
    if (strip < ROWS + COLUMNS)
        return PART_COLUMNS;
    return strip < ROWS + COLUMNS + DIAGONALS ? PART_RISING : PART_FALLING;
}

static void take_strips(struct parts *parts, const struct evaluator *ev,
                        const struct table_set *set, const struct position *pos)
{
    struct strip_index index = strip_map_index(&ev->map, first_player_discs(pos), pos->all);

    add(parts->empty, &set->bias, 1);
    for (int s = 0; s < STRIPS; s++) {
        const struct lanes *empty = &set->strip[ev->map.empty_board.at[s]];

        add(parts->empty, empty, 1);
        add(parts->more[part_of_strip(s)], &set->strip[index.at[s]], 1);
        add(parts->more[part_of_strip(s)], empty, -1);
    }
}

static void take_threats(struct parts *parts, const struct evaluator *ev,
                         const struct table_set *set, const struct position *pos)
{
    uint64_t first = first_player_discs(pos), playable = playable_cells(pos->all);
    uint64_t threat1 = winning_cells(first, pos->all);
    uint64_t threat2 = winning_cells(first ^ pos->all, pos->all);

    add(parts->empty, &set->balance[0], 1);
    add(parts->more[PART_BALANCE], &set->balance[0], -1);
    add(parts->more[PART_BALANCE],
        &set->balance[table_balance(threat1 & ~playable, threat2 & ~playable)], 1);
    for (int c = 0; c < COLUMNS; c++) {
        uint64_t here = column_cells(c);
        struct table_threats list;

        table_threats_of(&list, ev->tables, threat1 & here, threat2 & here, pos->all);
        for (int i = 0; i < list.n; i++)
            add(parts->more[PART_THREATS + c], &set->column[list.state[i]], 1);
    }
}

/* The share of the way on which a lane is above zero, as a fraction. */
static void share_above(int32_t from, int32_t to, bool clipped, int64_t *up, int64_t *down)
{
    int64_t low = from < to ? from : to, high = from < to ? to : from;

    *up = *down = 1;
    if (!clipped || low >= 0)
        return;
    *up = high > 0 ? high : 0;
    *down = high > 0 ? high - low : 1;
}

/* The value of each part, in units. */
static void weigh_parts(const struct evaluator *ev, enum side mover, const struct parts *parts,
                        int32_t value[PARTS])
{
    int64_t sum[PARTS] = { 0 };

    for (int l = 0; l < TABLE_LANES; l++) {
        int32_t to = parts->empty[l];
        int64_t up, down;

        for (int p = 0; p < PARTS; p++)
            to += parts->more[p][l];
        share_above(parts->empty[l], to, l > 0, &up, &down);
        for (int p = 0; p < PARTS; p++)
            sum[p] += (int64_t)ev->out[mover][l] * parts->more[p][l] * up / down;
    }
    for (int p = 0; p < PARTS; p++)
        value[p] = (int32_t)(sum[p] / TABLE_DIVISOR);
}

void split_tables(struct split *split, const struct evaluator *ev, const struct position *pos,
                  int sign)
{
    enum side mover = side_to_move(pos);
    int32_t all = evaluator_tables(ev, first_player_discs(pos), pos->all), value[PARTS];
    struct parts parts = { 0 };

    if (table_sure(winning_cells(pos->own, pos->all), winning_cells(pos->own ^ pos->all, pos->all),
                   pos->all)) {
        split_add(split, "tables sure", "threats that decide", sign * all);
        return;
    }
    take_strips(&parts, ev, &ev->tables->set[mover], pos);
    take_threats(&parts, ev, &ev->tables->set[mover], pos);
    weigh_parts(ev, mover, &parts, value);
    for (int p = 0; p < PARTS; p++) {
        split_add(split, name_of(p), help_of(p), sign * value[p]);
        all -= value[p];
    }
    split_add(split, "tables empty board", "the same without discs", sign * all);
}
