/*
 * pgn - games in Portable Game Notation.
 *
 * A move is the cell that it fills, a1 to g6. The opening is part of the move
 * text and also has a tag of its own.
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

/* Games that were not played are left out. A forfeited game has the tag Termination, and the reason
 * as a comment. */
void pgn_write(FILE *out, const struct pgn_game *game);

#define PGN_VALUE_SIZE 64 /* longer values of tags are cut */

/* Games from a file in PGN. Moves are in the tag Columns, or else in the text as d1, P@d1 or d, from
 * the tag FEN on if there is one; the tag Opening of pgn_write, or FEN, gives the plies that were
 * not chosen by the players. Forfeited games (Termination "rules
 * infraction") say nothing about positions and count as unplayed. */
struct pgn_names {
    char first[PGN_VALUE_SIZE], second[PGN_VALUE_SIZE]; /* of the tags White and Black, or "" */
};

struct pgn_list {
    struct game_result *result;
    struct pgn_names *names;
    unsigned char *opening_plies; /* of each game */
    size_t n;
};

int pgn_read(struct pgn_list *list, const char *path, struct err *err);
void pgn_list_release(struct pgn_list *list);

#endif
