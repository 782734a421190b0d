#include "evolve/table_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/table_model.h"
#include "evolve/table_state.h"
#include "game/key_set.h"

#define BATCH   8192 /* positions; a rest at the end of an epoch is left out */
#define BLOCKS  8    /* of a batch, each with a gradient of its own */
#define PARTS   16   /* of the rows, for the step */
#define WARM_UP 0.05 /* of all steps: the step size rises */

/* Adam's memory of gradients and of their squares. */
#define KEEP_MEAN   0.9f
#define KEEP_SQUARE 0.999f
#define TINY        1e-8f

#define PI   3.14159265358979323846
#define SALT UINT64_C(0x7461626c65730000)

/* What the threads share. */
struct training {
    const struct table_fit_input *in;
    struct table_frame frame;
    struct table_sample *sample;  /* those of each share, one after the other */
    size_t n, choosing, held_out; /* to fit to, to choose by, to report */
    uint32_t *order;              /* of the samples in this epoch */
    struct table_state s;
    struct table_model origin; /* what weights shrink toward */
    struct table_model gradient[BLOCKS];

    /* Of the current batch. */
    size_t from;
    float rate, mean_bias, square_bias;
};

enum table_share table_fit_share(const struct table_fit_input *in, size_t i)
{
    uint64_t part = key_mix(position_mirror_key(&in->pos[i]) ^ SALT) % TABLE_HELD_OUT;

    if (i >= in->n - in->held_out)
        return part % 2 ? SHARE_CHOOSE : SHARE_REPORT;
    if (in->genes && (part == 2 || part == 3))
        return SHARE_GENES;
    if (in->held_out > 0)
        return SHARE_TABLES;
    return part == 0 ? SHARE_REPORT : part == 1 ? SHARE_CHOOSE : SHARE_TABLES;
}

static void training_release(struct training *t)
{
    for (int i = 0; i < BLOCKS; i++)
        table_model_release(&t->gradient[i]);
    table_model_release(&t->origin);
    table_state_release(&t->s);
    table_frame_release(&t->frame);
    free(t->sample);
    free(t->order);
    free(t);
}

/* Makes a sample of a position. A weight of 1 is EVAL_UNITS of TABLE_LOGIT, as in play. */
static size_t take_sample(struct training *t, const struct evaluator *genes, size_t i,
                          struct table_sample *sample)
{
    const struct position *pos = &t->in->pos[i];
    enum side viewer = side_to_move(pos) == SIDE_FIRST ? SIDE_SECOND : SIDE_FIRST; /* view=mover */
    int32_t value;

    if (!table_sample_of(sample, &t->frame, pos, t->in->result[i]))
        return 0;
    if (t->in->no_threats)
        table_sample_cut(sample);
    value = evaluate(genes, pos, viewer);
    sample->offset = (float)(viewer == SIDE_FIRST ? value : -value) / TABLE_LOGIT;
    return 1;
}

/* Turns positions into samples, share by share. */
static int take_samples(struct training *t, struct err *err)
{
    struct evaluator *genes = malloc(sizeof *genes);
    size_t *n[] = { &t->n, &t->choosing, &t->held_out };

    if (!genes)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    evaluator_compile(genes, t->in->start);
    genes->tables = NULL;
    for (int share = SHARE_TABLES; share <= SHARE_REPORT; share++)
        for (size_t i = 0; i < t->in->n; i++)
            if ((int)table_fit_share(t->in, i) == share)
                *n[share] += take_sample(t, genes, i, &t->sample[t->n + t->choosing + t->held_out]);
    free(genes);
    return 0;
}

