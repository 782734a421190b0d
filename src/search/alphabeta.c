/*
 * alphabeta - the choice of minimax, found with far fewer nodes.
 *
 * What makes it fast, none of which can change a value:
 *  - a move after which the other side wins at once is never searched, so that
 *    no node has to ask whether its own side can win at once;
 *  - a threat that must be blocked leaves a single move;
 *  - the last ply is a loop of table look-ups without a call or a board;
 *  - moves are tried best-looking first: the move of the hash table, then by
 *    what they add to the evaluation;
 *  - null windows for all but the first move.
 *
 * Under win=decay the first two do not hold (an evaluation can be worth more
 * than a win far away), so decay has a plainer node of its own.
 */
#include "search/search.h"

#include <time.h>

struct alphabeta {
    const struct evaluator *ev;
    struct hash *hash;
    enum win_rule win;
    enum side viewer;
    int32_t leaf_tempo; /* tempo of the leaves, for the viewer */
    struct strip_index index;
    uint64_t nodes;
    uint64_t node_limit;
    struct timespec deadline; /* looked at when there is one */
    bool timed;
    bool stopped; /* a limit was hit: what is returned from here on means nothing */
};

struct window {
    int32_t alpha, beta;
};

/* One ply of the tree: who is to move is told by `who`, 0 for the viewer. */
struct ply {
    uint64_t own, all;
    int plies;
    int depth; /* plies left to search */
    int who;
    int32_t sum; /* strips, for the viewer */
};

struct ordered_move {
    uint64_t bit;
    int32_t delta;
    int32_t rank;
};

/* Bits are scanned from here on, so that central columns come first. */
static const uint8_t central_first[COLUMNS] = { 3, 2, 4, 1, 5, 0, 6 };

static void check_limits(struct alphabeta *ab)
{
    struct timespec now;

    if (ab->nodes >= ab->node_limit)
        ab->stopped = true;
    if (ab->timed && (ab->nodes & 0xfff) < 8) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        ab->stopped |= now.tv_sec > ab->deadline.tv_sec || (now.tv_sec == ab->deadline.tv_sec &&
                                                            now.tv_nsec >= ab->deadline.tv_nsec);
    }
}

/* Value of a leaf for the viewer: the strips are summed already. */
static inline int32_t leaf_value(const struct alphabeta *ab, int32_t sum, uint64_t discs,
                                 uint64_t all, enum side owner)
{
    int32_t value = sum + ab->leaf_tempo;

    if (ab->ev->has_threats) {
        uint64_t first = owner == SIDE_FIRST ? discs : discs ^ all;
        int32_t threats = evaluator_threats(ab->ev, first, all);

        value += ab->viewer == SIDE_FIRST ? threats : -threats;
    }
    return value;
}

/* The last ply: the best of the leaves below, none of which is a win. */
static int32_t frontier(struct alphabeta *ab, const struct ply *p, int32_t beta)
{
    uint64_t playable = playable_cells(p->all);
    enum side mover = (enum side)((int)ab->viewer ^ p->who);
    int32_t best = -INFINITE;

    for (int i = 0; i < COLUMNS; i++) {
        uint64_t bit = playable & column_cells(central_first[i]);
        int32_t value;

        if (!bit)
            continue;
        ab->nodes++;
        value = p->sum + evaluator_delta(ab->ev, &ab->index, bit_index(bit), p->who);
        value = leaf_value(ab, value, p->own | bit, p->all | bit, mover);
        if (p->who)
            value = -value;
        if (value > best) {
            best = value;
            if (best >= beta)
                break;
        }
    }
    return best;
}

static int order_moves(const struct alphabeta *ab, const struct ply *p, uint64_t moves, int hint,
                       struct ordered_move list[COLUMNS])
{
    int n = 0;

