/*
 * tournament_text - the parts of a tournament's report for people.
 */
#ifndef C4E_REPORT_TOURNAMENT_TEXT_H
#define C4E_REPORT_TOURNAMENT_TEXT_H

#include "report/tournament_report.h"

/* The columns that names need, up to a limit. */
int tournament_name_width(const struct games *c);

/* The columns that names get, if they need `longest` and there is room for `room`. */
int tournament_share(int room, int longest);

/* One sentence: do our figures agree with those published? */
void tournament_agreement(const struct published *published, char *text, size_t size);

/* How many players won just as often as was published, of those `given`. */
unsigned tournament_same_wins(const struct tournament_result *r, unsigned *given);

/* The rating list, with as many columns as `width` has room for. */
void tournament_print_ratings(FILE *out, const struct tournament_result *r, int width);

#endif
