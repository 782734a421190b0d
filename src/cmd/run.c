#include "cmd/run.h"

#include <stdio.h>

#include "arena/human.h"
#include "cmd/progress.h"

/* A player that gave no move has lost that game; one line for each such player. */
static void note_forfeits(const struct games *games)
{
    for (uint32_t i = 0; i < games->players; i++) {
        const struct forfeit *first;
        size_t n = forfeits_of(&games->forfeits, i, &first);

        if (n > 0)
            fprintf(stderr, "c4evolve: %s forfeited %zu game%s; %sgame %zu: %s\n",
                    games->player[i].name, n, n == 1 ? "" : "s", n == 1 ? "" : "the first, ",
                    first->game + 1, first->why);
    }
}

/* A bar would be drawn over the questions to a person. */
static bool has_human(const struct games *games)
{
    for (uint32_t i = 0; i < games->players; i++)
        if (is_human(games->player[i].search))
            return true;
    return false;
}

int run_games(struct games *games, int threads, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = interrupt_watch(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    double seconds;
    int status;

    if (has_human(games))
        watch.progress = NULL;
    if (pool_init(&pool, threads, &worker_memory, err))
        return -1;
    if (games_repeats(games))
        fputs("c4evolve: deterministic players meet again from the same start: such games only\n"
              "c4evolve: repeat earlier ones, and the intervals are too narrow\n",
              stderr);
    progress_begin(&progress, "games");
    status = games_play_all(games, &pool, &watch, err);
    seconds = progress_end(&progress);
    pool_release(&pool);
    if (status || games_score(games, err))
        return -1;
    if (run_interrupted(games))
        fprintf(stderr, "c4evolve: interrupted after %zu of %zu games\n", games->played,
                games->schedule.n);
    note_forfeits(games);
    fprintf(stderr, "%.1f s, %.0f games a second\n", seconds,
            (double)games->played / (seconds > 0 ? seconds : 1e-9));
    return 0;
}
