/* What changes are worth: taken back one at a time, and against the founder. */
#include "test.h"

#include <string.h>

#include "evolve/changes.h"
#include "evolve/tiny_founders.h"

struct setting {
    struct run_config config;
    struct pool pool;
    struct journal_genome founder, champion;
};

static void set_up(struct setting *s, const char *genes, const char *tie)
{
    struct err err;

    TINY_CONFIG(&s->config, genes, tie, "validate.changes=40", "fit.every=0", "play.depth=2");
    assert_int_equal(pool_init(&s->pool, 2, &worker_memory, &err), 0);
    s->founder = (struct journal_genome){ .id = 1, .name = "mine" };
    for (int g = 0; g < GENE_COUNT; g++) {
        s->founder.gene[g] = gene_table[g].initial;
        s->founder.step[g] = 1;
    }
    for (int k = 0; k < 3; k++)
        s->founder.gene[GENE_OWN1 + k] = s->founder.gene[GENE_OPP1 + k] = 1;
    s->champion = s->founder;
    s->champion.id = 2;
    s->champion.name[0] = '\0';
}

static struct changes measure(const struct setting *s)
{
    const struct watch watch = { 0 };
    struct pool pool = s->pool;
    struct changes_input in = { &s->config, &s->founder, &s->champion, &pool, &watch };
    struct changes changes;
    bool finished;
    struct err err;

    if (changes_measure(&changes, &in, &finished, &err))
        fail_msg("%s", err.text);
    assert_true(finished);
    return changes;
}

static void tear_down(struct setting *s)
{
    pool_release(&s->pool);
    config_release(&s->config);
}

/* All weights twice as large: nothing has changed, and all games are even. */
static void only_proportions_count(void **state)
{
    struct changes changes;
    struct setting s;

    (void)state;
    set_up(&s, "genes.evolve=line", "genes.symmetric=no");
    for (int k = 0; k < 3; k++) {
        s.champion.gene[GENE_OWN1 + k] *= 2;
        s.champion.gene[GENE_OPP1 + k] *= 2;
    }
    changes = measure(&s);
    assert_string_equal(changes.founder, "mine");
    assert_int_equal(changes.n + changes.all, 0);
    assert_true(tally_mean(&changes.against) == 0.5);
    assert_int_equal(wdl_games(changes.against.games), 80);
    tear_down(&s);
}

/* A gene that the founder does not have. */
static void a_new_gene_is_listed_first(void **state)
{
    struct changes changes;
    struct setting s;

    (void)state;
    set_up(&s, "genes.evolve=line disc", "genes.symmetric=no");
    s.founder.gene[GENE_OWN2] = s.founder.gene[GENE_OPP2] = 0;
    s.founder.gene[GENE_OWN1] = s.founder.gene[GENE_OPP1] = 0;
    s.champion = s.founder;
    s.champion.gene[GENE_DISC] = 0.5;
    changes = measure(&s);
    assert_int_equal(changes.all, 3); /* the others became smaller beside it */
    assert_int_equal(changes.list[0].gene, GENE_DISC);
    assert_true(changes.list[0].before == 0 && changes.list[0].after > 0);
    assert_true(changes.list[0].after < 0.5);
    tear_down(&s);
}

/* A gene that matters, and one that nearly does not. */
static void what_matters_comes_first(void **state)
{
    struct changes changes;
    struct setting s;

    (void)state;
    set_up(&s, "genes.evolve=line tempo", "genes.symmetric=yes");
    s.config.changes_openings = 150;
    s.champion.gene[GENE_OWN3] = s.champion.gene[GENE_OPP3] = 30;
    s.champion.gene[GENE_OWN2] = s.champion.gene[GENE_OPP2] = 6;
    changes = measure(&s);
    assert_int_equal(changes.all, 3); /* tied genes are one change; own1 fell behind */
    assert_int_equal(changes.n, 3);
    for (size_t i = 0; i < changes.n; i++) {
        assert_true(changes.list[i].gene >= GENE_OWN1 && changes.list[i].gene <= GENE_OWN3);
        assert_int_equal(wdl_games(changes.list[i].without.games), 300);
    }
    assert_true(tally_interval(&changes.against).low > 0.5); /* as any player knows */
    tear_down(&s);
}

/* No more than CHANGES_MOST are played, and they are the same for any number of threads. */
static void the_largest_are_listed(void **state)
{
    struct changes changes, again;
    struct setting s;

    (void)state;
    set_up(&s, "genes.evolve=line threat", "genes.symmetric=no");
    for (int g = GENE_OWN1; g <= GENE_MIX31; g++)
        s.champion.gene[g] = 1 + g;
    s.champion.gene[GENE_ODD1] = 5;
    changes = measure(&s);
    assert_int_equal(changes.n, CHANGES_MOST);
    assert_true(changes.all > CHANGES_MOST);
    pool_release(&s.pool);
    assert_int_equal(pool_init(&s.pool, 1, &worker_memory, &(struct err){ 0 }), 0);
    again = measure(&s);
    for (size_t i = 0; i < changes.n; i++) {
        assert_int_equal(changes.list[i].gene, again.list[i].gene);
        assert_memory_equal(&changes.list[i].without, &again.list[i].without,
                            sizeof again.list[i].without);
    }
    tear_down(&s);
}

/* What a tie did to the founder is a change of its own, and no gene gets the credit for it. */
static void a_tie_is_a_change_of_its_own(void **state)
{
    struct changes changes;
    struct setting s;

    (void)state;
    set_up(&s, "genes.evolve=line", "genes.symmetric=yes");
    for (int k = 0; k < 3; k++)
        s.founder.gene[GENE_OWN1 + k] = s.founder.gene[GENE_OPP1 + k] = 0;
    s.founder.gene[GENE_OWN2] = 2;
    s.founder.gene[GENE_OWN3] = 9;
    s.champion = s.founder;
    s.champion.gene[GENE_OPP2] = 2;
    s.champion.gene[GENE_OPP3] = 9;
    s.founder.gene[GENE_OPP3] = 5;
    changes = measure(&s);
    assert_false(changes.same);
    assert_int_equal(changes.n, 1);
    assert_int_equal(changes.all, 1);
    assert_int_equal(changes.list[0].gene, CHANGE_TIES);
    assert_int_equal(changes.ties, 2);
    assert_int_equal(changes.tied[0].gene, GENE_OPP2);
    assert_true(changes.tied[0].before == 0 && changes.tied[0].after == 2);
    assert_int_equal(changes.tied[1].gene, GENE_OPP3);
    assert_true(changes.tied[1].before == 5 && changes.tied[1].after == 9);
    /* Without the tie it is the founder. */
    assert_int_equal(wdl_games(changes.list[0].without.games), 80);
    assert_true(tally_mean(&changes.list[0].without) != 0.5);
    /* The openings of the two are different, so compare with the founder from those of the tie. */
    s.champion.gene[GENE_OWN3] = s.champion.gene[GENE_OPP3] = 5;
    changes = measure(&s);
    assert_int_equal(changes.list[0].gene, CHANGE_TIES);
    for (size_t i = 1; i < changes.n; i++)
        assert_true(ties_free(&s.config.ties, changes.list[i].gene));
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_proportions_count),
        cmocka_unit_test(a_new_gene_is_listed_first),
        cmocka_unit_test(what_matters_comes_first),
        cmocka_unit_test(the_largest_are_listed),
        cmocka_unit_test(a_tie_is_a_change_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
