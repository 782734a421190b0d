#include "study/programs.h"

#include <string.h>

#define FOUR   100 /* the utility of a position with a four; others may be worth more */
#define WINDOW 200 /* of alpha-beta */

static const struct utility {
    double three, two, ends, one; /* a line of one side only; ends: two discs, one at each end */
    bool height, width, coward;
} utilities[] = {
    { 40, 9, 9.5, 0, false, false, false },  { 35, 8, 8.5, 0.5, false, false, false },
    { 35, 7.5, 7.5, 0, true, false, false }, { 30, 7, 7, 0.25, true, false, false },
    { 35, 7.5, 7.5, 0, false, true, false }, { 30, 7, 7, 0.25, false, true, false },
    { 35, 7.5, 7.5, 0, true, true, false },  { 30, 7, 7, 0.25, true, true, false },
    { 40, 9, 9.5, 0, false, false, true },   { 35, 8, 8.5, 0.5, false, false, true },
};

const char *const bleskachek_2019_utilities[] = {
    "lines",    "dots",    "height-lines", "height-dots", "weight-lines", "weight-dots",
    "hw-lines", "hw-dots", "coward-lines", "coward-dots", NULL,
};

/* The four directions in the order of the program, with the cells that lines begin at. Falling
 * lines begin at their right end. */
static const struct direction {
    int step, first_column, last_column, last_row;
} directions[] = {
    { COLUMN_BITS, 0, COLUMNS - 4, ROWS - 1 },     /* horizontal */
    { 1, 0, COLUMNS - 1, ROWS - 4 },               /* vertical */
    { COLUMN_BITS + 1, 0, COLUMNS - 4, ROWS - 4 }, /* rising */
    { 1 - COLUMN_BITS, 3, COLUMNS - 1, ROWS - 4 }, /* falling */
};

enum { HORIZONTAL, VERTICAL, RISING, FALLING };

struct four {
    uint64_t cell[4], cells, ends;
    double factor;
};

/* A utility function with its lines, in the order in which the program adds them up. */
struct function {
    const struct utility *utility;
    struct four line[LINES];
};

static double height_factor(int direction, int row)
{
    return direction == HORIZONTAL ? 9.5 / (row + 7) : 11.0 / (row + 10);
}

/* `column` counts from the column where lines of that direction begin. */
static double width_factor(int direction, int column)
{
    static const double vertical[] = { 0.9, 0.95, 1, 1.05, 1, 0.95, 0.9 };
    bool inner = column == 1 || column == 2;

    if (direction == VERTICAL)
        return vertical[column];
    if (direction == HORIZONTAL)
        return inner ? 1.15 : 0.9;
    return inner ? 1.2 : 0.95;
}

static double line_factor(const struct utility *u, int direction, int column, int row)
{
    double height = u->height ? height_factor(direction, row) : 1;

    return height * (u->width ? width_factor(direction, column) : 1);
}

static void function_make(struct function *f, int utility)
{
    struct four *line = f->line;

    f->utility = &utilities[utility];
    for (int d = HORIZONTAL; d <= FALLING; d++) {
        const struct direction *way = &directions[d];

        for (int column = way->first_column; column <= way->last_column; column++) {
            for (int row = 0; row <= way->last_row; row++, line++) {
                for (int i = 0; i < 4; i++)
                    line->cell[i] = UINT64_C(1) << (column * COLUMN_BITS + row + i * way->step);
                line->ends = line->cell[0] | line->cell[3];
                line->cells = line->ends | line->cell[1] | line->cell[2];
                line->factor = line_factor(f->utility, d, column - way->first_column, row);
            }
        }
    }
}

static double line_value(const struct utility *u, const struct four *line, uint64_t discs, int n)
{
    bool ends = n == 2 && (discs & line->cells) == line->ends;

    return line->factor * (n == 3 ? u->three : n == 1 ? u->one : ends ? u->ends : u->two);
}

/* Seen from the first player. The order of additions counts: they are doubles. */
static double utility_of(const struct function *f, const struct position *pos)
{
    uint64_t first = first_player_discs(pos), second = first ^ pos->all;
    double sum = 10, firsts = 0, seconds = 0;

    for (const struct four *line = f->line; line < f->line + LINES; line++) {
        int n = bit_count(first & line->cells), m = bit_count(second & line->cells);
        double value;

        if (n == 4 || m == 4)
            return n == 4 ? FOUR : -FOUR;
        if ((n == 0) == (m == 0))
            continue;
        value = line_value(f->utility, line, n ? first : second, n + m);
        sum += n ? value : -value;
        firsts += n ? value : 0;
        seconds += m ? value : 0;
    }
    if (!f->utility->coward)
        return sum;
    return pos->plies % 2 == 0 ? firsts - 1.5 * seconds : 1.5 * firsts - seconds;
}

double bleskachek_2019_utility(const struct position *pos, int utility)
{
    struct function f;

    function_make(&f, utility);
    return utility_of(&f, pos);
}

/* One move, with what it needs. */
struct thought {
    struct function function;
    uint64_t nodes;
};

/* The best utility after one move, the leftmost of equals; NO_MOVE when none is inside the window. */
static double greedy(struct thought *t, const struct position *pos, int *column)
{
    bool first = pos->plies % 2 == 0;
    double best = first ? -WINDOW : WINDOW;

    *column = NO_MOVE;
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1) {
        struct position next = *pos;
        double value;

        position_play(&next, moves & -moves);
        value = utility_of(&t->function, &next);
        t->nodes++;
        if (first ? value > best : value < best) {
            best = value;
            *column = bit_column(moves & -moves);
        }
    }
    return best;
}

