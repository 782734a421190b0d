#include "heuristic/gene.h"

#include <string.h>

const char *const family_name[FAMILY_COUNT] = {
    [FAMILY_LINE] = "line",     [FAMILY_SHAPE] = "shape",       [FAMILY_DISC] = "disc",
    [FAMILY_THREAT] = "threat", [FAMILY_ZUGZWANG] = "zugzwang", [FAMILY_MAP] = "map",
    [FAMILY_TEMPO] = "tempo",   [FAMILY_PLACE] = "place",
};

/* clang-format off */
#define WEIGHT(gene, name, family, scale, help) \
    [gene] = { name, family, 0, -1000, 1000, scale, help }
#define LINE(gene, name, scale, help)   WEIGHT(gene, name, FAMILY_LINE, scale, help)
#define THREAT(gene, name, scale, help) WEIGHT(gene, name, FAMILY_THREAT, scale, help)
#define DISC(i, where) \
    WEIGHT(GENE_DISC + i, "disc" #i, FAMILY_DISC, 1, "own disc " where), \
    WEIGHT(GENE_OPPDISC + i, "oppdisc" #i, FAMILY_DISC, 1, "opponent's disc " where)
#define ZUG(a, b, c) \
    WEIGHT(GENE_ZUG + 6 * a + 2 * b + c - 1, "zug" #a #b #c, FAMILY_ZUGZWANG, 5, \
           "for the first player: columns whose lowest threat is odd and the first player's: " \
           ZUG_##a ", odd and the second's: " ZUG_##b ", even and the second's: " ZUG_ANY_##c)
#define ZUG_0 "0"
#define ZUG_1 "1"
#define ZUG_2 "2 or more"
#define ZUG_ANY_0 "0"
#define ZUG_ANY_1 "1 or more"
/* Calls X(arguments, class, short name, long name) for each line class, in the order of lines.h. */
#define EACH_PLACE(X, ...) \
    ROW(X, 0, 1, __VA_ARGS__), ROW(X, 2, 2, __VA_ARGS__), ROW(X, 4, 3, __VA_ARGS__), \
    ROW(X, 6, 4, __VA_ARGS__), ROW(X, 8, 5, __VA_ARGS__), ROW(X, 10, 6, __VA_ARGS__), \
    THREE(X, 12, "ver_a", "vertical line from a", __VA_ARGS__), \
    THREE(X, 15, "ver_b", "vertical line from b", __VA_ARGS__), \
    THREE(X, 18, "ver_c", "vertical line from c", __VA_ARGS__), \
    THREE(X, 21, "ver_d", "vertical line from d", __VA_ARGS__), \
    THREE(X, 24, "dia_a", "rising diagonal from a", __VA_ARGS__), \
    THREE(X, 27, "dia_b", "rising diagonal from b", __VA_ARGS__), \
    THREE(X, 30, "dia_c", "rising diagonal from c", __VA_ARGS__), \
    THREE(X, 33, "dia_d", "rising diagonal from d", __VA_ARGS__)
#define ROW(X, i, row, ...) \
    X(i, "hor_a" #row, "horizontal line from a" #row, __VA_ARGS__), \
    X(i + 1, "hor_b" #row, "horizontal line from b" #row, __VA_ARGS__)
#define THREE(X, i, name, help, ...) \
    X(i, name "1", help "1", __VA_ARGS__), \
    X(i + 1, name "2", help "2", __VA_ARGS__), \
    X(i + 2, name "3", help "3", __VA_ARGS__)

#define MAP(i, name, help, unused) \
    [GENE_MAP + i] = { name, FAMILY_MAP, 1, 0, 4, 0.2, "factor of the " help ", and its mirror image" }
#define PLACE(i, name, help, owner, discs, short, long, scale) \
    WEIGHT(GENE_PLACE + (3 * owner + discs - 1) * LINE_CLASSES + i, short "_" name, FAMILY_PLACE, \
           scale, "for its owner: " long " in the " help ", or its mirror image, the rest empty")

const struct gene_info gene_table[GENE_COUNT] = {
    LINE(GENE_OWN1, "own1", 1, "line with 1 own disc, the rest empty"),
    LINE(GENE_OWN2, "own2", 2, "line with 2 own discs, the rest empty"),
    LINE(GENE_OWN3, "own3", 4, "line with 3 own discs, the rest empty"),
    LINE(GENE_OPP1, "opp1", 1, "subtracted: line with 1 opponent's disc, the rest empty"),
    LINE(GENE_OPP2, "opp2", 2, "subtracted: line with 2 opponent's discs, the rest empty"),
    LINE(GENE_OPP3, "opp3", 4, "subtracted: line with 3 opponent's discs, the rest empty"),
    LINE(GENE_EMPTY, "empty", 0.5, "line with no disc"),
    LINE(GENE_MIX11, "mix11", 1, "line with 1 own and 1 opponent's disc"),
    LINE(GENE_MIX12, "mix12", 1, "line with 1 own and 2 opponent's discs"),
    LINE(GENE_MIX13, "mix13", 1, "line with 1 own and 3 opponent's discs"),
    LINE(GENE_MIX21, "mix21", 1, "line with 2 own discs and 1 opponent's"),
    LINE(GENE_MIX22, "mix22", 1, "line with 2 own and 2 opponent's discs"),
    LINE(GENE_MIX31, "mix31", 1, "line with 3 own discs and 1 opponent's"),

    [GENE_HEIGHT] = { "height", FAMILY_SHAPE, 0, -1, 4, 0.2,
        "lines x (1 + height x low), low from 0 (mean row 6) to 1 (mean row 1)" },
    [GENE_CENTER] = { "center", FAMILY_SHAPE, 0, -1, 4, 0.2,
        "lines x (1 + center x central), central from 0 (mean column a or g) to 1 (d)" },
    [GENE_COWARDICE] = { "cowardice", FAMILY_SHAPE, 1, 0, 4, 0.2,
        "multiplies opp1, opp2 and opp3" },

    DISC(0, "in the centre column"),
    DISC(1, "one column from the centre"),
    DISC(2, "two columns from the centre"),
    DISC(3, "in an edge column"),

    THREAT(GENE_ODD1, "odd1", 4, "for its owner: first player's threat in an odd row, not yet playable"),
    THREAT(GENE_EVEN1, "even1", 4, "for its owner: first player's threat in an even row, not yet playable"),
    THREAT(GENE_ODD2, "odd2", 4, "for its owner: second player's threat in an odd row, not yet playable"),
    THREAT(GENE_EVEN2, "even2", 4, "for its owner: second player's threat in an even row, not yet playable"),
    THREAT(GENE_LOW_ODD1, "low_odd1", 4, "more for odd1, if no lower threat, not yet playable, is in its column"),
    THREAT(GENE_LOW_EVEN1, "low_even1", 4, "more for even1, if no lower threat, not yet playable, is in its column"),
    THREAT(GENE_LOW_ODD2, "low_odd2", 4, "more for odd2, if no lower threat, not yet playable, is in its column"),
    THREAT(GENE_LOW_EVEN2, "low_even2", 4, "more for even2, if no lower threat, not yet playable, is in its column"),
    THREAT(GENE_STACK1, "stack1", 6, "for its owner: two threats of the first player on top of each other, playable or not"),
    THREAT(GENE_STACK2, "stack2", 6, "for its owner: two threats of the second player on top of each other, playable or not"),
    THREAT(GENE_NOW_MOVER, "now_mover", 8, "for its owner: threat of the side to move that it can play now"),
    THREAT(GENE_NOW_OTHER, "now_other", 8, "for its owner: threat of the other side that must be blocked now"),

    ZUG(0, 0, 1), ZUG(0, 1, 0), ZUG(0, 1, 1), ZUG(0, 2, 0), ZUG(0, 2, 1),
    ZUG(1, 0, 0), ZUG(1, 0, 1), ZUG(1, 1, 0), ZUG(1, 1, 1), ZUG(1, 2, 0), ZUG(1, 2, 1),
    ZUG(2, 0, 0), ZUG(2, 0, 1), ZUG(2, 1, 0), ZUG(2, 1, 1), ZUG(2, 2, 0), ZUG(2, 2, 1),

    EACH_PLACE(MAP, 0),

    WEIGHT(GENE_TEMPO, "tempo", FAMILY_TEMPO, 1, "for the side to move"),

    EACH_PLACE(PLACE, 0, 1, "first1", "1 disc of the first player", 1),
    EACH_PLACE(PLACE, 0, 2, "first2", "2 discs of the first player", 2),
    EACH_PLACE(PLACE, 0, 3, "first3", "3 discs of the first player", 4),
    EACH_PLACE(PLACE, 1, 1, "second1", "1 disc of the second player", 1),
    EACH_PLACE(PLACE, 1, 2, "second2", "2 discs of the second player", 2),
    EACH_PLACE(PLACE, 1, 3, "second3", "3 discs of the second player", 4),
};
/* clang-format on */

int gene_find(const char *name)
{
    for (int g = 0; g < GENE_COUNT; g++)
        if (strcmp(gene_table[g].name, name) == 0)
            return g;
    return -1;
}

int family_find(const char *name)
{
    for (int f = 0; f < FAMILY_COUNT; f++)
        if (strcmp(family_name[f], name) == 0)
            return f;
    return -1;
}
