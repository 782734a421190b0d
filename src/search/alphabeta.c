/*
 * alphabeta - the choice of minimax, found with far fewer nodes.
 *
 * What makes it fast, none of which can change a value:
 *  - a move after which the other side wins at once is never searched, so that
 *    no node has to ask whether its own side can win at once;
 *  - a threat that must be blocked leaves a single move;
 *  - the last two plies are searched at once, see last_two.h;
 *  - moves are tried best-looking first: the move of the hash table, then by what they
 *    add to the evaluation and half of what they keep the opponent from adding (which
 *    beats killer and history tables);
 *  - null windows for all but the first move;
 *  - a hash table small enough to stay in the cache.
 *
 * Under win=decay the first two do not hold (an evaluation can be worth more
 * than a win far away), so it has a plainer node of its own.
 */
#include "search/last_two.h"

/* The last ply: the best of the leaves below, none of which is a win. */
static int32_t frontier(struct tree *tree, const struct ply *p, int32_t beta)
{
    uint64_t playable = playable_cells(p->all);
    uint64_t first = playable & column_cells(tree->killer[p->plies]);
    int32_t best = -INFINITE;

    if (first) {
        best = tree_leaf(tree, p, first);
        if (best >= beta)
            return best;
        playable ^= first;
    }
    for (; playable; playable &= playable - 1) {
        int32_t value = tree_leaf(tree, p, playable & -playable);

        if (value > best) {
            best = value;
            if (best >= beta) {
                tree->killer[p->plies] = (uint8_t)bit_column(playable);
                break;
            }
        }
    }
    return best;
}

/* The sum after a move. */
static inline int32_t sum_after(const struct ply *p, int bit)
{
    int32_t gain = p->gains.of[p->mover][bit / COLUMN_BITS];

    return p->mover == SIDE_FIRST ? p->sum + gain : p->sum - gain;
}

/* What the leaves of a search are: bits. It is a constant wherever a function that takes it is
 * inlined: testing it in every node would cost up to 2%. */
enum leaf_kind { LEAF_PLAIN = 0, LEAF_EXTENDED = 1, LEAF_TABLED = 2, LEAF_KINDS = 4 };

typedef int32_t node_function(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta);

static node_function plain_node, extended_node, tabled_node, extended_tabled_node;

static inline int32_t child(struct tree *tree, const struct ply *p, int column, int32_t alpha,
                            int32_t beta, unsigned kind)
{
    static node_function *const node[LEAF_KINDS] = { plain_node, extended_node, tabled_node,
                                                     extended_tabled_node };
    int bit = p->gains.bit[column];
    struct ply next;

    next.own = p->own ^ p->all;
    next.all = p->all | UINT64_C(1) << bit;
    next.plies = p->plies + 1;
    next.depth = p->depth - 1;
    next.mover = (enum side) !p->mover;
    next.sum = kind & LEAF_TABLED ? tree_sum_tabled(tree, p, bit) : sum_after(p, bit);
    next.parent = p;
    next.bit = bit;
    if (kind & LEAF_TABLED)
        tree_move_tables(tree, p, bit);
    return -node[kind](tree, &next, -beta, -alpha);
}

/* The value of a leaf whose moves have been made, for its side to move. */
static int32_t leaf_here(const struct tree *tree, const struct ply *p)
{
    int32_t value = p->sum + tree->leaf_tempo;

    if (tree->leaf.has_rest) {
        uint64_t first = p->mover == SIDE_FIRST ? p->own : p->own ^ p->all;

        value += leaf_rest(&tree->leaf, tree->viewer, first, p->all);
    }
    return p->mover == SIDE_FIRST ? value : -value;
}

/* The value of a position of the book, or of a leaf that is not in it. */
static bool look_up(struct tree *tree, const struct ply *p, int32_t *value)
{
    struct position pos = { .own = p->own, .all = p->all, .plies = p->plies };

    tree->nodes++;
    if (book_value(tree->book, tree->win, &pos, value))
        return true;
    if (tree->book_at_leaf)
        *value = tree->extends ? tree_settle(tree, pos) : leaf_here(tree, p);
    return tree->book_at_leaf;
}

static inline int32_t last_ply(struct tree *tree, struct ply *p, int32_t beta, unsigned kind)
{
    tree_open_index(tree, p);
    return kind & LEAF_EXTENDED ? tree_frontier_forced(tree, p, beta)
           : kind & LEAF_TABLED ? tree_frontier_tabled(tree, p, beta)
                                : frontier(tree, p, beta);
}

