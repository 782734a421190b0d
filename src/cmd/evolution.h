/*
 * evolution - what `evolve` and `resume` share: playing a run with progress, and reading
 * the configs of saved runs.
 */
#ifndef C4E_CMD_EVOLUTION_H
#define C4E_CMD_EVOLUTION_H

#include "evolve/config.h"
#include "store/store.h"

/* The config of a saved run: the one it started with, and the number of generations that resume
 * last set. `files`: see config_read. */
int evolution_config(struct store *store, bool files, struct run_config *config, struct err *err);

/* Writes the page of a run; reload_s: see struct page_run. */
int evolution_write_page(struct store *store, const struct run_config *config, const char *path,
                         int reload_s, struct err *err);

/* Plays an open run to its end: the verdict goes to stdout, progress to stderr. Returns an exit
 * code. */
int evolution_run(struct store *store, const struct run_config *config, int threads, bool quiet);

#endif
