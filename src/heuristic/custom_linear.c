#include "heuristic/custom_linear.h"

#include <math.h>
#include <string.h>

#include "base/stream.h"

#define POSITIONS 40
#define POINTS    4
#define TOLERANCE 1e-7

/* Plays up to `plies` random moves, and stops before one that ends the game. */
static void play_some(struct position *pos, int plies, struct rng *rng)
{
    *pos = (struct position){ 0 };
    while (pos->plies < plies) {
        uint64_t moves = playable_cells(pos->all);
        struct position next = *pos;

        for (uint64_t skip = rng_below(rng, (uint64_t)bit_count(moves)); skip > 0; skip--)
            moves &= moves - 1;
        position_play(&next, moves & -moves);
        if (position_outcome(&next) != OUTCOME_NONE)
            return;
        *pos = next;
    }
}

void custom_positions(struct position *pos, int n)
{
    for (int i = 0; i < n; i++) {
        struct rng rng;

        rng_open(&rng, (struct stream){ .purpose = STREAM_SAMPLE, .index = (uint64_t)i });
        play_some(&pos[i], (int)rng_below(&rng, CELLS - 2), &rng);
    }
}

/* The heuristic in one position, and its slopes at the defaults of its genes. */
struct tangent {
    const struct custom *custom;
    const struct gene_info *gene;
    const uint64_t *line;
    const struct position *pos;
    enum side viewer;
    double value, slope[CUSTOM_GENES];
};

static double ask(const struct tangent *t, const double *value)
{
    return custom_ask(t->custom, value, t->line, first_player_discs(t->pos), t->pos->all,
                      t->viewer);
}

static void find_slopes(struct tangent *t)
{
    double at[CUSTOM_GENES];

    for (int g = 0; g < t->custom->genes; g++)
        at[g] = t->gene[g].initial;
    t->value = ask(t, at);
    for (int g = 0; g < t->custom->genes; g++) {
        const struct gene_info *info = &t->gene[g];
        bool down = info->initial - info->low > info->high - info->initial;

        at[g] = ((down ? info->low : info->high) + info->initial) / 2;
        t->slope[g] = (ask(t, at) - t->value) / (at[g] - info->initial);
        at[g] = info->initial;
    }
}

/* Whether the tangent tells the value of a random point. */
static bool touches(const struct tangent *t, struct rng *rng)
{
    double at[CUSTOM_GENES], told = t->value, size = fabs(told), value;

    for (int g = 0; g < t->custom->genes; g++) {
        const struct gene_info *info = &t->gene[g];

        at[g] = info->low + (info->high - info->low) * (double)rng_below(rng, 1001) / 1000;
        told += t->slope[g] * (at[g] - info->initial);
        size += fabs(t->slope[g] * (at[g] - info->initial));
    }
    value = ask(t, at);
    return fabs(value - told) <= TOLERANCE * (size + 1);
}

bool custom_is_linear(const struct custom *custom, const struct gene_info *gene)
{
    struct position pos[POSITIONS];
    uint64_t cells[LINES];
    struct line line[LINES];
    struct rng rng;

    lines_list(line);
    for (int i = 0; i < LINES; i++)
        cells[i] = line_cells(&line[i]);
    custom_positions(pos, POSITIONS);
    rng_open(&rng, (struct stream){ .purpose = STREAM_SAMPLE, .index = UINT64_MAX });
    for (int i = 0; i < POSITIONS; i++) {
        struct tangent t = { .custom = custom,
                             .gene = gene,
                             .line = cells,
                             .pos = &pos[i],
                             .viewer = i % 2 ? SIDE_SECOND : SIDE_FIRST };

        find_slopes(&t);
        for (int j = 0; j < POINTS; j++)
            if (!touches(&t, &rng))
                return false;
    }
    return true;
}
