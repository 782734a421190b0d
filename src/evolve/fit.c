#include "evolve/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/fit_rows.h"
#include "evolve/logistic.h"

/* From strong to weak; the held-out positions choose one. Results of games depend on luck too, so
 * the weakest is for perfect play only. */
static const double ridges[] = { 100, 10, 1, 0.1 };

#define RIDGES (sizeof ridges / sizeof *ridges)

/* At a ridge of 1/2, weights are expected within this many typical steps of the start. */
#define PRIOR_STEPS 10

/* A gene that must not change is tied to its start by a very narrow prior. */
#define TIED 1e-6

/* Fewer are not enough to hold out some of them. */
#define FEW_OPENINGS (10 * FIT_HELD_OUT)

const char *const fit_target_name[FIT_TARGETS] = { "games", "truth" };

int fit_target_find(const char *name, struct err *err)
{
    for (int i = 0; i < FIT_TARGETS; i++)
        if (strcmp(fit_target_name[i], name) == 0)
            return i;
    return err_set(err, "'%s' is not one of %s, %s", name, fit_target_name[FIT_GAMES],
                   fit_target_name[FIT_TRUTH]);
}

/* Positions of one kind. */
struct sample_list {
    struct fit_sample *sample;
    size_t n;
};

struct fitting {
    const struct fit_input *in;
    int gene[GENE_COUNT]; /* of each column */
    size_t dim;
    struct sample_list train, held;
    size_t train_games; /* that the positions of train are from */
    bool by_position;   /* what is held out */
};

/* Games from one opening share their luck and many positions, so they are held out together. With
 * few openings all games of those may have ended before FIT_TRUTH_PLIES; perfect play has no luck,
 * so then it is enough that equal positions are on the same side. */
static bool is_held_out(const struct fitting *f, const struct fit_game *game,
                        const struct position *pos)
{
    uint64_t hash = position_mirror_key(pos) * UINT64_C(0x9e3779b97f4a7c15);

    return (f->by_position ? hash >> 32 : game->opening) % FIT_HELD_OUT == 0;
}

/* The position after `ply` moves of a game. */
static void add_sample(struct fitting *f, const struct fit_game *game, int ply)
{
    struct moves moves = *game->moves;
    struct position pos;
    struct sample_list *list;

    moves.n = (unsigned char)ply;
    pos = moves_position(&moves);
    list = is_held_out(f, game, &pos) ? &f->held : &f->train;
    list->sample[list->n++] = (struct fit_sample){ pos, game->outcome };
}

/* Takes solved positions, all of them or a random choice, each at most once. */
static void collect_solved(struct fitting *f)
{
    size_t left = f->in->positions;
    struct rng rng;

    f->by_position = true;
    rng_open(&rng, f->in->stream);
    for (size_t i = 0; i < f->in->solved_n && left > 0; i++) {
        const struct position *pos = &f->in->solved[i];
        struct sample_list *list = is_held_out(f, NULL, pos) ? &f->held : &f->train;

        if (rng_below(&rng, f->in->solved_n - i) >= left)
            continue;
        list->sample[list->n++] = (struct fit_sample){ *pos, f->in->result[i] };
        left--;
    }
    f->train_games = f->train.n;
}

/* Spreads the positions evenly over the games. Chance decides which games give one more, since
 * every second or fourth game could have the same opening or colour, and which positions are
 * taken. */
static void collect(struct fitting *f)
{
    uint32_t openings = 0;

    size_t games = f->in->games;
    size_t each = games ? f->in->positions / games : 0, more = games ? f->in->positions % games : 0;
    int earliest = f->in->target == FIT_TRUTH ? FIT_TRUTH_PLIES : 0;
    struct rng rng;

    for (size_t i = 0; i < games; i++)
        if (f->in->game[i].opening >= openings)
            openings = f->in->game[i].opening + 1;
    f->by_position = f->in->target == FIT_TRUTH && openings < FEW_OPENINGS;
    rng_open(&rng, f->in->stream);
    for (size_t i = 0; i < games; i++) {
        const struct fit_game *game = &f->in->game[i];
        int first = game->opening_plies > earliest ? game->opening_plies : earliest;
        int plies = game->moves->n - first; /* the last position is over */
        size_t wanted = each;

        if (rng_below(&rng, games - i) < more) {
            wanted++;
            more--;
        }
        if (game->outcome == GAME_UNPLAYED || plies < 1)
            continue;
        f->train_games += wanted > 0 && game->opening % FIT_HELD_OUT != 0;
        for (size_t k = 0; k < wanted; k++)
            add_sample(f, game, first + (int)rng_below(&rng, (unsigned long)plies));
    }
}

