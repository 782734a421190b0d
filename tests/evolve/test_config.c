/* Configs: every key, every method, and every mistake with its place. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "evolve/cmaes.h"
#include "evolve/config.h"
#include "evolve/crossover.h"
#include "evolve/mutation.h"
#include "evolve/selection.h"
#include "evolve/surface.h"
#include "evolve/tiny_config.h"

#define PATH "configs/test.ini"

/* What a config must have; a test adds one key, which may replace one of these. */
static const struct {
    const char *section, *key, *value;
} least[] = {
    { "run", "name", "test" },
    { "population", "founders", "../genomes/fevalb.ini ../genomes/lines.ini" },
    { "play", "openings", "2" },
    { "validate", "against", "../genomes/dots.ini" },
};

#define LEAST (sizeof least / sizeof *least)

/* Writes the config; returns the line of the key. */
static int write_config(char *text, size_t size, const char *section, const char *key,
                        const char *value)
{
    size_t used = 0;
    int line = 0, found = 0;

    for (size_t i = 0; i < LEAST; i++) {
        bool here = strcmp(least[i].section, section) == 0;
        bool replaced = here && strcmp(least[i].key, key) == 0;

        used += (size_t)snprintf(text + used, size - used, "[%s]\n", least[i].section);
        line++;
        if (here) {
            used += (size_t)snprintf(text + used, size - used, "%s = %s\n", key, value);
            found = ++line;
        }
        if (!replaced) {
            used += (size_t)snprintf(text + used, size - used, "%s = %s\n", least[i].key,
                                     least[i].value);
            line++;
        }
    }
    if (!found) {
        snprintf(text + used, size - used, "[%s]\n%s = %s\n", section, key, value);
        found = line + 2;
    }
    return found;
}

static int read_text(struct run_config *config, const char *text, bool files, struct err *err)
{
    struct conf conf;
    int status;

    if (conf_read_text(&conf, PATH, text, err))
        return -1;
    status = config_read(config, &conf, files, err);
    conf_release(&conf);
    return status;
}

/* With that key the config is sound. */
static void assert_taken(struct run_config *config, const char *section, const char *key,
                         const char *value)
{
    char text[2048];
    struct err err;

    write_config(text, sizeof text, section, key, value);
    if (read_text(config, text, true, &err))
        fail_msg("%s.%s = %s: %s", section, key, value, err.text);
}

static void assert_says(const struct err *err, const char *what)
{
    if (!strstr(err->text, what))
        fail_msg("'%s' does not say '%s'", err->text, what);
}

/* With that key it is not, and the message names file, line and key. */
static void assert_refused(const char *section, const char *key, const char *value,
                           const char *says)
{
    struct run_config config;
    char text[2048], place[128];
    struct err err;
    int line = write_config(text, sizeof text, section, key, value);

    if (read_text(&config, text, true, &err) == 0)
        fail_msg("%s.%s = %s is taken", section, key, value);
    snprintf(place, sizeof place, PATH ":%d: %s.%s: ", line, section, key);
    assert_says(&err, place);
    assert_says(&err, says);
}

