/*
 * uci_engine - a program that speaks UCI: started, asked for moves, ended.
 *
 * Lines that are not understood are ignored, as the protocol demands. One thread at a time may use
 * an engine.
 */
#ifndef C4E_ENGINES_UCI_ENGINE_H
#define C4E_ENGINES_UCI_ENGINE_H

#include <stdatomic.h>

#include "base/process.h"
#include "engines/uci_spec.h"
#include "search/search.h"

/* A program that is running, or may be started again. After an error it has been ended. */
struct uci_engine {
    const struct uci_spec *spec;
    struct process process;  /* with pid 0 when it does not run */
    bool moved;              /* it has made a move, in this position: */
    struct position last;    /* after its move */
    const atomic_bool *stop; /* or NULL; once set, nobody waits for it any longer */
};

/* Starts the program, sets its options, has it choose Connect Four and waits until it is ready. A
 * process that was started before must have ended. */
int uci_engine_start(struct uci_engine *engine, const struct uci_spec *spec, struct err *err);

/* Asks it to quit, and makes sure that it does. Accepts a zeroed struct. */
void uci_engine_stop(struct uci_engine *engine);

/* Its move at the limits of the keys, with the last depth, nodes and value that it reported. A
 * position that does not follow from its last move begins a new game. */
int uci_engine_move(struct uci_engine *engine, const struct search_keys *keys,
                    const struct position *pos, struct choice *choice, struct err *err);

/* Starts the engine once, checks that it can play, and calls `found` with each line about an
 * option. */
typedef void uci_option_found(void *context, const char *line);
int uci_engine_options(const struct uci_spec *spec, uci_option_found *found, void *context,
                       struct err *err);

#endif
