/*
 * uci_search - the search that a `go` starts, in a thread of its own. Private to uci.c.
 */
#ifndef C4E_EXPORT_UCI_SEARCH_H
#define C4E_EXPORT_UCI_SEARCH_H

#include <pthread.h>

#include "export/engine.h"

#define UCI_OVERHEAD_MS 20

/* The limits in a `go`; negative if not given. */
struct uci_limits {
    double depth, nodes;
    double move_ms;
    double left_ms[2], gain_ms[2]; /* clocks, by side; gain_ms is 0 if not given */
    double moves_to_go;
    bool infinite;
};

struct uci_search {
    struct engine *engine;
    FILE *out;
    int overhead_ms; /* time per move that is lost on the way, and not available for thinking */
    pthread_t thread;
    bool thinking;      /* there is a thread to be joined */
    atomic_bool enough; /* ends the search */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of these two has changed, which the lock guards: */
    bool stop;              /* the answer is wanted now */
    bool done;              /* the thread has answered */
    struct position root;
    struct uci_limits limits;
    struct search_keys keys;
    double began_s, budget_s; /* budget 0: none */
    bool told;                /* at least one step was reported */
};

void uci_search_init(struct uci_search *s, struct engine *engine, FILE *out);

/* No thread may be thinking. */
void uci_search_release(struct uci_search *s);

/* Starts to think about a position, and will answer with bestmove. `limits` is the text after
 * `go`, which is cut up; words that it does not understand are reported and skipped. */
void uci_search_begin(struct uci_search *s, const struct position *pos, char *limits);

/* Asks for the answer at once, if one is pending. */
void uci_search_stop(struct uci_search *s);

/* Waits for the answer; an infinite search is stopped first. */
void uci_search_finish(struct uci_search *s);

/* Stops the search and waits for the answer. Returns -1 if the search cannot be stopped: then
 * its thread still uses the engine. */
int uci_search_leave(struct uci_search *s);

#endif
