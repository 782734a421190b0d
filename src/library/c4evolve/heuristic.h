/*
 * c4evolve/heuristic.h - your own heuristic for c4evolve, and its manual.
 *
 * A heuristic is one C file. It lists its genes, the numbers that
 * c4evolve may tune, and has one function that says how good a position
 * is:
 *
 *   #include <c4evolve/heuristic.h>
 *
 *   C4E_GENE(threat, 5, 0, 100, "own empty cell that completes a four");
 *   C4E_GENE(centre, 1, 0, 10, "own disc in the middle column");
 *
 *   double evaluate(const struct c4e_position *p, const double *gene)
 *   {
 *       uint64_t own = c4e_own(p), opp = c4e_opp(p), all = c4e_all(p);
 *
 *       return gene[threat] * (c4e_count(c4e_threats(own, all)) -
 *                              c4e_count(c4e_threats(opp, all))) +
 *              gene[centre] * (c4e_count(own & c4e_middle()) -
 *                              c4e_count(opp & c4e_middle()));
 *   }
 *
 * Try it:
 *
 *   c4evolve heuristic check mine.c
 *   c4evolve match mine fevala --heuristic mine.c
 *
 * c4evolve compiles the file when you name it, and never otherwise. The
 * family of genes is named after the file, here "mine", and so is the
 * player with the default of every gene. A genome file that uses it has
 * a section [heuristic mine].
 *
 * The board. A set of cells is a uint64_t, one bit per cell. A column
 * takes C4E_ROWS + 1 bits, from the bottom up; the topmost of them is
 * never set, so that no shift carries a line into the next column. On
 * the usual board:
 *
 *      5 12 19 26 33 40 47      row 5
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42      row 0
 *
 * Neighbours: << 1 is up, << C4E_COLUMN_BITS is right, and one bit more
 * or less is diagonal.
 *
 * What evaluate must do:
 *  - depend on nothing but its arguments: no static variables, no clock,
 *    no random numbers. It is called by many threads, in any order;
 *  - return a number from -C4E_LIMIT to C4E_LIMIT. It is rounded to
 *    0.001;
 *  - come back. A crash, an endless loop or a value that is not a number
 *    ends the program with an error that names the position.
 * It is asked only about positions that are not over. Searches know
 * about fours. It should be antisymmetric (the other viewer sees the
 * same value with the other sign) and give mirror images the same value;
 * 'c4evolve heuristic check' looks at that.
 *
 * What stays: names and fields in this file keep their meaning as long
 * as C4E_HEURISTIC_VERSION stays the same; new fields come after the old
 * ones. Only one file of a heuristic includes this header.
 */
#ifndef C4E_LIBRARY_C4EVOLVE_HEURISTIC_H
#define C4E_LIBRARY_C4EVOLVE_HEURISTIC_H

#include <stdint.h>

#define C4E_HEURISTIC_VERSION 1

/* The board; c4evolve defines these if it was built for another one. */
#ifndef C4E_COLUMNS
#define C4E_COLUMNS 7
#endif
#ifndef C4E_ROWS
#define C4E_ROWS 6
#endif

#define C4E_COLUMN_BITS (C4E_ROWS + 1)
#define C4E_LIMIT       100000

/* The number of lines of four: 69 on the usual board. */
#define C4E_LINES                                                                                  \
    ((C4E_COLUMNS - 3) * C4E_ROWS + C4E_COLUMNS * (C4E_ROWS - 3) +                                 \
     2 * (C4E_COLUMNS - 3) * (C4E_ROWS - 3))

/* The player who began, the other one. */
enum { C4E_FIRST = 0, C4E_SECOND = 1 };

struct c4e_position {
    uint64_t disc[2];     /* of the first player, of the second */
    const uint64_t *line; /* the cells of each of C4E_LINES lines */
    int viewer;           /* the player whom the value is for */
    int mover;            /* whose turn it is */
    int plies;            /* discs on the board */
};

/* Yours. The value of the position: positive is good for p->viewer. */
#ifndef C4E_TYPES_ONLY
double evaluate(const struct c4e_position *p, const double *gene);
#endif

/*
 * A gene: its name in C, default, bounds and what it means. Its value is
 * gene[name]. Genes are numbered in the order of the file.
 */
struct c4e_gene {
    const char *name;
    double initial, low, high;
    const char *help;
    int index;
};

#define C4E_GENE(name, initial, low, high, help)                                                   \
    C4E_GENE_NUMBERED(__COUNTER__, name, initial, low, high, help)
