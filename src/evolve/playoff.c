#include "evolve/playoff.h"

#include <math.h>
#include <stdlib.h>

#include "evolve/gauntlet.h"
#include "stats/tally.h"

/* Not the openings of the panel, on which champions may have been lucky. */
#define PLAYOFF_DRAW 1
#define FOUNDER_DRAW 2

/* How likely a genome must be better than the founder to take its place. */
#define SURE 0.95

/* The candidates of the play-off, and the last ratings that they had. */
struct candidates {
    struct journal_genome *who;
    struct journal_rating *rating;
    size_t n, most;
};

static void add_candidate(struct candidates *c, const struct journal_genome *who,
                          struct journal_rating rating)
{
    for (size_t i = 0; i < c->n; i++)
        if (journal_same_genes(&c->who[i], who))
            return;
    if (c->n == c->most)
        return;
    c->who[c->n] = *who;
    c->rating[c->n++] = rating;
}

static struct journal_rating rating_of(uint32_t id, const struct journal_rating *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].id == id)
            return list[i];
    return journal_no_rating(id);
}

/* From the population that was bred last: the champion, the top of the surface, and other elites,
 * with the ratings that they had as parents. */
static int add_last(const struct playoff_input *in, struct candidates *c, struct err *err)
{
    struct journal_genome *next = NULL;
    struct journal_rating *rating = NULL;
    size_t n = 0, ratings;
    int status =
        journal_read_population(in->journal, in->generation, &next, &n, err) ||
                journal_read_ratings(in->journal, in->generation - 1, &rating, &ratings, err)
            ? -1
            : 0;

    for (int pass = 0; pass < 3 && status == 0; pass++)
        for (size_t i = 0; i < n; i++)
            if ((pass == 0 && i == 0) || (pass == 1 && next[i].origin == ORIGIN_SURFACE) ||
                (pass == 2 && next[i].origin == ORIGIN_ELITE))
                add_candidate(c, &next[i],
                              next[i].origin == ORIGIN_ELITE
                                  ? rating_of(next[i].parent[0], rating, ratings)
                                  : journal_no_rating(next[i].id));
    free(next);
    free(rating);
    return status;
}

/* Earlier champions, the latest first, as they were rated then. */
static int add_champions(const struct playoff_input *in, struct candidates *c, struct err *err)
{
    for (uint32_t g = in->generation; g-- > 0 && c->n < c->most;) {
        struct journal_rating *rating;
        struct journal_genome who;
        uint32_t id;
        size_t n;

        if (journal_read_champion(in->journal, g, &id, err) ||
            journal_read_genome(in->journal, id, &who, err) ||
            journal_read_ratings(in->journal, g, &rating, &n, err))
            return -1;
        add_candidate(c, &who, rating_of(who.id, rating, n));
        free(rating);
    }
    return 0;
}

/* The first founder, as the run began, whatever the number of other candidates. */
static int add_founder(const struct playoff_input *in, struct candidates *c,
                       struct journal_genome *founder, struct err *err)
{
    struct journal_genome *first = NULL;
    struct journal_rating *rating = NULL;
    size_t n = 0, ratings;
    int status = journal_read_population(in->journal, 0, &first, &n, err) ||
                         journal_read_ratings(in->journal, 0, &rating, &ratings, err)
                     ? -1
                     : 0;

    if (status == 0 && n == 0)
        status = err_set(err, "there is no founder");
    if (status == 0) {
        *founder = first[0];
        c->most++;
        add_candidate(c, founder, rating_of(founder->id, rating, ratings));
    }
    free(first);
    free(rating);
    return status;
}

static int by_standing(const void *a, const void *b)
{
    const struct journal_playoff *x = a, *y = b;

    return x->standing != y->standing ? (x->standing < y->standing) - (x->standing > y->standing)
                                      : (x->slot > y->slot) - (x->slot < y->slot);
}