/* Minimax that plays on below won positions. When all moves but the last are worth 200 or more to
 * the opponent, the last is taken for what it is worth itself, and is not searched. */
static double minimax(struct thought *t, const struct position *pos, int depth, int *column)
{
    bool first = pos->plies % 2 == 0;
    double best = first ? -WINDOW : WINDOW;

    t->nodes++;
    if (depth == 0)
        return utility_of(&t->function, pos);
    *column = NO_MOVE;
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1) {
        bool last = !(moves & (moves - 1)) && *column == NO_MOVE;
        struct position next = *pos;
        double value;
        int reply;

        position_play(&next, moves & -moves);
        value = last ? utility_of(&t->function, &next) : minimax(t, &next, depth - 1, &reply);
        if (last || (first ? value > best : value < best)) {
            best = value;
            *column = bit_column(moves & -moves);
        }
    }
    return best;
}

/* Alpha-beta as the program has it. `low` and `high` are the window; the column stays NO_MOVE when
 * no move lies inside it. */
static double alphabeta(struct thought *t, const struct position *pos, int depth, double low,
                        double high, int *column)
{
    bool first = pos->plies % 2 == 0;

    t->nodes++;
    if (depth == 0)
        return utility_of(&t->function, pos);
    *column = NO_MOVE;
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1) {
        struct position next = *pos;
        double value;
        int reply;

        position_play(&next, moves & -moves);
        value = alphabeta(t, &next, depth - 1, low, high, &reply);
        if (first ? value > low : value < high) {
            *column = bit_column(moves & -moves);
            if (first ? value > high : value < low)
                return value;
            *(first ? &low : &high) = value;
        }
    }
    return first ? low : high;
}

/* The first cell, in the order of the lines, that completes a four of the opponent; or 0. */
static uint64_t cell_to_block(const struct function *f, const struct position *pos)
{
    uint64_t theirs = pos->own ^ pos->all, playable = playable_cells(pos->all);

    for (const struct four *line = f->line; line < f->line + LINES; line++)
        if (bit_count(theirs & line->cells) == 3 && (line->cells & ~theirs & playable))
            return line->cells & ~theirs;
    return 0;
}

enum algorithm { GREEDY, MINIMAX, ALPHABETA };

static void choose_as(enum algorithm algorithm, bool blocks, const struct search_input *in,
                      struct worker *worker, struct choice *choice)
{
    struct thought t = { .nodes = 0 };
    int depth = algorithm == GREEDY ? 1 : in->keys->depth;
    uint64_t block;
    double value;

    function_make(&t.function, search_variant(in));
    block = blocks ? cell_to_block(&t.function, in->pos) : 0;
    if (block) {
        choice->column = bit_column(block);
        return;
    }
    value = algorithm == GREEDY ? greedy(&t, in->pos, &choice->column)
            : algorithm == MINIMAX
                ? minimax(&t, in->pos, depth, &choice->column)
                : alphabeta(&t, in->pos, depth, -WINDOW, WINDOW, &choice->column);
    choice->value = (int32_t)value;
    choice->depth = depth;
    choice->nodes = t.nodes;
    if (choice->column == NO_MOVE)
        strcpy(worker->why, "no move is inside the window");
}

/* Generation 1 does not block, generation 2 does. */
static void choose_greedy_1(const struct search_input *in, struct worker *worker, struct rng *rng,
                            struct choice *choice)
{
    (void)rng;
    choose_as(GREEDY, false, in, worker, choice);
}

static void choose_minimax_1(const struct search_input *in, struct worker *worker, struct rng *rng,
                             struct choice *choice)
{
    (void)rng;
    choose_as(MINIMAX, false, in, worker, choice);
}

static void choose_greedy_2(const struct search_input *in, struct worker *worker, struct rng *rng,
                            struct choice *choice)
{
    (void)rng;
    choose_as(GREEDY, true, in, worker, choice);
}

static void choose_minimax_2(const struct search_input *in, struct worker *worker, struct rng *rng,
                             struct choice *choice)
{
    (void)rng;
    choose_as(MINIMAX, true, in, worker, choice);
}

static void choose_alphabeta_3(const struct search_input *in, struct worker *worker,
                               struct rng *rng, struct choice *choice)
{
    (void)rng;
    choose_as(ALPHABETA, true, in, worker, choice);
}

/* A full board is a draw even if the last disc made a four. */
static enum outcome bleskachek_outcome(const struct position *pos)
{
    if (pos->plies == CELLS)
        return OUTCOME_DRAW;
    return position_outcome(pos);
}

#define ROW(text, about, function, keys)                                                           \
    {                                                                                              \
        .name = text, .help = "Bleskachek 2019: " about, .choose = function,                       \
        .takes = TAKES_VARIANT | (keys), .for_studies = true,                                      \
        .variants = bleskachek_2019_utilities, .outcome = bleskachek_outcome,                      \
        .no_move_draws = true                                                                      \
    }

const struct search bleskachek_2019_searches[] = {
    ROW("bleskachek-2019-greedy", "the best utility after its own move", choose_greedy_1, 0),
    ROW("bleskachek-2019-minimax", "minimax that plays on below won positions", choose_minimax_1,
        TAKES_DEPTH),
    ROW("bleskachek-2019-greedy-2", "blocks, else the best utility after its own move",
        choose_greedy_2, 0),
    ROW("bleskachek-2019-minimax-2", "blocks, else minimax", choose_minimax_2, TAKES_DEPTH),
    ROW("bleskachek-2019", "blocks, else alpha-beta; may give up, which is a draw",
        choose_alphabeta_3, TAKES_DEPTH),
    { 0 },
};
