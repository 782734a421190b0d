#include "search/book_make.h"

#include <stdlib.h>
#include <string.h>

#include "search/book_journal.h"
#include "search/worker.h"

/* The positions of a chunk, and what is found out about them. */
struct book_item {
    uint64_t key[BOOK_CHUNK];
    size_t n;
};

struct book_slot {
    int8_t result[BOOK_CHUNK];
};

/* What the makers of a book share. */
struct making {
    struct book *book;
    const struct book_work *work;
    struct book_journal journal;
    bool *finished; /* by chunk */
    size_t *chunk;  /* those that are left, and for each of them: */
    struct book_item *item;
    struct book_slot *slot;
    size_t done;      /* positions */
    size_t done_then; /* of those, how many were in the journal */
    bool failed;      /* to write the journal: nothing more is begun */
    struct err err;
};

/* Lists the chunks that are left. Returns their number. */
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

/* What the solvers of all processes use. */
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

/* The known book takes the same way as any other; only books are known, nothing else answers. */
static void pack(const void *context, struct bytes *out)
{
    const struct book_context *c = context;
    bool known = c->known != NULL;

    bytes_put(out, &c->kind, sizeof c->kind);
    bytes_put(out, &known, sizeof known);
    if (known)
        book_pack(c->known->data, out);
}

/* What another process solves with. */
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
    bool known;

    if (!unpacked)
        return err_set(err, "is out of memory");
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
    m->failed = book_journal_add(&m->journal, m->book, chunk, &m->err) != 0;
    if (m->failed)
        return false;
    m->done += n;
    if (work->progress) /* only what is made now, so that the rate is right */
        work->progress(work->context, "positions", m->done - m->done_then,
                       m->book->n - m->done_then);
    return true;
}

/* With the journal open. */
static int make_rest(struct making *m, struct err *err)
{
    const struct book_work *work = m->work;
    struct book_context context = { m->book->kind, work->book };
    struct pool_job job = { .kind = &book_job_kind,
                            .context = &context,
                            .item = m->item,
                            .slot = m->slot,
                            .n = list_chunks(m),
                            .stop = work->stop,
                            .filled = keep_chunk,
                            .watcher = m };
    struct pool pool;

    if (pool_init(&pool, work->threads, &worker_memory, err))
        return -1;
    pool_fill(&pool, &job);
    pool_release(&pool);
    if (m->failed)
        *err = m->err;
    return m->failed ? -1 : 0;
}

int book_make(struct book *book, const struct book_work *work, size_t *done, struct err *err)
{
    size_t chunks = book_chunks(book);
    struct making m = { .book = book, .work = work };
    int status = -1;

    m.finished = calloc(chunks + 1, sizeof *m.finished);
    m.chunk = calloc(chunks + 1, sizeof *m.chunk);
    m.item = calloc(chunks + 1, sizeof *m.item);
    m.slot = calloc(chunks + 1, sizeof *m.slot);
    if (!m.finished || !m.chunk || !m.item || !m.slot)
        err_set(err, "out of memory: %zu chunks of a book", chunks);
    else if (book_journal_open(&m.journal, work->journal, book, m.finished, err) == 0)
        status = make_rest(&m, err);
    book_journal_close(&m.journal);
    free(m.finished);
    free(m.chunk);
    free(m.item);
    free(m.slot);
    *done = m.done;
    return status;
}
