/*
 * best - alpha-beta and the exact solver share the limit of a move.
 *
 * Alpha-beta goes deeper step by step and names a favourite. The solver is asked for
 * the result of the position (win, draw or loss), then which moves reach it, the
 * favourite first; and before the result is known, a little of the time, whether the
 * favourite holds (does not lose) or wins. A question gets a few nodes at first and
 * four times as many whenever it is asked again, so that easy ones are answered early.
 * Moves that are proved worse than another are left out; if the favourite is one,
 * alpha-beta names another. That ends when the favourite is proved best, or at the
 * limit; then a move that is proved best goes before one that is not.
 *
 * Alpha-beta begins no step that would probably take it beyond its share: a step that
 * does not finish is worth nothing, while the solver remembers what it has found. Once
 * the favourite is proved, alpha-beta goes on choosing among the moves that reach the
 * result, while the solver looks for the quickest win or the longest defence.
 */
#include <math.h>

#include "base/clock.h"
#include "search/deepen.h"
#include "search/perfect.h"

#define HASH_SIZE_BITS 18
#define SHARE          0.5               /* of the limit, for alpha-beta */
#define STEP_GROWTH    2.5               /* how much longer the next step takes, about */
#define FIRST_TRY      (2 * SOLVER_STEP) /* nodes for a question that is asked first */
#define MOST_TRIES     20
#define ROOT_LEAD      3 /* tries that the question for the result is ahead of others */
#define FALLBACK_DEPTH 4

/* About the position: its result, its score; or about a move. */
enum question { ASK_ROOT, ASK_HOLDS, ASK_WINS, ASK_SCORE, QUESTIONS };

/* A move, and what has been proved about its result for the side that makes it: 1, 0 or -1. */
struct root_move {
    struct position after;
    int low, high;
};

struct best {
    const struct search_input *in;
    struct search_input inner; /* of alpha-beta: without the book, which is for the solver */
    struct search_keys inner_keys;
    struct worker *worker;
    struct deepening ab;
    struct root_move move[COLUMNS];
    unsigned open;                 /* columns, as bits */
    int tries[QUESTIONS][COLUMNS]; /* without an answer; about the position: in column 0 */
    bool known;                    /* the result of the position: no move's `high` is above it */
    unsigned scored;               /* columns that reach the exact score, once it is known */
    int score;
    bool limited;
    double start_s;
    uint64_t solver_nodes;
    double ab_cost, solver_cost, last_step; /* see spent */
};

/* How much of the limit has been used: 1 for all of it. Without a limit, the nodes. */
static double spent(const struct best *b)
{
    const struct search_keys *keys = b->in->keys;
    double nodes = (double)(b->ab.tree.nodes + b->solver_nodes);
    double share = 0;

    if (!b->limited)
        return nodes;
    if (keys->nodes)
        share = nodes / (double)keys->nodes;
    if (keys->seconds > 0)
        share = fmax(share, (clock_s() - b->start_s) / keys->seconds);
    return share;
}

static double deadline_of(const struct best *b)
{
    return b->in->keys->seconds > 0 ? b->start_s + b->in->keys->seconds : INFINITY;
}

static bool is_over(const struct best *b)
{
    return worker_stopped(b->worker) || (b->limited && spent(b) >= 1);
}

/* The highest lower and upper bound of a move. */
static struct root_move best_bounds(const struct best *b)
{
    struct root_move best = { .low = -1, .high = -1 };

    for (unsigned rest = b->open; rest; rest &= rest - 1) {
        const struct root_move *m = &b->move[__builtin_ctz(rest)];

        best.low = m->low > best.low ? m->low : best.low;
        best.high = m->high > best.high ? m->high : best.high;
    }
    return best;
}

/* The columns that are not proved worse than another. While some move may not be lost, those that
 * are lost count as worse. */
