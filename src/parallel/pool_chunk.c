#include "parallel/pool_share.h"

#define SHARE      4     /* two chunks of every process add up to half of what is left */
#define LONGEST_S  0.25  /* what is not sent back is lost with the program */
#define SHORTEST_S 0.001 /* a message has to be worth its way */
#define GROWTH     4     /* a first guess has to be small: items may take hours */

size_t chunk_size(const struct chunk_need *need)
{
    double threads = need->threads;
    double guided = (double)need->left * threads / (SHARE * (double)need->all_threads);
    double most = need->last ? GROWTH * (double)need->last : threads;
    double least = need->items_per_s * SHORTEST_S;

    if (most > need->items_per_s * LONGEST_S && need->items_per_s > 0)
        most = need->items_per_s * LONGEST_S;
    if (least > most)
        least = most;
    if (guided > most)
        guided = most;
    if (guided < least)
        guided = least;
    if (guided < threads)
        guided = threads;
    return guided < (double)need->left ? (size_t)guided : need->left;
}

static size_t padded(size_t n)
{
    return (n + 7) / 8 * 8;
}

struct chunk_view chunk_put(struct bytes *bytes, uint32_t n, size_t each)
{
    size_t size = 8 + padded(n * sizeof(uint32_t)) + padded(n) + n * each;
    unsigned char *data = bytes_extend(bytes, size);

    if (!data)
        return (struct chunk_view){ 0 };
    for (size_t i = 0; i < size - n * each; i++)
        data[i] = 0;
    *(uint32_t *)(void *)data = n;
    return chunk_open(data);
}

struct chunk_view chunk_open(unsigned char *data)
{
    uint32_t n = *(uint32_t *)(void *)data;
    unsigned char *flag = data + 8 + padded(n * sizeof(uint32_t));

    return (struct chunk_view){
        .n = n, .index = (uint32_t *)(void *)(data + 8), .flag = flag, .body = flag + padded(n)
    };
}
