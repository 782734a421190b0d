/*
 * How an evolution grows with the number of cores: a simulation of one generation, message by
 * message, with the rule that cuts the chunks of the program itself; and beside it a formula, which
 * has to agree.
 *
 *     simulate-cluster
 *
 * A generation is what rank 0 does alone, and jobs that all processes share. Numbers of items and bytes were
 * counted and times were measured, as src/ARCHITECTURE.md says. Fails when simulation and formula differ by
 * more than 15%.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/game_slot.h"
#include "arena/schedule.h"
#include "parallel/pool_share.h"

#define NODE      32 /* cores, all of one process */
#define TOLERANCE 0.15
#define JOBS      4

/* The machines: what a message costs. */
#define MESSAGE_S 5e-6   /* rank 0's work on a message, either way */
#define ITEM_S    0.2e-6 /* and on each item in it */
#define BYTE_S    0.8e-9 /* the time that a byte takes through its link: 10 gigabits a second */
#define WAIT_S    0.5e-3 /* until a message is noticed */
#define READY_S   0.1e-3 /* of a core, to make one player ready to play */

struct job {
    const char *name;
    double share; /* of the generations that have it */
    size_t items, players, context, back;
    double item_s; /* one item on one core */
    bool uneven; /* the times of items are spread exponentially; else from half to one and a half */
};

struct figures {
    const char *name;
    double serial_s; /* what only rank 0 does, per generation */
    struct job job[JOBS];
};

static double chunk_bytes(size_t each)
{
    return (double)(each + sizeof(uint32_t) + 1);
}

static double seconds_there(void)
{
    return ITEM_S + chunk_bytes(sizeof(struct game)) * BYTE_S;
}

static double seconds_back(const struct job *job)
{
    return ITEM_S + chunk_bytes(job->back) * BYTE_S;
}

/* The context goes down a binary tree of processes, after an announcement to each of them. */
static double context_s(const struct job *job, int ranks)
{
    double steps = ranks > 1 ? ceil(log2(ranks)) : 0;

    return (ranks - 1) * MESSAGE_S + steps * (MESSAGE_S + (double)job->context * BYTE_S);
}

static double ready_s(const struct job *job)
{
    return WAIT_S + (double)job->players * READY_S / NODE;
}

/* What may happen next. */
struct event {
    double at;
    int rank; /* whose results arrive; 0: a thread of rank 0 is free */
    size_t items;
};

struct simulation {
    const struct job *job;
    int cores, ranks;
    struct event *heap;
    size_t events;
    double *free_at;        /* by core */
    double *began, *filled; /* by rank */
    size_t *last;
    size_t left, done;
    double talker; /* when rank 0 can handle the next message */
    uint64_t random;
};

