#include "store/pack.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

void pack_doubles(unsigned char *to, const double *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;

        memcpy(&bits, &from[i], sizeof bits);
        for (int k = 0; k < PACKED_DOUBLE; k++)
            *to++ = (unsigned char)(bits >> 8 * k);
    }
}

void unpack_doubles(double *to, const unsigned char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;

        for (int k = 0; k < PACKED_DOUBLE; k++)
            bits |= (uint64_t)*from++ << 8 * k;
        memcpy(&to[i], &bits, sizeof bits);
    }
}

static size_t moves_size(int moves)
{
    return (size_t)(PACKED_MOVE_BITS * moves + 7) / 8;
}

static size_t pack_game(unsigned char *to, const struct game_result *game)
{
    size_t size = moves_size(game->moves.n);

    assert(game->moves.n <= CELLS);
    assert(game->outcome >= GAME_UNPLAYED && game->outcome <= GAME_WON);
    *to++ = (unsigned char)(game->moves.n | (game->outcome - GAME_UNPLAYED) << 6);
    memset(to, 0, size);
    for (int i = 0; i < game->moves.n; i++) {
        unsigned column = game->moves.column[i], at = PACKED_MOVE_BITS * (unsigned)i;

        assert(column < COLUMNS);
        column <<= at % 8;
        to[at / 8] = (unsigned char)(to[at / 8] | column);
        if (column > 0xff)
            to[at / 8 + 1] = (unsigned char)(column >> 8);
    }
    return 1 + size;
}

size_t pack_games(unsigned char *to, const struct game_result *from, size_t n)
{
    size_t used = 0;

    for (size_t i = 0; i < n; i++)
        used += pack_game(to + used, &from[i]);
    return used;
}

/* Returns the bytes used, or 0 if these are not a game. */
static size_t unpack_game(struct game_result *to, const unsigned char *from, size_t size)
{
    *to = (struct game_result){ .outcome = (signed char)((from[0] >> 6) + GAME_UNPLAYED),
                                .moves.n = from[0] & 0x3f };
    if (to->moves.n > CELLS || size < 1 + moves_size(to->moves.n))
        return 0;
    from++;
    for (int i = 0; i < to->moves.n; i++) {
        unsigned at = PACKED_MOVE_BITS * (unsigned)i, column = from[at / 8];

        if (at % 8 + PACKED_MOVE_BITS > 8)
            column |= (unsigned)from[at / 8 + 1] << 8;
        column = column >> at % 8 & ((1u << PACKED_MOVE_BITS) - 1);
        if (column >= COLUMNS)
            return 0;
        to->moves.column[i] = (unsigned char)column;
    }
    return 1 + moves_size(to->moves.n);
}

int unpack_games(struct game_result *to, size_t n, const unsigned char *from, size_t size)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        size_t used = at < size ? unpack_game(&to[i], from + at, size - at) : 0;

        if (used == 0)
            return -1;
        at += used;
    }
    return at == size ? 0 : -1;
}
