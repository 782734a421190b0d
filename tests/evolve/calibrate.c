#include "evolve/calibrate.h"

#include <math.h>
#include <stdlib.h>

#include "evolve/gauntlet.h"
#include "stats/tally.h"

/* No run draws its openings with these numbers. */
#define DRAW UINT32_C(0x63616c69)

const char *const calibrated_name[CALIBRATED_KINDS] = { "champions", "best rated",
                                                        "random children" };

/* One genome that is tried, with its rating and its games. */
struct trial {
    enum calibrated kind;
    const struct journal_genome *who;
    const struct journal_rating *rating;
    const struct standing_sample *sample; /* one per opening, the same for all */
};

enum { TRIALS = 4 };

/* One generation of a journal, in memory. */
struct chapter {
    struct journal_genome *who, *opponent;
    struct journal_rating *rating;
    size_t n, ratings, opponents;
};

static void chapter_release(struct chapter *c)
{
    free(c->who);
    free(c->opponent);
    free(c->rating);
}

static int chapter_read(struct chapter *c, const struct journal *journal, uint32_t generation,
                        struct err *err)
{
    *c = (struct chapter){ 0 };
    if (journal_read_population(journal, generation, &c->who, &c->n, err) == 0 &&
        journal_read_ratings(journal, generation, &c->rating, &c->ratings, err) == 0 &&
        journal_read_opponents(journal, &c->opponent, &c->opponents, err) == 0 &&
        c->n == c->ratings)
        return 0;
    chapter_release(c);
    return -1;
}

/* The champion first; children are neither it nor the best. */
static size_t choose(const struct chapter *c, uint32_t champion, struct rng *rng,
                     struct trial trial[TRIALS])
{
    size_t best = 0, first = 0, n = 0;

    for (size_t i = 0; i < c->n; i++) {
        if (c->rating[i].score > c->rating[best].score)
            best = i;
        if (c->who[i].id == champion)
            first = i;
    }
    trial[n++] = (struct trial){ CALIBRATED_CHAMPION, &c->who[first], &c->rating[first], NULL };
    if (best != first)
        trial[n++] = (struct trial){ CALIBRATED_BEST, &c->who[best], &c->rating[best], NULL };
    while (n < TRIALS) {
        size_t i = rng_below(rng, c->n);

        if (i != best && i != first && c->who[i].origin != ORIGIN_ELITE)
            trial[n++] = (struct trial){ CALIBRATED_CHILD, &c->who[i], &c->rating[i], NULL };
    }
    return n;
}

static bool within(double claimed, double error, struct belief seen)
{
    double z = z_of_95_percent();

    return fabs(claimed - seen.mean) <= sqrt(error * error + z * z * seen.variance);
}

/* The difference between two genomes, paired by opening. */
static struct belief difference(const struct trial *a, const struct trial *b, size_t n,
                                struct standing_sample *room)
{
    for (size_t i = 0; i < n; i++)
        room[i].score = a->sample[i].score - b->sample[i].score;
    return gauntlet_mean(room, n);
}

static void count(struct calibration *c, const struct trial *trial, size_t trials, size_t n,
                  struct standing_sample *room)
{
    for (size_t i = 0; i < trials; i++) {
        const struct journal_rating *r = trial[i].rating, *first = trial[0].rating;
        enum calibrated kind = trial[i].kind;

        c->scores[kind]++;
        c->scores_inside[kind] +=
            within(r->score, r->score_error, gauntlet_mean(trial[i].sample, n));
        if (i == 0)
            continue;
        c->standings[kind]++;
        c->standings_inside[kind] +=
            within(r->standing - first->standing, hypot(r->standing_error, first->standing_error),
                   difference(&trial[i], &trial[0], n, room));
    }
}

static int replay(struct calibration *c, const struct run_config *config,
                  const struct chapter *chapter, struct trial *trial, size_t trials,
                  uint32_t generation, size_t openings, struct pool *pool, struct err *err)
{
    const struct journal_genome *who[TRIALS];
    struct gauntlet g = { .config = config,
                          .who = who,
                          .n = trials,
                          .opponent = chapter->opponent,
                          .opponents = chapter->opponents,
                          .set = OPENING_TEST,
                          .draw = DRAW + generation,
                          .plies = config->plies,
                          .openings = openings,
                          .what = "replayed games" };
    size_t each = chapter->opponents * openings;
    struct standing_sample *sample, *room = calloc(each + 1, sizeof *room);
    atomic_bool stop = false;
    struct watch watch = { .stop = &stop };
    bool finished;

    for (size_t i = 0; i < trials; i++)
        who[i] = trial[i].who;
    if (!room || gauntlet_play(&g, pool, &watch, &sample, &finished, err)) {
        free(room);
        return room ? -1 : err_shortage(err, "out of memory: %zu openings", each);
    }
    for (size_t i = 0; i < trials; i++)
        trial[i].sample = sample + i * each;
    count(c, trial, trials, each, room);
    free(sample);
    free(room);
    return 0;
}

int calibrate(struct calibration *c, const struct run_config *config, const struct journal *journal,
              uint32_t every, size_t openings, struct pool *pool, struct err *err)
{
    uint32_t closed, champion;
    int status = journal_count_generations(journal, &closed, err);

    *c = (struct calibration){ 0 };
    for (uint32_t g = 0; g < closed && status == 0; g += every) {
        struct trial trial[TRIALS];
        struct chapter chapter;
        struct rng rng;
        size_t n;

        rng_open(&rng, (struct stream){ config->seed, g, STREAM_TEST, DRAW });
        if (journal_read_champion(journal, g, &champion, err) ||
            chapter_read(&chapter, journal, g, err))
            return -1;
        n = choose(&chapter, champion, &rng, trial);
        status = replay(c, config, &chapter, trial, n, g, openings, pool, err);
        chapter_release(&chapter);
    }
    return status;
}
