/* Runs whose genomes have tables: inherited whole, and the same journal whatever happens. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolve/breed.h"
#include "evolve/generation.h"
#include "evolve/measure.h"
#include "evolve/memory_journal.h"
#include "evolve/run.h"
#include "evolve/tiny_config.h"
#include "table_file.h"

#define FILES 2

/* Genome files with tables, and words of a config that name them. */
struct files {
    char path[FILES][64];
    char founders[256], opponents[256];
};

static int set_up(void **state)
{
    static struct files f;

    for (int i = 0; i < FILES; i++) {
        int fd;

        snprintf(f.path[i], sizeof f.path[i], "/tmp/c4evolve-tables-XXXXXX");
        fd = mkstemp(f.path[i]);
        assert_true(fd >= 0);
        close(fd);
        assert_int_equal(table_file_write(f.path[i], (uint64_t)i), 0);
    }
    snprintf(f.founders, sizeof f.founders, "population.founders=%s ../genomes/lines.ini %s",
             f.path[0], f.path[1]);
    snprintf(f.opponents, sizeof f.opponents, "play.opponents=%s random", f.path[1]);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct files *f = *state;

    for (int i = 0; i < FILES; i++)
        unlink(f->path[i]);
    return 0;
}

/* The config of all runs here, with one more change. */
static void read_config(const struct files *f, const char *set, struct run_config *c)
{
    TINY_CONFIG(c, f->founders, f->opponents, "genes.evolve=line tempo tables",
                "fit.families=line tables", "population.size=8", "population.immigrants=1",
                "genes.spread=0.3", set);
}

static int go_on(const struct run_config *config, struct memory_journal *m, int threads)
{
    struct journal j = memory_journal_of(m);
    struct run_watch watch = { 0 };
    struct verdict verdict = { 0 };
    struct pool pool;
    enum run_end end;
    struct err err;
    int status;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    status = (m->n == 0 && run_begin(config, &j, &err)) ||
                     run_play(config, &j, &pool, &watch, &verdict, &end, &err)
                 ? -1
                 : 0;
    if (status)
        assert_string_equal(err.text, "killed");
    verdict_release(&verdict);
    pool_release(&pool);
    return status;
}

/* Kills the run after every `step` writes. */
static void go_on_with_kills(const struct run_config *config, struct memory_journal *m, long step)
{
    *m = (struct memory_journal){ .writes_left = step };
    while (go_on(config, m, 1))
        m->writes_left = step;
}

static const struct journal_genome *find(const struct memory_journal *m, uint32_t id)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->who[i].id == id)
            return &m->who[i];
    fail_msg("no genome %u", (unsigned)id);
    return NULL;
}

/* Each genome has the tables of its first parent, or else of the champion. */
static void check_inheritance(const struct files *f, const struct memory_journal *m)
{
    struct genome file[FILES];
    struct err err;

    for (int i = 0; i < FILES; i++)
        assert_int_equal(genome_read(&file[i], f->path[i], &err), 0);
    for (size_t i = 0; i < m->n; i++) {
        const struct journal_genome *who = &m->who[i];
        const struct tables *wanted = NULL;

        if (who->parent[0])
            wanted = find(m, who->parent[0])->tables;
        else if (who->origin == ORIGIN_IMMIGRANT)
            wanted = find(m, m->generation[who->generation - 1].record.champion)->tables;
        else if (who->origin == ORIGIN_OPPONENT && strcmp(who->name, "random") != 0)
            wanted = file[1].tables;
        else if (who->origin == ORIGIN_FOUNDER && who->slot != 1)
            wanted = file[who->slot / 2].tables;
        assert_true(tables_equal(who->tables, wanted));
    }
    for (int i = 0; i < FILES; i++)
        genome_release(&file[i]);
}

/* Some of the genes that weigh tables have changed. */
static void check_lanes(const struct memory_journal *m)
{
    size_t changed = 0;

    for (size_t i = 0; i < m->n; i++)
        for (int g = GENE_LANE; g <= GENE_SURE; g++)
            changed += m->who[i].gene[g] != 1;
    assert_true(changed > 0);
}

static void check_runs(const struct files *f, const char *set)
{
    struct memory_journal whole = { .writes_left = -1 }, alone = whole, killed;
    struct run_config c;

    read_config(f, set, &c);
    assert_int_equal(go_on(&c, &whole, 2), 0);
    check_inheritance(f, &whole);
    check_lanes(&whole);
    assert_int_equal(go_on(&c, &alone, 1), 0);
    assert_same_journal(&whole, &alone);
    go_on_with_kills(&c, &killed, 7);
    assert_same_journal(&whole, &killed);
    memory_journal_release(&whole);
    memory_journal_release(&alone);
    memory_journal_release(&killed);
    config_release(&c);
}

