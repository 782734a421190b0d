#include "rules/rule.h"

const char *rule_name(enum rule_kind kind)
{
    static const char *const names[RULE_KINDS] = {
        [RULE_CLAIMEVEN] = "claimeven",         [RULE_BASEINVERSE] = "baseinverse",
        [RULE_VERTICAL] = "vertical",           [RULE_AFTEREVEN] = "aftereven",
        [RULE_LOWINVERSE] = "lowinverse",       [RULE_HIGHINVERSE] = "highinverse",
        [RULE_BASECLAIM] = "baseclaim",         [RULE_BEFORE] = "before",
        [RULE_SPECIALBEFORE] = "specialbefore",
    };

    return names[kind];
}

/* What two rules have to fulfil. */
enum need {
    APART = 1,         /* they share no cell */
    ABOVE = 2,         /* claimevens lie above the cells of an inverse in the same column */
    SAME_OR_APART = 4, /* in each column their cells are the same or disjoint; where a
                        * specialbefore has a single cell, disjoint */
    COLUMNS_MATCH = 8, /* their sets of columns are the same or disjoint */
};

/* By kind; the first index is not smaller than the second. */
static const unsigned char needs[RULE_KINDS][RULE_KINDS] = {
    [RULE_CLAIMEVEN] = { APART },
    [RULE_BASEINVERSE] = { APART, APART },
    [RULE_VERTICAL] = { APART, APART, APART },
    [RULE_AFTEREVEN] = { APART, APART, APART, SAME_OR_APART },
    [RULE_LOWINVERSE] = { ABOVE, APART, APART, APART | ABOVE, APART | COLUMNS_MATCH },
    [RULE_HIGHINVERSE] = { ABOVE, APART, APART, APART | ABOVE, APART | COLUMNS_MATCH,
                           APART | COLUMNS_MATCH },
    [RULE_BASECLAIM] = { APART, APART, APART, APART, APART | ABOVE, APART | ABOVE, APART },
    [RULE_BEFORE] = { APART, APART, APART, SAME_OR_APART, ABOVE | SAME_OR_APART, APART | ABOVE,
                      APART, SAME_OR_APART },
    [RULE_SPECIALBEFORE] = { APART, APART, APART, SAME_OR_APART, ABOVE | SAME_OR_APART,
                             APART | ABOVE, APART, SAME_OR_APART, SAME_OR_APART },
};

/* Whether the claimevens of b lie entirely above the cells of a where both have cells. */
static bool claims_lie_above(const struct rule *a, const struct rule *b)
{
    for (unsigned both = a->columns & b->columns; both; both &= both - 1) {
        uint64_t column = column_cells(__builtin_ctz(both));
        uint64_t claims = b->claims & column;

        if (claims && (claims & -claims) <= (a->cells & column))
            return false;
    }
    return true;
}

static bool is_inverse(const struct rule *rule)
{
    return rule->kind == RULE_LOWINVERSE || rule->kind == RULE_HIGHINVERSE;
}

static bool same_or_apart(const struct rule *a, const struct rule *b)
{
    for (unsigned both = a->columns & b->columns; both; both &= both - 1) {
        uint64_t column = column_cells(__builtin_ctz(both));
        bool single = (a->single | b->single) & column;

        if ((a->cells & b->cells & column) && (single || ((a->cells ^ b->cells) & column)))
            return false;
    }
    return true;
}

bool rules_go_together(const struct rule *a, const struct rule *b)
{
    unsigned need = a->kind >= b->kind ? needs[a->kind][b->kind] : needs[b->kind][a->kind];
    unsigned both = a->columns & b->columns;

    if (!both)
        return true;
    if ((need & APART) && (a->cells & b->cells))
        return false;
    if ((need & ABOVE) && !(is_inverse(a) ? claims_lie_above(a, b) : claims_lie_above(b, a)))
        return false;
    if ((need & SAME_OR_APART) && !same_or_apart(a, b))
        return false;
    return !(need & COLUMNS_MATCH) || a->columns == b->columns;
}
