#include "evolve/experiment_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/quote.h"

#define FOLDER_LABEL 80 /* characters of a label in the name of a folder */

static int add_value(struct experiment_key *key, const char *text, struct err *err)
{
    char **grown;

    for (size_t i = 0; i < key->values; i++)
        if (strcmp(key->value[i], text) == 0)
            return err_set(err, "--vary %s: '%s' is given twice", key->name, text);
    if (strchr(text, '\n'))
        return err_set(err, "--vary %s: a value takes one line", key->name);
    grown = realloc(key->value, (key->values + 1) * sizeof *grown);
    if (grown)
        key->value = grown;
    if (!grown || !(key->value[key->values] = strdup(text)))
        return err_shortage(err, "out of memory: --vary");
    key->values++;
    return 0;
}

/* The list after the equals sign. */
static int read_values(struct experiment_key *key, const char *text, struct err *err)
{
    char *copy = strdup(text), *rest = copy;
    int status = copy ? 0 : err_shortage(err, "out of memory: --vary");

    for (char *item; status == 0 && (item = quote_next(&rest, ","));)
        status = add_value(key, item, err);
    free(copy);
    if (status == 0 && key->values == 0)
        return err_set(err, "--vary %s: no value is given", key->name);
    return status;
}

bool experiment_varies(const struct experiment_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->keys; i++)
        if (strcmp(plan->key[i].name, name) == 0)
            return true;
    return false;
}

static int add_key(struct experiment_plan *plan, const char *text, struct err *err)
{
    size_t length = strcspn(text, "=");
    const char *dot = memchr(text, '.', length);
    struct experiment_key *key = &plan->key[plan->keys];
    char *name;

    if (!text[length] || !dot || dot == text || dot + 1 == text + length)
        return err_set(err, "--vary: '%s' is not of the form section.key=value,value", text);
    if (plan->keys == EXPERIMENT_KEYS)
        return err_set(err, "--vary: more than %d keys", EXPERIMENT_KEYS);
    name = strndup(text, length);
    if (!name)
        return err_shortage(err, "out of memory: --vary");
    if (experiment_varies(plan, name) || strcmp(name, "run.seed") == 0) {
        err_set(err, "--vary %s: %s", name,
                strcmp(name, "run.seed") == 0 ? "use --seeds" : "is given twice");
        free(name);
        return -1;
    }
    key->name = name;
    plan->keys++;
    if (read_values(key, text + length + 1, err))
        return -1;
    plan->combinations *= key->values;
    if (plan->combinations > EXPERIMENT_COMBINATIONS)
        return err_set(err, "--vary: more than %d combinations", EXPERIMENT_COMBINATIONS);
    return 0;
}

static int add_seed(struct experiment_plan *plan, uint64_t seed, struct err *err)
{
    for (size_t i = 0; i < plan->seeds; i++)
        if (plan->seed[i] == seed)
            return err_set(err, "--seeds: %" PRIu64 " is given twice", seed);
    if (plan->seeds == EXPERIMENT_SEEDS)
        return err_set(err, "--seeds: more than %d", EXPERIMENT_SEEDS);
    plan->seed[plan->seeds++] = seed;
    return 0;
}

/* "4" or "1..5", which is cut up. */
static int add_seeds(struct experiment_plan *plan, char *text, struct err *err)
{
    char *dots = strstr(text, "..");
    uint64_t first, last;

    if (dots)
        *dots = '\0';
    if (num_parse_u64(text, &first) || num_parse_u64(dots ? dots + 2 : text, &last))
        return err_set(err, "--seeds: '%s%s%s' is neither a whole number nor FIRST..LAST", text,
                       dots ? ".." : "", dots ? dots + 2 : "");
    if (first > last)
        return err_set(err, "--seeds: %" PRIu64 "..%" PRIu64 " is empty", first, last);
    for (uint64_t seed = first;; seed++) {
        if (add_seed(plan, seed, err))
            return -1;
        if (seed == last)
            return 0;
    }
}

static int read_seeds(struct experiment_plan *plan, const char *text, struct err *err)
{
    char *copy = strdup(text), *rest = copy;
    int status;

    plan->seed = calloc(EXPERIMENT_SEEDS, sizeof *plan->seed);
    status = copy && plan->seed ? 0 : err_shortage(err, "out of memory: --seeds");
    for (char *item; status == 0 && (item = strtok_r(rest, ", ", &rest));)
        status = add_seeds(plan, item, err);
    free(copy);
    return status == 0 && plan->seeds == 0 ? err_set(err, "--seeds: no seed is given") : status;
}

int experiment_plan_init(struct experiment_plan *plan, const char *const *vary, size_t n,
                         const char *seeds, struct err *err)
{
    int status = 0;

    *plan = (struct experiment_plan){ .combinations = 1 };
    for (size_t i = 0; i < n && status == 0; i++)
        status = add_key(plan, vary[i], err);
    if (status == 0)
        status = read_seeds(plan, seeds, err);
    if (status)
        experiment_plan_release(plan);
    return status;
}

void experiment_plan_release(struct experiment_plan *plan)
{
    for (size_t i = 0; i < plan->keys; i++) {
        for (size_t k = 0; k < plan->key[i].values; k++)
            free(plan->key[i].value[k]);
        free(plan->key[i].value);
        free(plan->key[i].name);
    }
    free(plan->seed);
    *plan = (struct experiment_plan){ 0 };
}

const char *experiment_value(const struct experiment_plan *plan, size_t combination, size_t key)
{
    for (size_t i = plan->keys - 1; i > key; i--)
        combination /= plan->key[i].values;
    return plan->key[key].value[combination % plan->key[key].values];
}

static const char *bare_name(const struct experiment_key *key)
{
    return strrchr(key->name, '.') + 1;
}

/* The name without its section, unless another key has the same. */
static const char *short_name(const struct experiment_plan *plan, size_t key)
{
    for (size_t i = 0; i < plan->keys; i++)
        if (i != key && strcmp(bare_name(&plan->key[i]), bare_name(&plan->key[key])) == 0)
            return plan->key[key].name;
    return bare_name(&plan->key[key]);
}

const char *experiment_label(const struct experiment_plan *plan, size_t combination,
                             char text[EXPERIMENT_LABEL])
{
    size_t used = 0;

    snprintf(text, EXPERIMENT_LABEL, "the config");
    for (size_t i = 0; i < plan->keys && used < EXPERIMENT_LABEL; i++)
        used += (size_t)snprintf(text + used, EXPERIMENT_LABEL - used, "%s%s=%s", i ? ", " : "",
                                 short_name(plan, i), experiment_value(plan, combination, i));
    return text;
}

const char *experiment_folder(const struct experiment_plan *plan, size_t run,
                              char text[EXPERIMENT_LABEL])
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-.=";
    size_t combination = experiment_combination(plan, run);
    char label[EXPERIMENT_LABEL];

    experiment_label(plan, combination, label);
    for (char *c = label; *c; c++)
        if (!strchr(plain, *c))
            *c = '_';
    snprintf(text, EXPERIMENT_LABEL, "%02zu-%.*s/seed-%" PRIu64, combination + 1, FOLDER_LABEL,
             label, experiment_seed(plan, run));
    return text;
}
