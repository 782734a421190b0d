#include "evolve/fit_rows.h"

#include <stdlib.h>
#include <string.h>

#include <omp.h>

/* Seconds that a row of a pass takes for each entry of the Hessian, and a byte on its way to another
 * process and back. A pass takes some messages, too. Measured; only the speed depends on them. */
#define ENTRY_S   0.12e-9
#define BYTE_S    1e-9
#define MESSAGE_S 2e-3

/* Rows that lie next to each other. */
struct fit_stripe {
    omp_lock_t lock;
    bool filled;
};

static size_t row_count(const struct fit_rows *rows)
{
    return 2 * rows->source.n;
}

int fit_rows_init(struct fit_rows *rows, const struct fit_source *source, struct err *err)
{
    *rows = (struct fit_rows){ .source = *source };
    features_frame_init(&rows->frame, source->start);
    rows->x = calloc(row_count(rows) * source->dim + 1, sizeof *rows->x);
    rows->stripe = calloc(LOGLOSS_STRIPES, sizeof *rows->stripe);
    for (int i = 0; rows->stripe && i < LOGLOSS_STRIPES; i++)
        omp_init_lock(&rows->stripe[i].lock);
    if (rows->x && rows->stripe)
        return 0;
    fit_rows_release(rows);
    return err_shortage(err, "out of memory: %zu positions", source->n);
}

void fit_rows_release(struct fit_rows *rows)
{
    for (int i = 0; rows->stripe && i < LOGLOSS_STRIPES; i++)
        omp_destroy_lock(&rows->stripe[i].lock);
    free(rows->stripe);
    free(rows->x);
    *rows = (struct fit_rows){ 0 };
}

static void find_features(const struct fit_rows *rows, size_t row)
{
    const struct fit_source *source = &rows->source;
    double feature[GENE_COUNT], *x = rows->x + row * source->dim;

    features_of(&rows->frame, &source->sample[row / 2].pos, row % 2 ? SIDE_SECOND : SIDE_FIRST,
                feature);
    if (source->ties)
        ties_collect(source->ties, feature);
    for (size_t j = 0; j < source->dim; j++)
        x[j] = feature[source->gene[j]];
}

/* The stripe with that row. */
static size_t stripe_of(size_t n, size_t row)
{
    size_t stripe = 0, from, to = 0;

    while (logloss_stripe(n, stripe, &from, &to), to <= row)
        stripe++;
    return stripe;
}

static void fill_stripe(const struct fit_rows *rows, size_t index)
{
    struct fit_stripe *stripe = &rows->stripe[index];
    size_t from, to;

    omp_set_lock(&stripe->lock);
    if (!stripe->filled) {
        logloss_stripe(row_count(rows), index, &from, &to);
        for (size_t row = from; row < to; row++)
            find_features(rows, row);
        stripe->filled = true;
    }
    omp_unset_lock(&stripe->lock);
}

static void put_result(const struct fit_sample *sample, size_t row, double *y, double *weight)
{
    *y = 0.5 + 0.5 * (row % 2 ? -sample->outcome : sample->outcome);
    *weight = 0.5;
}

static void fill(const void *user, size_t first, size_t count, double *x, double *y, double *weight)
{
    const struct fit_rows *rows = user;
    size_t dim = rows->source.dim;

    fill_stripe(rows, stripe_of(row_count(rows), first));
    memcpy(x, rows->x + first * dim, count * dim * sizeof *x);
    for (size_t i = 0; i < count; i++)
        put_result(&rows->source.sample[(first + i) / 2], first + i, &y[i], &weight[i]);
}

void fit_rows_results(const struct fit_rows *rows, double *y, double *weight)
{
    for (size_t i = 0; i < row_count(rows); i++)
        put_result(&rows->source.sample[i / 2], i, &y[i], &weight[i]);
}

/* Heuristics and engines of users stay in this process. */
static bool worth_sending(const struct fit_rows *rows, const struct pool *pool)
{
    double dim = (double)rows->source.dim, entries = dim * dim / 2;
    double work_s = (double)row_count(rows) * entries * ENTRY_S / pool->threads;

    return !rows->frame.custom.value &&
           work_s > MESSAGE_S + LOGLOSS_STRIPES * entries * sizeof(double) * BYTE_S;
}

struct samples fit_rows_samples(const struct fit_rows *rows, struct pool *pool,
                                const atomic_bool *stop)
{
    struct samples samples = { .n = row_count(rows),
                               .dim = rows->source.dim,
                               .fill = fill,
                               .user = rows,
                               .pool = pool,
                               .stop = stop };

    if (worth_sending(rows, pool)) {
        samples.kind = &fit_rows_kind;
        samples.series = pool_series(pool);
    }
    return samples;
}

