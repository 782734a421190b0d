/*
 * ancestry - where a champion comes from, as the comment of a genome file.
 */
#ifndef C4E_REPORT_ANCESTRY_H
#define C4E_REPORT_ANCESTRY_H

#include "heuristic/genome.h"
#include "report/lineage.h"

enum ancestry_length {
    ANCESTRY_SHORT, /* the last steps of its line of first parents */
    ANCESTRY_FULL   /* all steps of that line and what each changed, seed and config of the run */
};

/* Makes the comment of a genome, which has none: the one whose lineage this is. */
int ancestry_comment(struct genome *genome, struct store *store, const struct lineage *l,
                     enum ancestry_length length, struct err *err);

/* The same for the champion of the run in a folder. */
int ancestry_read(struct genome *genome, const char *dir, enum ancestry_length length,
                  struct err *err);

#endif
