#include "evolve/config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/num.h"
#include "engines/uci_genes.h"
#include "evolve/fit.h"
#include "evolve/truth_files.h"
#include "heuristic/custom.h"
#include "heuristic/features.h"

static void set_real(struct config_reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    double value;
    char why[96];

    if (num_parse_double(e->value, &value) == 0 && value >= k->low && value <= k->high) {
        *(double *)to = value;
        return;
    }
    snprintf(why, sizeof why, "'%.32s' is not a number from %g to %g", e->value, k->low, k->high);
    config_complain(r, e, why);
}

static void set_int(struct config_reading *r, const struct conf_entry *e, void *to,
                    const struct config_key *k)
{
    long value;
    char why[96];

    if (num_parse_long(e->value, &value) == 0 && (double)value >= k->low &&
        (double)value <= k->high) {
        *(int *)to = (int)value;
        return;
    }
    snprintf(why, sizeof why, "'%.32s' is not a whole number from %g to %g", e->value, k->low,
             k->high);
    config_complain(r, e, why);
}

static void set_seed(struct config_reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    (void)k;
    if (num_parse_u64(e->value, to))
        config_complain(r, e, "is not a whole number from 0 to 2^64 - 1");
}

static void set_name(struct config_reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    (void)k;
    if (strlen(e->value) >= sizeof r->config->name || strchr(e->value, '/') || !*e->value ||
        *e->value == '.')
        config_complain(r, e, "must have 1 to 63 characters, no slash and no leading dot");
    else
        strcpy(to, e->value);
}

void config_starve(struct config_reading *r, const struct conf_entry *e)
{
    struct err why;

    err_shortage(&why, "out of memory");
    config_pass(r, e, &why);
}

/* The end of a word. A backslash before a space or comma makes it part of the word, as in a glob. */
static char *word_end(char *word)
{
    while (*word && !strchr(", \t", *word))
        word += word[0] == '\\' && word[1] ? 2 : 1;
    return word;
}

char *config_next_word(char **rest)
{
    char *word = *rest + strspn(*rest, ", \t"), *end = word_end(word);

    *rest = end + (*end != '\0');
    *end = '\0';
    return *word ? word : NULL;
}

void config_plain_word(char *word)
{
    char *to = word;

    for (; *word; *to++ = *word++)
        if (word[0] == '\\' && word[1])
            word++;
    *to = '\0';
}

void config_for_words(struct config_reading *r, const struct conf_entry *e,
                      void (*each)(struct config_reading *r, const struct conf_entry *e,
                                   const char *word, void *to),
                      void *to)
{
    char *copy = strdup(e->value), *rest = copy, *word;

    if (!copy)
        config_starve(r, e);
    while (copy && (word = config_next_word(&rest)))
        each(r, e, word, to);
    free(copy);
}

static void add_gene(struct config_reading *r, const struct conf_entry *e, const char *word,
                     void *to)
{
    int family = gene_family_find(word), gene = gene_find(word);
    bool *evolves = to;
    char why[192];

    for (int g = 0; g < gene_count(); g++)
        if (g == gene || ((int)gene_table[g].family == family && !gene_table[g].factor))
            evolves[g] = true;
    if (family < 0 && gene < 0) {
        struct nearest near;

        nearest_init(&near, word);
        gene_offer(&near);
        for (int f = 0; f < family_count(); f++)
            nearest_offer(&near, family_table[f].name);
        snprintf(why, sizeof why, "'%.40s' is neither a family nor a gene%s", word,
                 nearest_hint(&near));
        config_complain(r, e, why);
    }
}

static void set_genes(struct config_reading *r, const struct conf_entry *e, void *to,
                      const struct config_key *k)
{
    (void)k;
    config_for_words(r, e, add_gene, to);
}

/* For keys that were read before all others. */
static void set_before(struct config_reading *r, const struct conf_entry *e, void *to,
                       const struct config_key *k)
{
    (void)r;
    (void)e;
    (void)to;
    (void)k;
}

static void evolve_heuristic(struct config_reading *r, const struct conf_entry *e, const char *word,
                             void *to)
{
    char name[CUSTOM_NAME_SIZE];

    if (custom_find(custom_name(word, name))) /* else that was complained about */
        add_gene(r, e, name, to);
}

