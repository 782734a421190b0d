#include "cmd/evolve_budget.h"

#include <math.h>

#include "base/clock.h"
#include "cmd/evolution.h"
#include "evolve/changes.h"
#include "evolve/run.h"

#define TRIAL_S         2.0   /* at most, to measure the speed at a depth... */
#define TRIAL_SHARE     0.02  /* ...and of the whole time */
#define CAREFUL         0.8   /* of the speed is counted on: some games are longer */
#define PAGE_S          1.0   /* from the verdict to the end of the run: mostly its page */
#define VERDICT_SHARE   0.3   /* of the games, at most */
#define GENERATIONS     15    /* there should be time for so many */
#define TRAINING_SHARE  0.65  /* of the games, for these */
#define ENOUGH          2500  /* games for a search of that depth */
#define MANY            20000 /* games for all opponents */
#define FEW_OPPONENTS   4
#define FEW_REFERENCES  6
#define FIT_SHARE       0.15 /* of the games, */
#define SOLVING_SHARE   0.1  /* and of the time, for regressions */
#define SOLVED_PER_S    1000 /* positions, with a book */
#define REGRESSIONS     3
#define FIT_PLAYERS     4 /* as in evolve/refit.c */
#define POSITIONS_LEAST 300
#define PER_WEIGHT      15 /* positions: fewer are not enough for a regression */

void evolve_budget_usual(struct evolve_budget *budget, double minutes)
{
    *budget = (struct evolve_budget){ .minutes = minutes,
                                      .size = 24,
                                      .openings = 2,
                                      .fit_openings = 15,
                                      .fit_positions = 4000,
                                      .panel = 10,
                                      .playoff = 4,
                                      .playoff_openings = 40,
                                      .verdict_openings = 100,
                                      .changes = 300 };
}

/* What is known of the run. `config` is a copy that borrows everything. */
struct sizing {
    struct evolve_budget *budget;
    struct run_config config;
    double seconds; /* for everything */
    double games;   /* that can be played in this time */
};

static int scaled(int usual, double factor, int least)
{
    int size = (int)(usual * fmin(factor, 1) + 0.5);

    return size > least ? size : least;
}

/* The deepest search, up to the usual depth, at which there is time for enough games. Each step is
 * some times slower than the one before, so what is too slow is hardly tried. */
static int find_depth(struct sizing *s, int threads, double trial_s, struct err *err)
{
    int usual = s->config.player.keys.depth;
    double rate, before = 0;

    for (int depth = 1; depth <= usual; depth++) {
        s->config.player.keys.depth = depth;
        if (evolution_speed(&s->config, threads, trial_s, &rate, err))
            return -1;
        if (depth > 1 && rate * s->seconds < ENOUGH) {
            s->config.player.keys.depth = depth - 1;
            s->budget->games_per_s = before;
            return 0;
        }
        before = s->budget->games_per_s = rate;
        if (rate / 3 * s->seconds < ENOUGH)
            return 0;
    }
    return 0;
}

/* A regression takes games of its own, and positions to solve. */
static void size_fit(struct sizing *s)
{
    struct evolve_budget *b = s->budget;
    int weights = 0;
    double openings =
        FIT_SHARE * s->games / (2.0 * REGRESSIONS * FIT_PLAYERS * (double)s->config.opponents.n);
    double positions = SOLVING_SHARE * s->seconds * SOLVED_PER_S / REGRESSIONS;

    for (int g = 0; g < gene_count(); g++)
        weights += s->config.evolves[g];
    b->fit_openings = scaled(b->fit_openings, openings / b->fit_openings, 0);
    b->fit_positions = scaled(b->fit_positions, positions / b->fit_positions, 0);
    if (b->fit_openings < 2 || b->fit_positions < POSITIONS_LEAST ||
        b->fit_positions < PER_WEIGHT * weights)
        b->fit_openings = b->fit_positions = 0;
}

/* Several generations, so that there is something to learn from. Returns the games of one. */
static double size_generation(struct sizing *s)
{
    static const int sizes[][2] = { { 24, 2 }, { 16, 2 }, { 12, 2 }, { 16, 1 }, { 12, 1 } };
    double games = 0;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        s->budget->size = s->config.size = sizes[i][0];
        s->budget->openings = s->config.opponent_openings = sizes[i][1];
        games = (double)generation_games(&s->config, s->config.opponents.n, 0);
        if (GENERATIONS * games <= TRAINING_SHARE * s->games)
            break;
    }
    return games;
}

/* Returns the games at the end of the run. */
static double size_verdict(struct sizing *s)
{
    struct evolve_budget *b = s->budget;
    double share = VERDICT_SHARE * s->games / (double)run_games_at_end(&s->config);

    b->playoff_openings = scaled(b->playoff_openings, share, 3);
    b->verdict_openings = scaled(b->verdict_openings, share, 4);
    b->changes = scaled(b->changes, share, 10);
    s->config.playoff_openings = b->playoff_openings;
    s->config.verdict_openings = b->verdict_openings;
    s->config.changes_openings = b->changes;
    return (double)run_games_at_end(&s->config);
}

static void meet_few(struct sizing *s)
{
    struct evolve_budget *b = s->budget;

    b->few = true;
    b->panel = 3;
    b->playoff = s->config.playoff = 2;
    if (s->config.opponents.n > FEW_OPPONENTS)
        s->config.opponents.n = FEW_OPPONENTS;
    if (s->config.references.n > FEW_REFERENCES)
        s->config.references.n = FEW_REFERENCES;
}

int evolve_budget_find(struct evolve_budget *budget, const struct run_config *config,
                       bool any_depth, int threads, double minutes, struct err *err)
{
    struct sizing s = { .budget = budget, .config = *config, .seconds = 60 * minutes };
    double begun_s = clock_s(), generation, end;
    double trial_s = fmin(TRIAL_S, TRIAL_SHARE * s.seconds);

    evolve_budget_usual(budget, minutes);
    if (any_depth ? find_depth(&s, threads, trial_s, err)
                  : evolution_speed(&s.config, threads, trial_s, &budget->games_per_s, err))
        return -1;
    if (s.config.player.keys.depth < config->player.keys.depth)
        budget->depth = s.config.player.keys.depth;
    s.seconds = fmax(s.seconds - (clock_s() - begun_s) - PAGE_S, 0.1 * s.seconds);
    s.games = s.seconds * CAREFUL * budget->games_per_s;
    if (s.games < MANY)
        meet_few(&s);
    size_fit(&s);
    generation = size_generation(&s) / s.games * s.seconds;
    end = size_verdict(&s) / s.games * s.seconds;
    /* The last generation is played to its end. */
    budget->minutes = fmax(s.seconds - end - generation / 2, 0.1 * s.seconds) / 60;
    return 0;
}
