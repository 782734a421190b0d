/*
 * run_close - what happens when a generation has been played: it is rated, the title is
 * decided, the run learns, and the next generation is bred.
 *
 * Private to the files of run.
 */
#ifndef C4E_EVOLVE_RUN_CLOSE_H
#define C4E_EVOLVE_RUN_CLOSE_H

#include "evolve/run_state.h"

/* Closes the generation in the journal and fills in the summary, except for games and time.
 * *finished is false if watch.stop came first. */
int run_close_generation(struct run *r, struct generation *t, struct run_generation *summary,
                         bool *finished, struct err *err);

#endif
