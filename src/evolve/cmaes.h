/*
 * cmaes - evolution by a normal distribution that learns its shape (CMA-ES).
 *
 * Hansen's (mu/mu_w, lambda) strategy: rank-one and rank-mu updates of the
 * covariance, step-size control by the evolution path, restarts. It maximises.
 * The caller asks for candidates, evaluates them in any way, and tells their
 * fitness:
 *
 *     for (i = 0; i < c.lambda; i++)
 *         cmaes_ask(&c, i, candidate + i * dim);
 *     ...
 *     cmaes_tell(&c, candidate, fitness, c.lambda, err);
 *
 * **Replay.** The state is a function of the space, the options, and the
 * populations told with their fitness. Candidate i of generation g is drawn
 * from the stream (seed, g, STREAM_CMAES, i), a restart after generation g from
 * (seed, g, STREAM_CMAES, 2^32), and nothing else is random. So there is no
 * state to save: telling a new struct cmaes the stored generations once more
 * makes it continue bit for bit where the old one was. Asking changes nothing
 * and may be left out, repeated, or done by several threads.
 *
 * **Bounds.** Candidates drawn outside the box are moved to its wall, and pay a
 * penalty for the distance when they are compared (see struct cmaes_penalty).
 *
 * **Other candidates.** Points of any other origin (a regression's solution, a
 * former champion) may be told along with those asked for, or in their place,
 * in any number from 2 up. Row i counts as candidate i if it is exactly what
 * cmaes_ask gives, and as a point of other origin otherwise. Steps that are longer
 * than the distribution could plausibly make them are shortened before they are
 * learned from.
 *
 * **Noise.** Only the order of the fitnesses counts, equal ones share their
 * weights, and any population size is allowed: more candidates are the best cure
 * for noise. The mean averages over many evaluations, which makes it a better
 * answer than the candidate that was lucky once. Steps cannot grow beyond `widest`,
 * since chance would let them.
 *
 * **Restarts** happen at the end of a tell: when every coordinate's step is
 * below `tiny`, when the covariance is degenerate, or when fitness stagnates.
 * The last compares generations: the median fitness of the newest third of the
 * last `patience` generations is not above that of the oldest third. It makes
 * sense only if fitness means the same in all of them, which standings in a
 * population do not: so the default is 0, never. Restarts begin at a new mean,
 * with lambda multiplied by `grow` (1 for populations of a fixed size).
 */
#ifndef C4E_EVOLVE_CMAES_H
#define C4E_EVOLVE_CMAES_H

#include <stdint.h>

#include "evolve/cmaes_parts.h"
#include "evolve/method.h"
#include "evolve/space.h"

#define CMAES_LAMBDA_MAX 4096

/* The places of the parameters in cmaes_method. */
enum cmaes_param {
    CMAES_SIGMA,
    CMAES_GROW,
    CMAES_PATIENCE,
    CMAES_TINY,
    CMAES_SPREAD,
    CMAES_DIAGONAL,
    CMAES_WIDEST
};

extern const struct method cmaes_method;

struct cmaes_options {
    uint64_t seed;
    uint32_t generation;         /* the number of the first generation asked for */
    size_t lambda;               /* candidates; 0 for the usual 4 + 3 ln dim */
    const double *start;         /* the first mean; NULL for the middle of the box */
    double param[METHOD_PARAMS]; /* from method_presets(&cmaes_method, ...) */
};

/* Callers may read the first members; the others are private. Vectors are in
 * scaled coordinates: value / scale. */
struct cmaes {
    size_t lambda;       /* candidates to ask for now */
    uint32_t generation; /* the generation that is asked for now */
    uint32_t age;        /* generations told since the last restart */
    unsigned restarts;
    const char *why; /* of the last restart; NULL before the first */
    double sigma;    /* the overall step size */

    struct space space;
    uint64_t seed;
    double param[METHOD_PARAMS];
    gsl_vector *start;
    gsl_vector *mean;
    struct cmaes_covariance cov; /* of steps divided by sigma */
    uint32_t decomposed;         /* the age at which the covariance was decomposed */
    gsl_vector *path;            /* evolution path of the mean, for the covariance */
    gsl_vector *path_iso;        /* the same with the covariance divided out, for sigma */
    gsl_vector *shift;           /* scratch: the move of the mean divided by sigma */
    gsl_vector *z;               /* scratch: a whitened step */
    struct cmaes_penalty penalty;
    struct cmaes_plateau plateau; /* of the median fitness */
};

/* The space's arrays are borrowed until the release; the start is copied. */
int cmaes_init(struct cmaes *c, const struct space *space, const struct cmaes_options *opt,
               struct err *err);
void cmaes_release(struct cmaes *c);

/* Fills in candidate i of the current generation: dim values inside the box. */
void cmaes_ask(const struct cmaes *c, size_t i, double *x);

/* Learns from n points (n rows of dim values) and moves on to the next
 * generation. After an error the state is unchanged. */
int cmaes_tell(struct cmaes *c, const double *x, const double *fitness, size_t n, struct err *err);

/* The centre of the distribution: the best guess at the optimum. */
void cmaes_mean(const struct cmaes *c, double *x);

/* The standard deviation of the candidates in each coordinate, in its own units. */
void cmaes_deviation(const struct cmaes *c, double *x);

#endif
