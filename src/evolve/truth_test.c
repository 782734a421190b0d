#include "evolve/truth_test.h"

#include <math.h>
#include <stdlib.h>

#include "evolve/truth_files.h"
#include "game/notation.h"
#include "truth/losses.h"

/* Earlier positions take long to solve. */
#define FIRST_PLY 16
#define FILE_PLY  12 /* of those that a user has chosen */

/* So many positions are drawn for each one that is used: in most nothing can be given away. */
#define DRAWN 3

/* What a result given away per position costs in games, and what games say besides, as a variance.
 * Measured on genomes around a good one at depth 5: the loss explains half of the variance of
 * scores. */
#define WORTH  4.0
#define MISFIT (0.03 * 0.03)

void truth_test_release(struct truth_test *test)
{
    solved_release(&test->set);
    *test = (struct truth_test){ 0 };
}

static void add_position(struct solved_set *set, const struct moves *moves)
{
    struct position pos = moves_position(moves);

    if (position_outcome(&pos) == OUTCOME_NONE && !immediate_wins(&pos))
        set->list[set->n++] = (struct solved_position){ .moves = *moves,
                                                        .pos = pos,
                                                        .key = position_mirror_key(&pos) };
}

/* Positions of the games of a closed generation. */
static int draw_from_games(struct solved_set *set, const struct run_config *config,
                           const struct journal *journal, uint32_t generation, struct err *err)
{
    size_t most = (size_t)config->truth_positions * DRAWN, n;
    struct journal_pairing *list;
    struct rng rng;

    if (journal_read_pairings(journal, generation, &list, &n, err))
        return -1;
    set->list = calloc(most + 1, sizeof *set->list);
    rng_open(&rng, (struct stream){ config->seed, generation, STREAM_TRUTH_TEST, 0 });
    for (size_t i = 0; set->list && n > 0 && i < most; i++) {
        const struct journal_pairing *pairing = &list[rng_below(&rng, n)];
        struct moves moves = pairing->result[rng_below(&rng, pairing->games)].moves;

        if (moves.n <= FIRST_PLY)
            continue;
        moves.n =
            (unsigned char)(FIRST_PLY + (int)rng_below(&rng, (unsigned long)(moves.n - FIRST_PLY)));
        add_position(set, &moves);
    }
    journal_pairings_free(list, n);
    return set->list ? 0 : err_shortage(err, "out of memory: %zu positions", most);
}

/* Positions of sets, a random choice. */
static int draw_from_files(struct solved_set *set, const struct run_config *config, uint32_t block,
                           struct err *err)
{
    size_t most = (size_t)config->truth_positions * DRAWN, n = 0;
    struct truth_positions all;
    struct rng rng;

    if (truth_positions_read(&all, &config->truth_files, config, err))
        return -1;
    set->list = calloc(most + 1, sizeof *set->list);
    rng_open(&rng, (struct stream){ config->seed, block, STREAM_TRUTH_TEST, 1 });
    for (size_t i = 0; i < all.n; i++) /* the late ones first */
        if (all.pos[i].plies >= FILE_PLY)
            all.pos[n++] = all.pos[i];
    for (size_t i = 0; set->list && i < n && set->n < most; i++) {
        size_t j = i + rng_below(&rng, n - i);
        struct position pos = all.pos[j];
        struct moves moves;

        all.pos[j] = all.pos[i];
        if (moves_reach(&moves, &pos) == 0)
            add_position(set, &moves);
    }
    truth_positions_release(&all);
    return set->list ? 0 : err_shortage(err, "out of memory: %zu positions", most);
}

static bool at_stake(const struct solved_position *p)
{
    for (int c = 0; c < COLUMNS; c++)
        if (p->score[c] != SOLVER_NO_MOVE &&
            result_of_score(p->score[c]) < result_of_score(p->best))
            return true;
    return false;
}

static void keep_stakes(struct solved_set *set, size_t most)
{
    size_t kept = 0;

    for (size_t i = 0; i < set->n && kept < most; i++)
        if (at_stake(&set->list[i]))
            set->list[kept++] = set->list[i];
    set->n = kept;
}

