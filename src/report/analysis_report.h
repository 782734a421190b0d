/*
 * analysis_report - analysed games as text, as JSON, and as data of a page.
 */
#ifndef C4E_REPORT_ANALYSIS_REPORT_H
#define C4E_REPORT_ANALYSIS_REPORT_H

#include <stdio.h>

#include "base/json.h"
#include "truth/analysis.h"

/* An analysed game. All pointers are borrowed. */
struct analysed_game {
    const char *name[2]; /* of the players, or "" */
    const struct analysis *analysis;
};

/* `asked` is the name of the player that was asked for its moves, or NULL. */
int analysis_report_text(const struct analysed_game *game, size_t number, const char *asked,
                         FILE *out, struct err *err);

/* One object with all games. */
void analysis_report_json(const struct analysed_game *game, size_t n, const char *asked, FILE *out);

/* The words on a game as a named value of an open object: its summary, and a note on each move that
 * changed the result. */
void analysis_report_notes(struct json *j, const char *name, const struct analysis *a);

#endif
