#include "parallel/pool_share.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "base/clock.h"
#include "parallel/cluster.h"

#define CHUNKS_AHEAD 2
#define SHARE        4     /* two chunks of every process add up to half of what is left */
#define LONGEST_S    0.25  /* of work in a chunk: what is not sent back is lost with the program */
#define SHORTEST_S   0.001 /* below this, sending the message takes longer than the work */
#define GROWTH       4     /* a first guess has to be small: items may take hours */
#define CHECK_S      0.25  /* between two checks that all processes are still there */
#define SILENT_S     60    /* after which a process counts as lost... */
#define STOPPING_S   0.8   /* ...and while stopping: mpirun kills a second after its SIGTERM */

size_t chunk_size(const struct chunk_need *need)
{
    double threads = need->threads;
    double guided = (double)need->left * threads / (SHARE * (double)need->all_threads);
    double most = need->last ? GROWTH * (double)need->last : threads;
    double least = need->items_per_s * SHORTEST_S;

    if (most > need->items_per_s * LONGEST_S && need->items_per_s > 0)
        most = need->items_per_s * LONGEST_S;
    if (least > most)
        least = most;
    if (guided > most)
        guided = most;
    if (guided < least)
        guided = least;
    if (guided < threads)
        guided = threads;
    return guided < (double)need->left ? (size_t)guided : need->left;
}

static size_t padded(size_t n)
{
    return (n + 7) / 8 * 8;
}

static size_t chunk_bytes(size_t n, size_t each)
{
    return 8 + padded(n * sizeof(uint32_t)) + padded(n) + n * each;
}

static struct chunk_view view_of(unsigned char *data, uint32_t n)
{
    unsigned char *flag = data + 8 + padded(n * sizeof(uint32_t));

    return (struct chunk_view){
        .n = n, .index = (uint32_t *)(void *)(data + 8), .flag = flag, .body = flag + padded(n)
    };
}

struct chunk_view chunk_put(struct bytes *bytes, uint32_t n, size_t each)
{
    unsigned char *data = bytes_extend(bytes, chunk_bytes(n, each));

    if (!data)
        return (struct chunk_view){ 0 };
    memset(data, 0, chunk_bytes(n, 0));
    memcpy(data, &n, sizeof n);
    return view_of(data, n);
}

int chunk_open(unsigned char *data, size_t size, size_t each, struct chunk_view *view)
{
    uint32_t n;

    if (size < 8)
        return -1;
    memcpy(&n, data, sizeof n);
    if (n > size || (each > 0 && n > size / each) || chunk_bytes(n, each) != size)
        return -1;
    *view = view_of(data, n);
    return 0;
}

/* Another process, as rank 0 sees it. */
struct peer {
    size_t last; /* items of its last chunk */
    size_t filled;
    double began_s;
    double silent_s; /* time since its last message */
    bool stopped;
};

struct sharing {
    struct pool *pool;
    const struct pool_job *job;
    size_t next;      /* the first item that is not handed out, among those that can be sent */
    size_t next_here; /* and among those that stay in rank 0 */
    size_t left;      /* items that can be sent and are not handed out */
    size_t done;
    int all_threads;
    struct peer *peer; /* by rank */
    atomic_bool halt;
    bool stopping;
    double checked_s, heard_s;
};

static const void *item_at(const struct pool_job *job, size_t i)
{
    return (const char *)job->item + i * job->kind->item_size;
}

static void *slot_at(const struct pool_job *job, size_t i)
{
    return (char *)job->slot + i * pool_slot_size(job);
}

static bool stays(const struct pool_job *job, size_t i)
{
    return job->kind->stays && job->kind->stays(job->context, item_at(job, i));
}

static int threads_of(const struct pool *pool, int rank)
{
    return pool->asked ? pool->asked : cluster_threads(rank);
}

/* The next item that stays here, or that does not; n when there is none. Moves the cursor past
 * it. */
static size_t take(const struct pool_job *job, size_t *cursor, bool here)
{
    while (*cursor < job->n && stays(job, *cursor) != here)
        ++*cursor;
    return *cursor < job->n ? (*cursor)++ : job->n;
}