static void children_inherit_tables(void **state)
{
    check_runs(*state, "run.seed=4");
}

static void so_do_those_of_cma_es(void **state)
{
    check_runs(*state, "mutation.method=cma-es");
}

static void so_do_those_of_the_cloud(void **state)
{
    check_runs(*state, "mutation.method=cloud");
}

/* The metric knows how much the lanes count: without tables a typical step of a lane is as long as
 * any gene that never occurs. */
static void the_metric_sees_the_lanes(void **state)
{
    struct metric with, without;
    struct position pos[200];
    struct breed_space gs;
    struct run_config c;
    struct genome genome;
    struct err err;
    int seen = 0;

    read_config(*state, "run.seed=4", &c);
    assert_int_equal(breed_space_init(&gs, &c, &err), 0);
    assert_int_equal(genome_read(&genome, ((struct files *)*state)->path[0], &err), 0);
    for (int g = 0; g < gene_count(); g++)
        genome.gene[g] = gene_table[g].initial; /* so only the tables count */
    for (size_t i = 0; i < 200; i++) {
        struct rng rng;

        sample_rng(&rng, 3, i);
        sample_position(&pos[i], 8 + (int)(i % 20), &rng);
    }
    assert_int_equal(metric_init(&with, &gs, genome.gene, genome.tables, pos, 200, &err), 0);
    assert_int_equal(metric_init(&without, &gs, genome.gene, NULL, pos, 200, &err), 0);
    for (size_t i = 0; i < gs.space.dim; i++) {
        double far = METRIC_LONGEST * gs.space.scale[i];

        if (gs.gene[i] < GENE_LANE)
            continue;
        assert_close(gsl_matrix_get(without.axes, i, i), far, 1e-9);
        seen += gsl_matrix_get(with.axes, i, i) < 0.999 * far;
    }
    assert_true(seen >=
                TABLE_LANES); /* some lanes count for little, and sure positions for nothing */
    metric_release(&with);
    metric_release(&without);
    genome_release(&genome);
    config_release(&c);
}

/* Genomes that differ in their tables alone are different: to the journal, to a measurement. */
static void tables_make_a_difference(void **state)
{
    struct files *f = *state;
    char path[] = "/tmp/c4evolve-measure-XXXXXX";
    struct measure_seen seen = { 0 };
    struct measure m;
    struct watch watch = { 0 };
    struct tally tally[4];
    struct journal_genome *list, other;
    struct breed_space gs;
    struct run_config c;
    struct pool pool;
    struct err err;
    bool finished;
    size_t n;

    close(mkstemp(path));
    read_config(f, "run.seed=4", &c);
    assert_int_equal(breed_space_init(&gs, &c, &err), 0);
    assert_int_equal(breed_founders(&c, &gs, &list, &n, &err), 0);
    other = list[0];
    other.tables = list[2].tables;
    assert_true(journal_same_genes(&list[0], &list[0]));
    assert_false(journal_same_genes(&list[0], &other));
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(measure_init(&m, &c, 4, &seen, path, &err), 0);
    m.pool = &pool;
    m.watch = &watch;
    assert_int_equal(m.opponents, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(measure_games(&m, i == 1 ? &other : &list[0], tally, &finished, &err), 0);
        assert_true(finished);
        assert_int_equal(m.cache.n, i ? 6 : 3);
    }
    measure_release(&m);
    pool_release(&pool);
    breed_founders_free(list, n);
    config_release(&c);
    unlink(path);
}

/* A config that weighs tables needs founders with tables, and positions for all lanes. */
static void configs_know_tables(void **state)
{
    struct files *f = *state;
    char same[256];
    struct run_config c;
    struct err err;

    assert_int_equal(tiny_config_try(&c,
                                     (const char *const[]){ "genes.evolve=line tables",
                                                            "fit.families=line", NULL },
                                     true, &err),
                     -1);
    assert_non_null(strstr(err.text, "genes.evolve"));
    assert_non_null(strstr(err.text, "no founder has any"));
    assert_int_equal(
        tiny_config_try(&c,
                        (const char *const[]){ f->founders, "fit.positions=150",
                                               "genes.evolve=tempo", "fit.families=tempo", NULL },
                        true, &err),
        -1);
    assert_non_null(strstr(err.text, "too few for 18 weights"));
    snprintf(same, sizeof same, "population.founders=%s %s", f->path[0], f->path[0]);
    TINY_CONFIG(&c, same);
    assert_int_equal(c.founders.n, 1);
    config_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_inherit_tables),  cmocka_unit_test(so_do_those_of_cma_es),
        cmocka_unit_test(so_do_those_of_the_cloud), cmocka_unit_test(the_metric_sees_the_lanes),
        cmocka_unit_test(tables_make_a_difference), cmocka_unit_test(configs_know_tables),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
