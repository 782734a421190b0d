#include "cmd/run.h"

#include <stdio.h>

#include "arena/human.h"
#include "cmd/progress.h"

/* A player that gave no move has lost that game; one line for each such player. */
static void note_forfeits(const struct contest *contest)
{
    for (uint32_t i = 0; i < contest->players; i++) {
        const struct forfeit *first;
        size_t n = forfeits_of(&contest->forfeits, i, &first);

        if (n > 0)
            fprintf(stderr, "c4evolve: %s forfeited %zu game%s; %sgame %zu: %s\n",
                    contest->player[i].name, n, n == 1 ? "" : "s", n == 1 ? "" : "the first, ",
                    first->game + 1, first->why);
    }
}

/* A bar would be drawn over the questions to a person. */
static bool has_human(const struct contest *contest)
{
    for (uint32_t i = 0; i < contest->players; i++)
        if (is_human(contest->player[i].search))
            return true;
    return false;
}

int run_contest(struct contest *contest, int threads, struct err *err)
{
    struct progress progress;
    struct play_watch watch = { .stop = interrupt_watch(),
                                .progress = progress_show,
                                .context = &progress };
    struct crew crew;
    double seconds;
    int status;

    if (has_human(contest))
        watch.progress = NULL;
    if (crew_init(&crew, threads, err))
        return -1;
    if (contest_repeats(contest))
        fputs("c4evolve: deterministic players meet again from the same start: such games only\n"
              "c4evolve: repeat earlier ones, and the intervals are too narrow\n",
              stderr);
    progress_begin(&progress, "games");
    status = contest_play(contest, &crew, &watch, err);
    seconds = progress_end(&progress);
    crew_release(&crew);
    if (status || contest_score(contest, err))
        return -1;
    if (run_interrupted(contest))
        fprintf(stderr, "c4evolve: interrupted after %zu of %zu games\n", contest->played,
                contest->schedule.n);
    note_forfeits(contest);
    fprintf(stderr, "%.1f s, %.0f games a second\n", seconds,
            (double)contest->played / (seconds > 0 ? seconds : 1e-9));
    return 0;
}
