/* The cluster of a program that was built with MPI. */
#define _GNU_SOURCE /* for sched_getaffinity */

#include "parallel/cluster.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>
#include <omp.h>

#include "base/clock.h"
#include "parallel/launch.h"

/* How long the others may take to answer CLUSTER_QUIT. After a failure one of them may have died,
 * and then mpirun gives this process a second between SIGTERM and SIGKILL. */
#define ANSWER_S         60
#define FAILURE_ANSWER_S 0.8

/* From this size on a message to all goes from process to process down a tree, so that rank 0 does not
 * send it to each of them: an announcement is sent to all, in order with other messages, and then all
 * take part in a broadcast. The tag of an announcement is CLUSTER_BULK. */
#define BULK_BYTES   8192
#define CLUSTER_BULK (CLUSTER_BYE + 1)
#define CHECK_S      0.25 /* between two checks that all processes are still there */

struct announcement {
    size_t n;
    enum cluster_tag tag;
};

struct process {
    int id;
    int threads;
    bool visible; /* on the same machine, so that this process can check whether it lives */
    bool gone;    /* has answered CLUSTER_QUIT */
    char host[64];
};

/* A message that is being sent to one process or to many. */
struct sending {
    struct sending *next;
    unsigned char *data;
    int arrived; /* at least this number of requests is done */
    int n;
    MPI_Request request[];
};

/* MPI belongs to the whole process, so this is one of the few variables that change. */
static struct {
    int rank, size; /* size 0: MPI is not used */
    struct process *process;
    struct sending *sendings;
    struct cluster_traffic traffic;
    char lost[256];
} world;

const char *cluster_library(char *buf, size_t size)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    char *tab;
    int n;

    /* "Open MPI v4.1.4, package: ..." or "MPICH Version:<tab>4.0.2<newline>..." */
    MPI_Get_library_version(text, &n);
    text[strcspn(text, ",\n")] = '\0';
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    snprintf(buf, size, "%s", text);
    return buf;
}

int cluster_size(void)
{
    return world.size ? world.size : 1;
}

int cluster_rank(void)
{
    return world.rank;
}

int cluster_threads(int rank)
{
    return world.size ? world.process[rank].threads : omp_get_num_procs();
}

/* An equal share of the processors that the processes of this machine may use, but no more than
 * this one may use itself. Launchers may or may not bind processes to processors. */
static int fair_threads(void)
{
    int own = omp_get_num_procs(), together = 0, processes, share;
    cpu_set_t mine, all;
    MPI_Comm node;

    CPU_ZERO(&mine);
    if (sched_getaffinity(0, sizeof mine, &mine))
        CPU_ZERO(&mine);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world.rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &processes);
    MPI_Allreduce(&mine, &all, (int)sizeof mine, MPI_BYTE, MPI_BOR, node);
    MPI_Comm_free(&node);
    together = CPU_COUNT(&all);
    share = together > processes ? together / processes : 1;
    return share < own ? share : own;
}

static int list_processes(struct err *err)
{
    struct process self = { .id = (int)getpid(), .threads = fair_threads() };

    gethostname(self.host, sizeof self.host - 1);
    world.process = calloc((size_t)world.size, sizeof *world.process);
    if (!world.process)
        return err_shortage(err, "out of memory: %d processes", world.size);
    MPI_Allgather(&self, (int)sizeof self, MPI_BYTE, world.process, (int)sizeof self, MPI_BYTE,
                  MPI_COMM_WORLD);
    for (int i = 0; i < world.size; i++)
        world.process[i].visible =
            strcmp(world.process[i].host, self.host) == 0 && kill(world.process[i].id, 0) == 0;
    return 0;
}

int cluster_begin(struct err *err)
{
    struct launch launch = launch_find();
    char library[128];
    int provided;

    if (!launch.found)
        return 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    setenv(LAUNCH_SWITCH, "0", 1); /* engines that we start are not part of it */
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world.size);
    if (world.size > 1 || launch.size == 1)
        return list_processes(err);
    err_set(err,
            "started as one of %d processes, but %s finds only this one\n"
            "use the mpirun of that library, or srun --mpi=pmix or --mpi=pmi2",
            launch.size, cluster_library(library, sizeof library));
    if (launch.rank > 0)
        err_clear(err);
    world.size = 0;
    MPI_Finalize();
    return -1;
}

