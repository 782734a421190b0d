/* Engines that list more options than there is room for, and the names that genes have. */
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engines/uci_genes.h"
#include "temp_dir.h"

/* An engine that lists this number of options. Its path is without folders: "many". */
static void make_engine(const struct temp_dir *dir, int options)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof path, "%s/many", dir->path);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("#!/bin/sh\nwhile read -r word rest; do case $word in\nuci)\n"
          "echo option name UCI_Variant type combo default cfour var cfour\n",
          file);
    for (int i = 0; i < options; i++)
        fprintf(file, "echo option name Option%d type spin default 1 min 0 max 9\n", i);
    fputs("echo uciok;;\nisready) echo readyok;;\nquit) exit;;\nesac; done\n", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static void options_have_room_or_are_refused(void **state)
{
    int room = GENE_COUNT - GENE_ADDED - 1; /* besides the gene that says whether it plays */
    struct temp_dir dir = temp_dir_make();
    char folder[sizeof dir.path + 1];
    struct err err;

    (void)state;
    snprintf(folder, sizeof folder, "%s/", dir.path);
    for (int more = 1; more <= 3; more++) {
        make_engine(&dir, room + more);
        assert_int_equal(uci_genes_load("uci:./many", folder, &err), -1);
        assert_non_null(strstr(err.text, "more than 95 options: name some with tune="));
        assert_int_equal(gene_count(), GENE_ADDED);
    }
    make_engine(&dir, room);
    assert_int_equal(uci_genes_load("uci:./many", folder, &err), 0);
    assert_int_equal(gene_count(), GENE_COUNT);
    temp_dir_remove(&dir);
}

static void genes_are_named_after_the_program(void **state)
{
    static const char *const rows[][2] = {
        { "uci:fairy-stockfish", "fairy_stockfish" },
        { "uci:./mybot", "mybot" },
        { "uci:./.hidden", "hidden" },
        { "uci:..x.y:depth=3", "x" },
        { "uci:python3 /a/bot.py", "bot" },
        { "uci:/a/c4evolve uci fevala", "c4evolve" },
        { "uci:\"/a folder/bot.py\":tune=A+B", "bot" },
        { "uci:python3 '/a folder/my bot.py'", "my_bot" },
    };
    char name[ENGINE_NAME_SIZE];
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(uci_genes_name(rows[i][0], name), rows[i][1]);
    assert_int_equal(uci_genes_load("uci:./...", "", &err), -1);
    assert_non_null(strstr(err.text, "which has no name"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genes_are_named_after_the_program),
        cmocka_unit_test(options_have_room_or_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
