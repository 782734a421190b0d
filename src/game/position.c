#include "game/position.h"

uint64_t mirror_cells(uint64_t cells)
{
    uint64_t mirrored = 0;

    for (int column = 0; column < COLUMNS; column++) {
        uint64_t bits = (cells >> (column * COLUMN_BITS)) & COLUMN_MASK;

        mirrored |= bits << ((COLUMNS - 1 - column) * COLUMN_BITS);
    }
    return mirrored;
}

uint64_t position_mirror_key(const struct position *pos)
{
    uint64_t key = position_key(pos->own, pos->all);
    uint64_t mirrored = position_key(mirror_cells(pos->own), mirror_cells(pos->all));

    return key < mirrored ? key : mirrored;
}

uint64_t fours(uint64_t discs)
{
    static const int directions[] = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    uint64_t cells = 0;

    for (int i = 0; i < 4; i++) {
        int step = directions[i];
        uint64_t lowest = discs & (discs >> step) & (discs >> (2 * step)) & (discs >> (3 * step));

        cells |= lowest | lowest << step | lowest << (2 * step) | lowest << (3 * step);
    }
    return cells;
}

enum outcome position_outcome(const struct position *pos)
{
    if (has_four(pos->own ^ pos->all))
        return pos->plies % 2 == 1 ? OUTCOME_FIRST : OUTCOME_SECOND;
    return pos->all == BOARD_CELLS ? OUTCOME_DRAW : OUTCOME_NONE;
}

uint64_t perft(const struct position *pos, int depth)
{
    uint64_t moves = playable_cells(pos->all);
    uint64_t count = 0;

    if (depth == 0)
        return 1;
    if (has_four(pos->own ^ pos->all))
        return 0;
    if (depth == 1)
        return (uint64_t)bit_count(moves);
    for (; moves; moves &= moves - 1) {
        struct position next = *pos;

        position_play(&next, moves & -moves);
        count += perft(&next, depth - 1);
    }
    return count;
}
