/*
 * engine - a player as front ends meet it.
 *
 * All that the protocol (uci.h) and the game in a terminal (terminal.h) need of a
 * player, and nothing that only c4evolve has: the same sources make `c4evolve
 * uci` and the players that are exported as C (see amalgam.h).
 */
#ifndef C4E_EXPORT_ENGINE_H
#define C4E_EXPORT_ENGINE_H

#include "search/search.h"
#include "search/worker.h"

/* Options of an engine besides those that all have, see uci.h. */
struct engine_options {
    void (*list)(void *context, FILE *out); /* as lines of the protocol */
    int (*set)(void *context, const char *name, const char *value, struct err *err);
    void *context;
};

struct engine {
    const char *name; /* as shown to people */
    void (*choose)(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice);
    const struct evaluator *ev;
    struct search_keys keys; /* its own rules and limits */
    bool own_depth;          /* the depth was asked for: no clock makes it look deeper */
    uint64_t seed;           /* of random choices */
    int32_t pawn;            /* units that count as 100 of the protocol's centipawns */
    struct worker worker;
    const struct engine_options *options; /* or NULL */
};

/* Its move under other limits than its own, which may be watched; the game is not over. The
 * same position and seed give the same random choices. */
void engine_choose(struct engine *engine, const struct position *pos,
                   const struct search_keys *keys, const struct search_watch *watch,
                   struct choice *choice);

#endif
