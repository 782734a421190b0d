/* A proof in words: what each rule promises the defender. */
#include "truth/words.h"

#include <stdio.h>

/* All claimevens of a proof together. */
static void say_claims(struct sayings *s, int side, const struct proof *proof)
{
    char cells[CELLS_TEXT_SIZE], columns[COLUMNS_TEXT_SIZE];
    uint64_t even = 0;
    unsigned where = 0;

    for (int i = 0; i < proof->n; i++) {
        if (proof->rule[i].kind != RULE_CLAIMEVEN)
            continue;
        even |= proof->rule[i].cells & EVEN_ROWS;
        where |= proof->rule[i].columns;
    }
    if (even)
        sayings_add(s, SAYS_RULE, side,
                    "Claimeven: %s answers on top in column%s %s and gets the even cell%s %s.",
                    s->disc[side], where & (where - 1) ? "s" : "", words_columns(where, columns),
                    even & (even - 1) ? "s" : "", words_cells(even, " and ", cells))
            ->columns = where;
}

/* The upper cells of a rule, one for each of its columns. */
static uint64_t tops(uint64_t cells)
{
    return cells & ~(cells >> 1);
}

static void say_lines(struct sayings *s, int side, const struct rule *rule)
{
    char line[CELLS_TEXT_SIZE], cells[CELLS_TEXT_SIZE];

    words_cells(rule->line, " and ", line);
    if (rule->kind == RULE_AFTEREVEN)
        sayings_add(s, SAYS_RULE, side,
                    "Aftereven: %s claims %s and so fills the line %s before the cells above it "
                    "matter.",
                    s->disc[side], words_cells(rule->cells & EVEN_ROWS, " and ", cells), line);
    else if (rule->kind == RULE_BEFORE)
        sayings_add(s, SAYS_RULE, side,
                    "Before: %s gets a cell above the line %s, or fills that line first.",
                    s->disc[side], line);
    else
        sayings_add(
            s, SAYS_RULE, side,
            "Specialbefore: %s gets %s. If that is in the line %s, %s also gets a cell above "
            "it, or fills it first.",
            s->disc[side], words_cells(rule->single, " or ", cells), line, s->disc[side]);
}

static void say_pairs(struct sayings *s, int side, const struct rule *rule)
{
    const char *who = s->disc[side];
    char a[CELLS_TEXT_SIZE], b[CELLS_TEXT_SIZE];

    words_cells(rule->cells, " or ", a);
    switch (rule->kind) {
    case RULE_BASEINVERSE:
        sayings_add(s, SAYS_RULE, side, "Baseinverse: %s gets %s.", who, a);
        break;
    case RULE_VERTICAL:
        sayings_add(s, SAYS_RULE, side, "Vertical: %s gets %s.", who, a);
        break;
    case RULE_LOWINVERSE:
        sayings_add(s, SAYS_RULE, side, "Lowinverse: %s gets %s.", who,
                    words_cells(tops(rule->cells), " or ", b));
        break;
    case RULE_HIGHINVERSE:
        words_cells(tops(rule->cells), " or ", a);
        sayings_add(s, SAYS_RULE, side, "Highinverse: %s gets %s, and %s.", who, a,
                    words_cells(tops(rule->cells) >> 1, " or ", b));
        break;
    default:
        words_cells(rule->cells, " and ", a);
        sayings_add(s, SAYS_RULE, side, "Baseclaim: %s always has an answer among %s.", who, a);
        break;
    }
}

static void say_threat(struct sayings *s, int side, const struct proof *proof)
{
    const char *own = s->disc[side], *other = s->disc[!side];
    char cell[CELL_NAME_SIZE], below[CELL_NAME_SIZE], either[CELLS_TEXT_SIZE];
    int column = bit_column(proof->threat) + 1;

    cell_name(proof->threat, cell);
    cell_name(proof->threat >> 1, below);
    if (proof->either)
        sayings_add(s, SAYS_RULE, side, "Odd threat: %s gets %s, and with it a threat on %s.", own,
                    words_cells(proof->either, " or ", either), cell);
    sayings_add(s, SAYS_RULE, side,
                "Odd threat: %s leaves column %d alone. In the end %s must play %s, and %s wins on "
                "%s.",
                own, column, other, below, own, cell);
}

void words_proof(struct sayings *s, const struct position *pos, const struct proof *proof)
{
    int side = !(pos->plies % 2);

    if (proof->claim == PROOF_NONE)
        return;
    if (proof->claim == PROOF_WON)
        sayings_add(s, SAYS_PROVED_WIN, side,
                    "Rules prove that %s wins, whatever %s plays:", s->disc[side], s->disc[!side]);
    else
        sayings_add(s, SAYS_NOT_LOST, side,
                    "Rules prove that %s cannot lose, whatever %s plays:", s->disc[side],
                    s->disc[!side]);
    if (proof->threat)
        say_threat(s, side, proof);
    say_claims(s, side, proof);
    for (int i = 0; i < proof->n; i++) {
        const struct rule *rule = &proof->rule[i];

        if (rule->line)
            say_lines(s, side, rule);
        else if (rule->kind != RULE_CLAIMEVEN)
            say_pairs(s, side, rule);
    }
    if (proof->n == 0 && !proof->threat)
        sayings_add(s, SAYS_RULE, side, "No line is left for %s.", s->disc[!side]);
}
