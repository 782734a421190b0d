/* Tables: against an evaluation that reads the board cell by cell, and in files. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "heuristic/features.h"
#include "reference.h"
#include "sample.h"

static struct position mirrored(const struct position *pos)
{
    return (struct position){ mirror_cells(pos->own), mirror_cells(pos->all), pos->plies };
}

/* A random genome with random tables, which the caller releases. */
static void make_genome(struct genome *genome, struct evaluator *ev, struct rng *rng)
{
    sample_genome(genome, (enum sample_genome)rng_below(rng, SAMPLE_KINDS), rng);
    genome->tables = sample_tables(rng_below(rng, 4) == 0, rng);
    assert_non_null(genome->tables);
    evaluator_compile(ev, genome);
}

static void values_are_those_of_the_reference(void **state)
{
    static struct evaluator ev;

    (void)state;
    for (uint64_t i = 0; i < SAMPLES(100); i++) {
        struct reference ref;
        struct genome genome;
        struct rng rng;

        sample_rng(&rng, 81, i);
        make_genome(&genome, &ev, &rng);
        reference_init(&ref, &genome);
        for (int k = 0; k < 40; k++) {
            struct position pos, image;
            struct ref_board b;

            sample_position(&pos, (int)rng_below(&rng, CELLS - 1), &rng);
            b = ref_board_of(&pos);
            image = mirrored(&pos);
            assert_int_equal(evaluator_tables(&ev, first_player_discs(&pos), pos.all),
                             reference_tables(&ref, &b));
            for (int viewer = 0; viewer < 2; viewer++) {
                int32_t value = evaluate(&ev, &pos, (enum side)viewer);

                assert_int_equal(value, reference_value(&ref, &b, (enum side)viewer));
                assert_int_equal(value, evaluate(&ev, &image, (enum side)viewer));
            }
        }
        genome_release(&genome);
    }
}

static void lane_genes_are_linear(void **state)
{
    static struct evaluator ev;

    (void)state;
    for (uint64_t i = 0; i < SAMPLES(60); i++) {
        struct feature_frame frame;
        struct genome genome;
        struct rng rng;

        sample_rng(&rng, 82, i);
        sample_genome(&genome, SAMPLE_NOTHING, &rng);
        genome.tables = sample_tables(false, &rng);
        for (int g = GENE_LANE; g <= GENE_SURE; g++)
            genome.gene[g] = 2 * gsl_rng_uniform(&rng.gsl);
        evaluator_compile(&ev, &genome);
        features_frame_init(&frame, &genome);
        for (int k = 0; k < 40; k++) {
            double feature[GENE_COUNT], sum = 0, value;
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, CELLS - 1), &rng);
            features_of(&frame, &pos, SIDE_SECOND, feature);
            for (int g = GENE_LANE; g <= GENE_SURE; g++)
                sum += genome.gene[g] * feature[g];
            value = evaluate(&ev, &pos, SIDE_SECOND) / (double)EVAL_UNITS;
            /* Each factor is rounded to units and cut, and may count for a large sum. */
            if (fabs(sum - value) > TABLE_LANES * 32768.0 / TABLE_DIVISOR / EVAL_UNITS + 2)
                fail_msg("lanes add up to %g, but the position is worth %g", sum, value);
        }
        genome_release(&genome);
    }
}

static void every_state_that_occurs_has_one_row(void **state)
{
    struct table_layout layout;
    int first[STRIP_STATES] = { 0 };
    int rows = 0;

    (void)state;
    table_layout_init(&layout);
    for (int i = 0; i < STRIP_STATES; i++)
        if (layout.entry[i] != TABLE_NO_ENTRY) {
            assert_true(layout.entry[i] < layout.columns);
            rows += first[layout.entry[i]]++ == 0;
        }
    assert_int_equal(rows, layout.columns);
    for (int i = 0; i < layout.columns; i++)
        assert_int_equal(layout.entry[layout.state[i]], i);

    /* Positions never meet a state without a row. */
    for (uint64_t i = 0; i < SAMPLES(2000); i++) {
        struct strip_index index;
        struct position pos;
        struct strip_map map;
        struct rng rng;

        sample_rng(&rng, 83, i);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        strip_map_init(&map);
        index = strip_map_index(&map, first_player_discs(&pos), pos.all);
        for (int s = 0; s < STRIPS; s++)
            assert_true(layout.entry[index.at[s]] != TABLE_NO_ENTRY);
    }
}

