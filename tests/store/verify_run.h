/*
 * verify_run - is what a journal holds exactly a sample run, up to some call?
 */
#ifndef C4E_TESTS_STORE_VERIFY_RUN_H
#define C4E_TESTS_STORE_VERIFY_RUN_H

#include "store/sample_run.h"

/*
 * Each returns 0, or -1 with a reason: what the journal said, "differs" if it
 * gave back something that was never written, or "fewer" if it lacks something.
 */

#define VERIFY(condition, what)                                                                    \
    do {                                                                                           \
        if (status == 0 && !(condition))                                                           \
            status = err_set(err, "differs: %s", what);                                            \
    } while (0)

#define VERIFY_COUNT(found, wanted, what)                                                          \
    do {                                                                                           \
        if (status == 0 && (found) < (wanted))                                                     \
            status = err_set(err, "fewer: %s", what);                                              \
        VERIFY((found) == (wanted), what);                                                         \
    } while (0)

/* The population of a generation: all of it, or none if it does not exist yet. */
static inline int verify_population(struct journal *j, uint32_t generation, bool exists,
                                    struct err *err)
{
    struct journal_genome *list = NULL;
    size_t n = 0;
    int status = journal_read_population(j, generation, &list, &n, err);

    VERIFY_COUNT(n, (size_t)(exists ? RUN_POPULATION : 0), "population");
    for (uint32_t i = 0; i < n && status == 0; i++) {
        struct journal_genome wanted = run_genome(generation, i), one;

        VERIFY(same_genome(&list[i], &wanted), "genome");
        if (status == 0)
            status = journal_read_genome(j, wanted.id, &one, err);
        VERIFY(same_genome(&one, &wanted), "genome by id");
    }
    free(list);
    return status;
}

static inline int verify_hand_picked(struct journal *j, bool references, struct err *err)
{
    uint32_t first = references ? RUN_OPPONENTS - 1 : 0;
    uint32_t wanted_n = references ? 1 : RUN_OPPONENTS - 1;
    struct journal_genome *list = NULL;
    size_t n = 0;
    int status = references ? journal_read_references(j, &list, &n, err)
                            : journal_read_opponents(j, &list, &n, err);

    VERIFY_COUNT(n, (size_t)wanted_n, "hand-picked genomes");
    for (uint32_t i = 0; i < n && status == 0; i++) {
        struct journal_genome wanted = run_opponent(first + i);

        VERIFY(same_genome(&list[i], &wanted), "hand-picked genome");
    }
    free(list);
    return status;
}

/* The first `kept` pairings of a generation. */
static inline int verify_pairings(struct journal *j, uint32_t generation, size_t kept,
                                  struct err *err)
{
    struct journal_pairing *list = NULL;
    size_t n = 0;
    int status = journal_read_pairings(j, generation, &list, &n, err);

    VERIFY_COUNT(n, kept, "pairings");
    for (uint32_t i = 0; i < n && status == 0; i++) {
        struct journal_pairing wanted = run_pairing(generation, i);

        VERIFY(same_pairing(&list[i], &wanted), "pairing");
        free(wanted.result);
    }
    journal_pairings_free(list, n);
    return status;
}

static inline int verify_figure(void *context, const struct journal_generation *record,
                                struct err *err)
{
    struct journal_rating rating[RUN_POPULATION];
    struct journal_generation wanted = run_generation(record->generation, rating);
    uint32_t *next = context;
    int status = 0;

    VERIFY(record->generation == *next && record->champion == wanted.champion &&
               record->population == wanted.population && !record->rating &&
               same_double(record->fit_loss_before, wanted.fit_loss_before) &&
               same_double(record->fit_loss_after, wanted.fit_loss_after) &&
               same_double(record->panel, wanted.panel) &&
               same_double(record->panel_error, wanted.panel_error) &&
               same_double(record->diversity, wanted.diversity),
           "figures");
    ++*next;
    return status;
}

static inline int verify_ratings(struct journal *j, uint32_t generation, struct err *err)
{
    struct journal_rating wanted[RUN_POPULATION], *list = NULL;
    struct journal_generation r = run_generation(generation, wanted);
    uint32_t champion = 0;
    size_t n = 0;
    int status = journal_read_ratings(j, generation, &list, &n, err);

    VERIFY_COUNT(n, (size_t)RUN_POPULATION, "ratings");
    for (uint32_t i = 0; i < n && status == 0; i++)
        VERIFY(same_rating(&list[i], &wanted[i]), "rating");
    free(list);
    if (status == 0)
        status = journal_read_champion(j, generation, &champion, err);
    VERIFY(champion == r.champion, "champion");
    return status;
}

/* Validations of the first `generations`. */
static inline int verify_validation(struct journal *j, uint32_t generations, struct err *err)
{
    struct journal_validation *list = NULL;
    size_t n = 0;
    int status = journal_read_validation(j, &list, &n, err);

    VERIFY_COUNT(n, (size_t)generations * RUN_VALIDATION, "validations");
    for (uint32_t i = 0; i < n && status == 0; i++) {
        struct journal_validation wanted = run_validation(i / RUN_VALIDATION, i % RUN_VALIDATION);

        VERIFY(same_validation(&list[i], &wanted), "validation");
    }
    free(list);
    return status;
}

/* Everything of a run with that many generations closed, and some pairings of the next. */
static inline int verify_run(struct store *store, uint32_t closed, size_t pairings, struct err *err)
{
    struct journal journal = store_journal(store), *j = &journal;
    uint32_t found = 0, walked = 0;
    int status = journal_count_generations(j, &found, err);

    VERIFY_COUNT(found, closed, "generations");
    VERIFY(strcmp(store->meta.name, run_meta.name) == 0 && store->meta.seed == run_meta.seed &&
               strcmp(store->meta.config, run_meta.config) == 0 &&
               strcmp(store->meta.program, C4E_VERSION) == 0,
           "meta");
    for (uint32_t g = 0; g <= closed && status == 0; g++)
        if (verify_population(j, g, true, err) ||
            verify_pairings(j, g, g < closed ? RUN_PAIRINGS : pairings, err) ||
            (g < closed && verify_ratings(j, g, err)))
            status = -1;
    if (status == 0 && (verify_population(j, closed + 1, false, err) ||
                        verify_hand_picked(j, false, err) || verify_hand_picked(j, true, err) ||
                        store_each_generation(store, RUN_ALL, verify_figure, &walked, err)))
        status = -1;
    VERIFY_COUNT(walked, closed, "walk");
    return status;
}

/* The same for a run in a folder, all validations included. */
static inline int verify_dir(const char *dir, enum store_mode mode, uint32_t closed,
                             size_t pairings, struct err *err)
{
    struct store store;
    struct journal j;
    int status = store_open(&store, dir, mode, err);

    if (status)
        return -1;
    j = store_journal(&store);
    status =
        verify_run(&store, closed, pairings, err) || verify_validation(&j, closed, err) ? -1 : 0;
    store_close(&store);
    return status;
}

#endif
