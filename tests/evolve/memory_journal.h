/*
 * memory_journal - a run's journal in memory, which can be told to die.
 *
 * A run has no state but its journal. So a program that is killed is a journal
 * that refuses a call: what was kept before is there, and nothing else is.
 */
#ifndef C4E_TESTS_EVOLVE_MEMORY_JOURNAL_H
#define C4E_TESTS_EVOLVE_MEMORY_JOURNAL_H

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/journal.h"

struct memory_generation {
    struct journal_generation record; /* its ratings are owned */
};

struct memory_journal {
    struct journal_genome *who; /* users of their tables */
    struct journal_pairing *pairing;
    struct memory_generation *generation;
    struct journal_validation *validation;
    struct journal_mistakes *mistakes;
    struct journal_playoff *playoff;
    size_t n, pairings, generations, validations, mistakes_n, playoffs;
    uint64_t timed_games; /* of all generations, as their times say */
    long writes_left;     /* the next call after so many is refused; -1: none is */
    long writes;          /* calls so far */
};

/* A list with `count` more items at its end. */
static inline void *memory_append(void *list, size_t *n, const void *item, size_t count,
                                  size_t size)
{
    char *grown = realloc(list, (*n + count + 1) * size);

    assert_non_null(grown);
    if (count > 0)
        memcpy(grown + *n * size, item, count * size);
    *n += count;
    return grown;
}

static inline int memory_write(struct memory_journal *m, struct err *err)
{
    if (m->writes_left == 0)
        return err_set(err, "killed");
    m->writes_left -= m->writes_left > 0;
    m->writes++;
    return 0;
}

static inline void memory_append_genomes(struct memory_journal *m,
                                         const struct journal_genome *list, size_t n)
{
    m->who = memory_append(m->who, &m->n, list, n, sizeof *list);
    for (size_t i = 0; i < n; i++)
        tables_share(list[i].tables);
}

static inline int memory_begin(void *context, const struct journal_genome *list, size_t n,
                               struct err *err)
{
    struct memory_journal *m = context;

    if (memory_write(m, err))
        return -1;
    memory_append_genomes(m, list, n);
    return 0;
}

static inline struct game_result *memory_games(const struct journal_pairing *p)
{
    struct game_result *copy = calloc(p->games + 1, sizeof *copy);

    assert_non_null(copy);
    memcpy(copy, p->result, p->games * sizeof *copy);
    return copy;
}

static inline int memory_keep_pairings(void *context, const struct journal_pairing *list, size_t n,
                                       struct err *err)
{
    struct memory_journal *m = context;

    if (memory_write(m, err))
        return -1;
    m->pairing = memory_append(m->pairing, &m->pairings, list, n, sizeof *list);
    for (size_t i = m->pairings - n; i < m->pairings; i++)
        m->pairing[i].result = memory_games(&m->pairing[i]);
    return 0;
}

static inline int memory_close(void *context, const struct journal_generation *generation,
                               const struct journal_genome *next, size_t n, struct err *err)
{
    struct memory_journal *m = context;
    struct journal_rating *rating = NULL;
    size_t ratings = 0;
    struct memory_generation one = { *generation };

    if (memory_write(m, err))
        return -1;
    assert_int_equal(generation->generation, m->generations);
    rating =
        memory_append(rating, &ratings, generation->rating, generation->population, sizeof *rating);
    one.record.rating = rating;
    m->generation = memory_append(m->generation, &m->generations, &one, 1, sizeof one);
    memory_append_genomes(m, next, n);
    return 0;
}

static inline int memory_keep_validation(void *context, const struct journal_validation *list,
                                         size_t n, struct err *err)
{
    struct memory_journal *m = context;

    if (memory_write(m, err))
        return -1;
    m->validation = memory_append(m->validation, &m->validations, list, n, sizeof *list);
    return 0;
}

static inline int memory_keep_mistakes(void *context, const struct journal_mistakes *list, size_t n,
                                       struct err *err)
{
    struct memory_journal *m = context;

    if (memory_write(m, err))
        return -1;
    m->mistakes = memory_append(m->mistakes, &m->mistakes_n, list, n, sizeof *list);
    return 0;
}

static inline int memory_keep_playoff(void *context, const struct journal_playoff *list, size_t n,
                                      struct err *err)
{
    struct memory_journal *m = context;

    if (memory_write(m, err))
        return -1;
    m->playoff = memory_append(m->playoff, &m->playoffs, list, n, sizeof *list);
    return 0;
}

/* Times differ from run to run: they are counted, and not compared. */
static inline int memory_keep_time(void *context, const struct journal_time *time, struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    assert_int_equal(time->generation, m->generations - 1);
    assert_true(time->seconds >= 0);
    m->timed_games += time->games;
    return 0;
}

static inline bool memory_is_hand_picked(const struct journal_genome *r)
{
    return r->origin == ORIGIN_OPPONENT || r->origin == ORIGIN_REFERENCE;
}