/* If the config names heuristics, it is their genes that evolve, unless it says otherwise. */
static void set_evolved(struct config_reading *r, const struct conf_entry *e, void *to,
                        const struct config_key *k)
{
    const struct conf_entry *own = conf_find(r->conf, "genes", "heuristic");
    const struct conf_entry *engine = conf_find(r->conf, "genes", "engine");
    char name[ENGINE_NAME_SIZE];

    if (engine && *engine->value && e->value == k->preset)
        add_gene(r, engine, uci_genes_name(engine->value, name), to);
    else if (own && *own->value && e->value == k->preset)
        config_for_words(r, own, evolve_heuristic, to);
    else
        set_genes(r, e, to, k);
}

static void add_tie(struct config_reading *r, const struct conf_entry *e, const char *word,
                    void *to)
{
    struct err why;

    if (ties_add(to, word, &why))
        config_pass(r, e, &why);
}

static void set_ties(struct config_reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    (void)k;
    config_for_words(r, e, add_tie, to);
}

static void set_bool(struct config_reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    (void)k;
    *(bool *)to = strcmp(e->value, "yes") == 0;
    if (!*(bool *)to && strcmp(e->value, "no") != 0)
        config_complain(r, e, "must be yes or no");
}

static void add_family(struct config_reading *r, const struct conf_entry *e, const char *word,
                       void *to)
{
    int family = gene_family_find(word);
    char why[256];
    size_t used;

    if (family >= 0 && family_table[family].linear) {
        ((bool *)to)[family] = true;
        return;
    }
    used = (size_t)snprintf(why, sizeof why, "'%.64s' is not one of", word);
    for (int f = 0; f < family_count() && used < sizeof why; f++)
        if (family_table[f].linear)
            used += (size_t)snprintf(why + used, sizeof why - used, " %s", family_table[f].name);
    config_complain(r, e, why);
}

static void set_families(struct config_reading *r, const struct conf_entry *e, void *to,
                         const struct config_key *k)
{
    (void)k;
    config_for_words(r, e, add_family, to);
}

static void add_depth(struct config_reading *r, const struct conf_entry *e, const char *word,
                      void *to)
{
    struct run_config *c = to;
    char why[96];
    long depth;

    if (num_parse_long(word, &depth) || depth < 1 || depth > DEPTH_LIMIT)
        snprintf(why, sizeof why, "'%.32s' is not a depth from 1 to %d", word, DEPTH_LIMIT);
    else if (c->depth_count == CONFIG_DEPTHS)
        snprintf(why, sizeof why, "takes at most %d depths", CONFIG_DEPTHS);
    else {
        c->depths[c->depth_count++] = (int)depth;
        return;
    }
    config_complain(r, e, why);
}

static void set_depths(struct config_reading *r, const struct conf_entry *e, void *to,
                       const struct config_key *k)
{
    (void)k;
    config_for_words(r, e, add_depth, to);
}

static void set_target(struct config_reading *r, const struct conf_entry *e, void *to,
                       const struct config_key *k)
{
    struct err why;
    int target = fit_target_find(e->value, &why);

    (void)k;
    if (target < 0)
        config_pass(r, e, &why);
    else
        *(int *)to = target;
}

const char *const fitness_name[FITNESS_KINDS] = { "games", "truth", "both" };

static void set_fitness(struct config_reading *r, const struct conf_entry *e, void *to,
                        const struct config_key *k)
{
    (void)k;
    for (int i = 0; i < FITNESS_KINDS; i++)
        if (strcmp(e->value, fitness_name[i]) == 0) {
            *(int *)to = i;
            return;
        }
    config_complain(r, e, "must be games, truth or both");
}

static void set_truth_sets(struct config_reading *r, const struct conf_entry *e, void *to,
                           const struct config_key *k)
{
    struct err why;

    (void)k;
    if (strlen(e->value) >= CONFIG_SETS)
        config_complain(r, e, "is too long: at most 127 characters");
    else if (*e->value && solved_check_sets(e->value, &why))
        config_pass(r, e, &why);
    else
        strcpy(to, e->value);
}

