#include "export/play_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "export/player_blob.h"
#include "search/book.h"

#define ENGINE "engine.wasm"

/* The files of src/export/page/, and the engine if it could be compiled. */
extern const struct data_file play_files[];

int play_page_check(struct err *err)
{
    if (data_file_find(play_files, ENGINE))
        return 0;
    return err_set(err, "this program was built without the engine for pages: install clang, lld, "
                        "wasi-libc and libclang-rt-14-dev-wasm32, and build it again");
}

static int put_book(struct json *j, const struct book *book, struct err *err)
{
    size_t size;
    unsigned char *bytes = book_encode(book, &size);

    if (!bytes)
        return err_shortage(err, "out of memory: a book of %zu positions", book->n);
    json_bytes(j, NULL, bytes, size);
    free(bytes);
    return 0;
}

/* The book of the most plies first, see wasm_engine.h; of that only win, draw or loss, because
 * exact scores take half as much again. Without books the solver is slow in the first plies, that
 * is all. */
static int put_books(struct json *j, struct err *err)
{
    struct book book;
    int status = book_read_shipped(&book, err);

    if (status)
        return status;
    book_keep_signs(&book);
    json_begin(j, "books", '[');
    if (book.n)
        status = put_book(j, &book, err);
    if (book.early && status == 0)
        status = put_book(j, book.early, err);
    json_end(j, ']');
    book_release(&book);
    return status;
}

/* The same choices by alpha-beta, which is the search that the engine has. */
static struct player_blob *make_blob(const struct player *player)
{
    struct player_blob *blob = calloc(1, sizeof *blob);

    if (!blob)
        return NULL;
    blob->keys = player->keys;
    if (!(player->search->takes & TAKES_DEPTH)) /* greedy */
        blob->keys.depth = 1;
    weights_of(&blob->weights, &player->genome);
    blob->tables = player->genome.tables; /* borrowed */
    return blob;
}

static int put_player(struct json *j, const struct play_player *p, struct err *err)
{
    struct player_blob *blob = make_blob(p->player);
    struct bytes bytes = { 0 };
    int status = 0;

    if (blob)
        player_blob_put(blob, &bytes);
    if (!blob || bytes.failed) {
        status = err_set_kind(err, ERR_SHORTAGE, "out of memory: the weights of %s", p->name);
    } else {
        json_begin(j, NULL, '{');
        json_string(j, "name", p->name);
        json_string(j, "comment", p->player->genome.comment ? p->player->genome.comment : "");
        json_integer(j, "depth", blob->keys.depth);
        json_unsigned(j, "nodes", blob->keys.nodes);
        json_number(j, "seconds", blob->keys.seconds);
        json_integer(j, "units", blob->keys.win == WIN_DECAY ? 1 : EVAL_UNITS);
        json_bytes(j, "data", bytes.data, bytes.n);
        json_end(j, '}');
    }
    bytes_release(&bytes);
    free(blob);
    return status;
}

int play_page_put(struct json *j, const struct play_player *list, size_t n, struct err *err)
{
    const struct data_file *engine = data_file_find(play_files, ENGINE);
    int status;

    if (play_page_check(err))
        return -1;
    json_begin(j, "play", '{');
    json_bytes(j, "engine", engine->data, engine->size);
    status = put_books(j, err);
    json_begin(j, "players", '[');
    for (size_t i = 0; i < n && status == 0; i++)
        status = put_player(j, &list[i], err);
    json_end(j, ']');
    json_end(j, '}');
    return status;
}

/* Scripts of pages without a board, in the order in which they are read. */
static const char *const basics[] = { "element.js", "game.js" };

static bool is_basic(const char *name)
{
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        if (strcmp(basics[i], name) == 0)
            return true;
    return false;
}

static void print_file(FILE *out, const struct data_file *file)
{
    fwrite(file->data, 1, file->size, out);
}

/* All files that end so, without those scripts. */
static void print_kind(FILE *out, const char *kind)
{
    for (const struct data_file *file = play_files; file->name; file++) {
        const char *ending = strrchr(file->name, '.');

        if (ending && strcmp(ending, kind) == 0 && !is_basic(file->name))
            print_file(out, file);
    }
}

void play_page_print_styles(FILE *out)
{
    print_kind(out, ".css");
}

void play_page_print_scripts(FILE *out, bool board)
{
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        print_file(out, data_file_find(play_files, basics[i]));
    if (board)
        print_kind(out, ".js");
}
