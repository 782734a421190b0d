/*
 * play_page - a board to play on, as a part of a page.
 *
 * The part consists of styles and scripts (src/export/page/), and of a value named
 * "play" in the page's JSON: the engine as WebAssembly, the books of its exact solver,
 * and players. The scripts take the value and fill an element; see play.js.
 */
#ifndef C4E_EXPORT_PLAY_PAGE_H
#define C4E_EXPORT_PLAY_PAGE_H

#include "arena/player.h"
#include "base/json.h"

struct play_player {
    const char *name; /* as shown to people */
    const struct player *player;
};

/* Whether the engine is built into this program. If not, the error says what to install. */
int play_page_check(struct err *err);

/* Writes the value "play". The players must have passed export_check_sources. */
int play_page_put(struct json *j, const struct play_player *list, size_t n, struct err *err);

/* Writes the styles, or the scripts: all, or only the few that pages without a board use. They define
 * the global names `h`, `svg`, `play` and `c4evolve`. */
void play_page_print_styles(FILE *out);
void play_page_print_scripts(FILE *out, bool board);

#endif
