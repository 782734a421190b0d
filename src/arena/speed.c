#include "arena/speed.h"

#include "base/clock.h"

#define MEASURE_S 0.05

/* The sum is used, so that no evaluation can be left out. */
static double time_evaluations(const struct evaluator *ev, const struct position *pos, size_t n)
{
    double start_s = clock_s(), passed_s = 0;
    volatile int64_t sum = 0;
    uint64_t count = 0;

    while (passed_s < MEASURE_S) {
        int64_t part = 0;

        for (size_t i = 0; i < n; i++)
            part += evaluate(ev, &pos[i], side_to_move(&pos[i]));
        sum += part;
        count += n;
        passed_s = clock_s() - start_s;
    }
    return 1e9 * passed_s / (double)count;
}

static double time_nodes(const struct player *player, const struct position *pos, size_t n,
                         struct worker *worker)
{
    double start_s = clock_s(), passed_s = 0;
    uint64_t nodes = 0;

    for (size_t i = 0; passed_s < MEASURE_S; i++) {
        struct choice choice;

        player_move(player, &pos[i % n], worker, (struct stream){ .index = i }, &choice);
        nodes += choice.nodes;
        passed_s = clock_s() - start_s;
    }
    return nodes ? 1e9 * passed_s / (double)nodes : 0;
}

struct speed speed_of(const struct player *player, const struct position *pos, size_t n,
                      struct worker *worker)
{
    return (struct speed){ .evaluation = time_evaluations(player->ev, pos, n),
                           .node = time_nodes(player, pos, n, worker) };
}