/* Central columns first among equals: in the lowest bits of a rank. */
#define CENTRAL_RANK(column) ((column) < COLUMNS ? KEY_BITS - CENTRAL_PLACE(column) : 0)

static inline int central_column(int rank)
{
    int place = KEY_BITS - rank, twice = place + COLUMNS - 1;

    return twice % 2 ? (COLUMNS - 2 - place) / 2 : twice / 2;
}

/* How promising each move is. */
static inline void rank_moves(column_vector *rank, const struct ply *p, uint64_t moves)
{
    static const column_vector central = {
        CENTRAL_RANK(0),
        CENTRAL_RANK(1),
        CENTRAL_RANK(2),
        CENTRAL_RANK(3),
        CENTRAL_RANK(4),
        CENTRAL_RANK(5),
        CENTRAL_RANK(6),
        CENTRAL_RANK(7)
#if COLUMN_LANES > 8
            ,
        CENTRAL_RANK(8)
#endif
    };
    column_vector mine, theirs, known;

    safe_gains(&mine, p, moves);
    memcpy(&theirs, p->gains.of[!p->mover], sizeof theirs);
    known = mine != NO_GAIN;
    *rank = ((((mine + (theirs >> 1)) & ~KEY_BITS) | central) & known) | (~known & NO_KEY);
}

/* The column of the highest rank; COLUMNS if there is none left. */
static inline int best_ranked(const column_vector *rank)
{
    int32_t most = lanes_most(rank);

    return most == NO_KEY ? COLUMNS : central_column(most & KEY_BITS);
}

/* What the search of a node found. */
struct found {
    int32_t value;
    int column; /* HASH_NO_MOVE: nobody asked */
};

/* Stores it, and returns the value. */
static inline int32_t remember(struct tree *tree, struct hash_entry *entry, uint64_t key,
                               struct found found, int32_t alpha, int32_t beta)
{
    enum bound bound = found.value >= beta   ? BOUND_LOWER
                       : found.value > alpha ? BOUND_EXACT
                                             : BOUND_UPPER;

    if (bound == BOUND_EXACT)
        tree_note_exact(tree, key, found.column);
    if (!tree->stopped)
        hash_store(tree->hash, entry, key, found.value, bound, found.column);
    return found.value;
}

/*
 * The value of a position whose side to move cannot win at once; exact inside
 * the window, a bound outside it.
 */
__attribute__((always_inline)) static inline int32_t
node_as(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta, unsigned kind)
{
    uint64_t moves, key;
    column_vector rank;
    struct hash_entry *entry;
    int hint;
    int32_t best = -INFINITE, old_alpha = alpha;
    int best_column = HASH_NO_MOVE;

    /* 1. A full board, a position of the book, and the end of the search. */
    if (p->plies == CELLS - 1)
        return 0;
    if (p->plies == tree->book_plies && look_up(tree, p, &best))
        return best;
    if (p->depth == 1)
        return last_ply(tree, p, beta, kind);
    if (!tree_enter(tree))
        return 0;

    /* 2. Moves that do not lose at once. */
    p->own_wins = p->parent->other_wins & ~p->all;
    p->other_wins = winning_cells(p->own ^ p->all, p->all);
    moves = tree_safe_moves(p, p->other_wins);
    if (!moves)
        return -win_value(tree->win, p->plies + 2);

    /* 3. The hash table. */
    key = position_key(p->own, p->all);
    entry = hash_slot(tree->hash, key);
    hint = hash_hint(tree->hash, entry, key);
    if (hash_current(tree->hash, entry, key)) {
        if ((entry->bound & BOUND_LOWER) && entry->value >= beta)
            return entry->value;
        if ((entry->bound & BOUND_UPPER) && entry->value <= alpha)
            return entry->value;
        if (entry->bound == BOUND_EXACT)
            return entry->value;
    }

    tree_open(tree, p);
    if (kind == LEAF_PLAIN && tree_ends_in_two(tree, p)) {
        best = (tree->threats ? tree_last_threats : tree_last_two)(tree, p, moves, alpha, beta);
        return remember(tree, entry, key, (struct found){ best, HASH_NO_MOVE }, alpha, beta);
    }

    /* 4. The moves: what was best before, then best-looking first; null windows after the first. */
    rank_moves(&rank, p, moves);
    if (hint < COLUMNS && rank[hint] == NO_KEY)
        hint = HASH_NO_MOVE;
    for (int column = hint < COLUMNS ? hint : best_ranked(&rank); column < COLUMNS;
         column = best_ranked(&rank)) {
        int32_t value;

        rank[column] = NO_KEY;
        if (best == -INFINITE || p->depth == 2) {
            value = child(tree, p, column, alpha, beta, kind);
        } else {
            value = child(tree, p, column, alpha, alpha + 1, kind);
            if (value > alpha && value < beta)
                value = child(tree, p, column, alpha, beta, kind);
        }
        if (value <= best)
            continue;
        best = value;
        best_column = column;
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
    }

    /* 5. Remember. */
    return remember(tree, entry, key, (struct found){ best, best_column }, old_alpha, beta);
}

