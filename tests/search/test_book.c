/* Books: what they list, their files, and the one that comes with the program. */
#include "test.h"

#include "search/sample_book.h"

/* Counts mirror images as two, as the published numbers of positions do. */
static size_t count_both(const struct book *book)
{
    size_t n = 0;

    for (size_t i = 0; i < book->n; i++) {
        struct position pos = book_position(book->key[i]);

        assert_int_equal(pos.plies, book->plies);
        assert_int_equal(position_mirror_key(&pos), book->key[i]);
        assert_int_equal(position_outcome(&pos), OUTCOME_NONE);
        assert_true(i == 0 || book->key[i] > book->key[i - 1]);
        n += mirror_cells(pos.own) == pos.own && mirror_cells(pos.all) == pos.all ? 1 : 2;
    }
    return n;
}

static void random_book(struct book *book, int plies, enum book_kind kind)
{
    struct rng rng;

    sample_rng(&rng, 3, (uint64_t)plies);
    list(book, plies, kind);
    fill_at_random(book, &rng);
}

static void all_positions_are_listed_once(void **state)
{
    static const size_t published[] = { 1, 7, 49, 238, 1120, 4263, 16422 };
    struct book_facts f;
    struct book book;

    (void)state;
    for (int plies = 0; plies <= 6; plies++) {
        list(&book, plies, BOOK_WDL);
        assert_int_equal(count_both(&book), published[plies]);
        book_release(&book);
    }
    list(&book, 8, BOOK_WDL);
    assert_in_range(count_both(&book), 1, 184275); /* which counts those that somebody has won */
    f = book_facts(&book);
    assert_int_equal(f.won + f.lost, 0);
    assert_int_equal(f.drawn, 91295);
    assert_int_equal(f.quiet_drawn, 67557);
    book_release(&book);
}

static void positions_and_their_mirror_images_are_found(void **state)
{
    struct book book;

    (void)state;
    random_book(&book, 6, BOOK_SCORES);
    for (size_t i = 0; i < book.n; i++) {
        struct position pos = book_position(book.key[i]);
        struct position mirrored = { mirror_cells(pos.own), mirror_cells(pos.all), pos.plies };

        assert_int_equal(book_lookup(&book, &pos), book.result[i]);
        assert_int_equal(book_lookup(&book, &mirrored), book.result[i]);
        position_play(&pos, playable_cells(pos.all) & -playable_cells(pos.all));
        assert_int_equal(book_lookup(&book, &pos), SOLVER_UNKNOWN);
    }
    book.n /= 2;
    for (size_t i = 0; i < 2 * book.n; i++) {
        struct position pos = book_position(book.key[i]);

        assert_int_equal(book_lookup(&book, &pos), i < book.n ? book.result[i] : SOLVER_UNKNOWN);
    }
    book_release(&book);
}

static void files_come_back_as_they_were(void **state)
{
    struct temp_file file = temp_file_make("");
    struct err err;
    struct rng rng;

    (void)state;
    sample_rng(&rng, 2, 0);
    for (int plies = 0; plies <= 8; plies += 2) {
        for (int kind = BOOK_WDL; kind <= BOOK_SCORES; kind++) {
            struct book book, back;

            list(&book, plies, (enum book_kind)kind);
            fill_at_random(&book, &rng);
            assert_int_equal(book_write(&book, file.path, &err), 0);
            assert_int_equal(book_read(&back, file.path, &err), 0);
            assert_same_book(&book, &back);
            book_release(&book);
            book_release(&back);
        }
    }
    temp_file_remove(&file);
}

/* In memory as in a file; and as a book that never had more than signs. */
static void scores_become_signs(void **state)
{
    struct book scores, signs, back;
    unsigned char *bytes;
    struct err err;
    size_t n;

    (void)state;
    random_book(&scores, 6, BOOK_SCORES);
    list(&signs, 6, BOOK_WDL);
    for (size_t i = 0; i < scores.n; i++)
        signs.result[i] = scores.result[i] > 0 ? 1 : scores.result[i] < 0 ? -1 : 0;
    bytes = book_encode(&scores, &n);
    assert_int_equal(book_decode(&back, bytes, n, &err), 0);
    assert_same_book(&back, &scores);
    book_keep_signs(&scores);
    assert_same_book(&scores, &signs);
    free(bytes);
    book_release(&scores);
    book_release(&signs);
    book_release(&back);
}

static void assert_refused(const char *path, const char *why)
{
    struct book book;
    struct err err;

    assert_int_equal(book_read(&book, path, &err), -1);
    if (!strstr(err.text, why) || !strstr(err.text, path))
        fail_msg("'%s' does not tell of '%s' and '%s'", err.text, path, why);
}

static void damaged_files_are_refused(void **state)
{
    struct temp_file file = temp_file_make("");
    struct book book;
    unsigned char *bytes;
    struct err err;
    size_t n;

    (void)state;
    random_book(&book, 3, BOOK_WDL);
    assert_int_equal(book_write(&book, file.path, &err), 0);
    book_release(&book);
    bytes = get(file.path, &n);
    for (size_t length = 0; length < n; length++) {
        put(file.path, bytes, length);
        assert_refused(file.path, length < 22 ? "not a book" : "damaged");
    }
    for (size_t i = 0; i < n; i++) {
        bytes[i] ^= 0x11;
        put(file.path, bytes, n);
        assert_refused(file.path, i < 7 ? "not a book" : i == 7 ? "version" : "damaged");
        bytes[i] ^= 0x11;
    }
    put(file.path, bytes, n + 1);
    assert_refused(file.path, "damaged");
    free(bytes);
    temp_file_remove(&file);
    assert_refused(file.path, "No such file");
    assert_refused("/", "/");
}

