/*
 * tree - what searches of the game tree share: the value of leaves, and for
 * alpha-beta the state of a search, its limits and the order of moves.
 *
 * Private to src/search. Everything that a search needs is in one struct on the
 * stack of its caller, so that any number can run at once.
 */
#ifndef C4E_SEARCH_TREE_H
#define C4E_SEARCH_TREE_H

#include "search/book.h"
#include "search/gains.h"
#include "search/hash.h"

/*
 * What a position is worth where a search ends. The strips are added up on the
 * way down; this is the rest: threat and zugzwang genes, and lines that are
 * sampled instead of being added up.
 */
struct leaf_rule {
    const struct evaluator *ev; /* of the strips; without lines if they are sampled */
    const struct sampler *sampler;
    uint64_t draw; /* of the sampler */
    bool has_rest; /* there is more than strips and tempo */
};

/* The generator is used only if lines are sampled: one draw for a whole move. */
static inline struct leaf_rule leaf_rule_of(const struct search_input *in, struct rng *rng)
{
    struct leaf_rule leaf = { .ev = in->ev, .sampler = in->keys->sampler };

    if (leaf.sampler) {
        leaf.ev = &leaf.sampler->other_genes;
        leaf.draw = rng_bits(rng);
    }
    leaf.has_rest =
        leaf.sampler || leaf.ev->has_threats || leaf.ev->tables || leaf.ev->custom.value;
    return leaf;
}

/* All but strips and tempo, for the first player; only to be called if has_rest. */
static inline int32_t leaf_rest(const struct leaf_rule *leaf, enum side viewer, uint64_t first,
                                uint64_t all)
{
    int32_t value = leaf->ev->has_threats ? evaluator_threats(leaf->ev, first, all) : 0;

    if (leaf->ev->tables)
        value += evaluator_tables(leaf->ev, first, all);
    if (leaf->ev->custom.value)
        value += evaluator_custom(leaf->ev, first, all, viewer);
    if (leaf->sampler) {
        int32_t lines = sampler_lines(leaf->sampler, leaf->draw, first, all, viewer);

        value += viewer == SIDE_FIRST ? lines : -lines;
    }
    return value;
}

/* The whole value for the first player; `sum` is that of the strips. */
static inline int32_t leaf_value(const struct leaf_rule *leaf, const struct position *pos,
                                 enum side viewer, int32_t sum)
{
    int32_t value = side_to_move(pos) == SIDE_FIRST ? sum + leaf->ev->tempo : sum - leaf->ev->tempo;

    if (leaf->has_rest)
        value += leaf_rest(leaf, viewer, first_player_discs(pos), pos->all);
    return value;
}

/* The same for the side to move, from the position alone; slow. */
static inline int32_t leaf_from_scratch(const struct leaf_rule *leaf, const struct position *pos,
                                        enum side viewer)
{
    struct strip_index index = evaluator_index(leaf->ev, pos);
    int32_t value = leaf_value(leaf, pos, viewer, evaluator_sum(leaf->ev, &index, viewer));

    return side_to_move(pos) == SIDE_FIRST ? value : -value;
}

#define EXACT_BITS 10

/* The best moves of positions whose values became known exactly, for the pv. */
struct exact_moves {
    uint64_t key[1 << EXACT_BITS]; /* 0 for none */
    uint8_t column[1 << EXACT_BITS];
};

/* What a search to one depth found. */
struct root_result {
    unsigned columns; /* the best, as bits; one of them unless ties are random */
    int32_t value;
};

