/*
 * config - what a run is to do, as an INI file says it.
 *
 * One table of keys (config_keys) drives reading, checking and the help text.
 * All errors of a file are found before a game is played, and are reported
 * together with file, line and key. Paths are relative to the file.
 */
#ifndef C4E_EVOLVE_CONFIG_H
#define C4E_EVOLVE_CONFIG_H

#include "arena/player.h"
#include "base/conf.h"
#include "evolve/method.h"

#define CONFIG_DEPTHS 8
#define CONFIG_SETS   128

/* A method with the values of its parameters. */
struct chosen_method {
    const struct method *method;
    double param[METHOD_PARAMS];
};

/* Files, with globs expanded, in the order given. Owned. */
struct file_list {
    char **path;
    size_t n;
};

struct run_config {
    /* run */
    char name[64];
    uint64_t seed;
    int generations;
    int patience;   /* generations without a new champion; 0: no such rule */
    double minutes; /* 0: no budget */

    /* population */
    int size;
    struct file_list founders;
    int elites;
    int immigrants;
    double confidence; /* likelihood of superiority that takes the title */

    /* genes */
    bool evolves[GENE_COUNT];
    bool only_fitted[GENE_COUNT]; /* changed by regressions, else as the first parent has them */
    double low[GENE_COUNT], high[GENE_COUNT];
    double spread;

    /* play */
    struct player player; /* its search keys; no genome */
    int plies;
    int openings; /* of each pairing within the population */
    struct file_list opponents;
    int opponent_openings; /* of each pairing with an opponent */
    int hall;              /* earlier champions that are met */
    int hall_openings;

    struct chosen_method selection, crossover, mutation;
    bool cmaes; /* mutation.method = cma-es: a strategy of its own */

    /* fit */
    int fit_every;  /* 0: never */
    int fit_target; /* enum fit_target */
    int fit_positions;
    int fit_truth_positions; /* with FIT_TRUTH */
    bool fit_families[FAMILY_COUNT];

    /* validate */
    int validate_every; /* 0: only at the end */
    struct file_list references;
    int validate_plies;
    int validate_openings;
    int verdict_openings;
    int depths[CONFIG_DEPTHS];
    int depth_count;
    char truth_sets[CONFIG_SETS]; /* positions in which mistakes are counted; "": none */
};

/* May the run change this gene, in one way or another? */
static inline bool config_changes(const struct run_config *config, int gene)
{
    return config->evolves[gene] || config->only_fitted[gene];
}

/* Reads a config that has been loaded; `files` says whether the genome files are
 * to be looked for (a run that is resumed has them in its journal). */
int config_read(struct run_config *config, struct conf *conf, bool files, struct err *err);
void config_release(struct run_config *config);

/* Calls `found` with every key, as "run.seed", and a NULL value, and with each value of a key whose
 * values are words of a table. */
typedef void config_key_found(void *context, const char *key, const char *value);
void config_list_keys(config_key_found *found, void *context);

/* The documentation of every key, from the table. */
void config_help(FILE *out);

#endif