static int training_begin(struct training *t, struct err *err)
{
    t->sample = malloc((t->in->n + 1) * sizeof *t->sample);
    t->order = malloc((t->in->n + 1) * sizeof *t->order);
    if (!t->sample || !t->order)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: %zu positions", t->in->n);
    if (table_frame_init(&t->frame, err) || table_state_init(&t->s, &t->frame, err) ||
        table_model_init(&t->origin, &t->frame, err))
        return -1;
    for (int i = 0; i < BLOCKS; i++)
        if (table_model_init(&t->gradient[i], &t->frame, err))
            return -1;
    if (take_samples(t, err))
        return -1;
    if (t->n < TABLE_FIT_LEAST || t->choosing == 0 || t->held_out == 0)
        return err_set(err, "%zu positions are too few to fit tables to", t->n);
    if (t->in->start->tables)
        table_model_continue(&t->origin, t->in->start, &t->frame);
    return 0;
}

/* All trials begin with the same weights. */
static void trial_begin(struct training *t)
{
    table_model_begin(&t->s.weights, t->sample, t->n, t->in->lanes > 0 ? t->in->lanes : TABLE_LANES,
                      (struct stream){ .seed = t->in->seed, .purpose = STREAM_TABLES });
    if (t->in->start->tables)
        table_model_copy(&t->s.weights, &t->origin);
    table_model_clear(&t->s.mean);
    table_model_clear(&t->s.square);
}

static size_t batch_size(const struct training *t)
{
    return t->n < BATCH ? t->n : BATCH;
}

/* A block of the batch. */
static bool fill_gradient(const struct pool_item *item)
{
    const struct training *t = item->context;
    struct table_model *gradient = item->slot;
    size_t size = batch_size(t);
    size_t from = t->from + item->index * size / BLOCKS;
    size_t to = t->from + (item->index + 1) * size / BLOCKS;

    table_model_clear(gradient);
    for (size_t i = from; i < to; i++)
        table_model_add_gradient(&t->s.weights, gradient, &t->sample[t->order[i]]);
    return true;
}

/* One row of Adam's step. */
static void step_row(struct training *t, int row)
{
    float *w = t->s.weights.row[row], *m = t->s.mean.row[row], *v = t->s.square.row[row];
    const float *origin = t->origin.row[row];
    float ridge = (float)t->in->ridge[t->s.trial], size = (float)batch_size(t);

    for (int l = 0; l < TABLE_LANES; l++) {
        float g = 0;

        for (int b = 0; b < BLOCKS; b++)
            g += t->gradient[b].row[row][l];
        g /= size;
        m[l] = KEEP_MEAN * m[l] + (1 - KEEP_MEAN) * g;
        v[l] = KEEP_SQUARE * v[l] + (1 - KEEP_SQUARE) * g * g;
        w[l] -= t->rate * (m[l] / t->mean_bias / (sqrtf(v[l] / t->square_bias) + TINY) +
                           ridge * (w[l] - origin[l]));
    }
}

/* A part of the rows; its slot is those rows of the weights. */
static bool fill_step(const struct pool_item *item)
{
    struct training *t = *(struct training *const *)item->context;
    int rows = 2 * t->s.weights.rows;
    int from = (int)item->index * rows / PARTS, to = ((int)item->index + 1) * rows / PARTS;

    for (int row = from; row < to; row++)
        step_row(t, row);
    return true;
}

/* The losses of a share of samples. */
#define LOSS_SHARE 4096

struct loss_context {
    const struct training *t;
    size_t from, n;
    const struct evaluator *rounded; /* NULL: by the weights */
};

static double sample_loss(const struct loss_context *c, const struct table_sample *s)
{
    return table_loss((double)(c->rounded ? table_sample_value(s, &c->t->frame, c->rounded)
                                          : table_model_value(&c->t->s.weights, s)),
                      s->result);
}

static bool fill_loss(const struct pool_item *item)
{
    const struct loss_context *c = item->context;
    size_t from = item->index * LOSS_SHARE;
    double *sum = item->slot;

    *sum = 0;
    for (size_t i = from; i < from + LOSS_SHARE && i < c->n; i++)
        *sum += sample_loss(c, &c->t->sample[c->from + i]);
    return true;
}