static void rank(const struct gauntlet *g, const struct standing_sample *sample,
                 const struct standings *standings, struct journal_playoff *list)
{
    size_t each = g->opponents * g->openings;

    for (size_t i = 0; i < g->n; i++) {
        struct belief mean = gauntlet_mean(sample + i * each, each);
        const struct belief *standing = &standings->of[i].standing;

        list[i] = (struct journal_playoff){ .slot = (uint32_t)i,
                                            .id = g->who[i]->id,
                                            .games = (uint32_t)(2 * each),
                                            .score = mean.mean,
                                            .score_error = z_of_95_percent() * sqrt(mean.variance),
                                            .standing = standing->mean,
                                            .standing_error =
                                                z_of_95_percent() * sqrt(standing->variance) };
    }
    qsort(list, g->n, sizeof *list, by_standing);
    for (size_t i = 0; i < g->n; i++)
        list[i].slot = (uint32_t)i;
}

static int play_and_rank(const struct gauntlet *g, const struct learning_priors *known,
                         const struct playoff_input *in, struct journal_playoff *list,
                         bool *finished, struct err *err)
{
    size_t openings = g->opponents * g->openings;
    uint32_t *group = calloc(openings + 1, sizeof *group);
    struct standing_sample *sample = NULL;
    struct standings standings = { 0 };
    int status = group ? 0 : err_shortage(err, "out of memory: %zu openings", openings);

    if (status == 0)
        status = gauntlet_play(g, in->pool, in->watch, &sample, finished, err);
    if (status == 0 && *finished) {
        struct standing_input samples = { .genomes = g->n,
                                          .openings = openings,
                                          .group = group,
                                          .sample = sample,
                                          .samples = g->n * openings,
                                          .prior = known->prior };

        for (size_t k = 0; k < openings; k++)
            group[k] = (uint32_t)(k / g->openings);
        status = standings_init(&standings, &samples, err);
        if (status == 0)
            rank(g, sample, &standings, list);
    }
    standings_release(&standings);
    free(sample);
    free(group);
    return status;
}

static int play_candidates(const struct playoff_input *in, const struct candidates *c,
                           struct journal_playoff *list, bool *finished, struct err *err)
{
    const struct journal_genome **who = calloc(c->n + 1, sizeof *who);
    struct gauntlet g = { .config = in->config,
                          .who = who,
                          .n = c->n,
                          .opponent = in->opponent,
                          .opponents = in->opponents,
                          .set = OPENING_VALIDATE,
                          .draw = PLAYOFF_DRAW,
                          .plies = in->config->validate_plies,
                          .openings = (size_t)in->config->playoff_openings,
                          .what = "play-off games" };
    struct learning_priors known;
    int status = -1;

    if (!who)
        return err_shortage(err, "out of memory: %zu candidates", c->n);
    for (size_t i = 0; i < c->n; i++)
        who[i] = &c->who[i];
    if (learning_candidates(&known, in->learning, c->who, c->rating, c->n, err) == 0) {
        status = play_and_rank(&g, &known, in, list, finished, err);
        learning_priors_release(&known);
    }
    for (size_t i = 0; i < c->n; i++)
        list[i].generation = in->generation;
    free(who);
    return status;
}

/* A single candidate has nobody to beat: it is kept as the winner of no games. */
static int decide(const struct playoff_input *in, const struct candidates *c,
                  struct journal_playoff *list, bool *finished, struct err *err)
{
    if (c->n > 1)
        return play_candidates(in, c, list, finished, err);
    list[0] = (struct journal_playoff){ .generation = in->generation,
                                        .id = c->who[0].id,
                                        .score = NAN,
                                        .score_error = NAN,
                                        .standing = c->rating[0].standing,
                                        .standing_error = c->rating[0].standing_error };
    return 0;
}

