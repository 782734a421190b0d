#include "heuristic/tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"

/* Tables may be weighed up to twice as strongly as they were made. */
#define SUM_LIMIT (INT32_MAX / 2)

/* The state of a column with threats, as the header defines it. Both are counted from the lowest
 * empty cell. */
static int column_state(int empty, unsigned first, unsigned second)
{
    int state = 0, cell[2] = { -1, -1 }, owner[2] = { 0 }, found = 0;

    for (int i = 0; i < empty && found < 2; i++) {
        int who = (int)((first >> i & 1) | (second >> i & 1) << 1);

        if (who) {
            cell[found] = i;
            owner[found++] = who - 1;
        }
    }
    for (int n = 1; n < empty; n++) /* columns with fewer empty cells */
        state += 3 * n + 9 * n * (n - 1) / 2;
    for (int i = 0; i < cell[0]; i++)
        state += 3 * (1 + 3 * (empty - 1 - i));
    state += owner[0] * (1 + 3 * (empty - 1 - cell[0]));
    return found == 1 ? state : state + 1 + 3 * (cell[1] - cell[0] - 1) + owner[1];
}

struct tables *tables_new(void)
{
    struct tables *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    atomic_init(&t->users, 1);
    for (int n = 1; n <= ROWS; n++)
        for (unsigned s = 1; s < 1u << (2 * n); s++)
            t->column_state[COLUMN_THREATS_AT(n) + (int)s] =
                (uint16_t)column_state(n, s & ((1u << n) - 1), s >> n);
    return t;
}

struct tables *tables_share(struct tables *tables)
{
    if (tables)
        atomic_fetch_add(&tables->users, 1);
    return tables;
}

void tables_release(struct tables *tables)
{
    if (tables && atomic_fetch_sub(&tables->users, 1) == 1)
        free(tables);
}

/* Whether a strip can be in that state in a game that is not over. */
static bool state_occurs(const struct strip *strip, int state)
{
    int run[3] = { 0 }, before = 0;
    bool upright = strip->cell[0].column == strip->cell[1].column;

    for (int i = 0; i < strip->length; i++, state /= 3) {
        int digit = state % 3;

        if (upright && i > 0 && before == 0 && digit != 0)
            return false;
        run[digit] = digit && digit == before ? run[digit] + 1 : 1;
        if (digit && run[digit] == 4)
            return false;
        before = digit;
    }
    return true;
}

static int reversed(int state, int length)
{
    int back = 0;

    for (int i = 0; i < length; i++, state /= 3)
        back = 3 * back + state % 3;
    return back;
}

/* Numbers the states of a strip whose table begins at `at`; n are numbered already. */
static int number_states(struct table_layout *layout, const struct strip *strip, int at, int n)
{
    bool level = strip->cell[0].row == strip->cell[1].row;

    for (int i = 0; i < POWER_OF_3(strip->length); i++) {
        int back = level ? reversed(i, strip->length) : i;

        if (!state_occurs(strip, i)) {
            layout->entry[at + i] = TABLE_NO_ENTRY;
        } else if (back < i) {
            layout->entry[at + i] = layout->entry[at + back];
        } else {
            layout->state[n] = (strip_place)(at + i);
            layout->entry[at + i] = (uint16_t)n++;
        }
    }
    return n;
}

void table_layout_init(struct table_layout *layout)
{
    struct strip strip[STRIPS];
    int n = 0, at = 0;

    strips_list(strip);
    for (int s = 0; s < STRIPS; s++) {
        if (strip[s].mirror < s)
            continue;
        n = number_states(layout, &strip[s], at, n);
        at += POWER_OF_3(strip[s].length);
    }
    layout->columns = n;
    layout->balance = layout->columns + COLUMN_CLASSES * COLUMN_STATES;
    layout->bias = layout->balance + BALANCE_STATES;
    layout->out = layout->bias + 1;
    layout->rows = layout->out + 1;
}

struct lanes *table_row(struct table_set *set, const struct table_layout *layout, int row)
{
    if (row < layout->columns)
        return &set->strip[layout->state[row]];
    if (row < layout->balance)
        return &set->column[row - layout->columns];
    if (row < layout->bias)
        return &set->balance[row - layout->balance];
    return row == layout->bias ? &set->bias : &set->out;
}

size_t tables_packed_size(void)
{
    struct table_layout layout;

    table_layout_init(&layout);
    return 2 * (size_t)layout.rows * TABLE_LANES * sizeof(int16_t);
}

void tables_pack(const struct tables *tables, unsigned char *bytes)
{
    struct table_layout layout;

    table_layout_init(&layout);
    for (int side = 0; side < 2; side++) {
        struct table_set *set = (struct table_set *)(uintptr_t)&tables->set[side]; /* only read */

        for (int i = 0; i < layout.rows; i++)
            for (int l = 0; l < TABLE_LANES; l++)
                bytes = portable_put(bytes, (uint16_t)table_row(set, &layout, i)->at[l], 2);
    }
}

struct tables *tables_unpack(const unsigned char *bytes, struct err *err)
{
    struct tables *t = tables_new();
    struct table_layout layout;

    if (!t) {
        err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
        return NULL;
    }
    table_layout_init(&layout);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < layout.rows; i++)
            for (int l = 0; l < TABLE_LANES; l++, bytes += 2)
                table_row(&t->set[side], &layout, i)->at[l] = (int16_t)portable_get(bytes, 2);
    if (tables_finish(t, err) == 0)
        return t;
    tables_release(t);
    return NULL;
}

