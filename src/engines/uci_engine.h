/*
 * uci_engine - a program that speaks the protocol UCI, as the one who asks it.
 *
 * Whatever goes wrong is an error with a reason: a program that is missing, ends, hangs or says
 * something else than it should. After an error the engine has been ended; it may be started
 * again. Lines that are not understood are passed over, as the protocol demands.
 */
#ifndef C4E_ENGINES_UCI_ENGINE_H
#define C4E_ENGINES_UCI_ENGINE_H

#include <stdatomic.h>

#include "engines/uci_spec.h"
#include "base/process.h"
#include "search/search.h"

struct uci_engine {
    const struct uci_spec *spec;
    struct process process;  /* with pid 0 when it does not run */
    bool moved;              /* it has made a move, in this position: */
    struct position last;    /* after its move */
    const atomic_bool *stop; /* or NULL; once set, nobody waits for it any longer */
};

/* Starts the program, sets its options, has it choose Connect Four and waits until it is ready.
 * Any process of before must have ended. */
int uci_engine_start(struct uci_engine *engine, const struct uci_spec *spec, struct err *err);

/* Asks it to quit, and makes sure that it does. Accepts a zeroed struct. */
void uci_engine_stop(struct uci_engine *engine);

/* Its move under the limits of the keys, with depth, nodes and value as it last told them. A position
 * that does not follow from its last move begins a new game. */
int uci_engine_move(struct uci_engine *engine, const struct search_keys *keys,
                    const struct position *pos, struct choice *choice, struct err *err);

#endif
