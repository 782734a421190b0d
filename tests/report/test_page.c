/*
 * What a page holds. Whether a browser shows it is tested in tests/page.
 */
#include "report/small_run.h"

#include "base/conf.h"
#include "report/page.h"

#define BIG_GENERATIONS 1000
#ifndef BIG_POPULATION /* the page of a larger one holds no more */
#define BIG_POPULATION 8
#endif

static void read_config(struct run_config *config, const char *text)
{
    struct conf conf;
    struct err err;

    assert_works(conf_read_text(&conf, "configs/page.ini", text, &err), err);
    assert_works(config_read(config, &conf, false, &err), err);
    conf_release(&conf);
}

/* The page as one string, which the caller frees. */
static char *page_of(struct store *store, const char *text, const char *path)
{
    struct page_run run = { .store = store, .command = "c4evolve '</script>'" };
    struct run_config config;
    struct err err;
    char *page = NULL;
    size_t size = 0;
    FILE *in;

    read_config(&config, text);
    run.config = &config;
    assert_works(page_save_run(path, &run, &err), err);
    config_release(&config);
    in = fopen(path, "r");
    assert_non_null(in);
    assert_true(getdelim(&page, &size, '\0', in) > 0);
    fclose(in);
    return page;
}

static size_t count(const char *page, const char *what)
{
    size_t n = 0;

    for (; (page = strstr(page, what)); page++)
        n++;
    return n;
}

static const char small_config[] =
    "[run]\nname = small\n[population]\nsize = 3\nelites = 1\nfounders = x\n"
    "[play]\ndepth = 1\n[validate]\nagainst = x\n";

static void test_a_small_run(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128], *page, *data;
    struct store store;

    (void)state;
    small_run(&store, dir.run);
    page = page_of(&store, small_config, inside(path, dir.path, "page.html"));
    assert_int_equal(count(page, "<script"), count(page, "</script>"));
    assert_int_equal(count(page, "<!DOCTYPE html>"), 1);
    assert_int_equal(count(page, "{{"), 0);
    data = strstr(page, "id=\"data\">");
    assert_non_null(data);
    data[strcspn(data, "\n")] = '\0';
    assert_int_equal(count(data, "\"weights\":["), SMALL_GENOMES);
    assert_int_equal(count(data, "\"crowned\":"), 3);
    assert_int_equal(count(data, "\"over\":false"), 1);
    assert_int_equal(count(data, "\\u003c/script>"), 3); /* the genome twice, the command */
    assert_int_equal(count(data, "<"), 1);               /* the end of the block */
    free(page);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void test_a_run_that_has_not_begun(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128], *page;
    struct store store;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    page = page_of(&store, small_config, inside(path, dir.path, "page.html"));
    assert_int_equal(count(page, "\"generations\":[]"), 1);
    free(page);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void assert_over(struct store *store, const struct run_config *config, bool wanted)
{
    struct err err;
    bool over;

    assert_works(page_run_is_over(store, config, &over, &err), err);
    assert_int_equal(over, wanted);
}

static void test_over_until_more_is_asked_for(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_generation record = { .champion = 12 };
    struct run_config config;
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    small_run(&store, dir.run);
    read_config(&config, small_config);
    config.generations = 4;
    assert_over(&store, &config, false);
    config.generations = 3; /* as many as are closed, and a verdict: a file without a mark */
    assert_over(&store, &config, true);
    config.generations = 9;
    assert_works(page_mark_over(&store, &config, &err), err);
    assert_over(&store, &config, true); /* patience ran out */
    config.generations = 10;
    assert_over(&store, &config, false);
    config.generations = 9;
    j = store_journal(&store);
    record.generation = 3;
    assert_works(journal_close_generation(&j, &record, NULL, 0, &err), err);
    assert_over(&store, &config, false);
    config_release(&config);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* A long run, every weight of which changes all the time. */
static struct journal_genome big_genome(uint32_t generation, uint32_t slot)
{
    struct journal_genome r = { .id = 1 + generation * BIG_POPULATION + slot,
                                .generation = generation,
                                .slot = slot,
                                .origin = generation ? ORIGIN_CROSSOVER : ORIGIN_FOUNDER };

    if (generation > 0) {
        r.parent[0] = r.id - BIG_POPULATION;
        r.parent[1] = r.id - BIG_POPULATION - slot + (slot + 1) % BIG_POPULATION;
    }
    for (int g = 0; g < gene_count(); g++)
        r.gene[g] = 1 + 1.0 / (r.id + (unsigned)g);
    return r;
}

static void big_generation(struct journal *j, uint32_t generation)
{
    struct journal_genome genome[BIG_POPULATION];
    struct journal_rating rating[BIG_POPULATION];
    struct journal_generation record = { .generation = generation,
                                         .champion = 2 + generation * BIG_POPULATION,
                                         .population = BIG_POPULATION,
                                         .rating = rating,
                                         .fit_loss_before = 0.5,
                                         .fit_loss_after = 0.4 };
    struct err err;

    small_pairing(j, generation, 0, record.champion, record.champion + 1, "wlddwwlwlw");
    for (uint32_t i = 0; i < BIG_POPULATION; i++) {
        genome[i] = big_genome(generation + 1, i);
        rating[i] = journal_no_rating(genome[i].id - BIG_POPULATION);
        rating[i].elo = 100.0 / (i + 1);
        rating[i].error = 20;
    }
    assert_works(journal_close_generation(j, &record, genome, BIG_POPULATION, &err), err);
}

static void big_run(struct store *store, const char *dir)
{
    struct journal_genome genome[BIG_POPULATION];
    struct journal j;
    struct err err;

    assert_works(store_create(store, dir, &run_meta, &err), err);
    j = store_journal(store);
    for (uint32_t i = 0; i < BIG_POPULATION; i++)
        genome[i] = big_genome(0, i);
    assert_works(journal_begin(&j, genome, BIG_POPULATION, &err), err);
    for (uint32_t g = 0; g < BIG_GENERATIONS; g++)
        big_generation(&j, g);
}

/* Whatever is thinned out has its limit, and with it the page: a larger population changes
 * nothing but who is shown. */
static void test_a_long_run_makes_a_small_page(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128], *page;
    struct store store;

    (void)state;
    big_run(&store, dir.run);
    page = page_of(&store,
                   "[run]\nname = big\n[population]\nsize = 8\nfounders = x\n"
                   "[genes]\nevolve = line shape disc threat zugzwang map tempo place\n"
                   "[play]\ndepth = 1\n[validate]\nagainst = x\n",
                   inside(path, dir.path, "page.html"));
    print_message("%zu bytes\n", strlen(page));
    assert_true(strlen(page) < 5000000);
    assert_true(count(page, "\"crowned\":") <= 401);
    assert_int_equal(count(page, "\"stride\":3"), 1);
    assert_true(count(page, "\"weights\":[") < BIG_GENERATIONS * BIG_POPULATION);
    free(page);
    store_close(&store);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_small_run),
        cmocka_unit_test(test_a_run_that_has_not_begun),
        cmocka_unit_test(test_over_until_more_is_asked_for),
        cmocka_unit_test(test_a_long_run_makes_a_small_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
