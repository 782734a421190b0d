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
    const char *forfeit; /* why the side to move lost without a move; or NULL */
};

/* A game that was not played is left out. One that was forfeited has the tag Termination, and the
 * reason as a comment. */
void pgn_write(FILE *out, const struct pgn_game *game);

/* Games from a file that pgn_write made, or any that has the tags Result and
 * Columns; Opening says how many plies were given. Games that broke off
 * (Termination "rules infraction") tell nothing about positions: they count as unplayed. */
struct pgn_list {
    struct game_result *result;
    unsigned char *opening_plies; /* of each game */
    size_t n;
};

int pgn_read(struct pgn_list *list, const char *path, struct err *err);
void pgn_list_release(struct pgn_list *list);

#endif
