/* The files beside a run: their content, and that each is whole or untouched. */
#include "test.h"

#include <fcntl.h>

#include "files.h"
#include "heuristic/genome.h"
#include "base/replacement.h"
#include "report/run_files.h"
#include "report/run_tables.h"
#include "report/small_run.h"

static const char *const names[] = { "champion.ini", "generations.csv", "lineage.csv",
                                     "winrates.csv" };

enum { NAMES = sizeof names / sizeof *names };

static char *read_in(const char *dir, const char *name)
{
    char path[128];

    return read_whole(inside(path, dir, name));
}

static void assert_no_litter(const char *dir)
{
    DIR *folder = opendir(dir);
    struct dirent *entry;

    assert_non_null(folder);
    while ((entry = readdir(folder)))
        assert_null(strstr(entry->d_name, ".new"));
    closedir(folder);
}

static void champion_tells_where_it_comes_from(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;
    char *text;

    (void)state;
    small_run(&store, dir.run);
    assert_works(run_files_write(&store, &err), err);
    text = read_in(dir.run, "champion.ini");
    *strstr(text, "own3") = '\0';
    assert_string_equal(text,
                        "; Champion after generation 2 of the run small; \"run\"??\n"
                        "; Genome 9, Elo 40 +- 10 (95%), origin: crossover in generation 1, as "
                        "genome 7\n"
                        "; Its chain of first parents, newest first:\n"
                        ";   7       generation 1, crossover of 1 and 2, Elo 52 +- 20\n"
                        ";   1       generation 0, founder fevalb, Elo 30 +- 10\n"
                        "\n"
                        "[line]\n"
                        "own1 = 3\n"
                        "own2 = 2.5\n");
    free(text);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void champion_is_a_genome_that_can_be_read(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome wanted = small_genome(8);
    struct genome genome;
    struct capture c;
    struct store store;
    struct err err;
    char path[128], *text;

    (void)state;
    small_run(&store, dir.run);
    assert_works(run_files_write(&store, &err), err);
    assert_works(genome_read(&genome, inside(path, dir.run, "champion.ini"), &err), err);
    assert_memory_equal(genome.gene, wanted.gene, sizeof wanted.gene);
    genome_write(&genome, capture(&c));
    text = read_in(dir.run, "champion.ini");
    assert_captured(&c, text);
    free(text);
    genome_release(&genome);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void files_are_the_tables_of_their_name(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;

    (void)state;
    small_run(&store, dir.run);
    assert_works(run_files_write(&store, &err), err);
    for (const struct run_table *t = run_tables; t - run_tables < 3; t++) {
        struct capture c;
        char name[32], *text;

        assert_works(t->print(&store, &run_span_all, capture(&c), TABLE_CSV, &err), err);
        snprintf(name, sizeof name, "%s.csv", t->name);
        text = read_in(dir.run, name);
        assert_captured(&c, text);
        free(text);
    }
    assert_no_litter(dir.run);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void the_same_run_gives_the_same_bytes(void **state)
{
    struct temp_dir dir[2] = { temp_dir_make(), temp_dir_make() };
    struct store store;
    struct err err;

    (void)state;
    for (int i = 0; i < 2; i++) {
        small_run(&store, dir[i].run);
        for (int times = 0; times <= i; times++)
            assert_works(run_files_write(&store, &err), err);
        store_close(&store);
    }
    for (int i = 0; i < NAMES; i++) {
        char *a = read_in(dir[0].run, names[i]), *b = read_in(dir[1].run, names[i]);

        assert_string_equal(a, b);
        free(a);
        free(b);
    }
    temp_dir_remove(&dir[0]);
    temp_dir_remove(&dir[1]);
}

static void assert_up_to_date(struct store *store, const char *dir)
{
    for (const struct run_table *t = run_tables; t - run_tables < 3; t++) {
        struct capture c;
        struct err err;
        char name[32], *text;

        assert_works(t->print(store, &run_span_all, capture(&c), TABLE_CSV, &err), err);
        snprintf(name, sizeof name, "%s.csv", t->name);
        text = read_in(dir, name);
        assert_captured(&c, text);
        free(text);
    }
}

/* What is remembered from one generation to the next changes nothing. */
static void files_of_a_growing_run_are_those_of_a_finished_one(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct run_files files;
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    j = store_journal(&store);
    run_files_init(&files, &store);
    assert_works(run_begin(&j, &err), err);
    for (uint32_t g = 0; g < 6; g++) {
        assert_works(run_keep(&j, g, 0, &err), err);
        if (g % 2)
            assert_works(run_files_update(&files, &err), err);
        assert_works(run_keep(&j, g, RUN_BATCH, &err), err);
        assert_works(run_close(&j, g, &err), err);
        if (g % 3)
            assert_works(run_files_update(&files, &err), err);
        if (g % 3)
            assert_up_to_date(&store, dir.run);
    }
    store_close(&store);
    temp_dir_remove(&dir);
}

static void add_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "a");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Whatever happens to a file between two generations, it comes back right. */
static void harm(const char *path, uint32_t how)
{
    char other[140];

    snprintf(other, sizeof other, "%s.other", path);
    switch (how % 6) {
    case 1:
        assert_int_equal(remove(path), 0);
        break;
    case 2:
        add_text(path, "1,2,a torn li");
        break;
    case 3:
        assert_int_equal(truncate(path, 20), 0);
        break;
    case 4: /* a copy that was edited */
        add_text(other, "edited\n");
        assert_int_equal(rename(other, path), 0);
        break;
    case 5:
        assert_int_equal(rename(path, other), 0);
        assert_int_equal(symlink(other, path), 0);
        break;
    default:
        break;
    }
}

static void files_that_somebody_changed_come_back(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct run_files files;
    struct store store;
    struct journal j;
    struct err err;
    char path[128];

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    j = store_journal(&store);
    run_files_init(&files, &store);
    assert_works(run_begin(&j, &err), err);
    for (uint32_t g = 0; g < 24; g++) {
        assert_works(run_keep(&j, g, 0, &err), err);
        assert_works(run_keep(&j, g, RUN_BATCH, &err), err);
        assert_works(run_close(&j, g, &err), err);
        if (g > 0)
            for (int i = 1; i < NAMES; i++)
                harm(inside(path, dir.run, names[i]), g + (uint32_t)i);
        if (g % 8 == 7)
            run_files_init(&files, &store); /* as after a kill */
        assert_works(run_files_update(&files, &err), err);
        assert_up_to_date(&store, dir.run);
    }
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Settled rows are not written again: the files keep their inodes, and their old bytes stay. */
static void files_only_grow(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct run_files files;
    struct store store;
    struct journal j;
    struct err err;
    ino_t first[NAMES] = { 0 };
    char path[128];

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    j = store_journal(&store);
    run_files_init(&files, &store);
    assert_works(run_begin(&j, &err), err);
    for (uint32_t g = 0; g < 50; g++) {
        assert_works(run_keep(&j, g, 0, &err), err);
        assert_works(run_keep(&j, g, RUN_BATCH, &err), err);
        assert_works(run_close(&j, g, &err), err);
        assert_works(run_files_update(&files, &err), err);
        for (int i = 1; i < NAMES; i++) {
            struct stat st;

            assert_int_equal(stat(inside(path, dir.run, names[i]), &st), 0);
            assert_true(g == 0 || st.st_ino == first[i]);
            first[i] = st.st_ino;
        }
    }
    assert_up_to_date(&store, dir.run);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Whether the file has been written since somebody added a line to it. */
static bool written_anew(const char *dir)
{
    char path[128], *text = read_in(dir, "champion.ini");
    bool anew = !strstr(text, "; mark");

    free(text);
    add_text(inside(path, dir, "champion.ini"), "; mark\n");
    return anew;
}

/* Champion 1, then 7, then its elite copy 9. */
static void champion_ini_is_written_for_another_champion_and_at_the_end(void **state)
{
    static const double elo[] = { 1, 2, 3 };
    static const struct {
        uint32_t champion;
        bool anew;
    } step[] = { { 1, true }, { 7, true }, { 9, false } };
    struct temp_dir dir = temp_dir_make();
    struct run_files files;
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    j = store_journal(&store);
    small_begin(&j);
    run_files_init(&files, &store);
    for (uint32_t g = 0; g < 3; g++) {
        small_close(&j, g, step[g].champion, elo, NAN, NAN);
        assert_works(run_files_update(&files, &err), err);
        assert_int_equal(written_anew(dir.run), step[g].anew);
        assert_works(run_files_update(&files, &err), err);
        assert_false(written_anew(dir.run));
    }
    assert_works(run_files_finish(&files, &err), err);
    assert_true(written_anew(dir.run));
    run_files_init(&files, &store); /* as after a kill */
    assert_works(run_files_update(&files, &err), err);
    assert_true(written_anew(dir.run));
    store_close(&store);
    temp_dir_remove(&dir);
}

static void a_long_line_is_cut_in_the_middle(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome who = small_genome(0);
    struct journal_rating rating = { .elo = 1, .error = 1 };
    struct store_meta meta = run_meta;
    struct genome genome;
    struct store store;
    struct journal j;
    struct err err;
    char path[128], name[301];

    (void)state;
    for (int i = 0; i < 300; i++)
        name[i] = "\xf0\x9f\x98\x80"[i % 4];
    name[300] = '\0';
    meta.name = name;
    memcpy(who.name, name, NAME_SIZE - 1);
    assert_works(store_create(&store, dir.run, &meta, &err), err);
    j = store_journal(&store);
    assert_works(journal_begin(&j, &who, 1, &err), err);
    for (uint32_t g = 0; g < 20; g++) {
        struct journal_generation record = { .generation = g,
                                             .champion = g + 1,
                                             .population = 1,
                                             .rating = &rating,
                                             .fit_loss_before = NAN,
                                             .fit_loss_after = NAN };

        rating.id = g + 1;
        who = small_genome(5);
        who = (struct journal_genome){
            .id = g + 2, .generation = g + 1, .origin = ORIGIN_MUTATION, .parent = { g + 1, 0 }
        };
        assert_works(journal_close_generation(&j, &record, &who, 1, &err), err);
    }
    assert_works(run_files_write(&store, &err), err);
    assert_works(genome_read(&genome, inside(path, dir.run, "champion.ini"), &err), err);
    assert_non_null(strstr(genome.comment, ";   16      generation 15, mutation of 15, Elo 1 +- 1\n"
                                           ";   and 14 more, back to\n"
                                           ";   1       generation 0, founder "));
    genome_release(&genome);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void before_the_first_generation_there_is_no_champion(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;
    char path[128], *text;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    assert_works(run_files_write(&store, &err), err);
    assert_int_equal(access(inside(path, dir.run, "champion.ini"), F_OK), -1);
    text = read_in(dir.run, "winrates.csv");
    assert_non_null(strchr(text, '\n'));
    assert_string_equal(strchr(text, '\n'), "\n");
    free(text);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* What cannot be replaced stays as it is: here because a folder is in the way. */
static void a_file_that_cannot_be_written_is_an_error_without_litter(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;
    char path[128], inner[160];

    (void)state;
    small_run(&store, dir.run);
    for (int i = 0; i < NAMES; i++) {
        inside(path, dir.run, names[i]);
        remove(path);
        assert_int_equal(mkdir(path, 0777), 0);
        snprintf(inner, sizeof inner, "%s/kept", path);
        assert_int_equal(mkdir(inner, 0777), 0);
        assert_refused(run_files_write(&store, &err), err, names[i]);
        assert_int_equal(access(inner, F_OK), 0);
        assert_no_litter(dir.run);
        remove_tree(path);
        assert_works(run_files_write(&store, &err), err);
    }
    store_close(&store);
    temp_dir_remove(&dir);
}

static void an_unwritable_folder_keeps_its_files(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;
    char path[128], *before, *after;

    (void)state;
    if (geteuid() == 0)
        skip(); /* nothing is forbidden to root */
    small_run(&store, dir.run);
    assert_works(run_files_write(&store, &err), err);
    before = read_in(dir.run, "champion.ini");
    assert_int_equal(chmod(dir.run, 0555), 0);
    assert_refused(run_files_write(&store, &err), err, "champion.ini cannot be written: ");
    assert_int_equal(chmod(dir.run, 0777), 0);
    after = read_in(dir.run, "champion.ini");
    assert_string_equal(before, after);
    assert_int_equal(access(inside(path, dir.run, "champion.ini.new"), F_OK), -1);
    free(before);
    free(after);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void old_content_stays_until_the_new_is_complete(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct replacement r;
    struct err err;
    char *text;
    int full;

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_works(replacement_begin(&r, dir.path, "file", &err), err);
        fprintf(r.out, "content %d", i);
        if (i > 0) {
            text = read_in(dir.path, "file");
            assert_string_equal(text, "content 0");
            free(text);
        }
        if (i == 0)
            assert_works(replacement_finish(&r, &err), err);
        else if (i == 1)
            replacement_cancel(&r);
    }
    /* A full disk, as far as the stream can tell. */
    full = open("/dev/full", O_WRONLY);
    assert_int_equal(dup2(full, r.output.fd), r.output.fd);
    close(full);
    fputs("content 3", r.out);
    assert_refused(replacement_finish(&r, &err), err, "file cannot be written: No space left");
    text = read_in(dir.path, "file");
    assert_string_equal(text, "content 0");
    free(text);
    assert_no_litter(dir.path);
    assert_refused(replacement_begin(&r, "/nonexistent", "file", &err), err,
                   "/nonexistent/file cannot be written: No such");
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(champion_tells_where_it_comes_from),
        cmocka_unit_test(champion_is_a_genome_that_can_be_read),
        cmocka_unit_test(files_are_the_tables_of_their_name),
        cmocka_unit_test(the_same_run_gives_the_same_bytes),
        cmocka_unit_test(files_of_a_growing_run_are_those_of_a_finished_one),
        cmocka_unit_test(files_that_somebody_changed_come_back),
        cmocka_unit_test(files_only_grow),
        cmocka_unit_test(champion_ini_is_written_for_another_champion_and_at_the_end),
        cmocka_unit_test(a_long_line_is_cut_in_the_middle),
        cmocka_unit_test(before_the_first_generation_there_is_no_champion),
        cmocka_unit_test(a_file_that_cannot_be_written_is_an_error_without_litter),
        cmocka_unit_test(an_unwritable_folder_keeps_its_files),
        cmocka_unit_test(old_content_stays_until_the_new_is_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
