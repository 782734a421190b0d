/*
 * portable - whole numbers in files that any machine can read: lowest byte first.
 */
#ifndef C4E_BASE_PORTABLE_H
#define C4E_BASE_PORTABLE_H

#include <stdint.h>

/* Writes the lowest bytes of a number. Returns where the next one goes. */
static inline unsigned char *portable_put(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (unsigned char)(number >> (8 * i));
    return to;
}

static inline uint64_t portable_get(const unsigned char *from, int bytes)
{
    uint64_t number = 0;

    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)from[i] << (8 * i);
    return number;
}

#endif