static inline int memory_read_population(void *context, uint32_t generation,
                                         struct journal_genome **list, size_t *n, struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    *list = NULL;
    *n = 0;
    for (size_t i = 0; i < m->n; i++)
        if (!memory_is_hand_picked(&m->who[i]) && m->who[i].generation == generation)
            *list = memory_append(*list, n, &m->who[i], 1, sizeof **list);
    return 0;
}

static inline int memory_read_hand_picked(void *context, enum origin origin,
                                          struct journal_genome **list, size_t *n, struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    *list = NULL;
    *n = 0;
    for (size_t i = 0; i < m->n; i++)
        if (m->who[i].origin == origin)
            *list = memory_append(*list, n, &m->who[i], 1, sizeof **list);
    return 0;
}

static inline int memory_read_pairings(void *context, uint32_t generation,
                                       struct journal_pairing **list, size_t *n, struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    *list = NULL;
    *n = 0;
    for (size_t i = 0; i < m->pairings; i++) {
        struct journal_pairing copy = m->pairing[i];

        if (copy.generation != generation)
            continue;
        copy.result = memory_games(&copy);
        *list = memory_append(*list, n, &copy, 1, sizeof copy);
    }
    return 0;
}

static inline int memory_read_ratings(void *context, uint32_t generation,
                                      struct journal_rating **list, size_t *n, struct err *err)
{
    struct memory_journal *m = context;
    const struct journal_generation *g = &m->generation[generation].record;

    (void)err;
    *list = NULL;
    *n = 0;
    assert_true(generation < m->generations);
    *list = memory_append(*list, n, g->rating, g->population, sizeof **list);
    return 0;
}

static inline int memory_read_genome(void *context, uint32_t id, struct journal_genome *out,
                                     struct err *err)
{
    struct memory_journal *m = context;

    for (size_t i = 0; i < m->n; i++) {
        if (m->who[i].id != id)
            continue;
        *out = m->who[i];
        return 0;
    }
    return err_set(err, "no genome %u", (unsigned)id);
}

static inline int memory_read_validation(void *context, struct journal_validation **list, size_t *n,
                                         struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    *list = NULL;
    *n = 0;
    *list = memory_append(*list, n, m->validation, m->validations, sizeof **list);
    return 0;
}

static inline int memory_read_mistakes(void *context, uint32_t generation,
                                       struct journal_mistakes **list, size_t *n, struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    *list = NULL;
    *n = 0;
    for (size_t i = 0; i < m->mistakes_n; i++)
        if (m->mistakes[i].generation == generation)
            *list = memory_append(*list, n, &m->mistakes[i], 1, sizeof **list);
    return 0;
}

static inline int memory_read_playoff(void *context, uint32_t generation,
                                      struct journal_playoff **list, size_t *n, struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    *list = NULL;
    *n = 0;
    for (size_t i = 0; i < m->playoffs; i++)
        if (m->playoff[i].generation == generation)
            *list = memory_append(*list, n, &m->playoff[i], 1, sizeof **list);
    return 0;
}

static inline int memory_count(void *context, uint32_t *closed, struct err *err)
{
    (void)err;
    *closed = (uint32_t)((struct memory_journal *)context)->generations;
    return 0;
}

static inline int memory_read_champion(void *context, uint32_t generation, uint32_t *id,
                                       struct err *err)
{
    struct memory_journal *m = context;

    (void)err;
    assert_true(generation < m->generations);
    *id = m->generation[generation].record.champion;
    return 0;
}

static inline struct journal memory_journal_of(struct memory_journal *m)
{
    return (struct journal){ .context = m,
                             .begin = memory_begin,
                             .keep_pairings = memory_keep_pairings,
                             .close_generation = memory_close,
                             .keep_validation = memory_keep_validation,
                             .keep_mistakes = memory_keep_mistakes,
                             .keep_playoff = memory_keep_playoff,
                             .keep_time = memory_keep_time,
                             .read_population = memory_read_population,
                             .read_hand_picked = memory_read_hand_picked,
                             .read_pairings = memory_read_pairings,
                             .read_ratings = memory_read_ratings,
                             .read_genome = memory_read_genome,
                             .read_validation = memory_read_validation,
                             .read_mistakes = memory_read_mistakes,
                             .read_playoff = memory_read_playoff,
                             .count_generations = memory_count,
                             .read_champion = memory_read_champion };
}

static inline void memory_journal_release(struct memory_journal *m)
{
    for (size_t i = 0; i < m->generations; i++)
        free((struct journal_rating *)(uintptr_t)m->generation[i].record.rating);
    journal_pairings_free(m->pairing, m->pairings);
    for (size_t i = 0; i < m->n; i++)
        tables_release(m->who[i].tables);
    free(m->who);
    free(m->generation);
    free(m->validation);
    free(m->mistakes);
    free(m->playoff);
    *m = (struct memory_journal){ 0 };
}

