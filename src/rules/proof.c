#include "rules/proof.h"

#include <stdlib.h>

struct prover {
    struct rule_geometry geometry;
    struct rule_board board;
    struct rule rule[RULES_MAX];
    int n;
    uint16_t candidate[PROOF_RULES + 1][RULES_MAX]; /* rules that still fit, by depth */
    int chosen[PROOF_RULES];
    unsigned long steps, limit;
};

struct prover *prover_create(struct err *err)
{
    struct prover *prover = malloc(sizeof *prover);

    if (prover)
        rule_geometry_init(&prover->geometry);
    else
        err_shortage(err, "out of memory");
    return prover;
}

void prover_destroy(struct prover *prover)
{
    free(prover);
}

/* The line of the set that the fewest candidates solve; -1 if one has none. */
static int hardest_line(const struct prover *p, const uint16_t *candidate, int n,
                        struct line_set open)
{
    int count[LINES] = { 0 };
    int best = -1;

    for (int i = 0; i < n; i++) {
        struct line_set solves = line_set_and(p->rule[candidate[i]].solves, open);

        for (int w = 0; w < LINE_WORDS; w++)
            for (uint64_t rest = solves.word[w]; rest; rest &= rest - 1)
                count[64 * w + bit_index(rest)]++;
    }
    for (int line = 0; line < LINES; line++) {
        if (!line_set_has(&open, line))
            continue;
        if (count[line] == 0)
            return -1;
        if (best < 0 || count[line] < count[best])
            best = line;
    }
    return best;
}

/* Lists the candidates that go with a rule and are of use for the open lines. */
static int keep_fitting(struct prover *p, const uint16_t *from, int n, const struct rule *with,
                        struct line_set open, uint16_t *to)
{
    int kept = 0;

    for (int i = 0; i < n; i++) {
        const struct rule *rule = &p->rule[from[i]];

        if (!line_set_is_empty(line_set_and(rule->solves, open)) && rules_go_together(with, rule))
            to[kept++] = from[i];
    }
    return kept;
}

/*
 * Whether the candidates at this depth can solve the open lines. A candidate that has been tried
 * in vain is not needed for the others either. Returns the number of rules chosen, or -1.
 */
static int search(struct prover *p, int depth, int n, struct line_set open)
{
    uint16_t *candidate = p->candidate[depth];
    int line;

    if (line_set_is_empty(open))
        return depth;
    if (depth == PROOF_RULES || ++p->steps > p->limit)
        return -1;
    line = hardest_line(p, candidate, n, open);
    for (int i = 0; line >= 0 && i < n; i++) {
        const struct rule *rule = &p->rule[candidate[i]];
        struct line_set rest;
        int fitting, found;

        if (!line_set_has(&rule->solves, line))
            continue;
        p->chosen[depth] = candidate[i];
        candidate[i--] = candidate[--n];
        rest = line_set_without(open, rule->solves);
        fitting = keep_fitting(p, candidate, n, rule, rest, p->candidate[depth + 1]);
        found = search(p, depth + 1, fitting, rest);
        if (found >= 0)
            return found;
    }
    return -1;
}

static void note_proof(const struct prover *p, int n, enum proof_claim claim, struct proof *proof)
{
    proof->claim = claim;
    proof->n = n;
    for (int i = 0; i < n; i++) {
        proof->rule[i] = p->rule[p->chosen[i]];
        if (proof->rule[i].kind == RULE_AFTEREVEN)
            proof->claim = PROOF_WON;
    }
}

/* Whether a kind of rule holds whoever runs out of moves first. */
static bool needs_no_timing(enum rule_kind kind)
{
    return kind == RULE_BASEINVERSE || kind == RULE_VERTICAL;
}

/* Tries to solve the problems of the board with the listed rules. `extra` has to go with them; or
 * it is NULL. */
static bool solve(struct prover *p, bool timed, const struct rule *extra, enum proof_claim claim,
                  struct proof *proof)
{
    int n = 0, found;

    for (int i = 0; i < p->n; i++)
        if ((timed || needs_no_timing(p->rule[i].kind)) &&
            (!extra || rules_go_together(extra, &p->rule[i])))
            p->candidate[0][n++] = (uint16_t)i;
    proof->problems = line_set_count(p->board.problems);
    proof->rules = n;
    p->steps = 0;
    found = search(p, 0, n, p->board.problems);
    proof->steps += p->steps;
    if (found < 0)
        return false;
    note_proof(p, found, claim, proof);
    return true;
}

