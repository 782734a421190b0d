/*
 * engine - a player as front ends use it.
 *
 * It has what the protocol (uci.h) and the command line of an exported player
 * (standalone.h) need, and nothing that only c4evolve has: the same sources make
 * `c4evolve uci` and the players that are exported as C (see amalgam.h).
 */
#ifndef C4E_EXPORT_ENGINE_H
#define C4E_EXPORT_ENGINE_H

#include "search/search.h"
#include "search/worker.h"

/* Options of an engine besides those that all engines have, see uci.c. */
struct engine_options {
    void (*list)(void *context, FILE *out); /* as lines of the protocol */
    int (*set)(void *context, const char *name, const char *value, struct err *err);
    void *context;
};

struct engine {
    const char *name; /* as shown to people */
    const struct search *search;
    const struct evaluator *ev;
    struct search_keys keys; /* its own rules and limits */
    bool own_depth;          /* the depth was given: no clock makes it search deeper */
    bool own_nodes;          /* the nodes were given: no clock makes it search more */
    uint64_t seed;           /* of random choices */
    int32_t pawn;            /* units that count as 100 of the protocol's centipawns */
    struct worker worker;
    const struct engine_options *options; /* or NULL */
};

/* Its move in a position that is not over, at these limits instead of its own. The search may be
 * watched. The same position and seed give the same random choices. */
static inline void engine_choose(struct engine *engine, const struct position *pos,
                                 const struct search_keys *keys, const struct search_watch *watch,
                                 struct choice *choice)
{
    struct search_input in = { .keys = keys, .ev = engine->ev, .pos = pos, .watch = watch };
    struct rng rng;

    rng_open(&rng, (struct stream){ .seed = engine->seed,
                                    .purpose = STREAM_MOVE,
                                    .index = (uint64_t)pos->plies });
    *choice = (struct choice){ 0 };
    engine->search->choose(&in, &engine->worker, &rng, choice);
}

#endif
