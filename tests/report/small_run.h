/*
 * small_run - a run of three generations, small enough to be written down by hand, and what is
 * printed of it.
 *
 *     generation 0   1 founder   2 founder     3 spread of 1        (4 opponent, 5 reference)
 *     generation 1   6 elite 1   7 cross 1 2   8 mutation of 3
 *     generation 2   9 elite 7  10 elite 6    11 fit of 7
 *     generation 3  12 elite 9  13 cross 11 10 14 immigrant         not closed, one pairing
 */
#ifndef C4E_TESTS_REPORT_SMALL_RUN_H
#define C4E_TESTS_REPORT_SMALL_RUN_H

#include "store/sample_run.h"

#define SMALL_POPULATION 3

/* Everything that a careless writer of CSV, JSON, HTML or graphviz trips over. */
#define HOSTILE_NAME "a,\"b\"\n</script>\\ \xc3\xa4\xff"

static const struct {
    uint32_t id, generation, slot;
    enum origin origin;
    uint32_t parent[2];
    const char *name;
    double own1, own2, tempo; /* all other genes are at their defaults */
} small_genomes[] = {
    { 1, 0, 0, ORIGIN_FOUNDER, { 0, 0 }, "fevalb", 1, 2, 0 },
    { 2, 0, 1, ORIGIN_FOUNDER, { 0, 0 }, HOSTILE_NAME, 3, 7, 0 },
    { 3, 0, 2, ORIGIN_SPREAD, { 1, 0 }, "", 1.25, 2, 0.5 },
    { 4, 0, 0, ORIGIN_OPPONENT, { 0, 0 }, "lines", 1, 1, 0 },
    { 5, 0, 0, ORIGIN_REFERENCE, { 0, 0 }, "rusak", 1, 4, 0 },
    { 6, 1, 0, ORIGIN_ELITE, { 1, 0 }, "", 1, 2, 0 },
    { 7, 1, 1, ORIGIN_CROSSOVER, { 1, 2 }, "", 3, 2.5, -1.0 / 3 },
    { 8, 1, 2, ORIGIN_MUTATION, { 3, 0 }, "", 1.25, 2, 0.5 },
    { 9, 2, 0, ORIGIN_ELITE, { 7, 0 }, "", 3, 2.5, -1.0 / 3 },
    { 10, 2, 1, ORIGIN_ELITE, { 6, 0 }, "", 1, 2, 0 },
    { 11, 2, 2, ORIGIN_FIT, { 7, 0 }, "", 3, 2.5000001, -1.0 / 3 },
    { 12, 3, 0, ORIGIN_ELITE, { 9, 0 }, "", 3, 2.5, -1.0 / 3 },
    { 13, 3, 1, ORIGIN_CROSSOVER, { 11, 10 }, "", 1, 2, 0 },
    { 14, 3, 2, ORIGIN_IMMIGRANT, { 0, 0 }, "", 9, 9, 9 },
};

enum { SMALL_GENOMES = sizeof small_genomes / sizeof *small_genomes, SMALL_FIRST = 5 };

static inline struct journal_genome small_genome(int i)
{
    struct journal_genome r = { .id = small_genomes[i].id,
                                .generation = small_genomes[i].generation,
                                .slot = small_genomes[i].slot,
                                .origin = small_genomes[i].origin,
                                .parent = { small_genomes[i].parent[0],
                                            small_genomes[i].parent[1] } };

    snprintf(r.name, sizeof r.name, "%s", small_genomes[i].name);
    for (int g = 0; g < gene_count(); g++)
        r.gene[g] = gene_table[g].initial;
    r.gene[GENE_OWN1] = small_genomes[i].own1;
    r.gene[GENE_OWN2] = small_genomes[i].own2;
    r.gene[GENE_TEMPO] = small_genomes[i].tempo;
    return r;
}