struct tree {
    const struct evaluator *ev; /* that of the leaves */
    struct leaf_rule leaf;
    bool extends; /* leaves that are not quiet */
    bool in_two;  /* the last two plies can be searched at once, see last_two.h */
    bool threats; /* in_two: with threat genes */
    struct hash *hash;
    enum win_rule win;
    const struct book *book;
    int book_plies;    /* of positions to be looked up; -1: none */
    bool book_at_leaf; /* these are leaves, which are searched one ply deeper to be looked up */
    enum side viewer;
    enum view view;         /* that of the player */
    int32_t leaf_tempo;     /* tempo of the leaves, for the first player */
    const int32_t *gain_of; /* the values of states of strips that gains are about */
    int depth;              /* of the last search */
    /* Only if the genome has tables, see tabled.c. */
    enum side leaf_mover;          /* who is to move at the leaves */
    const struct table_set *set;   /* that of the leaves; NULL: no tables */
    struct lanes lanes[CELLS + 1]; /* of the strips, by ply */
    uint8_t killer[CELLS];         /* by ply: the column that last refuted a frontier */
    uint64_t nodes;
    uint64_t check_at;         /* the number of nodes at which to check the limits again */
    uint64_t node_limit;       /* UINT64_MAX: none */
    double deadline_s;         /* on the monotonic clock; infinite: none */
    const atomic_bool *stop;   /* or NULL */
    struct exact_moves *exact; /* or NULL, if nobody asks for a pv */
    bool stopped;              /* a limit was hit: values returned from now on mean nothing */
};

/* A position in the tree. */
struct ply {
    uint64_t own, all;
    int plies;
    int depth; /* plies left to search */
    enum side mover;
    int32_t sum;                   /* strips, for the first player */
    uint64_t own_wins, other_wins; /* the cells where either side would win */
    const struct ply *parent;      /* and the move to here */
    int bit;
    struct strip_index index; /* see tree_open */
    struct gains gains;       /* of the sum; with tables, of what they roughly add */
};

/* Where the search gets to know a node: what a hash table or an immediate loss settles needs
 * neither index nor gains. */
static inline void tree_open_index(const struct tree *tree, struct ply *p)
{
    p->index = p->parent->index;
    strip_index_add(&p->index, &tree->ev->map, p->bit, p->parent->mover);
}

static inline void tree_open(const struct tree *tree, struct ply *p)
{
    tree_open_index(tree, p);
    p->gains = p->parent->gains;
    gains_follow(&p->gains, &tree->ev->map, tree->gain_of, &p->parent->index, &p->index,
                 p->parent->all, p->bit);
}

/*
 * A move as one number that sorts: how promising it is by the gains of both sides, then
 * how central it is, then its bit.
 */
struct ranked_move {
    int64_t rank;
};

#define RANK_PLACE_AT   6  /* the lowest bit of how central it is */
#define RANK_PROMISE_AT 10 /* the lowest bit of how promising it is */

static inline int move_bit(struct ranked_move m)
{
    return (int)(m.rank & ((1 << RANK_PLACE_AT) - 1));
}

static inline uint64_t move_cell(struct ranked_move m)
{
    return UINT64_C(1) << move_bit(m);
}

static inline int move_column(struct ranked_move m)
{
    return move_bit(m) / COLUMN_BITS;
}

/* Sets limits, which count from the tree's first search, and clears `stopped`. Call it for every
 * tree: a zeroed one stops at once. */
void tree_set_limits(struct tree *tree, uint64_t node_limit, double deadline_s);

/* Sets tree->stopped when a limit is hit. */
void tree_check_limits(struct tree *tree);

/* To be called for every inner node: counts it, and returns whether to go on. */
static inline bool tree_enter(struct tree *tree)
{
    if (++tree->nodes >= tree->check_at)
        tree_check_limits(tree);
    return !tree->stopped;
}

static inline size_t exact_slot(uint64_t key)
{
    return (key * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - EXACT_BITS);
}

/* Remembers the best move of a position in this step, if a pv is asked for. */
static inline void tree_note_exact(struct tree *tree, uint64_t key, int column)
{
    if (tree->exact) {
        tree->exact->key[exact_slot(key)] = key;
        tree->exact->column[exact_slot(key)] = (uint8_t)column;
    }
}

/* Alpha-beta to a fixed depth (alphabeta.c), with this move first or HASH_NO_MOVE. A search of the
 * same depth again uses what the one before has found. */
struct root_result tree_search(struct tree *tree, const struct search_input *in, int depth,
                               int hint);

