/* Founders and children are what the config asks for, and nothing else. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/breed.h"
#include "evolve/crossover.h"
#include "evolve/measured.h"
#include "evolve/memory_journal.h"
#include "evolve/mutation.h"
#include "evolve/selection.h"
#include "evolve/tiny_config.h"
#include "heuristic/genome.h"

#define NEXT_ID 100

/* A config with its space and its first generation. */
struct setting {
    struct run_config config;
    struct breed_space gs;
    struct journal_genome *list;
    size_t n;
};

static void setting_init(struct setting *s, const char *const *set)
{
    struct err err;

    tiny_config_read(&s->config, set);
    assert_int_equal(breed_space_init(&s->gs, &s->config, &err), 0);
    assert_int_equal(breed_founders(&s->config, &s->gs, &s->list, &s->n, &err), 0);
}

#define SETTING(s, ...) setting_init((s), (const char *const[]){ __VA_ARGS__, NULL })

static void setting_release(struct setting *s)
{
    config_release(&s->config);
    free(s->list);
}

static void assert_in_space(const struct setting *s, const struct journal_genome *r)
{
    for (int g = 0; g < gene_count(); g++) {
        if (!s->config.evolves[g])
            assert_true(r->gene[g] == gene_table[g].initial);
        else
            assert_true(r->gene[g] >= s->config.low[g] && r->gene[g] <= s->config.high[g]);
    }
}

static void founders_come_first(void **state)
{
    static const char *const name[] = { "fevalb", "lines" };
    struct setting s;

    (void)state;
    SETTING(&s, "genes.own3=0 10", "genes.evolve=line tempo", "fit.families=line");
    assert_int_equal(s.n, TINY_SIZE + TINY_OPPONENTS + TINY_REFERENCES);
    for (uint32_t i = 0; i < s.n; i++) {
        const struct journal_genome *r = &s.list[i];

        assert_int_equal(r->id, i + 1);
        assert_int_equal(r->generation, 0);
        assert_int_equal(r->parent[1], 0);
        for (int g = 0; g < gene_count(); g++)
            assert_true(r->step[g] == 1);
        if (i >= TINY_SIZE)
            continue;
        assert_int_equal(r->slot, i);
        assert_int_equal(r->origin, i < 2 ? ORIGIN_FOUNDER : ORIGIN_SPREAD);
        assert_string_equal(r->name, i < 2 ? name[i] : "");
        assert_int_equal(r->parent[0], i < 2 ? 0 : i % 2 + 1);
        assert_in_space(&s, r);
    }
    assert_true(s.list[0].gene[GENE_OWN2] == 13);
    assert_true(s.list[0].gene[GENE_OWN3] == 10); /* 22 in the file */
    assert_memory_not_equal(s.list[0].gene, s.list[2].gene, sizeof s.list[0].gene);
    setting_release(&s);
}

static void others_keep_all_their_genes(void **state)
{
    static const char *const path[] = { "genomes/rusak.ini", NULL, "genomes/dots.ini", NULL };
    static const char *const name[] = { "rusak", "random", "dots", "random" };
    struct setting s;
    struct err err;

    (void)state;
    SETTING(&s, "genes.evolve=tempo", "fit.families=tempo");
    for (uint32_t i = 0; i < TINY_OPPONENTS + TINY_REFERENCES; i++) {
        const struct journal_genome *r = &s.list[TINY_SIZE + i];
        struct genome genome;

        genome_init(&genome);
        if (path[i])
            assert_int_equal(genome_read(&genome, path[i], &err), 0);
        assert_string_equal(r->name, name[i]);
        assert_int_equal(r->slot, i);
        assert_int_equal(r->origin, i < TINY_OPPONENTS ? ORIGIN_OPPONENT : ORIGIN_REFERENCE);
        assert_memory_equal(r->gene, genome.gene, sizeof r->gene);
        genome_release(&genome);
    }
    setting_release(&s);
}

