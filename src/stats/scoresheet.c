#include "stats/scoresheet.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Results lie between 0 and 1: no variance is larger, and a few equal results prove none smaller. */
#define NOISE_MOST  0.25
#define NOISE_LEAST 0.005

/* Sweeps over genomes and openings in turn. One is enough if all genomes met all openings; after a
 * race the change is below 1e-6 after ten. */
#define SWEEPS 20

/* The two-way fit: what each genome and each opening adds to a score. */
struct layout {
    const struct standing_input *in;
    double *strength;        /* by genome */
    double *luck;            /* by opening; the mean of those that were played is 0 */
    size_t *played, *number; /* samples by genome and by opening */
    double *sum, *before;    /* scratch */
};

static int layout_init(struct layout *l, const struct standing_input *in, struct err *err)
{
    size_t most = in->genomes > in->openings ? in->genomes : in->openings;

    *l = (struct layout){ .in = in };
    l->strength = calloc(in->genomes + 1, sizeof *l->strength);
    l->luck = calloc(in->openings + 1, sizeof *l->luck);
    l->played = calloc(in->genomes + 1, sizeof *l->played);
    l->number = calloc(in->openings + 1, sizeof *l->number);
    l->sum = calloc(most + 1, sizeof *l->sum);
    l->before = calloc(in->openings + 1, sizeof *l->before);
    if (!l->strength || !l->luck || !l->played || !l->number || !l->sum || !l->before)
        return err_shortage(err, "out of memory: %zu genomes", in->genomes);
    for (size_t i = 0; i < in->samples; i++) {
        l->played[in->sample[i].genome]++;
        l->number[in->sample[i].opening]++;
    }
    return 0;
}

static void layout_release(struct layout *l)
{
    free(l->strength);
    free(l->luck);
    free(l->played);
    free(l->number);
    free(l->sum);
    free(l->before);
}

static void fit_strengths(struct layout *l)
{
    const struct standing_input *in = l->in;

    for (size_t i = 0; i < in->genomes; i++)
        l->sum[i] = 0;
    for (size_t i = 0; i < in->samples; i++)
        l->sum[in->sample[i].genome] += in->sample[i].score - l->luck[in->sample[i].opening];
    for (size_t i = 0; i < in->genomes; i++)
        l->strength[i] = l->played[i] ? l->sum[i] / (double)l->played[i] : 0;
}

static void fit_luck(struct layout *l)
{
    const struct standing_input *in = l->in;
    double mean = 0, openings = 0;

    for (size_t k = 0; k < in->openings; k++)
        l->sum[k] = 0;
    for (size_t i = 0; i < in->samples; i++)
        l->sum[in->sample[i].opening] += in->sample[i].score - l->strength[in->sample[i].genome];
    for (size_t k = 0; k < in->openings; k++) {
        l->luck[k] = l->number[k] ? l->sum[k] / (double)l->number[k] : 0;
        mean += l->luck[k];
        openings += l->number[k] > 0;
    }
    for (size_t k = 0; k < in->openings; k++)
        l->luck[k] -= l->number[k] ? mean / openings : 0;
}

static double clamp(double x, double low, double high)
{
    return fmin(high, fmax(low, x));
}

/* The variance of a sample around strength and luck. */
static double find_noise(const struct layout *l)
{
    const struct standing_input *in = l->in;
    double squares = 0, degrees = (double)in->samples + 1;

    for (size_t i = 0; i < in->samples; i++) {
        const struct standing_sample *s = &in->sample[i];
        double rest = s->score - l->strength[s->genome] - l->luck[s->opening];

        squares += rest * rest;
    }
    for (size_t i = 0; i < in->genomes; i++)
        degrees -= l->played[i] > 0;
    for (size_t k = 0; k < in->openings; k++)
        degrees -= l->number[k] > 0;
    return degrees >= 1 ? clamp(squares / degrees, NOISE_LEAST, NOISE_MOST) : NOISE_MOST;
}

/* Sums over the openings of one group. */
struct group_sums {
    double n, mean, squares;
};

static struct group_sums sums_of_group(const struct layout *l, size_t first)
{
    struct group_sums g = { 0 };

    for (size_t k = first; k < l->in->openings; k++)
        if (l->number[k] > 0 && l->in->group[k] == l->in->group[first]) {
            g.n++;
            g.mean += l->luck[k];
        }
    g.mean /= fmax(g.n, 1);
    for (size_t k = first; k < l->in->openings; k++)
        if (l->number[k] > 0 && l->in->group[k] == l->in->group[first])
            g.squares += (l->luck[k] - g.mean) * (l->luck[k] - g.mean);
    return g;
}

static bool is_first_of_group(const struct layout *l, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (l->number[i] > 0 && l->in->group[i] == l->in->group[k])
            return false;
    return l->number[k] > 0;
}

/* The variance of luck among openings against the same opponent. With one opening for each, that
 * between opponents counts as luck too, which overstates it. */
