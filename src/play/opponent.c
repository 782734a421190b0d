#include "play/opponent.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const struct level levels[LEVELS] = {
    { "random", "plays any open column" },
    { "forward", "sees wins and blocks losses, otherwise plays anywhere" },
    { PLAYER_BEST ":depth=1", PLAYER_BEST_WHOLE_NAME ", looking at its own move only" },
    { PLAYER_BEST ":depth=2", PLAYER_BEST_NAME ", looking 2 moves ahead" },
    { PLAYER_BEST ":depth=4", PLAYER_BEST_NAME ", looking 4 moves ahead" },
    { PLAYER_BEST ":depth=6", PLAYER_BEST_NAME ", looking 6 moves ahead" },
    { PLAYER_BEST ":depth=8", PLAYER_BEST_NAME ", looking 8 moves ahead" },
    { PLAYER_BEST ":depth=12", PLAYER_BEST_NAME ", looking 12 moves ahead" },
    { PLAYER_BEST ":depth=16", PLAYER_BEST_NAME ", looking 16 moves ahead" },
};

const struct level *opponent_level(int number)
{
    assert(number >= 1 && number <= LEVELS);
    return &levels[number - 1];
}

/* Reads the new player before it releases the old one. */
static int replace_player(struct player *player, const char *text, struct err *err)
{
    struct player fresh;

    if (player_parse(&fresh, text, err))
        return -1;
    player_release(player);
    *player = fresh;
    return 0;
}

int opponent_init(struct opponent *opponent, const char *player, int level, struct err *err)
{
    *opponent = (struct opponent){ .named = player != NULL, .level = level };
    return replace_player(&opponent->player, player ? player : opponent_level(level)->player, err);
}

void opponent_release(struct opponent *opponent)
{
    player_release(&opponent->player);
    player_release(&opponent->adviser);
    *opponent = (struct opponent){ 0 };
}

int opponent_set_level(struct opponent *opponent, int level, struct err *err)
{
    if (opponent->named)
        return err_set(err, "a named player has no levels");
    if (level < 1 || level > LEVELS)
        return err_set(err, "there is no %s level", level < 1 ? "weaker" : "stronger");
    if (replace_player(&opponent->player, opponent_level(level)->player, err))
        return -1;
    opponent->level = level;
    return 0;
}

int opponent_load_adviser(struct opponent *opponent, struct err *err)
{
    if (opponent->adviser.search)
        return 0;
    return replace_player(&opponent->adviser, opponent_level(LEVELS)->player, err);
}

bool opponent_has_opinion(const struct player *player, const struct choice *choice)
{
    return player->search->needs_genome || choice->value != 0 || choice->depth > 1;
}

const char *opponent_opinion(const struct player *player, const struct choice *choice,
                             const char *be, char *buf, size_t size)
{
    int32_t value = choice->value;
    const char *end = value > 0 ? "will win" : "will lose";
    const char *better = value > 0 ? "ahead" : "behind";

    if (value == 0)
        snprintf(buf, size, "%s even", be);
    else if (player->keys.win == WIN_DECAY)
        snprintf(buf, size, "%s %s by %d", be, better, abs(value));
    else if (abs(value) < EVAL_LIMIT)
        snprintf(buf, size, "%s %s by %.3f", be, better, (double)abs(value) / EVAL_UNITS);
    else if (player->keys.win == WIN_DISTANCE && abs(value) != BOOK_WIN)
        snprintf(buf, size, "%s with move %d", end, WIN_VALUE - abs(value));
    else
        snprintf(buf, size, "%s", end);
    return buf;
}
