#include "search/worker.h"

#include "rules/proof.h"

/* 2^20 entries of 16 bytes, enough for depth 14. */
#define HASH_BITS 20

int worker_init(struct worker *worker, struct err *err)
{
    *worker = (struct worker){ 0 };
    if (hash_init(&worker->hash, HASH_BITS, err) == 0 &&
        mcts_init(&worker->mcts, MCTS_NODES, err) == 0 &&
        solver_init(&worker->solver, SOLVER_MEGABYTES, err) == 0 &&
        (worker->prover = prover_create(err)) != NULL)
        return 0;
    worker_release(worker);
    return -1;
}

void worker_release(struct worker *worker)
{
    while (worker->guests) {
        struct guest *guest = worker->guests;

        worker->guests = guest->next;
        guest->release(guest);
    }
    hash_release(&worker->hash);
    mcts_release(&worker->mcts);
    solver_release(&worker->solver);
    prover_destroy(worker->prover);
    worker->prover = NULL;
}

static int init(void *worker, struct err *err)
{
    return worker_init(worker, err);
}

static void release(void *worker)
{
    worker_release(worker);
}

static void set_stop(void *worker, const atomic_bool *stop)
{
    worker_set_stop(worker, stop);
}

void worker_set_stop(struct worker *worker, const atomic_bool *stop)
{
    worker->stop = stop;
    worker->solver.stop = stop;
}

const struct pool_memory worker_memory = {
    .size = sizeof(struct worker), .init = init, .release = release, .set_stop = set_stop
};
