/*
 * threat_report - what tables have learned about threats, as text and as JSON.
 */
#ifndef C4E_REPORT_THREAT_REPORT_H
#define C4E_REPORT_THREAT_REPORT_H

#include <stdio.h>

#include "base/json.h"
#include "heuristic/threat_worth.h"

/* A row for each side, a column for each row of the board, and what that shows in a sentence. */
void threat_report_text(const struct threat_worth *worth, FILE *out);

/* An object of that name. */
void threat_report_json(struct json *j, const char *name, const struct threat_worth *worth);

#endif
