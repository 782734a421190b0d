/*
 * experiment_result - what the runs of an experiment have shown.
 *
 * The sample is the seed: means and intervals are those of the champions' scores over seeds, and
 * two combinations are compared by the differences of their scores with the same seed. All pairs
 * of combinations are tested, and the tests are corrected for their number.
 */
#ifndef C4E_EVOLVE_EXPERIMENT_RESULT_H
#define C4E_EVOLVE_EXPERIMENT_RESULT_H

#include "evolve/experiment_plan.h"
#include "evolve/measure.h"
#include "stats/student.h"

#define EXPERIMENT_POINTS 6 /* of the curve of strength against games played */

/* The champion that a run had after some of its games. */
struct experiment_point {
    uint32_t generation; /* number of generations closed */
    uint32_t champion;   /* id */
    uint64_t games;      /* played until then */
    double score;
};

/* One run. */
struct experiment_figures {
    uint32_t generations;
    uint64_t games; /* without those of validation and verdict */
    double seconds; /* of all generations */
    uint32_t champion;
    struct tally total;    /* of the measurement */
    struct tally *against; /* each opponent */
    struct measured_mistakes mistakes;
    struct experiment_point point[EXPERIMENT_POINTS]; /* the last one is the end */
};

/* A combination, over its seeds. Intervals are nan for one seed. */
struct experiment_summary {
    struct interval score;
    size_t best, worst;       /* runs */
    struct interval mistakes; /* share of positions */
    double games, seconds;    /* means */
    struct {
        double games; /* mean */
        struct interval score;
    } point[EXPERIMENT_POINTS];
};

/* Two combinations, of which `better` has the higher mean. */
struct experiment_pair {
    size_t better, other;
    struct student_test test;
    double p; /* after correction */
};

struct experiment_result {
    const struct experiment_plan *plan; /* borrowed */
    const struct measure *measure;      /* borrowed */
    struct experiment_figures *run;     /* one for each run of the plan */
    size_t points;                      /* of each curve */
    struct experiment_summary *combination;
    struct experiment_pair *pair; /* by p, the smallest first */
    size_t pairs;
};

int experiment_result_init(struct experiment_result *r, const struct experiment_plan *plan,
                           const struct measure *measure, struct err *err);
void experiment_result_release(struct experiment_result *r);

/* Computes everything that follows from the runs. */
int experiment_result_sum(struct experiment_result *r, struct err *err);

/* Whether the seeds show a difference: p is below 5% after correction. */
bool experiment_pair_is_clear(const struct experiment_pair *pair);

/* After how many generations the point of a curve lies: the first at which that share of all games
 * is played. games[g] is the number of games of generation g. */
uint32_t experiment_point_at(const uint64_t *games, uint32_t generations, size_t point,
                             size_t points);

#endif
