#include "arena/schedule.h"

#include <stdlib.h>

void schedule_release(struct schedule *schedule)
{
    free(schedule->game);
    *schedule = (struct schedule){ 0 };
}

static int reserve(struct schedule *schedule, size_t more, struct err *err)
{
    size_t capacity = schedule->capacity ? schedule->capacity : 64;
    struct game *grown;

    while (capacity < schedule->n + more)
        capacity += capacity / 2;
    if (capacity == schedule->capacity)
        return 0;
    grown = realloc(schedule->game, capacity * sizeof *grown);
    if (!grown)
        return err_shortage(err, "out of memory: %zu games", capacity);
    schedule->game = grown;
    schedule->capacity = capacity;
    return 0;
}

int schedule_pair(struct schedule *schedule, uint32_t a, uint32_t b, enum pairs_rule rule,
                  size_t openings, size_t rounds, struct err *err)
{
    if (reserve(schedule, 2 * openings * rounds, err))
        return -1;
    for (size_t i = 0; i < openings * rounds; i++) {
        struct game game = { .first = a, .second = b, .opening = (uint32_t)(i % openings) };

        game.sample = schedule->samples++;
        schedule->game[schedule->n++] = game;
        if (rule == PAIRS_FIRST)
            continue;
        game.first = b;
        game.second = a;
        if (rule == PAIRS_ORDERED)
            game.sample = schedule->samples++;
        schedule->game[schedule->n++] = game;
    }
    return 0;
}

int schedule_round_robin(struct schedule *schedule, uint32_t players, enum pairs_rule rule,
                         size_t openings, size_t rounds, struct err *err)
{
    for (uint32_t a = 0; a < players; a++)
        for (uint32_t b = a + 1; b < players; b++)
            if (schedule_pair(schedule, a, b, rule, openings, rounds, err))
                return -1;
    return 0;
}

void schedule_shift(struct schedule *schedule, size_t first, size_t by, size_t openings)
{
    for (size_t i = first; i < schedule->n; i++)
        schedule->game[i].opening = (uint32_t)((by + schedule->game[i].opening) % openings);
}

int schedule_against(struct schedule *schedule, uint32_t others, size_t openings, size_t all,
                     struct err *err)
{
    for (uint32_t i = 1; i <= others; i++) {
        size_t before = schedule->n;

        if (schedule_pair(schedule, 0, i, PAIRS_SWAPPED, openings, 1, err))
            return -1;
        schedule_shift(schedule, before, (i - 1) * openings, all);
    }
    return 0;
}