static void presets_are_those_of_the_table(void **state)
{
    struct run_config c;

    (void)state;
    assert_taken(&c, "run", "seed", "1");
    assert_string_equal(c.name, "test");
    assert_int_equal(c.seed, 1);
    assert_int_equal(c.generations, 20);
    assert_int_equal(c.patience, 0);
    assert_true(c.minutes == 0);
    assert_int_equal(c.size, 32);
    assert_int_equal(c.founders.n, 2);
    assert_string_equal(c.founders.path[0], "configs/../genomes/fevalb.ini");
    assert_int_equal(c.elites, 4);
    assert_true(c.confidence == 0.8 && c.spread == 1);
    assert_int_equal(c.opponents.n, 0);
    assert_int_equal(c.player.keys.depth, 5);
    assert_string_equal(c.player.search->name, "alphabeta");
    assert_string_equal(c.selection.method->name, "tournament");
    assert_string_equal(c.crossover.method->name, "uniform");
    assert_string_equal(c.mutation.method->name, "gaussian");
    assert_int_equal(c.breeding, BREED_GA);
    assert_int_equal(c.fit_every, 0);
    assert_int_equal(c.depth_count, 0);
    for (int g = 0; g < gene_count(); g++) {
        enum family family = gene_table[g].family;

        assert_int_equal(c.evolves[g], family != FAMILY_MAP && family != FAMILY_PLACE &&
                                           family != FAMILY_RULES && family != FAMILY_TABLES);
        assert_true(c.low[g] == gene_table[g].low && c.high[g] == gene_table[g].high);
    }
    for (int f = 0; f < family_count(); f++)
        assert_int_equal(c.fit_families[f], f != FAMILY_SHAPE && f != FAMILY_MAP &&
                                                f != FAMILY_PLACE && f != FAMILY_RULES &&
                                                f != FAMILY_TABLES);
    config_release(&c);
}

/* A preset written out is the preset, whatever its key. */
static void every_key_takes_its_preset(void **state)
{
    struct run_config preset, c;

    (void)state;
    assert_taken(&preset, "run", "seed", "1");
    for (const struct config_key *k = config_keys; k->section; k++) {
        if (!k->preset)
            continue;
        assert_taken(&c, k->section, k->name, k->preset);
        if (strcmp(k->name, "openings") != 0) {
            assert_int_equal(c.size, preset.size);
            assert_true(c.confidence == preset.confidence);
            assert_int_equal(c.verdict_openings, preset.verdict_openings);
            assert_memory_equal(c.evolves, preset.evolves, sizeof c.evolves);
            assert_memory_equal(c.depths, preset.depths, sizeof c.depths);
        }
        config_release(&c);
    }
    config_release(&preset);
}

static void keys_that_must_be_there_are_missed(void **state)
{
    struct run_config c;
    struct err err;

    (void)state;
    assert_int_equal(read_text(&c, "", true, &err), -1);
    for (const struct config_key *k = config_keys; k->section; k++) {
        char says[128];

        snprintf(says, sizeof says, PATH ": %s.%s: missing", k->section, k->name);
        if (!k->preset)
            assert_says(&err, says);
        else
            assert_null(strstr(err.text, says));
    }
}

static bool is_number(const struct config_key *k)
{
    return k->high > k->low;
}

static void numbers_have_bounds(void **state)
{
    static const char *const wrong[] = { "", "x", "1 2", "nan", "inf", "1e400", "-" };
    char value[32];

    (void)state;
    for (const struct config_key *k = config_keys; k->section; k++) {
        if (!is_number(k))
            continue;
        snprintf(value, sizeof value, "%.10g", k->low - 1);
        assert_refused(k->section, k->name, value, "number from");
        snprintf(value, sizeof value, "%.10g", k->high + 1);
        assert_refused(k->section, k->name, value, "number from");
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            assert_refused(k->section, k->name, wrong[i], "number from");
    }
    assert_refused("run", "seed", "-1", "whole number");
    assert_refused("run", "seed", "18446744073709551616", "whole number");
    assert_refused("run", "generations", "2.5", "whole number");
}

static void words_have_to_be_known(void **state)
{
    (void)state;
    assert_refused("run", "name", "a/b", "no slash");
    assert_refused("run", "name", "..", "no slash");
    assert_refused("run", "name",
                   "0123456789012345678901234567890123456789012345678901234567890123", "1 to 63");
    assert_refused("genes", "evolve", "line oops own1", "'oops' is neither");
    assert_refused("fit", "families", "line shape",
                   "'shape' is not one of line disc threat zugzwang tempo place");
    assert_refused("fit", "target", "wishes", "'wishes' is not one of games, truth");
    assert_refused("validate", "depths", "4 43", "'43' is not a depth from 1 to 42");
    assert_refused("validate", "depths", "1 2 3 4 5 6 7 8 9", "at most 8 depths");
    assert_refused("validate", "truth", "16", "");
    assert_refused("play", "depth", "0", "");
    assert_refused("play", "search", "oracle", "'oracle' is not one of");
    assert_refused("play", "own1", "3", "no such key");
    assert_refused("play", "opening", "3", "");
    assert_refused("genes", "own4", "0 1", "no such key");
    assert_refused("oops", "key", "1", "no such key");
}