#define C4E_GENE_NUMBERED(n, name, initial, low, high, help)                                       \
    C4E_GENE_NAMED(n, name, initial, low, high, help)
#define C4E_GENE_NAMED(n, name, initial, low, high, help)                                          \
    enum { name = (n)-C4E_GENES_BEGIN - 1 };                                                       \
    extern const struct c4e_gene c4e_gene_##n;                                                     \
    const struct c4e_gene c4e_gene_##n = { #name, initial, low, high, help, name }

enum { C4E_GENES_BEGIN = __COUNTER__ };

/* What the file was compiled for. */
struct c4e_about {
    int version, columns, rows;
};

#ifndef C4E_TYPES_ONLY
extern const struct c4e_about c4e_about;
const struct c4e_about c4e_about = { C4E_HEURISTIC_VERSION, C4E_COLUMNS, C4E_ROWS };
#endif

/* ---- Helpers ---- */

#define C4E_HELPER static inline __attribute__((unused))

/* The discs of the viewer, of the other player, of both. */
C4E_HELPER uint64_t c4e_own(const struct c4e_position *p)
{
    return p->disc[p->viewer];
}

C4E_HELPER uint64_t c4e_opp(const struct c4e_position *p)
{
    return p->disc[!p->viewer];
}

C4E_HELPER uint64_t c4e_all(const struct c4e_position *p)
{
    return p->disc[0] | p->disc[1];
}

/* The number of cells in a set. */
C4E_HELPER int c4e_count(uint64_t cells)
{
    return __builtin_popcountll(cells);
}

/* The number of the lowest bit of a set that is not empty:
 * column x C4E_COLUMN_BITS + row. */
C4E_HELPER int c4e_lowest_bit(uint64_t cells)
{
    return __builtin_ctzll(cells);
}

/* Sets of cells; columns and rows count from 0. */
C4E_HELPER uint64_t c4e_cell(int column, int row)
{
    return UINT64_C(1) << (column * C4E_COLUMN_BITS + row);
}

C4E_HELPER uint64_t c4e_column(int column)
{
    return ((UINT64_C(1) << C4E_ROWS) - 1) << (column * C4E_COLUMN_BITS);
}

/* The column in the middle, or both if there are two: a set that is its
 * own mirror image. */
C4E_HELPER uint64_t c4e_middle(void)
{
    return c4e_column((C4E_COLUMNS - 1) / 2) | c4e_column(C4E_COLUMNS / 2);
}

C4E_HELPER uint64_t c4e_row(int row)
{
    uint64_t cells = 0;

    for (int column = 0; column < C4E_COLUMNS; column++)
        cells |= c4e_cell(column, row);
    return cells;
}

C4E_HELPER uint64_t c4e_board(void)
{
    uint64_t cells = 0;

    for (int column = 0; column < C4E_COLUMNS; column++)
        cells |= c4e_column(column);
    return cells;
}

/* Every other row. "Odd" rows are rows 1, 3, 5 as people count, 0, 2, 4
 * here: the first player gets their cells if both only follow up in the
 * same column. */
C4E_HELPER uint64_t c4e_odd_rows(void)
{
    uint64_t cells = 0;

    for (int row = 0; row < C4E_ROWS; row += 2)
        cells |= c4e_row(row);
    return cells;
}

C4E_HELPER uint64_t c4e_even_rows(void)
{
    return c4e_board() & ~c4e_odd_rows();
}

/* The cells that the next disc can fill, one in each open column. */
C4E_HELPER uint64_t c4e_playable(uint64_t all)
{
    return (all + c4e_row(0)) & c4e_board();
}

/* The empty cells that would complete a four of these discs. */
C4E_HELPER uint64_t c4e_threats(uint64_t discs, uint64_t all)
{
    uint64_t wins = (discs << 1) & (discs << 2) & (discs << 3);

    for (int step = C4E_COLUMN_BITS - 1; step <= C4E_COLUMN_BITS + 1; step++) {
        uint64_t up = (discs << step) & (discs << (2 * step));
        uint64_t down = (discs >> step) & (discs >> (2 * step));

        wins |= up & ((discs << (3 * step)) | (discs >> step));
        wins |= down & ((discs << step) | (discs >> (3 * step)));
    }
    return wins & c4e_board() & ~all;
}

/* How many moves a cell is away: 0 if the next disc in its column falls
 * there. */
C4E_HELPER int c4e_moves_below(uint64_t cell, uint64_t all)
{
    int column = c4e_lowest_bit(cell) / C4E_COLUMN_BITS;

    return c4e_count((cell - 1) & c4e_column(column) & ~all);
}

#endif
