#include "heuristic/gene.h"
#include "base/nearest.h"

#include <string.h>

/* clang-format off */
static struct family_info families[FAMILY_COUNT] = {
    /*                   name,   lines, linear, default */
    [FAMILY_LINE] =     { .name = "line",     true,  true,  true,
        "value of each line of four by what it holds" },
    [FAMILY_SHAPE] =    { .name = "shape",    false, false, true,
        "factors for lines, by where they are and whose they are" },
    [FAMILY_DISC] =     { .name = "disc",     false, true,  true,
        "value of each disc by the distance of its column from the centre" },
    [FAMILY_THREAT] =   { .name = "threat",   false, true,  true,
        "value of each empty cell that completes a line (cells, not lines)" },
    [FAMILY_ZUGZWANG] = { .name = "zugzwang", false, true,  true,
        "who wins when the rest of the board fills up" },
    [FAMILY_MAP] =      { .name = "map",      false, false, false,
        "a factor for each line, the same for its mirror image" },
    [FAMILY_TEMPO] =    { .name = "tempo",    false, true,  true,
        "value of being the side to move" },
    [FAMILY_PLACE] =    { .name = "place",    true,  true,  false,
        "value of each line, and of its mirror image, by whose discs it holds and how many" },
    [FAMILY_RULES] =    { .name = "rules",    false, true,  false,
        "value of each line with 2 or 3 discs that the other side refutes by a rule" },
    [FAMILY_TABLES] =   { .name = "tables",   false, true,  false,
        "how strongly each lane of the tables counts; no effect in a genome without tables" },
};

#define WEIGHT(gene, name, family, scale, help) \
    [gene] = { name, family, 0, -1000, 1000, scale, help, false }
