#include "study/programs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIN  1e14
#define LOSS -1e13

/* What a window of four cells is worth to its owner. */
static int window_value(uint64_t own, uint64_t other, uint64_t cells)
{
    int n = bit_count(own & cells), m = bit_count(other & cells), value = 0;

    if (n == 4)
        value = 100;
    else if (m == 0)
        value = n == 3 ? 5 : n == 2 ? 2 : 0;
    return n == 0 && m == 3 ? value - 4 : value;
}

static int board_value(uint64_t own, uint64_t other)
{
    static const struct {
        int step, first_row, last_row, last_column;
    } ways[] = {
        { COLUMN_BITS, 0, ROWS - 1, COLUMNS - 4 },
        { 1, 0, ROWS - 4, COLUMNS - 1 },
        { COLUMN_BITS + 1, 0, ROWS - 4, COLUMNS - 4 },
        { COLUMN_BITS - 1, 3, ROWS - 1, COLUMNS - 4 },
    };
    int value = 3 * bit_count(own & column_cells(COLUMNS / 2));

    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        int s = ways[w].step;
        uint64_t shape = 1 | UINT64_C(1) << s | UINT64_C(1) << 2 * s | UINT64_C(1) << 3 * s;

        for (int column = 0; column <= ways[w].last_column; column++)
            for (int row = ways[w].first_row; row <= ways[w].last_row; row++)
                value += window_value(own, other, shape << (column * COLUMN_BITS + row));
    }
    return value;
}

/* The one who chooses, and what it has looked at. */
struct thought {
    enum side chooser;
    bool expecting; /* the program's expectimax */
    uint64_t nodes;
};

/* Is the search over here? Then what it is worth. */
static bool is_leaf(const struct thought *t, const struct position *pos, int depth, double *value)
{
    bool own_move = side_to_move(pos) == t->chooser;
    uint64_t own = own_move ? pos->own : pos->own ^ pos->all, other = own ^ pos->all;

    if (has_four(own))
        *value = WIN;
    else if (has_four(other))
        *value = LOSS;
    else if (pos->plies == CELLS)
        *value = 0;
    else if (depth == 0)
        *value = board_value(own, other);
    else
        return false;
    return true;
}

/* Where the opponent moves, minimax lowers beta to the smallest value. The expectimax of the
 * program takes the smallest value too, but at most 0, and sets beta to that value divided by
 * the number of open columns, which is no bound on anything. */
static double search_value(struct thought *t, const struct position *pos, int depth, double alpha,
                           double beta, int *column)
{
    bool own_move = side_to_move(pos) == t->chooser;
    uint64_t moves = playable_cells(pos->all);
    int open = bit_count(moves), reply;
    double best = own_move ? -INFINITY : t->expecting ? 0 : INFINITY, value;

    t->nodes++;
    if (is_leaf(t, pos, depth, &value))
        return value;
    for (; moves; moves &= moves - 1) {
        struct position next = *pos;

        position_play(&next, moves & -moves);
        value = search_value(t, &next, depth - 1, alpha, beta, &reply);
        if (own_move ? value > best : value < best) {
            best = value;
            *column = bit_column(moves & -moves);
        }
        if (own_move)
            alpha = fmax(alpha, best);
        else
            beta = t->expecting ? floor(best / open) : fmin(beta, best);
        if (alpha >= beta)
            break;
    }
    return best;
}

static void choose_by_search(const struct search_input *in, bool expecting, struct choice *choice)
{
    struct thought t = { .chooser = side_to_move(in->pos), .expecting = expecting };
    double value = search_value(&t, in->pos, in->keys->depth, -INFINITY, expecting ? 0 : INFINITY,
                                &choice->column);

    choice->value = (int32_t)fmax(-EVAL_LIMIT, fmin(EVAL_LIMIT, value));
    choice->depth = in->keys->depth;
    choice->nodes = t.nodes;
}

static void choose_cs7is2_minimax(const struct search_input *in, struct worker *worker,
                                  struct rng *rng, struct choice *choice)
{
    (void)worker;
    (void)rng;
    choose_by_search(in, false, choice);
}

