#include "rules/threats.h"

int threats_list(const struct position *pos, struct threat list[THREATS_MAX])
{
    uint64_t wins[2] = { winning_cells(side_discs(pos, 0), pos->all),
                         winning_cells(side_discs(pos, 1), pos->all) };
    uint64_t both = wins[0] | wins[1];
    int n = 0;

    for (uint64_t rest = both; rest; rest &= rest - 1) {
        uint64_t cell = rest & -rest;
        uint64_t below = both & column_cells(bit_column(cell)) & (cell - 1);

        for (int side = 0; side < 2; side++) {
            uint64_t in_the_way = wins[side] & cell >> 1 ? 0 : below & -below;

            if (wins[side] & cell)
                list[n++] = (struct threat){ .cell = cell,
                                             .side = side,
                                             .odd = cell & ODD_ROWS,
                                             .playable = cell & playable_cells(pos->all),
                                             .behind = in_the_way };
        }
    }
    return n;
}

uint64_t poisoned_cells(const struct position *pos, int side)
{
    uint64_t own = side_discs(pos, side), other = side_discs(pos, !side);

    return playable_cells(pos->all) & winning_cells(other, pos->all) >> 1 &
           ~winning_cells(own, pos->all);
}

int fill_up_loser(const struct position *pos, uint64_t *cell)
{
    uint64_t waiting[2];
    int free_cells = 0, loser;

    for (int side = 0; side < 2; side++)
        waiting[side] = winning_cells(side_discs(pos, side), pos->all) & ~playable_cells(pos->all);
    for (int column = 0; column < COLUMNS; column++) {
        uint64_t empty = column_cells(column) & ~pos->all;
        uint64_t lowest = (waiting[0] | waiting[1]) & empty;

        lowest &= -lowest;
        free_cells += lowest ? bit_count(empty & (lowest - 1)) - 1 : bit_count(empty);
    }
    loser = (pos->plies + free_cells) % 2;
    *cell = 0;
    for (int column = COLUMNS - 1; column >= 0; column--) {
        uint64_t threats = (waiting[0] | waiting[1]) & column_cells(column);
        uint64_t lowest = threats & -threats;

        if (lowest & waiting[loser])
            return -1;
        if (lowest)
            *cell = lowest;
    }
    return *cell ? loser : -1;
}
