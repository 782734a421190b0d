/*
 * uci_state - a conversation that is going on. Private to the files uci*.c.
 */
#ifndef C4E_EXPORT_UCI_STATE_H
#define C4E_EXPORT_UCI_STATE_H

#include <pthread.h>

#include "export/engine.h"

#define UCI_OVERHEAD_MS 20

/* What a `go` asks for; negative where it says nothing. */
struct uci_limits {
    double depth, nodes;
    double move_ms;
    double left_ms[2], gain_ms[2]; /* clocks, by side */
    double moves_to_go;
    bool infinite;
};

struct uci {
    struct engine *engine;
    FILE *out;
    int overhead_ms; /* of a move: time that passes and is not ours to think in */
    struct position pos;

    /* The thinking thread. */
    pthread_t thread;
    bool thinking;      /* there is a thread to be joined */
    atomic_bool enough; /* ends the search */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of these, which the lock guards: */
    bool stop;              /* the answer is asked for */
    bool done;              /* the thread will do no more */
    struct position root;
    struct uci_limits limits;
    struct search_keys keys;
    double began_s, budget_s; /* budget 0: none */
    bool told;                /* of at least one step */
};

/* Reads what follows `go`. What it does not understand it says and skips. */
struct uci_limits uci_read_limits(struct uci *uci, char *text);

/* Turns limits into keys, and a clock into a budget. */
void uci_apply_limits(struct uci *uci);

/* Starts to think about uci->pos, and will answer with bestmove. */
void uci_begin(struct uci *uci, struct uci_limits limits);

/* Asks for the answer, if there is one to come. */
void uci_stop(struct uci *uci);

/* The same, and waits for it. */
void uci_end(struct uci *uci);

/* The same, but does not wait for a search that cannot be stopped: returns -1 then. */
int uci_leave(struct uci *uci);

void uci_list_options(struct uci *uci);
int uci_set_option(struct uci *uci, const char *name, const char *value, struct err *err);

/* One line of output, which reaches the front end at once. */
__attribute__((format(printf, 2, 3))) void uci_say(struct uci *uci, const char *fmt, ...);

#endif