/* A wrong checksum is not all that can be wrong: nonsense with a right one is refused too. */
static void nonsense_is_refused(void **state)
{
    struct temp_file file = temp_file_make("");
    struct book book;
    struct err err;

    (void)state;
    list(&book, 2, BOOK_SCORES);
    book.result[3] = 40;
    assert_int_equal(book_write(&book, file.path, &err), 0);
    assert_refused(file.path, "make no sense");
    book.result[3] = 0;
    book.key[5] = book.key[4];
    assert_int_equal(book_write(&book, file.path, &err), 0);
    assert_refused(file.path, "make no sense");
    book.key[5]++;
    assert_int_equal(book_write(&book, file.path, &err), 0);
    assert_refused(file.path, "make no sense");
    book_release(&book);
    temp_file_remove(&file);
}

static void put_with_checksum(const char *path, unsigned char *bytes, size_t n)
{
    uint64_t sum = book_checksum(BOOK_CHECKSUM, bytes, n - 8);

    for (int i = 0; i < 8; i++)
        bytes[n - 8 + (size_t)i] = (unsigned char)(sum >> 8 * i);
    put(path, bytes, n);
}

static void a_book_for_another_board_is_refused(void **state)
{
    struct temp_file file = temp_file_make("");
    struct book book;
    unsigned char *bytes;
    struct err err;
    size_t n;

    (void)state;
    list(&book, 2, BOOK_SCORES);
    assert_int_equal(book_write(&book, file.path, &err), 0);
    book_release(&book);
    bytes = get(file.path, &n);
    assert_int_equal(bytes[14], COLUMNS);
    assert_int_equal(bytes[15], ROWS);
    bytes[15]++;
    put_with_checksum(file.path, bytes, n);
    assert_refused(file.path, "this program is for " BOARD_NAME);
    free(bytes);
    temp_file_remove(&file);
}

/* They name no board, so they are for the usual one. */
static void books_of_version_1_can_be_read(void **state)
{
    struct temp_file file = temp_file_make("");
    struct book book, back;
    unsigned char *bytes;
    struct err err;
    struct rng rng;
    size_t n;

    (void)state;
    sample_rng(&rng, 4, 0);
    list(&book, 3, BOOK_WDL);
    fill_at_random(&book, &rng);
    bytes = book_encode(&book, &n);
    bytes[7] = 1;
    memmove(bytes + 14, bytes + 16, n - 16);
    put_with_checksum(file.path, bytes, n - 2);
    if (strcmp(BOARD_NAME, BOARD_USUAL) == 0) {
        assert_int_equal(book_read(&back, file.path, &err), 0);
        assert_same_book(&book, &back);
        book_release(&back);
    } else {
        assert_refused(file.path, "this program is for " BOARD_NAME);
    }
    free(bytes);
    book_release(&book);
    temp_file_remove(&file);
}

static int score_of(struct solver *s, const struct position *pos, const struct book *book)
{
    struct solver_book for_solver = book_for_solver(book);
    int score;

    s->book = &for_solver;
    score = solver_score(s, pos);
    s->book = NULL;
    return score;
}

/* The book that comes with the program, if it does. */
static void the_shipped_book_is_true(void **state)
{
    struct position empty = { 0 };
    struct book_facts f;
    struct solver s;
    struct book book;
    struct err err;

    (void)state;
    assert_int_equal(book_read_shipped(&book, &err), 0);
    assert_int_equal(book.kind, BOOK_SCORES);
    assert_int_equal(book.n, 91295);
    f = book_facts(&book);
    assert_int_equal(f.quiet_won, 44473);
    assert_int_equal(f.quiet_lost, 16635);
    assert_int_equal(f.quiet_drawn, 6449);
    assert_int_equal(solver_init(&s, 16, &err), 0);
    for (size_t i = 500; i < book.n; i += 91295 / SAMPLES(40)) {
        struct position pos = book_position(book.key[i]);

        assert_int_equal(solver_score(&s, &pos), book.result[i]);
    }
    solver_release(&s);
    assert_int_equal(solver_init(&s, 16, &err), 0);
    assert_int_equal(score_of(&s, &empty, &book), 1);
    assert_true(s.nodes < 10000); /* nothing is searched beyond the early book */
    solver_release(&s);
    book_release(&book);
}

/* What both books say about the plies between them agrees. */
static void the_shipped_books_agree(void **state)
{
    static const int first_moves[COLUMNS] = { -2, -1, 0, 1, 0, -1, -2 };
    struct position empty = { 0 };
    struct solver_book for_solver;
    struct book book, late;
    int score[COLUMNS];
    struct solver s;
    struct err err;

    (void)state;
    assert_int_equal(book_read_shipped(&book, &err), 0);
    assert_int_equal(solver_init(&s, 16, &err), 0);
    late = book;
    late.early = NULL;
    for (size_t i = 0; i < book.early->n; i++) {
        struct position pos = book_position(book.early->key[i]);

        assert_int_equal(score_of(&s, &pos, &late), book.early->result[i]);
    }
    for_solver = book_for_solver(&late);
    s.book = &for_solver;
    assert_int_equal(solver_moves(&s, &empty, score), 0);
    assert_memory_equal(score, first_moves, sizeof score);
    solver_release(&s);
    book_release(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_positions_are_listed_once),
        cmocka_unit_test(positions_and_their_mirror_images_are_found),
        cmocka_unit_test(files_come_back_as_they_were),
        cmocka_unit_test(scores_become_signs),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_book_for_another_board_is_refused),
        cmocka_unit_test(books_of_version_1_can_be_read),
        cmocka_unit_test(the_shipped_book_is_true),
        cmocka_unit_test(the_shipped_books_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