static double find_luck(const struct layout *l, double noise)
{
    double squares = 0, degrees = 0, all = 0, openings = 0, share = 0;

    for (size_t k = 0; k < l->in->openings; k++) {
        if (l->number[k] == 0)
            continue;
        all += l->luck[k] * l->luck[k];
        share += 1 / (double)l->number[k];
        openings++;
        if (is_first_of_group(l, k)) {
            struct group_sums g = sums_of_group(l, k);

            squares += g.squares;
            degrees += g.n - 1;
        }
    }
    if (openings < 2)
        return NOISE_MOST;
    if (degrees < 1) {
        squares = all;
        degrees = openings - 1;
    }
    return clamp(squares / degrees - noise * share / openings, 0, NOISE_MOST);
}

/* Numbers whose sums tell sets apart. */
static uint64_t mix(uint64_t x)
{
    x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Batches while they are found. */
struct batches {
    uint64_t *met;     /* by opening: who met it */
    uint64_t *who;     /* by batch: the same */
    uint64_t *against; /* by batch: its groups */
    size_t *of;        /* by opening: its batch */
};

static int batches_init(struct batches *b, size_t openings, struct err *err)
{
    *b = (struct batches){ .met = calloc(openings + 1, sizeof *b->met),
                           .who = calloc(openings + 1, sizeof *b->who),
                           .against = calloc(openings + 1, sizeof *b->against),
                           .of = calloc(openings + 1, sizeof *b->of) };
    return b->met && b->who && b->against && b->of
               ? 0
               : err_shortage(err, "out of memory: %zu openings", openings);
}

static void batches_release(struct batches *b)
{
    free(b->met);
    free(b->who);
    free(b->against);
    free(b->of);
}

/* Is there an earlier opening of that group in the batch? */
static bool group_is_counted(const struct layout *l, const struct batches *b, size_t opening)
{
    for (size_t k = opening; k-- > 0;)
        if (l->number[k] > 0 && b->of[k] == b->of[opening] &&
            l->in->group[k] == l->in->group[opening])
            return true;
    return false;
}

static int find_batches(struct scoresheet *s, const struct layout *l, struct batches *b,
                        struct err *err)
{
    const struct standing_input *in = l->in;

    s->size = calloc(in->openings + 1, sizeof *s->size);
    s->kind = calloc(in->openings + 1, sizeof *s->kind);
    if (!s->size || !s->kind)
        return err_shortage(err, "out of memory: %zu openings", in->openings);
    for (size_t i = 0; i < in->samples; i++)
        b->met[in->sample[i].opening] += mix(in->sample[i].genome);
    for (size_t k = 0; k < in->openings; k++) {
        size_t c = 0;

        if (l->number[k] == 0)
            continue;
        while (c < s->batches && b->who[c] != b->met[k])
            c++;
        b->who[c] = b->met[k];
        b->of[k] = c;
        s->batches += c == s->batches;
        s->size[c]++;
        if (!group_is_counted(l, b, k))
            b->against[c] += mix(in->group[k]);
        s->level = c;
    }
    for (size_t c = 0; c < s->batches; c++)
        while (b->against[s->kind[c]] != b->against[c])
            s->kind[c]++;
    s->level = s->batches ? s->kind[s->level] : 0;
    return 0;
}

static int find_means(struct scoresheet *s, const struct standing_input *in,
                      const struct batches *b, struct err *err)
{
    size_t cells = s->genomes * s->batches;

    s->mean = calloc(cells + 1, sizeof *s->mean);
    if (!s->mean)
        return err_shortage(err, "out of memory: %zu genomes", s->genomes);
    for (size_t i = 0; i < cells; i++)
        s->mean[i] = NAN;
    for (size_t i = 0; i < in->samples; i++) {
        size_t batch = b->of[in->sample[i].opening];
        double *mean = &s->mean[in->sample[i].genome * s->batches + batch];

        *mean = (isnan(*mean) ? 0 : *mean) + in->sample[i].score / (double)s->size[batch];
    }
    return 0;
}

/* Strengths and luck in turns, until nothing changes. */
static void fit_both(struct layout *l)
{
    size_t bytes = l->in->openings * sizeof *l->luck;
    bool changes = true;

    for (int i = 0; i < SWEEPS && changes; i++) {
        memcpy(l->before, l->luck, bytes);
        fit_strengths(l);
        fit_luck(l);
        changes = memcmp(l->before, l->luck, bytes) != 0;
    }
    fit_strengths(l);
}

static int fill(struct scoresheet *s, struct layout *l, struct batches *b, struct err *err)
{
    fit_both(l);
    s->noise_variance = find_noise(l);
    s->luck_variance = find_luck(l, s->noise_variance);
    return find_batches(s, l, b, err) || find_means(s, l->in, b, err) ? -1 : 0;
}

int scoresheet_init(struct scoresheet *s, const struct standing_input *in, struct err *err)
{
    struct batches batches = { 0 };
    struct layout layout;
    int status = layout_init(&layout, in, err);

    *s = (struct scoresheet){ .genomes = in->genomes };
    if (status == 0)
        status = batches_init(&batches, in->openings, err);
    if (status == 0)
        status = fill(s, &layout, &batches, err);
    if (status == 0) {
        s->played = layout.played;
        layout.played = NULL;
    }
    batches_release(&batches);
    layout_release(&layout);
    if (status)
        scoresheet_release(s);
    return status;
}

void scoresheet_release(struct scoresheet *s)
{
    free(s->played);
    free(s->mean);
    free(s->size);
    free(s->kind);
    *s = (struct scoresheet){ 0 };
}
