/*
 * pgn - games as Portable Game Notation, one after the other.
 *
 * A move is the cell that it fills, a1 to g6. The opening is part of the move
 * text and named in a tag of its own.
 */
#ifndef C4E_ARENA_PGN_H
#define C4E_ARENA_PGN_H

#include <stdio.h>

#include "arena/opening.h"
#include "arena/schedule.h"

struct pgn_game {
    const char *event;
    const char *first, *second; /* names of the players */
    size_t round;
    const struct moves *opening;
    const struct game_result *result;
};

/* A game that was not played is left out. */
void pgn_write(FILE *out, const struct pgn_game *game);

#endif
