/*
 * config - the config of a run, read from an INI file.
 *
 * One table of keys (config_keys) drives reading, checking and the help text. All
 * errors of a file are found before a game is played, and are reported together
 * with file, line and key. Paths are relative to the file.
 */
#ifndef C4E_EVOLVE_CONFIG_H
#define C4E_EVOLVE_CONFIG_H

#include "arena/player.h"
#include "base/conf.h"
#include "evolve/method.h"
#include "evolve/ties.h"

#define CONFIG_DEPTHS 8
#define CONFIG_SETS   128
#define CONFIG_DEPTH  5 /* of search, unless [play] says otherwise */

/* A method with the values of its parameters. */
struct chosen_method {
    const struct method *method;
    double param[METHOD_PARAMS];
};

/* How the children of a generation are made. */
enum breeding {
    BREED_GA,    /* selection, crossover and mutation */
    BREED_CMAES, /* drawn from the distribution of CMA-ES */
    BREED_CLOUD  /* drawn around the top of the response surface */
};

/* What a genome is selected by: its games, its moves in solved positions, or both. */
enum fitness_kind { FITNESS_GAMES, FITNESS_TRUTH, FITNESS_BOTH, FITNESS_KINDS };

extern const char *const fitness_name[FITNESS_KINDS];

/* Files in the order given, with globs expanded. Owned. */
struct file_list {
    char **path;
    size_t n;
};

/* Sets of solved positions; see truth_files.h. Owned. */
struct truth_files {
    struct truth_file {
        char *path;
        uint64_t checksum; /* of the positions and results */
    } * file;
    size_t n;
};

/* Genome files that were left out of a list, because another one in it has the same weights. */
struct twin_list {
    struct twin {
        char *name, *of; /* of the genomes, after their files */
    } * twin;
    size_t n;
};

struct run_config {
    /* run */
    char name[64];
    uint64_t seed;
    int generations;
    int patience;   /* generations without a new champion that end the run; 0: never */
    int games;      /* budget of games; 0: none */
    double minutes; /* time budget; 0: none */

    /* population */
    int size;
    struct file_list founders;
    bool has_tables; /* some founder has; not known if files were not looked for */
    int elites;
    int immigrants;
    double confidence; /* likelihood of superiority needed to win the title */

    /* genes */
    bool evolves[GENE_COUNT];
    bool only_fitted
        [GENE_COUNT]; /* changed by regressions only, else inherited from the first parent */
    double low[GENE_COUNT], high[GENE_COUNT];
    bool held[GENE_COUNT];    /* have their defaults in all genomes */
    double scale[GENE_COUNT]; /* a typical step of mutation */
    struct gene_ties ties;    /* only genes that are free evolve or are fitted */
    bool symmetric;
    double spread;

    /* play */
    struct player player; /* its search keys; no genome */
    int plies;
    int openings; /* per pairing within the population */
    struct file_list opponents;
    int opponent_openings; /* per pairing with an opponent */
    int hall;              /* number of earlier champions that everyone plays */
    int hall_openings;
    int fitness;                    /* enum fitness_kind */
    int truth_positions;            /* solved positions that a genome's moves are compared with */
    int truth_block;                /* generations that share them */
    struct truth_files truth_files; /* they are of these sets; none: of the run's own games */

    /* race */
    int race_rounds;
    double race_keep; /* share of the genomes that goes on to the next round */

    struct chosen_method selection, crossover, mutation;
    enum breeding breeding; /* by mutation.method */

    /* surface */
    int surface_every; /* 0: never */
    int surface_start; /* the first generation that it learns from; its metric is that of the one
                          before */
    double surface_memory;

    /* fit */
    int fit_every;    /* 0: never */
    int fit_until;    /* the last generation with a regression */
    int fit_openings; /* per opponent, for the games of a regression; 0: those of the generation */
    int fit_target;   /* enum fit_target */
    int fit_positions;
    int fit_truth_positions;      /* with FIT_TRUTH */
    struct truth_files fit_files; /* they are of these sets; none: of games */
    bool fit_families[FAMILY_COUNT];