static void spread_is_as_wide_as_asked_for(void **state)
{
    struct setting none, wide;

    (void)state;
    SETTING(&none, "genes.spread=0");
    for (int i = 2; i < TINY_SIZE; i++)
        assert_memory_equal(none.list[i].gene, none.list[i % 2].gene, sizeof none.list[i].gene);
    SETTING(&wide, "population.size=400", "genes.spread=2", "genes.evolve=own1");
    for (int i = 0; i < 1; i++) {
        double squares = 0;

        for (int k = 2; k < 400; k++) {
            double step = wide.list[k].gene[GENE_OWN1] - wide.list[k % 2].gene[GENE_OWN1];

            squares += step * step / 398;
        }
        assert_true(squares > 4 * 0.7 && squares < 4 * 1.4);
    }
    setting_release(&none);
    setting_release(&wide);
}

/* Fitness of the parents: slots 3 and 5 are the best and equal. */
static const double fitness[TINY_SIZE] = { 10, -5, 0, 50, 7, 50 };

static struct breed_input input_of(const struct setting *s)
{
    return (struct breed_input){ .config = &s->config,
                                 .gs = &s->gs,
                                 .generation = 7,
                                 .next_id = NEXT_ID,
                                 .parent = s->list,
                                 .fitness = fitness,
                                 .champion = 1 };
}

static void breed(const struct breed_input *in, struct journal_genome *next)
{
    struct journal_genome again[TINY_SIZE];
    struct err err;

    assert_int_equal(breed_next(in, next, &err), 0);
    assert_int_equal(breed_next(in, again, &err), 0);
    for (size_t i = 0; i < TINY_SIZE; i++)
        assert_same_genome(&next[i], &again[i]);
}

static void elites_are_the_champion_and_the_best(void **state)
{
    static const size_t order[] = { 1, 3, 5, 0, 4 };
    struct journal_genome next[TINY_SIZE];
    struct setting s;
    struct breed_input in;

    (void)state;
    SETTING(&s, "population.elites=5", "fit.every=0");
    in = input_of(&s);
    breed(&in, next);
    for (size_t i = 0; i < 5; i++) {
        const struct journal_genome *parent = &s.list[order[i]];

        assert_int_equal(next[i].origin, ORIGIN_ELITE);
        assert_int_equal(next[i].parent[0], parent->id);
        assert_int_equal(next[i].parent[1], 0);
        assert_memory_equal(next[i].gene, parent->gene, sizeof parent->gene);
        assert_memory_equal(next[i].step, parent->step, sizeof parent->step);
    }
    setting_release(&s);
}

static const struct journal_genome *find(const struct setting *s, uint32_t id)
{
    for (size_t i = 0; i < TINY_SIZE; i++)
        if (s->list[i].id == id)
            return &s->list[i];
    fail_msg("no parent %u", (unsigned)id);
    return NULL;
}

static void check_child(const struct setting *s, const struct journal_genome *r)
{
    const struct journal_genome *a = find(s, r->parent[0]);

    if (r->origin == ORIGIN_CROSSOVER)
        find(s, r->parent[1]);
    else
        assert_int_equal(r->origin, ORIGIN_MUTATION);
    if (r->origin == ORIGIN_MUTATION)
        assert_int_equal(r->parent[1], 0);
    assert_memory_not_equal(r->gene, a->gene, sizeof r->gene);
    for (int g = 0; g < gene_count(); g++)
        assert_true(r->step[g] > 0);
}

static void check_children(const struct setting *s, const struct journal_genome *next)
{
    for (uint32_t i = 0; i < TINY_SIZE; i++) {
        const struct journal_genome *r = &next[i];

        assert_int_equal(r->id, NEXT_ID + i);
        assert_int_equal(r->generation, 7);
        assert_int_equal(r->slot, i);
        assert_string_equal(r->name, "");
        assert_in_space(s, r);
        if (i >= 2)
            check_child(s, r);
    }
}

static void every_strategy_breeds(void **state)
{
    const struct method *a, *b, *c;
    size_t tried = 0;

    (void)state;
    for (size_t i = 0; (a = selection_method(i)); i++)
        for (size_t j = 0; (b = crossover_method(j)); j++)
            for (size_t k = 0; (c = mutation_method(k)); k++, tried++) {
                struct journal_genome next[TINY_SIZE];
                struct setting s;
                struct breed_input in;
                char set[3][64];

                snprintf(set[0], sizeof set[0], "selection.method=%s", a->name);
                snprintf(set[1], sizeof set[1], "crossover.method=%s", b->name);
                snprintf(set[2], sizeof set[2], "mutation.method=%s", c->name);
                SETTING(&s, set[0], set[1], set[2], "fit.every=0", "genes.evolve=line shape tempo",
                        "genes.own2=-3 14", "genes.own1=1 3");
                in = input_of(&s);
                breed(&in, next);
                check_children(&s, next);
                setting_release(&s);
            }
    assert_true(tried >= 5 * 4 * 3);
}

