/*
 * values - the utilities that Bleskachek 2019 printed, beside those that its formulas give.
 *
 * The file has a line for each, after a heading: the board, the name of the utility function and
 * the value as it was printed. A board is 42 cells, column by column from the bottom: x for the
 * first player, o for the second, b for an empty cell.
 */
#ifndef C4E_STUDY_VALUES_H
#define C4E_STUDY_VALUES_H

#include <stddef.h>

#include "base/err.h"

struct values {
    size_t n, same; /* printed, and how many of them come out, digit by digit */
};

int values_read(struct values *values, const char *path, struct err *err);

#endif
