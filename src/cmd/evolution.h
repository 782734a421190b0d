/*
 * evolution - what `evolve` and `resume` share: running with a person watching.
 */
#ifndef C4E_CMD_EVOLUTION_H
#define C4E_CMD_EVOLUTION_H

#include "evolve/config.h"
#include "store/store.h"

/* The config of a run, as it was when the run began; generations as resume last changed them.
 * `files`: see config_read. */
int evolution_config(struct store *store, bool files, struct run_config *config, struct err *err);

/* Writes the page of a run; reload_s: see struct page_run. */
int evolution_write_page(struct store *store, const struct run_config *config, const char *path,
                         int reload_s, struct err *err);

/* Goes on with an open run until it ends; prints the verdict to stdout, progress
 * to stderr. Returns an exit code. */
int evolution_go(struct store *store, const struct run_config *config, int threads, bool quiet);

#endif
