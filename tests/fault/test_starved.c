/*
 * Every allocation fails once, in what reads files and keeps runs: each failure is an error of its
 * kind, and nothing leaks, which the build with sanitizers finds out.
 *
 * The linker replaces the functions that allocate in our own code (-Wl,--wrap); those of libraries
 * fail in tests/fault/fault.c.
 */
#include "test.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arena/opening.h"
#include "arena/pgn.h"
#include "arena/tournament.h"
#include "base/draft.h"
#include "base/text_file.h"
#include "evolve/tiny_config.h"
#include "report/lineage.h"
#include "report/run_files.h"
#include "store/sample_run.h"
#include "store/verify_run.h"
#include "study/study.h"

static long until = -1; /* calls until one fails; -1: none does */

static bool fails(void)
{
    if (until < 0 || until-- > 0)
        return false;
    errno = ENOMEM;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return fails() ? NULL : __real_strndup(text, size);
}

/* A folder with files to read: a run, openings, a list of games. */
static struct temp_dir dir;

static int write_files(void **state)
{
    char path[128];
    FILE *file;

    (void)state;
    dir = temp_dir_make();
    run_make(dir.run, 2);
    file = fopen(inside(path, dir.path, "openings.txt"), "w");
    assert_non_null(file);
    fputs("# openings\n44\n4433\n12\n112\n", file);
    fclose(file);
    file = fopen(inside(path, dir.path, "games.pgn"), "w");
    assert_non_null(file);
    for (int i = 0; i < 5; i++)
        fputs("[Event \"x\"]\n[Opening \"44\"]\n[Columns \"4433\"]\n[Result \"1-0\"]\n\n", file);
    fclose(file);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    temp_dir_remove(&dir);
    return 0;
}

static int read_conf(struct err *err)
{
    struct conf conf;
    int status = conf_read_text(&conf, "x.ini", tiny_text, err);

    if (status == 0)
        status = conf_override(&conf, "a.b=c", err) || conf_override(&conf, "a.b=d", err) ? -1 : 0;
    conf_release(&conf);
    return status;
}

static int read_config(struct err *err)
{
    struct run_config config;
    struct conf conf;
    int status = conf_read_text(&conf, "configs/tiny.ini", tiny_text, err);

    if (status)
        return -1;
    status = config_read(&config, &conf, true, err);
    conf_release(&conf);
    if (status == 0)
        config_release(&config);
    return status;
}

static int read_genome(struct err *err)
{
    struct genome genome;
    int status = genome_read(&genome, "genomes/fevalb.ini", err);

    if (status == 0)
        genome_release(&genome);
    return status;
}

static int read_player(struct err *err)
{
    struct player player;
    int status = player_parse(&player, "fevalb:depth=2,own2=3,search=mcts,iterations=10", err);

    if (status == 0)
        player_release(&player);
    return status;
}

static int read_tournament(struct err *err)
{
    struct tournament t;
    int status = tournament_read(&t, "configs/studies/rusak-2005-round1.ini", NULL, 0, err);

    if (status == 0)
        tournament_release(&t);
    return status;
}

static int read_study(struct err *err)
{
    struct study study;
    int status = study_read(&study, "configs/studies/rusak-2005.ini", err);

    if (status == 0)
        study_release(&study);
    return status;
}

static int read_openings(struct err *err)
{
    struct openings openings;
    char path[128];
    int status = openings_read(&openings, inside(path, dir.path, "openings.txt"), err);

    if (status == 0)
        openings_release(&openings);
    return status;
}

static int read_games(struct err *err)
{
    struct pgn_list list;
    char path[128];
    int status = pgn_read(&list, inside(path, dir.path, "games.pgn"), err);

    if (status == 0)
        pgn_list_release(&list);
    return status;
}

static int read_text(struct err *err)
{
    char *text = text_file_whole("configs/gen3.ini", err);
    struct draft draft;
    int status = text ? draft_open(&draft, err) : -1;

    if (status == 0) {
        fputs(text, draft.out);
        status = draft_close(&draft, err);
        if (status == 0)
            assert_string_equal(text, draft.text);
        draft_release(&draft);
    }
    free(text);
    return status;
}

static int read_lists(struct store *store, struct err *err)
{
    struct journal journal = store_journal(store);
    struct journal_genome *genomes;
    struct journal_pairing *pairings;
    size_t n;

    if (journal_read_population(&journal, 1, &genomes, &n, err))
        return -1;
    free(genomes);
    if (journal_read_pairings(&journal, 1, &pairings, &n, err))
        return -1;
    journal_pairings_free(pairings, n);
    return 0;
}

static int read_run(struct err *err)
{
    struct genome genome = { 0 };
    struct store store;
    int status = store_open(&store, dir.run, STORE_READ, err);

    if (status)
        return -1;
    status = read_lists(&store, err);
    store_close(&store);
    if (status == 0)
        status = lineage_read_comment(&genome, dir.run, 0, LINEAGE_FULL, err);
    free(genome.comment);
    return status;
}

static int fork_run(struct err *err)
{
    char to[128];
    int status = store_fork(dir.run, 1, inside(to, dir.path, "fork"), err);

    remove_tree(to);
    return status;
}

static int write_run(struct err *err)
{
    struct store store;
    int status = store_open(&store, dir.run, STORE_WRITE, err);

    if (status)
        return -1;
    status = store_set(&store, "key", "value", err) || run_files_write(&store, err) ? -1 : 0;
    store_close(&store);
    return status;
}

static const struct {
    const char *name;
    int (*act)(struct err *err);
} acts[] = {
    { "conf", read_conf },
    { "config", read_config },
    { "genome", read_genome },
    { "player", read_player },
    { "tournament", read_tournament },
    { "study", read_study },
    { "openings", read_openings },
    { "games", read_games },
    { "text", read_text },
    { "run", read_run },
    { "fork", fork_run },
    { "files", write_run },
};

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        bool reached = true;
        long n = 0;

        for (; reached; n++) {
            struct err err = { .text = "" };
            int status;

            until = n;
            status = acts[i].act(&err);
            reached = until < 0;
            until = -1;
            if (status ? err.kind != ERR_SHORTAGE || !err.text[0] : false)
                fail_msg("%s: allocation %ld: '%s'", acts[i].name, n, err.text);
            if (!reached && status)
                fail_msg("%s: %s", acts[i].name, err.text);
        }
        print_message("%s: %ld allocations\n", acts[i].name, n - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation_may_fail) };

    return cmocka_run_group_tests(tests, write_files, remove_files);
}