/* With mutation at its least, a child of uniform crossover has all genes but one of a parent. */
static void crossover_mixes_its_parents(void **state)
{
    struct journal_genome next[TINY_SIZE];
    struct setting s;
    struct breed_input in;
    int crossed = 0;

    (void)state;
    SETTING(&s, "mutation.rate=0", "crossover.rate=1", "fit.every=0", "selection.method=roulette");
    in = input_of(&s);
    for (in.generation = 1; in.generation < 50; in.generation++) {
        breed(&in, next);
        for (size_t i = 2; i < TINY_SIZE; i++) {
            const struct journal_genome *r = &next[i], *a = find(&s, r->parent[0]);
            const struct journal_genome *b = r->parent[1] ? find(&s, r->parent[1]) : a;
            int own = 0;

            for (int g = 0; g < gene_count(); g++)
                own += r->gene[g] != a->gene[g] && r->gene[g] != b->gene[g];
            assert_int_equal(own, 1);
            crossed += r->origin == ORIGIN_CROSSOVER;
        }
    }
    assert_true(crossed > 100);
    setting_release(&s);
}

static void without_crossover_all_have_one_parent(void **state)
{
    struct journal_genome next[TINY_SIZE];
    struct setting s;
    struct breed_input in;

    (void)state;
    SETTING(&s, "crossover.rate=0", "fit.every=0", "selection.method=truncation",
            "selection.fraction=0.1");
    in = input_of(&s);
    breed(&in, next);
    for (size_t i = 2; i < TINY_SIZE; i++) {
        assert_int_equal(next[i].origin, ORIGIN_MUTATION);
        assert_true(fitness[next[i].parent[0] - 1] == 50);
    }
    setting_release(&s);
}

/* What only regressions change is never mixed: a child has it from its first parent. */
static void fitted_genes_stay_together(void **state)
{
    struct journal_genome next[TINY_SIZE];
    struct setting s;
    struct breed_input in;
    int crossed = 0;

    (void)state;
    SETTING(&s, "genes.fitted=place", "fit.positions=20000", "crossover.rate=1");
    in = input_of(&s);
    for (uint32_t i = 0; i < TINY_SIZE; i++)
        for (int g = GENE_PLACE; g <= GENE_PLACE_END; g++)
            s.list[i].gene[g] = g * (double)s.list[i].id;
    breed(&in, next);
    for (size_t i = 0; i < TINY_SIZE; i++) {
        if (next[i].origin != ORIGIN_CROSSOVER)
            continue;
        crossed++;
        for (int g = GENE_PLACE; g <= GENE_PLACE_END; g++)
            assert_true(next[i].gene[g] == g * (double)next[i].parent[0]);
    }
    assert_true(crossed > 0);
    setting_release(&s);
}

static void fit_and_immigrants_have_their_places(void **state)
{
    struct journal_genome next[TINY_SIZE];
    double fitted[GENE_COUNT];
    struct setting s;
    struct breed_input in;

    (void)state;
    SETTING(&s, "population.immigrants=2", "genes.evolve=line tempo",
            "mutation.method=self-adaptive", "surface.every=0");
    in = input_of(&s);
    for (int i = 0; i < TINY_SIZE; i++)
        for (int g = 0; g < gene_count(); g++)
            s.list[i].step[g] = 0.25;
    memcpy(fitted, s.list[1].gene, sizeof fitted);
    fitted[GENE_OWN1] = 77;
    in.fitted = fitted;
    breed(&in, next);
    assert_int_equal(next[2].origin, ORIGIN_FIT);
    assert_int_equal(next[2].parent[0], s.list[1].id);
    assert_memory_equal(next[2].gene, fitted, sizeof fitted);
    for (size_t i = 3; i < 5; i++) {
        assert_int_equal(next[i].origin, ORIGIN_IMMIGRANT);
        assert_int_equal(next[i].parent[0] + next[i].parent[1], 0);
        assert_true(next[i].step[GENE_OWN1] == 1);
        assert_in_space(&s, &next[i]);
    }
    assert_memory_not_equal(next[3].gene, next[4].gene, sizeof next[3].gene);
    check_child(&s, &next[5]);

    /* Between two regressions another child comes. */
    in.fitted = NULL;
    breed(&in, next);
    check_child(&s, &next[2]);
    assert_int_equal(next[3].origin, ORIGIN_IMMIGRANT);
    setting_release(&s);
}

