/* Genome files: what is written reads back exactly, and what is wrong is named. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "sample.h"

#define GENOME_FOLDER "genomes" /* tests run in the project's folder */
#define GENOMES_LEAST 15

/* Writes a genome to a string, which the caller frees. */
static char *written(const struct genome *genome)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(genome_write(genome, out), 0);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void read_text(struct genome *genome, const char *text)
{
    struct temp_file file = temp_file_make(text);
    struct err err;
    int status = genome_read(genome, file.path, &err);

    temp_file_remove(&file);
    if (status != 0)
        fail_msg("%s", err.text);
}

/* Reading and writing gives the same bytes, and the same bits in every gene. */
static void assert_round_trip(const struct genome *genome)
{
    char *text = written(genome), *again;
    struct genome back;

    read_text(&back, text);
    assert_memory_equal(back.gene, genome->gene, sizeof back.gene);
    again = written(&back);
    assert_string_equal(text, again);
    free(text);
    free(again);
    genome_release(&back);
}

static void random_genomes_come_back_bit_for_bit(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(2000); i++) {
        struct genome genome;
        struct rng rng;

        sample_rng(&rng, 1, i);
        sample_genome(&genome, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        assert_round_trip(&genome);
    }
}

/* All values that a tie of the last digit could spoil: next to the bounds and to zero. */
static void extreme_values_come_back_bit_for_bit(void **state)
{
    static const double values[] = {
        0x1p-1074, -0x1p-1022, 0.1, 1.0 / 3, 0x1.2345678abcdefp9, 999.99999999999989, -1000,
        1000,      100,        40,  -0.0
    };
    struct genome genome;

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        genome_init(&genome);
        genome.gene[GENE_OWN1] = values[i];
        assert_round_trip(&genome);
    }
}

static void assert_file_round_trips(const char *path)
{
    struct genome genome;
    struct err err;
    char *before = read_whole(path), *after;

    if (genome_read(&genome, path, &err) != 0)
        fail_msg("%s", err.text);
    after = written(&genome);
    if (strcmp(before, after) != 0)
        fail_msg("%s is written back differently:\n%s", path, after);
    free(before);
    free(after);
    genome_release(&genome);
}

static void shipped_genomes_come_back_byte_for_byte(void **state)
{
    DIR *folder = opendir(GENOME_FOLDER);
    struct dirent *entry;
    int n = 0;

    (void)state;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        char path[512];

        if (!strstr(entry->d_name, ".ini"))
            continue;
        snprintf(path, sizeof path, "%s/%s", GENOME_FOLDER, entry->d_name);
        assert_file_round_trips(path);
        n++;
    }
    closedir(folder);
    assert_true(n >= GENOMES_LEAST);
}

static void comments_at_the_top_are_kept(void **state)
{
    static const char text[] = "; by hand\n# and by heart\n;\n\n[tempo]\ntempo = 1.5\n";
    struct genome genome;
    char *back;

    (void)state;
    read_text(&genome, text);
    assert_string_equal(genome.comment, "; by hand\n# and by heart\n;\n");
    back = written(&genome);
    assert_string_equal(back, text);
    free(back);
    genome_release(&genome);
}

static void genes_that_are_not_mentioned_have_their_defaults(void **state)
{
    struct genome genome, defaults;

    (void)state;
    read_text(&genome, "[tempo]\ntempo = 3\n\n[line]\nopp3 = 8\nown2 = 2\n\n[shape]\n");
    genome_init(&defaults);
    defaults.gene[GENE_TEMPO] = 3;
    defaults.gene[GENE_OWN2] = 2;
    defaults.gene[GENE_OPP3] = 8;
    assert_memory_equal(genome.gene, defaults.gene, sizeof genome.gene);
    assert_null(genome.comment);
    assert_round_trip(&genome);
    genome_release(&genome);
}

