#include "search/mcts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "search/search.h"
#include "search/solver_lines.h"
#include "search/worker.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define CLOCK_ITERATIONS 128 /* between two checks of the clock: about a tenth of a millisecond */

/*
 * Random numbers for roll-outs, of which a move needs one: a counter that is
 * mixed to 64 bits. They are used as one fraction, from which each draw takes its
 * choice off the top. A dozen draws of up to seven columns leave 30 bits of it.
 */
struct dice {
    uint64_t counter;
    uint64_t fraction;
    int left;
};

#define DRAWS_OF_A_FRACTION 12

static inline uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline unsigned dice_below(struct dice *dice, unsigned n)
{
    uint64_t high, low;

    if (dice->left-- == 0) {
        dice->counter += UINT64_C(0x9e3779b97f4a7c15);
        dice->fraction = mixed(dice->counter);
        dice->left = DRAWS_OF_A_FRACTION - 1;
    }
    /* The fraction times n: above the point the choice, below it the fraction that remains. */
    high = (dice->fraction >> 32) * n;
    low = (dice->fraction & UINT32_MAX) * n;
    high += low >> 32;
    dice->fraction = high << 32 | (low & UINT32_MAX);
    return (unsigned)(high >> 32);
}

/* The cell of the index-th bit that is set. */
static inline uint64_t nth_cell(uint64_t cells, unsigned index)
{
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << index, cells);
#else
    while (index-- > 0)
        cells &= cells - 1;
    return cells & -cells;
#endif
}

/* Plays random moves to the end. Returns twice the points of the side that moved last. */
static unsigned roll_out(uint64_t own, uint64_t all, struct dice *dice)
{
    unsigned points = 0; /* if the side to move wins now */

    for (;;) {
        uint64_t playable = playable_cells(all), cell;

        if (!playable)
            return 1;
        cell = nth_cell(playable, dice_below(dice, (unsigned)bit_count(playable)));
        own |= cell;
        all |= cell;
        if (lines_has_four(own))
            return points;
        own ^= all;
        points ^= 2;
    }
}

/* Makes the children of a node; false when there is no room. */
static bool expand(struct mcts *mcts, struct mcts_node *node, uint64_t all)
{
    uint32_t n = (uint32_t)bit_count(playable_cells(all));

    if (n > mcts->size - mcts->used)
        return false;
    node->first = mcts->used;
    node->children = (uint8_t)n;
    mcts->used += n;
    for (uint32_t i = 0; i < n; i++)
        mcts->node[node->first + i] = (struct mcts_node){ 0 };
    return true;
}

/* One that was not visited yet, each with the same probability. */
static unsigned pick_untried(const struct mcts_node *child, const struct mcts_node *node,
                             struct dice *dice)
{
    unsigned skip = dice_below(dice, (unsigned)(node->children - node->tried)), i = 0;

    for (; child[i].visits > 0 || skip > 0; i++)
        skip -= child[i].visits == 0;
    return i;
}

static unsigned pick_by_bound(const struct mcts_node *child, const struct mcts_node *node)
{
    double explore = sqrt(2 * log(node->visits)), best = -1;
    unsigned picked = 0;

    for (unsigned i = 0; i < node->children; i++) {
        double visits = child[i].visits;
        double bound = (0.5 * child[i].score + explore * sqrt(visits)) / visits;

        if (bound > best) {
            best = bound;
            picked = i;
        }
    }
    return picked;
}

static enum mcts_end end_of(const struct position *pos)
{
    if (has_four(pos->own ^ pos->all))
        return MCTS_WON;
    return pos->all == BOARD_CELLS ? MCTS_DRAWN : MCTS_OPEN;
}

static unsigned end_points(enum mcts_end end)
{
    return end == MCTS_WON ? 2 : 1;
}

/* Goes down to a leaf and returns its points; *length nodes of path lead there from the root. */
static unsigned descend(struct mcts *mcts, struct position pos, struct dice *dice,
                        struct mcts_node *path[CELLS + 1], int *length)
{
    struct mcts_node *node = mcts->node;
    int n = 0;