static bool has_arrived(struct sending *sending)
{
    int there = 1;

    while (sending->arrived < sending->n) {
        MPI_Test(&sending->request[sending->arrived], &there, MPI_STATUS_IGNORE);
        if (!there)
            return false;
        sending->arrived++;
    }
    return true;
}

/* Frees messages that have arrived. */
static void clear_sendings(void)
{
    for (struct sending **p = &world.sendings; *p;) {
        struct sending *sending = *p;

        if (!has_arrived(sending)) {
            p = &sending->next;
            continue;
        }
        *p = sending->next;
        free(sending->data);
        free(sending);
    }
}

static void count_sent(enum cluster_tag tag, size_t n)
{
    if (tag == CLUSTER_ALIVE)
        return;
    world.traffic.sent++;
    world.traffic.bytes_sent += (double)n;
}

/* Keeps what is being sent until it has arrived, and takes over its bytes. */
static void keep_sending(struct sending *sending, struct bytes *bytes)
{
    sending->next = world.sendings;
    sending->data = bytes->data;
    world.sendings = sending;
    *bytes = (struct bytes){ 0 };
    clear_sendings();
}

static void send_each(struct sending *sending, int to, int tag, struct bytes *bytes)
{
    int first = to == CLUSTER_ALL ? 0 : to, end = to == CLUSTER_ALL ? world.size : to + 1;

    for (int rank = first; rank < end; rank++) {
        if (rank == world.rank)
            continue;
        if (MPI_Isend(bytes->data, (int)bytes->n, MPI_BYTE, rank, tag, MPI_COMM_WORLD,
                      &sending->request[sending->n]))
            cluster_lose(rank, "cannot be reached");
        else
            sending->n++;
        count_sent((enum cluster_tag)tag, bytes->n);
    }
    keep_sending(sending, bytes);
}

static struct sending *sending_new(int requests)
{
    struct sending *sending = malloc(sizeof *sending + (size_t)requests * sizeof(MPI_Request));

    if (sending)
        *sending = (struct sending){ 0 };
    return sending;
}

static void send_bulk(struct sending *sending, enum cluster_tag tag, struct bytes *bytes)
{
    struct announcement what = { bytes->n, tag };
    struct sending *announcing = sending_new(world.size);
    struct bytes text = { 0 };

    bytes_put(&text, &what, sizeof what);
    if (!announcing || text.failed) {
        cluster_lose(world.rank, "is out of memory");
        free(announcing);
        free(sending);
        bytes_release(&text);
        bytes_release(bytes);
        return;
    }
    send_each(announcing, CLUSTER_ALL, CLUSTER_BULK, &text);
    if (MPI_Ibcast(bytes->data, (int)bytes->n, MPI_BYTE, world.rank, MPI_COMM_WORLD,
                   &sending->request[0]))
        cluster_lose(world.rank, "cannot reach the others");
    else
        sending->n = 1;
    world.traffic.bytes_sent += (double)bytes->n;
    keep_sending(sending, bytes);
}

void cluster_send(int to, enum cluster_tag tag, struct bytes *bytes)
{
    struct sending *sending = sending_new(to == CLUSTER_ALL ? world.size : 1);

    assert(bytes->n <= INT_MAX);
    if (!sending || bytes->failed) {
        cluster_lose(world.rank, "is out of memory");
        free(sending);
        bytes_release(bytes);
        return;
    }
    if (to == CLUSTER_ALL && world.size > 2 && bytes->n >= BULK_BYTES)
        send_bulk(sending, tag, bytes);
    else
        send_each(sending, to, (int)tag, bytes);
}

