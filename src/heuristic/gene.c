#include "heuristic/gene.h"

#include <string.h>

const char *const family_name[FAMILY_COUNT] = {
    [FAMILY_LINE] = "line",     [FAMILY_SHAPE] = "shape",       [FAMILY_DISC] = "disc",
    [FAMILY_THREAT] = "threat", [FAMILY_ZUGZWANG] = "zugzwang", [FAMILY_MAP] = "map",
    [FAMILY_TEMPO] = "tempo",
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
#define MAP(i, name, help) \
    [GENE_MAP + i] = { name, FAMILY_MAP, 1, 0, 4, 0.2, "factor of the " help ", and its mirror image" }
#define MAP_ROW(i, row) \
    MAP(i, "hor_a" #row, "horizontal line from a" #row), \
    MAP(i + 1, "hor_b" #row, "horizontal line from b" #row)
#define MAP_COLUMN(i, column) \
    MAP(i, "ver_" column "1", "vertical line from " column "1"), \
    MAP(i + 1, "ver_" column "2", "vertical line from " column "2"), \
    MAP(i + 2, "ver_" column "3", "vertical line from " column "3")
#define MAP_DIAGONAL(i, column) \
    MAP(i, "dia_" column "1", "rising diagonal from " column "1"), \
    MAP(i + 1, "dia_" column "2", "rising diagonal from " column "2"), \
    MAP(i + 2, "dia_" column "3", "rising diagonal from " column "3")

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

    MAP_ROW(0, 1), MAP_ROW(2, 2), MAP_ROW(4, 3), MAP_ROW(6, 4), MAP_ROW(8, 5), MAP_ROW(10, 6),
    MAP_COLUMN(12, "a"), MAP_COLUMN(15, "b"), MAP_COLUMN(18, "c"), MAP_COLUMN(21, "d"),
    MAP_DIAGONAL(24, "a"), MAP_DIAGONAL(27, "b"), MAP_DIAGONAL(30, "c"), MAP_DIAGONAL(33, "d"),

    WEIGHT(GENE_TEMPO, "tempo", FAMILY_TEMPO, 1, "for the side to move"),
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