/* The problems that leaving the threat's column alone solves: those through an odd cell up to the
 * threat, but the playable one, or any cell above it. */
static struct line_set solved_by_threat(const struct prover *p, uint64_t threat)
{
    uint64_t column = column_cells(bit_column(threat));
    uint64_t above = column & ~(threat | (threat - 1));
    uint64_t odd = column & (threat | (threat - 1)) & ODD_ROWS & p->board.empty;
    struct line_set lines = { 0 };

    for (uint64_t rest = above | (odd & ~p->board.playable); rest; rest &= rest - 1)
        lines = line_set_or(lines, p->geometry.through[bit_index(rest)]);
    return lines;
}

/* Tries a threat, which may need one of two other cells first. */
static bool try_threat(struct prover *p, uint64_t threat, uint64_t either, struct proof *proof)
{
    struct rule_board whole = p->board;
    struct rule pair = { .kind = RULE_VERTICAL, .cells = either };
    bool found;

    for (uint64_t rest = either; rest; rest &= rest - 1)
        pair.columns |= 1u << bit_column(rest);
    p->board.problems = line_set_without(p->board.problems, solved_by_threat(p, threat));
    p->board.closed = column_cells(bit_column(threat)) | either;
    p->n = rule_list(&p->geometry, &p->board, p->rule);
    found = solve(p, true, either ? &pair : NULL, PROOF_WON, proof);
    p->board = whole;
    if (found) {
        proof->threat = threat;
        proof->either = either;
    }
    return found;
}

/* Whether the defender can take one of two cells at any time: both are playable, or one is, and the
 * other is on top of it. */
static bool gets_one_of(const struct prover *p, uint64_t a, uint64_t b)
{
    uint64_t playable = p->board.playable;

    return a != b && ((a & playable && b & playable) || (a & playable && b == a << 1) ||
                      (b & playable && a == b << 1));
}

/* The cell that a line of the defender needs besides the threat's; 0 if it is not just one. */
static uint64_t other_cell(const struct prover *p, int line, uint64_t threat)
{
    uint64_t cells = p->geometry.line[line];
    uint64_t empty = cells & p->board.empty & ~threat;

    if ((cells & p->board.attacker) || !(cells & threat) || bit_count(empty) != 1)
        return 0;
    return bit_column(empty) == bit_column(threat) ? 0 : empty;
}

/* Tries two lines that share the cell. The attacker must not be able to play below it before the
 * defender has one of the other two cells. */
static bool try_combinations(struct prover *p, uint64_t threat, struct proof *proof)
{
    if (threat >> 1 & p->board.playable)
        return false;
    for (int i = 0; i < LINES; i++) {
        uint64_t a = other_cell(p, i, threat);

        for (int j = i + 1; a && j < LINES; j++) {
            uint64_t b = other_cell(p, j, threat);

            if (b && gets_one_of(p, a, b) && try_threat(p, threat, a | b, proof))
                return true;
        }
    }
    return false;
}

static bool prove_first(struct prover *p, struct proof *proof)
{
    uint64_t cells = p->board.empty & ~p->board.playable & ODD_ROWS;
    uint64_t threats = winning_cells(p->board.defender, BOARD_CELLS ^ p->board.empty) & cells;

    for (uint64_t rest = threats; rest; rest &= rest - 1)
        if (try_threat(p, rest & -rest, 0, proof))
            return true;
    for (uint64_t rest = cells & ~threats; rest; rest &= rest - 1)
        if (try_combinations(p, rest & -rest, proof))
            return true;
    p->n = rule_list(&p->geometry, &p->board, p->rule);
    return solve(p, false, NULL, PROOF_NOT_LOST, proof);
}

bool prover_prove(struct prover *prover, const struct position *pos, unsigned long steps,
                  struct proof *proof)
{
    *proof = (struct proof){ 0 };
    if (ROWS % 2 == 1)
        return false;
    rule_board_init(&prover->board, &prover->geometry, pos);
    prover->limit = steps;
    if (pos->plies % 2 == 1)
        return prove_first(prover, proof);
    prover->n = rule_list(&prover->geometry, &prover->board, prover->rule);
    return solve(prover, true, NULL, PROOF_NOT_LOST, proof);
}
