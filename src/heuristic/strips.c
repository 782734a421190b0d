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

static void place_cells(struct strip_map *map, const struct strip strip[STRIPS])
{
    int used[COLUMNS * COLUMN_BITS] = { 0 };

    for (int bit = 0; bit < COLUMNS * COLUMN_BITS; bit++)
        memset(map->cell[bit].strip, STRIPS, sizeof map->cell[bit].strip);
    for (int s = 0; s < STRIPS; s++) {
        for (int i = 0; i < strip[s].length; i++) {
            int bit = strip[s].cell[i].column * COLUMN_BITS + strip[s].cell[i].row;
            int slot = used[bit]++;

            map->cell[bit].strip[slot] = (uint8_t)s;
            map->cell[bit].step[SIDE_FIRST][slot] = (uint16_t)POWER_OF_3(i);
            map->cell[bit].step[SIDE_SECOND][slot] = (uint16_t)(2 * POWER_OF_3(i));
        }
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
