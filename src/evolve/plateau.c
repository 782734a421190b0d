#include "evolve/plateau.h"

#include <stdlib.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

int plateau_init(struct plateau *p, size_t window, struct err *err)
{
    *p = (struct plateau){ .window = window < PLATEAU_SHORTEST ? PLATEAU_SHORTEST : window };
    p->ring = calloc(p->window, sizeof *p->ring);
    p->sorted = calloc(p->window, sizeof *p->sorted);
    if (p->ring && p->sorted)
        return 0;
    plateau_release(p);
    return err_set(err, "out of memory: a window of %zu generations", window);
}

void plateau_release(struct plateau *p)
{
    free(p->ring);
    free(p->sorted);
    *p = (struct plateau){ 0 };
}

void plateau_reset(struct plateau *p)
{
    p->seen = 0;
}

void plateau_add(struct plateau *p, double value)
{
    p->ring[p->seen % p->window] = value;
    p->seen++;
}

static double median(struct plateau *p, size_t from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        p->sorted[i] = p->ring[(from + i) % p->window];
    gsl_sort(p->sorted, 1, count);
    return gsl_stats_median_from_sorted_data(p->sorted, 1, count);
}

bool plateau_reached(struct plateau *p)
{
    size_t third = p->window / 3;

    if (p->seen < p->window)
        return false;
    return median(p, p->seen - third, third) <= median(p, p->seen - p->window, third);
}
