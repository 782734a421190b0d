/*
 * cluster - the processes of one run, and messages between them.
 *
 * mpirun or srun start the program many times. The process of rank 0 is the one
 * that the user talks to; the others serve it. A program that was started without
 * them is a cluster of one process, of rank 0, and does not initialise MPI. In a
 * program that was built without MPI, no_mpi.c takes the place of mpi.c.
 *
 * MPI belongs to the whole process, so there is one cluster. Only the main thread
 * may call these functions, except cluster_lost.
 */
#ifndef C4E_PARALLEL_CLUSTER_H
#define C4E_PARALLEL_CLUSTER_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/err.h"

/* The library that the program was built with, such as "Open MPI v4.1.4"; or "no MPI". */
const char *cluster_library(char *buf, size_t size);

/* Joins the other processes, if there are any. Fails when a launcher started several processes
 * that do not find each other; then only one of them has an error message. */
int cluster_begin(struct err *err);

int cluster_size(void);
int cluster_rank(void);

/* The number of threads for a process: its share of the processors of its machine. */
int cluster_threads(int rank);

enum cluster_tag {
    CLUSTER_JOB,     /* to all: a job begins */
    CLUSTER_CHUNK,   /* some of its items */
    CLUSTER_RESULT,  /* the slots of a chunk */
    CLUSTER_STOP,    /* begin no more items, and send what is done */
    CLUSTER_STOPPED, /* the answer, after the last result */
    CLUSTER_FINISH,  /* the job is over */
    CLUSTER_ALIVE,   /* the sender still works */
    CLUSTER_FAILED,  /* the sender cannot go on; the text says why */
    CLUSTER_QUIT,    /* the program is over */
    CLUSTER_BYE      /* the answer */
};

#define CLUSTER_ALL (-1)

struct message {
    int from;
    enum cluster_tag tag;
    unsigned char *data; /* owned, aligned for anything */
    size_t n;
};

/* Sends without waiting, and takes over the bytes. Messages between two processes arrive in
 * order. */
void cluster_send(int to, enum cluster_tag tag, struct bytes *bytes);

/* Takes the next message, if one has arrived. */
bool cluster_receive(struct message *message);
void message_release(struct message *message);

/* Notes that a process is lost. Only the first call counts. */
void cluster_lose(int rank, const char *why);

/* "rank 2 (process 71 on node4) has died", or NULL if none is lost. */
const char *cluster_lost(void);

/* Looks for processes of this machine that have ended, and notes them as lost. */
void cluster_check(void);

/* Messages and bytes sent and received so far, not counting CLUSTER_ALIVE. */
struct cluster_traffic {
    unsigned long sent, received;
    double bytes_sent, bytes_received;
};

struct cluster_traffic cluster_traffic(void);

/*
 * The end of the program. Rank 0 tells the others to quit and waits for their
 * answers; a process that does not answer is lost. If one is lost, `tell` is
 * called with the reason, and MPI ends all processes, this one too, with the
 * code.
 */
void cluster_end(int code, void (*tell)(const char *lost));

#endif