static void genes_that_a_file_leaves_out_are_left_out_again(void **state)
{
    static const char text[] = "[line]\nown2 = 2\nopp3 = 0\n\n[shape]\n";
    struct genome genome;
    char *back;

    (void)state;
    read_text(&genome, text);
    back = written(&genome);
    assert_string_equal(back, text);
    free(back);
    genome.gene[GENE_OWN3] = 5;
    genome.gene[GENE_OWN2] = 0;
    back = written(&genome);
    assert_string_equal(back, "[line]\nown2 = 0\nown3 = 5\nopp3 = 0\n\n[shape]\n");
    free(back);
    genome_release(&genome);
}

/* A family written at its defaults is not dropped: a reader may want to see it. */
static void a_family_at_its_defaults_is_written_back(void **state)
{
    static const char text[] = "[shape]\nheight = 0\ncenter = 0\ncowardice = 1\n";
    struct genome genome;
    char *back;

    (void)state;
    read_text(&genome, text);
    back = written(&genome);
    assert_string_equal(back, text);
    free(back);
    genome_release(&genome);
}

static void assert_says(const char *message, const char *path, const char *place, const char *why)
{
    char start[128];

    snprintf(start, sizeof start, "%s%s", path, place);
    if (!strstr(message, start))
        fail_msg("'%s' does not name '%s'", message, start);
    if (!strstr(message, why))
        fail_msg("'%s' does not say '%s'", message, why);
}

static void assert_refused(const char *text, const char *place, const char *why)
{
    struct temp_file file = temp_file_make(text);
    struct genome genome;
    struct err err = { .text = "something old" };
    int status = genome_read(&genome, file.path, &err);

    temp_file_remove(&file);
    assert_int_equal(status, -1);
    assert_null(strstr(err.text, "something old"));
    assert_says(err.text, file.path, place, why);
}

static void genes_and_families_must_be_known(void **state)
{
    (void)state;
    assert_refused("[tempo]\ntempo = 1\nhurry = 2\n", ":3: tempo.hurry: ", "no such gene");
    assert_refused("[tempo]\ntempo = 1\n\n[mood]\nbad = 1\n", ":4: mood: ", "no such family");
    assert_refused("[tempo]\ntempo = 1\n\n[mood]\n", ":4: mood: ", "no such family");
    assert_refused("[tempo]\nheight = 1\ntempo = 1\n", ":2: tempo.height: ", "[shape]");
    assert_refused("tempo = 1\n", ":1: ", "tempo");
    assert_refused("", ": ", "not a genome");
    assert_refused("; nothing but a comment\n", ": ", "not a genome");
}

static void values_must_be_numbers_within_bounds(void **state)
{
    static const char *const bad[] = { "fast",  "nan", "inf", "-inf", "1x", "1 2",  "1,5",
                                       "1e999", "--1", "1e",  ".",    "-",  "1001", "-1000.0001" };
    char text[64];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(text, sizeof text, "[tempo]\ntempo = %s\n", bad[i]);
        assert_refused(text, ":2: tempo.tempo: ", bad[i]);
    }
    assert_refused("[tempo]\ntempo =\n", ":2: tempo.tempo: ", "");
    assert_refused("[tempo]\ntempo = 1\n  2\n", ":2: tempo.tempo: ", "1 2");
    assert_refused("[shape]\nheight = 0\ncenter = 0\ncowardice = -0.1\n",
                   ":4: shape.cowardice: ", "-0.1");
}

static void lines_must_have_the_form_of_an_ini_file(void **state)
{
    char text[400] = "[tempo]\n; ";

    (void)state;
    assert_refused("[tempo]\ntempo = 1\ntempo = 2\n", ":3: tempo.tempo: ", "twice");
    assert_refused("[tempo]\ntempo = 1\n[tempo]\n", ":3: ", "twice");
    assert_refused("[tempo]\ntempo = 1\nhello\n", ":3: ", "");
    assert_refused("[tempo\ntempo = 1\n", ":1: ", "");
    memset(text + strlen(text), 'x', 300);
    strcpy(text + strlen("[tempo]\n; ") + 300, "\ntempo = 1\n");
    assert_refused(text, ":2: ", "longer");
}

