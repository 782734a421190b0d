#include "search/book_make.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "search/book_order.h"
#include "search/worker.h"

/*
 * The journal: a header that says which book it belongs to, then records of one
 * size, each with the number of a chunk, its results and a checksum. A record
 * that was cut short or damaged counts as never written. Chunks are parts of
 * the order in which the book is solved (see book_order.h), which the header names
 * by the checksum of all keys.
 */
#define BOOK_CHUNK 32 /* positions: a few seconds of work */

struct journal {
    const char *path;
    FILE *file;
};

static inline size_t book_chunks(const struct book *book)
{
    return (book->n + BOOK_CHUNK - 1) / BOOK_CHUNK;
}

/* The positions of a chunk; the last one may have fewer than the others. */
static inline size_t book_chunk_size(const struct book *book, size_t chunk)
{
    size_t left = book->n - chunk * BOOK_CHUNK;

    return left < BOOK_CHUNK ? left : BOOK_CHUNK;
}

#define HEADER_SIZE 64

/* In the byte order of this machine: a journal is not moved to another one. */
struct record {
    uint32_t chunk;
    int8_t result[BOOK_CHUNK];
    uint32_t checksum; /* of everything before it */
};

static uint32_t record_checksum(const struct record *r)
{
    uint64_t sum = book_checksum(BOOK_CHECKSUM, r, offsetof(struct record, checksum));

    return (uint32_t)(sum ^ sum >> 32);
}

/* One line that a person can read, padded to a fixed size. */
static void make_header(char header[HEADER_SIZE], const struct book *book)
{
    uint64_t keys = book_checksum(BOOK_CHECKSUM, book->key, book->n * sizeof *book->key);

    memset(header, ' ', HEADER_SIZE);
    header[snprintf(header, HEADER_SIZE, "c4ebook-part1 plies %d %s %zu %016" PRIx64, book->plies,
                    book->kind == BOOK_SCORES ? "scores" : "wdl", book->n, keys)] = ' ';
    header[HEADER_SIZE - 1] = '\n';
}

static int lock_file(FILE *file)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    return fcntl(fileno(file), F_SETLK, &lock);
}

static int system_error(const struct journal *journal, struct err *err)
{
    return err_file(err, journal->path, errno);
}

/* Reads the records. Returns the length of the file up to the last whole one. */
static long take_records(FILE *file, struct book *book, bool *finished)
{
    long length = HEADER_SIZE;
    struct record r;

    while (fread(&r, sizeof r, 1, file) == 1) {
        length += (long)sizeof r;
        if (r.checksum != record_checksum(&r) || r.chunk >= book_chunks(book))
            continue;
        memcpy(&book->result[r.chunk * BOOK_CHUNK], r.result, book_chunk_size(book, r.chunk));
        finished[r.chunk] = true;
    }
    return length;
}

static int read_journal(struct journal *journal, struct book *book, bool *finished, struct err *err)
{
    char wanted[HEADER_SIZE], found[HEADER_SIZE];
    size_t got;
    long length;

    make_header(wanted, book);
    got = fread(found, 1, HEADER_SIZE, journal->file);
    if (memcmp(found, wanted, got) != 0)
        return err_set(err, "%s: belongs to another book; remove it to start again", journal->path);
    if (got == HEADER_SIZE) {
        length = take_records(journal->file, book, finished);
        if (ftruncate(fileno(journal->file), length) || fseek(journal->file, 0, SEEK_END))
            return system_error(journal, err);
        return 0;
    }
    rewind(journal->file); /* it is new, or the process was killed while it wrote this */
    if (fwrite(wanted, 1, HEADER_SIZE, journal->file) != HEADER_SIZE || fflush(journal->file))
        return system_error(journal, err);
    return 0;
}

static void journal_close(struct journal *journal)
{
    if (journal->file)
        fclose(journal->file);
    *journal = (struct journal){ 0 };
}

