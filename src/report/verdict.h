/*
 * verdict - does the champion beat what people picked by hand?
 */
#ifndef C4E_REPORT_VERDICT_H
#define C4E_REPORT_VERDICT_H

#include <stdio.h>

#include "evolve/journal.h"

/* The validations of one moment: a row for each opponent, a column for each
 * depth, the depth of training first; then the answer in a sentence. Records
 * of other generations are not looked at. */
void verdict_print(FILE *out, const struct validation_record *list, size_t n, uint32_t generation,
                   int depth);

#endif
