#include "truth/position_make.h"

#include <stdlib.h>
#include <string.h>

#include "game/key_set.h"
#include "search/solver_job.h"
#include "truth/position_draw.h"
#include "truth/position_pieces.h"
#include "truth/position_plan.h"

/* Positions of a number of plies are listed if there are at most this many times as many as the
 * set gets: draws would find the last of them too slowly. */
#define LISTED_SHARES 4

/* The most plies that are listed. */
#define LISTED_PLIES 10

/* A set that is being made. */
struct making {
    const struct position_recipe *recipe;
    const struct position_work *work;
    struct position_file file;
    struct position_plan plan;
    struct key_set seen; /* in the set, or to be left out */
    struct position_draw draw;
    uint64_t *listed[CELLS]; /* by plies, in the order in which they are taken; or NULL */
    size_t made;

    /* Of the current block. */
    struct position_place *place;
    uint64_t *drawn;
    size_t draws;
    struct position *pos;
    size_t n;
    size_t got[CELLS];
    struct position_pieces pieces; /* what is done of it */
};

static void making_release(struct making *m)
{
    for (int p = 0; p < CELLS; p++)
        free(m->listed[p]);
    free(m->place);
    free(m->drawn);
    free(m->pos);
    key_set_release(&m->seen);
    position_file_close(&m->file);
    position_pieces_close(&m->pieces);
    free(m);
}

/* For sorting keys into an order that has nothing to do with the positions. */
struct ranked_key {
    uint64_t rank, key;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct ranked_key *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* The keys of a list that the set may hold, shuffled. Returns their number, or PLAN_UNKNOWN if
 * memory runs out. */
static size_t shuffle(const struct making *m, const struct book *all, uint64_t **keys)
{
    struct ranked_key *ranked = malloc((all->n + 1) * sizeof *ranked);
    size_t n = 0;

    *keys = malloc((all->n + 1) * sizeof **keys);
    for (size_t i = 0; ranked && *keys && i < all->n; i++) {
        struct position pos = book_position(all->key[i]);

        if (position_fits(&pos, m->recipe->part) && !key_set_has(&m->seen, all->key[i]))
            ranked[n++] = (struct ranked_key){ key_mix(all->key[i] ^ key_mix(m->recipe->seed + 1)),
                                               all->key[i] };
    }
    if (!ranked || !*keys)
        n = PLAN_UNKNOWN;
    else
        qsort(ranked, n, sizeof *ranked, compare_ranks);
    for (size_t i = 0; n != PLAN_UNKNOWN && i < n; i++)
        (*keys)[i] = ranked[i].key;
    free(ranked);
    return n;
}

/* Lists the positions of those plies, if that is worth it. *small is false once there are so many
 * that draws are better. */
static int list_plies(struct making *m, int plies, size_t most, bool *small, struct err *err)
{
    struct book all;
    uint64_t *keys = NULL;
    size_t n;

    if (book_list(&all, plies, BOOK_WDL, err))
        return -1;
    n = shuffle(m, &all, &keys);
    *small = all.n <= most || n <= most;
    book_release(&all);
    if (n == PLAN_UNKNOWN || n > most || plies < m->recipe->low) {
        free(keys);
        return n == PLAN_UNKNOWN ? err_shortage(err, "out of memory: positions of %d plies", plies)
                                 : 0;
    }
    m->listed[plies] = keys;
    m->plan.listed[plies] = true;
    m->plan.exist[plies] = n;
    return 0;
}

static int begin_plan(struct making *m, struct err *err)
{
    const struct position_recipe *r = m->recipe;
    size_t left = (size_t)r->count;     /* positions for these plies and later ones */
    bool small = r->from != SOURCE_PGN; /* those near games are not all that exist */

    m->plan = (struct position_plan){ .low = r->low,
                                      .high = r->high,
                                      .count = left,
                                      .block = m->work->block ? m->work->block : POSITION_BLOCK };
    for (int p = 0; p < CELLS; p++)
        m->plan.exist[p] = PLAN_UNKNOWN;
    for (int p = 0; p <= r->high && p <= LISTED_PLIES && small; p++) {
        size_t share = left / (size_t)(r->high + 1 - (p > r->low ? p : r->low)) + 1;

        if (list_plies(m, p, LISTED_SHARES * share, &small, err))
            return -1;
        if (m->plan.listed[p])
            left -= m->plan.exist[p] < share ? m->plan.exist[p] : share - 1;
    }
    return 0;
}

/* Goes on from what the file holds: plans its blocks again, and tells what they brought. */
static int replay(struct making *m, const struct position_set *set, struct err *err)
{
    size_t at = 0;

    for (size_t b = 0; b < set->blocks; b++) {
        size_t got[CELLS] = { 0 };

        if (!position_plan_next(&m->plan))
            return err_set(err, "%s: the set of positions is damaged: it holds too many",
                           m->file.path);
        for (; at < set->block_end[b]; at++) {
            int plies = set->pos[at].plies;

            if (!key_set_add(&m->seen, position_mirror_key(&set->pos[at])) ||
                m->plan.have[plies] + ++got[plies] > m->plan.target[plies])
                return err_set(err, "%s: the set of positions is damaged: position %zu",
                               m->file.path, at);
        }
        position_plan_tell(&m->plan, got);
    }
    m->made = set->n;
    return 0;
}

/* Lists the draws of the planned block, and begins its pieces. */
static int begin_block(struct making *m, struct err *err)
{
    size_t room = 1;

    for (int p = m->plan.low; p <= m->plan.high; p++)
        room += m->plan.ask[p];
    free(m->place);
    free(m->drawn);
    free(m->pos);
    m->place = calloc(room, sizeof *m->place);
    m->drawn = calloc(room, sizeof *m->drawn);
    m->pos = calloc(room, sizeof *m->pos);
    if (!m->place || !m->drawn || !m->pos)
        return err_shortage(err, "out of memory: %zu positions", room);
    memset(m->got, 0, sizeof m->got);
    m->n = m->draws = 0;
    for (int p = m->plan.low; p <= m->plan.high; p++)
        for (size_t i = 0; !m->plan.listed[p] && i < m->plan.ask[p]; i++, m->draws++)
            m->place[m->draws] = (struct position_place){ .block = (uint32_t)m->file.blocks,
                                                          .index = (uint32_t)m->draws,
                                                          .plies = p };
    return position_pieces_begin(
        &m->pieces, key_mix(position_recipe_checksum(m->recipe) + m->file.blocks), err);
}

/* Takes a position into the block unless it is known or there are enough of its plies. */
static void take(struct making *m, uint64_t key, int plies)
{
    if (key == 0 || m->plan.have[plies] + m->got[plies] == m->plan.target[plies] ||
        !key_set_add(&m->seen, key))
        return;
    m->got[plies]++;
    m->pos[m->n++] = book_position(key);
}

/* Early positions first, as they take longest; neighbours share what solvers remember. */
static int compare_positions(const void *a, const void *b)
{
    const struct position *x = a, *y = b;
    uint64_t key_x = position_key(x->own, x->all), key_y = position_key(y->own, y->all);

    if (x->plies != y->plies)
        return x->plies - y->plies;
    return (key_x > key_y) - (key_x < key_y);
}

/* The work on a block that is left. */
struct rest {
    struct making *m;
    enum piece_kind kind;
    size_t n;      /* items */
    size_t before; /* items of the block that were done before */
    size_t *index; /* in the block */
    void *item;    /* by number in the rest */
    void *slot;
    uint64_t *number; /* by index in the block: of all pieces, as they become known */
};

static void rest_release(struct rest *rest)
{
    free(rest->index);
    free(rest->item);
    free(rest->slot);
    free(rest->number);
}

/* Lists what of `all` items is not known from an earlier time. */
static int rest_list(struct rest *rest, const struct pool_kind *kind, const void *items, size_t all,
                     struct err *err)
{
    size_t size = kind->item_size;
    bool *known = calloc(all + 1, sizeof *known);
    int status;