static void all_mistakes_are_told_together(void **state)
{
    static const char text[] = "[run]\n"
                               "generations = many\n" /* 2 */
                               "[population]\n"
                               "size = 1\n" /* 4 */
                               "founders = ../genomes/nothing*.ini ../genomes/README\n"
                               "[genes]\n"
                               "own1 = 3 2\n" /* 7 */
                               "[play]\n"
                               "depth = deep\n"       /* 9 */
                               "opponents = nosuch\n" /* 10 */
                               "[mutation]\n"
                               "method = gaussian\n"
                               "strength = -1\n" /* 13 */
                               "[selection]\n"
                               "method = beauty\n" /* 15 */
                               "[wishes]\n"
                               "[validate]\n"
                               "depths = 3 x\n"; /* 18 */
    static const char *const says[] = {
        PATH ": run.name: missing",
        PATH ":2: run.generations: 'many' is not a whole number from 1 to 1e+06",
        PATH ":4: population.size: '1' is not a whole number from 2 to 4096",
        PATH ":5: population.founders: no file matches '../genomes/nothing*.ini'",
        PATH ":5: population.founders: no file matches '../genomes/README'",
        PATH ":7: genes.own1: must be two bounds, the lower first, from -1000 to 1000",
        PATH ":9: play.depth: ",
        PATH ":10: play.opponents: no file matches 'nosuch'",
        PATH ":13: mutation.strength: strength is -1, but must be from 1e-06 to 1000",
        PATH ":15: selection.method: unknown selection 'beauty'; choose one of tournament, ",
        PATH ":16: wishes: no such section",
        PATH ": validate.against: missing",
        PATH ":18: validate.depths: 'x' is not a depth",
    };
    struct run_config c;
    struct err err;

    (void)state;
    assert_int_equal(read_text(&c, text, true, &err), -1);
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        assert_says(&err, says[i]);
}

static void every_method_takes_its_parameters(method_lister *list, const char *section)
{
    const struct method *m;

    for (size_t i = 0; (m = list(i)); i++) {
        for (size_t p = 0; p < method_params(m); p++) {
            char set[4][96];
            const char *const change[] = { set[0], set[1], NULL };
            struct run_config c;
            struct err err;

            snprintf(set[0], sizeof set[0], "%s.method=%s", section, m->name);
            snprintf(set[1], sizeof set[1], "%s.%s=%.17g", section, m->param[p].name,
                     m->param[p].high);
            tiny_config_read(&c, change);
            config_release(&c);
            snprintf(set[1], sizeof set[1], "%s.%s=%.17g", section, m->param[p].name,
                     m->param[p].low - 1);
            assert_int_equal(tiny_config_try(&c, change, true, &err), -1);
            assert_says(&err, "but must be from");
            snprintf(set[1], sizeof set[1], "%s.wish=1", section);
            assert_int_equal(tiny_config_try(&c, change, true, &err), -1);
            assert_says(&err, "wish: no such key");
            assert_null(strstr(err.text, "did you mean"));
        }
    }
}

static const struct method *strategy_row(size_t i)
{
    return i == 0 ? &cmaes_method : i == 1 ? &cloud_method : NULL;
}