/* Replaces the results of games by those of perfect play. */
static int solve_samples(const struct fit_input *in, struct sample_list *list, bool *finished,
                         struct err *err)
{
    struct position *pos = calloc(list->n + 1, sizeof *pos);
    signed char *result = calloc(list->n + 1, sizeof *result);
    int status = pos && result ? 0 : err_shortage(err, "out of memory: %zu positions", list->n);

    for (size_t i = 0; i < list->n && status == 0; i++)
        pos[i] = list->sample[i].pos;
    if (status == 0)
        status = solved_find_results(pos, list->n, in->pool, in->watch, result, finished, err);
    for (size_t i = 0; i < list->n && status == 0 && *finished; i++)
        list->sample[i].outcome = result[i];
    free(pos);
    free(result);
    return status;
}

/* The factor that turns the evaluation of the start into log odds. */
static int fit_scale(const struct fitting *f, const struct fit_rows *train,
                     const struct samples *samples, double *scale, struct err *err)
{
    double *value = calloc(3 * samples->n, sizeof *value);
    double *y = value + samples->n, *weight = y + samples->n, start[GENE_COUNT];
    struct samples_dense dense = { 1, value, y, weight };
    struct samples one = samples_from_dense(&dense, samples->n, samples->pool);
    struct logistic_options opt = { .ridge = 1e-6 };
    struct logistic fit;
    int status;

    if (!value)
        return err_shortage(err, "out of memory");
    one.stop = samples->stop;
    for (size_t j = 0; j < f->dim; j++)
        start[j] = f->in->start->gene[f->gene[j]];
    fit_rows_results(train, y, weight);
    status =
        logloss_values(samples, start, value, err) || logistic_fit(&fit, &one, &opt, err) ? -1 : 0;
    free(value);
    if (status)
        return -1;
    /* A start that predicts nothing still needs a scale. */
    *scale = fit.beta[0] > 1e-4 ? fit.beta[0] : 0.02;
    logistic_release(&fit);
    return 0;
}

/* Positions of one game share its result, so errors count games. No error is larger than that of
 * the prior. */
static double error_of(const struct fitting *f, const struct logistic *fit, double scale, size_t j)
{
    double prior = gene_table[f->gene[j]].scale * PRIOR_STEPS / sqrt(2 * fit->ridge);
    double each = (double)f->train.n / (double)f->train_games;

    return fmin(prior, fit->error[j] / scale * (f->in->target == FIT_GAMES ? sqrt(each) : 1));
}

static void take_weights(const struct fitting *f, const struct logistic *fit, double scale,
                         struct fit_result *result)
{
    const struct fit_input *in = f->in;

    for (size_t j = 0; j < fit->dim; j++) {
        int g = f->gene[j];

        if (!in->fitted[g])
            continue;
        result->gene[g] = fmax(in->low[g], fmin(in->high[g], fit->beta[j] / scale));
        result->error[g] = error_of(f, fit, scale, j);
    }
    if (in->ties)
        ties_apply(in->ties, result->gene);
    result->ridge = fit->ridge;
}

/* All linear genes that are not zero, or may change. */
static void choose_columns(struct fitting *f)
{
    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g) && (!f->in->ties || ties_free(f->in->ties, g)) &&
            (gene_table[g].family != FAMILY_TABLES || f->in->start->tables) &&
            (f->in->fitted[g] || f->in->start->gene[g] != 0))
            f->gene[f->dim++] = g;
}