static void choose_cs7is2_expectimax(const struct search_input *in, struct worker *worker,
                                     struct rng *rng, struct choice *choice)
{
    (void)worker;
    (void)rng;
    choose_by_search(in, true, choice);
}

/*
 * Monte Carlo tree search. The program keeps the tree of its last move; so do we, with the worker,
 * one tree for each side. A tree is used again only in the same game, two plies after the position
 * that it was made for. So what a worker did in other games has no effect.
 */
struct node {
    int32_t parent, child[COLUMNS]; /* children in the order in which they were added */
    int children, column;           /* the move that led here */
    unsigned untried;               /* columns, as bits */
    uint32_t visits;
    double wins; /* of the side that moved here; a draw is half a win */
};

struct tree {
    struct node *node;
    int32_t n, capacity, root;
    struct position pos; /* at the root */
    uint64_t game[3];    /* that it belongs to, see name_game */
};

struct trees {
    struct guest guest;
    struct tree side[2];
};

static void release_trees(struct guest *guest)
{
    struct trees *trees = (struct trees *)guest;

    free(trees->side[0].node);
    free(trees->side[1].node);
    free(trees);
}

/* The trees that are kept with the worker; NULL without memory. */
static struct trees *find_trees(struct worker *worker)
{
    struct trees *trees;

    for (struct guest *g = worker->guests; g; g = g->next)
        if (g->release == release_trees)
            return (struct trees *)g;
    trees = calloc(1, sizeof *trees);
    if (!trees)
        return NULL;
    trees->guest = (struct guest){ .next = worker->guests, .release = release_trees };
    worker->guests = &trees->guest;
    return trees;
}

static unsigned open_columns(const struct position *pos)
{
    unsigned columns = 0;

    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1)
        columns |= 1u << bit_column(moves & -moves);
    return columns;
}

static void play_column(struct position *pos, int column)
{
    position_play(pos, playable_cells(pos->all) & column_cells(column));
}

/* Adds a node for a position. There is room for it. */
static int32_t add_node(struct tree *tree, int32_t parent, int column, const struct position *pos)
{
    tree->node[tree->n] =
        (struct node){ .parent = parent, .column = column, .untried = open_columns(pos) };
    return tree->n++;
}

static int make_room(struct tree *tree, uint32_t nodes)
{
    int32_t wanted = tree->n + (int32_t)nodes + 1;
    struct node *grown;

    if (wanted <= tree->capacity)
        return 0;
    grown = realloc(tree->node, (size_t)wanted * sizeof *grown);
    if (!grown)
        return -1;
    tree->node = grown;
    tree->capacity = wanted;
    return 0;
}

static int32_t find_child(const struct tree *tree, int32_t node, int column)
{
    for (int i = 0; i < tree->node[node].children; i++)
        if (tree->node[tree->node[node].child[i]].column == column)
            return tree->node[node].child[i];
    return -1;
}

/* The streams of a game are numbered game * 64 + ply (arena/games.c): all but the last six bits
 * of a stream's name are the name of its game. */
static void name_game(const struct rng *rng, uint64_t game[3])
{
    game[0] = (uint64_t)rng->key[1] << 32 | rng->key[0];
    game[1] = (uint64_t)rng->counter[3] << 32 | rng->counter[2];
    game[2] = rng->counter[1] >> 6;
}

/* The node of `pos`, two plies below the root of the tree that was kept; or -1. */
static int32_t find_node(const struct tree *tree, const struct position *pos)
{
    for (int a = 0; a < COLUMNS && tree->n && tree->pos.plies + 2 == pos->plies; a++) {
        for (int b = 0; b < COLUMNS; b++) {
            struct position next = tree->pos;
            int32_t node = find_child(tree, tree->root, a);

            if (!(open_columns(&next) >> a & 1))
                continue;
            play_column(&next, a);
            if (!(open_columns(&next) >> b & 1))
                continue;
            play_column(&next, b);
            if (next.own == pos->own && next.all == pos->all)
                return node < 0 ? -1 : find_child(tree, node, b);
        }
    }
    return -1;
}

