/*
 * stub_stream - base/stream.h in an exported player: the same random numbers,
 * without Random123 and GSL.
 *
 * Philox 4x32 with 10 rounds (Salmon and others, "Parallel random numbers: as easy
 * as 1, 2, 3", 2011).
 */
#ifndef C4E_EXPORT_STUB_STREAM_H
#define C4E_EXPORT_STUB_STREAM_H

#include <stdint.h>

enum stream_purpose { STREAM_MOVE = 3 };

struct stream {
    uint64_t seed;
    uint32_t generation;
    enum stream_purpose purpose;
    uint64_t index; /* below 2^56 */
};

struct rng {
    uint32_t counter[4];
    uint32_t key[2];
    uint32_t word[4];
    int left; /* words not yet handed out */
};

static inline void rng_open(struct rng *rng, struct stream name)
{
    *rng = (struct rng){
        .counter = { 0, (uint32_t)name.index,
                     (uint32_t)name.purpose << 24 | (uint32_t)(name.index >> 32), name.generation },
        .key = { (uint32_t)name.seed, (uint32_t)(name.seed >> 32) },
    };
}

static inline void philox(const uint32_t counter[4], const uint32_t key[2], uint32_t word[4])
{
    uint32_t w[4] = { counter[0], counter[1], counter[2], counter[3] };
    uint32_t k0 = key[0], k1 = key[1];

    for (int round = 0; round < 10; round++, k0 += 0x9e3779b9, k1 += 0xbb67ae85) {
        uint64_t a = UINT64_C(0xd2511f53) * w[0], b = UINT64_C(0xcd9e8d57) * w[2];

        w[0] = (uint32_t)(b >> 32) ^ w[1] ^ k0;
        w[1] = (uint32_t)b;
        w[2] = (uint32_t)(a >> 32) ^ w[3] ^ k1;
        w[3] = (uint32_t)a;
    }
    for (int i = 0; i < 4; i++)
        word[i] = w[i];
}

static inline uint32_t rng_word(struct rng *rng)
{
    if (rng->left == 0) {
        philox(rng->counter, rng->key, rng->word);
        rng->counter[0]++;
        rng->left = 4;
    }
    return rng->word[--rng->left];
}

/* 64 random bits. */
static inline uint64_t rng_bits(struct rng *rng)
{
    uint64_t high = rng_word(rng);

    return high << 32 | rng_word(rng);
}

/* A number from 0 to n - 1; n > 0. Found in the way of gsl_rng_uniform_int. */
static inline unsigned long rng_below(struct rng *rng, unsigned long n)
{
    unsigned long scale = UINT32_MAX / n, number;

    do
        number = rng_word(rng) / scale;
    while (number >= n);
    return number;
}

#endif