static void methods_have_parameters(void **state)
{
    struct run_config c;

    (void)state;
    every_method_takes_its_parameters(selection_method, "selection");
    every_method_takes_its_parameters(crossover_method, "crossover");
    every_method_takes_its_parameters(mutation_method, "mutation");
    every_method_takes_its_parameters(strategy_row, "mutation");
    TINY_CONFIG(&c, "mutation.method=cma-es", "mutation.sigma=0.25", "crossover.rate=0.125");
    assert_int_equal(c.breeding, BREED_CMAES);
    assert_true(c.mutation.param[CMAES_SIGMA] == 0.25);
    assert_true(c.crossover.param[0] == 0.125);
    config_release(&c);
    TINY_CONFIG(&c, "mutation.method=cloud", "mutation.spread=0.5");
    assert_int_equal(c.breeding, BREED_CLOUD);
    assert_true(c.mutation.param[CLOUD_SPREAD] == 0.5);
    config_release(&c);
    assert_refused("mutation", "strength", "much", "is not a number");
}

static void genes_have_bounds(void **state)
{
    static const char *const wrong[] = { "",    "1",       "1 1",    "2 1",   "1 2 3",
                                         "a b", "-2000 0", "0 1001", "nan 1", "0 inf" };
    struct run_config c;

    (void)state;
    assert_taken(&c, "genes", "own3", "-1.5 20");
    assert_true(c.low[GENE_OWN3] == -1.5 && c.high[GENE_OWN3] == 20);
    assert_true(c.low[GENE_OWN2] == -1000);
    config_release(&c);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused("genes", "own3", wrong[i], "must be two bounds");
    assert_taken(&c, "genes", "evolve", "tempo, own1");
    for (int g = 0; g < gene_count(); g++)
        assert_int_equal(c.evolves[g], g == GENE_TEMPO || g == GENE_OWN1);
    config_release(&c);
}

static void genes_can_be_left_to_regression(void **state)
{
    struct run_config c;

    (void)state;
    assert_refused("genes", "fitted", "map", "a regression cannot change hor_a1");
    assert_refused("genes", "fitted", "own1", "own1 evolves already");
    assert_refused("genes", "fitted", "luck", "neither a family nor a gene");
    assert_taken(&c, "genes", "fitted", "");
    for (int g = 0; g < gene_count(); g++)
        assert_false(c.only_fitted[g]);
    config_release(&c);
    assert_taken(&c, "genes", "fitted", "place"); /* also without regressions */
    assert_int_equal(c.fit_every, 0);
    config_release(&c);
}

static void files_are_found_and_read(void **state)
{
    struct run_config c;

    (void)state;
    assert_taken(&c, "play", "opponents", "../genomes/feval?.ini, random");
    assert_int_equal(c.opponents.n, 4);
    assert_string_equal(c.opponents.path[0], "configs/../genomes/fevala.ini");
    assert_string_equal(c.opponents.path[2], "configs/../genomes/fevalc.ini");
    assert_string_equal(c.opponents.path[3], "random");
    config_release(&c);
    assert_taken(&c, "validate", "against", "random forward");
    assert_int_equal(c.references.n, 2);
    config_release(&c);
    assert_taken(&c, "validate", "against", "");
    assert_int_equal(c.references.n, 0);
    config_release(&c);
    assert_refused("population", "founders", "random", "need a genome");
    assert_refused("population", "founders", "../configs/gen3.ini", "no such family");
    assert_refused("play", "opponents", "../genomes", "");
}

/* A run that is resumed has its genomes in the journal. */
static void without_files_none_is_looked_for(void **state)
{
    static const char *const gone[] = { "population.founders=gone/*", "play.opponents=gone",
                                        "validate.against=gone", NULL };
    struct run_config c;
    struct err err;

    (void)state;
    assert_int_equal(tiny_config_try(&c, gone, true, &err), -1);
    assert_int_equal(tiny_config_try(&c, gone, false, &err), 0);
    assert_int_equal(c.founders.n + c.opponents.n + c.references.n, 0);
    assert_int_equal(c.size, TINY_SIZE);
    config_release(&c);
}

