/*
 * page_result - the page of a tournament or a comparison.
 *
 * It holds what the command prints with --json, and a few games if there are any.
 */
#ifndef C4E_REPORT_PAGE_RESULT_H
#define C4E_REPORT_PAGE_RESULT_H

#include <stdint.h>

#include "arena/games.h"
#include "report/page.h"

/* A game that is worth a look. */
struct page_pick {
    const char *why;
    uint32_t first, second; /* players */
    struct game_result result;
    int opening; /* plies */
};

#define PAGE_PICKS 4

/* Chooses games of a games that was scored and has not forgotten them. Returns how many. */
size_t page_pick_games(const struct games *c, struct page_pick pick[PAGE_PICKS]);

/* All are borrowed. */
struct page_result {
    const char *kind; /* "tournament" or "comparison" */
    const char *name;
    const char *command;
    const char *config; /* its text, or NULL */
    uint64_t seed;
    void (*print)(FILE *out, const void *context); /* the result as JSON */
    const void *context;
    const struct player *player; /* of the games */
    const struct page_pick *pick;
    size_t picks;
};

int page_save_result(const char *path, const struct page_result *result, struct err *err);

#endif