/* The next item for a thread of rank 0: first those that no other process can do. */
static size_t take_here(struct sharing *s)
{
    size_t n = s->job->n, i = n;

#pragma omp critical(pool_list)
    {
        if (!s->halt && s->job->kind->stays)
            i = take(s->job, &s->next_here, true);
        if (!s->halt && i == n && s->left > 0) {
            i = take(s->job, &s->next, false);
            s->left--;
        }
    }
    return i;
}

static void count_filled(struct sharing *s, size_t i)
{
#pragma omp critical(pool_filled)
    {
        s->done++;
        if (s->job->filled && !s->job->filled(s->job->watcher, i, s->done))
            s->halt = true;
    }
}

/* Fills one slot; false when there is none left. */
static bool work_once(struct sharing *s, int thread)
{
    size_t i = take_here(s);

    if (i == s->job->n)
        return false;
    if (pool_fill_slot(s->pool, s->job, i, thread))
        count_filled(s, i);
    else if (s->pool->gave_up)
        s->halt = true;
    return true;
}

/* Puts the next chunk for a process into a message; false when nothing is left. */
static bool cut_chunk(struct sharing *s, int rank, struct bytes *bytes)
{
    const struct pool_job *job = s->job;
    struct peer *peer = &s->peer[rank];
    double took = clock_s() - peer->began_s;
    struct chunk_need need = { .threads = threads_of(s->pool, rank),
                               .all_threads = s->all_threads,
                               .items_per_s = peer->filled ? (double)peer->filled / took : 0,
                               .last = peer->last };
    size_t n;

#pragma omp critical(pool_list)
    {
        struct chunk_view view;

        need.left = s->left;
        n = chunk_size(&need);
        view = chunk_put(bytes, (uint32_t)n, job->kind->item_size);
        for (uint32_t k = 0; k < view.n; k++) {
            size_t i = take(job, &s->next, false);

            view.index[k] = (uint32_t)i;
            if (job->item)
                memcpy(view.body + k * job->kind->item_size, item_at(job, i), job->kind->item_size);
        }
        s->left -= view.n;
    }
    peer->last = n;
    return n > 0;
}

static void send_chunk(struct sharing *s, int rank)
{
    struct bytes bytes = { 0 };

    if (cut_chunk(s, rank, &bytes))
        cluster_send(rank, CLUSTER_CHUNK, &bytes);
    else
        bytes_release(&bytes);
}

static void send_job(struct sharing *s)
{
    const struct pool_job *job = s->job;
    struct job_head head = { .threads = s->pool->asked,
                             .continues = job->series && job->series == s->pool->shared_series,
                             .slot_size = pool_slot_size(job) };
    struct bytes bytes = { 0 };

    assert(strlen(job->kind->name) < sizeof head.kind);
    strcpy(head.kind, job->kind->name);
    bytes_put(&bytes, &head, sizeof head);
    if (!head.continues)
        job->kind->pack(job->context, &bytes);
    if (job->kind->pack_part)
        job->kind->pack_part(job->context, &bytes);
    s->pool->shared_series = job->series;
    cluster_send(CLUSTER_ALL, CLUSTER_JOB, &bytes);
    for (int ahead = 0; ahead < CHUNKS_AHEAD; ahead++)
        for (int rank = 1; rank < cluster_size(); rank++)
            send_chunk(s, rank);
}

static void take_results(struct sharing *s, const struct message *message)
{
    size_t size = pool_slot_size(s->job);
    struct chunk_view view;

    if (chunk_open(message->data, message->n, size, &view)) {
        cluster_lose(message->from, "sent results that cannot be read");
        return;
    }
    for (uint32_t k = 0; k < view.n; k++) {
        if (!view.flag[k] || view.index[k] >= s->job->n)
            continue;
        memcpy(slot_at(s->job, view.index[k]), view.body + k * size, size);
        s->peer[message->from].filled++;
        count_filled(s, view.index[k]);
    }
    if (!s->halt)
        send_chunk(s, message->from);
}

