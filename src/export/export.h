/*
 * export - evolved weights in other hands.
 */
#ifndef C4E_EXPORT_EXPORT_H
#define C4E_EXPORT_EXPORT_H

#include "heuristic/genome.h"

/* The units that front ends are told of as 100 centipawns: the heaviest line of one side. Scores
 * of any genome then have a size that people and rules for giving up are used to. */
int32_t export_pawn(const struct genome *genome);

#endif
