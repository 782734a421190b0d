/*
 * page - a result as one HTML file that needs no other file.
 *
 * The template is src/report/page/: plain HTML, CSS and JavaScript, built into the
 * program together with the library that draws the charts. A page is the template
 * with one block of JSON in it. The table of sections in page.c says what a page
 * shows, and which function writes the data for it.
 *
 * The same run gives the same page, except for times and the machine.
 */
#ifndef C4E_REPORT_PAGE_H
#define C4E_REPORT_PAGE_H

#include <stdio.h>

#include "arena/games.h"
#include "evolve/config.h"
#include "report/analysis_report.h"
#include "store/store.h"

#define PAGE_NAME "report.html" /* in the run folder */

/* Strings that a run keeps for its page. */
#define PAGE_ENDED   "ended after" /* see page_mark_over */
#define PAGE_MACHINE "machine"

/* A run, finished or not. All pointers are borrowed. */
struct page_run {
    struct store *store;
    const struct run_config *config;
    const char *command; /* repeats the run */
    int reload_s;        /* seconds until the page of an unfinished run reloads itself; 0: never */
};

/* Whether the run has its verdict. */
int page_run_is_over(struct store *store, const struct run_config *config, bool *over,
                     struct err *err);

/* Records that it has. The mark loses its effect when more generations are asked for. */
int page_mark_over(struct store *store, const struct run_config *config, struct err *err);

/*
 * Writes the page of a run to a file: all of it, or nothing. A path that is not a regular file,
 * such as a link or /dev/stdout, is written to directly. NULL: PAGE_NAME in the run folder, where
 * no link is followed.
 */
int page_save_run(const char *path, const struct page_run *run, struct err *err);

/* A game of a tournament that is worth showing. */
struct page_pick {
    const char *why;
    uint32_t first, second; /* players */
    struct game_result result;
    int opening; /* plies */
};

#define PAGE_PICKS 4

/* Chooses among games that have been scored and are still in memory. Returns the number chosen. */
size_t page_pick_games(const struct games *c, struct page_pick pick[PAGE_PICKS]);

/* A tournament, a comparison, an experiment, or analysed games. All pointers are borrowed. */
struct page_result {
    const char *kind; /* "tournament", "comparison", "experiment" or "analysis" */
    const char *name;
    const char *command;
    const char *config; /* its text, or NULL */
    uint64_t seed;
    void (*print)(FILE *out, const void *context); /* the result as JSON, as with --json */
    const void *context;
    const struct player *player; /* of the games */
    const struct page_pick *pick;
    size_t picks;
    const struct analysed_game *analysed; /* of an analysis */
    size_t analysed_n;
};

/* Writes its page, as page_save_run does. */
int page_save_result(const char *path, const struct page_result *result, struct err *err);

#endif