static void read_message(struct sharing *s, const struct message *message)
{
    s->peer[message->from].silent_s = 0;
    if (message->tag == CLUSTER_RESULT)
        take_results(s, message);
    else if (message->tag == CLUSTER_STOPPED)
        s->peer[message->from].stopped = true;
    else if (message->tag == CLUSTER_FAILED)
        cluster_lose(message->from, (const char *)message->data);
}

static bool all_stopped(const struct sharing *s)
{
    for (int rank = 1; rank < cluster_size(); rank++)
        if (!s->peer[rank].stopped)
            return false;
    return true;
}

static bool is_over(struct sharing *s)
{
    size_t done;

    if (cluster_lost())
        return true;
    if (s->stopping)
        return all_stopped(s);
#pragma omp critical(pool_filled)
    done = s->done;
    return done == s->job->n && !s->halt;
}

/* Time in which this process was suspended does not count as silence of the others. */
static void look_around(struct sharing *s)
{
    double now = clock_s(), passed = now - s->checked_s;

    if (passed < CHECK_S)
        return;
    s->checked_s = now;
    cluster_check();
    for (int rank = 1; rank < cluster_size(); rank++) {
        struct peer *peer = &s->peer[rank];

        peer->silent_s += passed < 2 * CHECK_S ? passed : 2 * CHECK_S;
        if (!peer->stopped && peer->silent_s > (s->stopping ? STOPPING_S : SILENT_S))
            cluster_lose(rank, "does not answer");
    }
}

static void stop_others(struct sharing *s)
{
    s->halt = true;
    s->stopping = true;
    for (int rank = 1; rank < cluster_size(); rank++)
        s->peer[rank].silent_s = 0;
    cluster_check(); /* a lost process may be the reason */
    cluster_send(CLUSTER_ALL, CLUSTER_STOP, &(struct bytes){ 0 });
}

/* Reads the messages that have arrived, and sleeps a little if there is nothing else to do. */
static void listen_once(struct sharing *s, bool idle)
{
    struct message message;
    size_t left;

    while (cluster_receive(&message)) {
        read_message(s, &message);
        message_release(&message);
        s->heard_s = clock_s();
    }
    if (!s->stopping && (s->halt || (s->job->stop && *s->job->stop)))
        stop_others(s);
    look_around(s);
    if (!idle)
        return;
#pragma omp critical(pool_list)
    left = s->left;
    clock_doze(left > 0 ? clock_s() - s->heard_s : 0);
}

/* The main thread hands out items and collects slots; it also works if it is the only thread. */
static void direct(struct sharing *s, bool only)
{
    send_job(s);
    while (!is_over(s)) {
        bool worked = only && work_once(s, 0);

        listen_once(s, !worked);
    }
    s->halt = true;
    if (!s->stopping && !cluster_lost())
        cluster_send(CLUSTER_ALL, CLUSTER_FINISH, &(struct bytes){ 0 });
}

static void prepare(struct sharing *s)
{
    double now = clock_s();

    s->checked_s = s->heard_s = now;
    for (int rank = 0; rank < cluster_size(); rank++) {
        s->all_threads += threads_of(s->pool, rank);
        s->peer[rank].began_s = now;
    }
    for (size_t i = 0; i < s->job->n; i++)
        s->left += !stays(s->job, i);
}

size_t pool_share(struct pool *pool, const struct pool_job *job)
{
    struct sharing s = { .pool = pool, .job = job };

    if (cluster_lost() || (job->stop && *job->stop))
        return 0;
    s.peer = calloc((size_t)cluster_size(), sizeof *s.peer);
    if (!s.peer) {
        cluster_lose(0, "is out of memory");
        return 0;
    }
    prepare(&s);
    pool_set_stop(pool, &s.halt);
#pragma omp parallel num_threads(pool->threads + 1)
    {
        int thread = omp_get_thread_num();

        if (thread == 0)
            direct(&s, omp_get_num_threads() == 1);
        else
            while (work_once(&s, thread - 1))
                ;
    }
    pool_set_stop(pool, NULL);
    free(s.peer);
    return s.done;
}
