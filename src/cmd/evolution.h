/*
 * evolution - what `evolve`, `resume` and `experiment` share: run folders, the configs of runs,
 * and playing a run with progress.
 */
#ifndef C4E_CMD_EVOLUTION_H
#define C4E_CMD_EVOLUTION_H

#include "cmd/cli.h"
#include "evolve/config.h"
#include "parallel/pool.h"
#include "store/store.h"

/* A config that the command line gives. All pointers are borrowed. */
struct evolution_source {
    const char *path, *text;     /* of the file */
    const struct text_list *set; /* "section.key=value" each */
    const char *command;         /* options of 'evolve' that made the text; NULL: it is a file */
};

int evolution_read(struct run_config *config, const struct evolution_source *source,
                   struct err *err);

/* The changes of the config as a run keeps them, one a line; the caller frees the text. NULL if
 * memory has run out. */
char *evolution_overrides(const struct text_list *set);

/* Creates a run with its first generation. The run folder has everything that evolution_open needs
 * as soon as it exists. */
int evolution_create(struct store *store, const char *dir, const struct evolution_source *source,
                     const struct run_config *config, struct err *err);

/* Opens a run to be continued, and reads its config. */
int evolution_open(struct store *store, const char *dir, struct run_config *config,
                   struct err *err);

/* Says which genome files count only once. */
void evolution_print_twins(FILE *out, const struct run_config *config);

/* Says which genes of the founders are not what their files say, because they are tied or held. */
void evolution_print_ties(FILE *out, const struct run_config *config);

/* Fails if the run was begun by other rules and would have to play generations by these. If it has
 * all generations, it gets no play-off, since its verdict was reached without one. */
int evolution_check_rules(struct store *store, struct run_config *config, struct err *err);

/* The same for a run to be forked: it fails if the run was begun by other rules. */
int evolution_check_fork(const char *dir, struct err *err);

#define EVOLUTION_TRIAL_S 3 /* for plans */

/* Measures the speed by playing part of the first generation, for about so many seconds at most. */
int evolution_speed(const struct run_config *config, int threads, double most_s,
                    double *games_per_s, struct err *err);

/* Writes the page of a run; path and reload_s: see page_save_run. */
int evolution_write_page(struct store *store, const struct run_config *config, const char *path,
                         int reload_s, struct err *err);

/* How a run is played. */
struct evolution_how {
    struct pool *pool;
    bool quiet;
    bool part; /* of something longer: only errors and the bar of progress are shown */
};

/* Plays an open run to its end: the verdict goes to stdout, progress to stderr. Returns an exit
 * code. */
int evolution_play(struct store *store, const struct run_config *config,
                   const struct evolution_how *how);

/* The same with a pool of its own. */
int evolution_run(struct store *store, const struct run_config *config, int threads, bool quiet);

#endif