/*
 * Opens the journal of a book, or begins it. Fills in the results of the
 * chunks that it holds and sets finished[chunk] for them. The path must stay.
 */
static int journal_open(struct journal *journal, const char *path, struct book *book,
                        bool *finished, struct err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);

    *journal = (struct journal){ .path = path };
    if (fd < 0)
        return system_error(journal, err);
    journal->file = fdopen(fd, "r+b");
    if (!journal->file) {
        close(fd);
        return system_error(journal, err);
    }
    if (lock_file(journal->file)) {
        err_set(err, "%s: another process is writing it", path);
    } else if (read_journal(journal, book, finished, err) == 0) {
        return 0;
    }
    journal_close(journal);
    return -1;
}

/* Appends the results of a chunk, which from then on are safe. */
static int journal_add(struct journal *journal, const struct book *book, size_t chunk,
                       struct err *err)
{
    struct record r = { .chunk = (uint32_t)chunk };

    memcpy(r.result, &book->result[chunk * BOOK_CHUNK], book_chunk_size(book, chunk));
    r.checksum = record_checksum(&r);
    if (fwrite(&r, sizeof r, 1, journal->file) != 1 || fflush(journal->file))
        return system_error(journal, err);
    return 0;
}

/* The positions of a chunk, and their results. */
struct book_item {
    uint64_t key[BOOK_CHUNK];
    size_t n;
};

struct book_slot {
    int8_t result[BOOK_CHUNK];
};

/* A book that is being made. */
struct making {
    struct book *book;
    const struct book_work *work;
    struct journal journal;
    bool *finished; /* by chunk */
    size_t *chunk;  /* those that are left to solve; for each of them: */
    struct book_item *item;
    struct book_slot *slot;
    size_t done;      /* positions */
    size_t done_then; /* the number of those that were in the journal */
    bool failed;      /* to write the journal: no more chunks are begun */
    struct err err;
};

/* Lists the chunks that are left to solve. Returns their number. */
static size_t list_chunks(struct making *m)
{
    size_t left = 0;

    for (size_t i = 0; i < book_chunks(m->book); i++) {
        struct book_item *item = &m->item[left];

        if (m->finished[i]) {
            m->done += book_chunk_size(m->book, i);
            continue;
        }
        item->n = book_chunk_size(m->book, i);
        memcpy(item->key, m->book->key + i * BOOK_CHUNK, item->n * sizeof *item->key);
        m->chunk[left++] = i;
    }
    m->done_then = m->done;
    return left;
}

/* The context of the job. */
struct book_context {
    enum book_kind kind;
    const struct solver_book *known;
};

static bool fill_chunk(const struct pool_item *item)
{
    const struct book_context *c = item->context;
    const struct book_item *chunk = item->data;
    struct book_slot *out = item->slot;
    struct solver *solver = &((struct worker *)item->worker)->solver;
    int result = 0;

    solver->book = c->known;
    for (size_t k = 0; k < chunk->n && result != SOLVER_STOPPED; k++) {
        struct position pos = book_position(chunk->key[k]);

        result = c->kind == BOOK_SCORES ? solver_score(solver, &pos) : solver_wdl(solver, &pos);
        out->result[k] = (int8_t)result;
    }
    solver->book = NULL;
    return result != SOLVER_STOPPED;
}

/* Known results always come from a book, except in tests, which do not pack. */
static void pack(const void *context, struct bytes *out)
{
    const struct book_context *c = context;
    bool known = c->known != NULL;

    bytes_put(out, &c->kind, sizeof c->kind);
    bytes_put(out, &known, sizeof known);
    if (known)
        book_pack(c->known->data, out);
}

/* The context in another process, with a book of its own. */
struct unpacked {
    struct book_context context; /* first: this is the context */
    struct solver_book known;
    struct book book;
};

static void release(void *context)
{
    struct unpacked *unpacked = context;

    book_release(&unpacked->book);
    free(unpacked);
}