/* Before there are games the positions are random ones. */
static int draw(struct truth_test *test, const struct run_config *config,
                const struct journal *journal, struct err *err)
{
    char sets[64];

    if (config->truth_files.n > 0)
        return draw_from_files(&test->set, config, test->block, err);
    if (test->block > 0)
        return draw_from_games(&test->set, config, journal,
                               test->block * (uint32_t)config->truth_block - 1, err);
    snprintf(sets, sizeof sets, "%d:%d,%d:%d", FIRST_PLY, config->truth_positions * DRAWN / 2,
             FIRST_PLY + 4, config->truth_positions * DRAWN / 2);
    return solved_draw(&test->set, sets, OPENING_TRAIN, config->seed, err);
}

int truth_test_load(struct truth_test *test, const struct run_config *config,
                    const struct journal *journal, uint32_t generation, struct pool *pool,
                    const struct watch *watch, bool *finished, struct err *err)
{
    uint32_t block = generation / (uint32_t)config->truth_block;
    struct err note;

    *finished = true;
    if (test->ready && test->block == block)
        return 0;
    truth_test_release(test);
    test->block = block;
    if (draw(test, config, journal, err) ||
        solved_find_scores(&test->set, NULL, pool, watch, finished, &note, err))
        return -1;
    if (!*finished)
        return 0;
    keep_stakes(&test->set, (size_t)config->truth_positions);
    test->ready = true;
    return test->set.n > 1 ? 0 : err_set(err, "too few positions in which a move matters");
}

/* The loss of one player per position, with the variance of its error. */
static struct belief find_loss(const unsigned char *loss, size_t positions)
{
    double n = (double)positions, mean = 0, squares = 0;

    for (size_t i = 0; i < positions; i++)
        mean += loss[i] / 2.0 / n;
    for (size_t i = 0; i < positions; i++) {
        double away = loss[i] / 2.0 - mean;

        squares += away * away;
    }
    return (struct belief){ mean, squares / (n - 1) / n };
}

/* The standing that the losses alone would give, and with both the one that all evidence gives. */
static void judge(struct generation *gen, const struct belief *loss)
{
    double n = (double)gen->population, mean_loss = 0, mean[2] = { 0 };
    bool both = gen->config->fitness == FITNESS_BOTH;

    for (size_t i = 0; i < gen->population; i++) {
        mean_loss += loss[i].mean / n;
        mean[0] += gen->standings.of[i].standing.mean / n;
        mean[1] += gen->standings.of[i].now.mean / n;
    }
    for (size_t i = 0; i < gen->population; i++) {
        struct standing *s = &gen->standings.of[i];
        double lead = -WORTH * (loss[i].mean - mean_loss);
        double variance = WORTH * WORTH * loss[i].variance + (both ? MISFIT : 0);
        struct belief standing = { mean[0] + lead, variance }, now = { mean[1] + lead, variance };

        s->standing = both ? belief_merge(s->standing, standing) : standing;
        s->now = both ? belief_merge(s->now, now) : now;
    }
}

int truth_test_take(const struct truth_test *test, struct generation *gen, struct pool *pool,
                    const struct watch *watch, double *loss, bool *finished, struct err *err)
{
    size_t n = test->set.n;
    unsigned char *all = malloc(gen->population * n);
    struct belief *found = calloc(gen->population, sizeof *found);
    int status = all && found ? 0 : err_shortage(err, "out of memory: %zu positions", n);

    *finished = false;
    if (status == 0)
        status = losses_find(&test->set, gen->games.player, gen->population, gen->config->seed,
                             pool, watch, all, finished, err);
    for (size_t i = 0; i < gen->population && status == 0 && *finished; i++) {
        found[i] = find_loss(all + i * n, n);
        loss[i] = found[i].mean;
    }
    if (status == 0 && *finished)
        judge(gen, found);
    free(all);
    free(found);
    return status;
}
