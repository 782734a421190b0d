/*
 * uci - the protocol that chess front ends and match runners speak, for a game
 * that they know as the variant "cfour" or "connect4" (see game/fen.h).
 *
 * The search runs in a thread of its own, so that `stop` and `isready` are
 * answered at once. Input that is not understood is answered with `info string` and
 * changes nothing.
 *
 * `go` without limits plays at the player's own limits; limits in `go` replace them.
 * Under a clock the player searches as deep as the time allows, but no deeper than a
 * depth that it was given.
 */
#ifndef C4E_EXPORT_UCI_H
#define C4E_EXPORT_UCI_H

#include <stdio.h>

#include "export/engine.h"

/*
 * Talks until `quit` or the end of the input. Returns 0; or -1 if a search that
 * cannot be stopped still uses the engine: then the process has to end at once.
 * All output has been written.
 */
int uci_talk(struct engine *engine, FILE *in, FILE *out);

/* What separates words. */
#define UCI_BLANKS " \t\r\n\v\f"

/* Writes one line of output, which reaches the front end at once. For uci*.c. */
__attribute__((format(printf, 2, 3))) void uci_say(FILE *out, const char *fmt, ...);

#endif
