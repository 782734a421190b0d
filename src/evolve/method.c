#include "evolve/method.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIST_SIZE 512

static void list_append(char list[LIST_SIZE], const char *name)
{
    size_t used = strlen(list);

    snprintf(list + used, LIST_SIZE - used, "%s%s", used > 0 ? ", " : "", name);
}

const struct method *method_find(method_lister *at, const char *kind, const char *name,
                                 struct err *err)
{
    char list[LIST_SIZE] = "";
    const struct method *m;

    for (size_t i = 0; (m = at(i)); i++) {
        if (strcmp(m->name, name) == 0)
            return m;
        list_append(list, m->name);
    }
    err_set(err, "unknown %s '%s'; choose one of %s", kind, name, list);
    return NULL;
}

size_t method_params(const struct method *m)
{
    size_t n = 0;

    while (n < METHOD_PARAMS && m->param[n].name)
        n++;
    return n;
}

void method_presets(const struct method *m, double value[METHOD_PARAMS])
{
    for (size_t i = 0; i < METHOD_PARAMS; i++)
        value[i] = m->param[i].preset;
}

static int check(const struct param *p, double to, struct err *err)
{
    if (!(to >= p->low && to <= p->high))
        return err_set(err, "%s is %g, but must be from %g to %g", p->name, to, p->low, p->high);
    if (p->whole && to != floor(to))
        return err_set(err, "%s is %g, but must be a whole number", p->name, to);
    return 0;
}

int method_set(const struct method *m, double value[METHOD_PARAMS], const char *name, double to,
               struct err *err)
{
    char list[LIST_SIZE] = "";
    size_t n = method_params(m);

    for (size_t i = 0; i < n; i++) {
        if (strcmp(m->param[i].name, name) == 0) {
            if (check(&m->param[i], to, err))
                return -1;
            value[i] = to;
            return 0;
        }
        list_append(list, m->param[i].name);
    }
    if (n == 0)
        return err_set(err, "%s takes no parameters", m->name);
    return err_set(err, "%s has no parameter '%s'; it takes %s", m->name, name, list);
}
