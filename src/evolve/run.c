#include "evolve/run.h"

#include <stdlib.h>

#include "evolve/run_state.h"
#include "evolve/validate.h"

int run_begin(const struct run_config *config, const struct journal *journal, struct err *err)
{
    struct individual_record *list;
    struct gene_space gs;
    size_t n;
    int status;

    if (gene_space_init(&gs, config, err) || breed_founders(config, &gs, &list, &n, err))
        return -1;
    status = journal->begin(journal->context, list, n, err);
    free(list);
    return status;
}

struct stage {
    const struct run_watch *watch;
    const char *what;
};

static void show_stage(void *context, size_t done, size_t games)
{
    struct stage *stage = context;

    if (stage->watch->progress)
        stage->watch->progress(stage->watch->context, stage->what, done, games);
}

static int play_generation(struct run *r, bool *finished, struct err *err)
{
    struct stage stage = { r->watch, "games" };
    struct play_watch watch = { r->watch->stop, show_stage, &stage };
    struct trial trial;
    int status;

    if (run_state_next(r, err) ||
        trial_init(&trial, r->config, r->generation, r->population, r->rest, r->rest_n, err))
        return -1;
    status = trial_play(&trial, r->journal, r->crew, &watch, finished, err);
    if (status == 0 && *finished)
        status = run_conclude(r, &trial, err);
    trial_release(&trial);
    return status;
}

/* Measures the champion at one depth and keeps the result. */
static int validate(struct run *r, const struct individual_record *champion, enum opening_set set,
                    int depth, int openings, bool *finished, struct err *err)
{
    struct stage stage = { r->watch, "validation" };
    struct play_watch watch = { r->watch->stop, show_stage, &stage };
    struct validation_record *record = calloc(r->yardsticks + 1, sizeof *record);
    struct validate_input in = { .config = r->config,
                                 .generation = r->generation,
                                 .champion = champion,
                                 .yardstick = r->fixed + r->opponents,
                                 .yardsticks = r->yardsticks,
                                 .set = set,
                                 .depth = depth,
                                 .openings = openings };
    int status;

    if (!record)
        return err_set(err, "out of memory");
    status = validate_champion(&in, r->crew, &watch, record, finished, err);
    if (status == 0 && *finished)
        status = r->journal->keep_validation(r->journal->context, record, r->yardsticks, err);
    if (status == 0 && *finished && r->watch->validated)
        r->watch->validated(r->watch->context, record, r->yardsticks);
    free(record);
    return status;
}

/* Whether the journal has a validation of this moment at that depth. */
static int is_validated(const struct run *r, int depth, bool *known, struct err *err)
{
    struct validation_record *list;
    size_t n;

    if (r->journal->read_validation(r->journal->context, &list, &n, err))
        return -1;
    *known = false;
    for (size_t i = 0; i < n; i++)
        *known |= list[i].generation == r->generation && list[i].depth == depth;
    free(list);
    return 0;
}

static int validate_once(struct run *r, enum opening_set set, int depth, int openings,
                         bool *finished, struct err *err)
{
    const struct journal *j = r->journal;
    struct individual_record champion;
    uint32_t id;
    bool known;

    *finished = true;
    if (r->yardsticks == 0)
        return 0;
    if (is_validated(r, depth, &known, err))
        return -1;
    if (known)
        return 0;
    if (j->read_champion(j->context, r->generation - 1, &id, err) ||
        j->read_individual(j->context, id, &champion, err))
        return -1;
    return validate(r, &champion, set, depth, openings, finished, err);
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

static int run_loop(struct run *r, enum run_end *end, struct err *err)
{
    const struct run_config *c = r->config;
    bool finished = true;

    while (finished && !is_over(r, end)) {
        if (play_generation(r, &finished, err))
            return -1;
        if (finished && c->validate_every > 0 && r->generation < (uint32_t)c->generations &&
            r->generation % (uint32_t)c->validate_every == 0 &&
            validate_once(r, OPENING_VALIDATE, c->player.keys.depth, c->validate_openings,
                          &finished, err))
            return -1;
    }
    if (finished && give_verdict(r, &finished, err))
        return -1;
    if (!finished)
        *end = RUN_INTERRUPTED;
    return 0;
}

int run_continue(const struct run_config *config, const struct journal *journal, struct crew *crew,
                 const struct run_watch *watch, enum run_end *end, struct err *err)
{
    struct run r = { .config = config, .journal = journal, .crew = crew, .watch = watch };
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