static const struct pool_kind gradient_kind = { .name = "table gradient",
                                                .slot_size = sizeof(struct table_model),
                                                .fill = fill_gradient };
static const struct pool_kind step_kind = { .name = "table step", .fill = fill_step };
static const struct pool_kind loss_kind = { .name = "table loss",
                                            .slot_size = sizeof(double),
                                            .fill = fill_loss };

/* The mean loss of n samples, or nan if memory runs out. */
static double mean_loss(const struct training *t, size_t from, size_t n,
                        const struct evaluator *rounded)
{
    struct loss_context context = { t, from, n, rounded };
    size_t shares = (n + LOSS_SHARE - 1) / LOSS_SHARE;
    double *sum = calloc(shares + 1, sizeof *sum), all = 0;
    struct pool_job job = {
        .kind = &loss_kind, .context = &context, .slot = sum, .n = shares, .here = true
    };

    if (!sum)
        return NAN;
    pool_fill(t->in->pool, &job);
    for (size_t i = 0; i < shares; i++)
        all += sum[i];
    free(sum);
    return all / (double)n;
}

static void train_batch(struct training *t, size_t step, size_t steps)
{
    struct pool_job gradient = {
        .kind = &gradient_kind, .context = t, .slot = t->gradient, .n = BLOCKS, .here = true
    };
    struct pool_job update = {
        .kind = &step_kind, .context = &t, .slot = t, .n = PARTS, .here = true
    };
    double warm = WARM_UP * (double)steps, at = (double)step + 1;
    double fall = cos(PI * (at - warm) / ((double)steps - warm));

    t->rate = (float)(t->in->rate * (at < warm ? at / warm : (1 + fall) / 2));
    t->mean_bias = 1 - powf(KEEP_MEAN, (float)at);
    t->square_bias = 1 - powf(KEEP_SQUARE, (float)at);
    pool_fill(t->in->pool, &gradient);
    pool_fill(t->in->pool, &update);
}

static void shuffle(struct training *t)
{
    struct rng rng;

    rng_open(&rng, (struct stream){ t->in->seed, (uint32_t)t->s.epoch + 1, STREAM_TABLES, 0 });
    for (size_t i = 0; i < t->n; i++)
        t->order[i] = (uint32_t)i;
    for (size_t i = t->n; i-- > 1;) {
        size_t j = rng_below(&rng, i + 1);
        uint32_t other = t->order[i];

        t->order[i] = t->order[j];
        t->order[j] = other;
    }
}

/* Returns false when stopped. */
static bool train_epoch(struct training *t)
{
    size_t size = batch_size(t), batches = t->n / size;
    size_t steps = (size_t)t->in->epochs * batches, before = (size_t)t->s.epoch * batches;
    size_t all = (size_t)t->in->ridges * steps, done = (size_t)t->s.trial * steps + before;

    shuffle(t);
    for (size_t b = 0; b < batches; b++) {
        if (watch_stopped(t->in->watch))
            return false;
        t->from = b * size;
        train_batch(t, before + b, steps);
        watch_tell(t->in->watch, "positions", (done + b + 1) * size, all * size);
    }
    t->s.epoch++;
    return true;
}

/* Measures the weights after an epoch, and keeps them if no others were as good. */
static void judge_epoch(struct training *t)
{
    struct table_state *s = &t->s;
    double loss = mean_loss(t, t->n, t->choosing, NULL);

    if (!(loss < s->least[s->trial]))
        return;
    s->least[s->trial] = loss;
    if (s->best_epoch > 0 && s->best_trial != s->trial && loss >= s->least[s->best_trial])
        return;
    s->best_trial = s->trial;
    s->best_epoch = s->epoch;
    table_model_copy(&s->best, &s->weights);
}