/* Waits for what was announced, which takes the place of the announcement. */
static bool receive_bulk(struct message *message)
{
    struct announcement what = *(const struct announcement *)(const void *)message->data;
    double checked_s = clock_s();
    MPI_Request request;
    int there = 0;

    free(message->data);
    message->tag = what.tag;
    message->n = what.n;
    message->data = malloc(what.n + 1);
    if (!message->data) {
        cluster_lose(world.rank, "is out of memory");
        return false;
    }
    if (MPI_Ibcast(message->data, (int)what.n, MPI_BYTE, message->from, MPI_COMM_WORLD, &request)) {
        cluster_lose(message->from, "cannot be reached");
        return false;
    }
    while (!MPI_Test(&request, &there, MPI_STATUS_IGNORE) && !there && !cluster_lost()) {
        if (clock_s() - checked_s > CHECK_S) {
            cluster_check();
            checked_s = clock_s();
        }
        clock_doze(0);
    }
    if (!there) /* the library may still write there: this process is about to end */
        message->data = NULL;
    return there;
}

bool cluster_receive(struct message *message)
{
    MPI_Status status;
    int there = 0, n;

    *message = (struct message){ 0 };
    clear_sendings();
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) || !there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &n);
    *message = (struct message){ .from = status.MPI_SOURCE,
                                 .tag = (enum cluster_tag)status.MPI_TAG,
                                 .data = malloc((size_t)n + 1),
                                 .n = (size_t)n };
    if (!message->data) {
        cluster_lose(world.rank, "is out of memory");
        return false;
    }
    if (MPI_Recv(message->data, n, MPI_BYTE, message->from, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE)) {
        cluster_lose(message->from, "cannot be reached");
        message_release(message);
        return false;
    }
    if (status.MPI_TAG == CLUSTER_BULK && !receive_bulk(message)) {
        message_release(message);
        return false;
    }
    message->data[message->n] = '\0';
    if (message->tag != CLUSTER_ALIVE) {
        world.traffic.received++;
        world.traffic.bytes_received += (double)message->n;
    }
    return true;
}

void message_release(struct message *message)
{
    free(message->data);
    *message = (struct message){ 0 };
}

void cluster_lose(int rank, const char *why)
{
    const struct process *process = &world.process[rank];

    if (!world.lost[0])
        snprintf(world.lost, sizeof world.lost, "rank %d (process %d on %s) %s", rank, process->id,
                 process->host, why);
}

const char *cluster_lost(void)
{
    return world.lost[0] ? world.lost : NULL;
}

void cluster_check(void)
{
    for (int rank = 0; rank < world.size; rank++)
        if (world.process[rank].visible && !world.process[rank].gone &&
            kill(world.process[rank].id, 0) && errno == ESRCH)
            cluster_lose(rank, "has died");
}

struct cluster_traffic cluster_traffic(void)
{
    return world.traffic;
}

static int find_silent(void)
{
    for (int rank = 1; rank < world.size; rank++)
        if (!world.process[rank].gone)
            return rank;
    return 0;
}

/* Tells the others that the program is over, and waits for their answers. */
static void tell_to_quit(double patience_s)
{
    double start = clock_s();
    int silent;

    cluster_send(CLUSTER_ALL, CLUSTER_QUIT, &(struct bytes){ 0 });
    while ((silent = find_silent()) && !world.lost[0]) {
        struct message message;

        if (cluster_receive(&message)) {
            if (message.tag == CLUSTER_BYE)
                world.process[message.from].gone = true;
            message_release(&message);
            continue;
        }
        cluster_check();
        if (clock_s() - start > patience_s)
            cluster_lose(silent, "does not answer");
        clock_doze(clock_s() - start);
    }
}

void cluster_end(int code, void (*tell)(const char *lost))
{
    if (world.size == 0)
        return;
    if (world.rank == 0 && world.size > 1 && !world.lost[0])
        tell_to_quit(code ? FAILURE_ANSWER_S : ANSWER_S);
    if (world.rank > 0)
        cluster_send(0, CLUSTER_BYE, &(struct bytes){ 0 });
    if (world.lost[0]) {
        if (tell)
            tell(world.lost);
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, code ? code : 1);
    }
    while (world.sendings)
        clear_sendings();
    free(world.process);
    world.process = NULL;
    world.size = 0;
    MPI_Finalize();
}
