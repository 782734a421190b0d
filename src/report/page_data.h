/*
 * page_data - the JSON of a page, section by section.
 *
 * Private to the page. Each section function writes named values into an open
 * object; the table of sections in page.c calls them.
 */
#ifndef C4E_REPORT_PAGE_DATA_H
#define C4E_REPORT_PAGE_DATA_H

#include "base/json.h"
#include "report/page.h"
#include "stats/rating.h"

/* One player of a crosstable, as the page shows it. */
struct page_rival {
    size_t index;     /* in the table */
    uint32_t id;      /* of a genome; 0 for a player without one */
    const char *name; /* or "" */
    const char *kind; /* its origin, or "earlier champion" */
    double elo, error;
};

/*
 * The games of the last generation. Ratings of the population are the stored ones. Those of
 * opponents and earlier champions are not stored: they are fitted to the same games and
 * shifted to the same scale.
 */
struct page_arena {
    struct journal_pairing *pairing;
    size_t pairings;
    struct journal_genome *who;
    struct page_rival *rival; /* by index in the table */
    size_t n;
    struct crosstable table;
    struct ratings ratings;
};

/* What the sections read: a run, or a result, whose page has only `result` set. */
struct page_source {
    const struct page_result *result;
    const struct page_run *run;
    struct store *store;
    const struct run_config *config;
    struct journal journal;
    uint32_t closed;   /* generations */
    uint32_t champion; /* id, or 0 before there is one */
    uint32_t holder;   /* of the title after the last generation; it has games there, which the
                          winner of a play-off may not have */
    bool over;
    bool gene
        [GENE_COUNT]; /* genes that are shown: they evolve, or a genome differs from the default */
    int genes;
    unsigned char *wanted; /* genomes that the page shows, by id */
    uint32_t last_id;
    struct page_arena arena; /* empty before the first generation is closed */
};

/* Upper limits of what is written; the page says what was left out. */
#define PAGE_GENERATIONS 400    /* rows of figures */
#define PAGE_SAMPLES     40     /* generations whose weights are summed up */
#define PAGE_VALUES      120000 /* weights of genomes */
#define PAGE_GENOMES     2000
#define PAGE_REIGNS      200 /* champions */
#define PAGE_ANCESTORS   240
#define PAGE_RIVALS      24 /* of the population in the crosstable, and as many others */

/* The step between generations that are written; the last one is always written. */
uint32_t page_stride(uint32_t generations, uint32_t most);

/* A number, rounded to the digits that a chart can show. */
void page_number(struct json *j, const char *name, double value);

/* Marks a genome as one that the page shows. */
void page_want(const struct page_source *s, uint32_t id);

/* Finds the genes and genomes of a run; part of opening the source. */
int page_find_genes(struct page_source *s, struct err *err);

int page_arena_init(struct page_arena *a, const struct page_source *s, struct err *err);
void page_arena_release(struct page_arena *a);

/* Whether the page of a run has a board: there is a champion, and the engine is built in. */
bool page_has_board(const struct page_source *s);

/* Sections of a run. */
int page_verdict(struct json *j, const struct page_source *s, struct err *err);
int page_play(struct json *j, const struct page_source *s, struct err *err);
int page_progress(struct json *j, const struct page_source *s, struct err *err);
int page_weights(struct json *j, const struct page_source *s, struct err *err);
int page_importance(struct json *j, const struct page_source *s, struct err *err);
int page_lineage(struct json *j, const struct page_source *s, struct err *err);
int page_rivals(struct json *j, const struct page_source *s, struct err *err);

/* The memory for thinking about the games of a page. */
struct page_desk {
    struct worker worker;
    struct book book; /* the one that comes with the program; empty if there is none */
};

int page_desk_init(struct page_desk *desk, struct err *err);
void page_desk_release(struct page_desk *desk);

/* Writes what perfect play says about a game, as "analysis" of an open object. Nothing if the game
 * went on after a four, as in the programs of some studies. */
void page_analysis(struct json *j, const struct moves *moves, int opening, struct page_desk *desk);

/* The games of a page that shows an analysis. */
void page_analysed_games(struct json *j, const struct page_result *result);

/* Games of a run or of a result. */
int page_games(struct json *j, const struct page_source *s, struct err *err);

/* Every marked genome, and others while there is room: must be written last. */
int page_genomes(struct json *j, const struct page_source *s, struct err *err);

#endif
