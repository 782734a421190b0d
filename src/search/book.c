#include "search/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"

#define SHIPPED       "book-8ply.bin"
#define SHIPPED_EARLY "book-3ply.bin"

int book_init(struct book *book, int plies, enum book_kind kind, size_t n, struct err *err)
{
    *book = (struct book){ .plies = plies, .kind = kind, .n = n };
    book->key = calloc(n + 1, sizeof *book->key); /* one more, as a book may be empty */
    book->result = calloc(n + 1, sizeof *book->result);
    if (book->key && book->result)
        return 0;
    book_release(book);
    return err_shortage(err, "out of memory: a book of %zu positions", n);
}

void book_release(struct book *book)
{
    free(book->key);
    free(book->result);
    if (book->early)
        book_release(book->early);
    free(book->early);
    *book = (struct book){ 0 };
}

void book_keep_signs(struct book *book)
{
    for (size_t i = 0; i < book->n; i++)
        book->result[i] = (int8_t)((book->result[i] > 0) - (book->result[i] < 0));
    book->kind = BOOK_WDL;
}

void book_pack(const struct book *book, struct bytes *out)
{
    bytes_put(out, book, sizeof *book);
    bytes_put(out, book->key, book->n * sizeof *book->key);
    bytes_put(out, book->result, book->n * sizeof *book->result);
    if (book->early)
        book_pack(book->early, out);
}

int book_unpack(struct book *book, struct bytes_reader *in, struct err *err)
{
    struct book head;

    reader_take(in, &head, sizeof head);
    head.n = reader_bound(in, head.n, sizeof *head.key + sizeof *head.result);
    if (book_init(book, head.plies, head.kind, head.n, err))
        return -1;
    reader_take(in, book->key, book->n * sizeof *book->key);
    reader_take(in, book->result, book->n * sizeof *book->result);
    if (!head.early || in->failed)
        return 0;
    book->early = calloc(1, sizeof *book->early);
    if (book->early && book_unpack(book->early, in, err) == 0)
        return 0;
    if (!book->early)
        err_shortage(err, "out of memory: a book");
    book_release(book);
    return -1;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Sorts the keys and removes duplicates. Returns their number. */
static size_t sort_once(uint64_t *key, size_t n)
{
    size_t kept = 0;

    qsort(key, n, sizeof *key, compare_keys);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || key[kept - 1] != key[i])
            key[kept++] = key[i];
    return kept;
}

/* Replaces the positions by those after one more ply, without those that are won. */
static int next_ply(uint64_t **key, size_t *n)
{
    uint64_t *next = malloc(*n * COLUMNS * sizeof *next);
    size_t made = 0;

    if (!next)
        return -1;
    for (size_t i = 0; i < *n; i++) {
        struct position pos = book_position((*key)[i]);

        for (uint64_t moves = playable_cells(pos.all); moves; moves &= moves - 1) {
            struct position after = pos;

            position_play(&after, moves & -moves);
            if (!has_four(after.own ^ after.all))
                next[made++] = position_mirror_key(&after);
        }
    }
    free(*key);
    *key = next;
    *n = sort_once(next, made);
    return 0;
}

int book_list(struct book *book, int plies, enum book_kind kind, struct err *err)
{
    if (book_init(book, plies, kind, 1, err))
        return -1;
    book->key[0] = position_mirror_key(&(struct position){ 0 });
    for (int i = 0; i < plies; i++) {
        if (next_ply(&book->key, &book->n)) {
            book_release(book);
            return err_shortage(err, "out of memory: the positions of %d plies", plies);
        }
    }
    free(book->result);
    book->result = calloc(book->n, sizeof *book->result);
    if (book->result)
        return 0;
    book_release(book);
    return err_shortage(err, "out of memory: the results of %d plies", plies);
}

/* A column of a key is its own discs plus a bit above its highest disc. */
struct position book_position(uint64_t key)
{
    struct position pos = { 0 };

