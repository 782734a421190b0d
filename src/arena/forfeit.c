#include "arena/forfeit.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

void forfeits_release(struct forfeits *forfeits)
{
    free(forfeits->list);
    *forfeits = (struct forfeits){ 0 };
}

static int by_game(const void *a, const void *b)
{
    const struct forfeit *one = a, *other = b;

    return (one->game > other->game) - (one->game < other->game);
}

void forfeit_note(const struct pool_item *item, size_t game, uint32_t player)
{
    const struct worker *worker = item->worker;

    pool_add_note(item, game, player, worker->why);
}

void forfeits_take(struct forfeits *forfeits, struct pool *pool)
{
    struct forfeit *list = realloc(forfeits->list, (forfeits->n + pool->notes + 1) * sizeof *list);

    for (size_t i = 0; list && i < pool->notes; i++) {
        const struct pool_note *note = &pool->note[i];
        struct forfeit *f = &list[forfeits->n++];

        *f = (struct forfeit){ .game = note->index, .player = note->number };
        snprintf(f->why, sizeof f->why, "%s", note->text);
        utf8_tame(f->why); /* an engine may have said it */
    }
    if (list)
        forfeits->list = list;
    if (forfeits->n > 1)
        qsort(forfeits->list, forfeits->n, sizeof *forfeits->list, by_game);
    pool_forget_notes(pool);
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
