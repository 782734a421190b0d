/*
 * How an evolution grows with the number of cores: a simulation of one generation, message by
 * message, with the rule that cuts the chunks of the program itself; and beside it the formula
 * of src/ARCHITECTURE.md, which has to agree.
 *
 *     simulate [SERIAL_S GAME_S [MESSAGE_S ITEM_S]]
 *
 * The figures are those of configs/champion.ini; sizes are counted, times were measured (see
 * src/ARCHITECTURE.md for the commands). Fails when the two differ by more than a tenth.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/player.h"
#include "arena/schedule.h"
#include "parallel/pool_share.h"

#define NODE      32 /* cores, all of one process */
#define TOLERANCE 0.10

struct figures {
    double serial_s;  /* what only rank 0 does, per generation */
    double game_s;    /* one game on one core */
    double message_s; /* rank 0's work on a message, either way */
    double item_s;    /* and on each item in it */
    double byte_s;    /* the time that a byte takes through its link: 10 gigabits a second */
    double wait_s;    /* until a message is noticed */
    double ready_s;   /* to make one player ready to play */
    size_t games, players;
};

static double job_bytes(const struct figures *f)
{
    return (double)f->players * (sizeof(struct search_keys) + 16 + GENE_ADDED * sizeof(double));
}

static double chunk_bytes(size_t each)
{
    return (double)(each + sizeof(uint32_t) + 1);
}

/* What may happen next. */
struct event {
    double at;
    int rank; /* whose results arrive; 0: a thread of rank 0 is free */
    size_t items;
};

