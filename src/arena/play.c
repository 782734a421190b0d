#include "arena/play.h"

#include <stdlib.h>
#include <string.h>

#include "arena/human.h"
#include "arena/player_pack.h"

bool play_move(const struct player *player, const struct position *pos, struct worker *worker,
               struct stream stream, struct choice *choice)
{
    player_move(player, pos, worker, stream, choice);
    return !worker_stopped(worker);
}

/* The side to move gives no move: its opponent has won. */
static enum outcome forfeit(const struct pool_item *item, enum side loser)
{
    const struct play_input *in = item->context;
    const struct game *game = item->data;

    forfeit_note(item, in->first_index + item->index,
                 loser == SIDE_FIRST ? game->first : game->second);
    return loser == SIDE_FIRST ? OUTCOME_SECOND : OUTCOME_FIRST;
}

static bool play_game(const struct pool_item *item)
{
    const struct play_input *in = item->context;
    const struct game *game = item->data;
    struct game_result *result = item->slot;
    const struct player *side[2] = { &in->player[game->first], &in->player[game->second] };
    struct moves moves = in->openings->list[game->opening];
    struct position pos = moves_position(&moves);
    uint64_t nodes[2] = { 0 };
    enum outcome outcome;

    while ((outcome = position_outcome(&pos)) == OUTCOME_NONE) {
        struct stream stream = { in->seed, in->generation, STREAM_GAME,
                                 (in->first_index + item->index) * 64 + (uint64_t)pos.plies };
        struct choice choice;

        if (!play_move(side[pos.plies % 2], &pos, item->worker, stream, &choice))
            return false;
        if (choice.column == NO_MOVE) {
            outcome = forfeit(item, side_to_move(&pos));
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
    return true;
}

static bool stays(const void *context, const void *item)
{
    const struct play_input *in = context;
    const struct game *game = item;

    return !player_travels(&in->player[game->first]) || !player_travels(&in->player[game->second]);
}

static size_t count_players(const struct play_input *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->games; i++) {
        n = in->game[i].first >= n ? in->game[i].first + (size_t)1 : n;
        n = in->game[i].second >= n ? in->game[i].second + (size_t)1 : n;
    }
    return n;
}

static void pack(const void *context, struct bytes *out)
{
    const struct play_input *in = context;

    bytes_put(out, in, sizeof *in);
    bytes_put(out, in->openings, sizeof *in->openings);
    bytes_put(out, in->openings->list, in->openings->n * sizeof *in->openings->list);
    players_pack(in->player, count_players(in), out);
}

/* What another process plays with. */
struct visit {
    struct play_input in;
    struct openings openings;
    struct travellers players;
};

static void release(void *context)
{
    struct visit *visit = context;

    openings_release(&visit->openings);
    travellers_release(&visit->players);
    free(visit);
}

/* Pointers that came along mean nothing here. */
static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct visit *visit = calloc(1, sizeof *visit);
    struct openings *openings;

    if (!visit)
        return err_set(err, "is out of memory");
    openings = &visit->openings;
    reader_take(in, &visit->in, sizeof visit->in);
    reader_take(in, openings, sizeof *openings);
    openings->list = calloc(openings->n + 1, sizeof *openings->list);
    if (!openings->list || (reader_take(in, openings->list, openings->n * sizeof *openings->list),
                            players_unpack(&visit->players, in, err))) {
        release(visit);
        return -1;
    }
    visit->in.player = visit->players.player;
    visit->in.openings = openings;
    visit->in.game = NULL;
    *context = visit;
    return 0;
}

const struct pool_kind play_kind = {
    .name = "play",
    .item_size = sizeof(struct game),
    .slot_size = sizeof(struct game_result),
    .fill = play_game,
    .stays = stays,
    .pack = pack,
    .unpack = unpack,
    .release = release,
};

struct listener {
    const struct play_watch *watch;
    const struct play_keeper *keeper;
    size_t games;
    bool *played; /* by game */
};

static bool tell(void *context, size_t index, size_t done)
{
    const struct listener *l = context;
    bool go_on = !l->keeper || l->keeper->played(l->keeper->context, index);

    if (l->played)
        l->played[index] = true;
    if (l->watch->progress)
        l->watch->progress(l->watch->context, done, l->games);
    return go_on;
}

/* Marks the games of which there is no result. Without memory for flags they are all marked
 * beforehand; that touches the whole list, which takes long when it is long. */
static void mark_unplayed(struct game_result *result, const bool *played, size_t games)
{
    for (size_t i = 0; i < games; i++)
        if (!played || !played[i])
            result[i].outcome = GAME_UNPLAYED;
}

/* Persons can look at one board at a time. */
static bool has_human(const struct play_input *in)
{
    for (size_t i = 0; i < in->games; i++)
        if (is_human(in->player[in->game[i].first].search) ||
            is_human(in->player[in->game[i].second].search))
            return true;
    return false;
}

size_t play_games_kept(const struct play_input *in, struct pool *pool,
                       const struct play_watch *watch, const struct play_keeper *keeper,
                       struct game_result *result)
{
    struct listener listener = { watch, keeper, in->games, calloc(in->games + 1, sizeof(bool)) };
    struct pool_job job = { .kind = &play_kind,
                            .context = in,
                            .item = in->game,
                            .slot = result,
                            .n = in->games,
                            .stop = watch->stop,
                            .filled = tell,
                            .watcher = &listener,
                            .in_order = has_human(in) };
    size_t done;

    if (!listener.played)
        mark_unplayed(result, NULL, in->games);
    done = pool_fill(pool, &job);
    if (listener.played && done < in->games)
        mark_unplayed(result, listener.played, in->games);
    free(listener.played);
    return done;
}

size_t play_games(const struct play_input *in, struct pool *pool, const struct play_watch *watch,
                  struct game_result *result)
{
    return play_games_kept(in, pool, watch, NULL, result);
}
