/* Where a genome comes from, as text, JSON and a graph. */
#include "test.h"

#include "report/lineage.h"
#include "report/small_run.h"

static void assert_lineage(uint32_t id, void (*print)(FILE *out, const struct lineage *l),
                           const char *wanted)
{
    struct temp_dir dir = temp_dir_make();
    struct capture c;
    struct lineage l;
    struct store store;
    struct err err;

    small_run(&store, dir.run);
    assert_works(lineage_init(&l, &store, id, LINEAGE_ALL, &err), err);
    print(capture(&c), &l);
    assert_captured(&c, wanted);
    lineage_release(&l);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Genomes 6 and 10 are copies of 1, genome 9 is one of 7 that is not on the way. */
static void text_folds_elites_and_shows_changes(void **state)
{
    (void)state;
    assert_lineage(13, lineage_print_text,
                   "Genome 13, generation 3, crossover of 11 and 1.\n"
                   "5 steps, newest first, back to 2 genomes without parents:\n"
                   "\n"
                   "    13  generation 3, crossover of 11 and 1\n"
                   "        own1 3 -> 1 (of 1), tempo -0.333 -> 0 (of 1), own2 2.5 -> 2 (of 1)\n"
                   "    11  generation 2, fit of 7\n"
                   "        own2 2.5 -> 2.5000001\n"
                   "        Elo 0 +- 30, -52 +- 36 over 7\n"
                   "     7  generation 1, crossover of 1 and 2\n"
                   "        own1 1 -> 3 (of 2), tempo 0 -> -0.333, own2 2 -> 2.5\n"
                   "        Elo 52 +- 20, +22 +- 22 over 1\n"
                   "     2  generation 0, founder a,\"b\"?</script>\\ \xc3\xa4?\n"
                   "        Elo 0 +- 20\n"
                   "     1  generation 0, founder fevalb\n"
                   "        Elo 30 +- 10\n"
                   "        elite, generations 1 to 2: Elo 41 +- 20\n");
}

static void a_genome_may_be_an_elite_itself(void **state)
{
    (void)state;
    assert_lineage(9, lineage_print_text,
                   "Genome 9, generation 2, elite of 7.\n"
                   "3 steps, newest first, back to 2 genomes without parents:\n"
                   "\n"
                   "     7  generation 1, crossover of 1 and 2\n"
                   "        own1 1 -> 3 (of 2), tempo 0 -> -0.333, own2 2 -> 2.5\n"
                   "        Elo 52 +- 20, +22 +- 22 over 1\n"
                   "        elite, generation 2: Elo 40 +- 10\n"
                   "     2  generation 0, founder a,\"b\"?</script>\\ \xc3\xa4?\n"
                   "        Elo 0 +- 20\n"
                   "     1  generation 0, founder fevalb\n"
                   "        Elo 30 +- 10\n");
}

static void a_mutation_may_change_nothing(void **state)
{
    (void)state;
    assert_lineage(8, lineage_print_text,
                   "Genome 8, generation 1, mutation of 3.\n"
                   "3 steps, newest first, back to 1 genome without parents:\n"
                   "\n"
                   "     8  generation 1, mutation of 3\n"
                   "        no changed genes\n"
                   "        Elo 0 +- 30, +30 +- 42 over 3\n"
                   "     3  generation 0, spread of 1\n"
                   "        tempo 0 -> 0.5, own1 1 -> 1.25\n"
                   "        Elo -30 +- 30, -60 +- 32 over 1\n"
                   "     1  generation 0, founder fevalb\n"
                   "        Elo 30 +- 10\n");
}

static void graph_has_steps_and_edges_with_names_escaped(void **state)
{
    (void)state;
    assert_lineage(
        11, lineage_print_dot,
        "digraph lineage {\n"
        "    node [shape=box];\n"
        "    1 [label=\"1 fevalb\\ngeneration 0\\nfounder\\nElo 30 +- 10\"];\n"
        "    2 [label=\"2 a,\\\"b\\\"?</script>\\\\ \xc3\xa4?\\ngeneration 0\\nfounder\\n"
        "Elo 0 +- 20\"];\n"
        "    7 [label=\"7\\ngeneration 1\\ncrossover\\nElo 52 +- 20\"];\n"
        "    1 -> 7;\n"
        "    2 -> 7;\n"
        "    11 [label=\"11\\ngeneration 2\\nfit\\nElo 0 +- 30\"];\n"
        "    7 -> 11;\n"
        "}\n");
}

static void json_has_all_changes(void **state)
{
    (void)state;
    assert_lineage(
        12, lineage_print_json,
        "{\"id\":12,\"steps\":[\n"
        "{\"id\":7,\"generation\":1,\"origin\":\"crossover\",\"name\":\"\",\"parents\":[1,2],"
        "\"elo\":52.5,\"error\":20,\"gain\":22.5,\"gain_error\":22.360679774997898,"
        "\"score_gain\":null,\"score_gain_error\":null,"
        "\"elite\":{\"id\":12,\"from_generation\":2,\"to_generation\":3,\"elo\":null,"
        "\"error\":null},"
        "\"changes\":[{\"gene\":\"own1\",\"from\":1,\"to\":3,\"of_second_parent\":true},"
        "{\"gene\":\"tempo\",\"from\":0,\"to\":-0.3333333333333333,\"of_second_parent\":false},"
        "{\"gene\":\"own2\",\"from\":2,\"to\":2.5,\"of_second_parent\":false}]}"
        "\n,{\"id\":2,\"generation\":0,\"origin\":\"founder\",\"name\":\"a,\\\"b\\\"\\u000a\\u003c"
        "/script>\\\\ \xc3\xa4\\ufffd\",\"parents\":[],\"elo\":0,\"error\":20,\"gain\":null,"
        "\"gain_error\":null,\"score_gain\":null,\"score_gain_error\":null,\"changes\":[]}"
        "\n,{\"id\":1,\"generation\":0,\"origin\":\"founder\",\"name\":\"fevalb\",\"parents\":[],"
        "\"elo\":30,\"error\":10,\"gain\":null,\"gain_error\":null,"
        "\"score_gain\":null,\"score_gain_error\":null,\"changes\":[]}]}\n");
}

static void a_line_follows_first_parents(void **state)
{
    static const uint32_t line[] = { 13, 11, 7, 1 };
    struct temp_dir dir = temp_dir_make();
    struct lineage l;
    struct store store;
    struct err err;

    (void)state;
    small_run(&store, dir.run);
    assert_works(lineage_init(&l, &store, 13, LINEAGE_FIRST, &err), err);
    assert_int_equal(l.n, 4);
    assert_int_equal(l.steps, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(l.list[i].who.id, line[i]);
    lineage_release(&l);
    lineage_release(&l);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* A run of one pair of genomes: all genes change, each by its own number of scales. */
static void largest_changes_come_first(void **state)
{
    struct ancestor parent = { 0 }, child = { .parent = { &parent, NULL } };
    struct gene_change change[GENE_COUNT];

    (void)state;
    for (int g = 0; g < gene_count(); g++)
        child.who.gene[g] = (g % 2 ? 1 : -1) * gene_table[g].scale * (1 + g / 2);
    assert_int_equal(lineage_changes(&child, change), gene_count());
    for (int i = 1; i < gene_count(); i++) {
        double before = fabs(change[i - 1].to) / gene_table[change[i - 1].gene].scale;
        double now = fabs(change[i].to) / gene_table[change[i].gene].scale;

        assert_true(before > now || (before == now && change[i - 1].gene < change[i].gene));
    }
}

static void what_does_not_exist_is_refused(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct lineage l;
    struct store store;
    struct err err;
    uint32_t id;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    assert_refused(lineage_champion(&store, &id, &err), err, "no champion yet");
    assert_refused(lineage_init(&l, &store, UINT32_MAX, LINEAGE_ALL, &err), err,
                   "no genome 4294967295");
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Such a run was never made by evolution, and must not be followed for ever. */
static void parents_that_are_not_older_are_refused(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[2] = { { .id = 1, .slot = 0, .parent = { 2, 0 } },
                                      { .id = 2, .slot = 1, .parent = { 1, 0 } } };
    struct lineage l;
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    j = store_journal(&store);
    assert_works(journal_begin(&j, list, 2, &err), err);
    assert_refused(lineage_init(&l, &store, 2, LINEAGE_ALL, &err), err,
                   "genome 2 cannot be a parent of genome 1, which is older");
    store_close(&store);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_folds_elites_and_shows_changes),
        cmocka_unit_test(a_genome_may_be_an_elite_itself),
        cmocka_unit_test(a_mutation_may_change_nothing),
        cmocka_unit_test(graph_has_steps_and_edges_with_names_escaped),
        cmocka_unit_test(json_has_all_changes),
        cmocka_unit_test(a_line_follows_first_parents),
        cmocka_unit_test(largest_changes_come_first),
        cmocka_unit_test(what_does_not_exist_is_refused),
        cmocka_unit_test(parents_that_are_not_older_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
