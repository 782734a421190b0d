/*
 * tables - weights by regression for every state of every strip, and for threats.
 *
 * An entry has TABLE_LANES numbers. A position has an entry for each strip (its state,
 * see strips.h), one for each column in which a cell is threatened, and one for the
 * balance of threats. They are added up lane by lane. Then
 *
 *     value = sum over lanes of out[lane] x (lane 0: its sum; others: its sum, or 0 if negative)
 *
 * which is a small neural network whose first layer costs four look-ups per move. There is a set
 * of entries for each side to move. All numbers are integers, and bounds that are checked when
 * tables are read keep every sum from overflowing, so values are the same on every machine.
 *
 * Positions that the side to move wins at once, and those in which it cannot block all threats,
 * are not looked up: they are worth TABLE_SURE.
 *
 * Tables are made by regression (evolve/table_fit.h) and never change. Genomes share them.
 */
#ifndef C4E_HEURISTIC_TABLES_H
#define C4E_HEURISTIC_TABLES_H

#include <stdatomic.h>
#include <stdio.h>

#include "base/err.h"
#include "heuristic/strips.h"

#define TABLE_LANES 8

/* A sum of out x lane is divided by this to give units. */
#define TABLE_DIVISOR 4

/* Units per unit of log odds, and of a position that is as good as won. */
#define TABLE_LOGIT INT32_C(100000)
#define TABLE_SURE  (20 * TABLE_LOGIT)

/*
 * The state of a column: which cell is the lowest that somebody threatens, and whose
 * threat it is (first player, second, both), and the same of the next such cell above it, if any.
 * Cells count from the lowest empty one. Without any threat a column has no entry.
 */
#define COLUMN_STATES  (3 * ROWS * (ROWS + 1) / 2 + 3 * (ROWS * ROWS * ROWS - ROWS) / 2)
#define COLUMN_CLASSES ((COLUMNS + 1) / 2) /* mirror images share a table */

/* All ways to threaten the empty cells of a column, by their number. */
#define COLUMN_THREATS       ((((1 << (2 * ROWS)) - 1) * 4 + 3) / 3)
#define COLUMN_THREATS_AT(n) (((1 << (2 * (n))) - 1) / 3)

/* The number of columns (at most 3 counts) whose lowest threat that is not yet playable belongs to
 * the first player in an odd row, in an even row, to the second in an odd row, in an even row. */
#define BALANCE_STATES 256

/* Vectors of gcc and clang, which neither finds by itself in such short loops. */
typedef int16_t lane_vector __attribute__((vector_size(TABLE_LANES * sizeof(int16_t))));
typedef int32_t wide_vector __attribute__((vector_size(TABLE_LANES * sizeof(int32_t))));

struct lanes {
    union {
        int16_t at[TABLE_LANES];
        lane_vector all;
    };
};

/* For one side to move. */
struct table_set {
    struct lanes strip[STRIP_STATES + 1]; /* by strip_index; the last is 0, of the dummy strip */
    struct lanes column[COLUMN_CLASSES * COLUMN_STATES];
    struct lanes balance[BALANCE_STATES];
    struct lanes bias, out;
};

struct tables {
    struct table_set set[2];               /* by side to move: the first player, the second */
    uint16_t column_state[COLUMN_THREATS]; /* by COLUMN_THREATS_AT(empty) + threats */
    int32_t rough[2][STRIP_STATES + 1];    /* roughly what an entry adds, to order moves by */
    uint64_t checksum;                     /* of all numbers */
    atomic_uint users;
};

/* All numbers 0, with one user; NULL if memory runs out. */
struct tables *tables_new(void);

/* One more user of the tables, which may be NULL; returns them. */
struct tables *tables_share(struct tables *tables);

/* One user less; the last one frees them. */
void tables_release(struct tables *tables);

/*
 * The rows of a set in the order of files: entries of strips, columns, balance, bias, out. Strips
 * have an entry for each state that occurs (no column with a hole, no four in a line); a state of
 * a row of the board and its mirror image share one.
 */
struct table_layout {
    uint16_t entry[STRIP_STATES];    /* the row of each state, or TABLE_NO_ENTRY */
    strip_place state[STRIP_STATES]; /* the first state of each entry */
    int columns, balance, bias, out; /* where these begin */
    int rows;
};

#define TABLE_NO_ENTRY UINT16_MAX

void table_layout_init(struct table_layout *layout);

/* A row of a set. Changing that of a strip changes its first state only; tables_finish copies it to
 * the others. */
struct lanes *table_row(struct table_set *set, const struct table_layout *layout, int row);

/* To be called once all rows are filled in: fails if a sum could overflow. Sets the checksum. */
int tables_finish(struct tables *tables, struct err *err);

/* The same numbers? Either may be NULL. */
bool tables_equal(const struct tables *a, const struct tables *b);

/* As bytes, the same on every machine; tables_unpack returns NULL if they are damaged or out of
 * bounds. */
size_t tables_packed_size(void);
void tables_pack(const struct tables *tables, unsigned char *bytes);
struct tables *tables_unpack(const unsigned char *bytes, struct err *err);

/* The columns with threats of a position: class x COLUMN_STATES + state of each. `threat1` and
 * `threat2` are the cells where the first player and the second would win. */
struct table_threats {
    int n;
    int state[COLUMNS];
};

static inline void table_threats_of(struct table_threats *list, const struct tables *tables,
                                    uint64_t threat1, uint64_t threat2, uint64_t all)
{
    list->n = 0;
    for (uint64_t rest = threat1 | threat2; rest;) {
        int column = bit_column(rest), shift = column * COLUMN_BITS;
        int filled = bit_count(all >> shift & COLUMN_CELLS), empty = ROWS - filled;
        unsigned first = (unsigned)(threat1 >> shift & COLUMN_CELLS) >> filled;
        unsigned second = (unsigned)(threat2 >> shift & COLUMN_CELLS) >> filled;
        int class = column < COLUMN_CLASSES ? column : COLUMNS - 1 - column;
        int threats = (int)(first | second << empty);

        list->state[list->n++] =
            class * COLUMN_STATES + tables->column_state[COLUMN_THREATS_AT(empty) + threats];
        rest &= ~column_cells(column);
    }
}

/* Row of the balance; the threats are those that cannot be played yet. */
int table_balance(uint64_t first, uint64_t second);

static inline void lanes_add(struct lanes *sum, const struct lanes *entry)
{
    sum->all += entry->all;
}

/* Puts an entry into the place of another. */
static inline void lanes_change(struct lanes *sum, const struct lanes *old, const struct lanes *new)
{
    sum->all += new->all - old->all;
}

/* The sum of the bias and of all strips. */
struct lanes table_strip_lanes(const struct table_set *set, const struct strip_index *index);

/* Adds the entries of the columns and of the balance. */
void table_add_threats(struct lanes *sum, const struct tables *tables, enum side mover,
                       uint64_t threat1, uint64_t threat2, uint64_t all);

/* 1 if the side to move wins at once, -1 if it loses for sure because of threats that can be
 * played now, 0 if that cannot be seen. */
static inline int table_sure(uint64_t own_threats, uint64_t other_threats, uint64_t all)
{
    uint64_t playable = playable_cells(all);
    uint64_t block = other_threats & playable;

    if (own_threats & playable)
        return 1;
    if (block & (block - 1) || block << 1 & other_threats)
        return -1;
    return 0;
}

#endif
