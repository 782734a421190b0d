#include "search/solver.h"

#include "base/clock.h"
#include "rules/proof.h"
#include "search/solver_lines.h"
#include "search/solver_order.h"
#include "search/solver_parity.h"

#define HASH_PLIES     (CELLS - 8)  /* later positions are searched faster than remembered */
#define LATE_PLIES     (CELLS - 18) /* later positions are remembered where that is quick */
#define LATE_MEGABYTES 1            /* fits into the processor's second cache */
#define MIRROR_PLIES   (CELLS / 3)  /* later positions hardly ever meet their mirror image */
#define EARLY_PLIES    (CELLS / 3)  /* until then slow wins and losses are looked for one by one */
#define QUICK_WIN      9     /* higher scores are looked for first, which takes little time */
#define HASH_MOVE_LEAD 10000 /* in the order of moves: before all others */
#define RULE_STEPS     200   /* of the search for a proof by rules */
#define TAKEN          -1    /* in the order of moves: already searched */

/* A position in which the side to move cannot win at once, and has moves that do not lose
 * at once. */
struct node {
    uint64_t own;     /* discs of the side to move */
    uint64_t all;     /* discs of both */
    uint64_t threats; /* empty cells that complete a four of the opponent */
    uint64_t moves;   /* the moves that do not lose at once */
    int plies;
};

struct child {
    struct node node;
    uint64_t bit; /* the move that leads to it */
    uint64_t hash;
    int order; /* the highest is searched first */
};