/* Whether the candidate beats the founder, from as many openings as it had in the play-off. */
static int play_founder(const struct playoff_input *in, const struct journal_genome *candidate,
                        const struct journal_genome *founder, bool *beats, bool *finished,
                        struct err *err)
{
    struct gauntlet g = { .config = in->config,
                          .who = &candidate,
                          .n = 1,
                          .opponent = founder,
                          .opponents = 1,
                          .set = OPENING_VALIDATE,
                          .draw = FOUNDER_DRAW,
                          .plies = in->config->validate_plies,
                          .openings = (size_t)in->config->playoff_openings * in->opponents,
                          .what = "games against the founder" };
    struct standing_sample *sample;

    if (gauntlet_play(&g, in->pool, in->watch, &sample, finished, err))
        return -1;
    if (*finished) {
        struct belief mean = gauntlet_mean(sample, g.openings), even = { 0.5, 0 };

        /* Even games have no variance, and a mean that is rounded. */
        *beats = mean.mean > 0.5 + 1e-9 && belief_superiority(mean, even) >= SURE;
    }
    free(sample);
    return 0;
}

/* Puts the candidate with that genome first; the others keep their order. */
static void promote(const struct candidates *c, const struct journal_genome *who,
                    struct journal_playoff *list)
{
    struct journal_playoff winner;
    size_t at = 0;

    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->n; k++)
            if (c->who[k].id == list[i].id && journal_same_genes(&c->who[k], who))
                at = i;
    winner = list[at];
    for (; at > 0; at--)
        list[at] = list[at - 1];
    list[0] = winner;
    for (size_t i = 0; i < c->n; i++)
        list[i].slot = (uint32_t)i;
}

/* The best candidate besides the founder; NULL if there is none. */
static const struct journal_genome *best_rival(const struct candidates *c,
                                               const struct journal_genome *founder,
                                               const struct journal_playoff *list)
{
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->n; k++)
            if (c->who[k].id == list[i].id && !journal_same_genes(&c->who[k], founder))
                return &c->who[k];
    return NULL;
}

/* Lets the best of the others meet the founder, which it has to beat. Also if the founder ranks
 * first: what was known of it comes from other generations, and may hide what the run has gained. */
static int defend(const struct playoff_input *in, const struct candidates *c,
                  const struct journal_genome *founder, struct journal_playoff *list,
                  bool *finished, struct err *err)
{
    const struct journal_genome *rival = best_rival(c, founder, list);
    bool beats = false;

    if (rival && play_founder(in, rival, founder, &beats, finished, err))
        return -1;
    if (*finished)
        promote(c, beats ? rival : founder, list);
    return 0;
}

/* Finds the candidates, and lets them play. */
static int play(const struct playoff_input *in, struct candidates *c, struct journal_playoff *list,
                bool *finished, struct err *err)
{
    struct journal_genome founder;
    bool keep = in->config->keep_founder;

    if (add_last(in, c, err) || add_champions(in, c, err) ||
        (keep && add_founder(in, c, &founder, err)) || decide(in, c, list, finished, err) ||
        (keep && *finished && defend(in, c, &founder, list, finished, err)))
        return -1;
    return *finished ? journal_keep_playoff(in->journal, list, c->n, err) : 0;
}

int playoff_play(const struct playoff_input *in, bool *finished, struct err *err)
{
    size_t most = (size_t)in->config->playoff, kept;
    struct candidates c = { .who = calloc(most + 1, sizeof *c.who),
                            .rating = calloc(most + 1, sizeof *c.rating),
                            .most = most };
    struct journal_playoff *list = NULL;
    int status = journal_read_playoff(in->journal, in->generation, &list, &kept, err);

    free(list);
    list = NULL;
    if (status == 0 && kept == 0 && most > 0 && in->opponents > 0) {
        list = calloc(most + 1, sizeof *list);
        if (!list || !c.who || !c.rating)
            status = err_shortage(err, "out of memory: %zu candidates", most);
        else
            status = play(in, &c, list, finished, err);
    }
    free(list);
    free(c.who);
    free(c.rating);
    return status;
}
