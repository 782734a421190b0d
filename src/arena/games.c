#include "arena/games.h"

#include <stdlib.h>
#include <string.h>

#include "arena/move_table.h"
#include "arena/pgn.h"
#include "base/replacement.h"

int games_init(struct games *games, const char *name, uint32_t players, struct err *err)
{
    *games = (struct games){ .name = strdup(name), .players = players };
    games->player = calloc(players ? players : 1, sizeof *games->player);
    if (games->name && games->player)
        return 0;
    games_release(games);
    return err_shortage(err, "out of memory: %u players", players);
}

void games_release(struct games *games)
{
    games_clear(games);
    players_release(games->player, games->players);
    free(games->name);
    openings_release(&games->openings);
    *games = (struct games){ 0 };
}

void games_clear(struct games *games)
{
    schedule_release(&games->schedule);
    free(games->result);
    games->result = NULL;
    free(games->done);
    games->done = NULL;
    games->ready = 0;
    games->played = 0;
    forfeits_release(&games->forfeits);
    crosstable_release(&games->table);
}

void games_forget_games(struct games *games)
{
    free(games->schedule.game);
    games->schedule.game = NULL;
    games->schedule.capacity = 0;
    free(games->result);
    games->result = NULL;
    free(games->done);
    games->done = NULL;
    games->ready = 0;
}

int games_grow(struct games *games, struct err *err)
{
    size_t n = games->schedule.n;
    struct game_result *result = realloc(games->result, (n + 1) * sizeof *result);
    bool *done;

    if (result)
        games->result = result;
    done = result ? realloc(games->done, (n + 1) * sizeof *done) : NULL;
    if (!done)
        return err_shortage(err, "out of memory: %zu games", n);
    games->done = done;
    for (size_t i = games->ready; i < n; i++) {
        games->result[i] = (struct game_result){ 0 };
        games->done[i] = false;
    }
    games->ready = n;
    return 0;
}

int games_ready(struct games *games, struct err *err)
{
    return games->result ? 0 : games_grow(games, err);
}

bool games_done(const struct games *games, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!games->done[i])
            return false;
    return true;
}

/* The side to move failed to move: its opponent has won. */
static enum outcome forfeit(const struct pool_item *item, size_t index, enum side loser)
{
    const struct game *game = item->data;

    forfeit_note(item, index, loser == SIDE_FIRST ? game->first : game->second);
    return loser == SIDE_FIRST ? OUTCOME_SECOND : OUTCOME_FIRST;
}

/* Programs of studies have their own rules for how games end. */
static const struct search *find_rules(const struct player *const side[2])
{
    return side[0]->search->outcome ? side[0]->search : side[1]->search;
}

static enum outcome find_outcome(const struct search *rules, const struct position *pos)
{
    return rules->outcome ? rules->outcome(pos) : position_outcome(pos);
}

/* The choice of the side to move, which it may have made before in another game. */
static void choose(const struct pool_item *item, const struct position *pos, struct choice *choice)
{
    const struct games_range *range = item->context;
    const struct games *games = range->games;
    const struct game *game = item->data;
    uint32_t index = side_to_move(pos) == SIDE_FIRST ? game->first : game->second;
    const struct player *player = &games->player[index];
    bool repeats = player_deterministic(player);
    struct stream stream = { games->seed, games->generation, STREAM_GAME,
                             (range->from + item->index) * 64 + (uint64_t)pos->plies };

    if (repeats && move_table_find(range->known, index, pos, choice))
        return;
    player_move(player, pos, item->worker, stream, choice);
    if (repeats && choice->column != NO_MOVE && !worker_stopped(item->worker))
        move_table_keep(range->known, index, pos, choice);
}

static bool play_game(const struct pool_item *item)
{
    const struct games_range *range = item->context;
    const struct games *games = range->games;
    const struct game *game = item->data;
    struct game_result result = { 0 };
    const struct player *side[2] = { &games->player[game->first], &games->player[game->second] };
    struct moves moves = games->openings.list[game->opening];
    struct position pos = moves_position(&moves);
    const struct search *rules = find_rules(side);
    struct worker *worker = item->worker;
    size_t index = range->from + item->index;
    uint64_t nodes[2] = { 0 };
    enum outcome outcome;

    while ((outcome = find_outcome(rules, &pos)) == OUTCOME_NONE) {
        struct choice choice;

        choose(item, &pos, &choice);
        if (worker_stopped(worker))
            return false;
        if (choice.column == NO_MOVE && worker->shortage)
            return pool_give_up(item, worker->why);
        if (choice.column == NO_MOVE) {
            outcome =
                rules->no_move_draws ? OUTCOME_DRAW : forfeit(item, index, side_to_move(&pos));
            break;
        }
        nodes[pos.plies % 2] += choice.nodes;
        position_play(&pos, playable_cells(pos.all) & column_cells(choice.column));
        moves_push(&moves, choice.column);
    }
    result.outcome = outcome == OUTCOME_DRAW    ? GAME_DRAWN
                     : outcome == OUTCOME_FIRST ? GAME_WON
                                                : GAME_LOST;
    result.moves = moves;
    memcpy(result.nodes, nodes, sizeof nodes);
    game_slot_put(games->detail, &result, item->slot);
    return true;
}

