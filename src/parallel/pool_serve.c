#include "parallel/pool_share.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "base/clock.h"
#include "parallel/cluster.h"

#define ALIVE_S    2
#define STOPPING_S 0.2

/* Items from rank 0, and the slots that are sent back. */
struct chunk {
    struct chunk *following;
    struct message message;
    struct chunk_view in, out;
    struct bytes answer;
    uint32_t next, done; /* slots started, and slots that are filled or given up */
};

/* A context that rank 0 sent, which stays until another one comes. */
struct sent_context {
    const struct pool_kind *kind;
    void *context;
};

/* A job that this process helps with. Threads share it inside the critical sections. */
struct serving {
    const struct pool_kind *kind;
    void *context;
    size_t slot_size;
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

    if (chunk && chunk_open(message->data, message->n, s->kind->item_size, &chunk->in)) {
        free(chunk);
        answer_failure("got items that cannot be read");
        return;
    }
    if (chunk)
        chunk->out = chunk_put(&chunk->answer, chunk->in.n, s->slot_size);
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

static bool work_once(struct serving *s, int thread)
{
    struct pool_item item = { .context = s->context,
                              .worker = s->pool->worker[thread],
                              .pool = s->pool };
    uint32_t k;
    struct chunk *chunk = take_slot(s, &k);
    bool filled;

    if (!chunk)
        return false;
    item.index = chunk->in.index[k];
    item.data = chunk->in.body + k * s->kind->item_size;
    item.slot = chunk->out.body + k * s->slot_size;
    filled = s->kind->fill(&item);
#pragma omp critical(pool_list)
    {
        chunk->out.flag[k] = filled;
        chunk->done++;
    }
    return true;
}

static void work(struct serving *s, int thread)
{
    double idle_s = clock_s();

    for (;;) {
        bool leaving;

        if (work_once(s, thread)) {
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

/* Gives up the slots that are not started. */
static void stop(struct serving *s)
{
    s->halt = true;
    s->stopping = true;
#pragma omp critical(pool_list)
    for (struct chunk *chunk = s->first; chunk; chunk = chunk->following) {
        chunk->done += chunk->in.n - chunk->next;
        chunk->next = chunk->in.n;
    }
}

/* Takes a finished chunk off the list; NULL if there is none. Sets *hungry if there is no slot
 * left to start. */
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

/* Messages that arrive after the end of this job belong to the next one. */
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

/* The main thread talks to rank 0; it also works if it is the only thread. */
static void attend(struct serving *s, bool only)
{
    bool told = false;

    while (!s->leaving) {
        bool worked = only && work_once(s, 0), hungry;

        read_messages(s);
        send_results(s, &hungry);
        if (s->pool->gave_up && !told) {
            answer_failure(s->pool->why);
            told = true;
        }
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
    pool_set_stop(pool, &s->halt);
#pragma omp parallel num_threads(pool->threads + 1)
    {
        int thread = omp_get_thread_num();

        if (thread == 0)
            attend(s, omp_get_num_threads() == 1);
        else
            work(s, thread - 1);
    }
    pool_set_stop(pool, NULL);
    while (s->first) {
        struct chunk *chunk = s->first;

        s->first = chunk->following;
        chunk_free(chunk);
    }
}

/* A kind by its name, or NULL. */
static const struct pool_kind *find_kind(const struct pool_kind *const *kinds, const char *name)
{
    while (*kinds && strcmp((*kinds)->name, name) != 0)
        kinds++;
    return *kinds;
}

/* Keeps the workers of the last job if it asked for as many threads. */
static int set_threads(struct pool *pool, int threads, struct err *err)
{
    const struct pool_memory *memory = pool->memory;
    int status;

    if (pool->worker && pool->asked == threads)
        return 0;
    pool_release(pool);
    status = pool_init(pool, threads, memory, err);
    pool->memory = memory;
    return status;
}

static void forget_context(struct sent_context *sent)
{
    if (sent->kind)
        sent->kind->release(sent->context);
    *sent = (struct sent_context){ 0 };
}

static int take_context(struct sent_context *sent, const struct pool_kind *kind, bool continues,
                        struct bytes_reader *in, struct err *err)
{
    if (!continues || sent->kind != kind) {
        forget_context(sent);
        if (kind->unpack(&sent->context, in, err))
            return -1;
        sent->kind = kind;
    }
    if (kind->take_part && kind->take_part(sent->context, in, err))
        return -1;
    return in->failed ? err_set(err, "was sent a job that it cannot read") : 0;
}

static int open_job(struct serving *s, struct pool *pool, const struct message *message,
                    const struct pool_kind *const *kinds, struct sent_context *sent,
                    struct err *err)
{
    struct bytes_reader in = { message->data, message->n, false };
    struct job_head head;

    reader_take(&in, &head, sizeof head);
    *s = (struct serving){ .pool = pool, .slot_size = head.slot_size };
    s->kind = find_kind(kinds, head.kind);
    if (!s->kind)
        return err_set(err, "does not know the job '%.15s'", head.kind);
    if (set_threads(pool, head.threads, err))
        return -1;
    if (take_context(sent, s->kind, head.continues, &in, err)) {
        forget_context(sent);
        return -1;
    }
    s->context = sent->context;
    return 0;
}

/* Returns true when the program is over. */
static bool take_message(const struct message *message, struct pool *pool,
                         const struct pool_kind *const *kinds, struct sent_context *sent)
{
    struct serving s;
    struct err err;

    if (message->tag != CLUSTER_JOB)
        return message->tag == CLUSTER_QUIT;
    if (open_job(&s, pool, message, kinds, sent, &err)) {
        answer_failure(err.text);
        return false;
    }
    serve_job(&s);
    return s.quit;
}

void pool_serve(const struct pool_kind *const *kinds, const struct pool_memory *memory)
{
    double idle_s = clock_s();
    struct pool pool = { .memory = memory };
    struct sent_context sent = { 0 };
    struct message message;
    bool over = false;

    signal(SIGINT, SIG_IGN); /* rank 0 gets the signal and tells us to stop */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    while (!over && !cluster_lost()) {
        if (!cluster_receive(&message)) {
            clock_doze(clock_s() - idle_s);
            continue;
        }
        over = take_message(&message, &pool, kinds, &sent);
        message_release(&message);
        idle_s = clock_s();
    }
    forget_context(&sent);
    pool_release(&pool);
}
