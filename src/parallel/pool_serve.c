#include "parallel/pool.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "base/clock.h"
#include "parallel/cluster.h"
#include "parallel/pool_share.h"

#define ALIVE_S    2
#define STOPPING_S 0.2

/* Items from rank 0 and the slots that go back. */
struct chunk {
    struct chunk *following;
    struct message message;
    struct chunk_view in, out;
    struct bytes answer;
    uint32_t next, done; /* slots begun, and slots that are filled or given up */
};

/* A job that this process helps with; threads share it inside the critical sections. */
struct serving {
    const struct pool_kind *kind;
    void *context;
    struct pool *pool;
    struct chunk *first; /* the oldest */
    atomic_bool halt;
    bool stopping, leaving, quit;
    double sent_s, heard_s;
};

static void chunk_free(struct chunk *chunk)
{
    message_release(&chunk->message);
    bytes_release(&chunk->answer);
    free(chunk);
}

static void answer_failure(const char *why)
{
    struct bytes text = { 0 };

    bytes_put(&text, why, strlen(why) + 1);
    cluster_send(0, CLUSTER_FAILED, &text);
}

/* Takes over the message. */
static void add_chunk(struct serving *s, struct message *message)
{
    struct chunk *chunk = calloc(1, sizeof *chunk), **end;

    if (chunk) {
        chunk->in = chunk_open(message->data);
        chunk->out = chunk_put(&chunk->answer, chunk->in.n, s->kind->slot_size);
    }
    if (!chunk || chunk->out.n < chunk->in.n) {
        free(chunk);
        answer_failure("is out of memory");
        return;
    }
    memcpy(chunk->out.index, chunk->in.index, chunk->in.n * sizeof *chunk->in.index);
    chunk->message = *message;
    *message = (struct message){ 0 };
#pragma omp critical(pool_list)
    {
        for (end = &s->first; *end; end = &(*end)->following)
            ;
        *end = chunk;
    }
}

/* The next slot to fill; NULL when there is none now. */
static struct chunk *take_slot(struct serving *s, uint32_t *slot)
{
    struct chunk *chunk;

#pragma omp critical(pool_list)
    {
        for (chunk = s->first; chunk && chunk->next == chunk->in.n;)
            chunk = chunk->following;
        if (chunk)
            *slot = chunk->next++;
    }
    return chunk;
}

static bool work_once(struct serving *s, struct worker *worker)
{
    const struct pool_kind *kind = s->kind;
    struct hand hand = { worker, &s->halt, &s->pool->forfeits };
    uint32_t k;
    struct chunk *chunk = take_slot(s, &k);
    bool filled;

    if (!chunk)
        return false;
    filled = kind->fill(s->context, &hand, chunk->in.index[k], chunk->in.body + k * kind->item_size,
                        chunk->out.body + k * kind->slot_size);
#pragma omp critical(pool_list)
    {
        chunk->out.flag[k] = filled;
        chunk->done++;
    }
    return true;
}

static void work(struct serving *s, struct worker *worker)
{
    double idle_s = clock_s();

    for (;;) {
        bool leaving;

        if (work_once(s, worker)) {
            idle_s = clock_s();
            continue;
        }
#pragma omp critical(pool_list)
        leaving = s->leaving;
        if (leaving)
            return;
        clock_doze(clock_s() - idle_s);
    }
}

/* Gives up what is not begun. */
static void stop(struct serving *s)
{
    s->halt = 1;
    s->stopping = true;
#pragma omp critical(pool_list)
    for (struct chunk *chunk = s->first; chunk; chunk = chunk->following) {
        chunk->done += chunk->in.n - chunk->next;
        chunk->next = chunk->in.n;
    }
}

/* Takes a chunk that is ready off the list, or NULL. Sets *hungry when nothing is left to begin. */
static struct chunk *take_ready(struct serving *s, bool *hungry)
{
    struct chunk *ready = NULL;

    *hungry = true;
#pragma omp critical(pool_list)
    for (struct chunk **at = &s->first; *at && !ready;) {
        struct chunk *chunk = *at;

        *hungry = *hungry && chunk->next == chunk->in.n;
        if (chunk->done == chunk->in.n) {
            ready = chunk;
            *at = chunk->following;
        } else {
            at = &chunk->following;
        }
    }
    return ready;
}

