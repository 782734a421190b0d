#include "study/programs.h"

#include <assert.h>

/* Four cells from one on; the rows count from the top. */
static uint64_t four_cells(int row, int column, int down, int right)
{
    uint64_t cells = 0;

    for (int i = 0; i < 4; i++)
        cells |= cell_bit(column + i * right, ROWS - 1 - (row + i * down));
    return cells;
}

/* One diagonal after the other, from the lower left corner on, or the upper left if they rise. */
static int add_diagonals(uint64_t *line, bool rising)
{
    int n = 0;

    for (int start = 4 - ROWS; start <= COLUMNS - 4; start++) {
        int row = start < 0 ? -start : 0, column = start < 0 ? 0 : start;

        for (; row <= ROWS - 4 && column <= COLUMNS - 4; row++, column++)
            line[n++] =
                rising ? four_cells(ROWS - 1 - row, column, -1, 1) : four_cells(row, column, 1, 1);
    }
    return n;
}

/* All lines in the order of the program: rows from the top, columns, falling and rising lines. */
static void all_lines(uint64_t line[LINES])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column <= COLUMNS - 4; column++)
            line[n++] = four_cells(row, column, 0, 1);
    for (int row = 0; row <= ROWS - 4; row++)
        for (int column = 0; column < COLUMNS; column++)
            line[n++] = four_cells(row, column, 1, 0);
    n += add_diagonals(line + n, false);
    n += add_diagonals(line + n, true);
    assert(n == LINES);
}

enum heuristic { SUM_CUBED, SINGULAR, SAMPLING };

#define SAMPLED_LINES 10

struct thought {
    enum heuristic heuristic;
    bool right_sign; /* not as the program has it */
    enum side chooser;
    uint64_t line[LINES];
    struct rng *rng;
    uint64_t nodes;
};

static int line_value(enum heuristic heuristic, int own, int other)
{
    static const int singular[] = { 0, 1, 10, 100, 1000 };
    int sum = own - other;

    if (heuristic == SUM_CUBED)
        return sum * sum * sum;
    if (heuristic == SINGULAR)
        return other == 0 ? singular[own] : own == 0 ? -singular[other] : 0;
    return sum;
}

/* The heuristic, as the side to move sees it. */
static int heuristic_value(struct thought *t, const struct position *pos)
{
    int value = 0, lines = t->heuristic == SAMPLING ? SAMPLED_LINES : LINES;

    for (int i = 0; i < lines; i++) {
        uint64_t line = t->line[t->heuristic == SAMPLING ? rng_below(t->rng, LINES) : (uint64_t)i];

        value += line_value(t->heuristic, bit_count(pos->own & line),
                            bit_count((pos->own ^ pos->all) & line));
    }
    return value;
}

static const int column_order[] = { 3, 2, 4, 1, 5, 0, 6 };

#define STUDY_COLUMNS ((int)(sizeof column_order / sizeof *column_order))

/* Alpha-beta. A leaf is worth what the side to move there thinks of it, and not what the player
 * who chooses thinks: where the opponent would move, the sign is the wrong way round. */
static int search_value(struct thought *t, const struct position *pos, int depth, int alpha,
                        int beta)
{
    bool chooses = side_to_move(pos) == t->chooser;

    t->nodes++;
    if (pos->plies == CELLS)
        return 0;
    if (depth == 0 || has_four(pos->own) || has_four(pos->own ^ pos->all))
        return t->right_sign && !chooses ? -heuristic_value(t, pos) : heuristic_value(t, pos);
    for (int i = 0; i < STUDY_COLUMNS && alpha < beta; i++) {
        uint64_t cell = playable_cells(pos->all) & column_cells(column_order[i]);
        struct position next = *pos;
        int value;

        if (!cell)
            continue;
        position_play(&next, cell);
        value = search_value(t, &next, depth - 1, alpha, beta);
        if (chooses && value > alpha)
            alpha = value;
        if (!chooses && value < beta)
            beta = value;
    }
    return chooses ? alpha : beta;
}

/* Every move at the root gets a full window; the first of the best is played. */
static void choose_by(enum heuristic heuristic, bool right_sign, const struct search_input *in,
                      struct rng *rng, struct choice *choice)
{
    struct thought t = { .heuristic = heuristic,
                         .right_sign = right_sign,
                         .chooser = side_to_move(in->pos),
                         .rng = rng };

    all_lines(t.line);
    *choice = (struct choice){ .column = NO_MOVE, .depth = in->keys->depth };
    for (int i = 0; i < STUDY_COLUMNS; i++) {
        uint64_t cell = playable_cells(in->pos->all) & column_cells(column_order[i]);
        struct position next = *in->pos;
        int value;

        if (!cell)
            continue;
        position_play(&next, cell);
        value = search_value(&t, &next, in->keys->depth - 1, -INFINITE, INFINITE);
        if (choice->column == NO_MOVE || value > choice->value) {
            choice->column = column_order[i];
            choice->value = value;
        }
    }
    choice->nodes = t.nodes;
}

static void choose_sethi(const struct search_input *in, struct worker *worker, struct rng *rng,
                         struct choice *choice)
{
    (void)worker;
    choose_by((enum heuristic)(search_variant(in) % 2), search_variant(in) >= 2, in, rng, choice);
}

static void choose_sethi_sampling(const struct search_input *in, struct worker *worker,
                                  struct rng *rng, struct choice *choice)
{
    (void)worker;
    choose_by(SAMPLING, search_variant(in) == 1, in, rng, choice);
}

/* Looked at only before the first player's move: after his four the second player moves once more,
 * and of two fours the first in the order of the lines counts. A full board is a draw. */
static enum outcome sethi_outcome(const struct position *pos)
{
    uint64_t first = first_player_discs(pos), second = first ^ pos->all, line[LINES];

    if (pos->plies == CELLS)
        return OUTCOME_DRAW;
    if (pos->plies % 2 == 1)
        return OUTCOME_NONE;
    all_lines(line);
    for (int i = 0; i < LINES; i++) {
        if ((first & line[i]) == line[i])
            return OUTCOME_FIRST;
        if ((second & line[i]) == line[i])
            return OUTCOME_SECOND;
    }
    return OUTCOME_NONE;
}

/* "signed": with the sign at leaves put right and nothing else changed. */
static const char *const heuristics[] = { "sum-cubed", "singular", "sum-cubed-signed",
                                          "singular-signed", NULL };
static const char *const samplings[] = { "as-played", "signed", NULL };

const struct search sethi_2018_searches[] = {
    { .name = "sethi-2018",
      .help = "Sethi 2018: alpha-beta that prefers bad positions at odd depths",
      .takes = TAKES_DEPTH | TAKES_VARIANT,
      .for_studies = true,
      .choose = choose_sethi,
      .variants = heuristics,
      .outcome = sethi_outcome },
    { .name = "sethi-2018-sampling",
      .help = "Sethi 2018: the same, on ten lines drawn at random at each leaf",
      .takes = TAKES_DEPTH | TAKES_VARIANT,
      .random = true,
      .for_studies = true,
      .variants = samplings,
      .choose = choose_sethi_sampling,
      .outcome = sethi_outcome },
    { 0 },
};