/* Only the usual board has a book with which positions are solved quickly. */
#if BOARD_IS_USUAL
#define USUAL_TRUTH "16:300"
#else
#define USUAL_TRUTH ""
#endif

#define AT(field) offsetof(struct run_config, field)

const struct config_key config_keys[] = {
    { "run", "name", NULL, "name of the run, and of its folder reports/NAME", set_name, AT(name), 0,
      0 },
    { "run", "seed", "1", "seed of all random choices", set_seed, AT(seed), 0, 0 },
    { "run", "generations", "20", "number of generations", set_int, AT(generations), 1, 1e6 },
    { "run", "patience", "0", "stop after this many generations without a new champion; 0: never",
      set_int, AT(patience), 0, 1e6 },
    { "run", "games", "0", "stop after the generation that uses up this number of games; 0: never",
      set_int, AT(games), 0, 1e9 },
    { "run", "minutes", "0", "stop after the generation that reaches this time; 0: never", set_real,
      AT(minutes), 0, 1e6 },
    { "population", "size", "32", "genomes in a generation", set_int, AT(size), 2, 4096 },
    { "population", "founders", NULL, "genome files or globs to start from", config_set_files,
      AT(founders), 0, 0 },
    { "population", "elites", "4", "number of best genomes kept unchanged", set_int, AT(elites), 1,
      4096 },
    { "population", "immigrants", "0", "random genomes that enter each generation", set_int,
      AT(immigrants), 0, 4096 },
    { "population", "confidence", "0.8",
      "probability of being better that a genome needs to become champion", set_real,
      AT(confidence), 0.5, 1 },
    { "genes", "evolve", FAMILIES_EVOLVED,
      "families or genes that change; the others keep the values of the founder. Default with "
      "heuristic or engine: its genes",
      set_evolved, AT(evolves), 0, 0 },
    { "genes", "heuristic", "",
      "heuristics of your own, in C: files, whose names without ending are genomes (founders) and "
      "families (evolve); see 'help heuristics'",
      set_before, 0, 0, 0 },
    { "genes", "engine", "",
      "an engine whose options are genes, as uci:./mybot; its name is a genome (founders) and a "
      "family (evolve); see 'help engines'",
      set_before, 0, 0, 0 },
    { "genes", "fitted", "",
      "families or genes that only regressions change; children inherit them from one parent; "
      "without regressions they stay as they are",
      set_genes, AT(only_fitted), 0, 0 },
    { "genes", "held", "", "families or genes that have their defaults, also in founders",
      set_genes, AT(held), 0, 0 },
    { "genes", "tie", "",
      "genes that always equal another gene, as opp1=own1, or are its opposite, as mix12=-mix21",
      set_ties, AT(ties), 0, 0 },
    { "genes", "symmetric", "no",
      "yes: what is good for one side is as bad for the other (opp1=own1, oppdisc0=disc0, "
      "mix12=-mix21 and so on; empty, mix11, mix22 and cowardice stay at their defaults)",
      set_bool, AT(symmetric), 0, 0 },
    { "genes", "spread", "1",
      "size of the random changes that fill the first generation, in typical steps", set_real,
      AT(spread), 0, 100 },
    { "play", "plies", "8", "plies of the openings", set_int, AT(plies), 1, 20 },
    { "play", "openings", "4",
      "openings per pairing within the population, new in every generation; 0: no games", set_int,
      AT(openings), 0, 10000 },
    { "play", "opponents", "", "genome files or globs, or random: everyone plays them",
      config_set_files, AT(opponents), 0, 0 },
    { "play", "opponent_openings", "4", "openings per pairing with an opponent", set_int,
      AT(opponent_openings), 0, 10000 },
    { "play", "hall", "0", "number of recent champions everyone plays", set_int, AT(hall), 0,
      1000 },
    { "play", "hall_openings", "4", "openings per pairing with an earlier champion", set_int,
      AT(hall_openings), 0, 10000 },
    { "play", "fitness", "games",
      "what genomes are selected by: games, truth (their moves in solved positions), or both",
      set_fitness, AT(fitness), 0, 0 },
    { "play", "truth_positions", "600",
      "solved positions that moves are compared with, for fitness = truth or both", set_int,
      AT(truth_positions), 10, 1e6 },
    { "play", "truth_file", "",
      "sets made by 'positions' to take them from, 12 plies or later; empty: the run's own games",
      config_set_truth_files, AT(truth_files), 0, 0 },
    { "play", "truth_block", "10", "number of generations that share these positions", set_int,
      AT(truth_block), 1, 1e6 },
    { "race", "rounds", "1", "rounds of a generation; after each round only the best genomes go on",
      set_int, AT(race_rounds), 1, 10 },
    { "race", "keep", "0.5",
      "share of the genomes that go on; every round has about as many games as the first", set_real,
      AT(race_keep), 0.01, 1 },
    { "surface", "every", "1",
      "generations between children at the top of the response surface, which is fitted to all "
      "games so far; 0: none",
      set_int, AT(surface_every), 0, 1e6 },
    { "surface", "start", "1", "first generation that the surface learns from", set_int,
      AT(surface_start), 1, 1e6 },
    { "surface", "memory", "0.99",
      "weight of a generation in the surface, compared with the one after it", set_real,
      AT(surface_memory), 0.5, 1 },
    { "fit", "every", "0", "generations between regressions, each of which adds a child; 0: none",
      set_int, AT(fit_every), 0, 1e6 },
    { "fit", "until", "1000000", "last generation with a regression", set_int, AT(fit_until), 0,
      1e6 },
    { "fit", "openings", "40",
      "openings per opponent that the best genomes play for a regression; 0: it takes the games of "
      "the generation",
      set_int, AT(fit_openings), 0, 100000 },
    { "fit", "positions", "20000", "positions that a regression uses", set_int, AT(fit_positions),
      100, 1e7 },
    { "fit", "target", "games", "results to fit to: games, or truth for those of perfect play",
      set_target, AT(fit_target), 0, 0 },
    { "fit", "truth_positions", "2000", "positions to solve for a regression on perfect play",
      set_int, AT(fit_truth_positions), 100, 1e7 },
    { "fit", "truth_file", "",
      "sets made by 'positions' to take them from instead; no games are played for them",
      config_set_truth_files, AT(fit_files), 0, 0 },
    { "fit", "families", FAMILIES_FITTED, "families whose weights are fitted", set_families,
      AT(fit_families), 0, 0 },
    { "validate", "every", "0", "generations between validations; 0: only at the end", set_int,
      AT(validate_every), 0, 1e6 },
    { "validate", "against", NULL,
      "genome files or globs, or random: the references that champions are measured against",
      config_set_files, AT(references), 0, 0 },
    { "validate", "plies", "8", "plies of the openings, which training never sees", set_int,
      AT(validate_plies), 1, 20 },
    { "validate", "openings", "20", "openings per reference during the run", set_int,
      AT(validate_openings), 1, 100000 },
    { "validate", "verdict_openings", "200", "openings per reference for the verdict at the end",
      set_int, AT(verdict_openings), 1, 100000 },
    { "validate", "panel", "5",
      "openings per opponent of the panel, on which every new champion is measured; they never "
      "change; 0: no panel",
      set_int, AT(panel_openings), 0, 100000 },
    { "validate", "playoff", "4",
      "number of candidates in the play-off at the end, which decides the champion; 0 or 1: no "
      "games",
      set_int, AT(playoff), 0, 64 },
    { "validate", "playoff_openings", "50", "openings per opponent in the play-off", set_int,
      AT(playoff_openings), 1, 100000 },
    { "validate", "keep_founder", "no",
      "yes: the first founder is a candidate, too, and the best of the others has to beat it "
      "clearly to be champion",
      set_bool, AT(keep_founder), 0, 0 },
    { "validate", "changes", "0",
      "openings to measure what each change since the founder is worth; 0: not measured", set_int,
      AT(changes_openings), 0, 100000 },
    { "validate", "depths", "", "more depths for the verdict, besides the training depth",
      set_depths, 0, 0, 0 },
    { "validate", "truth", USUAL_TRUTH,
      "positions to count mistakes in at the end, PLIES:COUNT[,...]; empty: none", set_truth_sets,
      AT(truth_sets), 0, 0 },
    { 0 },
};

bool config_key_takes_families(const struct config_key *key)
{
    return key->set == set_genes || key->set == set_evolved || key->set == set_families;
}
