/*
 * table_state - how far the fitting of tables is, in memory and in a file.
 *
 * The file holds the numbers as this machine stores them: it is meant for continuing on the same
 * machine, and deleted at the end. A file of another fit, or of another machine, is an error.
 */
#ifndef C4E_EVOLVE_TABLE_STATE_H
#define C4E_EVOLVE_TABLE_STATE_H

#include "evolve/table_model.h"

struct table_state {
    int epoch; /* epochs done */
    struct table_model weights, mean, square;
    struct table_model best; /* weights with the least loss on held-out positions so far */
    double best_loss;        /* infinite before the first epoch */
    int best_epoch;
};

int table_state_init(struct table_state *state, const struct table_frame *frame, struct err *err);
void table_state_release(struct table_state *state);

void table_model_copy(struct table_model *to, const struct table_model *from);

/* What a state depends on. */
struct table_recipe {
    uint64_t seed, n, samples; /* the last is a hash of them */
    int64_t epochs;
    double rate, ridge;
};

/* Changes nothing if there is no such file. */
int table_state_read(struct table_state *state, const struct table_recipe *recipe, const char *path,
                     struct err *err);
int table_state_write(const struct table_state *state, const struct table_recipe *recipe,
                      const char *path, struct err *err);

#endif