/* The pv of this step, from the root's best move as far as it is remembered. */
void tree_pv(const struct tree *tree, const struct position *root, int column, struct moves *pv);

/* Lists the moves, best-looking first. Returns their number. */
int tree_order_moves(const struct ply *p, uint64_t moves, struct ranked_move list[COLUMNS]);

/* How central a bit is, and the bit, as they are part of a rank. */
#define TREE_BIT_ORDER(bit)                                                                        \
    ((COLUMNS - 1 - CENTRAL_PLACE((bit) / COLUMN_BITS)) * (1 << RANK_PLACE_AT) + (bit))

static inline struct ranked_move tree_ranked(int32_t promise, int bit)
{
    static const int16_t order[] = BIT_TABLE(TREE_BIT_ORDER);

    return (struct ranked_move){ (int64_t)promise * (1 << RANK_PROMISE_AT) + order[bit] };
}

static inline struct ranked_move tree_rank_move(const struct ply *p, int bit)
{
    int column = bit / COLUMN_BITS;

    return tree_ranked(p->gains.of[p->mover][column] + p->gains.of[!p->mover][column] / 2, bit);
}

/*
 * The same for genomes with tables. Begin at the root, once the index is set; move before the index
 * changes.
 */
void tree_begin_tables(struct tree *tree, const struct ply *root, enum side leaf_mover);
void tree_move_tables(struct tree *tree, const struct ply *p, int bit);

/* The sum of the genes' strips after a move: here the gain of a ranked move is not it. */
int32_t tree_sum_tabled(const struct tree *tree, const struct ply *p, int bit);

int32_t tree_leaf_tabled(struct tree *tree, const struct ply *p, uint64_t cell);
int32_t tree_frontier_tabled(struct tree *tree, const struct ply *p, int32_t beta);

/* The value of the leaf after a move to that cell, for the side that makes it. */
static inline int32_t tree_leaf(struct tree *tree, const struct ply *p, uint64_t cell)
{
    int32_t value = p->sum + tree->leaf_tempo +
                    evaluator_delta(tree->ev, &p->index, tree->viewer, bit_index(cell), p->mover);

    tree->nodes++;
    if (tree->leaf.has_rest) {
        uint64_t all = p->all | cell;
        uint64_t first = p->mover == SIDE_FIRST ? p->own | cell : p->own ^ p->all;

        value += leaf_rest(&tree->leaf, tree->viewer, first, all);
    }
    return p->mover == SIDE_FIRST ? value : -value;
}

/* The moves after which the opponent cannot win at once, where the side to move cannot either.
 * `threats` are the cells where the opponent would win. */
static inline uint64_t tree_safe_moves(const struct ply *p, uint64_t threats)
{
    uint64_t playable = playable_cells(p->all);
    uint64_t moves = playable & ~(threats >> 1);
    uint64_t forced = playable & threats;

    if (!forced)
        return moves;
    return forced & (forced - 1) ? 0 : moves & forced;
}

/* Whether the last two plies begin here. */
static inline bool tree_ends_in_two(const struct tree *tree, const struct ply *p)
{
    return p->depth == 2 && tree->in_two && p->plies + 2 < CELLS &&
           p->plies + 1 != tree->book_plies;
}

/*
 * The value of such a node, of which these moves do not lose at once; exact inside the window, a
 * bound outside it. For genomes without anything but strips, and with threat genes; see
 * last_two.h.
 */
int32_t tree_last_two(struct tree *tree, const struct ply *p, uint64_t moves, int32_t alpha,
                      int32_t beta);
int32_t tree_last_threats(struct tree *tree, const struct ply *p, uint64_t moves, int32_t alpha,
                          int32_t beta);

/*
 * Under extend=forced, see extend.c: the value for the side to move of a leaf that
 * is not over and not in the book; what takes the place of tree_leaf; and the last
 * ply of a search.
 */
int32_t tree_settle(struct tree *tree, struct position pos);
int32_t tree_leaf_forced(struct tree *tree, const struct ply *p, uint64_t cell);
int32_t tree_frontier_forced(struct tree *tree, const struct ply *p, int32_t beta);

#endif
