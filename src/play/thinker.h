/*
 * thinker - a thread in which a player thinks, while the screen stays responsive.
 *
 * It answers one question at a time, and announces the answer on a file descriptor,
 * so that an event loop can wait for it and for keys at once.
 */
#ifndef C4E_PLAY_THINKER_H
#define C4E_PLAY_THINKER_H

#include "arena/player.h"
#include "game/notation.h"
#include "play/tutor.h"

enum task {
    TASK_MOVE,    /* the player's move */
    TASK_ADVICE,  /* the same as a hint, with the tutor's reason */
    TASK_WARNING, /* whether a column is a mistake */
    TASK_ANALYSIS /* of the game so far */
};

struct question {
    enum task task;
    const struct player *player; /* what it owns must not change until the answer is there;
                                  * NULL for the tutor */
    struct position pos;         /* not over */
    struct stream stream;
    bool with_pv; /* also find the moves that the player expects */

    /* For the tutor: */
    struct tutor *tutor;
    struct moves moves; /* the game */
    int start;          /* moves of it that nobody chose */
    int column;         /* to be checked */
    const char *disc[2];
};

struct thought {
    struct choice choice;
    struct moves pv;       /* empty unless it was asked for */
    const char *why;       /* the reason for NO_MOVE */
    bool mistake;          /* the column is one */
    int advised;           /* the tutor's column, or -1 */
    char text[TUTOR_TEXT]; /* of the tutor; or "" */
};

struct thinker;

/* Returns NULL on failure. */
struct thinker *thinker_create(struct err *err);

/* Returns false if it is still thinking. Then nothing was freed, and the thread uses the thinker
 * and what the player owns until the process ends. */
bool thinker_destroy(struct thinker *thinker);

/* Asks a question. It must not be thinking. */
int thinker_ask(struct thinker *thinker, const struct question *question, struct err *err);

/* The file descriptor, which is readable when the answer is there. */
int thinker_fd(const struct thinker *thinker);

/* Waits for the answer, which is valid until the next question. */
const struct thought *thinker_answer(struct thinker *thinker);

#endif