static uint64_t mix_bytes(uint64_t sum, const void *bytes, size_t size)
{
    uint64_t word;

    for (size_t at = 0; at < size; at += sizeof word) {
        word = 0;
        memcpy(&word, (const char *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
        sum = key_mix(sum ^ word);
    }
    return sum;
}

/* Everything that training sees of a sample. The genes of the start are in the offset. */
static uint64_t mix_sample(uint64_t sum, const struct table_sample *s)
{
    const uint8_t numbers[] = { s->rows, s->side, s->result };

    sum = mix_bytes(sum, s->row, s->rows * sizeof *s->row);
    sum = mix_bytes(sum, &s->offset, sizeof s->offset);
    return mix_bytes(sum, numbers, sizeof numbers);
}

static struct table_recipe recipe_of(const struct training *t)
{
    const struct table_fit_input *in = t->in;
    struct table_recipe recipe = { .seed = in->seed,
                                   .n = t->n,
                                   .epochs = in->epochs,
                                   .ridges = in->ridges,
                                   .lanes = in->lanes,
                                   .no_threats = in->no_threats,
                                   .rate = in->rate };

    memcpy(recipe.ridge, in->ridge, (size_t)in->ridges * sizeof *in->ridge);
    recipe.choosing = t->choosing;
    recipe.held_out = t->held_out;
    if (in->start->tables) /* with the factors of lanes */
        recipe.samples =
            mix_bytes(1, t->origin.row, 2 * (size_t)t->origin.rows * sizeof *t->origin.row);
    for (size_t i = 0; i < t->n + t->choosing + t->held_out; i++)
        recipe.samples = mix_sample(recipe.samples, &t->sample[i]);
    return recipe;
}

/* The trials and epochs that are left; the best weights become t->s.weights. */
static int train(struct training *t, bool *finished, struct err *err)
{
    struct table_state *s = &t->s;
    struct table_recipe recipe = recipe_of(t);

    if (t->in->state && table_state_read(s, &recipe, t->in->state, err))
        return -1;
    while (s->trial < t->in->ridges) {
        if (s->epoch == 0)
            trial_begin(t);
        *finished = train_epoch(t);
        if (!*finished)
            return 0;
        judge_epoch(t);
        if (s->epoch == t->in->epochs) {
            s->trial++;
            s->epoch = 0;
        }
        if (t->in->state && table_state_write(s, &recipe, t->in->state, err))
            return -1;
    }
    if (s->best_epoch == 0)
        return err_set(err, "tables: no epoch ended with a finite loss");
    table_model_copy(&s->weights, &s->best);
    return 0;
}

static int finish(struct training *t, struct table_fit_result *result, struct err *err)
{
    struct genome genome;
    struct evaluator *ev = malloc(sizeof *ev);

    if (!ev)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    genome_init(&genome);
    genome.tables = table_model_round(&t->s.weights, &t->frame, err);
    if (genome.tables) {
        evaluator_compile(ev, &genome);
        *result = (struct table_fit_result){
            .tables = tables_share(genome.tables),
            .positions = t->n,
            .choosing = t->choosing,
            .held_out = t->held_out,
            .ridge = t->in->ridge[t->s.best_trial],
            .epoch = t->s.best_epoch,
            .loss = mean_loss(t, 0, t->n, NULL),
            .held_out_loss = mean_loss(t, t->n + t->choosing, t->held_out, NULL),
            .rounded_loss = mean_loss(t, t->n + t->choosing, t->held_out, ev),
        };
        memcpy(result->trial, t->s.least, (size_t)t->in->ridges * sizeof *result->trial);
    }
    free(ev);
    genome_release(&genome);
    return result->tables ? 0 : -1;
}

int table_fit(struct table_fit_result *result, const struct table_fit_input *in, bool *finished,
              struct err *err)
{
    struct training *t = calloc(1, sizeof *t);
    int status;

    *result = (struct table_fit_result){ 0 };
    *finished = true;
    if (!t)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    t->in = in;
    status = training_begin(t, err) || train(t, finished, err) ? -1 : 0;
    if (status == 0 && *finished)
        status = finish(t, result, err);
    training_release(t);
    return status;
}
