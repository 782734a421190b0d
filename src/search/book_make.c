#include "search/book_make.h"

#include <stdlib.h>

#include "search/book_journal.h"
#include "search/solver_team.h"

/* What the threads share; all but the book's results only inside the critical section. */
struct making {
    struct book *book;
    const struct book_work *work;
    struct book_journal journal;
    bool *finished;   /* by chunk */
    size_t *chunk;    /* those that are left */
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
        if (m->finished[i])
            m->done += book_chunk_size(m->book, i);
        else
            m->chunk[left++] = i;
    }
    m->done_then = m->done;
    return left;
}

static void keep_chunk(struct making *m, size_t chunk)
{
    const struct book_work *work = m->work;

    if (m->failed)
        return;
    if (book_journal_add(&m->journal, m->book, chunk, &m->err)) {
        m->failed = true;
        return;
    }
    m->done += book_chunk_size(m->book, chunk);
    if (work->progress) /* only what is made now, so that the rate is right */
        work->progress(work->context, m->done - m->done_then, m->book->n - m->done_then);
}

static void make_chunk(void *context, struct solver *solver, size_t i)
{
    struct making *m = context;
    size_t chunk = m->chunk[i];
    bool failed;

#pragma omp critical(book)
    failed = m->failed;
    if (failed)
        return;
    for (size_t k = 0; k < book_chunk_size(m->book, chunk); k++) {
        size_t at = chunk * BOOK_CHUNK + k;
        struct position pos = book_position(m->book->key[at]);
        int result =
            m->book->kind == BOOK_SCORES ? solver_score(solver, &pos) : solver_wdl(solver, &pos);

        if (result == SOLVER_STOPPED)
            return;
        m->book->result[at] = (int8_t)result;
    }
#pragma omp critical(book)
    keep_chunk(m, chunk);
}

/* With the journal open. */
static int make_rest(struct making *m, struct err *err)
{
    const struct book_work *work = m->work;
    size_t left = list_chunks(m);
    struct solver_team team;

    if (solver_team_init(&team, work->threads, work->book, work->stop, err))
        return -1;
    solver_team_run(&team, left, make_chunk, m);
    solver_team_release(&team);
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
    if (!m.finished || !m.chunk)
        err_set(err, "out of memory: %zu chunks of a book", chunks);
    else if (book_journal_open(&m.journal, work->journal, book, m.finished, err) == 0)
        status = make_rest(&m, err);
    book_journal_close(&m.journal);
    free(m.finished);
    free(m.chunk);
    *done = m.done;
    return status;
}
