/*
 * rule - the nine rules of Allis (1988), and which of them go together.
 *
 * The defender, who is not to move, answers every disc of the attacker. A rule is
 * a way to answer inside a few cells; whatever the attacker does there, some lines
 * can then never become his: the rule solves them. Rules that share cells may need
 * two answers at once, so a set of rules holds only if all pairs of it go together.
 *
 * Rows count from 1, so bit 0 of a column lies in an odd row. The rules need an even
 * number of rows.
 */
#ifndef C4E_RULES_RULE_H
#define C4E_RULES_RULE_H

#include "game/lines.h"

enum rule_kind {
    RULE_CLAIMEVEN,     /* two cells, the upper even: takes the upper */
    RULE_BASEINVERSE,   /* two playable cells: takes one of them */
    RULE_VERTICAL,      /* two cells, the upper odd: takes one of them */
    RULE_AFTEREVEN,     /* completes a line by claimevens: the attacker gets nothing above it */
    RULE_LOWINVERSE,    /* two verticals: takes one of the upper cells */
    RULE_HIGHINVERSE,   /* two columns of three cells, the upper even */
    RULE_BASECLAIM,     /* two baseinverses and a claimeven in three columns */
    RULE_BEFORE,        /* completes a line before the attacker gets the cells above it */
    RULE_SPECIALBEFORE, /* the same, with a baseinverse for one cell of the line */
    RULE_KINDS
};

#define LINE_WORDS ((LINES + 63) / 64)

/* A set of lines, numbered as lines_list does. */
struct line_set {
    uint64_t word[LINE_WORDS];
};

struct rule {
    enum rule_kind kind;
    unsigned columns;       /* bit c: it has cells in column c */
    uint64_t cells;         /* all that it uses */
    uint64_t claims;        /* those of claimevens, alone or as parts of it */
    uint64_t single;        /* of a specialbefore: the two playable cells */
    uint64_t line;          /* of aftereven, before, specialbefore: the defender's line */
    struct line_set solves; /* of the attacker's lines */
};

/* "claimeven", "baseinverse"... */
const char *rule_name(enum rule_kind kind);

/* Whether both can be followed at once. */
bool rules_go_together(const struct rule *a, const struct rule *b);

static inline struct line_set line_set_and(struct line_set a, struct line_set b)
{
    for (int i = 0; i < LINE_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct line_set line_set_or(struct line_set a, struct line_set b)
{
    for (int i = 0; i < LINE_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct line_set line_set_without(struct line_set a, struct line_set b)
{
    for (int i = 0; i < LINE_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool line_set_is_empty(struct line_set a)
{
    uint64_t any = 0;

    for (int i = 0; i < LINE_WORDS; i++)
        any |= a.word[i];
    return any == 0;
}

static inline void line_set_add(struct line_set *set, int line)
{
    set->word[line / 64] |= UINT64_C(1) << line % 64;
}

static inline bool line_set_has(const struct line_set *set, int line)
{
    return set->word[line / 64] >> line % 64 & 1;
}

static inline int line_set_count(struct line_set a)
{
    int n = 0;

    for (int i = 0; i < LINE_WORDS; i++)
        n += bit_count(a.word[i]);
    return n;
}

#endif
