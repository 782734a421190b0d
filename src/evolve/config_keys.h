/*
 * config_keys - the table of keys of a run's config, and how each is read.
 *
 * Private to config.c and config_check.c, which adds what no single key can tell.
 */
#ifndef C4E_EVOLVE_CONFIG_KEYS_H
#define C4E_EVOLVE_CONFIG_KEYS_H

#include "evolve/config.h"

/* Reading one key: where the value goes, and the complaint if it does not fit. */
struct reading {
    struct run_config *config;
    struct conf *conf;
    bool files;
    struct err *err;
    bool failed;
};

struct config_key {
    const char *section, *name;
    const char *preset; /* NULL: must be given */
    const char *help;
    void (*set)(struct reading *r, const struct conf_entry *e, void *to,
                const struct config_key *k);
    size_t offset;
    double low, high;
};

/* Ended by a row without a section. */
extern const struct config_key config_keys[];

/* Is its value a list of gene families (or genes)? */
bool config_key_takes_families(const struct config_key *key);

/* Adds a complaint about an entry to the errors. */
void config_complain(struct reading *r, const struct conf_entry *e, const char *why);

/* Checks a config whose keys are all sound by themselves. */
void config_check_whole(struct reading *r);

#endif