struct simulation {
    const struct figures *f;
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

/* Games take from half of the mean to half as much again. */
static double game_time(struct simulation *s)
{
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return s->f->game_s * (0.5 + (double)(s->random >> 11) / 9007199254740992.0);
}

static int cores_of(const struct simulation *s, int rank)
{
    int rest = s->cores - rank * NODE;

    return rest < NODE ? rest : NODE;
}

/* A process works on a chunk from that time on; returns when the last game of it ends. */
static double work(struct simulation *s, int rank, double from, size_t items)
{
    double *core = s->free_at + rank * NODE, end = from;

    for (size_t k = 0; k < items; k++) {
        int first = 0;

        for (int i = 1; i < cores_of(s, rank); i++)
            if (core[i] < core[first])
                first = i;
        core[first] = (core[first] > from ? core[first] : from) + game_time(s);
        end = core[first] > end ? core[first] : end;
    }
    return end;
}

/* Rank 0 cuts a chunk, if anything is left, and sends it. */
static void send_chunk(struct simulation *s, int rank, double ready)
{
    const struct figures *f = s->f;
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
    s->talker +=
        f->message_s + (double)n * (f->item_s + chunk_bytes(sizeof(struct game)) * f->byte_s);
    arrives = s->talker + f->wait_s;
    end = work(s, rank, arrives > ready ? arrives : ready, n);
    push(s, (struct event){ end + f->wait_s, rank, n });
}

static void begin(struct simulation *s)
{
    const struct figures *f = s->f;

    for (int i = 0; i < cores_of(s, 0); i++)
        push(s, (struct event){ 0, 0, 0 });
    for (int rank = 1; rank < s->ranks; rank++)
        s->talker += f->message_s + job_bytes(f) * f->byte_s;
    for (int ahead = 0; ahead < 2; ahead++)
        for (int rank = 1; rank < s->ranks; rank++)
            send_chunk(s, rank,
                       (f->message_s + job_bytes(f) * f->byte_s) * rank + f->wait_s +
                           (double)f->players * f->ready_s);
}

static void happen(struct simulation *s, const struct event *e)
{
    const struct figures *f = s->f;

    if (e->rank == 0) {
        s->done += e->items;
        if (s->left == 0)
            return;
        s->left--;
        push(s, (struct event){ e->at + game_time(s), 0, 1 });
        return;
    }
    if (s->talker < e->at)
        s->talker = e->at;
    s->talker +=
        f->message_s +
        (double)e->items * (f->item_s + chunk_bytes(sizeof(struct game_result)) * f->byte_s);
    s->done += e->items;
    s->filled[e->rank] += (double)e->items;
    send_chunk(s, e->rank, 0);
}

/* The seconds that a generation takes. */
static double simulate(const struct figures *f, int cores)
{
    struct simulation s = { .f = f, .cores = cores, .ranks = (cores + NODE - 1) / NODE };
    size_t ranks = (size_t)s.ranks;
    double end = 0;

    s.left = f->games;
    s.heap = calloc(f->games + NODE + 2 * ranks + 1, sizeof *s.heap);
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
    return s.done == f->games ? f->serial_s + end : NAN;
}

/*
 * The formula. Process r begins when its messages are there and its players are ready; what the
 * processes lose by that is shared by all. The end comes a chunk and two messages later than
 * even shares would. No more processes are worth it than have begun before the end. Nor can it
 * come before rank 0 has written to all of them and handled every item, on its way there and on
 * its way back.
 */
static double predict(const struct figures *f, int cores)
{
    int ranks = (cores + NODE - 1) / NODE;
    double work_s = (double)f->games * f->game_s, best = 0;
    double messages = f->message_s + job_bytes(f) * f->byte_s;
    double delay = f->wait_s + (double)f->players * f->ready_s;
    double writing = (ranks - 1) * (messages + 2 * f->message_s);
    double item =
        2 * f->item_s +
        (chunk_bytes(sizeof(struct game)) + chunk_bytes(sizeof(struct game_result))) * f->byte_s;
    double others = cores > NODE ? 1 - (double)NODE / cores : 0;
    double busy = writing + others * (double)f->games * item;
    double lost = 0;

    for (int r = 0; r < ranks; r++) {
        int used = (r + 1) * NODE < cores ? (r + 1) * NODE : cores;
        double start = r ? (ranks - 1) * messages + delay + r * f->message_s : 0, play;

        lost += start * (used - r * NODE);
        play = (work_s + lost) / used + (r ? 2 * f->wait_s + 0.001 : f->game_s);
        if (r == 0 || play < best)
            best = play;
    }
    return f->serial_s + (best > busy ? best : busy);
}

static int print_table(const struct figures *f)
{
    static const int cores[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 5000, 10000 };
    double alone = simulate(f, 1);
    int wrong = 0;

    printf("%6s %12s %12s %9s %11s\n", "cores", "simulated s", "predicted s", "speed-up",
           "efficiency");
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        double s = simulate(f, cores[i]), p = predict(f, cores[i]);

        printf("%6d %12.4f %12.4f %9.1f %10.0f%%\n", cores[i], s, p, alone / s,
               100 * alone / s / cores[i]);
        wrong += !(fabs(p - s) <= TOLERANCE * s);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    struct figures f = { .serial_s = 0.43,
                         .game_s = 0.000209,
                         .message_s = 5e-6,
                         .item_s = 0.2e-6,
                         .byte_s = 0.8e-9,
                         .wait_s = 0.5e-3,
                         .ready_s = 100e-6,
                         .games = 15648,
                         .players = 74 };
    double *const given[] = { &f.serial_s, &f.game_s, &f.message_s, &f.item_s };
    struct figures play_only;
    int wrong;

    for (int i = 1; i < argc && i <= 4; i++)
        *given[i - 1] = strtod(argv[i], NULL);
    printf("%.0f bytes for a job, %.0f there and %.0f back for a game\n", job_bytes(&f),
           chunk_bytes(sizeof(struct game)), chunk_bytes(sizeof(struct game_result)));
    wrong = print_table(&f);
    play_only = f;
    play_only.serial_s = 0;
    play_only.games = 64 * f.games;
    printf("\nIf rank 0 did nothing by itself, and there were 64 times as many games:\n");
    wrong += print_table(&play_only);
    if (wrong)
        printf("%d of them differ by more than %.0f%%\n", wrong, 100 * TOLERANCE);
    return wrong != 0;
}