    for (int i = 0; i < COLUMNS; i++) {
        uint64_t bit = moves & column_cells(central_first[i]);
        struct ordered_move m;
        int at = n;

        if (!bit)
            continue;
        m.bit = bit;
        m.delta = evaluator_delta(ab->ev, &ab->index, bit_index(bit), p->who);
        m.rank = central_first[i] == hint ? INFINITE : p->who ? -m.delta : m.delta;
        for (; at > 0 && list[at - 1].rank < m.rank; at--)
            list[at] = list[at - 1];
        list[at] = m;
        n++;
    }
    return n;
}

static int32_t node(struct alphabeta *ab, const struct ply *p, int32_t alpha, int32_t beta);

static inline int32_t child(struct alphabeta *ab, const struct ply *p,
                            const struct ordered_move *m, int32_t alpha, int32_t beta)
{
    struct ply next = { .own = p->own ^ p->all,
                        .all = p->all | m->bit,
                        .plies = p->plies + 1,
                        .depth = p->depth - 1,
                        .who = !p->who,
                        .sum = p->sum + m->delta };
    int bit = bit_index(m->bit);
    int32_t value;

    strip_index_add(&ab->index, ab->ev, bit, p->who);
    value = -node(ab, &next, -beta, -alpha);
    strip_index_remove(&ab->index, ab->ev, bit, p->who);
    return value;
}

/*
 * The value of a position whose side to move cannot win at once; exact inside
 * the window, a bound outside it.
 */
static int32_t node(struct alphabeta *ab, const struct ply *p, int32_t alpha, int32_t beta)
{
    uint64_t threats, playable, moves, key;
    struct ordered_move list[COLUMNS];
    struct hash_entry *entry = NULL;
    int hint = HASH_NO_MOVE, n;
    int32_t best = -INFINITE, old_alpha = alpha;
    int best_column = HASH_NO_MOVE;

    /* 1. The end of the board, and the end of the search. */
    if (p->plies == CELLS - 1)
        return 0;
    if (p->depth == 1)
        return frontier(ab, p, beta);
    ab->nodes++;
    check_limits(ab);
    if (ab->stopped)
        return 0;

    /* 2. Moves that do not lose at once. */
    playable = playable_cells(p->all);
    threats = winning_cells(p->own ^ p->all, p->all);
    moves = playable & ~(threats >> 1);
    if (playable & threats) {
        uint64_t forced = playable & threats;

        moves = forced & (forced - 1) ? 0 : moves & forced;
    }
    if (!moves)
        return -win_value(ab->win, p->plies + 2);

    /* 3. What is known already. */
    key = position_key(p->own, p->all);
    if (p->depth > 2) {
        entry = hash_slot(ab->hash, key);
        if (hash_same_position(entry, key))
            hint = entry->column;
        if (hash_current(ab->hash, entry, key)) {
            if ((entry->bound & BOUND_LOWER) && entry->value >= beta)
                return entry->value;
            if ((entry->bound & BOUND_UPPER) && entry->value <= alpha)
                return entry->value;
            if (entry->bound == BOUND_EXACT)
                return entry->value;
        }
    }

    /* 4. The moves, best-looking first; null windows after the first. */
    n = order_moves(ab, p, moves, hint, list);
    for (int i = 0; i < n; i++) {
        int32_t value;

        if (i == 0 || p->depth == 2) {
            value = child(ab, p, &list[i], alpha, beta);
        } else {
            value = child(ab, p, &list[i], alpha, alpha + 1);
            if (value > alpha && value < beta)
                value = child(ab, p, &list[i], alpha, beta);
        }
        if (value <= best)
            continue;
        best = value;
        best_column = bit_column(list[i].bit);
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
    }

    /* 5. Remember. */
    if (entry && !ab->stopped)
        hash_store(ab->hash, entry, key, best,
                   best >= beta ? BOUND_LOWER : best > old_alpha ? BOUND_EXACT : BOUND_UPPER,
                   best_column);
    return best;
}

