#include "arena/speed.h"

#include <math.h>

#include "base/clock.h"

#define MEASURE_S 0.05 /* for as long, or for one round */
#define SEARCHES  40   /* of a round */

/* The fastest round counts: whatever else the machine does can only slow one down. */
struct stopwatch {
    double start_s, round_s;
    double best; /* nanoseconds */
};

static struct stopwatch stopwatch_start(void)
{
    double now = clock_s();

    return (struct stopwatch){ now, now, INFINITY };
}

/* Ends a round in which so much was done; is there time for another one? */
static bool stopwatch_go_on(struct stopwatch *w, uint64_t done)
{
    double now = clock_s();

    if (done)
        w->best = fmin(w->best, 1e9 * (now - w->round_s) / (double)done);
    w->round_s = now;
    return now - w->start_s < MEASURE_S;
}

static double time_evaluations(const struct evaluator *ev, const struct position *pos, size_t n)
{
    struct stopwatch watch = stopwatch_start();
    int64_t sum = 0;

    do {
        for (size_t i = 0; i < n; i++)
            sum += evaluate(ev, &pos[i], side_to_move(&pos[i]));
    } while (stopwatch_go_on(&watch, n));
    /* It never is; but if nobody asked, the compiler could leave the evaluations out. */
    return sum == INT64_MIN ? 0 : watch.best;
}

/* Positions from all over the list. A round ends early when searches are long. */
static double time_nodes(const struct player *player, const struct position *pos, size_t n,
                         struct worker *worker)
{
    struct stopwatch watch = stopwatch_start();
    uint64_t nodes;

    do {
        nodes = 0;
        for (size_t i = 0; i < SEARCHES && clock_s() - watch.round_s < MEASURE_S; i++) {
            struct choice choice;

            player_move(player, &pos[i * n / SEARCHES], worker, (struct stream){ .index = i },
                        &choice);
            nodes += choice.nodes;
        }
    } while (stopwatch_go_on(&watch, nodes));
    return isfinite(watch.best) ? watch.best : 0;
}

struct speed speed_of(const struct player *player, const struct position *pos, size_t n,
                      struct worker *worker)
{
    return (struct speed){ .evaluation = time_evaluations(player->ev, pos, n),
                           .node = time_nodes(player, pos, n, worker) };
}
