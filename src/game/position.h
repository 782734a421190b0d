/*
 * position - the board, and Connect Four on two 64-bit words.
 *
 * The size of the board is set here and nowhere else; every table, file format
 * and text follows from COLUMNS and ROWS. To build for another board:
 * cmake -DC4E_COLUMNS=8 -DC4E_ROWS=7.
 *
 * A column takes ROWS + 1 bits, from the bottom up. The topmost bit is always
 * empty, so that no shift carries a line from one column into the next. On the
 * usual board:
 *
 *      6 13 20 27 34 41 48      (always empty)
 *      5 12 19 26 33 40 47      row 6
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42      row 1
 *
 * A move is the bit of the cell that it fills. Columns and rows count from 0 in
 * the code and from 1 in text.
 */
#ifndef C4E_GAME_POSITION_H
#define C4E_GAME_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#ifndef C4E_COLUMNS
#define C4E_COLUMNS 7
#endif
#ifndef C4E_ROWS
#define C4E_ROWS 6
#endif

#define COLUMNS     C4E_COLUMNS
#define ROWS        C4E_ROWS
#define CELLS       (COLUMNS * ROWS)
#define COLUMN_BITS (ROWS + 1)

/* The name of the board in files: "7x6". A file that does not name its board is for BOARD_USUAL. */
#define BOARD_NAME      BOARD_TEXT(C4E_COLUMNS) "x" BOARD_TEXT(C4E_ROWS)
#define BOARD_USUAL     "7x6"
#define BOARD_IS_USUAL  (COLUMNS == 7 && ROWS == 6)
#define BOARD_TEXT(n)   BOARD_DIGITS(n)
#define BOARD_DIGITS(n) #n

_Static_assert(COLUMNS *COLUMN_BITS <= 64, "the board does not fit into 64 bits");
_Static_assert(COLUMNS >= 4 && COLUMNS <= 9 && ROWS >= 4 && ROWS <= 8,
               "columns and rows are written as one digit");

#define COLUMN_MASK  ((UINT64_C(1) << COLUMN_BITS) - 1) /* all bits of column 0 */
#define COLUMN_CELLS ((UINT64_C(1) << ROWS) - 1)        /* all but the topmost */

/* Bit 0 of every column. */
#define BOTTOM_ROW  ((UINT64_MAX >> (64 - COLUMNS * COLUMN_BITS)) / COLUMN_MASK)
#define BOARD_CELLS (BOTTOM_ROW * COLUMN_CELLS)
#define ODD_ROWS    (BOTTOM_ROW * (COLUMN_CELLS & 0x5555)) /* rows 1, 3, 5... */
#define EVEN_ROWS   (BOTTOM_ROW * (COLUMN_CELLS & 0xaaaa))

struct position {
    uint64_t own; /* discs of the side to move */
    uint64_t all; /* discs of both */
    int plies;
};

enum outcome { OUTCOME_NONE, OUTCOME_FIRST, OUTCOME_SECOND, OUTCOME_DRAW };

static inline uint64_t cell_bit(int column, int row)
{
    return UINT64_C(1) << (column * COLUMN_BITS + row);
}

static inline uint64_t column_cells(int column)
{
    return COLUMN_CELLS << (column * COLUMN_BITS);
}

static inline int bit_index(uint64_t bit)
{
    return __builtin_ctzll(bit);
}

static inline int bit_column(uint64_t bit)
{
    return bit_index(bit) / COLUMN_BITS;
}

/* How far a column lies from the centre: 0 to CENTRE_DISTANCE_MAX. */
#define CENTRE_DISTANCE_MAX ((COLUMNS - 1) / 2)

static inline int centre_distance(int column)
{
    int twice = 2 * column - (COLUMNS - 1);

    return (twice < 0 ? -twice : twice) / 2;
}

/* The place of a column in the order from the centre outward, left before right: 0 is first. */
#define CENTRAL_PLACE(column)                                                                      \
    (2 * (column) < COLUMNS - 1 ? COLUMNS - 2 - 2 * (column) : 2 * (column) - (COLUMNS - 1))