static void all_that_is_wrong_is_reported(void **state)
{
    static const char text[] = "[tempo]\ntempo = fast\nhurry = 1\n\n[mood]\n";

    (void)state;
    assert_refused(text, ":2: tempo.tempo: ", "fast");
    assert_refused(text, ":3: tempo.hurry: ", "no such gene");
    assert_refused(text, ":5: mood: ", "no such family");
}

static void files_that_cannot_be_read_are_named(void **state)
{
    struct genome genome;
    struct err err;

    (void)state;
    assert_int_equal(genome_read(&genome, "no/such/file.ini", &err), -1);
    assert_says(err.text, "no/such/file.ini", ": ", "No such file");
    assert_int_equal(genome_read(&genome, GENOME_FOLDER, &err), -1);
    assert_says(err.text, GENOME_FOLDER, ": ", "directory");
}

static void set_takes_the_bounds_and_nothing_beyond(void **state)
{
    struct genome genome;
    struct err err;
    char low[32], high[32];

    (void)state;
    genome_init(&genome);
    for (int g = 0; g < gene_count(); g++) {
        const struct gene_info *info = &gene_table[g];

        snprintf(low, sizeof low, "%g", info->low);
        snprintf(high, sizeof high, "%g", info->high);
        assert_int_equal(genome_set(&genome, g, low, &err), 0);
        assert_true(genome.gene[g] == info->low);
        assert_int_equal(genome_set(&genome, g, high, &err), 0);
        snprintf(low, sizeof low, "%.3f", info->low - 0.001);
        snprintf(high, sizeof high, "%.3f", info->high + 0.001);
        assert_int_equal(genome_set(&genome, g, low, &err), -1);
        assert_int_equal(genome_set(&genome, g, high, &err), -1);
        assert_non_null(strstr(err.text, high));
        assert_true(genome.gene[g] == info->high);
    }
}

/* Every gene has a name of its own, a default within its bounds, and a line of help. */
static void the_gene_table_is_complete(void **state)
{
    (void)state;
    for (int g = 0; g < gene_count(); g++) {
        const struct gene_info *info = &gene_table[g];

        assert_non_null(info->name);
        assert_int_equal(gene_find(info->name), g);
        assert_true(info->low <= info->initial && info->initial <= info->high);
        assert_true(info->low < info->high && info->scale > 0);
        assert_true(info->help && strlen(info->help) > 10);
    }
    assert_int_equal(gene_find("nonesuch"), -1);
}

/* Adds a word to a list with spaces between. */
static void add_word(char list[128], const char *word)
{
    if (*list)
        strcat(list, " ");
    strcat(list, word);
}

static void the_family_table_is_complete(void **state)
{
    char evolved[128] = "", fitted[128] = "";

    (void)state;
    for (int f = 0; f < family_count(); f++) {
        const struct family_info *info = &family_table[f];

        assert_int_equal(gene_family_find(info->name), f);
        assert_true(info->help && strlen(info->help) > 10);
        if (info->by_default)
            add_word(evolved, info->name);
        if (info->by_default && info->linear)
            add_word(fitted, info->name);
    }
    assert_string_equal(evolved, FAMILIES_EVOLVED);
    assert_string_equal(fitted, FAMILIES_FITTED);
    assert_int_equal(gene_family_find("nonesuch"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_genomes_come_back_bit_for_bit),
        cmocka_unit_test(extreme_values_come_back_bit_for_bit),
        cmocka_unit_test(shipped_genomes_come_back_byte_for_byte),
        cmocka_unit_test(comments_at_the_top_are_kept),
        cmocka_unit_test(genes_that_are_not_mentioned_have_their_defaults),
        cmocka_unit_test(genes_that_a_file_leaves_out_are_left_out_again),
        cmocka_unit_test(a_family_at_its_defaults_is_written_back),
        cmocka_unit_test(genes_and_families_must_be_known),
        cmocka_unit_test(values_must_be_numbers_within_bounds),
        cmocka_unit_test(lines_must_have_the_form_of_an_ini_file),
        cmocka_unit_test(all_that_is_wrong_is_reported),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(set_takes_the_bounds_and_nothing_beyond),
        cmocka_unit_test(the_gene_table_is_complete),
        cmocka_unit_test(the_family_table_is_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