static void send_results(struct serving *s, bool *hungry)
{
    for (struct chunk *chunk; (chunk = take_ready(s, hungry));) {
        cluster_send(0, CLUSTER_RESULT, &chunk->answer);
        chunk_free(chunk);
        s->sent_s = clock_s();
    }
}

/* What comes after the end of this job is for the next one. */
static void read_messages(struct serving *s)
{
    struct message message;

    while (!s->leaving && cluster_receive(&message)) {
        s->heard_s = clock_s();
        if (message.tag == CLUSTER_CHUNK)
            add_chunk(s, &message);
        else if (message.tag == CLUSTER_STOP)
            stop(s);
        s->quit = s->quit || message.tag == CLUSTER_QUIT;
        if (message.tag == CLUSTER_FINISH || message.tag == CLUSTER_QUIT) {
#pragma omp critical(pool_list)
            s->leaving = true;
        }
        message_release(&message);
    }
}

static void say_alive(struct serving *s)
{
    double now = clock_s();

    if (now - s->sent_s < (s->stopping ? STOPPING_S : ALIVE_S))
        return;
    cluster_send(0, CLUSTER_ALIVE, &(struct bytes){ 0 });
    s->sent_s = now;
}

/* What the main thread does: talks to rank 0; also works if it is the only one. */
static void attend(struct serving *s, struct worker *worker, bool alone)
{
    while (!s->leaving) {
        bool worked = alone && work_once(s, worker), hungry;

        read_messages(s);
        send_results(s, &hungry);
        say_alive(s);
        if (s->stopping && !s->first) {
            cluster_send(0, CLUSTER_STOPPED, &(struct bytes){ 0 });
#pragma omp critical(pool_list)
            s->leaving = true;
        }
        if (!worked && !s->leaving)
            clock_doze(hungry ? 0 : clock_s() - s->heard_s);
    }
}

static void serve_job(struct serving *s)
{
    struct pool *pool = s->pool;

    s->sent_s = s->heard_s = clock_s();
#pragma omp parallel num_threads(pool->threads + 1)
    {
        int thread = omp_get_thread_num();

        if (thread == 0)
            attend(s, &pool->worker[0], omp_get_num_threads() == 1);
        else
            work(s, &pool->worker[thread - 1]);
    }
    while (s->first) {
        struct chunk *chunk = s->first;

        s->first = chunk->following;
        chunk_free(chunk);
    }
}

static int open_job(struct serving *s, struct pool *pool, const struct message *message,
                    const struct pool_kind *const *kinds, struct err *err)
{
    struct bytes_reader in = { message->data, message->n, false };
    struct job_head head;

    *s = (struct serving){ .pool = pool };
    reader_take(&in, &head, sizeof head);
    for (; *kinds && !s->kind; kinds++)
        if (strcmp((*kinds)->name, head.kind) == 0)
            s->kind = *kinds;
    if (!s->kind)
        return err_set(err, "knows no job '%.15s'", head.kind);
    if (!pool->worker || pool->asked != head.threads) {
        pool_release(pool);
        if (pool_init(pool, head.threads, err))
            return -1;
    }
    if (s->kind->unpack(&s->context, &in, err))
        return -1;
    if (!in.failed)
        return 0;
    s->kind->release(s->context);
    return err_set(err, "was sent a job that it cannot read");
}

/* Returns true when the program is over. */
static bool take_message(const struct message *message, struct pool *pool,
                         const struct pool_kind *const *kinds)
{
    struct serving s;
    struct err err;

    if (message->tag != CLUSTER_JOB)
        return message->tag == CLUSTER_QUIT;
    if (open_job(&s, pool, message, kinds, &err)) {
        answer_failure(err.text);
        return false;
    }
    serve_job(&s);
    s.kind->release(s.context);
    return s.quit;
}

void pool_serve(const struct pool_kind *const *kinds)
{
    double idle_s = clock_s();
    struct pool pool = { 0 };
    struct message message;
    bool over = false;

    signal(SIGINT, SIG_IGN); /* rank 0 decides, and tells */
    signal(SIGTERM, SIG_IGN);
    while (!over && !cluster_lost()) {
        if (!cluster_receive(&message)) {
            clock_doze(clock_s() - idle_s);
            continue;
        }
        over = take_message(&message, &pool, kinds);
        message_release(&message);
        idle_s = clock_s();
    }
    pool_release(&pool);
}