static int32_t plain_node(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta)
{
    return node_as(tree, p, alpha, beta, LEAF_PLAIN);
}

static int32_t extended_node(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta)
{
    return node_as(tree, p, alpha, beta, LEAF_EXTENDED);
}

static int32_t tabled_node(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta)
{
    return node_as(tree, p, alpha, beta, LEAF_TABLED);
}

static int32_t extended_tabled_node(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta)
{
    return node_as(tree, p, alpha, beta, LEAF_EXTENDED | LEAF_TABLED);
}

/*
 * win=decay: every level returns 0.95 of its best value, cut to an integer. A far
 * win can be worth less than an evaluation, so none of the shortcuts for wins and
 * losses hold; but the cut is monotone, so windows can be carried through it and
 * back.
 */

/* 0.95 x, cut toward zero; and the largest x for which that is at most `value`. */
static int32_t decay(int32_t x)
{
    return x * 19 / 20;
}

static int32_t decay_inverse(int32_t value)
{
    int64_t scaled = 20 * (int64_t)value;

    if (value >= INFINITE || value <= -INFINITE)
        return value;
    if (value >= 0)
        return (int32_t)((scaled + 20 + 18) / 19 - 1);
    return (int32_t)(-((-scaled + 18) / 19));
}

static int32_t decay_move(struct tree *tree, const struct ply *p, uint64_t cell, int32_t alpha,
                          int32_t beta);

/* Exact inside the window, a bound outside it. */
static int32_t decay_node(struct tree *tree, struct ply *p, int32_t alpha, int32_t beta)
{
    uint64_t key = position_key(p->own, p->all);
    struct hash_entry *entry = hash_slot(tree->hash, key);
    int32_t low = decay_inverse(alpha), high = decay_inverse(beta - 1) + 1;
    int32_t best = -INFINITE, value, old_low = low;
    struct ranked_move list[COLUMNS];
    int n;

    if (!tree_enter(tree))
        return 0;
    if (p->depth > 1 && hash_current(tree->hash, entry, key) &&
        (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->value >= beta) ||
         (entry->bound == BOUND_UPPER && entry->value <= alpha)))
        return entry->value;
    tree_open(tree, p);
    n = tree_order_moves(p, playable_cells(p->all), list);
    for (int i = 0; i < n && best < high; i++) {
        value = decay_move(tree, p, move_cell(list[i]), low, high);
        if (value > best)
            best = value;
        if (best > low)
            low = best;
    }
    value = decay(best);
    if (p->depth > 1 && !tree->stopped)
        hash_store(tree->hash, entry, key, value,
                   best >= high     ? BOUND_LOWER
                   : best > old_low ? BOUND_EXACT
                                    : BOUND_UPPER,
                   HASH_NO_MOVE);
    return value;
}

/* The value of a move for the side that makes it, exact inside the window. */
static int32_t decay_move(struct tree *tree, const struct ply *p, uint64_t cell, int32_t alpha,
                          int32_t beta)
{
    uint64_t own = p->own | cell, all = p->all | cell;
    int bit = bit_index(cell);
    struct ply next;

    if (has_four(own))
        return DECAY_WIN;
    if (all == BOARD_CELLS)
        return 0;
    if (p->depth == 1)
        return tree_leaf(tree, p, cell) / EVAL_UNITS;
    next.own = own ^ all;
    next.all = all;
    next.plies = p->plies + 1;
    next.depth = p->depth - 1;
    next.mover = (enum side) !p->mover;
    next.sum = sum_after(p, bit);
    next.parent = p;
    next.bit = bit;
    return -decay_node(tree, &next, -beta, -alpha);
}

