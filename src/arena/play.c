#include "arena/play.h"

#include <stdlib.h>
#include <string.h>

#include <omp.h>

int crew_init(struct crew *crew, int threads, struct err *err)
{
    *crew = (struct crew){ .threads = threads > 0 ? threads : omp_get_num_procs() };
    crew->worker = calloc((size_t)crew->threads, sizeof *crew->worker);
    if (!crew->worker)
        return err_set(err, "out of memory: %d threads", crew->threads);
    for (int i = 0; i < crew->threads; i++) {
        if (worker_init(&crew->worker[i], err)) {
            crew_release(crew);
            return -1;
        }
    }
    return 0;
}

void crew_release(struct crew *crew)
{
    for (int i = 0; crew->worker && i < crew->threads; i++)
        worker_release(&crew->worker[i]);
    free(crew->worker);
    forfeits_release(&crew->forfeits);
    *crew = (struct crew){ 0 };
}

/* The side to move gives no move: its opponent has won. */
static enum outcome forfeit(const struct play_input *in, size_t index, enum side loser,
                            struct crew *crew, const struct worker *worker)
{
    const struct game *game = &in->game[index];

#pragma omp critical(forfeits)
    forfeits_add(&crew->forfeits, in->first_index + index,
                 loser == SIDE_FIRST ? game->first : game->second, worker->why);
    return loser == SIDE_FIRST ? OUTCOME_SECOND : OUTCOME_FIRST;
}

static void play_game(const struct play_input *in, size_t index, struct crew *crew,
                      struct game_result *result)
{
    struct worker *worker = &crew->worker[omp_get_thread_num()];
    const struct game *game = &in->game[index];
    const struct player *side[2] = { &in->player[game->first], &in->player[game->second] };
    struct moves moves = in->openings->list[game->opening];
    struct position pos = moves_position(&moves);
    uint64_t nodes[2] = { 0 };
    enum outcome outcome;

    while ((outcome = position_outcome(&pos)) == OUTCOME_NONE) {
        struct stream stream = { in->seed, in->generation, STREAM_GAME,
                                 (in->first_index + index) * 64 + (uint64_t)pos.plies };
        struct choice choice;

        player_move(side[pos.plies % 2], &pos, worker, stream, &choice);
        if (choice.column == NO_MOVE) {
            outcome = forfeit(in, index, side_to_move(&pos), crew, worker);
            break;
        }
        nodes[pos.plies % 2] += choice.nodes;
        position_play(&pos, playable_cells(pos.all) & column_cells(choice.column));
        moves_push(&moves, choice.column);
    }
    result->outcome = outcome == OUTCOME_DRAW    ? GAME_DRAWN
                      : outcome == OUTCOME_FIRST ? GAME_WON
                                                 : GAME_LOST;
    result->moves = moves;
    memcpy(result->nodes, nodes, sizeof nodes);
}

size_t play_games(const struct play_input *in, struct crew *crew, const struct play_watch *watch,
                  struct game_result *result)
{
    size_t done = 0;

#pragma omp parallel for schedule(dynamic) num_threads(crew->threads)
    for (size_t i = 0; i < in->games; i++) {
        size_t count;

        if (watch->stop && *watch->stop) {
            result[i].outcome = GAME_UNPLAYED;
            continue;
        }
        play_game(in, i, crew, &result[i]);
#pragma omp atomic capture
        count = ++done;
        if (watch->progress) {
#pragma omp critical(progress)
            watch->progress(watch->context, count, in->games);
        }
    }
    forfeits_sort(&crew->forfeits);
    return done;
}
