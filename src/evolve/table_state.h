/*
 * table_state - how far the fitting of tables is, in memory and in a file.
 *
 * The file holds the numbers as this machine stores them: it is meant for continuing on the same
 * machine, and deleted at the end. A file of another fit, or of another machine, is an error.
 */
#ifndef C4E_EVOLVE_TABLE_STATE_H
#define C4E_EVOLVE_TABLE_STATE_H

#include "evolve/table_fit.h"
#include "evolve/table_model.h"

/* Of the losses, those of epochs to come are infinite. */
struct table_state {
    int trial; /* trials done */
    int epoch; /* epochs of the next trial that are done */
    struct table_model weights, mean, square;
    struct table_model best;    /* weights with the least loss of all so far */
    double least[TABLE_TRIALS]; /* loss of each trial */
    int best_trial, best_epoch;
};

int table_state_init(struct table_state *state, const struct table_frame *frame, struct err *err);
void table_state_release(struct table_state *state);

void table_model_copy(struct table_model *to, const struct table_model *from);
void table_model_clear(struct table_model *model);

/* What a state depends on. */
struct table_recipe {
    uint64_t seed, n, choosing, held_out;
    uint64_t samples; /* a hash of them, and of the tables that are continued */
    int64_t epochs, ridges, lanes, no_threats;
    double rate, ridge[TABLE_TRIALS];
};

/* Changes nothing if there is no such file. */
int table_state_read(struct table_state *state, const struct table_recipe *recipe, const char *path,
                     struct err *err);
int table_state_write(const struct table_state *state, const struct table_recipe *recipe,
                      const char *path, struct err *err);

#endif
