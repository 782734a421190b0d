#include "study/effort.h"

#include "base/clock.h"

void effort_count(struct effort *effort, const struct games *games)
{
    for (uint32_t i = 0; i < games->players; i++)
        effort[i] = (struct effort){ 0 };
    for (size_t i = 0; i < games->schedule.n; i++) {
        const struct game *game = &games->schedule.game[i];
        const struct game_result *result = &games->result[i];
        unsigned opening = games->openings.list[game->opening].n;

        if (result->outcome == GAME_UNPLAYED)
            continue;
        for (unsigned side = 0; side < 2; side++) {
            struct effort *e = &effort[side == 0 ? game->first : game->second];

            e->games++;
            e->moves += (result->moves.n + 1 - side) / 2 - (opening + 1 - side) / 2;
            e->nodes += result->nodes[side];
        }
    }
}

/* Replays a game and times the players that have not been timed often enough. */
static void time_game(struct effort *effort, const struct games *c, size_t index, uint64_t games,
                      struct worker *worker)
{
    const struct game *game = &c->schedule.game[index];
    const struct moves *moves = &c->result[index].moves;
    const uint32_t side[2] = { game->first, game->second };
    bool wanted[2] = { effort[side[0]].timed < games, effort[side[1]].timed < games };
    struct position pos = moves_position(&c->openings.list[game->opening]);

    while (pos.plies < moves->n && (wanted[0] || wanted[1])) {
        uint32_t mover = side[pos.plies % 2];
        struct stream stream = { c->seed, 0, STREAM_GAME, index * 64 + (uint64_t)pos.plies };
        double start = clock_s();
        struct choice choice;

        if (wanted[pos.plies % 2]) {
            player_move(&c->player[mover], &pos, worker, stream, &choice);
            effort[mover].seconds += clock_s() - start;
        }
        position_play(&pos, playable_cells(pos.all) & column_cells(moves->column[pos.plies]));
    }
    for (int i = 0; i < 2; i++)
        effort[side[i]].timed += wanted[i];
}

int effort_time(struct effort *effort, const struct games *games, uint64_t first_games,
                struct err *err)
{
    struct worker worker;

    if (worker_init(&worker, err))
        return -1;
    for (size_t i = 0; i < games->schedule.n; i++)
        if (games->result[i].outcome != GAME_UNPLAYED)
            time_game(effort, games, i, first_games, &worker);
    worker_release(&worker);
    return 0;
}