static void what_no_key_can_tell_alone(void **state)
{
    static const struct {
        const char *set[4];
        const char *says;
    } wrong[] = {
        { { "population.elites=6" }, "population.size: elites, immigrants and the children of" },
        { { "population.founders=" }, "population.founders: at least one" },
        { { "population.founders=../genomes/*.ini" }, "is too small for" },
        { { "mutation.method=cma-es", "population.elites=3" }, "leaves 1 children for cma-es" },
        { { "genes.evolve=" }, "genes.evolve: at least one gene" },
        { { "play.openings=0", "play.opponents=" },
          "play.openings: no games to play: there are no opponents" },
        { { "play.openings=0", "play.opponent_openings=0" },
          "no games to play: there are no opponents" },
        { { "play.iterations=5" }, "play.search: iterations is for mcts, not for alphabeta" },
        { { "play.search=random" }, "play.search: this search does not use a genome" },
        { { "play.time=1" }, "play.time: a run must not depend on the clock" },
        { { "validate.plies=1", "run.seed=1" }, "validate.plies: with this seed, no opening" },
        { { "fit.families=zugzwang", "genes.evolve=line" }, "fit.families: none of these" },
        { { "play.openings=0", "play.opponent_openings=1", "play.opponents=../genomes/rusak.ini" },
          "fit.every: needs more than one" },
        { { "fit.positions=100" }, "fit.positions: too few for" },
        { { "mutation.method=cloud", "surface.every=0" },
          "mutation.method: cloud needs the response surface" },
        { { "race.rounds=2", "play.opponents=", "play.hall=0" }, "race.rounds: needs opponents" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct run_config c;
        struct err err;

        assert_int_equal(tiny_config_try(&c, wrong[i].set, true, &err), -1);
        assert_says(&err, wrong[i].says);
        assert_says(&err, "configs/tiny.ini");
    }
}

static void our_own_configs_are_sound(void **state)
{
    static const char *const path[] = { "configs/gen1.ini", "configs/gen2.ini", "configs/gen3.ini",
                                        "configs/champion.ini" };

    (void)state;
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        struct run_config c;
        struct conf conf;
        struct err err;

        if (conf_read(&conf, path[i], &err) || config_read(&c, &conf, true, &err))
            fail_msg("%s", err.text);
        conf_release(&conf);
        config_release(&c);
    }
}

static void help_has_every_key(void **state)
{
    char text[1 << 15] = "", row[64];
    FILE *out = fmemopen(text, sizeof text, "w");
    const struct method *m;

    (void)state;
    assert_non_null(out);
    config_help(out);
    fclose(out);
    for (const struct config_key *k = config_keys; k->section; k++) {
        snprintf(row, sizeof row, "\n  %-18s ", k->name);
        assert_non_null(strstr(text, row));
    }
    for (size_t i = 0; (m = mutation_method(i)); i++)
        assert_non_null(strstr(text, m->help));
    assert_non_null(strstr(text, cmaes_method.help));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_those_of_the_table),
        cmocka_unit_test(every_key_takes_its_preset),
        cmocka_unit_test(keys_that_must_be_there_are_missed),
        cmocka_unit_test(numbers_have_bounds),
        cmocka_unit_test(words_have_to_be_known),
        cmocka_unit_test(all_mistakes_are_told_together),
        cmocka_unit_test(methods_have_parameters),
        cmocka_unit_test(genes_have_bounds),
        cmocka_unit_test(genes_can_be_left_to_regression),
        cmocka_unit_test(files_are_found_and_read),
        cmocka_unit_test(without_files_none_is_looked_for),
        cmocka_unit_test(what_no_key_can_tell_alone),
        cmocka_unit_test(our_own_configs_are_sound),
        cmocka_unit_test(help_has_every_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
