#include "play/opinion.h"

#include <stdio.h>
#include <stdlib.h>

bool opinion_held(const struct player *player, const struct choice *choice)
{
    return player->search->needs_genome || choice->value != 0 || choice->depth > 1;
}

const char *opinion_words(const struct player *player, const struct choice *choice, const char *be,
                          char *buf, size_t size)
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
