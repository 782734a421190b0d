/*
 * sample_run - a run whose every record follows from its place in it.
 *
 * What was written can be checked later, by another process, or after a part of
 * it was lost: there is nothing to remember.
 */
#ifndef C4E_TESTS_STORE_SAMPLE_RUN_H
#define C4E_TESTS_STORE_SAMPLE_RUN_H

#include "test.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gsl/gsl_randist.h>

#include "sample.h"
#include "store/store.h"
#include "temp_dir.h"

#define RUN_POPULATION 4
#define RUN_OPPONENTS  3 /* the last one is a reference */
#define RUN_PAIRINGS   6 /* a generation */
#define RUN_BATCH      3 /* pairings that are kept together */
#define RUN_VALIDATION 2 /* a generation */
#define RUN_ALL        0, UINT32_MAX

static const struct store_meta run_meta = { .name = "sample \"run\"; '\xff\x01",
                                            .seed = UINT64_MAX,
                                            .config = "[run]\r\nname = x\n\n\xc3\x28 %s ');--" };

/* "dir/run.db" and the like, in a buffer of the caller. */
static inline const char *inside(char buf[128], const char *dir, const char *name)
{
    snprintf(buf, 128, "%s/%s", dir, name);
    return buf;
}

#define assert_works(call, err)                                                                    \
    do {                                                                                           \
        if ((call) != 0)                                                                           \
            fail_msg("%s: %s", #call, (err).text);                                                 \
    } while (0)

#define assert_refused(call, err, why)                                                             \
    do {                                                                                           \
        (err).text[0] = '\0';                                                                      \
        assert_int_equal((call), -1);                                                              \
        if (!strstr((err).text, (why)))                                                            \
            fail_msg("'%s' does not say '%s'", (err).text, (why));                                 \
    } while (0)

/* Any bits but the many nans, which the file takes as one. */
static inline double any_double(struct rng *rng)
{
    static const double odd[] = { 0.0, -0.0, INFINITY, -INFINITY, 0x1p-1074, -0x1p-1022, 5, -3 };
    double value;

    if (rng_below(rng, 4) == 0)
        return odd[rng_below(rng, sizeof odd / sizeof odd[0])];
    do {
        uint64_t bits = (uint64_t)gsl_rng_get(&rng->gsl) << 32 | gsl_rng_get(&rng->gsl);

        memcpy(&value, &bits, sizeof value);
    } while (isnan(value));
    return value;
}

static inline void any_name(char name[NAME_SIZE], struct rng *rng)
{
    size_t length = rng_below(rng, NAME_SIZE);

    memset(name, 0, NAME_SIZE);
    for (size_t i = 0; i < length; i++)
        name[i] = (char)(1 + rng_below(rng, 255));
}

/* A legal game to its end. */
static inline void any_game(struct game_result *game, struct rng *rng)
{
    struct position pos = { 0 };

    *game = (struct game_result){ .outcome = GAME_DRAWN };
    while (pos.all != BOARD_CELLS && game->outcome == GAME_DRAWN) {
        int column = (int)rng_below(rng, COLUMNS);
        uint64_t bit = playable_cells(pos.all) & column_cells(column);

        if (!bit)
            continue;
        position_play(&pos, bit);
        moves_push(&game->moves, column);
        if (has_four(pos.own ^ pos.all))
            game->outcome = game->moves.n % 2 ? GAME_WON : GAME_LOST;
    }
}

static inline uint32_t run_id(uint32_t generation, uint32_t slot)
{
    return 1 + slot + generation * RUN_POPULATION + (generation > 0 ? RUN_OPPONENTS : 0);
}

static inline struct journal_genome run_genome(uint32_t generation, uint32_t slot)
{
    struct journal_genome r = { .id = run_id(generation, slot),
                                .generation = generation,
                                .slot = slot };
    struct rng rng;

    sample_rng(&rng, 1, r.id);
    r.origin = (enum origin)rng_below(&rng, ORIGIN_OPPONENT);
    r.parent[0] = (uint32_t)rng_below(&rng, r.id);
    r.parent[1] = rng_below(&rng, 2) ? UINT32_MAX : 0;
    any_name(r.name, &rng);
    for (int g = 0; g < gene_count(); g++) {
        r.gene[g] = any_double(&rng);
        r.step[g] = r.id % 2 ? any_double(&rng) : 0;
    }
    return r;
}

static inline struct journal_genome run_opponent(uint32_t slot)
{
    struct journal_genome r = run_genome(0, RUN_POPULATION + slot);

    r.origin = slot + 1 < RUN_OPPONENTS ? ORIGIN_OPPONENT : ORIGIN_REFERENCE;
    r.slot = slot;
    return r;
}

/* The caller frees the results. */
static inline struct journal_pairing run_pairing(uint32_t generation, uint32_t slot)
{
    struct journal_pairing r = { .generation = generation,
                                 .slot = slot,
                                 .a = run_id(generation, slot % RUN_POPULATION),
                                 .b = run_id(generation, (slot + 1) % RUN_POPULATION) };
    struct rng rng;

    sample_rng(&rng, 2, (uint64_t)generation << 20 | slot);
    r.games = 2 * (uint32_t)rng_below(&rng, 6);
    r.result = calloc(r.games + 1, sizeof *r.result);
    assert_non_null(r.result);
    for (uint32_t i = 0; i < r.games; i++)
        any_game(&r.result[i], &rng);
    return r;
}

static inline struct journal_rating run_rating(uint32_t id, struct rng *rng)
{
    struct journal_rating r = journal_no_rating(id);

    r.elo = any_double(rng);
    r.error = any_double(rng);
    r.score = any_double(rng);
    r.score_error = any_double(rng);
    r.standing = any_double(rng);
    r.standing_error = any_double(rng);
    r.apart = id % 3 ? any_double(rng) : NAN;
    r.apart_error = id % 3 ? any_double(rng) : NAN;
    r.now = any_double(rng);
    r.now_error = any_double(rng);
    r.truth = id % 2 ? any_double(rng) : NAN;
    return r;
}

static inline struct journal_generation run_generation(uint32_t generation,
                                                       struct journal_rating rating[RUN_POPULATION])
{
    struct journal_generation r = { .generation = generation,
                                    .champion = run_id(generation, generation % RUN_POPULATION),
                                    .population = RUN_POPULATION,
                                    .rating = rating };
    struct rng rng;

    sample_rng(&rng, 3, generation);
    for (uint32_t i = 0; i < RUN_POPULATION; i++)
        rating[i] = run_rating(run_id(generation, i), &rng);
    r.fit_loss_before = generation % 2 ? NAN : any_double(&rng);
    r.fit_loss_after = generation % 3 ? NAN : any_double(&rng);
    r.panel = generation % 5 ? any_double(&rng) : NAN;
    r.panel_error = generation % 5 ? any_double(&rng) : NAN;
    r.diversity = any_double(&rng);
    return r;
}

static inline struct journal_validation run_validation(uint32_t generation, uint32_t slot)
{
    struct journal_validation r = { .generation = generation,
                                    .champion = run_id(generation, generation % RUN_POPULATION),
                                    .depth = 1 + (int)slot };
    struct rng rng;

    sample_rng(&rng, 4, (uint64_t)generation << 20 | slot);
    any_name(r.opponent, &rng);
    for (int i = 0; i < 9; i++)
        r.pair[i / 3][i % 3] = (uint32_t)gsl_rng_get(&rng.gsl);
    return r;
}

static inline int run_begin(struct journal *j, struct err *err)
{
    struct journal_genome list[RUN_POPULATION + RUN_OPPONENTS];

    for (uint32_t i = 0; i < RUN_POPULATION; i++)
        list[i] = run_genome(0, i);
    for (uint32_t i = 0; i < RUN_OPPONENTS; i++)
        list[RUN_POPULATION + i] = run_opponent(i);
    return journal_begin(j, list, RUN_POPULATION + RUN_OPPONENTS, err);
}

/* Keeps the batch of pairings that begins with this slot. */
static inline int run_keep(struct journal *j, uint32_t generation, uint32_t slot, struct err *err)
{
    struct journal_pairing list[RUN_BATCH];
    int status;

    for (uint32_t i = 0; i < RUN_BATCH; i++)
        list[i] = run_pairing(generation, slot + i);
    status = journal_keep_pairings(j, list, RUN_BATCH, err);
    for (uint32_t i = 0; i < RUN_BATCH; i++)
        free(list[i].result);
    return status;
}

static inline int run_close(struct journal *j, uint32_t generation, struct err *err)
{
    struct journal_rating rating[RUN_POPULATION];
    struct journal_generation r = run_generation(generation, rating);
    struct journal_genome next[RUN_POPULATION];

    for (uint32_t i = 0; i < RUN_POPULATION; i++)
        next[i] = run_genome(generation + 1, i);
    return journal_close_generation(j, &r, next, RUN_POPULATION, err);
}

static inline int run_validate(struct journal *j, uint32_t generation, struct err *err)
{
    struct journal_validation list[RUN_VALIDATION];

    for (uint32_t i = 0; i < RUN_VALIDATION; i++)
        list[i] = run_validation(generation, i);
    return journal_keep_validation(j, list, RUN_VALIDATION, err);
}

/* Plays one generation: all its calls. */
static inline int run_play(struct journal *j, uint32_t generation, struct err *err)
{
    for (uint32_t slot = 0; slot < RUN_PAIRINGS; slot += RUN_BATCH)
        if (run_keep(j, generation, slot, err))
            return -1;
    return run_close(j, generation, err) || run_validate(j, generation, err) ? -1 : 0;
}

/* A new run of that many generations, closed again. */
static inline void run_make(const char *dir, uint32_t generations)
{
    struct store store;
    struct journal j;
    struct err err;

    assert_works(store_create(&store, dir, &run_meta, &err), err);
    j = store_journal(&store);
    assert_works(run_begin(&j, &err), err);
    for (uint32_t g = 0; g < generations; g++)
        assert_works(run_play(&j, g, &err), err);
    store_close(&store);
}

static inline bool same_double(double a, double b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

static inline bool same_genome(const struct journal_genome *a, const struct journal_genome *b)
{
    return a->id == b->id && a->generation == b->generation && a->slot == b->slot &&
           a->origin == b->origin && a->parent[0] == b->parent[0] && a->parent[1] == b->parent[1] &&
           strcmp(a->name, b->name) == 0 && memcmp(a->gene, b->gene, sizeof a->gene) == 0 &&
           memcmp(a->step, b->step, sizeof a->step) == 0;
}

static inline bool same_game(const struct game_result *a, const struct game_result *b)
{
    return a->outcome == b->outcome && a->moves.n == b->moves.n &&
           memcmp(a->moves.column, b->moves.column, a->moves.n) == 0;
}

static inline bool same_pairing(const struct journal_pairing *a, const struct journal_pairing *b)
{
    bool same = a->generation == b->generation && a->slot == b->slot && a->a == b->a &&
                a->b == b->b && a->games == b->games;

    for (uint32_t i = 0; same && i < a->games; i++)
        same = same_game(&a->result[i], &b->result[i]);
    return same;
}

static inline bool same_rating(const struct journal_rating *a, const struct journal_rating *b)
{
    return a->id == b->id && same_double(a->elo, b->elo) && same_double(a->error, b->error) &&
           same_double(a->score, b->score) && same_double(a->score_error, b->score_error) &&
           same_double(a->standing, b->standing) &&
           same_double(a->standing_error, b->standing_error) && same_double(a->apart, b->apart) &&
           same_double(a->apart_error, b->apart_error) && same_double(a->now, b->now) &&
           same_double(a->now_error, b->now_error) && same_double(a->truth, b->truth);
}

static inline bool same_validation(const struct journal_validation *a,
                                   const struct journal_validation *b)
{
    return a->generation == b->generation && a->champion == b->champion && a->depth == b->depth &&
           strcmp(a->opponent, b->opponent) == 0 && memcmp(a->pair, b->pair, sizeof a->pair) == 0;
}

#endif