static void bytes_come_back(void **state)
{
    size_t size = tables_packed_size();
    unsigned char *bytes = malloc(size), *again = malloc(size);

    (void)state;
    for (uint64_t i = 0; i < 4; i++) {
        struct tables *t, *copy;
        struct err err;
        struct rng rng;

        sample_rng(&rng, 84, i);
        t = sample_tables(false, &rng);
        tables_pack(t, bytes);
        copy = tables_unpack(bytes, &err);
        assert_non_null(copy);
        assert_true(tables_equal(t, copy));
        assert_false(tables_equal(t, NULL));
        tables_pack(copy, again);
        assert_memory_equal(bytes, again, size);
        tables_release(t);
        tables_release(copy);
    }
    free(bytes);
    free(again);
}

static void sums_that_could_overflow_are_refused(void **state)
{
    struct tables *t = tables_new();
    struct table_layout layout;
    struct err err;

    (void)state;
    table_layout_init(&layout);
    for (int i = 0; i < layout.columns; i++)
        table_row(&t->set[1], &layout, i)->at[5] = 30000 / STRIPS;
    assert_int_equal(tables_finish(t, &err), 0);
    for (int i = 0; i < layout.columns; i++)
        table_row(&t->set[1], &layout, i)->at[5] = 2 + 32767 / STRIPS;
    assert_int_equal(tables_finish(t, &err), -1);
    assert_non_null(strstr(err.text, "lane 5"));
    tables_release(t);
}

/* Writes a genome and reads it back. */
static void genome_files_keep_tables(void **state)
{
    struct temp_file path = temp_file_make(""), twice = temp_file_make("");
    char *one, *two;
    struct genome genome, copy;
    struct rng rng;
    struct err err;
    FILE *out;

    (void)state;
    sample_rng(&rng, 85, 0);
    sample_genome(&genome, SAMPLE_FULL, &rng);
    genome.tables = sample_tables(false, &rng);
    out = fopen(path.path, "w");
    assert_int_equal(genome_write(&genome, out), 0);
    fclose(out);
    assert_int_equal(genome_read(&copy, path.path, &err), 0);
    assert_true(tables_equal(genome.tables, copy.tables));
    assert_memory_equal(genome.gene, copy.gene, sizeof genome.gene);
    out = fopen(twice.path, "w");
    assert_int_equal(genome_write(&copy, out), 0);
    fclose(out);
    one = read_whole(path.path);
    two = read_whole(twice.path);
    assert_string_equal(one, two);
    free(one);
    free(two);
    genome_release(&genome);
    genome_release(&copy);
    temp_file_remove(&path);
    temp_file_remove(&twice);
}

/* Replaces the first `old` in the file of a good genome, and returns the error. */
static void assert_damaged(const char *text, const char *old, const char *new, const char *message)
{
    struct temp_file path = temp_file_make("");
    const char *at = strstr(text, old);
    struct genome genome;
    struct err err;
    FILE *out = fopen(path.path, "w");

    assert_non_null(at);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    fclose(out);
    assert_int_equal(genome_read(&genome, path.path, &err), -1);
    if (!strstr(err.text, message))
        fail_msg("'%s' does not say '%s'", err.text, message);
    temp_file_remove(&path);
}

static void damaged_tables_are_refused(void **state)
{
    struct temp_file path = temp_file_make("");
    char *text, checksum[64];
    struct genome genome;
    struct rng rng;
    FILE *out = fopen(path.path, "w");

    (void)state;
    sample_rng(&rng, 86, 0);
    sample_genome(&genome, SAMPLE_NOTHING, &rng);
    genome.tables = sample_tables(false, &rng);
    assert_int_equal(genome_write(&genome, out), 0);
    fclose(out);
    text = read_whole(path.path);
    snprintf(checksum, sizeof checksum, "%.*s", 27, strstr(text, "checksum = "));
    assert_damaged(text, "data =\n ", "data =\n AAAA", "base64");
    assert_damaged(text, "data =\n ", "data =\n *", "base64");
    assert_damaged(text, checksum, "checksum = 0123456789abcdef", "damaged");
    assert_damaged(text, checksum, "", "checksum is missing");
    assert_damaged(text, "data =", "dota =", "no such gene");
    free(text);
    genome_release(&genome);
    temp_file_remove(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_reference),
        cmocka_unit_test(lane_genes_are_linear),
        cmocka_unit_test(every_state_that_occurs_has_one_row),
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(sums_that_could_overflow_are_refused),
        cmocka_unit_test(genome_files_keep_tables),
        cmocka_unit_test(damaged_tables_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
