#include "search/book_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_file.h"

/* A line of the file; the result is for the side to move. */
struct row {
    uint64_t key;
    unsigned line;
    int8_t result;
    int8_t plies;
};

struct rows {
    struct row *list;
    size_t n, room;
};

/* The discs of both players, from the fields of a line. */
static int parse_cells(const char *text, uint64_t *first, uint64_t *second, struct err *err)
{
    *first = *second = 0;
    for (int i = 0; i < CELLS; i++, text += 2) {
        uint64_t bit = cell_bit(i / ROWS, i % ROWS);

        if (!text[0] || !strchr("bxo", text[0]) || text[1] != ',')
            return err_set(err, "field %d is not b, x or o", i + 1);
        if (text[0] == 'x')
            *first |= bit;
        else if (text[0] == 'o')
            *second |= bit;
    }
    return 0;
}

static int make_position(uint64_t first, uint64_t second, struct position *pos, struct err *err)
{
    uint64_t all = first | second;
    int ahead = bit_count(first) - bit_count(second);

    if (ahead != 0 && ahead != 1)
        return err_set(err, "%d discs of x and %d of o", bit_count(first), bit_count(second));
    if (all & (BOARD_CELLS & ~all) << 1)
        return err_set(err, "a disc above an empty cell");
    if (has_four(first) || has_four(second))
        return err_set(err, "the game has been won");
    *pos = (struct position){ .own = ahead ? second : first, .all = all, .plies = bit_count(all) };
    if (pos->plies > BOOK_PLIES_MAX)
        return err_set(err, "more than %d discs", BOOK_PLIES_MAX);
    return 0;
}

static int parse_row(const char *text, struct row *row, struct err *err)
{
    static const char *const names[] = { "loss", "draw", "win" };
    const char *name = text + 2 * CELLS;
    size_t length;
    struct position pos;
    uint64_t first, second;

    if (parse_cells(text, &first, &second, err) || make_position(first, second, &pos, err))
        return -1;
    length = strcspn(name, " \t\r\n");
    for (int i = 0; i < 3; i++) {
        if (strlen(names[i]) != length || strncmp(names[i], name, length) != 0)
            continue;
        row->key = position_mirror_key(&pos);
        row->plies = (int8_t)pos.plies;
        row->result = (int8_t)(pos.plies % 2 ? 1 - i : i - 1);
        return 0;
    }
    return err_set(err, "the last field is not win, loss or draw");
}

static int add_row(struct rows *rows, const char *text, unsigned line, struct err *err)
{
    struct row row = { .line = line };

    if (parse_row(text, &row, err))
        return -1;
    if (rows->n > 0 && rows->list[0].plies != row.plies)
        return err_set(err, "%d discs, but the positions before it have %d", row.plies,
                       rows->list[0].plies);
    if (rows->n == rows->room) {
        size_t room = rows->room ? 2 * rows->room : 1024;
        struct row *more = realloc(rows->list, room * sizeof *more);

        if (!more)
            return err_shortage(err, "out of memory");
        rows->list = more;
        rows->room = room;
    }
    rows->list[rows->n++] = row;
    return 0;
}

static int read_rows(struct rows *rows, struct text_file *file, struct err *err)
{
    int status;

    while ((status = text_file_next(file, err)) > 0)
        if (file->text[strspn(file->text, " \t")] != '\0' &&
            add_row(rows, file->text, (unsigned)file->number, err))
            return text_file_error(file, err);
    if (status == 0 && rows->n == 0)
        return err_set(err, "%s: no positions", file->path);
    return status;
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Makes a book of the rows, which it sorts. */
static int make_book(struct book *book, struct rows *rows, struct err *err)
{
    size_t n = 0;

    if (book_init(book, rows->list[0].plies, BOOK_WDL, rows->n, err))
        return -1;
    qsort(rows->list, rows->n, sizeof *rows->list, compare_rows);
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->list[i];

        if (n > 0 && book->key[n - 1] == row->key) {
            if (book->result[n - 1] == row->result)
                continue;
            book_release(book);
            return err_set(err, "lines %u and %u: one position with two results",
                           rows->list[i - 1].line, row->line);
        }
        book->key[n] = row->key;
        book->result[n++] = row->result;
    }
    book->n = n;
    return 0;
}

int book_import(struct book *book, const char *path, struct err *err)
{
    struct rows rows = { 0 };
    struct text_file file;
    int status;

    *book = (struct book){ 0 };
    if (text_file_open(&file, path, err))
        return -1;
    status = read_rows(&rows, &file, err);
    text_file_close(&file);
    if (status == 0 && make_book(book, &rows, err))
        status = err_prefix(err, path);
    free(rows.list);
    return status;
}