static void pack(const void *context, struct bytes *out)
{
    const struct logloss_pass *pass = context;
    const struct fit_rows *rows = pass->rows.user;
    const struct fit_source *source = &rows->source;
    bool has[2] = { source->ties != NULL, source->start->tables != NULL };

    bytes_put(out, &source->n, sizeof source->n);
    bytes_put(out, &source->dim, sizeof source->dim);
    bytes_put(out, has, sizeof has);
    bytes_put(out, source->sample, source->n * sizeof *source->sample);
    bytes_put(out, source->gene, source->dim * sizeof *source->gene);
    bytes_put(out, source->start->gene, sizeof source->start->gene);
    if (has[0])
        bytes_put(out, source->ties, sizeof *source->ties);
    if (has[1]) {
        unsigned char *room = bytes_extend(out, tables_packed_size());

        if (room)
            tables_pack(source->start->tables, room);
    }
}

static void pack_part(const void *context, struct bytes *out)
{
    const struct logloss_pass *pass = context;

    bytes_put(out, &pass->mode, sizeof pass->mode);
    bytes_put(out, pass->beta, pass->rows.dim * sizeof *pass->beta);
}

/* The context in another process. */
struct remote_rows {
    struct logloss_pass pass; /* first: this is the context */
    struct fit_rows rows;
    struct fit_sample *sample;
    struct gene_ties ties;
    struct genome start;
    int gene[GENE_COUNT];
    double beta[GENE_COUNT];
};

static void release(void *context)
{
    struct remote_rows *remote = context;

    fit_rows_release(&remote->rows);
    genome_release(&remote->start);
    free(remote->sample);
    free(remote);
}

static int take_tables(struct genome *genome, struct bytes_reader *in, struct err *err)
{
    const unsigned char *bytes = reader_skip(in, tables_packed_size());

    if (!bytes)
        return 0; /* the reader has failed, as its owner will see */
    genome->tables = tables_unpack(bytes, err);
    return genome->tables ? 0 : -1;
}

/* What pack has put; the rows themselves are found later. */
static int take_source(struct remote_rows *remote, struct bytes_reader *in, struct err *err)
{
    struct fit_source source = { .start = &remote->start, .gene = remote->gene };
    unsigned char has[2] = { 0 }; /* a byte of a message may be anything, a bool may not */

    reader_take(in, &source.n, sizeof source.n);
    reader_take(in, &source.dim, sizeof source.dim);
    reader_take(in, has, sizeof has);
    source.n = reader_bound(in, source.n, sizeof *remote->sample);
    if (source.dim > GENE_COUNT) {
        in->failed = true;
        source.dim = 0;
    }
    remote->sample = calloc(source.n + 1, sizeof *remote->sample);
    if (!remote->sample)
        return err_shortage(err, "is out of memory");
    source.sample = remote->sample;
    reader_take(in, remote->sample, source.n * sizeof *remote->sample);
    reader_take(in, remote->gene, source.dim * sizeof *remote->gene);
    for (size_t i = 0; i < source.dim; i++)
        if (remote->gene[i] < 0 || remote->gene[i] >= GENE_COUNT)
            in->failed = true;
    reader_take(in, remote->start.gene, sizeof remote->start.gene);
    if (has[0]) {
        reader_take(in, &remote->ties, sizeof remote->ties);
        source.ties = &remote->ties;
    }
    if (has[1] && take_tables(&remote->start, in, err))
        return -1;
    return fit_rows_init(&remote->rows, &source, err);
}

static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct remote_rows *remote = calloc(1, sizeof *remote);

    if (!remote)
        return err_shortage(err, "is out of memory");
    if (take_source(remote, in, err)) {
        release(remote);
        return -1;
    }
    remote->pass.rows = (struct samples){ .n = row_count(&remote->rows),
                                          .dim = remote->rows.source.dim,
                                          .fill = fill,
                                          .user = &remote->rows };
    remote->pass.beta = remote->beta;
    *context = remote;
    return 0;
}

static int take_part(void *context, struct bytes_reader *in, struct err *err)
{
    struct remote_rows *remote = context;

    (void)err;
    reader_take(in, &remote->pass.mode, sizeof remote->pass.mode);
    reader_take(in, remote->beta, remote->rows.source.dim * sizeof *remote->beta);
    return 0;
}

const struct pool_kind fit_rows_kind = {
    .name = "regression",
    .fill = logloss_fill,
    .pack = pack,
    .unpack = unpack,
    .release = release,
    .pack_part = pack_part,
    .take_part = take_part,
};
