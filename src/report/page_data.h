/*
 * page_data - the JSON of a run's page, section by section.
 *
 * Private to the page. Each function writes named values into an open object.
 */
#ifndef C4E_REPORT_PAGE_DATA_H
#define C4E_REPORT_PAGE_DATA_H

#include "base/json.h"
#include "report/page.h"

/* What the sections share. */
struct page_source {
    struct store *store;
    const struct run_config *config;
    struct journal journal;
    uint32_t closed;   /* generations */
    uint32_t champion; /* id, or 0 while there is none */
    bool over;
    bool
        gene[GENE_COUNT]; /* those that are shown: they evolve, or someone has a value of its own */
    int genes;
    unsigned char *wanted; /* genomes that the page shows, by id */
    uint32_t last_id;
};

/* At most so many of each are written; the page says what was left out. */
#define PAGE_GENERATIONS 400    /* rows of figures */
#define PAGE_SAMPLES     40     /* generations whose weights are summed up */
#define PAGE_VALUES      120000 /* weights of genomes */
#define PAGE_GENOMES     2000
#define PAGE_REIGNS      200 /* champions */
#define PAGE_ANCESTORS   240
#define PAGE_RIVALS      24 /* of the population in the crosstable, and as many others */

/* Every so many generations is written; the last one always. */
uint32_t page_stride(uint32_t generations, uint32_t most);

/* A number with as many digits as anybody can see. */
void page_number(struct json *j, const char *name, double value);

/* Marks a genome as one that the page shows. */
void page_want(const struct page_source *s, uint32_t id);

/* A seed as text: JavaScript has no whole numbers of that size. */
void page_put_seed(struct json *j, uint64_t seed);

int page_verdict(struct json *j, const struct page_source *s, struct err *err);
int page_progress(struct json *j, const struct page_source *s, struct err *err);
int page_weights(struct json *j, const struct page_source *s, struct err *err);

/* Of a run with a champion. */
int page_lineage(struct json *j, const struct page_source *s, struct err *err);

/* Every genome that was marked, and others while there is room: to be written last. */
int page_genomes(struct json *j, const struct page_source *s, struct err *err);

/* Finds out which genes and genomes there are. */
int page_find_genes(struct page_source *s, struct err *err);

#endif