/* 0.95 x, cut toward zero, and the largest x that it takes to `value` or below. */
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
    return (int32_t)-((-scaled + 18) / 19);
}

static int32_t decay_child(struct alphabeta *ab, const struct ply *p, uint64_t bit, int32_t alpha,
                           int32_t beta);

/* As node, but knows nothing of wins to come: every level returns decay(best). */
static int32_t decay_node(struct alphabeta *ab, const struct ply *p, int32_t alpha, int32_t beta)
{
    uint64_t key = position_key(p->own, p->all);
    struct hash_entry *entry = hash_slot(ab->hash, key);
    int32_t low = decay_inverse(alpha), high = decay_inverse(beta - 1) + 1;
    int32_t best = -INFINITE, value, old_low = low;
    struct ordered_move list[COLUMNS];
    int n;

    ab->nodes++;
    check_limits(ab);
    if (ab->stopped)
        return 0;
    if (p->depth > 1 && hash_current(ab->hash, entry, key) &&
        (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->value >= beta) ||
         (entry->bound == BOUND_UPPER && entry->value <= alpha)))
        return entry->value;
    n = order_moves(ab, p, playable_cells(p->all), HASH_NO_MOVE, list);
    for (int i = 0; i < n && best < high; i++) {
        value = decay_child(ab, p, list[i].bit, low, high);
        if (value > best)
            best = value;
        if (best > low)
            low = best;
    }
    value = decay(best);
    if (p->depth > 1 && !ab->stopped)
        hash_store(ab->hash, entry, key, value,
                   best >= high ? BOUND_LOWER : best > old_low ? BOUND_EXACT : BOUND_UPPER,
                   HASH_NO_MOVE);
    return value;
}

/* The value of a move for the side that makes it, whatever it leads to. */
static int32_t decay_child(struct alphabeta *ab, const struct ply *p, uint64_t bit, int32_t alpha,
                           int32_t beta)
{
    uint64_t own = p->own | bit, all = p->all | bit;
    struct ply next = { .own = own ^ all,
                        .all = all,
                        .plies = p->plies + 1,
                        .depth = p->depth - 1,
                        .who = !p->who,
                        .sum = p->sum };
    int32_t value;

    next.sum += evaluator_delta(ab->ev, &ab->index, bit_index(bit), p->who);
    if (has_four(own))
        return DECAY_WIN;
    if (all == BOARD_CELLS)
        return 0;
    if (p->depth == 1) {
        ab->nodes++;
        value = leaf_value(ab, next.sum, own, all, (enum side)((int)ab->viewer ^ p->who));
        value /= EVAL_UNITS;
        return p->who ? -value : value;
    }
    strip_index_add(&ab->index, ab->ev, bit_index(bit), p->who);
    value = -decay_node(ab, &next, -beta, -alpha);
    strip_index_remove(&ab->index, ab->ev, bit_index(bit), p->who);
    return value;
}

/* The value of a move at the root, where wins, losses and the last ply can come at once. */
static int32_t root_move(struct alphabeta *ab, const struct ply *root, const struct ordered_move *m,
                         int32_t alpha, int32_t beta)
{
    uint64_t own = root->own | m->bit, all = root->all | m->bit;
    int32_t value;

    if (ab->win == WIN_DECAY)
        return decay_child(ab, root, m->bit, alpha, beta);
    if (has_four(own))
        return win_value(ab->win, root->plies + 1);
    if (all == BOARD_CELLS)
        return 0;
    if (root->depth == 1) {
        ab->nodes++;
        value = leaf_value(ab, root->sum + m->delta, own, all,
                           (enum side)((int)ab->viewer ^ root->who));
        return root->who ? -value : value;
    }
    if (winning_cells(own ^ all, all) & playable_cells(all))
        return -win_value(ab->win, root->plies + 2);
    return child(ab, root, m, alpha, beta);
}

