/*
 * truth_files - the sets of solved positions that a config names.
 *
 * A run trains on them: genomes are selected by their moves in them, and regressions fit to them.
 * They stay where they are. The run file keeps their paths and checksums, so that a run that is
 * resumed finds the same positions or says that they changed.
 *
 * Training and validation do not overlap: sets must be made for training ('positions --set train'),
 * and positions that the verdict counts mistakes in are left out.
 */
#ifndef C4E_EVOLVE_TRUTH_FILES_H
#define C4E_EVOLVE_TRUTH_FILES_H

#include "evolve/config.h"
#include "truth/position_set.h"

/* Adds a file, after checking that it is a finished set for training. */
int truth_files_add(struct truth_files *files, const char *path, struct err *err);

/* The same for a file that was checked when the run began. */
int truth_files_recall(struct truth_files *files, const char *path, uint64_t checksum,
                       struct err *err);

void truth_files_release(struct truth_files *files);

/* Positions and results of all files, each position once. */
struct truth_positions {
    struct position *pos;
    signed char *result; /* for the first player: 1, 0 or -1 */
    size_t n;
};

/* Reads the files. One that is missing or has changed is an error. */
int truth_positions_read(struct truth_positions *all, const struct truth_files *files,
                         const struct run_config *config, struct err *err);
void truth_positions_release(struct truth_positions *all);

#endif