static unsigned candidates(const struct best *b)
{
    struct root_move best = best_bounds(b);
    int least = b->known ? best.high : best.low < 0 && best.high > -1 ? 0 : best.low;
    unsigned found = 0;

    for (unsigned rest = b->open; rest; rest &= rest - 1)
        if (b->move[__builtin_ctz(rest)].high >= least)
            found |= rest & -rest;
    return found;
}

/* The columns of moves that no other can be better than. */
static unsigned proved(const struct best *b)
{
    int high = best_bounds(b).high;
    unsigned found = 0;

    for (unsigned rest = b->open; rest; rest &= rest - 1)
        if (b->move[__builtin_ctz(rest)].low >= high)
            found |= rest & -rest;
    return found;
}

static int favourite_of(const struct best *b)
{
    return __builtin_ctz(b->ab.best.columns);
}

/* Alpha-beta among these columns. False if it was stopped. */
static bool step(struct best *b, int depth, unsigned columns)
{
    const struct search_keys *keys = b->in->keys;
    double before = spent(b);
    bool done;

    b->inner.columns = columns;
    tree_set_limits(&b->ab.tree, keys->nodes ? keys->nodes - b->solver_nodes : UINT64_MAX,
                    deadline_of(b));
    b->ab.other_nodes = b->solver_nodes;
    done = deepening_step(&b->ab, &b->inner, depth);
    b->last_step = spent(b) - before;
    b->ab_cost += b->last_step;
    return done;
}

/* Takes over what alpha-beta proves among these columns. True if that settles the choice. */
static bool ab_settles(struct best *b, unsigned columns)
{
    int32_t value = b->ab.best.value;

    if (value > EVAL_LIMIT)
        b->move[favourite_of(b)].low = 1;
    if (value >= -EVAL_LIMIT)
        return value > EVAL_LIMIT;
    for (int c = 0; c < COLUMNS; c++)
        b->move[c].high = -1;
    if (columns != b->open) /* a move that was left out may lose later than these */
        b->ab.best.columns = 0;
    return columns == b->open;
}

/* Lets the solver work on a question that was tried this often. False if no nodes are left. */
static bool limit_solver(struct best *b, int tries)
{
    uint64_t limit = b->in->keys->nodes, used = b->ab.tree.nodes + b->solver_nodes;
    uint64_t budget = (uint64_t)FIRST_TRY << 2 * (tries < MOST_TRIES ? tries : MOST_TRIES);
    struct solver *s = &b->worker->solver;

    if (limit && used + SOLVER_STEP > limit)
        return false;
    if (limit && budget > limit - used)
        budget = (limit - used) / SOLVER_STEP * SOLVER_STEP;
    s->nodes = 0;
    s->node_limit = budget;
    s->deadline_s = deadline_of(b);
    return true;
}

/* Which moves win soonest, or lose last? True if that was found. */
static bool ask_score(struct best *b)
{
    struct solver *s = &b->worker->solver;
    bool won = best_bounds(b).low > 0;

    b->score =
        solver_bounded(s, b->in->pos, won ? 1 : -TABLE_SCORE_MAX, won ? TABLE_SCORE_MAX : -1);
    if (b->score != SOLVER_STOPPED)
        b->scored = perfect_columns(s, b->in, b->score, favourite_of(b));
    return b->scored != 0;
}

/* Does the move win, or hold? True if that was found. */
static bool ask_result(struct best *b, int column, enum question question)
{
    struct root_move *m = &b->move[column];
    int most = question == ASK_WINS ? -1 : 0; /* for the opponent, if it does */
    int score = solver_bounded(&b->worker->solver, &m->after, most, most + 1);

    if (score == SOLVER_STOPPED)
        return false;
    if (score <= most)
        m->low = -most;
    else
        m->high = -most - 1;
    return true;
}