/* The child with the largest value; of equals the last. */
static int32_t best_child(const struct tree *tree, const struct node *parent, bool explore)
{
    double best = -DBL_MAX;
    int32_t found = -1;

    for (int i = 0; i < parent->children; i++) {
        const struct node *c = &tree->node[parent->child[i]];
        double value = c->wins / c->visits;

        if (explore)
            value += sqrt(2 * log(parent->visits) / c->visits);
        if (value >= best) {
            best = value;
            found = parent->child[i];
        }
    }
    return found;
}

/* Plays at random until the side that moved has a four, or the board is full. A four that was on
 * the board before is found only after the next move of its owner. */
static void roll_out(struct position *pos, struct rng *rng)
{
    while (pos->plies < CELLS) {
        play_column(pos, choose_tied(open_columns(pos), TIES_RANDOM, rng));
        if (has_four(pos->own ^ pos->all))
            return;
    }
}

/* What the game was worth to the side that owns these discs. */
static double result_of(uint64_t own, uint64_t other)
{
    return has_four(own) ? 1 : has_four(other) ? 0 : 0.5;
}

static void iterate(struct tree *tree, struct rng *rng)
{
    struct position pos = tree->pos;
    int32_t at = tree->root;
    double result[2]; /* of the second player and of the first */
    int plies;

    while (!tree->node[at].untried && tree->node[at].children) {
        at = best_child(tree, &tree->node[at], true);
        play_column(&pos, tree->node[at].column);
    }
    if (tree->node[at].untried) {
        struct node *parent = &tree->node[at];
        int column = choose_tied(parent->untried, TIES_RANDOM, rng);

        play_column(&pos, column);
        parent->untried &= ~(1u << column);
        parent->child[parent->children++] = tree->n;
        at = add_node(tree, at, column, &pos);
    }
    plies = pos.plies;
    roll_out(&pos, rng);
    result[1] = result_of(first_player_discs(&pos), pos.all ^ first_player_discs(&pos));
    result[0] = result_of(pos.all ^ first_player_discs(&pos), first_player_discs(&pos));
    for (; at >= 0; at = tree->node[at].parent, plies--) {
        tree->node[at].visits++;
        tree->node[at].wins += result[plies % 2];
    }
}

static void choose_cs7is2_mcts(const struct search_input *in, struct worker *worker,
                               struct rng *rng, struct choice *choice)
{
    struct trees *trees = find_trees(worker);
    struct tree *tree = trees ? &trees->side[side_to_move(in->pos)] : NULL;
    uint64_t game[3];
    int32_t kept;

    name_game(rng, game);
    kept = tree && memcmp(game, tree->game, sizeof game) == 0 ? find_node(tree, in->pos) : -1;
    *choice = (struct choice){ .column = NO_MOVE, .nodes = in->keys->iterations };
    if (tree && kept < 0)
        tree->n = 0;
    if (!tree || make_room(tree, in->keys->iterations)) {
        strcpy(worker->why, "out of memory");
        worker->shortage = true;
        return;
    }
    tree->pos = *in->pos;
    memcpy(tree->game, game, sizeof game);
    tree->root = kept >= 0 ? kept : add_node(tree, -1, 0, in->pos);
    for (uint32_t i = 0; i < in->keys->iterations; i++)
        iterate(tree, rng);
    choice->column = tree->node[best_child(tree, &tree->node[tree->root], false)].column;
}

const struct search cs7is2_2020_searches[] = {
    { .name = "cs7is2-2020-minimax",
      .help = "CS7IS2 2020: minimax, columns from the left",
      .choose = choose_cs7is2_minimax,
      .takes = TAKES_DEPTH,
      .for_studies = true },
    { .name = "cs7is2-2020-expectimax",
      .help = "CS7IS2 2020: what the study calls expectimax, a minimax with wrong bounds",
      .choose = choose_cs7is2_expectimax,
      .takes = TAKES_DEPTH,
      .for_studies = true },
    { .name = "cs7is2-2020-mcts",
      .help = "CS7IS2 2020: Monte Carlo tree search that keeps its tree from move to move",
      .random = true,
      .takes = TAKES_ITERATIONS,
      .for_studies = true,
      .choose = choose_cs7is2_mcts },
    { 0 },
};
