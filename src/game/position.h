/*
 * position - Connect Four on two 64-bit boards.
 *
 * Seven bits a column, from the bottom up; the seventh is always empty, so that
 * no shift carries a line from one column into the next:
 *
 *      6 13 20 27 34 41 48      (always empty)
 *      5 12 19 26 33 40 47      row 6
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42      row 1
 *
 * A move is the bit of the cell that it fills. Columns are 0 to 6 in the code
 * and 1 to 7 in text.
 */
#ifndef C4E_GAME_POSITION_H
#define C4E_GAME_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#define COLUMNS     7
#define ROWS        6
#define CELLS       (COLUMNS * ROWS)
#define COLUMN_BITS (ROWS + 1)

#define BOTTOM_ROW  UINT64_C(0x0040810204081) /* bit 0 of every column */
#define BOARD_CELLS (BOTTOM_ROW * 0x3f)
#define ODD_ROWS    (BOTTOM_ROW * 0x15) /* rows 1, 3 and 5 */
#define EVEN_ROWS   (BOTTOM_ROW * 0x2a)

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
    return UINT64_C(0x3f) << (column * COLUMN_BITS);
}

static inline int bit_index(uint64_t bit)
{
    return __builtin_ctzll(bit);
}

static inline int bit_column(uint64_t bit)
{
    return bit_index(bit) / COLUMN_BITS;
}

static inline int bit_count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* The cells that a disc dropped now would fill, one bit per open column. */
static inline uint64_t playable_cells(uint64_t all)
{
    return (all + BOTTOM_ROW) & BOARD_CELLS;
}

/* Does one side's set of discs hold four in a line? */
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

/* Those of the discs that are part of a line of four. */
uint64_t fours(uint64_t discs);

/* The empty cells that would complete a line of four of these discs. */
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

/* A number that no other position has. */
static inline uint64_t position_key(uint64_t own, uint64_t all)
{
    return own + all + BOTTOM_ROW;
}

uint64_t mirror_cells(uint64_t cells);

/* The same number for a position and its mirror image. */
uint64_t position_mirror_key(const struct position *pos);

/* Discs of the player who moved first, whoever is to move. */
static inline uint64_t first_player_discs(const struct position *pos)
{
    return pos->plies % 2 == 0 ? pos->own : pos->own ^ pos->all;
}

enum outcome position_outcome(const struct position *pos);

/* Sequences of `depth` moves, none of which goes on after a win. */
uint64_t perft(const struct position *pos, int depth);

#endif
