#include "arena/games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/pgn.h"

int games_init(struct games *games, const char *name, uint32_t players, struct err *err)
{
    *games = (struct games){ .name = strdup(name), .players = players };
    games->player = calloc(players ? players : 1, sizeof *games->player);
    if (games->name && games->player)
        return 0;
    games_release(games);
    return err_set(err, "out of memory: %u players", players);
}

void games_release(struct games *games)
{
    for (uint32_t i = 0; games->player && i < games->players; i++)
        player_release(&games->player[i]);
    free(games->player);
    free(games->name);
    openings_release(&games->openings);
    schedule_release(&games->schedule);
    free(games->result);
    forfeits_release(&games->forfeits);
    crosstable_release(&games->table);
    *games = (struct games){ 0 };
}

int games_play(struct games *games, struct pool *pool, const struct play_watch *watch,
               struct err *err)
{
    struct play_input in = { .player = games->player,
                             .openings = &games->openings,
                             .game = games->schedule.game,
                             .games = games->schedule.n,
                             .seed = games->seed };

    games->result = calloc(games->schedule.n, sizeof *games->result);
    if (!games->result)
        return err_set(err, "out of memory: %zu games", games->schedule.n);
    pool_forget_notes(pool);
    games->played = play_games(&in, pool, watch, games->result);
    games->forfeits = forfeits_take(pool);
    return 0;
}

int games_score(struct games *games, struct err *err)
{
    if (crosstable_init(&games->table, games->players, err))
        return -1;
    return crosstable_add(&games->table, games->schedule.game, games->result, games->schedule.n,
                          err);
}

/* Games of one pair stand together in the schedule, openings in order within a
 * round, so a pair that comes back to its first opening repeats itself. */
bool games_repeats(const struct games *games)
{
    const struct game *start = games->schedule.game;

    for (size_t i = 1; i < games->schedule.n; i++) {
        const struct game *game = &games->schedule.game[i];

        if (game->first == start->first && game->second == start->second &&
            game->opening == start->opening) {
            if (player_deterministic(&games->player[game->first]) &&
                player_deterministic(&games->player[game->second]))
                return true;
        } else if ((game->first != start->first || game->second != start->second) &&
                   (game->first != start->second || game->second != start->first)) {
            start = game;
        }
    }
    return false;
}

void games_forget_games(struct games *games)
{
    free(games->schedule.game);
    games->schedule.game = NULL;
    games->schedule.capacity = 0;
    free(games->result);
    games->result = NULL;
}

int games_write_pgn(const struct games *games, const char *path, struct err *err)
{
    FILE *out = fopen(path, "w");
    bool failed;

    if (!out)
        return err_set(err, "%s: %s", path, strerror(errno));
    for (size_t i = 0; i < games->schedule.n; i++) {
        const struct game *game = &games->schedule.game[i];
        const struct forfeit *forfeit = forfeits_find(&games->forfeits, i);

        pgn_write(out, &(struct pgn_game){ .event = games->name,
                                           .first = games->player[game->first].name,
                                           .second = games->player[game->second].name,
                                           .round = i + 1,
                                           .opening = &games->openings.list[game->opening],
                                           .result = &games->result[i],
                                           .forfeit = forfeit ? forfeit->why : NULL });
    }
    failed = ferror(out);
    return fclose(out) || failed ? err_set(err, "%s: %s", path, strerror(errno)) : 0;
}