/* The value of a move at the root, where wins, losses and the last ply can come at once. */
static inline int32_t root_move(struct tree *tree, const struct ply *root, struct ranked_move m,
                                int32_t alpha, int32_t beta)
{
    uint64_t own = root->own | move_cell(m), all = root->all | move_cell(m);

    if (tree->win == WIN_DECAY)
        return decay_move(tree, root, move_cell(m), alpha, beta);
    if (has_four(own))
        return win_value(tree->win, root->plies + 1);
    if (all == BOARD_CELLS)
        return 0;
    if (root->depth == 1)
        return tree->extends ? tree_leaf_forced(tree, root, move_cell(m))
                             : tree_leaf(tree, root, move_cell(m));
    if (winning_cells(own ^ all, all) & playable_cells(all))
        return -win_value(tree->win, root->plies + 2);
    return child(tree, root, move_column(m), alpha, beta,
                 (tree->extends ? LEAF_EXTENDED : 0u) | (tree->set ? LEAF_TABLED : 0u));
}

/* Whether `ties` prefers column a to b. Under TIES_RANDOM all ties are kept. */
static bool preferred(int a, int b, enum ties ties)
{
    return ties == TIES_RANDOM || choose_tied(1u << a | 1u << b, ties, NULL) == a;
}

static void move_to_front(struct ranked_move *list, int n, int column)
{
    for (int i = 1; i < n; i++) {
        struct ranked_move m = list[i];

        if (move_column(m) != column)
            continue;
        for (; i > 0; i--)
            list[i] = list[i - 1];
        list[0] = m;
        return;
    }
}

/* Searches all moves of the root; best first, so that the rest can be refuted cheaply. */
static struct root_result search_root(struct tree *tree, const struct ply *root,
                                      const struct search_input *in, int hint)
{
    enum ties ties = in->keys->ties;
    struct ranked_move list[COLUMNS];
    struct root_result best = { .value = -INFINITE };
    int n = tree_order_moves(root, search_moves(in), list);

    move_to_front(list, n, hint);
    for (int i = 0; i < n && !tree->stopped; i++) {
        int column = move_column(list[i]);
        int32_t bar = best.value; /* a value must exceed it to matter */
        int32_t value;

        if (i == 0) {
            value = root_move(tree, root, list[i], -INFINITE, INFINITE);
        } else {
            bar -= preferred(column, __builtin_ctz(best.columns), ties);
            value = root_move(tree, root, list[i], bar, bar + 1);
            if (value > bar)
                value = root_move(tree, root, list[i], bar, INFINITE);
        }
        if (value <= bar)
            continue;
        if (value > best.value || ties != TIES_RANDOM)
            best.columns = 0;
        best.columns |= 1u << column;
        best.value = value;
    }
    return best;
}

struct root_result tree_search(struct tree *tree, const struct search_input *in, int depth,
                               int hint)
{
    const struct position *pos = in->pos;
    struct ply root = { .own = pos->own,
                        .all = pos->all,
                        .plies = pos->plies,
                        .depth = depth,
                        .mover = side_to_move(pos),
                        .own_wins = winning_cells(pos->own, pos->all),
                        .other_wins = winning_cells(pos->own ^ pos->all, pos->all) };
    bool leaf_of_first = (pos->plies + depth) % 2 == 0;

    tree->book_at_leaf = tree->book_plies == pos->plies + depth;
    root.depth += tree->book_at_leaf;
    tree->viewer = leaf_viewer(in->keys->view, pos, depth);
    tree->leaf_tempo = leaf_of_first ? tree->ev->tempo : -tree->ev->tempo;
    root.index = evaluator_index(tree->ev, pos);
    root.sum = evaluator_sum(tree->ev, &root.index, tree->viewer);
    if (tree->ev->tables && !tree->leaf.sampler && tree->win != WIN_DECAY)
        tree_begin_tables(tree, &root, leaf_of_first ? SIDE_FIRST : SIDE_SECOND);
    tree->gain_of =
        tree->set ? tree->ev->tables->rough[tree->leaf_mover] : tree->ev->value[tree->viewer];
    gains_begin(&root.gains, &tree->ev->map, tree->gain_of, &root.index, pos->all);
    if (depth != tree->depth)
        hash_deepen(tree->hash);
    tree->depth = depth;
    return search_root(tree, &root, in, hint);
}
