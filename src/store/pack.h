/*
 * pack - doubles and games as bytes that are the same on every machine.
 *
 * A double is its IEEE bits, lowest byte first. A game is one byte, moves + 64 x
 * (outcome + 2), and then the columns from 0 on, three bits each, from the low
 * end of each byte up. On the usual board that is 17 bytes at most, and 12 to 14
 * for most games. A board of more than eight columns takes four bits a move.
 */
#ifndef C4E_STORE_PACK_H
#define C4E_STORE_PACK_H

#include <stddef.h>

#include "arena/schedule.h"

#define PACKED_DOUBLE    8
#define PACKED_MOVE_BITS (COLUMNS > 8 ? 4 : 3)
#define PACKED_GAME_MAX  (1 + (PACKED_MOVE_BITS * CELLS + 7) / 8)

_Static_assert(CELLS < 64, "the number of moves takes six bits");

void pack_doubles(unsigned char *to, const double *from, size_t n);
void unpack_doubles(double *to, const unsigned char *from, size_t n);

/* Takes at most PACKED_GAME_MAX bytes per game. Returns the bytes used. */
size_t pack_games(unsigned char *to, const struct game_result *from, size_t n);

/* Returns 0, or -1 if these bytes are not exactly n games. */
int unpack_games(struct game_result *to, size_t n, const unsigned char *from, size_t size);

#endif
