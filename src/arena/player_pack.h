/*
 * player_pack - players on their way to another process.
 *
 * They take all with them that they play with: keys, genes and book. Names stay
 * at home.
 */
#ifndef C4E_ARENA_PLAYER_PACK_H
#define C4E_ARENA_PLAYER_PACK_H

#include "arena/player.h"
#include "base/bytes.h"

/* Can another process play in its place? */
bool player_travels(const struct player *player);

/* Those that do not travel leave a gap in the list. */
void players_pack(const struct player *player, size_t n, struct bytes *out);

struct travellers {
    struct player *player;
    size_t n;
};

int players_unpack(struct travellers *set, struct bytes_reader *in, struct err *err);
void travellers_release(struct travellers *set);

#endif
