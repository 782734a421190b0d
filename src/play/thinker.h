/*
 * thinker - a player that thinks in a thread of its own, while the screen stays
 * alive.
 *
 * One question at a time. The answer is announced on a file descriptor, so that
 * an event loop can wait for it and for keys at once.
 */
#ifndef C4E_PLAY_THINKER_H
#define C4E_PLAY_THINKER_H

#include "arena/player.h"
#include "game/notation.h"

struct question {
    const struct player *player; /* what it owns must stay as it is until the answer is there */
    struct position pos;         /* not over */
    struct stream stream;
    bool line; /* also the moves that are expected to follow */
};

struct thought {
    struct choice choice;
    struct moves line;
    const char *why; /* of a choice that is NO_MOVE */
};

struct thinker;

/* NULL with a message if it cannot be had. */
struct thinker *thinker_create(struct err *err);

/* False if it is still thinking: then nothing was freed, and the thread uses the thinker and
 * what the player owns until the process ends. */
bool thinker_destroy(struct thinker *thinker);

/* Must not be thinking. */
int thinker_ask(struct thinker *thinker, const struct question *question, struct err *err);

/* Readable when the answer is there. */
int thinker_fd(const struct thinker *thinker);

/* Waits for the answer, which is valid until the next question. */
const struct thought *thinker_answer(struct thinker *thinker);

#endif
