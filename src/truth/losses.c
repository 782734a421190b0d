#include "truth/losses.h"

#include <stdlib.h>
#include <string.h>

#include "truth/mistakes.h"

/* Positions in an item: enough to make its message small, few enough to share the end of the list
 * evenly. */
#define SHARE 16

struct losses_slot {
    unsigned char loss[SHARE];
};

static bool fill(const struct pool_item *item)
{
    const struct losing *losing = item->context;
    const struct losses_item *what = item->data;
    struct losses_slot *slot = item->slot;

    *slot = (struct losses_slot){ 0 };
    for (size_t i = 0; i < SHARE && what->first + i < losing->set.n; i++) {
        const struct solved_position *p = &losing->set.list[what->first + i];
        struct answer answer;

        if (!mistakes_answer(item, &losing->player[what->player], losing->seed, p, &answer))
            return false;
        slot->loss[i] = (unsigned char)(result_of_score(p->best) - result_of_score(answer.score));
    }
    return true;
}

static bool stays(const void *context, const void *item)
{
    const struct losing *losing = context;

    return !player_is_portable(&losing->player[((const struct losses_item *)item)->player]);
}

/* A position in a message. */
struct packed {
    struct position pos;
    uint64_t key;
    signed char score[COLUMNS], best;
};

static void pack(const void *context, struct bytes *out)
{
    const struct losing *losing = context;

    bytes_put(out, &losing->seed, sizeof losing->seed);
    bytes_put(out, &losing->set.n, sizeof losing->set.n);
    for (size_t i = 0; i < losing->set.n; i++) {
        const struct solved_position *p = &losing->set.list[i];
        struct packed packed = { .pos = p->pos, .key = p->key, .best = p->best };

        memcpy(packed.score, p->score, sizeof packed.score);
        bytes_put(out, &packed, sizeof packed);
    }
    players_pack(losing->player, losing->players, out);
}

static void release(void *context)
{
    struct losing *losing = context;

    players_release(losing->player, losing->players);
    solved_release(&losing->set);
    free(losing);
}

static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct losing *losing = calloc(1, sizeof *losing);
    size_t n;

    if (!losing)
        return err_shortage(err, "is out of memory");
    reader_take(in, &losing->seed, sizeof losing->seed);
    reader_take(in, &n, sizeof n);
    n = reader_bound(in, n, sizeof(struct packed));
    losing->set = (struct solved_set){ calloc(n + 1, sizeof *losing->set.list), n };
    for (size_t i = 0; losing->set.list && i < n; i++) {
        struct solved_position *p = &losing->set.list[i];
        struct packed packed;

        reader_take(in, &packed, sizeof packed);
        *p = (struct solved_position){
            .pos = packed.pos, .key = packed.key, .best = packed.best, .solved = true
        };
        memcpy(p->score, packed.score, sizeof p->score);
    }
    if (!losing->set.list)
        err_shortage(err, "is out of memory");
    if (!losing->set.list || players_unpack(&losing->player, &losing->players, in, err)) {
        release(losing);
        return -1;
    }
    *context = losing;
    return 0;
}

const struct pool_kind losses_kind = {
    .name = "losses",
    .item_size = sizeof(struct losses_item),
    .slot_size = sizeof(struct losses_slot),
    .fill = fill,
    .stays = stays,
    .pack = pack,
    .unpack = unpack,
    .release = release,
};

/* From the slots of each player to its positions. */
static void collect(const struct losses_slot *slot, const struct losing *losing,
                    unsigned char *loss)
{
    size_t each = (losing->set.n + SHARE - 1) / SHARE;

    for (size_t i = 0; i < losing->players; i++)
        for (size_t k = 0; k < losing->set.n; k++)
            *loss++ = slot[i * each + k / SHARE].loss[k % SHARE];
}

int losses_find(const struct solved_set *set, const struct player *player, size_t players,
                uint64_t seed, struct pool *pool, const struct watch *watch, unsigned char *loss,
                bool *finished, struct err *err)
{
    struct losing losing = { *set, (struct player *)(uintptr_t)player, players,
                             seed }; /* only read */
    size_t each = (set->n + SHARE - 1) / SHARE, n = players * each;
    struct losses_item *item = calloc(n + 1, sizeof *item);
    struct losses_slot *slot = calloc(n + 1, sizeof *slot);
    struct pool_job job = { .kind = &losses_kind,
                            .context = &losing,
                            .item = item,
                            .slot = slot,
                            .n = n,
                            .stop = watch->stop };
    int status = item && slot ? 0 : err_shortage(err, "out of memory: %zu positions", set->n);

    *finished = false;
    for (size_t i = 0; i < n && status == 0; i++)
        item[i] = (struct losses_item){ (uint32_t)(i / each), (uint32_t)(i % each * SHARE) };
    if (status == 0) {
        *finished = pool_fill(pool, &job) == n;
        status = pool_check(pool, err);
    }
    if (status == 0 && *finished)
        collect(slot, &losing, loss);
    free(item);
    free(slot);
    return status;
}
