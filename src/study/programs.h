/*
 * programs - the players of three studies, as the studies' programs really played.
 *
 * The programs are public, and these searches follow the rules that we read in them, quirks
 * included; the code is ours. They live apart from our engine and are rows of the table of
 * searches only so that tournaments can name them: a row also says how its program ends games.
 * One file a study. `c4evolve studies NAME --explain` tells what was read.
 */
#ifndef C4E_STUDY_PROGRAMS_H
#define C4E_STUDY_PROGRAMS_H

#include "search/search.h"
#include "search/worker.h"

/* Rows, ended by one without a name. */
extern const struct search bleskachek_2019_searches[];
extern const struct search sethi_2018_searches[];
extern const struct search cs7is2_2020_searches[];

/* Adds them all to the table of searches; at the start of the program, in every process. They
 * know only the usual board: with another one, nothing is added. */
void programs_add(void);

/* The utility functions of Bleskachek 2019 by name, ended by NULL, and what a position is worth
 * to the first player by one of them. */
extern const char *const bleskachek_2019_utilities[];
double bleskachek_2019_utility(const struct position *pos, int utility);

#endif
