/* The cluster of a program that was built without MPI. */
#include "parallel/cluster.h"

#include <stdio.h>

#include <omp.h>

#include "parallel/launch.h"

const char *cluster_library(char *buf, size_t size)
{
    snprintf(buf, size, "no MPI");
    return buf;
}

int cluster_begin(struct err *err)
{
    struct launch launch = launch_find();

    if (launch.size < 2)
        return 0;
    err_set(err, "started as one of %d processes, but this program was built without MPI",
            launch.size);
    if (launch.rank > 0)
        err_clear(err);
    return -1;
}

int cluster_size(void)
{
    return 1;
}

int cluster_rank(void)
{
    return 0;
}

int cluster_threads(int rank)
{
    (void)rank;
    return omp_get_num_procs();
}

void cluster_send(int to, enum cluster_tag tag, struct bytes *bytes)
{
    (void)to;
    (void)tag;
    bytes_release(bytes);
}

bool cluster_receive(struct message *message)
{
    *message = (struct message){ 0 };
    return false;
}

void message_release(struct message *message)
{
    *message = (struct message){ 0 };
}

void cluster_lose(int rank, const char *why)
{
    (void)rank;
    (void)why;
}

const char *cluster_lost(void)
{
    return NULL;
}

void cluster_check(void)
{
}

struct cluster_traffic cluster_traffic(void)
{
    return (struct cluster_traffic){ 0 };
}

void cluster_end(int code, void (*tell)(const char *lost))
{
    (void)code;
    (void)tell;
}