    for (int column = 0; column < COLUMNS; column++) {
        unsigned bits = (unsigned)(key >> (column * COLUMN_BITS) & COLUMN_MASK);
        uint64_t top = bits ? UINT64_C(1) << (31 - __builtin_clz(bits)) : 1;

        pos.own |= (bits & (top - 1)) << (column * COLUMN_BITS);
        pos.all |= (top - 1) << (column * COLUMN_BITS);
    }
    pos.plies = bit_count(pos.all);
    return pos;
}

size_t book_index(const struct book *book, uint64_t key)
{
    size_t low = 0, high = book->n;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (book->key[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < book->n && book->key[low] == key ? low : book->n;
}

int book_lookup(const struct book *book, const struct position *pos)
{
    size_t index;

    if (pos->plies != book->plies)
        return SOLVER_UNKNOWN;
    index = book_index(book, position_mirror_key(pos));
    return index < book->n ? book->result[index] : SOLVER_UNKNOWN;
}

bool book_value(const struct book *book, enum win_rule rule, const struct position *pos,
                int32_t *value)
{
    int result;

    if (!book || book->plies != pos->plies)
        return false;
    if (immediate_wins(pos)) {
        *value = win_value(rule, pos->plies + 1);
        return true;
    }
    result = book_lookup(book, pos);
    if (result == SOLVER_UNKNOWN)
        return false;
    if (book->kind == BOOK_SCORES)
        *value = win_value(rule, score_end_plies(result, pos->plies));
    else
        *value = rule == WIN_FLAT ? WIN_VALUE : BOOK_WIN;
    *value *= (result > 0) - (result < 0);
    return true;
}

static int lookup(const void *data, const struct position *pos)
{
    const struct book *book = data;

    return book_lookup(book->early && pos->plies == book->early->plies ? book->early : book, pos);
}

struct solver_book book_for_solver(const struct book *book)
{
    return (struct solver_book){ .plies = book->plies,
                                 .scores = book->kind == BOOK_SCORES,
                                 .early_plies = book->early ? book->early->plies : 0,
                                 .data = book,
                                 .result = lookup };
}

/* Whether neither side can win with the next disc. */
static bool is_quiet(const struct position *pos)
{
    uint64_t wins =
        winning_cells(pos->own, pos->all) | winning_cells(pos->own ^ pos->all, pos->all);

    return (wins & playable_cells(pos->all)) == 0;
}

struct book_facts book_facts(const struct book *book)
{
    size_t count[2][3] = { 0 }; /* quiet or not; lost, drawn, won */

    for (size_t i = 0; i < book->n; i++) {
        struct position pos = book_position(book->key[i]);
        int sign = (book->result[i] > 0) - (book->result[i] < 0);

        if (pos.plies % 2 == 1) /* the second player is to move */
            sign = -sign;
        count[is_quiet(&pos)][1 + sign]++;
    }
    return (struct book_facts){ .won = count[0][2] + count[1][2],
                                .drawn = count[0][1] + count[1][1],
                                .lost = count[0][0] + count[1][0],
                                .quiet_won = count[1][2],
                                .quiet_drawn = count[1][1],
                                .quiet_lost = count[1][0] };
}

int book_read_shipped(struct book *book, struct err *err)
{
    char path[DATA_PATH_SIZE];

    *book = (struct book){ .plies = -1 };
    if (strcmp(BOARD_NAME, BOARD_USUAL) != 0) /* the books are for that one */
        return 0;
    if (!data_find(SHIPPED, DATA_SHIPPED, path))
        return 0;
    if (book_read(book, path, err))
        return -1;
    if (!data_find(SHIPPED_EARLY, DATA_SHIPPED, path))
        return 0;
    book->early = calloc(1, sizeof *book->early);
    if (book->early && book_read(book->early, path, err) == 0)
        return 0;
    if (!book->early)
        err_shortage(err, "out of memory");
    book_release(book);
    return -1;
}
