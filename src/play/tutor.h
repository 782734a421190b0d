/*
 * tutor - tells a person what perfect play thinks: the reason for a hint, a warning
 * before a mistake, and what happened in a game.
 *
 * It solves positions, which takes up to a second or so; call it where a player thinks.
 */
#ifndef C4E_PLAY_TUTOR_H
#define C4E_PLAY_TUTOR_H

#include <stddef.h>

#include "game/notation.h"
#include "search/book.h"
#include "search/worker.h"

#define TUTOR_TEXT 4096

struct tutor {
    struct book book; /* the one that comes with the program; read when first needed */
    bool ready;
};

void tutor_release(struct tutor *tutor);

/* A column to play, and why: "The move stops O's four on c3 and is the only move that wins." `column` is
 * what an adviser would play; it is taken unless it is a mistake. The discs are how the sides are
 * written. Returns the column, or -1, without a reason, if the worker was told to stop. */
int tutor_advise(struct tutor *tutor, const struct position *pos, int column,
                 const char *const disc[2], struct worker *worker, char text[TUTOR_TEXT]);

/* Whether a move gives something away, and what: "3 gives away the win: O makes four on c4." */
bool tutor_warns(struct tutor *tutor, const struct position *pos, int column,
                 const char *const disc[2], struct worker *worker, char text[TUTOR_TEXT]);

/* What happened in a game whose first `start` moves nobody chose: a line for each mistake, and a
 * summary. */
void tutor_analyse(struct tutor *tutor, const struct moves *moves, int start,
                   const char *const disc[2], struct worker *worker, char text[TUTOR_TEXT]);

#endif
