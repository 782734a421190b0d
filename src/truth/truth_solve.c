/* Positions are solved as jobs of the pool. */
#include "truth/truth.h"

#include <stdlib.h>

#include "truth/truth_cache.h"

/* Jobs that need nothing but their positions. */
static void pack_nothing(const void *context, struct bytes *out)
{
    (void)context;
    (void)out;
}

static int unpack_nothing(void **context, struct bytes_reader *in, struct err *err)
{
    (void)in;
    (void)err;
    *context = NULL;
    return 0;
}

static void release_nothing(void *context)
{
    (void)context;
}

static bool fill_scores(const struct pool_item *item)
{
    struct worker *worker = item->worker;
    signed char *score = item->slot;
    int found[COLUMNS];
    int status = solver_moves(&worker->solver, item->data, found);

    for (int c = 0; status == 0 && c < COLUMNS; c++)
        score[c] = (signed char)found[c];
    return status == 0;
}

const struct pool_kind truth_scores_kind = {
    .name = "scores",
    .item_size = sizeof(struct position),
    .slot_size = COLUMNS,
    .fill = fill_scores,
    .pack = pack_nothing,
    .unpack = unpack_nothing,
    .release = release_nothing,
};

static bool fill_result(const struct pool_item *item)
{
    struct worker *worker = item->worker;
    int wdl = solver_wdl(&worker->solver, item->data);

    *(signed char *)item->slot = (signed char)(side_to_move(item->data) == SIDE_FIRST ? wdl : -wdl);
    return wdl != SOLVER_STOPPED;
}

const struct pool_kind truth_results_kind = {
    .name = "results",
    .item_size = sizeof(struct position),
    .slot_size = 1,
    .fill = fill_result,
    .pack = pack_nothing,
    .unpack = unpack_nothing,
    .release = release_nothing,
};

static void tell(const struct truth_work *work, size_t done, size_t total)
{
    if (work->watch)
        watch_tell(work->watch, "positions solved", done, total);
}

/* The positions that are not solved yet. */
struct unsolved {
    struct truth *truth;
    const struct truth_work *work;
    struct truth_cache *cache;
    struct position *pos;
    size_t *at; /* in the truth */
    signed char (*score)[COLUMNS];
    size_t n;
};

static void unsolved_release(struct unsolved *u)
{
    free(u->pos);
    free(u->at);
    free(u->score);
}

static int unsolved_init(struct unsolved *u, struct truth *truth, struct err *err)
{
    *u = (struct unsolved){ .truth = truth };
    u->pos = calloc(truth->n + 1, sizeof *u->pos);
    u->at = calloc(truth->n + 1, sizeof *u->at);
    u->score = calloc(truth->n + 1, sizeof *u->score);
    if (!u->pos || !u->at || !u->score) {
        unsolved_release(u);
        return err_set(err, "out of memory: %zu positions", truth->n);
    }
    for (size_t i = 0; i < truth->n; i++) {
        if (truth->list[i].solved)
            continue;
        u->pos[u->n] = truth->list[i].pos;
        u->at[u->n++] = i;
    }
    return 0;
}

static bool keep_scores(void *watcher, size_t i, size_t done)
{
    struct unsolved *u = watcher;
    struct truth_position *p = &u->truth->list[u->at[i]];
    int score[COLUMNS];

    for (int c = 0; c < COLUMNS; c++)
        score[c] = u->score[i][c];
    truth_settle(p, score);
    truth_cache_add(u->cache, p);
    tell(u->work, u->truth->n - u->n + done, u->truth->n);
    return true;
}

static int solve_rest(struct unsolved *u, bool *finished, struct err *err)
{
    const struct truth_work *work = u->work;
    struct pool_job job = { .kind = &truth_scores_kind,
                            .item = u->pos,
                            .slot = u->score,
                            .n = u->n,
                            .stop = work->watch ? work->watch->stop : NULL,
                            .filled = keep_scores,
                            .watcher = u };
    struct pool pool;

    if (pool_init(&pool, work->threads, &worker_memory, err))
        return -1;
    *finished = pool_fill(&pool, &job) == u->n;
    pool_release(&pool);
    return 0;
}

int truth_solve(struct truth *truth, const struct truth_work *work, bool *finished,
                struct err *note, struct err *err)
{
    struct truth_cache cache = { .file = -1 };
    struct unsolved unsolved;
    int status;

    note->text[0] = '\0';
    if (work->cache && truth_cache_load(truth, work->cache, note) == 0)
        truth_cache_open(&cache, work->cache, note);
    status = unsolved_init(&unsolved, truth, err);
    if (status == 0) {
        unsolved.work = work;
        unsolved.cache = &cache;
        *finished = unsolved.n == 0;
        status = unsolved.n > 0 ? solve_rest(&unsolved, finished, err) : 0;
        unsolved_release(&unsolved);
    }
    truth_cache_close(&cache, note);
    return status;
}

/* Of positions that have no truth to keep. */
struct following {
    const struct truth_work *work;
    size_t n;
};

static bool tell_result(void *watcher, size_t i, size_t done)
{
    const struct following *following = watcher;

    (void)i;
    tell(following->work, done, following->n);
    return true;
}

int truth_results(const struct position *pos, size_t n, const struct truth_work *work,
                  signed char *result, struct err *err)
{
    struct following following = { work, n };
    struct pool_job job = { .kind = &truth_results_kind,
                            .item = pos,
                            .slot = result,
                            .n = n,
                            .stop = work->watch ? work->watch->stop : NULL,
                            .filled = tell_result,
                            .watcher = &following };
    struct pool pool;
    size_t done;

    if (pool_init(&pool, work->threads, &worker_memory, err))
        return -1;
    done = pool_fill(&pool, &job);
    pool_release(&pool);
    return done == n ? 0 : err_set(err, "interrupted");
}