/* Initialises a table by bits: f(0), f(1)... f(63), where f is a macro. */
#define BIT_TABLE(f)                                                                               \
    {                                                                                              \
        BIT_TABLE_8(f, 0), BIT_TABLE_8(f, 8), BIT_TABLE_8(f, 16), BIT_TABLE_8(f, 24),              \
            BIT_TABLE_8(f, 32), BIT_TABLE_8(f, 40), BIT_TABLE_8(f, 48), BIT_TABLE_8(f, 56)         \
    }
#define BIT_TABLE_8(f, i) f(i), f(i + 1), f(i + 2), f(i + 3), f(i + 4), f(i + 5), f(i + 6), f(i + 7)

static inline int bit_count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* The cells that a disc dropped now would fill, one bit per open column. */
static inline uint64_t playable_cells(uint64_t all)
{
    return (all + BOTTOM_ROW) & BOARD_CELLS;
}

/* The lowest of these cells in each column: adding 1 to the complement of a column finds it. */
static inline uint64_t lowest_cells(uint64_t cells)
{
    return cells & ((cells ^ BOARD_CELLS) + BOTTOM_ROW);
}

/* Whether one side's discs hold four in a line. */
static inline bool has_four(uint64_t discs)
{
    static const int directions[] = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };

    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & (discs >> directions[i]);

        if (pairs & (pairs >> (2 * directions[i])))
            return true;
    }
    return false;
}

/* The discs that are part of a line of four. */
uint64_t fours(uint64_t discs);

/* The empty cells that would complete a line of four of these discs. */
#ifdef __AVX2__
/* All directions at once; cells below discs are not empty, so the column needs no case of its own. */
static inline uint64_t winning_cells(uint64_t discs, uint64_t all)
{
    typedef uint64_t vector __attribute__((vector_size(32)));
    const vector step = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    const vector d = { discs, discs, discs, discs };
    vector up1 = d << step, up2 = d << 2 * step, down1 = d >> step, down2 = d >> 2 * step;
    vector wins = (up1 & up2 & (d << 3 * step | down1)) | (down1 & down2 & (d >> 3 * step | up1));

    return (wins[0] | wins[1] | wins[2] | wins[3]) & (BOARD_CELLS ^ all);
}
#else
static inline uint64_t winning_cells(uint64_t discs, uint64_t all)
{
    uint64_t wins = (discs << 1) & (discs << 2) & (discs << 3);

    for (int step = COLUMN_BITS - 1; step <= COLUMN_BITS + 1; step++) {
        uint64_t up = (discs << step) & (discs << (2 * step));
        uint64_t down = (discs >> step) & (discs >> (2 * step));

        wins |= up & (discs << (3 * step));
        wins |= up & (discs >> step);
        wins |= down & (discs << step);
        wins |= down & (discs >> (3 * step));
    }
    return wins & (BOARD_CELLS ^ all);
}
#endif

/* The cells where the side to move would win at once. */
static inline uint64_t immediate_wins(const struct position *pos)
{
    return winning_cells(pos->own, pos->all) & playable_cells(pos->all);
}

static inline void position_play(struct position *pos, uint64_t bit)
{
    pos->own ^= pos->all;
    pos->all |= bit;
    pos->plies++;
}

/* A number that is different for every position. */
static inline uint64_t position_key(uint64_t own, uint64_t all)
{
    return own + all + BOTTOM_ROW;
}

uint64_t mirror_cells(uint64_t cells);

/* The same number for a position and its mirror image. */
uint64_t position_mirror_key(const struct position *pos);

/* Discs of the player who moved first, no matter whose turn it is. */
static inline uint64_t first_player_discs(const struct position *pos)
{
    return pos->plies % 2 == 0 ? pos->own : pos->own ^ pos->all;
}

enum outcome position_outcome(const struct position *pos);

/* The number of move sequences of length `depth`; a sequence stops at a win. */
uint64_t perft(const struct position *pos, int depth);

#endif