/* What is the result of the position? True if that was found. */
static bool ask_root(struct best *b)
{
    int result = solver_wdl(&b->worker->solver, b->in->pos);

    if (result == SOLVER_STOPPED)
        return false;
    b->known = true;
    for (int c = 0; c < COLUMNS; c++)
        if (b->move[c].high > result)
            b->move[c].high = result;
    return true;
}

static bool ask(struct best *b, enum question question, int column)
{
    double before = spent(b);
    bool found;

    if (!limit_solver(b, b->tries[question][column]))
        return false;
    if (question == ASK_ROOT)
        found = ask_root(b);
    else if (question == ASK_SCORE)
        found = ask_score(b);
    else
        found = ask_result(b, column, question);
    b->tries[question][column] += !found;
    b->solver_nodes += b->worker->solver.nodes;
    b->solver_cost += spent(b) - before;
    return true;
}

/* Which of these moves reach the result, which is known and not a loss? */
static enum question ask_which(const struct best *b, unsigned columns, int favourite, int *column)
{
    enum question question = best_bounds(b).high > 0 ? ASK_WINS : ASK_HOLDS;

    *column = favourite;
    if (proved(b)) /* a move is known, but alpha-beta likes another */
        return question;
    for (unsigned rest = columns; rest; rest &= rest - 1)
        if (b->tries[question][__builtin_ctz(rest)] < b->tries[question][*column])
            *column = __builtin_ctz(rest);
    return question;
}

/* The next question, and the column that it is about; QUESTIONS if there is none. */
static enum question next_question(const struct best *b, unsigned columns, int *column)
{
    int favourite = favourite_of(b);
    const struct root_move *f = &b->move[favourite];
    int root, holds, wins;

    *column = 0;
    if (proved(b) & 1u << favourite)
        return b->in->keys->win == WIN_DISTANCE && f->low != 0 ? ASK_SCORE : QUESTIONS;
    if (b->known)
        return ask_which(b, columns, favourite, column);
    root = b->tries[ASK_ROOT][0] - ROOT_LEAD;
    holds = f->low < 0 ? b->tries[ASK_HOLDS][favourite] : root;
    wins = f->high > 0 ? b->tries[ASK_WINS][favourite] : root;
    if (root <= holds && root <= wins)
        return ASK_ROOT;
    *column = favourite;
    return f->low < 0 && holds <= wins ? ASK_HOLDS : ASK_WINS;
}

/* Can alpha-beta probably finish another step? */
static bool may_deepen(const struct best *b, bool asks)
{
    double next = STEP_GROWTH * b->last_step;

    if (b->ab.depth >= deepening_limit(b->in))
        return false;
    if (!b->limited)
        return true;
    return asks ? b->ab_cost + next <= SHARE : spent(b) + next <= 1;
}

/* Is there only one move that is any good? While it may be lost like all others, there may be a
 * better defence. */
static bool has_no_choice(const struct best *b, unsigned columns)
{
    return !(columns & (columns - 1)) &&
           (columns == b->open || b->known || b->move[__builtin_ctz(columns)].low >= 0);
}

/* Does one piece of work; false if there is nothing left to do. */
static bool work(struct best *b)
{
    unsigned columns = candidates(b);
    enum question question;
    bool deeper;
    int column;

    if (!(b->ab.best.columns & columns)) /* there is no favourite */
        return step(b, b->ab.depth ? b->ab.depth : 1, columns) && !ab_settles(b, columns);
    if (b->scored || has_no_choice(b, columns))
        return false;
    question = next_question(b, columns, &column);
    deeper = may_deepen(b, question != QUESTIONS) && columns & (columns - 1);
    if (deeper && (question == QUESTIONS || b->ab_cost <= b->solver_cost))
        return step(b, b->ab.depth + 1, columns) && !ab_settles(b, columns);
    if (question == QUESTIONS || (!b->limited && !deeper && b->solver_cost >= b->ab_cost))
        return false;
    return ask(b, question, column);
}

