/*
 * method - the head of every row in a table of variants: name, help, parameters.
 *
 * Selections, crossovers and mutations are rows of constant tables, and the
 * first member of each row is a struct method. Code that reads configs and prints
 * help needs only that: it walks a table by its lister and does not know what the
 * rows do. The values of a method's parameters are passed as an array of
 * METHOD_PARAMS doubles in the order of the row.
 */
#ifndef C4E_EVOLVE_METHOD_H
#define C4E_EVOLVE_METHOD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

#define METHOD_PARAMS 7

struct param {
    const char *name; /* NULL after the last one */
    double preset;
    double low, high; /* both allowed */
    bool whole;       /* takes whole numbers only */
    const char *help;
};

struct method {
    const char *name;
    const char *help;
    struct param param[METHOD_PARAMS];
};

/* Row i of a table, or NULL past its end. */
typedef const struct method *method_lister(size_t i);

/* The row of that name; or NULL, and the message lists the names there are. */
const struct method *method_find(method_lister *at, const char *kind, const char *name,
                                 struct err *err);

size_t method_params(const struct method *m);

/* Fills in the presets; places after the last parameter become 0. */
void method_presets(const struct method *m, double value[METHOD_PARAMS]);

/* Sets one parameter by name, if it exists and its range allows the value. */
int method_set(const struct method *m, double value[METHOD_PARAMS], const char *name, double to,
               struct err *err);

#endif