/* Copies the entry of each strip from its first state to all states that share it. */
static void spread_entries(struct table_set *set)
{
    struct table_layout layout;

    table_layout_init(&layout);
    for (int i = 0; i < STRIP_STATES; i++)
        if (layout.entry[i] != TABLE_NO_ENTRY)
            set->strip[i] = set->strip[layout.state[layout.entry[i]]];
}

static void widen(int32_t most[TABLE_LANES], const struct lanes *row)
{
    for (int l = 0; l < TABLE_LANES; l++)
        if (abs(row->at[l]) > most[l])
            most[l] = abs(row->at[l]);
}

/* Adds the largest numbers of n rows, once for each of `times`. */
static void add_most(int64_t bound[TABLE_LANES], const struct lanes *row, size_t n, int times)
{
    int32_t most[TABLE_LANES] = { 0 };

    for (size_t i = 0; i < n; i++)
        widen(most, &row[i]);
    for (int l = 0; l < TABLE_LANES; l++)
        bound[l] += (int64_t)times * most[l];
}

/* How large the sum of each lane can become. */
static void bound_lanes(const struct table_set *set, int64_t bound[TABLE_LANES])
{
    struct strip strip[STRIPS];
    size_t at = 0;

    memset(bound, 0, TABLE_LANES * sizeof *bound);
    strips_list(strip);
    for (int s = 0; s < STRIPS; s++) {
        size_t states = (size_t)POWER_OF_3(strip[s].length);

        if (strip[s].mirror < s)
            continue;
        add_most(bound, &set->strip[at], states, strip[s].mirror == s ? 1 : 2);
        at += states;
    }
    for (int c = 0; c < COLUMN_CLASSES; c++)
        add_most(bound, &set->column[c * COLUMN_STATES], COLUMN_STATES,
                 2 * c == COLUMNS - 1 ? 1 : 2);
    add_most(bound, set->balance, BALANCE_STATES, 1);
    add_most(bound, &set->bias, 1, 1);
}

static uint64_t checksum_of(const struct tables *t)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    const int16_t *number = (const int16_t *)t->set; /* sets hold nothing else */

    for (size_t i = 0; i < sizeof t->set / (sizeof *number); i++)
        sum = (sum ^ (uint16_t)number[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* As if every lane but the first were clipped half of the time. */
static void estimate_entries(struct tables *t, int side)
{
    const struct table_set *set = &t->set[side];

    for (int i = 0; i <= STRIP_STATES; i++) {
        int32_t twice = 2 * set->out.at[0] * set->strip[i].at[0];

        for (int l = 1; l < TABLE_LANES; l++)
            twice += set->out.at[l] * set->strip[i].at[l];
        t->rough[side][i] = twice / (2 * TABLE_DIVISOR);
    }
}

int tables_finish(struct tables *tables, struct err *err)
{
    for (int side = 0; side < 2; side++) {
        struct table_set *set = &tables->set[side];
        int64_t bound[TABLE_LANES], sum = 0;

        spread_entries(set);
        bound_lanes(set, bound);
        for (int l = 0; l < TABLE_LANES; l++) {
            if (bound[l] > INT16_MAX)
                return err_set(err, "tables: the sums of lane %d may reach %lld, more than %d", l,
                               (long long)bound[l], INT16_MAX);
            sum += bound[l] * abs(set->out.at[l]);
        }
        if (sum > SUM_LIMIT)
            return err_set(err, "tables: values may reach %lld, more than %d", (long long)sum,
                           SUM_LIMIT);
        estimate_entries(tables, side);
    }
    tables->checksum = checksum_of(tables);
    return 0;
}

bool tables_equal(const struct tables *a, const struct tables *b)
{
    if (a == b)
        return true;
    return a && b && a->checksum == b->checksum && memcmp(a->set, b->set, sizeof a->set) == 0;
}

static inline int at_most_3(int count)
{
    return count < 3 ? count : 3;
}

int table_balance(uint64_t first, uint64_t second)
{
    uint64_t low = lowest_cells(first | second);

    return at_most_3(bit_count(low & first & ODD_ROWS)) +
           4 * at_most_3(bit_count(low & first & EVEN_ROWS)) +
           16 * at_most_3(bit_count(low & second & ODD_ROWS)) +
           64 * at_most_3(bit_count(low & second & EVEN_ROWS));
}

struct lanes table_strip_lanes(const struct table_set *set, const struct strip_index *index)
{
    struct lanes sum = set->bias;

    for (int s = 0; s < STRIPS; s++)
        lanes_add(&sum, &set->strip[index->at[s]]);
    return sum;
}

void table_add_threats(struct lanes *sum, const struct tables *tables, enum side mover,
                       uint64_t threat1, uint64_t threat2, uint64_t all)
{
    const struct table_set *set = &tables->set[mover];
    uint64_t playable = playable_cells(all);
    struct table_threats list;

    lanes_add(sum, &set->balance[table_balance(threat1 & ~playable, threat2 & ~playable)]);
    table_threats_of(&list, tables, threat1, threat2, all);
    for (int i = 0; i < list.n; i++)
        lanes_add(sum, &set->column[list.state[i]]);
}
