/*
 * page - a result as one HTML file that needs nothing else.
 *
 * The template is src/report/page/: plain HTML, CSS and JavaScript, built into the
 * program together with the library that draws the charts. A page is the template
 * with one block of JSON in it. What the block holds is written by the functions
 * of page_data.h; what is shown of it is the template's business.
 *
 * The same run gives the same page, but for times and the machine.
 */
#ifndef C4E_REPORT_PAGE_H
#define C4E_REPORT_PAGE_H

#include <stdio.h>

#include "evolve/config.h"
#include "store/store.h"

#define PAGE_NAME "report.html" /* in the folder of a run */

/* Strings that a run keeps for its page. */
#define PAGE_ENDED   "ended after" /* see page_mark_over */
#define PAGE_MACHINE "machine"

/* A run, finished or not. All are borrowed. */
struct page_run {
    struct store *store;
    const struct run_config *config;
    const char *command; /* that makes the run again */
    int reload_s; /* the page loads itself again after so long, if the run is not over; or 0 */
};

/* Has the run its verdict? */
int page_run_is_over(struct store *store, const struct run_config *config, bool *over,
                     struct err *err);

/* Notes that it has; when more generations are asked for later, it has not. */
int page_mark_over(struct store *store, const struct run_config *config, struct err *err);

/* Writes the JSON of a page. */
struct page_content {
    const char *title;
    int (*print)(FILE *out, const void *context, struct err *err);
    const void *context;
};

/* Writes a page to a file: whole, or not at all. What is there and no regular file, such as
 * a link or /dev/stdout, is just written to. */
int page_save(const char *path, const struct page_content *content, struct err *err);

/* The page of a run. */
int page_save_run(const char *path, const struct page_run *run, struct err *err);

#endif
