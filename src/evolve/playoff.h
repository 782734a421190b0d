/*
 * playoff - the best candidates of a whole run meet on validation openings.
 *
 * Candidates are the champion, the top of the response surface, the other elites, and
 * earlier champions, the latest first. What was known of them counts too. The winner goes to
 * the verdict. So a run ends with its best genome even if the last generations had bad luck.
 * If there is only one candidate, there is nothing to decide, and no game is played.
 *
 * With validate.keep_founder the first founder is a candidate, too, and the best of the others has
 * to beat it in games of the two, clearly. Otherwise the founder wins: a run that found nothing
 * better ends as it began.
 */
#ifndef C4E_EVOLVE_PLAYOFF_H
#define C4E_EVOLVE_PLAYOFF_H

#include "evolve/learning.h"

struct playoff_input {
    const struct run_config *config;
    const struct journal *journal;
    struct pool *pool;
    const struct watch *watch;
    const struct learning *learning;
    const struct journal_genome *opponent;
    size_t opponents;
    uint32_t generation; /* number of generations closed, at least 1 */
};

/* Plays it and keeps its result, unless the journal has it or the config has no opponents.
 * *finished is false if watch->stop came first. */
int playoff_play(const struct playoff_input *in, bool *finished, struct err *err);

#endif
