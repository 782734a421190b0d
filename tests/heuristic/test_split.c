/* An evaluation split by gene: the items add up to the value, whatever the genome. */
#include "test.h"

#include <glob.h>
#include <string.h>

#include "heuristic/split.h"
#include "reference.h"
#include "sample.h"

static void check_sum(const struct splitter *splitter, const struct reference *ref,
                      const struct position *pos)
{
    struct ref_board board = ref_board_of(pos);

    for (int viewer = 0; viewer < 2; viewer++) {
        struct split split;

        split_evaluation(splitter, pos, (enum side)viewer, NULL, &split);
        assert_int_equal(split_sum(&split), reference_value(ref, &board, (enum side)viewer));
    }
}

static void check_genome(const struct genome *genome, int positions, struct rng *rng)
{
    static struct splitter splitter;
    static struct evaluator ev;
    struct reference ref;

    evaluator_compile(&ev, genome);
    splitter_init(&splitter, genome, &ev);
    reference_init(&ref, genome);
    for (int i = 0; i < positions; i++) {
        struct position pos;

        sample_position(&pos, (int)rng_below(rng, CELLS), rng);
        check_sum(&splitter, &ref, &pos);
    }
}

static void items_add_up_for_random_genomes(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(200); i++) {
        struct genome genome;
        struct rng rng;

        sample_rng(&rng, 71, i);
        sample_genome(&genome, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        if (i % 3 == 0)
            genome.tables = sample_tables(i % 2, &rng);
        check_genome(&genome, 50, &rng);
        tables_release(genome.tables);
    }
}

static void items_add_up_for_every_genome_file(void **state)
{
    glob_t files;

    (void)state;
    assert_int_equal(glob("genomes/*.ini", 0, NULL, &files), 0);
    assert_true(files.gl_pathc > 20);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct genome genome;
        struct rng rng;
        struct err err;

        if (genome_read(&genome, files.gl_pathv[i], &err))
            fail_msg("%s", err.text);
        sample_rng(&rng, 72, i);
        check_genome(&genome, 400, &rng);
        genome_release(&genome);
    }
    globfree(&files);
}

static void items_add_up_for_sampled_lines(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(100); i++) {
        static struct splitter splitter;
        static struct sampler sampler;
        static struct evaluator ev;
        struct split_sample sample = { .sampler = &sampler, .draw = i };
        struct genome genome;
        struct rng rng;

        sample_rng(&rng, 73, i);
        sample_genome(&genome, SAMPLE_FULL, &rng);
        if (i % 3 == 0)
            genome.tables = sample_tables(false, &rng);
        evaluator_compile(&ev, &genome);
        splitter_init(&splitter, &genome, &ev);
        sampler_compile(&sampler, &genome, 1 + (int)rng_below(&rng, LINES));
        for (int k = 0; k < 20; k++) {
            enum side viewer = k % 2 ? SIDE_SECOND : SIDE_FIRST;
            struct position pos;
            struct split split;
            int32_t value;

            sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
            value = evaluate(&sampler.other_genes, &pos, viewer) +
                    sampler_lines(&sampler, i, first_player_discs(&pos), pos.all, viewer);
            split_evaluation(&splitter, &pos, viewer, &sample, &split);
            assert_int_equal(split_sum(&split), value);
        }
        tables_release(genome.tables);
    }
}

/* Two genes alone, counted by hand: X has discs on d1 and d2, O on a1. */
static void each_item_is_what_its_gene_says(void **state)
{
    static struct splitter splitter;
    static struct evaluator ev;
    struct position pos = { 0 };
    struct genome genome;
    struct split split;
    const int column[] = { 3, 0, 3 };

    (void)state;
    for (int i = 0; i < 3; i++)
        position_play(&pos, playable_cells(pos.all) & column_cells(column[i]));
    genome_init(&genome);
    genome.gene[GENE_OWN2] = 2;
    genome.gene[GENE_OPPDISC + 3] = 0.5;
    evaluator_compile(&ev, &genome);
    splitter_init(&splitter, &genome, &ev);
    split_evaluation(&splitter, &pos, SIDE_FIRST, NULL, &split);
    assert_int_equal(split.n, 2);
    assert_int_equal(split_find(&split, "own2"), 2 * EVAL_UNITS); /* the column from d1 */
    assert_int_equal(split_find(&split, "oppdisc3"), -EVAL_UNITS / 2);
    assert_int_equal(split_find(&split, "own1"), 0);
}