/* Would `ties` choose column a rather than b? Under TIES_RANDOM all that tie are kept. */
static bool preferred(int a, int b, enum ties ties)
{
    return ties == TIES_RANDOM || choose_tied(1u << a | 1u << b, ties, NULL) == a;
}

struct root_result {
    unsigned columns; /* the best; one of them unless ties are random */
    int32_t value;
};

/* Searches all moves of the root; best first, so that the rest can be refuted cheaply. */
static struct root_result search_root(struct alphabeta *ab, const struct ply *root,
                                      enum ties ties, int hint)
{
    struct ordered_move list[COLUMNS];
    struct root_result best = { .value = -INFINITE };
    int n = order_moves(ab, root, playable_cells(root->all), hint, list);

    for (int i = 0; i < n && !ab->stopped; i++) {
        int column = bit_column(list[i].bit);
        int32_t bar = best.value; /* what it has to exceed to matter */
        int32_t value;

        if (i == 0) {
            value = root_move(ab, root, &list[i], -INFINITE, INFINITE);
        } else {
            bar -= preferred(column, __builtin_ctz(best.columns), ties);
            value = root_move(ab, root, &list[i], bar, bar + 1);
            if (value > bar)
                value = root_move(ab, root, &list[i], bar, INFINITE);
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

/* One search to a fixed depth. */
static struct root_result search_depth(struct alphabeta *ab, const struct search_input *in,
                                       int depth, int hint)
{
    const struct position *pos = in->pos;
    struct ply root = { .own = pos->own, .all = pos->all, .plies = pos->plies, .depth = depth };
    enum side leaf_mover = (enum side)((pos->plies + depth) % 2);

    ab->viewer = leaf_viewer(in->keys->view, pos, depth);
    ab->leaf_tempo = ab->viewer == leaf_mover ? ab->ev->tempo : -ab->ev->tempo;
    ab->index = evaluator_index(ab->ev, pos, ab->viewer);
    root.who = side_to_move(pos) != ab->viewer;
    root.sum = evaluator_sum(ab->ev, &ab->index);
    hash_begin(ab->hash, 8 + depth);
    return search_root(ab, &root, in->keys->ties, hint);
}

static void set_limits(struct alphabeta *ab, const struct search_keys *keys)
{
    ab->node_limit = keys->nodes ? keys->nodes : UINT64_MAX;
    ab->timed = keys->seconds > 0;
    if (ab->timed) {
        long whole = (long)keys->seconds;

        clock_gettime(CLOCK_MONOTONIC, &ab->deadline);
        ab->deadline.tv_sec += whole;
        ab->deadline.tv_nsec += (long)((keys->seconds - (double)whole) * 1e9);
        if (ab->deadline.tv_nsec >= 1000000000) {
            ab->deadline.tv_nsec -= 1000000000;
            ab->deadline.tv_sec++;
        }
    }
}

void choose_alphabeta(const struct search_input *in, struct worker *worker, struct rng *rng,
                      struct choice *choice)
{
    struct alphabeta ab = { .ev = in->ev, .hash = &worker->hash, .win = in->keys->win };
    int left = CELLS - in->pos->plies;
    int depth = in->keys->depth < left ? in->keys->depth : left;
    bool limited = in->keys->nodes || in->keys->seconds > 0;
    struct root_result best = { 0 };
    int hint = HASH_NO_MOVE;

    /* Limits start with the second step: the first always gives a move. */
    ab.node_limit = UINT64_MAX;
    for (int d = limited ? 1 : depth; d <= depth; d++) {
        struct root_result result = search_depth(&ab, in, d, hint);

        if (ab.stopped)
            break;
        best = result;
        choice->depth = d;
        hint = __builtin_ctz(best.columns);
        if (d == 1)
            set_limits(&ab, in->keys);
    }
    choice->value = best.value;
    choice->nodes = ab.nodes;
    choice->column = choose_tied(best.columns, in->keys->ties, rng);
}
