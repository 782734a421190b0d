/* How a book comes to be: solved with interruptions, or imported. */
#include "test.h"

#include "search/book_make.h"
#include "search/worker.h"
#include "search/sample_book.h"

/* Results that cost nothing to find: any will do where no line of four can be near. */
static int invented(const void *data, const struct position *pos)
{
    (void)data;
    return (int)(position_mirror_key(pos) % 21) - 10;
}

#define MADE_PLIES 4

static const struct solver_book invention = { .plies = MADE_PLIES,
                                              .scores = true,
                                              .result = invented };

/* Stops after so many reports of progress. */
struct stopper {
    int left;
    atomic_bool stop;
};

static void count_down(void *context, const char *what, size_t done, size_t total)
{
    struct stopper *s = context;

    (void)what;
    assert_true(done <= total);
    if (--s->left == 0)
        s->stop = 1;
}

/* Returns how many positions are solved. */
static size_t make(struct book *book, const char *journal, int threads, int reports)
{
    struct stopper s = { .left = reports };
    struct watch watch = { .stop = &s.stop, .progress = count_down, .context = &s };
    struct pool pool;
    struct book_work work = {
        .pool = &pool, .journal = journal, .book = &invention, .watch = &watch
    };
    struct err err;
    size_t done;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    list(book, MADE_PLIES, BOOK_SCORES);
    if (book_make(book, &work, &done, &err))
        fail_msg("%s", err.text);
    pool_release(&pool);
    return done;
}

static void make_all(struct book *book, const char *journal, int threads)
{
    size_t done = make(book, journal, threads, 1000);

    assert_int_equal(done, book->n);
}

static void making_goes_on_where_it_stopped(void **state)
{
    struct temp_file journal = temp_file_make("");
    struct book whole, part;
    size_t before = 0, done;
    int rounds = 0;

    (void)state;
    make_all(&whole, journal.path, 1);
    for (size_t i = 0; i < whole.n; i++) {
        struct position pos = book_position(whole.key[i]);

        assert_int_equal(whole.result[i], invented(NULL, &pos));
    }
    put(journal.path, "", 0);
    do {
        done = make(&part, journal.path, 1 + rounds % 2, 2);
        assert_true(done > before || done == part.n);
        before = done;
        rounds++;
        if (done == part.n)
            assert_same_book(&part, &whole);
        book_release(&part);
    } while (done < whole.n);
    assert_in_range(rounds, 3, 20);
    book_release(&whole);
    temp_file_remove(&journal);
}

static void a_damaged_journal_costs_only_what_is_damaged(void **state)
{
    struct temp_file journal = temp_file_make("");
    struct book whole, again;
    unsigned char *bytes;
    size_t n;

    (void)state;
    make_all(&whole, journal.path, 1);
    bytes = get(journal.path, &n);
    for (size_t length = 0; length < n; length += 7) {
        put(journal.path, bytes, length);
        make_all(&again, journal.path, 1);
        assert_same_book(&again, &whole);
        book_release(&again);
    }
    for (size_t i = 64; i < n; i += 3) {
        bytes[i] ^= 0x55;
        put(journal.path, bytes, n);
        make_all(&again, journal.path, 2);
        assert_same_book(&again, &whole);
        book_release(&again);
        bytes[i] ^= 0x55;
    }
    free(bytes);
    book_release(&whole);
    temp_file_remove(&journal);
}

static void the_journal_of_another_book_is_refused(void **state)
{
    struct temp_file journal = temp_file_make("");
    struct watch watch = { 0 };
    struct pool pool;
    struct book_work work = {
        .pool = &pool, .journal = journal.path, .book = &invention, .watch = &watch
    };
    struct book book;
    struct err err;
    size_t done;

    (void)state;
    make_all(&book, journal.path, 1);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    book.n--;
    assert_int_equal(book_make(&book, &work, &done, &err), -1);
    assert_non_null(strstr(err.text, "another book"));
    book.n++;
    book.kind = BOOK_WDL;
    assert_int_equal(book_make(&book, &work, &done, &err), -1);
    pool_release(&pool);
    book_release(&book);
    temp_file_remove(&journal);
}

/* A line of the public format. */
static void format_line(FILE *out, const struct position *pos, bool mirrored, int result)
{
    static const char *const names[] = { "loss", "draw", "win" };
    uint64_t first = first_player_discs(pos), all = pos->all;

    if (mirrored) {
        first = mirror_cells(first);
        all = mirror_cells(all);
    }
    for (int i = 0; i < CELLS; i++) {
        uint64_t bit = cell_bit(i / ROWS, i % ROWS);

        fprintf(out, "%c,", !(all & bit) ? 'b' : first & bit ? 'x' : 'o');
    }
    fprintf(out, "%s\n", names[1 + (pos->plies % 2 ? -result : result)]);
}

static void the_public_format_is_imported(void **state)
{
    struct temp_file file = temp_file_make("");
    struct err err;
    struct rng rng;

    (void)state;
    sample_rng(&rng, 4, 0);
    for (int plies = 4; plies <= 7; plies++) {
        struct book book, back;
        FILE *out = fopen(file.path, "w");

        list(&book, plies, BOOK_WDL);
        fill_at_random(&book, &rng);
        assert_non_null(out);
        for (size_t i = book.n; i-- > 0;) { /* some mirrored, some twice */
            struct position pos = book_position(book.key[i]);

            format_line(out, &pos, i % 2, book.result[i]);
            if (i % 5 == 0)
                format_line(out, &pos, i % 3 == 0, book.result[i]);
        }
        fclose(out);
        if (book_import(&back, file.path, &err))
            fail_msg("%s", err.text);
        assert_same_book(&book, &back);
        book_release(&book);
        book_release(&back);
    }
    temp_file_remove(&file);
}

#define BLANK3 "b,b,b,"
#define BLANK6 BLANK3 BLANK3
#define BLANKS BLANK6 BLANK6 BLANK6 BLANK6 BLANK6 /* five columns */
#define X      "x," BLANK3 "b,b,"
#define O      "o," BLANK3 "b,b,"

static void assert_import_refused(const char *text, const char *why)
{
    struct temp_file file = temp_file_make(text);
    struct book book;
    struct err err;

    assert_int_equal(book_import(&book, file.path, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("'%s' does not tell of '%s'", err.text, why);
    temp_file_remove(&file);
}

static void wrong_lines_are_named(void **state)
{
    (void)state;
    assert_import_refused("", "no positions");
    assert_import_refused("nothing of the kind\n", ":1: field 1 is not");
    assert_import_refused(X O BLANKS "win\n" X O BLANKS "wins\n", ":2: the last field");
    assert_import_refused(X O BLANKS "\n", ":1: the last field");
    assert_import_refused(X O BLANK6 "b,b\n", ":1: field 20");
    assert_import_refused(X X BLANKS "win\n", ":1: 2 discs of x and 0 of o");
    assert_import_refused("b,x," BLANK3 "b," O BLANKS "win\n", "above an empty cell");
    assert_import_refused("\n" X O BLANKS "win\n" X BLANK6 BLANKS "win\n", ":3: 1 discs");
    assert_import_refused(X O BLANKS "win\n" X O BLANKS "loss\n", "lines 1 and 2: one position");
    assert_import_refused(X X X X O O O "draw\n", "has been won");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making_goes_on_where_it_stopped),
        cmocka_unit_test(a_damaged_journal_costs_only_what_is_damaged),
        cmocka_unit_test(the_journal_of_another_book_is_refused),
        cmocka_unit_test(the_public_format_is_imported),
        cmocka_unit_test(wrong_lines_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
