/* Vectors with a lane for each column, against loops over columns and lines. */
#include "test.h"

#include <stdlib.h>

#include "sample.h"
#include "search/last_two.h"

#define ROUNDS SAMPLES(20000)

static int32_t any_gain(struct rng *rng)
{
    return (int32_t)rng_below(rng, 2 * EVAL_LIMIT - 1) - EVAL_LIMIT + 1;
}

static void lanes_are_marked_by_column(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 31, 0);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t cells = 0;
        column_vector lanes;

        for (uint64_t n = rng_below(&rng, 8); n > 0; n--)
            cells |= cell_bit((int)rng_below(&rng, COLUMNS), (int)rng_below(&rng, ROWS));
        spread_columns(&lanes, cells);
        for (int c = 0; c < COLUMN_LANES; c++)
            assert_int_equal(lanes[c], c < COLUMNS && cells & column_cells(c) ? -1 : 0);
    }
}

static void the_largest_lane_is_found(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 32, 0);
    for (int round = 0; round < ROUNDS; round++) {
        int32_t most = INT32_MIN;
        column_vector v;

        for (int c = 0; c < COLUMN_LANES; c++) {
            v[c] = any_gain(&rng);
            most = v[c] > most ? v[c] : most;
        }
        assert_int_equal(lanes_most(&v), most);
    }
}

/* Does a line of the board hold both cells, which are in different columns? */
static bool share_line(const struct line line[LINES], uint64_t a, uint64_t b)
{
    for (int i = 0; i < LINES; i++)
        if (line_cells(&line[i]) & a && line_cells(&line[i]) & b)
            return true;
    return false;
}

/* The largest reply in another column that shares no line with the move. */
static int32_t largest_untouched(const struct line line[LINES], const int32_t *reply,
                                 uint64_t playable, uint64_t move)
{
    int32_t most = NO_GAIN;

    for (int c = 0; c < COLUMNS; c++) {
        uint64_t cell = playable & column_cells(c);

        if (cell && cell != move && !share_line(line, move, cell) && reply[c] > most)
            most = reply[c];
    }
    return most;
}

static void replies_that_share_a_line_are_left_out(void **state)
{
    static const int32_t nothing[STRIP_STATES + 1];
    struct strip_map *map = malloc(sizeof *map);
    struct line line[LINES];
    struct rng rng;

    (void)state;
    assert_non_null(map);
    strip_map_init(map);
    lines_list(line);
    sample_rng(&rng, 33, 0);
    for (int round = 0; round < ROUNDS; round++) {
        int32_t reply[COLUMN_LANES];
        struct strip_index index;
        struct position pos;
        struct gains gains;
        uint64_t playable;
        column_vector most;

        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        playable = playable_cells(pos.all);
        index = strip_map_index(map, pos.own, pos.all);
        gains_begin(&gains, map, nothing, &index, pos.all);
        for (int c = 0; c < COLUMN_LANES; c++)
            reply[c] = c < COLUMNS && playable & column_cells(c) ? any_gain(&rng) : NO_GAIN;
        gains_untouched(&most, reply, &gains, map);
        for (uint64_t rest = playable; rest; rest &= rest - 1)
            assert_int_equal(most[bit_column(rest)],
                             largest_untouched(line, reply, playable, rest & -rest));
    }
    free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_are_marked_by_column),
        cmocka_unit_test(the_largest_lane_is_found),
        cmocka_unit_test(replies_that_share_a_line_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