    path[n++] = node;
    while (!node->end && (node->first || expand(mcts, node, pos.all))) {
        struct mcts_node *child = &mcts->node[node->first];
        bool untried = node->tried < node->children;
        unsigned i = untried ? pick_untried(child, node, dice) : pick_by_bound(child, node);

        position_play(&pos, nth_cell(playable_cells(pos.all), i));
        node->tried = (uint8_t)(node->tried + untried);
        node = &child[i];
        path[n++] = node;
        if (untried) {
            node->end = (uint8_t)end_of(&pos);
            break;
        }
    }
    *length = n;
    return node->end ? end_points((enum mcts_end)node->end) : roll_out(pos.own, pos.all, dice);
}

static void iterate(struct mcts *mcts, const struct position *pos, struct dice *dice)
{
    struct mcts_node *path[CELLS + 1];
    int length;
    unsigned points = descend(mcts, *pos, dice, path, &length);

    if (length - 1 > mcts->depth)
        mcts->depth = length - 1;
    while (length-- > 0) {
        path[length]->visits++;
        path[length]->score += points;
        points = 2 - points;
    }
}

int mcts_init(struct mcts *mcts, uint32_t nodes, struct err *err)
{
    assert(nodes > COLUMNS);
    *mcts = (struct mcts){ .node = malloc(nodes * sizeof *mcts->node), .size = nodes };
    return mcts->node ? 0 : err_shortage(err, "out of memory: tree of %u nodes", (unsigned)nodes);
}

void mcts_release(struct mcts *mcts)
{
    free(mcts->node);
    *mcts = (struct mcts){ 0 };
}

uint32_t mcts_grow(struct mcts *mcts, const struct position *pos, uint32_t iterations,
                   double seconds, uint64_t seed)
{
    double deadline_s = seconds > 0 ? clock_s() + seconds : INFINITY;
    uint32_t limit =
        iterations && iterations < MCTS_MAX_ITERATIONS ? iterations : MCTS_MAX_ITERATIONS;
    struct dice dice = { .counter = seed };
    uint32_t done = 0;

    mcts->node[0] = (struct mcts_node){ 0 };
    mcts->used = 1;
    mcts->depth = 0;
    do {
        iterate(mcts, pos, &dice);
        done++;
    } while (done < limit &&
             (done % CLOCK_ITERATIONS || !isfinite(deadline_s) || clock_s() < deadline_s));
    return done;
}

/* Whether a is better than b according to `final`. Exact: no fraction is rounded. */
static int compare(const struct mcts_node *a, const struct mcts_node *b, enum final_rule final)
{
    uint64_t left = a->visits, right = b->visits;

    if (final == FINAL_RATIO) {
        left = (uint64_t)a->score * b->visits;
        right = (uint64_t)b->score * a->visits;
    }
    return (left > right) - (left < right);
}

/* The columns of the best children of the root among those visited. */
static unsigned best_columns(const struct mcts *mcts, const struct position *pos,
                             enum final_rule final, const struct mcts_node **best)
{
    const struct mcts_node *child = &mcts->node[mcts->node->first];
    unsigned columns = 0;

    *best = NULL;
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1, child++) {
        int order = *best ? compare(child, *best, final) : 1;

        if (child->visits == 0 || order < 0)
            continue;
        if (order > 0)
            columns = 0;
        columns |= 1u << bit_column(moves);
        *best = child;
    }
    return columns;
}

void choose_mcts(const struct search_input *in, struct worker *worker, struct rng *rng,
                 struct choice *choice)
{
    struct mcts *mcts = &worker->mcts;
    uint32_t done =
        mcts_grow(mcts, in->pos, in->keys->iterations, in->keys->seconds, rng_bits(rng));
    const struct mcts_node *best;
    unsigned columns = best_columns(mcts, in->pos, in->keys->final, &best);

    *choice = (struct choice){ .column = choose_tied(columns, in->keys->ties, rng),
                               .depth = mcts->depth,
                               .nodes = done };
    choice->value = (int32_t)((uint64_t)best->score * EVAL_UNITS / (2 * (uint64_t)best->visits));
}
