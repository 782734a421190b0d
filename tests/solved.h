/*
 * solved - drawing and solving positions in tests, with or without a file that keeps them.
 */
#ifndef C4E_TESTS_SOLVED_H
#define C4E_TESTS_SOLVED_H

#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "truth/truth_cache.h"

enum { TRUTH_SEED = 11 };

static inline struct truth truth_drawn(const char *text)
{
    struct truth truth;
    struct err err;

    if (truth_draw(&truth, text, OPENING_TEST, TRUTH_SEED, &err))
        fail_msg("%s", err.text);
    return truth;
}

/* Solves all; returns how many came from the cache. */
static inline size_t truth_solved_with(struct truth *truth, const char *cache, int threads,
                                       struct err *note)
{
    struct truth_work work = { .threads = threads, .cache = cache };
    struct truth known = { malloc(truth->n * sizeof *known.list), truth->n };
    size_t kept = 0;
    bool finished;
    struct err err, ignored;

    assert_non_null(known.list);
    memcpy(known.list, truth->list, truth->n * sizeof *known.list);
    if (cache)
        truth_cache_load(&known, cache, &ignored);
    for (size_t i = 0; i < known.n; i++)
        kept += known.list[i].solved;
    truth_release(&known);
    assert_int_equal(truth_solve(truth, &work, &finished, note, &err), 0);
    assert_true(finished);
    return kept;
}

static inline struct truth truth_drawn_and_solved(const char *text)
{
    struct truth truth = truth_drawn(text);
    struct err note;

    truth_solved_with(&truth, NULL, 2, &note);
    assert_string_equal(note.text, "");
    return truth;
}

static inline void assert_same_scores(const struct truth *a, const struct truth *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        assert_true(a->list[i].solved && b->list[i].solved);
        assert_memory_equal(a->list[i].score, b->list[i].score, sizeof a->list[i].score);
        assert_int_equal(a->list[i].best, b->list[i].best);
    }
}

#endif