static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct unpacked *unpacked = calloc(1, sizeof *unpacked);
    unsigned char known = 0; /* a byte of a message may be anything, a bool may not */

    if (!unpacked)
        return err_shortage(err, "is out of memory");
    reader_take(in, &unpacked->context.kind, sizeof unpacked->context.kind);
    reader_take(in, &known, sizeof known);
    if (known) {
        if (book_unpack(&unpacked->book, in, err)) {
            free(unpacked);
            return -1;
        }
        unpacked->known = book_for_solver(&unpacked->book);
        unpacked->context.known = &unpacked->known;
    }
    *context = unpacked;
    return 0;
}

const struct pool_kind book_job_kind = {
    .name = "book",
    .item_size = sizeof(struct book_item),
    .slot_size = sizeof(struct book_slot),
    .fill = fill_chunk,
    .pack = pack,
    .unpack = unpack,
    .release = release,
};

static bool keep_chunk(void *watcher, size_t i, size_t made)
{
    struct making *m = watcher;
    const struct book_work *work = m->work;
    size_t chunk = m->chunk[i], n = book_chunk_size(m->book, chunk);

    (void)made;
    if (m->failed)
        return false;
    for (size_t k = 0; k < n; k++)
        m->book->result[chunk * BOOK_CHUNK + k] = m->slot[i].result[k];
    m->failed = journal_add(&m->journal, m->book, chunk, &m->err) != 0;
    if (m->failed)
        return false;
    m->done += n;
    /* Only what is made now, so that the rate is right. */
    watch_tell(work->watch, "positions", m->done - m->done_then, m->book->n - m->done_then);
    return true;
}

/* Solves the chunks that are left. The journal is open. */
static int make_rest(struct making *m, struct err *err)
{
    const struct book_work *work = m->work;
    struct book_context context = { m->book->kind, work->book };
    struct pool_job job = { .kind = &book_job_kind,
                            .context = &context,
                            .item = m->item,
                            .slot = m->slot,
                            .n = list_chunks(m),
                            .stop = work->watch->stop,
                            .filled = keep_chunk,
                            .watcher = m };

    pool_fill(work->pool, &job);
    if (m->failed)
        *err = m->err;
    return m->failed ? -1 : 0;
}

/* Solves the positions in the order in which they are listed. */
static int make_listed(struct book *book, const struct book_work *work, size_t *done,
                       struct err *err)
{
    size_t chunks = book_chunks(book);
    struct making m = { .book = book, .work = work };
    int status = -1;

    m.finished = calloc(chunks + 1, sizeof *m.finished);
    m.chunk = calloc(chunks + 1, sizeof *m.chunk);
    m.item = calloc(chunks + 1, sizeof *m.item);
    m.slot = calloc(chunks + 1, sizeof *m.slot);
    if (!m.finished || !m.chunk || !m.item || !m.slot)
        err_shortage(err, "out of memory: %zu chunks of a book", chunks);
    else if (journal_open(&m.journal, work->journal, book, m.finished, err) == 0)
        status = make_rest(&m, err);
    journal_close(&m.journal);
    free(m.finished);
    free(m.chunk);
    free(m.item);
    free(m.slot);
    *done = m.done;
    return status;
}

int book_make(struct book *book, const struct book_work *work, size_t *done, struct err *err)
{
    size_t *order = calloc(book->n + 1, sizeof *order);
    struct book ordered = { 0 };
    int status = -1;

    *done = 0;
    if (!order)
        return err_shortage(err, "out of memory: the order of %zu positions", book->n);
    if (book_init(&ordered, book->plies, book->kind, book->n, err) == 0 &&
        book_order(book, order, err) == 0) {
        for (size_t i = 0; i < book->n; i++)
            ordered.key[i] = book->key[order[i]];
        status = make_listed(&ordered, work, done, err);
        for (size_t i = 0; i < book->n; i++)
            book->result[order[i]] = ordered.result[i];
    }
    book_release(&ordered);
    free(order);
    return status;
}