    rest->index = malloc((all + 1) * sizeof *rest->index);
    rest->item = malloc((all + 1) * size);
    rest->slot = calloc(all + 1, kind->slot_size);
    rest->number = calloc(all + 1, sizeof *rest->number);
    if (!known || !rest->index || !rest->item || !rest->slot || !rest->number)
        status = err_shortage(err, "out of memory: %zu positions", all);
    else
        status = position_pieces_take(&rest->m->pieces, rest->kind, rest->number, known, all, err);
    for (size_t i = 0; i < all && status == 0; i++) {
        if (known[i])
            continue;
        memcpy((char *)rest->item + rest->n * size, (const char *)items + i * size, size);
        rest->index[rest->n++] = i;
    }
    rest->before = all - rest->n;
    free(known);
    return status;
}

static uint64_t answer_number(const struct rest *rest, size_t i)
{
    const struct solver_answer *answer = rest->slot;
    const struct position *pos = rest->item;

    return (uint64_t)(PIECE_ZERO + (pos[i].plies % 2 ? -answer[i].score : answer[i].score));
}

/* Saves a piece, and tells about it. */
static bool save_piece(void *watcher, size_t i, size_t done)
{
    struct rest *rest = watcher;
    struct making *m = rest->m;
    size_t index = rest->index[i];

    rest->number[index] =
        rest->kind == PIECE_DRAWN ? ((uint64_t *)rest->slot)[i] : answer_number(rest, i);
    position_pieces_put(&m->pieces, rest->kind, index, rest->number[index]);
    if (rest->kind == PIECE_SOLVED)
        watch_tell(m->work->watch, "positions", m->made + rest->before + done,
                   (size_t)m->recipe->count);
    return m->pieces.why == 0;
}

/* Does what is left of a block: of its draws, or of its solving. *finished is false when stopped. */
static int do_rest(struct rest *rest, const struct pool_kind *kind, const void *context,
                   const void *items, size_t all, bool *finished, struct err *err)
{
    struct making *m = rest->m;
    struct pool_job job = { .kind = kind,
                            .context = context,
                            .stop = m->work->watch->stop,
                            .filled = save_piece,
                            .watcher = rest };
    size_t done = 0;

    if (rest_list(rest, kind, items, all, err))
        return -1;
    job.item = rest->item;
    job.slot = rest->slot;
    job.n = rest->n;
    if (job.n > 0)
        done = pool_fill(m->work->pool, &job);
    *finished = done == job.n;
    if (rest->kind == PIECE_SOLVED && !*finished)
        m->made += rest->before + done;
    return position_pieces_flush(&m->pieces, err);
}

/* Fills the block with new positions. *finished is false when stopped. */
static int draw_block(struct making *m, bool *finished, struct err *err)
{
    struct rest rest = { .m = m, .kind = PIECE_DRAWN };
    int status = do_rest(&rest, &position_draw_kind, &m->draw, m->place, m->draws, finished, err);

    for (int p = m->plan.low; p <= m->plan.high && status == 0 && *finished; p++)
        for (size_t i = 0; m->plan.listed[p] && i < m->plan.ask[p]; i++)
            take(m, m->listed[p][m->plan.have[p] + i], p);
    for (size_t i = 0; i < m->draws && status == 0 && *finished; i++)
        take(m, rest.number[i], m->place[i].plies);
    if (status == 0 && *finished)
        qsort(m->pos, m->n, sizeof *m->pos, compare_positions);
    rest_release(&rest);
    return status;
}

/* Solves the block and appends it. *finished is false when stopped. */
static int solve_block(struct making *m, bool *finished, struct err *err)
{
    struct rest rest = { .m = m, .kind = PIECE_SOLVED };
    struct solver_job context = { .wdl = !m->recipe->scores, .book = m->work->book };
    signed char *value = malloc(m->n + 1);
    int status = value ? 0 : err_shortage(err, "out of memory: %zu positions", m->n);

    if (status == 0)
        status = do_rest(&rest, &solver_job_kind, &context, m->pos, m->n, finished, err);
    if (status == 0 && *finished) {
        for (size_t i = 0; i < m->n; i++)
            value[i] = (signed char)((int)rest.number[i] - PIECE_ZERO);
        status = position_file_add(&m->file, m->pos, value, m->n, err);
    }
    rest_release(&rest);
    free(value);
    return status;
}

/* Makes the blocks that are left. */
static int make_rest(struct making *m, bool *finished, struct err *err)
{
    while (position_plan_next(&m->plan)) {
        if (begin_block(m, err) || draw_block(m, finished, err) ||
            (*finished && solve_block(m, finished, err)))
            return -1;
        if (!*finished)
            return 0;
        m->made += m->n;
        position_plan_tell(&m->plan, m->got);
    }
    if (position_file_end(&m->file, err))
        return -1;
    position_pieces_remove(&m->pieces);
    return 0;
}

/* Opens the file and learns what it holds. */
static int begin(struct making *m, const char *path, struct position_set *set, struct err *err)
{
    const struct position_keys *without = m->work->without;
    size_t left_out = without ? without->n : 0;

    if (position_file_open(&m->file, path, m->recipe, set, err))
        return -1;
    m->made = set->n;
    if (set->finished)
        return 0;
    if (key_set_init(&m->seen, (size_t)m->recipe->count + left_out, err))
        return -1;
    for (size_t i = 0; i < left_out; i++)
        key_set_add(&m->seen, without->key[i]);
    position_draw_init(&m->draw, m->recipe);
    m->draw.game = m->work->game;
    m->draw.games = m->work->games;
    return begin_plan(m, err) || replay(m, set, err) || position_pieces_open(&m->pieces, path, err)
               ? -1
               : 0;
}

int position_make(const char *path, const struct position_recipe *recipe,
                  const struct position_work *work, size_t *made, bool *finished, struct err *err)
{
    struct making *m = calloc(1, sizeof *m);
    struct position_set set = { 0 };
    bool was_finished;
    int status;

    if (!m)
        return err_shortage(err, "out of memory");
    m->recipe = recipe;
    m->work = work;
    status = begin(m, path, &set, err);
    was_finished = set.finished;
    position_set_release(&set);
    *finished = true;
    if (status == 0 && !was_finished)
        status = make_rest(m, finished, err);
    *made = m->made;
    making_release(m);
    return status;
}