/* The score of a side that wins with its next disc after `plies`. */
static int win_at(int plies)
{
    return (CELLS + 1 - plies) / 2;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* The moves after which the opponent, who has these threats, cannot win at once. */
static inline uint64_t safe_moves(uint64_t all, uint64_t threats)
{
    uint64_t moves = playable_cells(all);
    uint64_t forced = moves & threats;

    if (forced & (forced - 1))
        return 0;
    if (forced)
        moves = forced;
    return moves & ~(threats >> 1);
}

/* The position after a safe move. It is lost for its side to move if it has no moves. */
static inline void node_after(struct node *next, const struct node *n, uint64_t bit)
{
    uint64_t all = n->all | bit;

    next->own = n->own ^ n->all;
    next->all = all;
    next->threats = lines_winning_cells(n->own | bit, all);
    next->moves = safe_moves(all, next->threats);
    next->plies = n->plies + 1;
}

static uint64_t node_hash(const struct solver *s, const struct node *n)
{
    uint64_t key = position_key(n->own, n->all);

    if (s->mirrors && n->plies < MIRROR_PLIES) {
        uint64_t mirrored = position_key(mirror_cells(n->own), mirror_cells(n->all));

        return solver_table_hash(key < mirrored ? key : mirrored);
    }
    return solver_table_hash(key);
}

static struct solver_table *table_for(struct solver *s, int plies)
{
    return plies < LATE_PLIES ? &s->table : &s->late;
}

static inline bool book_covers(const struct solver_book *book, int plies)
{
    return plies == book->plies || (plies > 0 && plies == book->early_plies);
}

/* What the book says, as bounds. */
static void book_bounds(const struct solver *s, const struct node *n, int *lower, int *upper)
{
    struct position pos = { .own = n->own, .all = n->all, .plies = n->plies };
    int result = s->book->result(s->book->data, &pos);

    bool score = s->book->scores || n->plies != s->book->plies;

    if (result == SOLVER_UNKNOWN)
        return;
    if (score || result >= 0)
        *lower = max_int(*lower, result);
    if (score || result <= 0)
        *upper = min_int(*upper, result);
}

/*
 * Fills in the children, left to right. Returns their number, or -1 if one of
 * them is lost at once for the opponent. What is remembered of them is asked for
 * now, because it takes long to come.
 */
static int expand(struct solver *s, const struct node *n, struct child child[COLUMNS])
{
    struct child *c = child;

    for (uint64_t moves = n->moves; moves; moves &= moves - 1, c++) {
        c->bit = moves & -moves;
        node_after(&c->node, n, c->bit);
        if (!c->node.moves)
            return -1;
        if (c->node.plies < HASH_PLIES) {
            c->hash = node_hash(s, &c->node);
            solver_table_prefetch(table_for(s, c->node.plies), c->hash);
        }
    }
    return (int)(c - child);
}

/* The move that was good before comes first. */
static void order_children(struct child *child, int count, const struct node *parent, int hash_move)
{
    uint64_t first = hash_move ? column_cells(hash_move - 1) : 0;
    uint64_t behind = lines_from_lowest(parent->threats) ^ lowest_cells(parent->threats);

    for (struct child *c = child; c < child + count; c++) {
        c->order = solver_order(&(struct order_move){ .bit = c->bit,
                                                      .own = c->node.own ^ c->node.all,
                                                      .all = c->node.all,
                                                      .threats = c->node.threats,
                                                      .replies = c->node.moves,
                                                      .behind = behind,
                                                      .plies = c->node.plies });
        if (c->bit & first)
            c->order += HASH_MOVE_LEAD;
    }
}

/* The most promising child that has not been taken yet. Marks it as taken. */
static struct child *take_best(struct child *child, int count)
{
    struct child *best = child;

    for (int i = 1; i < count; i++)
        if (child[i].order > best->order)
            best = &child[i];
    best->order = TAKEN;
    return best;
}

/* A lower bound above alpha that follows from what is known about the children; or alpha. */
static int bound_by_children(struct solver *s, const struct child *child, int count, int alpha)
{
    int plies = child[0].node.plies;

    for (int i = 0; i < count; i++) {
        const struct node *n = &child[i].node;
        int bound = solver_parity_bound(n->own, n->all, n->threats, plies, -alpha - 1);

        if (bound != PARITY_UNKNOWN)
            return -bound;
    }
    if (plies >= HASH_PLIES)
        return alpha;
    for (int i = 0; i < count; i++) {
        int bound = -solver_table_get(table_for(s, plies), child[i].hash).upper;

        if (bound > alpha)
            return bound;
    }
    return alpha;
}

/* An upper bound that is at most alpha, if rules prove one; or PARITY_UNKNOWN. */
static int bound_by_rules(const struct solver *s, const struct node *n, int alpha)
{
    struct position pos = { .own = n->own, .all = n->all, .plies = n->plies };
    struct proof proof;

    if (alpha < -1)
        return PARITY_UNKNOWN;
    prover_prove(s->prover, &pos, RULE_STEPS, &proof);
    if (proof.claim == PROOF_WON)
        return -1;
    return proof.claim == PROOF_NOT_LOST && alpha >= 0 ? 0 : PARITY_UNKNOWN;
}

/* Has the caller or a limit put an end to it? */
static bool must_stop(struct solver *s)
{
    s->stopped = (s->stop && *s->stop) || (s->node_limit && s->nodes >= s->node_limit) ||
                 (s->deadline_s > 0 && clock_s() >= s->deadline_s);
    return s->stopped;
}

/*
 * Is the score above alpha? The answer is a lower bound of the score if it is
 * above alpha, and an upper bound otherwise. Once stopped it means nothing.
 */
static int search(struct solver *s, const struct node *start, int alpha)
{
    struct child child[COLUMNS];
    struct node forced[2];
    const struct node *n = start;
    struct table_bounds known = { 0 };
    uint64_t nodes_before = s->nodes;
    uint64_t hash = 0;
    int sign = 1; /* -1 when the side to move is not that of start */
    int lower, upper, count, best;

    for (;;) {
        if ((++s->nodes & (SOLVER_STEP - 1)) == 0 && must_stop(s))
            return 0;
        if (n->plies >= CELLS - 2)
            return 0;

        /* 1. Neither side wins with one of the next two discs, which rules out some scores. The
         * book may know more. */
        lower = -win_at(n->plies + 3);
        upper = win_at(n->plies + 2);
        if (s->book && book_covers(s->book, n->plies))
            book_bounds(s, n, &lower, &upper);
        if (alpha >= upper)
            return sign * upper;
        if (alpha < lower)
            return sign * lower;

        /* 2. If there is only one move, go on to the next position. */
        if (n->moves & (n->moves - 1))
            break;
        node_after(&forced[sign > 0], n, n->moves);
        n = &forced[sign > 0];
        if (!n->moves)
            return sign * upper;
        alpha = -alpha - 1;
        sign = -sign;
    }

    /* 3. A side without a line to fill cannot win. */
    if (!lines_has_four((alpha >= 0 ? n->own : n->own ^ n->all) | (BOARD_CELLS ^ n->all)))
        return 0;

    /* 4. Does parity decide? Step 7 has asked that about start. */
    if (n != start) {
        best = solver_parity_bound(n->own, n->all, n->threats, n->plies, alpha);
        if (best != PARITY_UNKNOWN)
            return sign * best;
    }

    /* 5. Has it been searched before? */
    if (n->plies < HASH_PLIES) {
        hash = node_hash(s, n);
        known = solver_table_get(table_for(s, n->plies), hash);
        lower = max_int(lower, known.lower);
        upper = min_int(upper, known.upper);
        if (alpha >= upper)
            return sign * upper;
        if (alpha < lower)
            return sign * lower;
    }

    if (s->prover && n->plies <= s->prover_plies) {
        best = bound_by_rules(s, n, alpha);
        if (best != PARITY_UNKNOWN)
            return sign * best;
    }

    /* 6. Does a move leave no defence? If none does, a win takes one more disc. */
    count = expand(s, n, child);
    if (count < 0)
        return sign * win_at(n->plies + 2);
    upper = min_int(upper, win_at(n->plies + 4));
    if (alpha >= upper)
        return sign * upper;

    /* 7. Is one of the positions after a move known well enough? */
    best = bound_by_children(s, child, count, alpha);
    if (best > alpha)
        return sign * best;

    /* 8. Search the moves until one is good enough. */
    order_children(child, count, n, known.move);
    best = -TABLE_SCORE_MAX;
    for (int i = 0; i < count && best <= alpha; i++) {
        const struct child *next = take_best(child, count);
        int score = -search(s, &next->node, -alpha - 1);

        if (s->stopped)
            return 0;
        if (score > alpha)
            known.move = bit_column(next->bit) + 1;
        best = max_int(best, score);
    }

    /* 9. Remember. */
    if (n->plies < HASH_PLIES) {
        known.lower = best > alpha ? best : lower;
        known.upper = best > alpha ? upper : min_int(best, upper);
        solver_table_put(table_for(s, n->plies), hash, known, s->nodes - nodes_before);
    }
    return sign * best;
}

/* Can two positions that follow from this one be mirror images? */
static bool mirrors_can_meet(const struct position *pos)
{
    uint64_t both = pos->all & mirror_cells(pos->all);

    return ((pos->own ^ mirror_cells(pos->own)) & both) == 0;
}

/*
 * The next question about a score between min and max: is it above this value?
 * Quick wins, for either side, come first, because they are cheap to find; then
 * win, draw or loss; then, early in the game, the slowest win or loss first, because
 * what is found for one is of use for the next. Later bisection takes fewer nodes.
 */
static int next_question(int min, int max, int plies)
{
    int skipped = plies <= EARLY_PLIES ? 0 : (max - min - 1) / 2;

    if (min >= 0)
        return min + skipped;
    if (max <= 0)
        return max - 1 - skipped;
    if (-min >= max)
        return -min > QUICK_WIN ? min / 2 : -1;
    return max > QUICK_WIN ? max / 2 : 0;
}

/* The score, clamped to min and max. */
static int solve(struct solver *s, const struct position *pos, int min, int max)
{
    uint64_t opponent = pos->own ^ pos->all;
    struct node root = { .own = pos->own, .all = pos->all, .plies = pos->plies };

    s->stopped = false;
    if (has_four(opponent))
        return -win_at(pos->plies - 1);
    if (pos->all == BOARD_CELLS)
        return 0;
    if (immediate_wins(pos))
        return win_at(pos->plies);
    root.threats = winning_cells(opponent, pos->all);
    root.moves = safe_moves(pos->all, root.threats);
    if (!root.moves)
        return -win_at(pos->plies + 1);
    s->mirrors = mirrors_can_meet(pos);
    solver_table_age(&s->table);
    solver_table_age(&s->late);
    min = max_int(min, -win_at(pos->plies + 3));
    max = min_int(max, win_at(pos->plies + 2));
    while (min < max) {
        int alpha = next_question(min, max, pos->plies);
        int score = search(s, &root, alpha);

        if (s->stopped)
            return SOLVER_STOPPED;
        if (score > alpha)
            min = score;
        else
            max = score;
    }
    return min;
}

int solver_init(struct solver *s, size_t megabytes, struct err *err)
{
    size_t late = megabytes < LATE_MEGABYTES ? megabytes : LATE_MEGABYTES;

    *s = (struct solver){ 0 };
    if (solver_table_init(&s->table, megabytes, err) == 0 &&
        solver_table_init(&s->late, late, err) == 0)
        return 0;
    solver_release(s);
    return -1;
}

void solver_release(struct solver *s)
{
    solver_table_release(&s->table);
    solver_table_release(&s->late);
    *s = (struct solver){ 0 };
}

void solver_forget(struct solver *s)
{
    solver_table_forget(&s->table);
    solver_table_forget(&s->late);
}

int solver_score(struct solver *s, const struct position *pos)
{
    return solve(s, pos, -TABLE_SCORE_MAX, TABLE_SCORE_MAX);
}

int solver_bounded(struct solver *s, const struct position *pos, int low, int high)
{
    return solve(s, pos, low, high);
}

int solver_wdl(struct solver *s, const struct position *pos)
{
    int score = solve(s, pos, -1, 1);

    return score == SOLVER_STOPPED ? score : (score > 0) - (score < 0);
}

/* The score of a move that is worth at most `best`; or SOLVER_STOPPED. */
static int move_score(struct solver *s, const struct position *pos, uint64_t bit, int best)
{
    struct position next = *pos;
    int score;

    position_play(&next, bit);
    score = solve(s, &next, -best, TABLE_SCORE_MAX);
    return score == SOLVER_STOPPED ? score : -score;
}

int solver_moves(struct solver *s, const struct position *pos, int score[COLUMNS])
{
    bool symmetric = mirror_cells(pos->own) == pos->own && mirror_cells(pos->all) == pos->all;
    int best = solver_score(s, pos);

    for (int column = 0; column < COLUMNS && best != SOLVER_STOPPED; column++) {
        uint64_t bit = playable_cells(pos->all) & column_cells(column);

        if (!bit)
            score[column] = SOLVER_NO_MOVE;
        else if (symmetric && column > COLUMNS / 2)
            score[column] = score[COLUMNS - 1 - column];
        else
            score[column] = move_score(s, pos, bit, best);
        if (score[column] == SOLVER_STOPPED)
            return -1;
    }
    return best == SOLVER_STOPPED ? -1 : 0;
}
