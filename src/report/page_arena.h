/*
 * page_arena - who met whom in the last generation of a run, for the page.
 *
 * Ratings of the population are those that the run has kept. Nobody kept those of
 * opponents and earlier champions: they are found from the same games, on the same scale.
 */
#ifndef C4E_REPORT_PAGE_ARENA_H
#define C4E_REPORT_PAGE_ARENA_H

#include "stats/cycles.h"
#include "stats/rating.h"
#include "report/page_data.h"

/* One player of a crosstable, as the page shows it. */
struct page_rival {
    size_t index;     /* in the table */
    uint32_t id;      /* of a genome; 0 for none */
    const char *name; /* or "" */
    const char *kind; /* how it came to be */
    double elo, error;
};

struct page_arena {
    struct journal_pairing *pairing;
    size_t pairings;
    struct journal_genome *who;
    struct page_rival *rival; /* of each, by index in the table */
    size_t n;
    struct crosstable table;
    struct ratings ratings;
};

/* Of a run with a closed generation. */
int page_arena_init(struct page_arena *a, const struct page_source *s, struct err *err);
void page_arena_release(struct page_arena *a);

/* Players, best first, and what each did against each as first player. */
void page_put_rivals(struct json *j, const struct crosstable *table, struct page_rival *list,
                     size_t n);

/* How far the table is from a rating list; `rival` by index. */
void page_put_cycles(struct json *j, const struct cycles *cycles, const struct page_rival *rival);

int page_rivals(struct json *j, const struct page_source *s, const struct page_arena *a,
                struct err *err);
int page_games(struct json *j, const struct page_source *s, const struct page_arena *a,
               struct err *err);

#endif
