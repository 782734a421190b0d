#include "stats/crosstable.h"

#include <assert.h>
#include <stdlib.h>

int crosstable_init(struct crosstable *table, size_t n, struct err *err)
{
    *table = (struct crosstable){ .n = n };
    if (n > UINT32_MAX / 2)
        return err_set(err, "a crosstable cannot hold %zu players", n);
    table->pairing = calloc(n * (n + 1) / 2 + 1, sizeof *table->pairing);
    if (!table->pairing)
        return err_shortage(err, "out of memory: a crosstable of %zu players", n);
    return 0;
}

void crosstable_release(struct crosstable *table)
{
    free(table->pairing);
    *table = (struct crosstable){ 0 };
}

/* Row a holds the pairings with a, a + 1, ..., n - 1. */
static size_t pairing_index(const struct crosstable *table, size_t a, size_t b)
{
    assert(a <= b && b < table->n);
    return a * (2 * table->n - a + 1) / 2 + (b - a);
}

const struct pairing *crosstable_pairing(const struct crosstable *table, size_t a, size_t b)
{
    return &table->pairing[pairing_index(table, a, b)];
}

void crosstable_add_pair(struct crosstable *table, size_t first, size_t second,
                         enum game_outcome game, enum game_outcome swapped)
{
    size_t lower = first < second ? first : second;
    size_t upper = first < second ? second : first;
    enum game_outcome lower_began = first <= second ? game : swapped;
    enum game_outcome upper_began = first <= second ? swapped : game;
    struct pairing *pairing = &table->pairing[pairing_index(table, lower, upper)];
    int as_first = 1 + (int)lower_began;
    int as_second = 1 - (int)upper_began;

    if (lower_began != GAME_UNPLAYED && upper_began != GAME_UNPLAYED)
        pairing->pair[as_first][as_second]++;
    else if (lower_began != GAME_UNPLAYED)
        pairing->single[0][as_first]++;
    else if (upper_began != GAME_UNPLAYED)
        pairing->single[1][as_second]++;
}

uint32_t pairing_pairs(const struct pairing *pairing)
{
    uint32_t pairs = 0;

    for (int x = 0; x < 3; x++)
        pairs += pairing->pair[x][0] + pairing->pair[x][1] + pairing->pair[x][2];
    return pairs;
}

uint32_t pairing_samples(const struct pairing *pairing)
{
    uint32_t samples = pairing_pairs(pairing);

    for (int x = 0; x < 3; x++)
        samples += pairing->single[0][x] + pairing->single[1][x];
    return samples;
}

struct wdl pairing_lower_first(const struct pairing *pairing)
{
    uint32_t count[3];

    for (int x = 0; x < 3; x++)
        count[x] =
            pairing->single[0][x] + pairing->pair[x][0] + pairing->pair[x][1] + pairing->pair[x][2];
    return (struct wdl){ .wins = count[2], .draws = count[1], .losses = count[0] };
}

struct wdl pairing_upper_first(const struct pairing *pairing)
{
    uint32_t count[3];

    for (int y = 0; y < 3; y++)
        count[y] =
            pairing->single[1][y] + pairing->pair[0][y] + pairing->pair[1][y] + pairing->pair[2][y];
    return (struct wdl){ .wins = count[0], .draws = count[1], .losses = count[2] };
}

struct wdl crosstable_wdl(const struct crosstable *table, size_t first, size_t second)
{
    const struct pairing *pairing;

    if (first < second)
        return pairing_lower_first(crosstable_pairing(table, first, second));
    pairing = crosstable_pairing(table, second, first);
    if (first > second)
        return pairing_upper_first(pairing);
    return wdl_sum(pairing_lower_first(pairing), pairing_upper_first(pairing));
}

static struct wdl sample_add(struct wdl sample, int result)
{
    sample.losses += result == 0;
    sample.draws += result == 1;
    sample.wins += result == 2;
    return sample;
}

struct tally pairing_tally(const struct pairing *pairing, bool upper)
{
    struct tally tally = { 0 };

    for (int x = 0; x < 3; x++) {
        struct wdl one = sample_add((struct wdl){ 0 }, upper ? 2 - x : x);

        tally_add(&tally, one, pairing->single[0][x]);
        tally_add(&tally, one, pairing->single[1][x]);
        for (int y = 0; y < 3; y++)
            tally_add(&tally, sample_add(one, upper ? 2 - y : y), pairing->pair[x][y]);
    }
    return tally;
}

struct tally crosstable_tally(const struct crosstable *table, size_t player, size_t opponent)
{
    if (player <= opponent)
        return pairing_tally(crosstable_pairing(table, player, opponent), false);
    return pairing_tally(crosstable_pairing(table, opponent, player), true);
}

struct record crosstable_record(const struct crosstable *table, size_t player)
{
    struct record record = { 0 };

    for (size_t other = 0; other < table->n; other++) {
        struct tally tally;

        if (other == player)
            continue;
        tally = crosstable_tally(table, player, other);
        tally_merge(&record.tally, &tally);
        record.as_first = wdl_sum(record.as_first, crosstable_wdl(table, player, other));
        record.as_second =
            wdl_sum(record.as_second, wdl_reverse(crosstable_wdl(table, other, player)));
    }
    return record;
}