static int solve(struct fitting *f, const struct fit_rows *train_rows,
                 const struct fit_rows *held_rows, struct fit_result *result, struct err *err)
{
    double prior[GENE_COUNT], width[GENE_COUNT], held[RIDGES], scale = 1;
    struct logistic_options opt = { .start = prior, .prior = prior, .scale = width };
    const atomic_bool *stop = f->in->watch ? f->in->watch->stop : NULL;
    struct samples train = fit_rows_samples(train_rows, f->in->pool, stop);
    struct samples held_out = fit_rows_samples(held_rows, f->in->pool, stop);
    struct logistic fit;

    held_out.kind = NULL; /* they are few, and would come between passes of the others */
    if (fit_scale(f, train_rows, &train, &scale, err))
        return -1;
    for (size_t j = 0; j < f->dim; j++) {
        int g = f->gene[j];

        prior[j] = scale * f->in->start->gene[g];
        width[j] = scale * gene_table[g].scale * (f->in->fitted[g] ? PRIOR_STEPS : TIED);
    }
    if (logistic_loss(&held_out, prior, &result->loss_before, err) ||
        logistic_choose(&fit, &train, &held_out, &opt, ridges,
                        RIDGES - (f->in->target == FIT_GAMES), held, err))
        return -1;
    take_weights(f, &fit, scale, result);
    if (logistic_loss(&held_out, fit.beta, &result->loss_after, err)) {
        logistic_release(&fit);
        return -1;
    }
    logistic_release(&fit);
    return 0;
}

static int fit_all(struct fitting *f, struct fit_result *result, bool *finished, struct err *err)
{
    struct fit_source source = {
        .start = f->in->start, .ties = f->in->ties, .gene = f->gene, .dim = f->dim
    };
    struct fit_rows train = { 0 }, held = { 0 };
    int status;

    source.sample = f->train.sample;
    source.n = f->train.n;
    status = fit_rows_init(&train, &source, err);
    source.sample = f->held.sample;
    source.n = f->held.n;
    if (status == 0)
        status = fit_rows_init(&held, &source, err);
    if (status == 0)
        status = solve(f, &train, &held, result, err);
    fit_rows_release(&train);
    fit_rows_release(&held);
    *finished = status == 0;
    return status && err->kind == ERR_STOPPED ? 0 : status;
}

bool fit_possible(size_t weights, size_t positions, size_t held_out)
{
    return weights > 0 && positions >= 10 * weights && held_out >= weights;
}

/* From the positions to the weights. */
static int fit_samples(struct fitting *f, struct fit_result *result, bool *finished,
                       struct err *err)
{
    if (!fit_possible(f->dim, f->train.n, f->held.n))
        return err_set(err, "too few positions to fit %zu weights: %zu, and %zu held out", f->dim,
                       f->train.n, f->held.n);
    if (f->in->target == FIT_TRUTH && !f->in->solved &&
        (solve_samples(f->in, &f->train, finished, err) ||
         (*finished && solve_samples(f->in, &f->held, finished, err))))
        return -1;
    if (!*finished)
        return 0;
    return fit_all(f, result, finished, err);
}

int fit_weights(struct fit_result *result, const struct fit_input *in, bool *finished,
                struct err *err)
{
    struct fitting f = { .in = in };
    int status;

    *finished = true;
    *result = (struct fit_result){ 0 };
    memcpy(result->gene, in->start->gene, sizeof result->gene);
    choose_columns(&f);
    f.train.sample = calloc(in->positions + 1, sizeof *f.train.sample);
    f.held.sample = calloc(in->positions + 1, sizeof *f.held.sample);
    if (!f.train.sample || !f.held.sample) {
        status = err_shortage(err, "out of memory: %zu positions", in->positions);
    } else {
        (in->solved ? collect_solved : collect)(&f);
        result->positions = f.train.n;
        result->held_out = f.held.n;
        status = fit_samples(&f, result, finished, err);
    }
    free(f.train.sample);
    free(f.held.sample);
    return status;
}