    /* validate */
    int validate_every; /* 0: only at the end */
    struct file_list references;
    int validate_plies;
    int validate_openings;
    int verdict_openings;
    int panel_openings;   /* per opponent; 0: no panel */
    int playoff;          /* number of candidates; 0: no play-off */
    int playoff_openings; /* per opponent */
    bool keep_founder;    /* as champion, unless the winner of the play-off beats it */
    int changes_openings; /* for each change since the founder; 0: they are not measured */
    int depths[CONFIG_DEPTHS];
    int depth_count;
    char truth_sets
        [CONFIG_SETS]; /* positions to count mistakes in, as solved_draw takes them; "": none */

    struct twin_list twins; /* of all lists; each pair once */
};

/* Whether the run may change this gene, by evolution or by regression, or with the gene that it is
 * tied to. */
static inline bool config_changes(const struct run_config *config, int gene)
{
    int leader = config->ties.leader[gene];

    return leader != TIE_HELD && (config->evolves[leader] || config->only_fitted[leader]);
}

/* Reads a config that has been loaded. Genome files are looked for if `files` is set; a resumed
 * run has its genomes in the journal. */
int config_read(struct run_config *config, struct conf *conf, bool files, struct err *err);
void config_release(struct run_config *config);

/* "../genomes/fevalb.ini" is shown as "fevalb". */
void config_genome_name(char *name, size_t size, const char *path);

/* Notes that a genome was left out, unless that is known. */
int config_add_twin(struct run_config *config, const char *name, const char *of, struct err *err);

/* Calls `found` with every key, as "run.seed", and a NULL value, and with each value of a key whose
 * values are words of a table. */
typedef void config_key_found(void *context, const char *key, const char *value);
void config_list_keys(config_key_found *found, void *context);

/* Prints the documentation of every key, from the tables of keys and methods. */
void config_help(FILE *out);

/* A config that is being read, and the errors found so far. */
struct config_reading {
    struct run_config *config;
    struct conf *conf;
    bool files;
    struct err *err;
    bool failed;
};

/* Adds an error about an entry. */
void config_complain(struct config_reading *r, const struct conf_entry *e, const char *why);

/* The same for an error that was found on the way, whose kind it keeps. */
void config_pass(struct config_reading *r, const struct conf_entry *e, const struct err *why);

/* The same for a lack of memory. */
void config_starve(struct config_reading *r, const struct conf_entry *e);

/* The next word of a list, which is cut up; NULL after the last. Spaces and commas separate words, unless
 * there is a backslash before them. */
char *config_next_word(char **rest);

/* Takes such backslashes away. Patterns of files need them until glob has read them. */
void config_plain_word(char *word);

/* Calls `each` for every word of a value. */
typedef void config_word(struct config_reading *r, const struct conf_entry *e, const char *word,
                         void *to);
void config_for_words(struct config_reading *r, const struct conf_entry *e, config_word *each,
                      void *to);

/* Loads the heuristics and the engine that the config names: there are more genes then, so this comes first. */
void config_load_heuristics(struct config_reading *r);

/* Adds the errors that no single key can tell. All keys have been read. */
void config_check(struct config_reading *r);

struct config_key {
    const char *section, *name;
    const char *preset; /* NULL: the key must be given */
    const char *help;
    void (*set)(struct config_reading *r, const struct conf_entry *e, void *to,
                const struct config_key *k);
    size_t offset; /* of the value in struct run_config */
    double low, high;
};

/* Set a list of genomes, or of files of solved positions; see config_files.c. */
void config_set_files(struct config_reading *r, const struct conf_entry *e, void *to,
                      const struct config_key *k);
void config_set_truth_files(struct config_reading *r, const struct conf_entry *e, void *to,
                            const struct config_key *k);

/* Ended by a row without a section. */
extern const struct config_key config_keys[];

/* Whether its value is a list of gene families (or genes). */
bool config_key_takes_families(const struct config_key *key);

#endif
