#include "base/stream.h"

#include <string.h>

#include <Random123/philox.h>

static uint32_t next_word(struct rng *rng)
{
    if (rng->left == 0) {
        philox4x32_ctr_t counter;
        philox4x32_key_t key;

        memcpy(counter.v, rng->counter, sizeof rng->counter);
        memcpy(key.v, rng->key, sizeof rng->key);
        counter = philox4x32(counter, key);
        memcpy(rng->word, counter.v, sizeof rng->word);
        rng->counter[0]++;
        rng->left = 4;
    }
    return rng->word[--rng->left];
}

static unsigned long get(void *state)
{
    return next_word(state);
}

/* 53 random bits, all that a double can hold. */
static double get_double(void *state)
{
    uint64_t high = next_word(state) >> 5;
    uint64_t low = next_word(state) >> 6;

    return (double)((high << 26) | low) * 0x1p-53;
}

/* For gsl_rng_set: a seed alone is the stream of index 0 in generation 0. */
static void set(void *state, unsigned long seed)
{
    rng_open(state, (struct stream){ .seed = seed });
}

static const gsl_rng_type philox = {
    .name = "philox4x32",
    .max = UINT32_MAX,
    .min = 0,
    .size = sizeof(struct rng),
    .set = set,
    .get = get,
    .get_double = get_double,
};

void rng_open(struct rng *rng, struct stream name)
{
    *rng = (struct rng){
        .gsl = { .type = &philox, .state = rng },
        .counter = { 0, (uint32_t)name.index,
                     (uint32_t)name.purpose << 24 | (uint32_t)(name.index >> 32), name.generation },
        .key = { (uint32_t)name.seed, (uint32_t)(name.seed >> 32) },
    };
}
