#include "rules/rule_list.h"

/* The list while it is made. */
struct listing {
    const struct rule_geometry *geometry;
    const struct rule_board *board;
    struct rule *rule;
    int n;
};

void rule_geometry_init(struct rule_geometry *geometry)
{
    struct line line[LINES];

    lines_list(line);
    *geometry = (struct rule_geometry){ 0 };
    for (int i = 0; i < LINES; i++) {
        geometry->line[i] = line_cells(&line[i]);
        for (uint64_t rest = geometry->line[i]; rest; rest &= rest - 1)
            line_set_add(&geometry->through[bit_index(rest)], i);
    }
}

void rule_board_init(struct rule_board *board, const struct rule_geometry *geometry,
                     const struct position *pos)
{
    *board = (struct rule_board){ .defender = pos->own ^ pos->all,
                                  .attacker = pos->own,
                                  .empty = BOARD_CELLS ^ pos->all,
                                  .playable = playable_cells(pos->all) };
    for (int i = 0; i < LINES; i++)
        if (!(geometry->line[i] & board->defender))
            line_set_add(&board->problems, i);
}

/* The problems through any of the cells. */
static struct line_set through_any(const struct listing *l, uint64_t cells)
{
    struct line_set lines = { 0 };

    for (; cells; cells &= cells - 1)
        lines = line_set_or(lines, l->geometry->through[bit_index(cells)]);
    return line_set_and(lines, l->board->problems);
}

/* The problems through all of the cells. */
static struct line_set through_all(const struct listing *l, uint64_t cells)
{
    struct line_set lines = l->board->problems;

    for (; cells; cells &= cells - 1)
        lines = line_set_and(lines, l->geometry->through[bit_index(cells)]);
    return lines;
}

/* Adds a rule, with its columns, unless it solves nothing or uses a closed cell. */
static void add(struct listing *l, struct rule rule)
{
    if (line_set_is_empty(rule.solves) || rule.cells & l->board->closed || l->n == RULES_MAX)
        return;
    for (uint64_t rest = rule.cells; rest; rest &= rest - 1)
        rule.columns |= 1u << bit_column(rest);
    l->rule[l->n++] = rule;
}

static bool same_column(uint64_t a, uint64_t b)
{
    return bit_column(a) == bit_column(b);
}

/* The upper cells of all pairs of empty cells, one on the other. */
static uint64_t upper_cells(const struct listing *l)
{
    return l->board->empty & l->board->empty << 1;
}

static void list_pairs(struct listing *l)
{
    for (uint64_t rest = upper_cells(l); rest; rest &= rest - 1) {
        uint64_t upper = rest & -rest, pair = upper | upper >> 1;

        if (upper & EVEN_ROWS)
            add(l, (struct rule){ .kind = RULE_CLAIMEVEN,
                                  .cells = pair,
                                  .claims = pair,
                                  .solves = through_all(l, upper) });
        else
            add(l, (struct rule){
                       .kind = RULE_VERTICAL, .cells = pair, .solves = through_all(l, pair) });
    }
}

static void list_baseinverses(struct listing *l)
{
    for (uint64_t rest = l->board->playable; rest; rest &= rest - 1)
        for (uint64_t others = rest & (rest - 1); others; others &= others - 1) {
            uint64_t cells = (rest & -rest) | (others & -others);

            add(l, (struct rule){
                       .kind = RULE_BASEINVERSE, .cells = cells, .solves = through_all(l, cells) });
        }
}

static void list_baseclaims(struct listing *l)
{
    uint64_t playable = l->board->playable;

    for (uint64_t bs = playable & ODD_ROWS; bs; bs &= bs - 1) {
        uint64_t b = bs & -bs, claim = b | b << 1;

        for (uint64_t as = playable & ~b; as; as &= as - 1)
            for (uint64_t cs = playable & ~b & ~(as & -as); cs; cs &= cs - 1) {
                uint64_t a = as & -as, c = cs & -cs;
                struct line_set solves =
                    line_set_or(through_all(l, a | b << 1), through_all(l, b | c));

                add(l, (struct rule){ .kind = RULE_BASECLAIM,
                                      .cells = claim | a | c,
                                      .claims = claim,
                                      .solves = solves });
            }
    }
}

static void list_lowinverses(struct listing *l)
{
    uint64_t uppers = upper_cells(l) & ODD_ROWS;

    for (uint64_t rest = uppers; rest; rest &= rest - 1)
        for (uint64_t others = rest & (rest - 1); others; others &= others - 1) {
            uint64_t a = rest & -rest, b = others & -others;
            struct line_set solves = through_all(l, a | b);

            if (same_column(a, b) || line_set_is_empty(solves))
                continue; /* two verticals would do */
            solves = line_set_or(solves, through_all(l, a | a >> 1));
            solves = line_set_or(solves, through_all(l, b | b >> 1));
            add(l, (struct rule){ .kind = RULE_LOWINVERSE,
                                  .cells = a | a >> 1 | b | b >> 1,
                                  .solves = solves });
        }
}

/* What a highinverse with these upper cells solves. */
static struct line_set highinverse_solves(const struct listing *l, uint64_t a, uint64_t b)
{
    struct line_set solves = through_all(l, a | b);