static void push(struct simulation *s, struct event e)
{
    size_t i = s->events++;

    for (; i > 0 && s->heap[(i - 1) / 2].at > e.at; i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = e;
}

static struct event pop(struct simulation *s)
{
    struct event first = s->heap[0], last = s->heap[--s->events];
    size_t i = 0, child;

    while ((child = 2 * i + 1) < s->events) {
        if (child + 1 < s->events && s->heap[child + 1].at < s->heap[child].at)
            child++;
        if (s->heap[child].at >= last.at)
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return first;
}

static double item_time(struct simulation *s)
{
    double u;

    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    u = (double)(s->random >> 11) / 9007199254740992.0;
    return s->job->item_s * (s->job->uneven ? -log(1 - u) : 0.5 + u);
}

static int cores_of(const struct simulation *s, int rank)
{
    int rest = s->cores - rank * NODE;

    return rest < NODE ? rest : NODE;
}

/* A process works on a chunk from that time on; returns when the last item of it ends. */
static double work(struct simulation *s, int rank, double from, size_t items)
{
    double *core = s->free_at + rank * NODE, end = from;

    for (size_t k = 0; k < items; k++) {
        int first = 0;

        for (int i = 1; i < cores_of(s, rank); i++)
            if (core[i] < core[first])
                first = i;
        core[first] = (core[first] > from ? core[first] : from) + item_time(s);
        end = core[first] > end ? core[first] : end;
    }
    return end;
}

/* Rank 0 cuts a chunk, if anything is left, and sends it. */
static void send_chunk(struct simulation *s, int rank, double ready)
{
    double took = s->talker - s->began[rank], arrives, end;
    struct chunk_need need = { .left = s->left,
                               .threads = cores_of(s, rank),
                               .all_threads = s->cores,
                               .items_per_s = s->filled[rank] > 0 ? s->filled[rank] / took : 0,
                               .last = s->last[rank] };
    size_t n = chunk_size(&need);

    if (n == 0)
        return;
    s->last[rank] = n;
    s->left -= n;
    s->talker += MESSAGE_S + (double)n * seconds_there();
    arrives = s->talker + WAIT_S;
    end = work(s, rank, arrives > ready ? arrives : ready, n);
    push(s, (struct event){ end + WAIT_S, rank, n });
}

static void begin(struct simulation *s)
{
    for (int i = 0; i < cores_of(s, 0); i++)
        push(s, (struct event){ 0, 0, 0 });
    s->talker += context_s(s->job, s->ranks);
    for (int ahead = 0; ahead < 2; ahead++)
        for (int rank = 1; rank < s->ranks; rank++)
            send_chunk(s, rank, context_s(s->job, s->ranks) + ready_s(s->job));
}

static void happen(struct simulation *s, const struct event *e)
{
    if (e->rank == 0) {
        s->done += e->items;
        if (s->left == 0)
            return;
        s->left--;
        push(s, (struct event){ e->at + item_time(s), 0, 1 });
        return;
    }
    if (s->talker < e->at)
        s->talker = e->at;
    s->talker += MESSAGE_S + (double)e->items * seconds_back(s->job);
    s->done += e->items;
    s->filled[e->rank] += (double)e->items;
    send_chunk(s, e->rank, 0);
}

/* The seconds that a job takes. */
static double simulate_job(const struct job *job, int cores)
{
    struct simulation s = { .job = job, .cores = cores, .ranks = (cores + NODE - 1) / NODE };
    size_t ranks = (size_t)s.ranks;
    double end = 0;

    s.left = job->items;
    s.heap = calloc(job->items + NODE + 2 * ranks + 1, sizeof *s.heap);
    s.free_at = calloc(ranks * NODE, sizeof *s.free_at);
    s.began = calloc(ranks, sizeof *s.began);
    s.filled = calloc(ranks, sizeof *s.filled);
    s.last = calloc(ranks, sizeof *s.last);
    if (!s.heap || !s.free_at || !s.began || !s.filled || !s.last)
        abort();
    begin(&s);
    while (s.events > 0) {
        struct event e = pop(&s);

        happen(&s, &e);
        end = e.at > end ? e.at : end;
    }
    end = s.talker > end ? s.talker : end;
    free(s.heap);
    free(s.free_at);
    free(s.began);
    free(s.filled);
    free(s.last);
    return s.done == job->items ? end : NAN;
}

/*
 * The formula for a job. The other processes begin when the context has come down the tree and their players are
 * ready; what they lose by that is shared by all. The end comes a chunk and two messages later than even shares
 * would, or when an item that takes long was among the last. No more processes are worth it than have begun
 * before the end. Rank 0 has to handle every item, on its way there and on its way back: a cubic mean of both
 * is a maximum without a corner.
 */
static double predict_job(const struct job *job, int cores)
{
    int ranks = (cores + NODE - 1) / NODE;
    double work_s = (double)job->items * job->item_s, best = 0, lost = 0;
    double others = cores > NODE ? 1 - (double)NODE / cores : 0;
    double busy = context_s(job, ranks) + (ranks - 1) * 2 * MESSAGE_S +
                  others * (double)job->items * (seconds_there() + seconds_back(job));
    double late = job->item_s * (job->uneven ? log(cores) : 0.5);

    for (int r = 0; r < ranks; r++) {
        int used = (r + 1) * NODE < cores ? (r + 1) * NODE : cores;
        double start = r ? context_s(job, ranks) + ready_s(job) + r * MESSAGE_S : 0;
        double end;

        lost += start * (used - r * NODE);
        end = (work_s + lost) / used + (r ? 2 * WAIT_S + late : late);
        if (r == 0 || end < best)
            best = end;
    }
    return cbrt(pow(best, 3) + pow(busy, 3));
}

static double generation(const struct figures *f, int cores,
                         double (*job_s)(const struct job *job, int cores))
{
    double s = f->serial_s;

    for (int i = 0; i < JOBS; i++)
        s += f->job[i].share * (f->job[i].items ? job_s(&f->job[i], cores) : 0);
    return s;
}

/* Returns how many rows have a formula that disagrees. */
static int print_table(const struct figures *f)
{
    static const int cores[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 5000, 10000 };
    double alone = generation(f, 1, simulate_job);
    int wrong = 0;

    printf("\n%s\n%6s %12s %12s %9s %11s\n", f->name, "cores", "simulated s", "predicted s",
           "speed-up", "efficiency");
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        double s = generation(f, cores[i], simulate_job);
        double p = generation(f, cores[i], predict_job);

        printf("%6d %12.4f %12.4f %9.1f %10.0f%%\n", cores[i], s, p, alone / s,
               100 * alone / s / cores[i]);
        wrong += !(fabs(p - s) <= TOLERANCE * s);
    }
    return wrong;
}

int main(void)
{
    static const struct figures runs[] = {
        { "configs/champion.ini",
          0.030,
          { { "games", 1, 2600, 69, 508391, 23, 0.23e-3, false },
            { "mistakes", 1, 4700, 50, 531785, 16, 0.27e-3, false },
            { "panel", 0.5, 520, 20, 384781, 1, 0.28e-3, false },
            { "solving", 0.1, 4500, 0, 16, 16, 1.63e-3, true } } },
        { "configs/cluster/large.ini",
          0.110,
          { { "games", 1, 260000, 269, 1075233, 23, 1.74e-3, false },
            { "mistakes", 1, 93750, 250, 1025385, 16, 1.5e-3, false },
            { "panel", 0.5, 5200, 20, 485401, 1, 2.2e-3, false },
            { "solving", 0.1, 18000, 0, 16, 16, 1.75e-3, true } } },
    };
    int wrong = 0;

    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        wrong += print_table(&runs[i]);
    if (wrong)
        printf("%d of them differ by more than %.0f%%\n", wrong, 100 * TOLERANCE);
    return wrong != 0;
}
