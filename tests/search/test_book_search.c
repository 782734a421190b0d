/* Minimax and alpha-beta with a book: the same choices, and what the book says. */
#include "test.h"

#include <stdlib.h>

#include "sample.h"
#include "search/book.h"
#include "search/worker.h"
#include "search/fixture.h"

#define BOOK_PLIES 7
#define ROUNDS     SAMPLES(60)
#define COMBOS     24 /* three ties, flat or distance, two views, leaves extended or not */

/* A book of lies, so that it matters whether it is asked; of all positions or of every other. */
static void random_book(struct book *book, enum book_kind kind, bool complete, struct rng *rng)
{
    struct err err;
    size_t kept = 0;

    assert_int_equal(book_list(book, BOOK_PLIES, kind, &err), 0);
    for (size_t i = 0; i < book->n; i++) {
        if (!complete && rng_below(rng, 2))
            continue;
        book->key[kept] = book->key[i];
        book->result[kept++] = kind == BOOK_WDL ? (int8_t)((int)rng_below(rng, 3) - 1)
                                                : (int8_t)((int)rng_below(rng, 25) - 12);
    }
    book->n = kept;
}

static struct choice run(struct fixture *f, const char *search, const struct position *pos,
                         const struct search_keys *keys)
{
    struct search_input in = { .keys = keys, .ev = &f->ev, .pos = pos };
    struct choice choice;
    struct rng rng;

    rng_open(&rng, (struct stream){ .seed = 1, .purpose = STREAM_MOVE });
    search_find(search)->choose(&in, &f->worker, &rng, &choice);
    return choice;
}

static struct search_keys keys_of(int combo, int depth, const struct book *book)
{
    return (struct search_keys){ .depth = depth,
                                 .ties = (enum ties)(combo % 3),
                                 .win = combo / 3 % 2 ? WIN_FLAT : WIN_DISTANCE,
                                 .view = combo / 6 % 2 ? VIEW_ROOT : VIEW_MOVER,
                                 .extend = combo / 12 ? EXTEND_FORCED : EXTEND_NONE,
                                 .book = book };
}

static void alphabeta_chooses_what_minimax_chooses(void **state)
{
    struct fixture *f = *state;

    for (int round = 0; round < ROUNDS; round++) {
        struct genome genome;
        struct book book;
        struct rng rng;

        sample_rng(&rng, 1, (uint64_t)round);
        sample_genome(&genome, (enum sample_genome)(round % SAMPLE_KINDS), &rng);
        evaluator_compile(&f->ev, &genome);
        random_book(&book, round % 2 ? BOOK_WDL : BOOK_SCORES, round / 2 % 2, &rng);
        for (int combo = 0; combo < COMBOS; combo++) {
            struct search_keys keys = keys_of(combo, 1 + (int)rng_below(&rng, 5), &book);
            struct choice a, b;
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, BOOK_PLIES + 2), &rng);
            a = run(f, "alphabeta", &pos, &keys);
            b = run(f, "minimax", &pos, &keys);
            if (a.column != b.column || a.value != b.value)
                fail_msg("round %d, combination %d, plies %d, depth %d: column %d, value %d; "
                         "minimax %d, %d",
                         round, combo, pos.plies, keys.depth, a.column, (int)a.value, b.column,
                         (int)b.value);
        }
        book_release(&book);
    }
}

/* With a book in reach the value is the best of what it says, and without it is not. */
static void the_book_decides_where_it_is_reached(void **state)
{
    struct fixture *f = *state;
    struct position empty = { 0 };
    struct genome genome;
    struct book book;
    struct err err;
    struct rng rng;

    sample_rng(&rng, 2, 0);
    sample_genome(&genome, SAMPLE_LINES, &rng);
    evaluator_compile(&f->ev, &genome);
    assert_int_equal(book_list(&book, 3, BOOK_WDL, &err), 0);
    for (size_t i = 0; i < book.n; i++) /* the first player has moved last, and wins always */
        book.result[i] = -1;
    for (int depth = 1; depth <= 6; depth++) {
        struct search_keys keys = { .depth = depth, .book = &book };
        int32_t value = run(f, "alphabeta", &empty, &keys).value;

        if (depth >= 3)
            assert_int_equal(value, BOOK_WIN);
        else
            assert_in_range(abs(value), 0, EVAL_LIMIT);
    }
    book_release(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_chooses_what_minimax_chooses),
        cmocka_unit_test(the_book_decides_where_it_is_reached),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
