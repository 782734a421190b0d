#include "arena/contest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/pgn.h"

int contest_init(struct contest *contest, const char *name, uint32_t players, struct err *err)
{
    *contest = (struct contest){ .name = strdup(name), .players = players };
    contest->player = calloc(players ? players : 1, sizeof *contest->player);
    if (contest->name && contest->player)
        return 0;
    contest_release(contest);
    return err_set(err, "out of memory: %u players", players);
}

void contest_release(struct contest *contest)
{
    for (uint32_t i = 0; contest->player && i < contest->players; i++)
        player_release(&contest->player[i]);
    free(contest->player);
    free(contest->name);
    openings_release(&contest->openings);
    schedule_release(&contest->schedule);
    free(contest->result);
    forfeits_release(&contest->forfeits);
    crosstable_release(&contest->table);
    *contest = (struct contest){ 0 };
}

int contest_play(struct contest *contest, struct crew *crew, const struct play_watch *watch,
                 struct err *err)
{
    struct play_input in = { .player = contest->player,
                             .openings = &contest->openings,
                             .game = contest->schedule.game,
                             .games = contest->schedule.n,
                             .seed = contest->seed };

    contest->result = calloc(contest->schedule.n, sizeof *contest->result);
    if (!contest->result)
        return err_set(err, "out of memory: %zu games", contest->schedule.n);
    forfeits_release(&crew->forfeits);
    contest->played = play_games(&in, crew, watch, contest->result);
    contest->forfeits = crew->forfeits;
    crew->forfeits = (struct forfeits){ 0 };
    return 0;
}

int contest_score(struct contest *contest, struct err *err)
{
    if (crosstable_init(&contest->table, contest->players, err))
        return -1;
    return crosstable_add(&contest->table, contest->schedule.game, contest->result,
                          contest->schedule.n, err);
}

/* Games of one pair stand together in the schedule, openings in order within a
 * round, so a pair that comes back to its first opening repeats itself. */
bool contest_repeats(const struct contest *contest)
{
    const struct game *start = contest->schedule.game;

    for (size_t i = 1; i < contest->schedule.n; i++) {
        const struct game *game = &contest->schedule.game[i];

        if (game->first == start->first && game->second == start->second &&
            game->opening == start->opening) {
            if (player_deterministic(&contest->player[game->first]) &&
                player_deterministic(&contest->player[game->second]))
                return true;
        } else if ((game->first != start->first || game->second != start->second) &&
                   (game->first != start->second || game->second != start->first)) {
            start = game;
        }
    }
    return false;
}

void contest_forget_games(struct contest *contest)
{
    free(contest->schedule.game);
    contest->schedule.game = NULL;
    contest->schedule.capacity = 0;
    free(contest->result);
    contest->result = NULL;
}

int contest_write_pgn(const struct contest *contest, const char *path, struct err *err)
{
    FILE *out = fopen(path, "w");
    bool failed;

    if (!out)
        return err_set(err, "%s: %s", path, strerror(errno));
    for (size_t i = 0; i < contest->schedule.n; i++) {
        const struct game *game = &contest->schedule.game[i];
        const struct forfeit *forfeit = forfeits_find(&contest->forfeits, i);

        pgn_write(out, &(struct pgn_game){ .event = contest->name,
                                           .first = contest->player[game->first].name,
                                           .second = contest->player[game->second].name,
                                           .round = i + 1,
                                           .opening = &contest->openings.list[game->opening],
                                           .result = &contest->result[i],
                                           .forfeit = forfeit ? forfeit->why : NULL });
    }
    failed = ferror(out);
    return fclose(out) || failed ? err_set(err, "%s: %s", path, strerror(errno)) : 0;
}
