#include "evolve/run_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static int read_champion(const struct run *r, uint32_t generation, struct journal_genome *champion,
                         struct err *err)
{
    uint32_t id;

    return journal_read_champion(r->journal, generation, &id, err) ||
                   journal_read_genome(r->journal, id, champion, err)
               ? -1
               : 0;
}

static int load_population(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;
    size_t n;

    free(r->population);
    r->population = NULL;
    if (journal_read_population(j, r->generation, &r->population, &n, err))
        return -1;
    if (n != (size_t)r->config->size)
        return err_set(err, "generation %u has %zu genomes, but the config says %d", r->generation,
                       n, r->config->size);
    return 0;
}

/* Are its genes those of the champion, or of a genome that everyone plays already? */
static bool already_played(const struct run *r, const struct journal_genome *who)
{
    if (journal_same_genes(who, &r->population[0]))
        return true;
    for (size_t i = r->opponents; i < r->rest_n; i++)
        if (journal_same_genes(who, &r->rest[i]))
            return true;
    return false;
}

/* The opponents and the latest champions with different genes. */
static int load_rest(struct run *r, struct err *err)
{
    size_t hall = (size_t)r->config->hall;

    free(r->rest);
    r->rest_n = r->opponents;
    r->rest = calloc(r->opponents + hall + 1, sizeof *r->rest);
    if (!r->rest)
        return err_shortage(err, "out of memory");
    memcpy(r->rest, r->opponent, r->opponents * sizeof *r->rest);
    for (uint32_t g = r->generation; g-- > 0 && r->rest_n < r->opponents + hall;) {
        struct journal_genome *who = &r->rest[r->rest_n];

        if (read_champion(r, g, who, err))
            return -1;
        who->origin = ORIGIN_ELITE; /* whatever it was: here it is an earlier champion */
        if (!already_played(r, who))
            r->rest_n++;
    }
    return 0;
}

static int load_priors(struct run *r, struct err *err)
{
    size_t n = (size_t)r->config->size, ratings = 0;
    struct journal_rating *before = NULL;
    int status;

    learning_priors_release(&r->known);
    if (r->generation > 0 &&
        journal_read_ratings(r->journal, r->generation - 1, &before, &ratings, err))
        return -1;
    status = learning_priors_init(&r->known, &r->learning, r->population, n,
                                  ratings == n ? before : NULL, err);
    free(before);
    return status;
}

int run_read_generation(struct run *r, struct err *err)
{
    return load_population(r, err) || load_rest(r, err) || load_priors(r, err) ? -1 : 0;
}

/* Counts the generations since the title changed hands: a champion that is not in slot 0 has just
 * won it. */
static int count_idle(struct run *r, struct err *err)
{
    r->idle = 0;
    for (uint32_t g = r->generation; g-- > 0; r->idle++) {
        struct journal_genome who;

        if (read_champion(r, g, &who, err))
            return -1;
        if (who.slot != 0 || g == 0)
            return 0;
    }
    return 0;
}

int run_count_games(struct run *r, uint32_t generation, struct err *err)
{
    struct journal_pairing *list;
    size_t n;

    if (r->config->games == 0)
        return 0;
    if (journal_read_pairings(r->journal, generation, &list, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        r->games += list[i].games;
    journal_pairings_free(list, n);
    return 0;
}

static int count_all_games(struct run *r, struct err *err)
{
    for (uint32_t g = 0; g < r->generation; g++)
        if (run_count_games(r, g, err))
            return -1;
    return 0;
}

int run_count_progress(struct run *r, struct err *err)
{
    return journal_count_generations(r->journal, &r->generation, err) || count_idle(r, err) ||
                   count_all_games(r, err)
               ? -1
               : 0;
}

int run_load(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;

    r->start_s = clock_s();
    return learning_init(&r->learning, r->config, err) ||
                   journal_read_opponents(j, &r->opponent, &r->opponents, err) ||
                   journal_read_references(j, &r->reference, &r->references, err) ||
                   run_count_progress(r, err)
               ? -1
               : 0;
}

void run_release(struct run *r)
{
    learning_release(&r->learning);
    free(r->opponent);
    free(r->reference);
    free(r->population);
    learning_priors_release(&r->known);
    truth_test_release(&r->truth);
    free(r->rest);
}