static void cmaes_fills_the_rest(void **state)
{
    struct journal_genome next[TINY_SIZE];
    struct cmaes_options opt = { .seed = 5, .generation = 7, .lambda = 3 };
    struct metric metric;
    struct setting s;
    struct breed_input in;
    struct cmaes cmaes;
    size_t first, count;
    struct err err;

    (void)state;
    SETTING(&s, "mutation.method=cma-es", "genes.evolve=line tempo", "surface.every=0");
    measured_metric(&metric, &s.gs, "genomes/fevalb.ini");
    memcpy(opt.param, s.config.mutation.param, sizeof opt.param);
    opt.start = (double[GENE_COUNT]){ 0 };
    assert_int_equal(cmaes_init(&cmaes, &s.gs.space, &opt, &err), 0);
    in = input_of(&s);
    breed(&in, next); /* before there is a metric, children are mutated */
    check_child(&s, &next[5]);
    in.cmaes = &cmaes;
    in.metric = &metric;
    breed(&in, next);
    breed_cmaes_range(&s.config, &first, &count);
    assert_int_equal(first, 3); /* after two elites and the place of the fit */
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        double z[GENE_COUNT], asked[GENE_COUNT];

        cmaes_ask(&cmaes, i, z);
        memcpy(asked, s.list[1].gene, sizeof asked);
        metric_write(&metric, z, asked);
        assert_memory_equal(asked, next[first + i].gene, sizeof asked);
        assert_int_equal(next[first + i].origin, ORIGIN_CMAES);
        assert_int_equal(next[first + i].parent[0], s.list[1].id);
        assert_in_space(&s, &next[first + i]);
    }
    cmaes_release(&cmaes);
    metric_release(&metric);
    setting_release(&s);
}

/* A surface that has learned from parents that are spread around the metric's origin. */
static void learn(struct surface *surface, const struct metric *metric, const struct setting *s)
{
    struct surface_point point[TINY_SIZE];
    struct err err;

    assert_int_equal(surface_init(surface, metric, 1, &err), 0);
    for (size_t i = 0; i < TINY_SIZE; i++)
        point[i] = (struct surface_point){ s->list[i].gene, 0.1 * (double)i, 0.001 };
    assert_int_equal(surface_tell(surface, point, TINY_SIZE, &err), 0);
}

static void the_top_of_the_surface_has_a_place(void **state)
{
    struct journal_genome next[TINY_SIZE];
    double fitted[GENE_COUNT], top[GENE_COUNT];
    struct surface surface;
    struct metric metric;
    struct setting s;
    struct breed_input in;

    (void)state;
    SETTING(&s, "genes.evolve=line tempo", "population.immigrants=1");
    measured_metric(&metric, &s.gs, "genomes/fevalb.ini");
    learn(&surface, &metric, &s);
    in = input_of(&s);
    memcpy(fitted, s.list[1].gene, sizeof fitted);
    in.fitted = fitted;
    in.surface = &surface;
    in.metric = &metric;
    in.surface_child = true;
    breed(&in, next);
    memcpy(top, s.list[1].gene, sizeof top);
    surface_top(&surface, top);
    assert_int_equal(next[2].origin, ORIGIN_FIT);
    assert_int_equal(next[3].origin, ORIGIN_SURFACE);
    assert_int_equal(next[3].parent[0], s.list[1].id);
    assert_memory_equal(next[3].gene, top, sizeof top);
    assert_int_equal(next[4].origin, ORIGIN_IMMIGRANT);
    check_child(&s, &next[5]);

    in.surface_child = false; /* where it has none, a child takes the place */
    breed(&in, next);
    check_child(&s, &next[3]);
    surface_release(&surface);
    metric_release(&metric);
    setting_release(&s);
}

