/*
 * experiment_plan - the runs of an experiment: one config, some keys with several values, some seeds.
 *
 * Every combination of values is played with every seed. Runs are numbered seed by seed, so that
 * an experiment that is cut short has all combinations with its first seeds. A plan is pure data:
 * it plays nothing and reads no file.
 */
#ifndef C4E_EVOLVE_EXPERIMENT_PLAN_H
#define C4E_EVOLVE_EXPERIMENT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define EXPERIMENT_KEYS         8
#define EXPERIMENT_COMBINATIONS 64
#define EXPERIMENT_SEEDS        1000

/* A key of the config and the values that it takes. */
struct experiment_key {
    char *name; /* "play.openings" */
    char **value;
    size_t values;
};

struct experiment_plan {
    struct experiment_key key[EXPERIMENT_KEYS];
    size_t keys;
    size_t combinations; /* of values; 1 if there are no keys. The last key changes fastest. */
    uint64_t *seed;
    size_t seeds;
};

/* Reads the varied keys, "section.key=value,value..." each, and the seeds, "1..5", "3" or "1,4,9".
 * A value with a comma or a space is quoted. */
int experiment_plan_init(struct experiment_plan *plan, const char *const *vary, size_t n,
                         const char *seeds, struct err *err);
void experiment_plan_release(struct experiment_plan *plan);

static inline size_t experiment_runs(const struct experiment_plan *plan)
{
    return plan->combinations * plan->seeds;
}

/* The combination and the seed of a run. */
static inline size_t experiment_combination(const struct experiment_plan *plan, size_t run)
{
    return run % plan->combinations;
}

static inline uint64_t experiment_seed(const struct experiment_plan *plan, size_t run)
{
    return plan->seed[run / plan->combinations];
}

/* The value that a key has in a combination. */
const char *experiment_value(const struct experiment_plan *plan, size_t combination, size_t key);

/* Whether this key is varied. */
bool experiment_varies(const struct experiment_plan *plan, const char *name);

#define EXPERIMENT_LABEL 256

/* A combination for people, "openings=4, size=16": keys without their sections where that is
 * clear. */
const char *experiment_label(const struct experiment_plan *plan, size_t combination,
                             char text[EXPERIMENT_LABEL]);

/* The folder of a run inside that of the experiment, "02-openings=4/seed-1": characters that do
 * not belong in a name are replaced. */
const char *experiment_folder(const struct experiment_plan *plan, size_t run,
                              char text[EXPERIMENT_LABEL]);

#endif
