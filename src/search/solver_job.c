#include "search/solver_job.h"

#include <stdlib.h>

#include "search/worker.h"

/* Returns false when stopped. */
static bool answer_columns(const struct solver_job *job, struct solver *s,
                           const struct position *pos, struct solver_answer *answer)
{
    int score[COLUMNS], best = -CELLS;

    if (!job->wdl && solver_moves(s, pos, score))
        return false;
    for (int c = 0; c < COLUMNS; c++) {
        struct position next = *pos;
        uint64_t bit = playable_cells(pos->all) & column_cells(c);

        if (!bit)
            continue;
        position_play(&next, bit);
        if (job->wdl)
            score[c] = -solver_wdl(s, &next);
        if (score[c] == -SOLVER_STOPPED)
            return false;
        answer->column[c] = (signed char)score[c];
        best = score[c] > best ? score[c] : best;
    }
    answer->score = (signed char)best;
    return true;
}

static bool answer_position(const struct solver_job *job, struct solver *s,
                            const struct position *pos, struct solver_answer *answer)
{
    int score;

    if (job->moves && position_outcome(pos) == OUTCOME_NONE)
        return answer_columns(job, s, pos, answer);
    score = job->wdl ? solver_wdl(s, pos) : solver_score(s, pos);
    answer->score = (signed char)score;
    return score != SOLVER_STOPPED;
}

static bool fill(const struct pool_item *item)
{
    const struct solver_job *job = item->context;
    struct worker *worker = item->worker;
    struct solver *s = &worker->solver;
    struct solver_answer *answer = item->slot;
    struct solver_book book;
    bool done;

    *answer = (struct solver_answer){ 0 };
    for (int c = 0; c < COLUMNS; c++)
        answer->column[c] = SOLVER_NO_MOVE;
    if (job->book)
        book = book_for_solver(job->book);
    s->book = job->book ? &book : NULL;
    s->nodes = 0;
    done = answer_position(job, s, item->data, answer);
    answer->nodes = s->nodes;
    s->book = NULL;
    return done;
}

static void pack(const void *context, struct bytes *out)
{
    const struct solver_job *job = context;

    bytes_put(out, job, sizeof *job);
    if (job->book)
        book_pack(job->book, out);
}

/* The context in another process, with a book of its own. */
struct unpacked {
    struct solver_job job; /* first: this is the context */
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

    if (!unpacked)
        return err_shortage(err, "is out of memory");
    reader_take(in, &unpacked->job, sizeof unpacked->job);
    if (unpacked->job.book && book_unpack(&unpacked->book, in, err)) {
        free(unpacked);
        return -1;
    }
    if (unpacked->job.book)
        unpacked->job.book = &unpacked->book;
    *context = unpacked;
    return 0;
}

const struct pool_kind solver_job_kind = {
    .name = "solve",
    .item_size = sizeof(struct position),
    .slot_size = sizeof(struct solver_answer),
    .fill = fill,
    .pack = pack,
    .unpack = unpack,
    .release = release,
};