/* If the limit came before there was a favourite among the candidates: one that is found at once. */
static void find_favourite(struct best *b)
{
    unsigned columns = candidates(b);
    int deepest = deepening_limit(b->in);

    if (b->ab.best.columns & columns)
        return;
    b->ab.tree.stop = NULL;
    b->inner.columns = columns;
    tree_set_limits(&b->ab.tree, UINT64_MAX, INFINITY);
    deepening_step(&b->ab, &b->inner, deepest < FALLBACK_DEPTH ? deepest : FALLBACK_DEPTH);
}

/* The value of a result that is known, with its distance if alpha-beta or the solver knows it. */
static int32_t result_value(const struct best *b, int result)
{
    int32_t value = b->ab.best.value;

    if (b->scored)
        return perfect_value(b->in->keys->win, b->score, b->in->pos->plies);
    if (result > 0 ? value > EVAL_LIMIT : value < -EVAL_LIMIT)
        return value;
    return result * (b->in->keys->win == WIN_FLAT ? WIN_VALUE : BOOK_WIN);
}

static void conclude(struct best *b, struct rng *rng, struct choice *choice)
{
    unsigned columns = candidates(b), sure = proved(b);

    if (b->known && !(columns & (columns - 1))) /* all others are worse */
        sure = columns;
    if (sure)
        columns = sure;
    if (columns & b->ab.best.columns)
        columns &= b->ab.best.columns;
    if (b->scored)
        columns = b->scored;
    *choice = (struct choice){ .column = choose_tied(columns, b->in->keys->ties, rng),
                               .depth = b->ab.depth,
                               .value = b->ab.best.value,
                               .nodes = b->ab.tree.nodes + b->solver_nodes };
    if (sure) {
        choice->depth = CELLS - b->in->pos->plies;
        choice->value = result_value(b, best_bounds(b).high);
    }
}

/* The last step, if it is not what alpha-beta has told. */
static void tell_choice(const struct best *b, const struct choice *choice)
{
    const struct search_watch *watch = b->in->watch;
    struct moves pv = { 0 };

    if (!watch || !watch->step ||
        (b->ab.best.columns == 1u << choice->column && choice->depth == b->ab.depth))
        return;
    moves_push(&pv, choice->column);
    watch->step(watch->context, choice, &pv);
}

static void begin(struct best *b, const struct search_input *in, struct worker *worker,
                  struct rng *rng)
{
    const struct search_keys *keys = in->keys;

    *b = (struct best){ .in = in,
                        .inner = *in,
                        .inner_keys = *keys,
                        .worker = worker,
                        .limited = keys->nodes || keys->seconds > 0,
                        .start_s = clock_s() };
    b->inner.keys = &b->inner_keys;
    b->inner_keys.book = NULL;
    for (uint64_t moves = playable_cells(in->pos->all); moves; moves &= moves - 1) {
        struct root_move *m = &b->move[bit_column(moves)];

        *m = (struct root_move){ *in->pos, -1, 1 };
        position_play(&m->after, moves & -moves);
        b->open |= 1u << bit_column(moves);
    }
    deepening_begin(&b->ab, &b->inner, worker, rng, HASH_SIZE_BITS);
}

void choose_best(const struct search_input *in, struct worker *worker, struct rng *rng,
                 struct choice *choice)
{
    struct solver *s = &worker->solver;
    struct solver_book book = { 0 };
    struct best b;

    begin(&b, in, worker, rng);
    if (in->keys->book)
        book = book_for_solver(in->keys->book);
    s->book = in->keys->book ? &book : NULL;
    if (in->keys->seconds == 0) /* what it remembers must not change the choice */
        solver_forget(s);
    while (work(&b) && !is_over(&b))
        ;
    s->book = NULL;
    s->node_limit = 0;
    s->deadline_s = 0;
    find_favourite(&b);
    conclude(&b, rng, choice);
    tell_choice(&b, choice);
}
