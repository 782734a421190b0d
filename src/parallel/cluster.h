/*
 * cluster - the processes of one run, and messages between them.
 *
 * mpirun or srun start the program many times. The process of rank 0 is the one
 * that people talk to; the others serve it. Started by itself, a program is a
 * cluster of one, whose rank is 0, and MPI is not even initialised; so it is in
 * a program that was built without MPI (alone.c takes the place of mpi.c).
 *
 * MPI belongs to the whole process, and so does this: there is one cluster.
 * Only the main thread may call these functions, but for cluster_lost.
 */
#ifndef C4E_PARALLEL_CLUSTER_H
#define C4E_PARALLEL_CLUSTER_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/err.h"

/* The library that the program was built with, as "Open MPI 4.1.4"; or "no MPI". */
const char *cluster_library(char *buf, size_t size);

/* Joins the others if there are any. Fails when a launcher started several processes that do
 * not find each other; then only one of them has a message, the others have none. */
int cluster_begin(struct err *err);

int cluster_size(void);
int cluster_rank(void);

/* Processors for each process of a machine that they share, as many as it may use itself. */
int cluster_threads(int rank);

enum cluster_tag {
    CLUSTER_JOB,    /* to all: what is to be done */
    CLUSTER_CHUNK,  /* some items of it */
    CLUSTER_RESULT, /* what became of them */
    CLUSTER_STOP,   /* leave out what is not begun, send what there is */
    CLUSTER_STOPPED,
    CLUSTER_FINISH, /* the job is over */
    CLUSTER_ALIVE,  /* says nothing but that the sender is there */
    CLUSTER_FAILED, /* the sender cannot go on; the text is why */
    CLUSTER_QUIT,   /* the program is over */
    CLUSTER_BYE
};

#define CLUSTER_ALL (-1)

struct message {
    int from;
    enum cluster_tag tag;
    unsigned char *data; /* owned, aligned for anything */
    size_t n;
};

/* Sends without waiting, and takes over the bytes. Messages from one to another arrive in order. */
void cluster_send(int to, enum cluster_tag tag, struct bytes *bytes);

/* The next message if one is there. */
bool cluster_receive(struct message *message);
void message_release(struct message *message);

/* Notes that a process is lost: the first one stays in memory. */
void cluster_lose(int rank, const char *why);

/* "rank 2 (process 71 on node4) has died", or NULL as long as all is well. */
const char *cluster_lost(void);

/* Notes processes of this machine that are no longer there. */
void cluster_check(void);

/* Messages and bytes that were sent and received until now, but for those of CLUSTER_ALIVE. */
struct cluster_traffic {
    unsigned long sent, received;
    double bytes_sent, bytes_received;
};

struct cluster_traffic cluster_traffic(void);

/*
 * The end of the program. Rank 0 sends the others home and waits until they
 * answer; one that does not is lost. When one is lost it is told, and MPI ends
 * all processes, this one too, with the code.
 */
void cluster_end(int code, void (*tell)(const char *lost));

#endif
