/*
 * stored_config - the config of a saved run.
 *
 * The run file holds the text of the config, what the command line changed in it, and
 * which genome files were left out of its lists.
 */
#ifndef C4E_STORE_STORED_CONFIG_H
#define C4E_STORE_STORED_CONFIG_H

#include "evolve/config.h"
#include "store/store.h"

/* The config that the run started with, and the number of generations that resume last set.
 * `files`: see config_read. The caller releases it with config_release. */
int stored_config_read(struct store *store, bool files, struct run_config *config, struct err *err);

/* The heuristics that users wrote, as a string to be stored under RUN_HEURISTICS; the caller frees
 * it. NULL on failure. */
char *stored_config_heuristics(struct err *err);

/* Fails unless those of the run are loaded, and are what they were. */
int stored_config_check_heuristics(struct store *store, struct err *err);

/* The genome files that were left out, as a string to be stored under RUN_TWINS; the caller frees
 * it. */
char *stored_config_twins(const struct run_config *config, struct err *err);

/* The same for sets of solved positions, under RUN_TRUTH_FILES. */
char *stored_config_truth_files(const struct run_config *config, struct err *err);

#endif
