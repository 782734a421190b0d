#include "play/level.h"

#include <assert.h>

static const struct level levels[LEVELS] = {
    { "random", "any open column" },
    { "forward", "sees wins and blocks losses, otherwise plays anywhere" },
    { "champion:depth=1", "the evolved champion, looking at its own move only" },
    { "champion:depth=2", "the champion, looking 2 moves ahead" },
    { "champion:depth=4", "the champion, looking 4 moves ahead" },
    { "champion:depth=6", "the champion, looking 6 moves ahead" },
    { "champion:depth=8", "the champion, looking 8 moves ahead" },
    { "champion:depth=12", "the champion, looking 12 moves ahead" },
    { "champion:depth=16", "the champion, looking 16 moves ahead" },
};

const struct level *level_find(int number)
{
    assert(number >= 1 && number <= LEVELS);
    return &levels[number - 1];
}