/* One pairing; results as a sees them, a letter a game, the first begun by a. */
static inline void small_pairing(struct journal *j, uint32_t generation, uint32_t slot, uint32_t a,
                                 uint32_t b, const char *results)
{
    struct game_result game[16] = { 0 };
    struct journal_pairing record = { .generation = generation,
                                      .slot = slot,
                                      .a = a,
                                      .b = b,
                                      .games = (uint32_t)strlen(results),
                                      .result = game };
    struct err err;

    for (uint32_t i = 0; i < record.games; i++) {
        int outcome = results[i] == 'w' ? GAME_WON : results[i] == 'l' ? GAME_LOST : GAME_DRAWN;

        game[i].outcome = (signed char)(i % 2 ? -outcome : outcome);
    }
    assert_works(journal_keep_pairings(j, &record, 1, &err), err);
}

static inline void small_close(struct journal *j, uint32_t generation, uint32_t champion,
                               const double elo[SMALL_POPULATION], double before, double after)
{
    struct journal_genome next[SMALL_POPULATION];
    struct journal_rating rating[SMALL_POPULATION];
    struct journal_generation record = { .generation = generation,
                                         .champion = champion,
                                         .population = SMALL_POPULATION,
                                         .rating = rating,
                                         .fit_loss_before = before,
                                         .fit_loss_after = after,
                                         .panel = NAN,
                                         .panel_error = NAN,
                                         .diversity = NAN };
    struct err err;

    for (uint32_t i = 0; i < SMALL_POPULATION; i++) {
        uint32_t id = generation ? 3 * generation + 3 + i : 1 + i;

        rating[i] = journal_no_rating(id);
        rating[i].elo = elo[i];
        rating[i].error = 10 * (1 + i);
        next[i] = small_genome((int)(SMALL_FIRST + SMALL_POPULATION * generation + i));
    }
    assert_works(journal_close_generation(j, &record, next, SMALL_POPULATION, &err), err);
}

static inline void small_validation(struct journal *j)
{
    struct journal_validation list[] = {
        { .generation = 3, .champion = 9, .opponent = HOSTILE_NAME, .depth = 5 },
        { .generation = 3, .champion = 9, .opponent = "rusak", .depth = 7 },
    };
    struct err err;

    list[0].pair[2][2] = 6; /* six pairs won twice, */
    list[0].pair[2][0] = 3; /* three won and lost, */
    list[0].pair[1][0] = 1; /* and one drawn and lost */
    assert_works(journal_keep_validation(j, list, 2, &err), err);
}

static inline void small_begin(struct journal *j)
{
    struct journal_genome first[SMALL_FIRST];
    struct err err;

    for (int i = 0; i < SMALL_FIRST; i++)
        first[i] = small_genome(i);
    assert_works(journal_begin(j, first, SMALL_FIRST, &err), err);
}

/* Makes the run in a folder and leaves it open. */
static inline void small_run(struct store *store, const char *dir)
{
    static const struct store_meta meta = { .name = "small; \"run\"\n\xff",
                                            .seed = 1,
                                            .config = "" };
    struct journal j;
    struct err err;

    assert_works(store_create(store, dir, &meta, &err), err);
    j = store_journal(store);
    small_begin(&j);
    small_pairing(&j, 0, 0, 1, 2, "wwdl");
    small_pairing(&j, 0, 1, 3, 4, "ll");
    small_close(&j, 0, 1, (double[]){ 30, 0, -30 }, NAN, NAN);
    small_pairing(&j, 1, 0, 6, 7, "lw");
    small_close(&j, 1, 7, (double[]){ 12.5, 52.5, -0.25 }, 0.5, 0.25);
    small_pairing(&j, 2, 0, 9, 10, "dddd");
    small_close(&j, 2, 9, (double[]){ 40, 41, 0 }, NAN, NAN);
    small_validation(&j);
    small_pairing(&j, 3, 0, 12, 13, "wl");
}

/* What is written to the stream until captured() closes it, as a string. */
struct capture {
    FILE *out;
    char *text;
    size_t size;
};

static inline FILE *capture(struct capture *c)
{
    *c = (struct capture){ 0 };
    c->out = open_memstream(&c->text, &c->size);
    assert_non_null(c->out);
    return c->out;
}

/* The caller frees it. */
static inline char *captured(struct capture *c)
{
    assert_int_equal(fclose(c->out), 0);
    assert_int_equal(strlen(c->text), c->size);
    return c->text;
}

/* Frees the text. */
static inline void assert_captured(struct capture *c, const char *wanted)
{
    char *text = captured(c);

    assert_string_equal(text, wanted);
    free(text);
}

#endif