static bool stays(const void *context, const void *item)
{
    const struct games *games = ((const struct games_range *)context)->games;
    const struct game *game = item;

    return !player_is_portable(&games->player[game->first]) ||
           !player_is_portable(&games->player[game->second]);
}

static void pack(const void *context, struct bytes *out)
{
    const struct games_range *range = context;
    const struct games *games = range->games;
    const struct openings *openings = &games->openings;

    bytes_put(out, &range->from, sizeof range->from);
    bytes_put(out, &range->known_games, sizeof range->known_games);
    bytes_put(out, &games->detail, sizeof games->detail);
    bytes_put(out, &games->seed, sizeof games->seed);
    bytes_put(out, &games->generation, sizeof games->generation);
    bytes_put(out, &openings->n, sizeof openings->n);
    bytes_put(out, openings->list, openings->n * sizeof *openings->list);
    players_pack(games->player, games->players, out);
}

/* A range in another process, which has no schedule: items come one by one. */
struct remote_range {
    struct games_range range; /* first: this is the context */
    struct games games;
};

static void release(void *context)
{
    struct remote_range *remote = context;

    move_table_free(remote->range.known);
    games_release(&remote->games);
    free(remote);
}

static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct remote_range *remote = calloc(1, sizeof *remote);
    size_t players;
    struct games *games;
    struct openings *openings;

    if (!remote)
        return err_shortage(err, "is out of memory");
    games = &remote->games;
    openings = &games->openings;
    remote->range.games = games;
    reader_take(in, &remote->range.from, sizeof remote->range.from);
    reader_take(in, &remote->range.known_games, sizeof remote->range.known_games);
    reader_take(in, &games->detail, sizeof games->detail);
    reader_take(in, &games->seed, sizeof games->seed);
    reader_take(in, &games->generation, sizeof games->generation);
    reader_take(in, &openings->n, sizeof openings->n);
    openings->n = reader_bound(in, openings->n, sizeof *openings->list);
    openings->list = calloc(openings->n + 1, sizeof *openings->list);
    if (!openings->list) {
        release(remote);
        return err_shortage(err, "is out of memory");
    }
    reader_take(in, openings->list, openings->n * sizeof *openings->list);
    if (players_unpack(&games->player, &players, in, err)) {
        release(remote);
        return -1;
    }
    games->players = (uint32_t)players;
    remote->range.known = move_table_create(remote->range.known_games);
    *context = remote;
    return 0;
}

const struct pool_kind games_kind = {
    .name = "games",
    .item_size = sizeof(struct game),
    .slot_size = sizeof(struct game_result),
    .fill = play_game,
    .stays = stays,
    .pack = pack,
    .unpack = unpack,
    .release = release,
};

/* A range while it is played. */
struct playing {
    struct games *games;
    size_t from;
    unsigned char *slot; /* NULL: the results are the slots */
    const struct watch *watch;
    const struct games_keeper *keeper;
};

static bool note_played(void *context, size_t index, size_t done)
{
    const struct playing *p = context;
    enum game_detail detail = p->games->detail;
    bool go_on;

    if (p->slot)
        game_slot_take(detail, p->slot + index * game_slot_size(detail),
                       &p->games->result[p->from + index]);
    p->games->done[p->from + index] = true;
    p->games->played++;
    go_on = !p->keeper || p->keeper->keep(p->keeper->context, p->from + index);
    watch_tell(p->watch, p->games->what ? p->games->what : "games", p->from + done,
               p->games->schedule.n);
    return go_on;
}

/* A person can play only one game at a time. */
static bool has_human(const struct games *games, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (player_is_human(&games->player[games->schedule.game[i].first]) ||
            player_is_human(&games->player[games->schedule.game[i].second]))
            return true;
    return false;
}

static bool same_pairing(const struct game *a, const struct game *b)
{
    return (a->first == b->first && a->second == b->second) ||
           (a->first == b->second && a->second == b->first);
}

/* In the games of two players alone a position hardly ever comes again: looking for it would take
 * more time than it saves. */
