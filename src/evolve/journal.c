#include "evolve/journal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const origin_name[ORIGIN_COUNT] = {
    [ORIGIN_FOUNDER] = "founder",   [ORIGIN_SPREAD] = "spread",
    [ORIGIN_ELITE] = "elite",       [ORIGIN_CROSSOVER] = "crossover",
    [ORIGIN_MUTATION] = "mutation", [ORIGIN_CMAES] = "cmaes",
    [ORIGIN_FIT] = "fit",           [ORIGIN_IMMIGRANT] = "immigrant",
    [ORIGIN_OPPONENT] = "opponent", [ORIGIN_REFERENCE] = "yardstick",
    [ORIGIN_SURFACE] = "surface",   [ORIGIN_CLOUD] = "cloud",
};

bool journal_same_genes(const struct journal_genome *a, const struct journal_genome *b)
{
    return memcmp(a->gene, b->gene, sizeof a->gene) == 0 && tables_equal(a->tables, b->tables);
}

struct journal_rating journal_no_rating(uint32_t id)
{
    return (struct journal_rating){ id, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
}

int journal_begin(const struct journal *j, const struct journal_genome *list, size_t n,
                  struct err *err)
{
    return j->begin(j->context, list, n, err);
}

int journal_keep_pairings(const struct journal *j, const struct journal_pairing *list, size_t n,
                          struct err *err)
{
    return j->keep_pairings(j->context, list, n, err);
}

int journal_close_generation(const struct journal *j, const struct journal_generation *generation,
                             const struct journal_genome *next, size_t n, struct err *err)
{
    return j->close_generation(j->context, generation, next, n, err);
}

int journal_keep_time(const struct journal *j, const struct journal_time *time, struct err *err)
{
    return j->keep_time(j->context, time, err);
}

int journal_keep_validation(const struct journal *j, const struct journal_validation *list,
                            size_t n, struct err *err)
{
    return j->keep_validation(j->context, list, n, err);
}

int journal_keep_mistakes(const struct journal *j, const struct journal_mistakes *list, size_t n,
                          struct err *err)
{
    return j->keep_mistakes(j->context, list, n, err);
}

int journal_keep_playoff(const struct journal *j, const struct journal_playoff *list, size_t n,
                         struct err *err)
{
    return j->keep_playoff(j->context, list, n, err);
}

int journal_count_generations(const struct journal *j, uint32_t *closed, struct err *err)
{
    return j->count_generations(j->context, closed, err);
}

int journal_read_champion(const struct journal *j, uint32_t generation, uint32_t *id,
                          struct err *err)
{
    return j->read_champion(j->context, generation, id, err);
}

int journal_read_best(const struct journal *j, uint32_t closed, uint32_t *id, struct err *err)
{
    struct journal_playoff *list;
    size_t n;

    if (journal_read_playoff(j, closed, &list, &n, err))
        return -1;
    if (n > 0)
        *id = list[0].id;
    free(list);
    return n > 0 ? 0 : journal_read_champion(j, closed - 1, id, err);
}

int journal_read_genome(const struct journal *j, uint32_t id, struct journal_genome *out,
                        struct err *err)
{
    return j->read_genome(j->context, id, out, err);
}

int journal_read_population(const struct journal *j, uint32_t generation,
                            struct journal_genome **list, size_t *n, struct err *err)
{
    return j->read_population(j->context, generation, list, n, err);
}

int journal_read_opponents(const struct journal *j, struct journal_genome **list, size_t *n,
                           struct err *err)
{
    return j->read_hand_picked(j->context, ORIGIN_OPPONENT, list, n, err);
}

int journal_read_references(const struct journal *j, struct journal_genome **list, size_t *n,
                            struct err *err)
{
    return j->read_hand_picked(j->context, ORIGIN_REFERENCE, list, n, err);
}

int journal_read_pairings(const struct journal *j, uint32_t generation,
                          struct journal_pairing **list, size_t *n, struct err *err)
{
    return j->read_pairings(j->context, generation, list, n, err);
}

int journal_read_ratings(const struct journal *j, uint32_t generation, struct journal_rating **list,
                         size_t *n, struct err *err)
{
    return j->read_ratings(j->context, generation, list, n, err);
}

int journal_read_validation(const struct journal *j, struct journal_validation **list, size_t *n,
                            struct err *err)
{
    return j->read_validation(j->context, list, n, err);
}

int journal_read_mistakes(const struct journal *j, uint32_t generation,
                          struct journal_mistakes **list, size_t *n, struct err *err)
{
    return j->read_mistakes(j->context, generation, list, n, err);
}

int journal_read_playoff(const struct journal *j, uint32_t generation,
                         struct journal_playoff **list, size_t *n, struct err *err)
{
    return j->read_playoff(j->context, generation, list, n, err);
}

void journal_pairings_free(struct journal_pairing *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(list[i].result);
    free(list);
}
