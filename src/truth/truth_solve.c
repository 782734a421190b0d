/* Positions are solved as jobs of the pool. */
#include "truth/truth.h"

#include <stdlib.h>

#include "search/solver_job.h"
#include "truth/truth_cache.h"

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
    struct solver_answer *answer;
    size_t n;
};

static void unsolved_release(struct unsolved *u)
{
    free(u->pos);
    free(u->at);
    free(u->answer);
}

static int unsolved_init(struct unsolved *u, struct truth *truth, struct err *err)
{
    *u = (struct unsolved){ .truth = truth };
    u->pos = calloc(truth->n + 1, sizeof *u->pos);
    u->at = calloc(truth->n + 1, sizeof *u->at);
    u->answer = calloc(truth->n + 1, sizeof *u->answer);
    if (!u->pos || !u->at || !u->answer) {
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
        score[c] = u->answer[i].column[c];
    truth_settle(p, score);
    truth_cache_add(u->cache, p);
    tell(u->work, u->truth->n - u->n + done, u->truth->n);
    return true;
}

static int solve_rest(struct unsolved *u, bool *finished, struct err *err)
{
    const struct truth_work *work = u->work;
    struct solver_job context = { .moves = true };
    struct pool_job job = { .kind = &solver_job_kind,
                            .context = &context,
                            .item = u->pos,
                            .slot = u->answer,
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
    const struct position *pos;
    const struct solver_answer *answer;
    signed char *result;
    size_t n;
};

static bool keep_result(void *watcher, size_t i, size_t done)
{
    const struct following *f = watcher;
    int wdl = f->answer[i].score;

    f->result[i] = (signed char)(side_to_move(&f->pos[i]) == SIDE_FIRST ? wdl : -wdl);
    tell(f->work, done, f->n);
    return true;
}

int truth_results(const struct position *pos, size_t n, const struct truth_work *work,
                  signed char *result, struct err *err)
{
    struct solver_answer *answer = calloc(n + 1, sizeof *answer);
    struct following following = { work, pos, answer, result, n };
    struct solver_job context = { .wdl = true };
    struct pool_job job = { .kind = &solver_job_kind,
                            .context = &context,
                            .item = pos,
                            .slot = answer,
                            .n = n,
                            .stop = work->watch ? work->watch->stop : NULL,
                            .filled = keep_result,
                            .watcher = &following };
    struct pool pool;
    size_t done;

    if (!answer)
        return err_set(err, "out of memory: %zu positions", n);
    if (pool_init(&pool, work->threads, &worker_memory, err)) {
        free(answer);
        return -1;
    }
    done = pool_fill(&pool, &job);
    pool_release(&pool);
    free(answer);
    return done == n ? 0 : err_set(err, "interrupted");
}
