/*
 * experiment - the parts of `experiment`: its folder, its runs, and measuring their champions.
 *
 * Private to that command. The folder holds one run folder for each combination and seed,
 * EXPERIMENT_FILE, which says whose folder it is, and EXPERIMENT_MEASURED, which keeps the results
 * of the measurement. Nothing else is saved: what is to be done follows from what is there.
 */
#ifndef C4E_CMD_EXPERIMENT_H
#define C4E_CMD_EXPERIMENT_H

#include "cmd/evolution.h"
#include "cmd/progress.h"
#include "evolve/experiment_result.h"

#define EXPERIMENT_FILE     "experiment.txt"
#define EXPERIMENT_MEASURED "measured.txt"

/* All pointers are borrowed. */
struct experiment {
    const struct experiment_plan *plan;
    const char *dir;
    struct evolution_source source; /* the config without varied keys, with the budget */
    const struct run_config *base;  /* the same, read: how champions are measured */
    struct pool *pool;
    bool quiet;
};

/* Reads the config of one run. */
int experiment_read_config(const struct experiment *e, size_t run, struct run_config *config,
                           struct err *err);

/* Reads the configs of all runs, and reports all errors together, each once. */
int experiment_check_configs(const struct experiment *e, struct err *err);

/* Creates the folder, or checks that it belongs to this experiment, and locks it. The number of
 * seeds may differ from that of an earlier time. */
int experiment_open_folder(const struct experiment *e, struct folder_lock *lock, struct err *err);

/* Plays all runs that are not over. Returns an exit code, EXIT_USAGE if a folder holds another run;
 * errors are printed. *lost: results are gone, as somebody has removed or moved them. */
int experiment_play(const struct experiment *e, bool *lost);

/* Reads all runs, which must be over, and measures their champions. The result points to the
 * measure; the caller releases both. *finished is false if Ctrl-C came first. */
int experiment_measure(const struct experiment *e, size_t openings, struct measure *measure,
                       struct experiment_result *result, bool *finished, struct err *err);

/* How long the generations of a run took. */
int experiment_seconds(struct store *store, double *seconds, struct err *err);

/* The path of a run folder, which the caller frees. */
char *experiment_run_path(const struct experiment *e, size_t run, struct err *err);

#endif
