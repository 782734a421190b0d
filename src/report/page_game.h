/*
 * page_game - one game for the page, with what both sides thought of it.
 */
#ifndef C4E_REPORT_PAGE_GAME_H
#define C4E_REPORT_PAGE_GAME_H

#include "arena/play.h"
#include "base/json.h"

struct page_game {
    const char *why; /* it is shown */
    const struct player *player[2];
    uint32_t id[2]; /* of genomes; 0 for none */
    struct game_result result;
    int opening; /* plies that were not chosen by the players */
};

/* Searches every position of the game with both players, those with a genome. A limit of
 * time does not count here: the search goes as deep as it takes no time. */
void page_put_game(struct json *j, const struct page_game *game, struct worker *worker);

#endif
