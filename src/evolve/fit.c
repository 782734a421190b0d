#include "evolve/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/logistic.h"
#include "heuristic/features.h"

/* Every fifth start is held out. */
#define HELD_OUT 5

/* From strong to weak; the held-out positions choose. */
static const double ridges[] = { 1000, 100, 10, 1 };

#define RIDGES (sizeof ridges / sizeof *ridges)

/* Rows of features: two for each position, one as each side sees it. */
struct rows {
    size_t dim, n, capacity;
    double *x, *y, *weight;
};

struct fitting {
    const struct fit_input *in;
    int gene[GENE_COUNT]; /* of each column */
    size_t dim;
    struct feature_frame frame;
    struct rows train, held;
};

static int rows_init(struct rows *rows, size_t dim, size_t capacity)
{
    *rows = (struct rows){ .dim = dim, .capacity = capacity };
    rows->x = calloc(capacity * dim + 1, sizeof *rows->x);
    rows->y = calloc(capacity + 1, sizeof *rows->y);
    rows->weight = calloc(capacity + 1, sizeof *rows->weight);
    return rows->x && rows->y && rows->weight ? 0 : -1;
}

static void rows_release(struct rows *rows)
{
    free(rows->x);
    free(rows->y);
    free(rows->weight);
}

static void add_row(struct fitting *f, struct rows *rows, const struct position *pos,
                    enum side viewer, int outcome)
{
    double feature[GENE_COUNT];
    double result = 0.5 + 0.5 * outcome;

    if (rows->n == rows->capacity)
        return;
    features_of(&f->frame, pos, viewer, feature);
    for (size_t j = 0; j < f->dim; j++)
        rows->x[rows->n * f->dim + j] = feature[f->gene[j]];
    rows->y[rows->n] = viewer == SIDE_FIRST ? result : 1 - result;
    rows->weight[rows->n++] = 0.5;
}

/* Takes the position after `ply` moves of a game. */
static void add_position(struct fitting *f, const struct fit_game *game, int ply)
{
    struct moves moves = *game->moves;
    struct rows *rows = game->start % HELD_OUT == 0 ? &f->held : &f->train;
    struct position pos;

    moves.n = (unsigned char)ply;
    pos = moves_position(&moves);
    add_row(f, rows, &pos, SIDE_FIRST, game->outcome);
    add_row(f, rows, &pos, SIDE_SECOND, game->outcome);
}

/* Spreads the positions evenly over the games; which of a game is left to chance. */
static void collect(struct fitting *f)
{
    double share = (double)f->in->positions / (double)f->in->games;
    struct rng rng;

    rng_open(&rng, f->in->stream);
    for (size_t i = 0; i < f->in->games; i++) {
        const struct fit_game *game = &f->in->game[i];
        int plies = game->moves->n - game->opening_plies; /* the last position is over */
        int wanted = (int)(share * (double)(i + 1)) - (int)(share * (double)i);

        if (game->outcome == GAME_UNPLAYED || plies < 1)
            continue;
        for (int k = 0; k < wanted; k++)
            add_position(f, game, game->opening_plies + (int)rng_below(&rng, (unsigned long)plies));
    }
}

static struct samples samples_of(const struct rows *rows, struct samples_dense *dense)
{
    *dense = (struct samples_dense){ rows->dim, rows->x, rows->y, rows->weight };
    return samples_from_dense(dense, rows->n);
}

/* The factor that turns the starting evaluation into logarithms of odds. */
static int fit_scale(const struct fitting *f, double *scale, struct err *err)
{
    const struct rows *rows = &f->train;
    double *value = calloc(rows->n, sizeof *value);
    struct samples_dense dense = { 1, value, rows->y, rows->weight };
    struct samples samples = samples_from_dense(&dense, rows->n);
    struct logistic one;
    int status;

    if (!value)
        return err_set(err, "out of memory");
    for (size_t i = 0; i < rows->n; i++)
        for (size_t j = 0; j < f->dim; j++)
            value[i] += rows->x[i * f->dim + j] * f->in->start->gene[f->gene[j]];
    status = logistic_fit(&one, &samples, &(struct logistic_options){ .ridge = 1e-6 }, err);
    free(value);
    if (status)
        return -1;
    /* A start that says nothing, or the wrong thing, still needs some scale. */
    *scale = one.beta[0] > 1e-4 ? one.beta[0] : 0.02;
    logistic_release(&one);
    return 0;
}

static void take_result(const struct fitting *f, const struct logistic *fit, double scale,
                        struct fit_result *result)
{
    for (size_t j = 0; j < f->dim; j++) {
        int g = f->gene[j];

        result->gene[g] = fmax(f->in->low[g], fmin(f->in->high[g], fit->beta[j] / scale));
        result->error[g] = fit->error[j] / scale;
    }
    result->ridge = fit->ridge;
}

static int solve(struct fitting *f, struct fit_result *result, struct err *err)
{
    double prior[GENE_COUNT], width[GENE_COUNT], held[RIDGES], scale = 1;
    struct samples_dense train_dense, held_dense;
    struct samples train = samples_of(&f->train, &train_dense);
    struct samples held_out = samples_of(&f->held, &held_dense);
    struct logistic_options opt = { .start = prior, .prior = prior, .scale = width };
    struct logistic fit;

    if (fit_scale(f, &scale, err))
        return -1;
    for (size_t j = 0; j < f->dim; j++) {
        prior[j] = scale * f->in->start->gene[f->gene[j]];
        width[j] = scale * 10 * gene_table[f->gene[j]].scale;
    }
    if (logistic_loss(&held_out, prior, &result->loss_before, err) ||
        logistic_choose(&fit, &train, &held_out, &opt, ridges, RIDGES, held, err))
        return -1;
    take_result(f, &fit, scale, result);
    if (logistic_loss(&held_out, fit.beta, &result->loss_after, err)) {
        logistic_release(&fit);
        return -1;
    }
    logistic_release(&fit);
    return 0;
}

int fit_weights(struct fit_result *result, const struct fit_input *in, struct err *err)
{
    struct fitting f = { .in = in };
    int status;

    *result = (struct fit_result){ 0 };
    memcpy(result->gene, in->start->gene, sizeof result->gene);
    for (int g = 0; g < GENE_COUNT; g++)
        if (in->fitted[g] && gene_is_linear(g))
            f.gene[f.dim++] = g;
    feature_frame_init(&f.frame, in->start);
    if (rows_init(&f.train, f.dim, 2 * in->positions) ||
        rows_init(&f.held, f.dim, 2 * in->positions)) {
        status = err_set(err, "out of memory: %zu positions", in->positions);
    } else {
        collect(&f);
        result->positions = f.train.n / 2;
        result->held_out = f.held.n / 2;
        if (f.dim == 0 || result->positions < 10 * f.dim || result->held_out < f.dim)
            status = err_set(err, "too few positions to fit %zu weights: %zu, and %zu held out",
                             f.dim, result->positions, result->held_out);
        else
            status = solve(&f, result, err);
    }
    rows_release(&f.train);
    rows_release(&f.held);
    return status;
}
