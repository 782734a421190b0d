/*
 * reference - evaluation and minimax written in the plainest way, to test ours against.
 *
 * The board is an array of cells, lines are found by scanning it, threats by
 * trying every empty cell, and minimax is a plain recursion without any memory.
 * It shares nothing with the code under test but the gene table, the limits of
 * evaluator.h and search.h, struct position, and the numbers in tables.
 */
#ifndef C4E_TESTS_REFERENCE_H
#define C4E_TESTS_REFERENCE_H

#include "heuristic/evaluator.h"
#include "search/search.h"
#include "search/worker.h"

enum { REF_EMPTY, REF_FIRST, REF_SECOND };

struct ref_board {
    int cell[COLUMNS][ROWS];
    int height[COLUMNS];
    int plies;
};

struct ref_line {
    int column, row, dc, dr; /* its first cell and the step to the next */
    double factor;           /* of the shape and map genes */
    double place[2][4];      /* value for its owner, by owner and number of discs */
};

struct reference {
    const double *gene;
    const struct tables *tables; /* or NULL */
    struct ref_line line[LINES];
};

struct ref_board ref_board_of(const struct position *pos);

/* Keeps a pointer to the genome. */
void reference_init(struct reference *ref, const struct genome *genome);

/* The value of line, shape, disc and map genes, in units. */
int32_t reference_lines(const struct reference *ref, const struct ref_board *b, enum side viewer);

/* The value of threat and zugzwang genes for the first player, in units. */
int32_t reference_threats(const struct reference *ref, const struct ref_board *b);

/* What the tables say for the first player, in units; 0 if there are none. */
int32_t reference_tables(const struct reference *ref, const struct ref_board *b);

/* All genes and tables together, in units. */
int32_t reference_value(const struct reference *ref, const struct ref_board *b, enum side viewer);

/* Minimax to keys->depth. Sets the value for the side to move, and returns the set of all columns
 * that reach it, bit c for column c. */
unsigned reference_minimax(const struct reference *ref, const struct search_keys *keys,
                           const struct position *pos, int32_t *value);

#endif
