#include "heuristic/strips.h"

#include <assert.h>
#include <string.h>

static void place_strips(struct strip_index *index, const struct strip strip[STRIPS])
{
    int next = 0;

    for (int s = 0; s < STRIPS; s++) {
        if (strip[s].mirror < s) {
            index->at[s] = index->at[strip[s].mirror];
            continue;
        }
        index->at[s] = (strip_place)next;
        next += POWER_OF_3(strip[s].length);
    }
    assert(next == STRIP_STATES);
    index->at[STRIPS] = STRIP_STATES;
}

static int cell_index(struct cell cell)
{
    return cell.column * COLUMN_BITS + cell.row;
}

static enum slot slot_of(const struct strip *strip)
{
    int columns = strip->cell[1].column - strip->cell[0].column;

    if (strip->cell[1].row == strip->cell[0].row)
        return SLOT_ROW;
    return columns == 0 ? SLOT_COLUMN : columns > 0 ? SLOT_RISING : SLOT_FALLING;
}

/* Cells of one strip share a line if they are at most three steps apart. */
static void relate_cells(struct strip_map *map, const struct strip *strip, enum slot slot)
{
    for (int i = 0; i < strip->length; i++)
        for (int j = 0; j < strip->length; j++) {
            int a = cell_index(strip->cell[i]), b = cell_index(strip->cell[j]);

            if (slot == SLOT_COLUMN || i == j || i - j > 3 || j - i > 3)
                continue;
            map->near[a] |= UINT64_C(1) << b;
            map->shared[a][b] = (uint8_t)slot;
            map->touched[a][strip->cell[j].column] |= (uint8_t)(1u << strip->cell[j].row);
        }
}

static void place_cells(struct strip_map *map, const struct strip strip[STRIPS])
{
    for (int bit = 0; bit < BOARD_BITS; bit++) {
        memset(map->cell[bit].strip, STRIPS, sizeof map->cell[bit].strip);
        map->touched[bit][bit / COLUMN_BITS] = UINT8_MAX;
    }
    for (int s = 0; s < STRIPS; s++) {
        enum slot slot = slot_of(&strip[s]);

        for (int i = 0; i < strip[s].length; i++) {
            struct cell_strips *cell = &map->cell[cell_index(strip[s].cell[i])];

            cell->strip[slot] = (uint8_t)s;
            cell->step[SIDE_FIRST][slot] = (uint16_t)POWER_OF_3(i);
            cell->step[SIDE_SECOND][slot] = (uint16_t)(2 * POWER_OF_3(i));
        }
        relate_cells(map, &strip[s], slot);
    }
}

void strip_map_init(struct strip_map *map)
{
    struct strip strip[STRIPS];

    memset(map, 0, sizeof *map);
    strips_list(strip);
    place_strips(&map->empty_board, strip);
    place_cells(map, strip);
}

struct strip_index strip_map_index(const struct strip_map *map, uint64_t first, uint64_t all)
{
    struct strip_index index = map->empty_board;

    for (uint64_t rest = all; rest; rest &= rest - 1)
        strip_index_add(&index, map, bit_index(rest),
                        first & rest & -rest ? SIDE_FIRST : SIDE_SECOND);
    return index;
}
