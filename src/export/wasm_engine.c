#include "export/wasm_engine.h"

#include <stdlib.h>

#include "export/player_blob.h"
#include "search/book.h"
#include "search/pv.h"
#include "search/move_values.h"
#include "search/worker.h"

#define SEED             1  /* of random ties: what c4evolve move has unless it is told otherwise */
#define SOLVER_MEMORY_MB 32 /* a phone has room for it */

struct wasm_engine {
    struct search_keys keys[WASM_ENGINE_PLAYERS];
    struct evaluator *ev[WASM_ENGINE_PLAYERS];
    struct tables *tables[WASM_ENGINE_PLAYERS]; /* or NULL */
    int players;
    struct worker worker;
    bool has_worker;
    struct wasm_choice choice;

    struct solver solver;
    bool has_solver;
    struct book book;
    struct solver_book solver_book;
};

/* Plain minimax and greedy players choose the same with it. */
static const struct search alphabeta = {
    .name = "alphabeta", .choose = choose_alphabeta, .has_pv = true, .has_values = true
};

struct wasm_engine *wasm_engine_new(void)
{
    return calloc(1, sizeof(struct wasm_engine));
}

void wasm_engine_free(struct wasm_engine *e)
{
    for (int i = 0; i < e->players; i++) {
        free(e->ev[i]);
        tables_release(e->tables[i]);
    }
    if (e->has_worker)
        worker_release(&e->worker);
    if (e->has_solver)
        solver_release(&e->solver);
    book_release(&e->book);
    free(e);
}

void *wasm_engine_room(size_t n)
{
    return malloc(n);
}

int wasm_engine_add_player(struct wasm_engine *e, unsigned char *bytes, size_t n)
{
    struct evaluator *ev = calloc(1, sizeof *ev);
    struct player_blob *blob = calloc(1, sizeof *blob);
    int status =
        ev && blob && e->players < WASM_ENGINE_PLAYERS ? player_blob_get(blob, bytes, n) : -1;

    if (status == 0) {
        evaluator_build(ev, &blob->weights);
        evaluator_use_tables(ev, blob->tables, &blob->weights);
        e->tables[e->players] = blob->tables;
        e->keys[e->players] = blob->keys;
        e->ev[e->players++] = ev;
    } else {
        free(ev);
    }
    free(blob);
    free(bytes);
    return status;
}

int wasm_engine_add_book(struct wasm_engine *e, unsigned char *bytes, size_t n)
{
    struct book book;
    struct err err;
    int status = book_decode(&book, bytes, n, &err);

    free(bytes);
    if (status)
        return -1;
    if (e->book.n == 0) {
        e->book = book;
    } else if (!e->book.early && (e->book.early = malloc(sizeof book))) {
        *e->book.early = book;
    } else {
        book_release(&book);
        return -1;
    }
    e->solver_book = book_for_solver(&e->book);
    return 0;
}

static bool read_position(struct position *pos, const unsigned char *columns, int n)
{
    *pos = (struct position){ 0 };
    for (int i = 0; i < n; i++) {
        uint64_t cell = columns[i] < COLUMNS ? column_cells(columns[i]) : 0;

        cell &= playable_cells(pos->all);
        if (!cell || position_outcome(pos) != OUTCOME_NONE)
            return false;
        position_play(pos, cell);
    }
    return true;
}

/* Reads what all questions to a player have. Returns false if there is no answer. */
static bool open_question(struct wasm_engine *e, int player, int depth,
                          const unsigned char *columns, int n, struct position *pos,
                          struct search_keys *keys)
{
    struct err err;

    if (player < 0 || player >= e->players || !read_position(pos, columns, n) ||
        position_outcome(pos) != OUTCOME_NONE)
        return false;
    if (!e->has_worker)
        e->has_worker = worker_init(&e->worker, &err) == 0;
    *keys = e->keys[player];
    if (depth > 0) {
        keys->depth = depth;
        keys->nodes = 0;
        keys->seconds = 0;
    }
    return e->has_worker;
}

static struct stream move_stream(const struct position *pos)
{
    return (struct stream){ .seed = SEED, .purpose = STREAM_MOVE, .index = (uint64_t)pos->plies };
}

static void find_pv(struct wasm_engine *e, const struct search_input *in,
                    const struct choice *choice)
{
    struct moves pv;

    pv_find(&alphabeta, in, choice, &e->worker, &pv);
    e->choice.pv_length = pv.n;
    for (int i = 0; i < pv.n; i++)
        e->choice.pv[i] = pv.column[i];
}

const struct wasm_choice *wasm_engine_choose(struct wasm_engine *e, int player, int depth,
                                             const unsigned char *columns, int n, int with_pv)
{
    struct position pos;
    struct search_keys keys;
    struct search_input in = { .keys = &keys, .pos = &pos };
    struct choice choice;
    struct rng rng;

    if (!open_question(e, player, depth, columns, n, &pos, &keys))
        return NULL;
    in.ev = e->ev[player];
    rng_open(&rng, move_stream(&pos));
    choose_alphabeta(&in, &e->worker, &rng, &choice);
    e->choice = (struct wasm_choice){ .column = choice.column,
                                      .depth = choice.depth,
                                      .value = choice.value,
                                      .nodes = (double)choice.nodes };
    if (with_pv)
        find_pv(e, &in, &choice);
    return &e->choice;
}

int32_t wasm_engine_value(struct wasm_engine *e, int player, int depth,
                          const unsigned char *columns, int n, int column)
{
    struct position pos;
    struct search_keys keys;
    struct search_input in = { .keys = &keys, .pos = &pos };
    struct choice choice = { .depth = depth };

    if (column < 0 || column >= COLUMNS || depth < 1 ||
        !open_question(e, player, depth, columns, n, &pos, &keys))
        return WASM_ENGINE_REFUSED;
    in.ev = e->ev[player];
    return values_of(&alphabeta, &in, &choice, move_stream(&pos), &e->worker, column);
}

int32_t wasm_engine_solve(struct wasm_engine *e, const unsigned char *columns, int n, int sign_only)
{
    struct position pos;
    struct err err;

    if (!read_position(&pos, columns, n))
        return WASM_ENGINE_REFUSED;
    if (!e->has_solver)
        e->has_solver = solver_init(&e->solver, SOLVER_MEMORY_MB, &err) == 0;
    if (!e->has_solver)
        return WASM_ENGINE_REFUSED;
    e->solver.book = e->book.n > 0 ? &e->solver_book : NULL;
    return sign_only ? solver_wdl(&e->solver, &pos) : solver_score(&e->solver, &pos);
}