#define LINE(gene, name, scale, help)   WEIGHT(gene, name, FAMILY_LINE, scale, help)
#define THREAT(gene, name, scale, help) WEIGHT(gene, name, FAMILY_THREAT, scale, help)
#define DISC(i, where) \
    WEIGHT(GENE_DISC + i, "disc" #i, FAMILY_DISC, 1, "own disc " where), \
    WEIGHT(GENE_OPPDISC + i, "oppdisc" #i, FAMILY_DISC, 1, "subtracted: opponent's disc " where)
#define ZUG(a, b, c) \
    WEIGHT(GENE_ZUG + 6 * a + 2 * b + c - 1, "zug" #a #b #c, FAMILY_ZUGZWANG, 5, \
           "for the first player: columns whose lowest threat is odd and the first player's: " \
           ZUG_##a ", odd and the second's: " ZUG_##b ", even and the second's: " ZUG_ANY_##c)
#define ZUG_0 "0"
#define ZUG_1 "1"
#define ZUG_2 "2 or more"
#define ZUG_ANY_0 "0"
#define ZUG_ANY_1 "1 or more"

/* Rows of the table that only larger boards have. */
#if COLUMNS >= 5
#define FROM_5_COLUMNS(...) , __VA_ARGS__
#else
#define FROM_5_COLUMNS(...)
#endif
#if COLUMNS >= 6
#define FROM_6_COLUMNS(...) , __VA_ARGS__
#else
#define FROM_6_COLUMNS(...)
#endif
#if COLUMNS >= 7
#define FROM_7_COLUMNS(...) , __VA_ARGS__
#else
#define FROM_7_COLUMNS(...)
#endif
#if COLUMNS >= 8
#define FROM_8_COLUMNS(...) , __VA_ARGS__
#else
#define FROM_8_COLUMNS(...)
#endif
#if COLUMNS >= 9
#define FROM_9_COLUMNS(...) , __VA_ARGS__
#else
#define FROM_9_COLUMNS(...)
#endif
#if ROWS >= 5
#define FROM_5_ROWS(...) , __VA_ARGS__
#else
#define FROM_5_ROWS(...)
#endif
#if ROWS >= 6
#define FROM_6_ROWS(...) , __VA_ARGS__
#else
#define FROM_6_ROWS(...)
#endif
#if ROWS >= 7
#define FROM_7_ROWS(...) , __VA_ARGS__
#else
#define FROM_7_ROWS(...)
#endif
#if ROWS >= 8
#define FROM_8_ROWS(...) , __VA_ARGS__
#else
#define FROM_8_ROWS(...)
#endif
#if ROWS >= 9
#define FROM_9_ROWS(...) , __VA_ARGS__
#else
#define FROM_9_ROWS(...)
#endif

/* Calls X(class, short name, long name, arguments) for each class of lines, in the order of
 * lines.h. */
#define EACH_CLASS(X, ...) \
    HORIZONTAL(X, 0, "a", __VA_ARGS__) \
    FROM_6_COLUMNS(HORIZONTAL(X, 1, "b", __VA_ARGS__)) \
    FROM_8_COLUMNS(HORIZONTAL(X, 2, "c", __VA_ARGS__)), \
    VERTICAL(X, 0, "a", __VA_ARGS__), \
    VERTICAL(X, 1, "b", __VA_ARGS__) \
    FROM_5_COLUMNS(VERTICAL(X, 2, "c", __VA_ARGS__)) \
    FROM_7_COLUMNS(VERTICAL(X, 3, "d", __VA_ARGS__)) \
    FROM_9_COLUMNS(VERTICAL(X, 4, "e", __VA_ARGS__)), \
    DIAGONAL(X, 0, "a", __VA_ARGS__) \
    FROM_5_COLUMNS(DIAGONAL(X, 1, "b", __VA_ARGS__)) \
    FROM_6_COLUMNS(DIAGONAL(X, 2, "c", __VA_ARGS__)) \
    FROM_7_COLUMNS(DIAGONAL(X, 3, "d", __VA_ARGS__)) \
    FROM_8_COLUMNS(DIAGONAL(X, 4, "e", __VA_ARGS__)) \
    FROM_9_COLUMNS(DIAGONAL(X, 5, "f", __VA_ARGS__))
#define HORIZONTAL(X, i, a, ...) \
    HOR(X, i, a, 1, __VA_ARGS__), HOR(X, i, a, 2, __VA_ARGS__), HOR(X, i, a, 3, __VA_ARGS__), \
    HOR(X, i, a, 4, __VA_ARGS__) FROM_5_ROWS(HOR(X, i, a, 5, __VA_ARGS__)) \
    FROM_6_ROWS(HOR(X, i, a, 6, __VA_ARGS__)) FROM_7_ROWS(HOR(X, i, a, 7, __VA_ARGS__)) \
    FROM_8_ROWS(HOR(X, i, a, 8, __VA_ARGS__)) FROM_9_ROWS(HOR(X, i, a, 9, __VA_ARGS__))
#define VERTICAL(X, i, a, ...) UPWARD(X, VERTICAL_CLASS, i, "ver_" a, "vertical line from " a, __VA_ARGS__)
#define DIAGONAL(X, i, a, ...) UPWARD(X, DIAGONAL_CLASS, i, "dia_" a, "rising diagonal from " a, __VA_ARGS__)
#define UPWARD(X, class, i, name, help, ...) \
    UP(X, class, i, name, help, 1, __VA_ARGS__) \
    FROM_5_ROWS(UP(X, class, i, name, help, 2, __VA_ARGS__)) \
    FROM_6_ROWS(UP(X, class, i, name, help, 3, __VA_ARGS__)) \
    FROM_7_ROWS(UP(X, class, i, name, help, 4, __VA_ARGS__)) \
    FROM_8_ROWS(UP(X, class, i, name, help, 5, __VA_ARGS__)) \
    FROM_9_ROWS(UP(X, class, i, name, help, 6, __VA_ARGS__))
#define HOR(X, i, a, row, ...) \
    X(HORIZONTAL_CLASS(i, row - 1), "hor_" a #row, "horizontal line from " a #row, __VA_ARGS__)
#define UP(X, class, i, name, help, row, ...) X(class(i, row - 1), name #row, help #row, __VA_ARGS__)

#define MAP(i, name, help, unused) \
    [GENE_MAP + i] = { name, FAMILY_MAP, 1, 0, 4, 0.2, "factor of the " help ", and its mirror image", false }
#define PLACE(i, name, help, owner, discs, short, long, scale) \
    WEIGHT(GENE_PLACE + (3 * owner + discs - 1) * LINE_CLASSES + i, short "_" name, FAMILY_PLACE, \
           scale, "for its owner: " long " in the " help ", or its mirror image, the rest empty")

#define LANES_OF(side, name, who) \
    LANE(side, 0, name, who), LANE(side, 1, name, who), LANE(side, 2, name, who), \
    LANE(side, 3, name, who), LANE(side, 4, name, who), LANE(side, 5, name, who), \
    LANE(side, 6, name, who), LANE(side, 7, name, who)
#define LANE(side, i, name, who) \
    [GENE_LANE + TABLE_LANES * side + i] = { "lane_" name #i, FAMILY_TABLES, 1, 0, 2, 0.05, \
        "factor of lane " #i " of the tables when the " who " player is to move", false }
_Static_assert(TABLE_LANES == 8, "as many rows in the table of genes");

static struct gene_info genes[GENE_COUNT] = {
    LINE(GENE_OWN1, "own1", 1, "line with 1 own disc, the rest empty"),
    LINE(GENE_OWN2, "own2", 2, "line with 2 own discs, the rest empty"),
    LINE(GENE_OWN3, "own3", 4, "line with 3 own discs, the rest empty"),
    LINE(GENE_OPP1, "opp1", 1, "subtracted: line with 1 opposing disc, the rest empty"),
    LINE(GENE_OPP2, "opp2", 2, "subtracted: line with 2 opposing discs, the rest empty"),
    LINE(GENE_OPP3, "opp3", 4, "subtracted: line with 3 opposing discs, the rest empty"),
    LINE(GENE_EMPTY, "empty", 0.5, "line with no disc"),
    LINE(GENE_MIX11, "mix11", 1, "line with 1 own and 1 opposing disc"),
    LINE(GENE_MIX12, "mix12", 1, "line with 1 own and 2 opposing discs"),
    LINE(GENE_MIX13, "mix13", 1, "line with 1 own and 3 opposing discs"),
    LINE(GENE_MIX21, "mix21", 1, "line with 2 own discs and 1 opposing disc"),
    LINE(GENE_MIX22, "mix22", 1, "line with 2 own and 2 opposing discs"),
    LINE(GENE_MIX31, "mix31", 1, "line with 3 own discs and 1 opposing disc"),

    [GENE_HEIGHT] = { .name = "height", FAMILY_SHAPE, 0, -1, 4, 0.2,
        "lines x (1 + height x low), low from 0 (mean row at the top) to 1 (at the bottom)" },
    [GENE_CENTER] = { .name = "center", FAMILY_SHAPE, 0, -1, 4, 0.2,
        "lines x (1 + center x central), central from 0 (mean column at the edge) to 1 (in the centre)" },
    [GENE_COWARDICE] = { .name = "cowardice", FAMILY_SHAPE, 1, 0, 4, 0.2,
        "multiplies opp1, opp2 and opp3" },

    DISC(0, "in the centre"), DISC(1, "one column from the centre")
    FROM_5_COLUMNS(DISC(2, "two columns from the centre"))
    FROM_7_COLUMNS(DISC(3, "three columns from the centre"))
    FROM_9_COLUMNS(DISC(4, "four columns from the centre")),

    THREAT(GENE_ODD1, "odd1", 4, "for its owner: first player's threat in an odd row, not yet playable"),
    THREAT(GENE_EVEN1, "even1", 4, "for its owner: first player's threat in an even row, not yet playable"),
    THREAT(GENE_ODD2, "odd2", 4, "for its owner: second player's threat in an odd row, not yet playable"),
    THREAT(GENE_EVEN2, "even2", 4, "for its owner: second player's threat in an even row, not yet playable"),
    THREAT(GENE_LOW_ODD1, "low_odd1", 4, "added to odd1 if the column has no lower threat that is not yet playable"),
    THREAT(GENE_LOW_EVEN1, "low_even1", 4, "added to even1 if the column has no lower threat that is not yet playable"),
    THREAT(GENE_LOW_ODD2, "low_odd2", 4, "added to odd2 if the column has no lower threat that is not yet playable"),
    THREAT(GENE_LOW_EVEN2, "low_even2", 4, "added to even2 if the column has no lower threat that is not yet playable"),
    THREAT(GENE_STACK1, "stack1", 6, "for its owner: two threats of the first player on top of each other, playable or not"),
    THREAT(GENE_STACK2, "stack2", 6, "for its owner: two threats of the second player on top of each other, playable or not"),
    THREAT(GENE_NOW_MOVER, "now_mover", 8, "for its owner: threat of the side to move that it can play now"),
    THREAT(GENE_NOW_OTHER, "now_other", 8, "for its owner: threat of the other side that must be blocked now"),

    ZUG(0, 0, 1), ZUG(0, 1, 0), ZUG(0, 1, 1), ZUG(0, 2, 0), ZUG(0, 2, 1),
    ZUG(1, 0, 0), ZUG(1, 0, 1), ZUG(1, 1, 0), ZUG(1, 1, 1), ZUG(1, 2, 0), ZUG(1, 2, 1),
    ZUG(2, 0, 0), ZUG(2, 0, 1), ZUG(2, 1, 0), ZUG(2, 1, 1), ZUG(2, 2, 0), ZUG(2, 2, 1),

    EACH_CLASS(MAP, 0),

    WEIGHT(GENE_TEMPO, "tempo", FAMILY_TEMPO, 1, "for the side to move"),

    EACH_CLASS(PLACE, 0, 1, "first1", "1 disc of the first player", 1),
    EACH_CLASS(PLACE, 0, 2, "first2", "2 discs of the first player", 2),
    EACH_CLASS(PLACE, 0, 3, "first3", "3 discs of the first player", 4),
    EACH_CLASS(PLACE, 1, 1, "second1", "1 disc of the second player", 1),
    EACH_CLASS(PLACE, 1, 2, "second2", "2 discs of the second player", 2),
    EACH_CLASS(PLACE, 1, 3, "second3", "3 discs of the second player", 4),

    LANES_OF(0, "first", "first"),
    LANES_OF(1, "second", "second"),
    [GENE_SURE] = { .name = "sure", FAMILY_TABLES, 1, 0, 2, 0.05,
        "factor of what tables give to a win that the next moves cannot prevent" },

    WEIGHT(GENE_CLAIMED1, "claimed1", FAMILY_RULES, 2,
        "for the second player: open line of the first player that a claimeven refutes"),
    WEIGHT(GENE_CLAIMED2, "claimed2", FAMILY_RULES, 2,
        "for the first player: open line of the second player that a claimeven refutes"),
    WEIGHT(GENE_PAIRED1, "paired1", FAMILY_RULES, 2,
        "for the second player: the same by a baseinverse or a vertical, and no claimeven"),
    WEIGHT(GENE_PAIRED2, "paired2", FAMILY_RULES, 2,
        "for the first player: the same by a baseinverse or a vertical, and no claimeven"),
};
/* clang-format on */

const struct family_info *const family_table = families;
const struct gene_info *const gene_table = genes;

/* How many rows are in use: these change only while users' families are added. */
static int families_used = FAMILY_ADDED, genes_used = GENE_ADDED;

int gene_count(void)
{
    return genes_used;
}

int family_count(void)
{
    return families_used;
}

int gene_add_family(const struct family_info *family, const struct gene_info *gene, int n,
                    struct err *err)
{
    int first = genes_used;

    if (gene_family_find(family->name) >= 0)
        return err_set(err, "there is a family of genes named '%s' already", family->name);
    if (families_used == FAMILY_COUNT)
        return err_set(err, "more than %d heuristics and engines", FAMILY_COUNT - FAMILY_ADDED);
    if (n > GENE_COUNT - genes_used)
        return err_set(err, "%d genes, but there is room for %d", n, GENE_COUNT - genes_used);
    for (int i = 0; i < n; i++) {
        genes[genes_used] = gene[i];
        genes[genes_used++].family = (enum family)families_used;
    }
    families[families_used++] = *family;
    return first;
}

static int find_full(const char *name)
{
    for (int g = 0; g < genes_used; g++)
        if (strcmp(genes[g].name, name) == 0)
            return g;
    return -1;
}

int gene_find(const char *name)
{
    int found = find_full(name);

    if (found >= 0)
        return found;
    for (int g = GENE_ADDED; g < genes_used; g++) {
        if (strcmp(gene_short_name(g), name) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = g;
    }
    return found;
}

int gene_find_in(int family, const char *name)
{
    for (int g = 0; g < genes_used; g++)
        if ((int)genes[g].family == family && strcmp(gene_short_name(g), name) == 0)
            return g;
    return -1;
}

const char *gene_short_name(int gene)
{
    return gene < GENE_ADDED ? genes[gene].name
                             : genes[gene].name + strlen(gene_family(gene)) + strlen(".");
}

int gene_family_find(const char *name)
{
    for (int f = 0; f < families_used; f++)
        if (strcmp(families[f].name, name) == 0)
            return f;
    return -1;
}

const char *gene_section(int family)
{
    return families[family].section ? families[family].section : families[family].name;
}

int gene_section_find(const char *section)
{
    for (int f = 0; f < families_used; f++)
        if (strcmp(gene_section(f), section) == 0)
            return f;
    return -1;
}

const char *gene_family(int gene)
{
    return families[genes[gene].family].name;
}

bool gene_is_linear(int gene)
{
    return families[genes[gene].family].linear || genes[gene].factor;
}

void gene_offer(struct nearest *near)
{
    for (int g = 0; g < gene_count(); g++)
        nearest_offer(near, gene_table[g].name);
}
