/* An evaluation split by gene: the items add up to the value, whatever the genome. */
#include "test.h"

#include <glob.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_add_up_for_random_genomes),
        cmocka_unit_test(items_add_up_for_every_genome_file),
        cmocka_unit_test(items_add_up_for_sampled_lines),
        cmocka_unit_test(each_item_is_what_its_gene_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
