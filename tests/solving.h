/*
 * solving - drawing and solving positions in tests, with or without a file that keeps them.
 */
#ifndef C4E_TESTS_SOLVING_H
#define C4E_TESTS_SOLVING_H

#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "truth/solved_cache.h"

enum { SOLVED_SEED = 11 };

static inline struct solved_set drawn_set(const char *text)
{
    struct solved_set set;
    struct err err;

    if (solved_draw(&set, text, OPENING_TEST, SOLVED_SEED, &err))
        fail_msg("%s", err.text);
    return set;
}

/* Solves all; returns how many came from the cache. */
static inline size_t solve_with(struct solved_set *set, const char *cache, int threads,
                                struct err *note)
{
    struct solved_set known = { malloc(set->n * sizeof *known.list), set->n };
    size_t kept = 0;
    struct pool pool;
    bool finished;
    struct err err, ignored;

    assert_non_null(known.list);
    memcpy(known.list, set->list, set->n * sizeof *known.list);
    if (cache)
        solved_cache_load(&known, cache, &ignored);
    for (size_t i = 0; i < known.n; i++)
        kept += known.list[i].solved;
    solved_release(&known);
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(
        solved_find_scores(set, cache, &pool, &(struct watch){ 0 }, &finished, note, &err), 0);
    assert_true(finished);
    pool_release(&pool);
    return kept;
}

static inline struct solved_set drawn_and_solved(const char *text)
{
    struct solved_set set = drawn_set(text);
    struct err note;

    solve_with(&set, NULL, 2, &note);
    assert_string_equal(note.text, "");
    return set;
}

static inline void assert_same_scores(const struct solved_set *a, const struct solved_set *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        assert_true(a->list[i].solved && b->list[i].solved);
        assert_memory_equal(a->list[i].score, b->list[i].score, sizeof a->list[i].score);
        assert_int_equal(a->list[i].best, b->list[i].best);
    }
}

#endif