/* Two neighbours of the cloud lie on opposite sides of the top, as far away as it says. */
static void a_cloud_lies_around_the_top(void **state)
{
    struct journal_genome next[40];
    struct surface surface;
    struct metric metric;
    struct setting s;
    struct breed_input in;
    double squares = 0;
    size_t n = 0;
    struct err err;

    (void)state;
    SETTING(&s, "genes.evolve=line tempo", "mutation.method=cloud", "mutation.spread=0.01",
            "population.size=40", "population.elites=4", "fit.every=0");
    measured_metric(&metric, &s.gs, "genomes/fevalb.ini");
    learn(&surface, &metric, &s);
    in = input_of(&s);
    in.fitness = (double[40]){ 0 };
    in.surface = &surface;
    in.metric = &metric;
    assert_int_equal(breed_next(&in, next, &err), 0);
    for (size_t i = 4; i < 40; i += 2) {
        double a[GENE_COUNT], b[GENE_COUNT];

        assert_int_equal(next[i].origin, ORIGIN_CLOUD);
        metric_read(&metric, next[i].gene, a);
        metric_read(&metric, next[i + 1].gene, b);
        for (size_t j = 0; j < s.gs.space.dim; j++, n++) {
            assert_close((a[j] + b[j]) / 2, surface.top[j], 1e-6);
            squares += (a[j] - surface.top[j]) * (a[j] - surface.top[j]);
        }
    }
    assert_close(sqrt(squares / (double)n) / 0.01, 1, 4 / sqrt(2 * (double)n));
    surface_release(&surface);
    metric_release(&metric);
    setting_release(&s);
}

static void children_depend_on_seed_and_generation(void **state)
{
    struct journal_genome a[TINY_SIZE], b[TINY_SIZE];
    struct setting s;
    struct breed_input in;

    (void)state;
    SETTING(&s, "fit.every=0");
    in = input_of(&s);
    breed(&in, a);
    in.generation++;
    breed(&in, b);
    assert_memory_not_equal(a[5].gene, b[5].gene, sizeof a[5].gene);
    in.generation--;
    s.config.seed++;
    breed(&in, b);
    assert_memory_not_equal(a[5].gene, b[5].gene, sizeof a[5].gene);
    assert_memory_equal(a[0].gene, b[0].gene, sizeof a[0].gene);
    setting_release(&s);
}

static void wrong_founders_are_refused(void **state)
{
    struct journal_genome *list;
    struct breed_space gs;
    struct run_config c;
    struct err err;
    size_t n;

    (void)state;
    TINY_CONFIG(&c, "run.seed=1");
    assert_int_equal(breed_space_init(&gs, &c, &err), 0);
    c.size = 1;
    assert_int_equal(breed_founders(&c, &gs, &list, &n, &err), -1);
    assert_non_null(strstr(err.text, "2 founders"));
    c.size = TINY_SIZE;
    memset(c.opponents.path[0], 'x', 3);
    assert_int_equal(breed_founders(&c, &gs, &list, &n, &err), -1);
    assert_non_null(strstr(err.text, "xxx"));
    config_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(founders_come_first),
        cmocka_unit_test(others_keep_all_their_genes),
        cmocka_unit_test(spread_is_as_wide_as_asked_for),
        cmocka_unit_test(elites_are_the_champion_and_the_best),
        cmocka_unit_test(every_strategy_breeds),
        cmocka_unit_test(crossover_mixes_its_parents),
        cmocka_unit_test(without_crossover_all_have_one_parent),
        cmocka_unit_test(fitted_genes_stay_together),
        cmocka_unit_test(fit_and_immigrants_have_their_places),
        cmocka_unit_test(cmaes_fills_the_rest),
        cmocka_unit_test(the_top_of_the_surface_has_a_place),
        cmocka_unit_test(a_cloud_lies_around_the_top),
        cmocka_unit_test(children_depend_on_seed_and_generation),
        cmocka_unit_test(wrong_founders_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