static bool has_more_pairings(const struct games *games, size_t from, size_t to)
{
    const struct game *game = games->schedule.game;

    for (size_t i = from + 1; i < to; i++)
        if (!same_pairing(&game[i], &game[from]))
            return true;
    return false;
}

/* Only missing results are marked: marking all of a long list would take long. */
int games_play(struct games *games, size_t from, size_t to, struct pool *pool,
               const struct watch *watch, const struct games_keeper *keeper, struct err *err)
{
    struct games_range range = { .games = games, .from = from };
    struct playing playing = { games, from, NULL, watch, keeper };
    struct pool_job job = { .kind = &games_kind,
                            .context = &range,
                            .n = to - from,
                            .stop = watch->stop,
                            .filled = note_played,
                            .watcher = &playing,
                            .slot_size = game_slot_size(games->detail) };

    if (games_ready(games, err))
        return -1;
    if (games->detail != GAME_WHOLE) {
        playing.slot = malloc(job.n * job.slot_size + 1);
        if (!playing.slot)
            return err_shortage(err, "out of memory: %zu games", job.n);
    }
    job.item = games->schedule.game + from;
    job.slot = playing.slot ? (void *)playing.slot : games->result + from;
    job.in_order = has_human(games, from, to);
    for (size_t i = from; i < to; i++) {
        games->played -= games->done[i];
        games->done[i] = false;
    }
    pool_forget_notes(pool);
    range.known_games = has_more_pairings(games, from, to) ? to - from : 0;
    range.known = move_table_create(range.known_games);
    if (pool_fill(pool, &job) < job.n)
        for (size_t i = from; i < to; i++)
            if (!games->done[i])
                games->result[i].outcome = GAME_UNPLAYED;
    move_table_free(range.known);
    free(playing.slot);
    forfeits_take(&games->forfeits, pool);
    return pool_check(pool, err);
}

int games_play_all(struct games *games, struct pool *pool, const struct watch *watch,
                   struct err *err)
{
    return games_play(games, 0, games->schedule.n, pool, watch, NULL, err);
}

/* The number of games at the head of the list that are one sample; 0 if they cannot be one. */
static size_t sample_length(const struct game *game, size_t count)
{
    size_t length = 1;

    while (length < count && game[length].sample == game[0].sample)
        length++;
    if (length == 1)
        return 1;
    return length == 2 && game[1].first == game[0].second && game[1].second == game[0].first ? 2
                                                                                             : 0;
}

int games_count(struct games *games, size_t from, size_t to, struct err *err)
{
    const struct game *game = games->schedule.game;

    if (!games->table.pairing && crosstable_init(&games->table, games->players, err))
        return -1;
    for (size_t i = from; i < to;) {
        size_t length = sample_length(game + i, to - i);
        enum game_outcome swapped = GAME_UNPLAYED;

        if (game[i].first >= games->players || game[i].second >= games->players)
            return err_set(err, "game %zu: players %u and %u of %u", i, (unsigned)game[i].first,
                           (unsigned)game[i].second, (unsigned)games->players);
        if (length == 0)
            return err_set(err, "game %zu: sample %u is not a pair of games with colours swapped",
                           i, (unsigned)game[i].sample);
        if (length == 2)
            swapped = (enum game_outcome)games->result[i + 1].outcome;
        crosstable_add_pair(&games->table, game[i].first, game[i].second,
                            (enum game_outcome)games->result[i].outcome, swapped);
        i += length;
    }
    return 0;
}

int games_score(struct games *games, struct err *err)
{
    crosstable_release(&games->table);
    return games_count(games, 0, games->schedule.n, err);
}

/* Games of one pairing are next to each other in the schedule, openings in order within a
 * round, so a pairing that comes back to its first opening repeats itself. */
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
        } else if (!same_pairing(game, start)) {
            start = game;
        }
    }
    return false;
}

int games_write_pgn(const struct games *games, const char *path, struct err *err)
{
    struct replacement file;

    if (replacement_at(&file, path, err))
        return -1;
    for (size_t i = 0; i < games->schedule.n; i++) {
        const struct game *game = &games->schedule.game[i];
        const struct forfeit *forfeit = forfeits_find(&games->forfeits, i);

        pgn_write(file.out, &(struct pgn_game){ .event = games->name,
                                                .first = games->player[game->first].name,
                                                .second = games->player[game->second].name,
                                                .round = i + 1,
                                                .opening = &games->openings.list[game->opening],
                                                .result = &games->result[i],
                                                .forfeit = forfeit ? forfeit->why : NULL });
    }
    return replacement_finish(&file, err);
}
