#include "play/desk.h"

#include <stdio.h>
#include <string.h>

#include "play/level.h"

/* Reads the new player before it lets go of the old one. */
static int take_player(struct player *player, const char *text, struct err *err)
{
    struct player fresh;

    if (player_parse(&fresh, text, err))
        return -1;
    player_release(player);
    *player = fresh;
    return 0;
}

int desk_init(struct desk *desk, const struct desk_options *options, struct err *err)
{
    const char *text = options->player ? options->player : level_find(options->level)->player;
    bool shared = strcmp(text, "human") == 0;

    *desk = (struct desk){ .named = options->player != NULL,
                           .level = options->level,
                           .seed = options->seed,
                           .disc = { "X", "O" } };
    session_begin(&desk->session, &options->start, shared || !options->person_second,
                  shared || options->person_second);
    return take_player(&desk->player, text, err);
}

void desk_release(struct desk *desk)
{
    player_release(&desk->player);
    player_release(&desk->adviser);
    *desk = (struct desk){ 0 };
}

int desk_set_level(struct desk *desk, int level, struct err *err)
{
    if (desk->named)
        return err_set(err, "a named player has no levels");
    if (level < 1 || level > LEVELS)
        return err_set(err, "there is no %s level", level < 1 ? "weaker" : "stronger");
    if (take_player(&desk->player, level_find(level)->player, err))
        return -1;
    desk->level = level;
    return 0;
}

int desk_advise(struct desk *desk, struct err *err)
{
    return desk->adviser.search ? 0 : take_player(&desk->adviser, level_find(LEVELS)->player, err);
}

struct stream desk_stream(const struct desk *desk)
{
    return (struct stream){ .seed = desk->seed,
                            .generation = desk->session.game,
                            .purpose = STREAM_MOVE,
                            .index = desk->session.moves.n };
}
