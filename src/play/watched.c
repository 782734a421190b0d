#include "play/watched.h"

#include <stdio.h>

#include "play/opponent.h"

static int begin(struct watched *w, struct err *err)
{
    struct openings openings = { 0 };

    w->start = w->from;
    if (w->plies > 0) {
        if (openings_draw(&openings, w->plies, 1, OPENING_ANY, w->seed, w->game / 2, err))
            return -1;
        w->start = openings.list[0];
        openings_release(&openings);
    }
    w->moves = w->start;
    w->shown = w->start.n;
    w->forfeit = OUTCOME_NONE;
    return 0;
}

int watched_init(struct watched *w, const struct watched_options *options, struct err *err)
{
    *w = (struct watched){ .plies = options->from ? -1 : options->plies, .seed = options->seed };
    if (options->from)
        w->from = *options->from;
    if (player_parse(&w->player[0], options->player[0], err) == 0 &&
        player_parse(&w->player[1], options->player[1], err) == 0 && begin(w, err) == 0)
        return 0;
    watched_release(w);
    return -1;
}

void watched_release(struct watched *w)
{
    player_release(&w->player[0]);
    player_release(&w->player[1]);
    *w = (struct watched){ 0 };
}

int watched_next(struct watched *w, struct err *err)
{
    w->game++;
    return begin(w, err);
}

enum outcome watched_outcome(const struct watched *w)
{
    struct position pos = moves_position(&w->moves);

    return w->forfeit != OUTCOME_NONE ? w->forfeit : position_outcome(&pos);
}

const struct player *watched_mover(const struct watched *w)
{
    return &w->player[watched_at(w, w->moves.n % 2)];
}

struct stream watched_stream(const struct watched *w)
{
    return (struct stream){
        .seed = w->seed, .generation = w->game, .purpose = STREAM_MOVE, .index = w->moves.n
    };
}

void watched_take(struct watched *w, const struct choice *choice, const char *why)
{
    int side = w->moves.n % 2;
    enum outcome outcome;

    if (choice->column == NO_MOVE) {
        w->forfeit = side == 0 ? OUTCOME_SECOND : OUTCOME_FIRST;
        snprintf(w->why, sizeof w->why, "%s", why);
    } else {
        w->shown += w->shown == w->moves.n;
        w->choice[w->moves.n] = *choice;
        moves_push(&w->moves, choice->column);
    }
    outcome = watched_outcome(w);
    if (outcome == OUTCOME_DRAW)
        w->draws++;
    else if (outcome != OUTCOME_NONE)
        w->wins[watched_at(w, outcome == OUTCOME_FIRST ? 0 : 1)]++;
}

void watched_step(struct watched *w, int by)
{
    int shown = w->shown + by;

    w->shown = shown < w->start.n ? w->start.n : shown > w->moves.n ? w->moves.n : shown;
}

/* The last shown move of that side, or -1 if there is none. */
static int last_of(const struct watched *w, int side)
{
    int ply = w->shown - 1;

    ply -= ply >= 0 && ply % 2 != side;
    return ply >= w->start.n ? ply : -1;
}

const char *watched_side(const struct watched *w, int side, const char *disc,
                         char buf[WATCHED_TEXT])
{
    const struct player *player = &w->player[watched_at(w, side)];
    int ply = last_of(w, side);
    char value[64];

    if (ply < 0)
        snprintf(buf, WATCHED_TEXT, "%s %s", disc, player->name);
    else if (!opponent_has_opinion(player, &w->choice[ply]))
        snprintf(buf, WATCHED_TEXT, "%s %s played %d.", disc, player->name,
                 w->moves.column[ply] + 1);
    else
        snprintf(buf, WATCHED_TEXT, "%s %s played %d and thinks it %s.", disc, player->name,
                 w->moves.column[ply] + 1,
                 opponent_opinion(player, &w->choice[ply], "is", value, sizeof value));
    return buf;
}

const char *watched_state(const struct watched *w, const char *const disc[2],
                          char buf[WATCHED_TEXT])
{
    enum outcome outcome = watched_outcome(w);
    int winner = outcome == OUTCOME_FIRST ? 0 : 1;

    if (w->shown < w->moves.n)
        snprintf(buf, WATCHED_TEXT, "Game %u, move %d of %d.", w->game + 1, w->shown, w->moves.n);
    else if (outcome == OUTCOME_NONE)
        snprintf(buf, WATCHED_TEXT, "Game %u, move %d: %s is to move.", w->game + 1, w->shown + 1,
                 disc[w->shown % 2]);
    else if (outcome == OUTCOME_DRAW)
        snprintf(buf, WATCHED_TEXT, "Game %u: the board is full, a draw.", w->game + 1);
    else if (w->forfeit != OUTCOME_NONE)
        snprintf(buf, WATCHED_TEXT, "Game %u: %s failed to move (%s) and loses.", w->game + 1,
                 disc[!winner], w->why);
    else
        snprintf(buf, WATCHED_TEXT, "Game %u: %s has won with move %d.", w->game + 1, disc[winner],
                 w->moves.n);
    return buf;
}

const char *watched_score(const struct watched *w, char buf[WATCHED_TEXT])
{
    snprintf(buf, WATCHED_TEXT, "Score: %s %u, %s %u, draws %u", w->player[0].name, w->wins[0],
             w->player[1].name, w->wins[1], w->draws);
    return buf;
}