static inline void assert_same_genome(const struct journal_genome *a,
                                      const struct journal_genome *b)
{
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->generation, b->generation);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->origin, b->origin);
    assert_int_equal(a->parent[0], b->parent[0]);
    assert_int_equal(a->parent[1], b->parent[1]);
    assert_string_equal(a->name, b->name);
    assert_memory_equal(a->gene, b->gene, sizeof a->gene);
    assert_memory_equal(a->step, b->step, sizeof a->step);
    assert_true(tables_equal(a->tables, b->tables));
}

static inline void assert_same_game(const struct game_result *a, const struct game_result *b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->moves.n, b->moves.n);
    assert_memory_equal(a->moves.column, b->moves.column, a->moves.n);
}

static inline void assert_same_pairing(const struct journal_pairing *a,
                                       const struct journal_pairing *b)
{
    assert_int_equal(a->generation, b->generation);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->a, b->a);
    assert_int_equal(a->b, b->b);
    assert_int_equal(a->games, b->games);
    for (uint32_t i = 0; i < a->games; i++)
        assert_same_game(&a->result[i], &b->result[i]);
}

static inline bool memory_same_double(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static inline void assert_same_rating(const struct journal_rating *a,
                                      const struct journal_rating *b)
{
    assert_int_equal(a->id, b->id);
    assert_true(memory_same_double(a->elo, b->elo));
    assert_true(memory_same_double(a->error, b->error));
    assert_true(memory_same_double(a->score, b->score));
    assert_true(memory_same_double(a->score_error, b->score_error));
    assert_true(memory_same_double(a->standing, b->standing));
    assert_true(memory_same_double(a->standing_error, b->standing_error));
    assert_true(memory_same_double(a->apart, b->apart));
    assert_true(memory_same_double(a->apart_error, b->apart_error));
    assert_true(memory_same_double(a->now, b->now));
    assert_true(memory_same_double(a->now_error, b->now_error));
    assert_true(memory_same_double(a->truth, b->truth));
}

static inline void assert_same_generation(const struct journal_generation *a,
                                          const struct journal_generation *b)
{
    assert_int_equal(a->champion, b->champion);
    assert_int_equal(a->population, b->population);
    assert_true(memory_same_double(a->fit_loss_before, b->fit_loss_before));
    assert_true(memory_same_double(a->fit_loss_after, b->fit_loss_after));
    assert_true(memory_same_double(a->panel, b->panel));
    assert_true(memory_same_double(a->panel_error, b->panel_error));
    assert_true(a->diversity == b->diversity);
    for (uint32_t i = 0; i < a->population; i++)
        assert_same_rating(&a->rating[i], &b->rating[i]);
}

static inline void assert_same_validation(const struct journal_validation *a,
                                          const struct journal_validation *b)
{
    assert_int_equal(a->generation, b->generation);
    assert_int_equal(a->champion, b->champion);
    assert_int_equal(a->depth, b->depth);
    assert_string_equal(a->opponent, b->opponent);
    assert_memory_equal(a->pair, b->pair, sizeof a->pair);
}

static inline void assert_same_mistakes(const struct journal_mistakes *a,
                                        const struct journal_mistakes *b)
{
    assert_int_equal(a->generation, b->generation);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->champion, b->champion);
    assert_int_equal(a->depth, b->depth);
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->positions, b->positions);
    assert_int_equal(a->at_stake, b->at_stake);
    assert_int_equal(a->mistakes, b->mistakes);
    assert_int_equal(a->champion_only, b->champion_only);
    assert_int_equal(a->other_only, b->other_only);
    assert_true(a->loss == b->loss && a->p == b->p);
}

static inline void assert_same_playoff(const struct journal_playoff *a,
                                       const struct journal_playoff *b)
{
    assert_int_equal(a->generation, b->generation);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->games, b->games);
    assert_true(a->score == b->score && a->score_error == b->score_error);
    assert_true(a->standing == b->standing && a->standing_error == b->standing_error);
}

/* Everything, in the order in which it was kept. */
static inline void assert_same_journal(const struct memory_journal *a,
                                       const struct memory_journal *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->pairings, b->pairings);
    assert_int_equal(a->generations, b->generations);
    assert_int_equal(a->validations, b->validations);
    assert_int_equal(a->mistakes_n, b->mistakes_n);
    assert_int_equal(a->playoffs, b->playoffs);
    for (size_t i = 0; i < a->n; i++)
        assert_same_genome(&a->who[i], &b->who[i]);
    for (size_t i = 0; i < a->pairings; i++)
        assert_same_pairing(&a->pairing[i], &b->pairing[i]);
    for (size_t i = 0; i < a->generations; i++)
        assert_same_generation(&a->generation[i].record, &b->generation[i].record);
    for (size_t i = 0; i < a->validations; i++)
        assert_same_validation(&a->validation[i], &b->validation[i]);
    for (size_t i = 0; i < a->mistakes_n; i++)
        assert_same_mistakes(&a->mistakes[i], &b->mistakes[i]);
    for (size_t i = 0; i < a->playoffs; i++)
        assert_same_playoff(&a->playoff[i], &b->playoff[i]);
}

#endif