static void split_by_tables(struct tables *tables, const struct position *pos, struct split *split)
{
    static struct splitter splitter;
    static struct evaluator ev;
    struct genome genome;

    genome_init(&genome);
    genome.tables = tables;
    evaluator_compile(&ev, &genome);
    splitter_init(&splitter, &genome, &ev);
    split_evaluation(&splitter, pos, SIDE_FIRST, NULL, split);
}

/* Zeros in all entries but those of one row of the board, from which the empty one is subtracted. */
static void keep_row(struct table_set *set, int row)
{
    struct strip_map map;
    struct lanes empty;
    int from;

    strip_map_init(&map);
    from = map.empty_board.at[row];
    empty = set->strip[from];
    for (int i = 0; i < STRIP_STATES; i++)
        for (int l = 0; l < TABLE_LANES; l++) {
            bool kept = i >= from && i < from + POWER_OF_3(COLUMNS);

            set->strip[i].at[l] = (int16_t)(kept ? set->strip[i].at[l] - empty.at[l] : 0);
        }
    memset(set->column, 0, sizeof set->column);
    memset(set->balance, 0, sizeof set->balance);
    memset(&set->bias, 0, sizeof set->bias);
}

/* With a single lane, which is not clipped, an item is what tables with nothing else say. */
static void each_row_is_what_its_entries_say(void **state)
{
    char name[] = "tables row 1";

    (void)state;
    for (uint64_t i = 0; i < SAMPLES(50); i++) {
        struct split split, alone;
        struct position pos;
        struct tables *t;
        struct rng rng;

        sample_rng(&rng, 75, i);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        t = sample_tables(false, &rng);
        for (int side = 0; side < 2; side++)
            for (int l = 1; l < TABLE_LANES; l++)
                t->set[side].out.at[l] = 0;
        split_by_tables(t, &pos, &split);
        if (split_find(&split, "tables sure")) {
            assert_int_equal(split.n, 1);
        } else {
            int row = (int)rng_below(&rng, ROWS);

            for (int side = 0; side < 2; side++)
                keep_row(&t->set[side], row);
            split_by_tables(t, &pos, &alone);
            name[sizeof name - 2] = (char)('1' + row);
            assert_int_equal(split_sum(&alone), split_find(&split, name));
        }
        tables_release(t);
    }
}

/* A lane that is clipped, by hand: the bias is -10, the disc on d1 is worth 30, that on a1 -4, so the
 * lane is above zero on 16 of 26 parts of the way, and gets to 16. Both are in row 1. */
static void clipped_lanes_are_shared(void **state)
{
    struct position pos = { 0 };
    struct tables *t = tables_new();
    struct strip_index index;
    struct strip_map map;
    struct split split;

    (void)state;
    assert_non_null(t);
    position_play(&pos, UINT64_C(1) << (3 * COLUMN_BITS));
    position_play(&pos, 1);
    strip_map_init(&map);
    index = strip_map_index(&map, first_player_discs(&pos), pos.all);
    t->set[SIDE_FIRST].out.at[1] = 100 * TABLE_DIVISOR;
    t->set[SIDE_FIRST].bias.at[1] = -10;
    t->set[SIDE_FIRST].strip[index.at[0]].at[1] = 30;    /* row 1 */
    t->set[SIDE_FIRST].strip[index.at[ROWS]].at[1] = -4; /* column a */
    split_by_tables(t, &pos, &split);
    assert_int_equal(split_sum(&split), 1600);
    assert_int_equal(split_find(&split, "tables row 1"), 3000 * 16 / 26);
    assert_int_equal(split_find(&split, "tables columns"), -400 * 16 / 26);
    assert_true(split_find(&split, "tables empty board") <= 1);

    /* It never is. */
    t->set[SIDE_FIRST].bias.at[1] = -30;
    split_by_tables(t, &pos, &split);
    assert_int_equal(split.n, 0);
    tables_release(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_add_up_for_random_genomes),
        cmocka_unit_test(items_add_up_for_every_genome_file),
        cmocka_unit_test(items_add_up_for_sampled_lines),
        cmocka_unit_test(each_item_is_what_its_gene_says),
        cmocka_unit_test(each_row_is_what_its_entries_say),
        cmocka_unit_test(clipped_lanes_are_shared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
