#include "evolve/genome_loss.h"

#include <stdlib.h>

#include "evolve/logistic.h"
#include "heuristic/evaluator.h"

/* Of the factor, which the positions decide; it only keeps a genome that says nothing finite. */
#define RIDGE 1e-6

/* Evaluations, and the results for their viewers as 0, 1/2 or 1. */
struct values {
    double *x, *y;
    size_t n;
};

static void values_release(struct values *v)
{
    free(v->x);
    free(v->y);
}

static int values_of(struct values *v, const struct evaluator *ev, const struct solved_list *list,
                     struct err *err)
{
    *v = (struct values){ .x = calloc(2 * list->n + 1, sizeof *v->x),
                          .y = calloc(2 * list->n + 1, sizeof *v->y) };
    if (!v->x || !v->y)
        return err_shortage(err, "out of memory: %zu positions", list->n);
    for (size_t i = 0; i < list->n; i++) {
        for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++, v->n++) {
            v->x[v->n] = (double)evaluate(ev, &list->pos[i], (enum side)side) / EVAL_UNITS;
            v->y[v->n] = 0.5 + 0.5 * (side == SIDE_FIRST ? list->result[i] : -list->result[i]);
        }
    }
    return v->n > 0 ? 0 : err_set(err, "no positions to measure the loss on");
}

static struct samples samples_of(const struct values *v, struct samples_dense *dense,
                                 struct pool *pool)
{
    *dense = (struct samples_dense){ .dim = 1, .x = v->x, .y = v->y };
    return samples_from_dense(dense, v->n, pool);
}

static int measure(double *loss, const struct values *known, const struct values *asked,
                   struct pool *pool, struct err *err)
{
    struct samples_dense known_dense, asked_dense;
    struct samples fitted = samples_of(known, &known_dense, pool);
    struct samples rest = samples_of(asked, &asked_dense, pool);
    struct logistic factor;
    int status;

    if (logistic_fit(&factor, &fitted, &(struct logistic_options){ .ridge = RIDGE }, err))
        return -1;
    status = logistic_loss(&rest, factor.beta, loss, err);
    logistic_release(&factor);
    return status;
}

int genome_loss(double *loss, const struct genome *genome, const struct solved_list *known,
                const struct solved_list *asked, struct pool *pool, struct err *err)
{
    struct evaluator *ev = malloc(sizeof *ev);
    struct values fitted = { 0 }, rest = { 0 };
    int status = -1;

    if (!ev)
        return err_shortage(err, "out of memory");
    evaluator_compile(ev, genome);
    if (values_of(&fitted, ev, known, err) == 0 && values_of(&rest, ev, asked, err) == 0)
        status = measure(loss, &fitted, &rest, pool, err);
    values_release(&fitted);
    values_release(&rest);
    free(ev);
    return status;
}
