/*
 * truth_test - a population against perfect play, without games.
 *
 * Every genome is asked for its move in the same solved positions. What its moves give away, in
 * results (a win for a loss is 1, for a draw 1/2), is a dense measure of how well it plays: it
 * has no opponent's luck in it. But it is not the same as winning games, where mistakes of the
 * opponent count as well. So with fitness = both it is one more piece of evidence, with an error
 * of its own.
 *
 * Positions are of games that the run itself has played, or of sets that the config names. They
 * are drawn anew for each block of generations, and are those in which something can be given away.
 */
#ifndef C4E_EVOLVE_TRUTH_TEST_H
#define C4E_EVOLVE_TRUTH_TEST_H

#include "evolve/generation.h"
#include "truth/solved.h"

struct truth_test {
    struct solved_set set;
    uint32_t block; /* number of the block of generations that the set is for */
    bool ready;
};

void truth_test_release(struct truth_test *test);

/* Draws and solves the positions for a generation, unless they are there. *finished is false if
 * watch->stop came first. */
int truth_test_load(struct truth_test *test, const struct run_config *config,
                    const struct journal *journal, uint32_t generation, struct pool *pool,
                    const struct watch *watch, bool *finished, struct err *err);

/* Asks the players of a population, and changes their standings by what they answered. Fills in
 * the loss of each per position. *finished is false, and nothing changed, if watch->stop came
 * first. */
int truth_test_take(const struct truth_test *test, struct generation *gen, struct pool *pool,
                    const struct watch *watch, double *loss, bool *finished, struct err *err);

#endif
