#include "evolve/run.h"

#include <stdlib.h>

#include "evolve/run_state.h"
#include "evolve/validate.h"

int run_begin(const struct run_config *config, const struct journal *journal, struct err *err)
{
    struct journal_genome *list;
    struct gene_space gs;
    size_t n;
    int status;

    if (gene_space_init(&gs, config, err) || breed_founders(config, &gs, &list, &n, err))
        return -1;
    status = journal_begin(journal, list, n, err);
    free(list);
    return status;
}

static struct watch games_watch(const struct run *r)
{
    return (struct watch){ .stop = r->watch->stop,
                           .progress = r->watch->progress,
                           .context = r->watch->context };
}

static int play_generation(struct run *r, bool *finished, struct err *err)
{
    struct watch watch = games_watch(r);
    struct generation gen;
    int status;

    if (run_state_next(r, err) ||
        generation_init(&gen, r->config, r->generation, r->population, r->rest, r->rest_n, err))
        return -1;
    status = generation_play(&gen, r->journal, r->pool, &watch, finished, err);
    if (status == 0 && *finished)
        status = run_conclude(r, &gen, err);
    generation_release(&gen);
    return status;
}

/* The validations of this moment at that depth; the caller frees the list. */
static int read_validations(const struct run *r, int depth, struct journal_validation **list,
                            size_t *n, struct err *err)
{
    size_t all;

    if (journal_read_validation(r->journal, list, &all, err))
        return -1;
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if ((*list)[i].generation == r->generation && (*list)[i].depth == depth)
            (*list)[(*n)++] = (*list)[i];
    return 0;
}

static int tell_validated(const struct run *r, int depth, struct err *err)
{
    struct journal_validation *list;
    size_t n;

    if (!r->watch->validated)
        return 0;
    if (read_validations(r, depth, &list, &n, err))
        return -1;
    r->watch->validated(r->watch->context, list, n);
    free(list);
    return 0;
}

/* Measures the champion at one depth against those references that the journal
 * has nothing of yet. */
static int validate_once(struct run *r, enum opening_set set, int depth, int openings,
                         bool *finished, struct err *err)
{
    const struct journal *j = r->journal;
    struct journal_genome champion;
    struct validate_input in = { .config = r->config,
                                 .generation = r->generation,
                                 .champion = &champion,
                                 .reference = r->reference,
                                 .references = r->references,
                                 .set = set,
                                 .depth = depth,
                                 .openings = openings };
    struct watch watch = games_watch(r);
    struct journal_validation *kept;
    uint32_t id;

    *finished = true;
    if (read_validations(r, depth, &kept, &in.kept, err))
        return -1;
    free(kept);
    if (in.kept >= in.references)
        return 0;
    if (journal_read_champion(j, r->generation - 1, &id, err) ||
        journal_read_genome(j, id, &champion, err))
        return -1;
    if (validate_champion(&in, j, r->pool, &watch, finished, err))
        return -1;
    return *finished ? tell_validated(r, depth, err) : 0;
}

/* On the test set, at the depth of training and at the others. */
static int give_verdict(struct run *r, bool *finished, struct err *err)
{
    const struct run_config *c = r->config;

    if (validate_once(r, OPENING_TEST, c->player.keys.depth, c->verdict_openings, finished, err))
        return -1;
    for (int i = 0; i < c->depth_count && *finished; i++)
        if (c->depths[i] != c->player.keys.depth &&
            validate_once(r, OPENING_TEST, c->depths[i], c->verdict_openings, finished, err))
            return -1;
    return 0;
}

/* Should no further generation be played? */
static bool is_over(const struct run *r, enum run_end *end)
{
    const struct run_config *c = r->config;

    *end = RUN_FINISHED;
    if (r->generation >= (uint32_t)c->generations || (c->patience > 0 && r->idle >= c->patience))
        return true;
    if (r->generation > 0 && r->watch->out_of_time && r->watch->out_of_time(r->watch->context)) {
        *end = RUN_OUT_OF_TIME;
        return true;
    }
    return false;
}

/* Between two generations, now and then; the last one has the verdict instead. */
static int validate_now_and_then(struct run *r, bool *finished, struct err *err)
{
    const struct run_config *c = r->config;

    if (c->validate_every == 0 || r->generation == 0 ||
        r->generation % (uint32_t)c->validate_every != 0)
        return 0;
    return validate_once(r, OPENING_VALIDATE, c->player.keys.depth, c->validate_openings, finished,
                         err);
}

static int run_loop(struct run *r, enum run_end *end, struct err *err)
{
    bool finished = true;

    while (finished && !is_over(r, end)) {
        if (validate_now_and_then(r, &finished, err) ||
            (finished && play_generation(r, &finished, err)))
            return -1;
    }
    if (finished && give_verdict(r, &finished, err))
        return -1;
    if (!finished)
        *end = RUN_INTERRUPTED;
    return 0;
}

int run_continue(const struct run_config *config, const struct journal *journal, struct pool *pool,
                 const struct run_watch *watch, enum run_end *end, struct err *err)
{
    struct run r = { .config = config, .journal = journal, .pool = pool, .watch = watch };
    int status = run_state_load(&r, err);

    if (status == 0)
        status = run_loop(&r, end, err);
    run_state_release(&r);
    return status;
}

size_t run_games_per_generation(const struct run_config *config, size_t opponents, size_t hall)
{
    size_t n = (size_t)config->size;

    return n * (n - 1) * (size_t)config->openings +
           2 * n * opponents * (size_t)config->opponent_openings +
           2 * n * hall * (size_t)config->hall_openings;
}
