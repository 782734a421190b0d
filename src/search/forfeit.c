#include "search/forfeit.h"

#include <stdio.h>
#include <stdlib.h>

void forfeits_release(struct forfeits *forfeits)
{
    free(forfeits->list);
    *forfeits = (struct forfeits){ 0 };
}

void forfeits_add(struct forfeits *forfeits, size_t game, uint32_t player, const char *why)
{
    size_t n = forfeits->n;
    struct forfeit *list = forfeits->list;

    /* Room doubles whenever their number is a power of 2. */
    if ((n & (n - 1)) == 0) {
        list = realloc(list, (n ? 2 * n : 1) * sizeof *list);
        if (!list)
            return;
        forfeits->list = list;
    }
    list[n] = (struct forfeit){ .game = game, .player = player };
    snprintf(list[n].why, sizeof list[n].why, "%s", why);
    forfeits->n++;
}

static int by_game(const void *a, const void *b)
{
    const struct forfeit *one = a, *other = b;

    return (one->game > other->game) - (one->game < other->game);
}

void forfeits_sort(struct forfeits *forfeits)
{
    if (forfeits->n > 1)
        qsort(forfeits->list, forfeits->n, sizeof *forfeits->list, by_game);
}

const struct forfeit *forfeits_find(const struct forfeits *forfeits, size_t game)
{
    struct forfeit key = { .game = game };

    return forfeits->n ? bsearch(&key, forfeits->list, forfeits->n, sizeof key, by_game) : NULL;
}

size_t forfeits_of(const struct forfeits *forfeits, uint32_t player, const struct forfeit **first)
{
    size_t n = 0;

    *first = NULL;
    for (size_t i = forfeits->n; i-- > 0;) {
        if (forfeits->list[i].player == player) {
            *first = &forfeits->list[i];
            n++;
        }
    }
    return n;
}