    solves = line_set_or(solves, through_all(l, a >> 1 | b >> 1));
    solves = line_set_or(solves, through_all(l, a >> 1 | a));
    solves = line_set_or(solves, through_all(l, b >> 1 | b));
    if (a >> 2 & l->board->playable)
        solves = line_set_or(solves, through_all(l, a >> 2 | b));
    if (b >> 2 & l->board->playable)
        solves = line_set_or(solves, through_all(l, b >> 2 | a));
    return solves;
}

static void list_highinverses(struct listing *l)
{
    uint64_t uppers = upper_cells(l) & upper_cells(l) << 1 & EVEN_ROWS;

    for (uint64_t rest = uppers; rest; rest &= rest - 1)
        for (uint64_t others = rest & (rest - 1); others; others &= others - 1) {
            uint64_t a = rest & -rest, b = others & -others, both = a | b;

            if (!same_column(a, b))
                add(l, (struct rule){ .kind = RULE_HIGHINVERSE,
                                      .cells = both | both >> 1 | both >> 2,
                                      .solves = highinverse_solves(l, a, b) });
        }
}

/* The cells above this one in its column. */
static uint64_t column_above(uint64_t cell)
{
    return column_cells(bit_column(cell)) & ~(cell | (cell - 1));
}

static void list_aftereven(struct listing *l, uint64_t line)
{
    uint64_t cells = line & l->board->empty;
    uint64_t pairs = cells | cells >> 1;
    struct line_set solves = l->board->problems;

    if (cells & ~(EVEN_ROWS & upper_cells(l)))
        return;
    for (uint64_t rest = cells; rest; rest &= rest - 1)
        solves = line_set_and(solves, through_any(l, column_above(rest & -rest)));
    if (line_set_is_empty(solves))
        return; /* its claimevens would do */
    add(l, (struct rule){ .kind = RULE_AFTEREVEN,
                          .cells = pairs,
                          .claims = pairs,
                          .line = line,
                          .solves = line_set_or(solves, through_any(l, cells)) });
}

/* A before while its pairs are chosen. */
struct before {
    uint64_t left; /* cells of the line that have no pair yet */
    bool pairs_up; /* it has a pair that is not a claimeven up to a cell of the line */
    struct rule rule;
    struct line_set parts; /* what the pairs solve */
};

static void finish_before(struct listing *l, const struct before *b)
{
    struct rule rule = b->rule;
    uint64_t empty = rule.line & l->board->empty;
    uint64_t other = rule.single & ~rule.line;
    struct line_set solves = through_all(l, empty << 1 | other);

    if (!b->pairs_up && !rule.single)
        return; /* an aftereven */
    if (line_set_is_empty(solves))
        return; /* its parts would do */
    solves = line_set_or(solves, b->parts);
    if (rule.single)
        solves = line_set_or(solves, through_all(l, rule.single));
    rule.solves = solves;
    add(l, rule);
}

/* Gives each cell that is left its pair, in all possible ways. */
static void pair_before(struct listing *l, struct before b)
{
    uint64_t cell = b.left & -b.left, up = cell | cell << 1, down = cell | cell >> 1;
    struct before next = b;

    if (!cell) {
        finish_before(l, &b);
        return;
    }
    next.left = b.left & ~cell;
    if (!(b.rule.cells & up)) {
        next.pairs_up = true;
        next.rule.cells = b.rule.cells | up;
        next.rule.claims = b.rule.claims | (cell & ODD_ROWS ? up : 0);
        next.parts = line_set_or(b.parts, through_all(l, cell & ODD_ROWS ? cell << 1 : up));
        pair_before(l, next);
    }
    if ((cell & EVEN_ROWS & upper_cells(l)) && !(b.rule.cells & down)) {
        next.pairs_up = b.pairs_up;
        next.rule.cells = b.rule.cells | down;
        next.rule.claims = b.rule.claims | down;
        next.parts = line_set_or(b.parts, through_all(l, cell));
        pair_before(l, next);
    }
}

static void list_befores(struct listing *l, uint64_t line)
{
    uint64_t empty = line & l->board->empty;
    struct before b = { .left = empty, .rule = { .kind = RULE_BEFORE, .line = line } };

    if (empty & BOTTOM_ROW << (ROWS - 1))
        return;
    pair_before(l, b);
    b.rule.kind = RULE_SPECIALBEFORE;
    for (uint64_t ps = empty & l->board->playable; ps; ps &= ps - 1)
        for (uint64_t xs = l->board->playable & ~line; xs; xs &= xs - 1) {
            uint64_t p = ps & -ps, x = xs & -xs;

            b.left = empty & ~p;
            b.rule.single = b.rule.cells = p | x;
            pair_before(l, b);
        }
}

int rule_list(const struct rule_geometry *geometry, const struct rule_board *board,
              struct rule rule[RULES_MAX])
{
    struct listing l = { .geometry = geometry, .board = board, .rule = rule };

    list_pairs(&l);
    list_baseinverses(&l);
    list_lowinverses(&l);
    list_highinverses(&l);
    list_baseclaims(&l);
    for (int i = 0; i < LINES; i++) {
        uint64_t line = geometry->line[i];

        if ((line & board->attacker) || !(line & board->empty))
            continue;
        list_aftereven(&l, line);
        list_befores(&l, line);
    }
    return l.n;
}
