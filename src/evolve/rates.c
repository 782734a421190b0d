#include "evolve/rates.h"

#include <math.h>

double rates_weigh(const double *fitness, size_t n, double *weight)
{
    double sum = 0, squares = 0;

    for (size_t i = 0; i < n; i++) {
        size_t better = 0, equal = 0;

        for (size_t j = 0; j < n; j++) {
            better += fitness[j] > fitness[i];
            equal += fitness[j] == fitness[i];
        }
        weight[i] = 0;
        for (size_t r = better + 1; r <= better + equal; r++)
            weight[i] += fmax(0, log((double)(n + 1) / 2) - log((double)r)) / (double)equal;
        sum += weight[i];
    }
    for (size_t i = 0; i < n; i++) {
        weight[i] /= sum;
        squares += weight[i] * weight[i];
    }
    return 1 / squares;
}

struct rates rates_for(size_t dim, double mueff, bool diagonal)
{
    double n = (double)dim;
    double faster = diagonal ? (n + 2) / 3 : 1;
    struct rates r = { .mueff = mueff };

    r.cc = (4 + mueff / n) / (n + 4 + 2 * mueff / n);
    r.cs = (mueff + 2) / (n + mueff + 5);
    r.damps = 1 + 2 * fmax(0, sqrt((mueff - 1) / (n + 1)) - 1) + r.cs;
    r.c1 = faster * 2 / ((n + 1.3) * (n + 1.3) + mueff);
    r.cmu = faster * 2 * (0.25 + mueff - 2 + 1 / mueff) / ((n + 2) * (n + 2) + mueff);
    r.cmu = fmin(1 - r.c1, r.cmu);
    r.chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    return r;
}
