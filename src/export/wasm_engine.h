/*
 * wasm_engine - the engine inside a page: players, an exact solver and its books.
 *
 * The sources of this program, compiled to WebAssembly (see src/wasm.cmake), with the
 * functions below as the interface that src/export/page/worker.js calls. Nothing is
 * known about the outside but its clock. Positions are columns, counted from 0; those
 * of moves that are not legal are refused.
 *
 * It is part of this program too, so that tests can look at it.
 */
#ifndef C4E_EXPORT_WASM_ENGINE_H
#define C4E_EXPORT_WASM_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "game/notation.h"

#define WASM_ENGINE_PLAYERS 2
#define WASM_ENGINE_REFUSED                                                                        \
    INT32_MIN /* in place of a value: the game is over or cannot be played */

struct wasm_engine;

/* What a player chooses. */
struct wasm_choice {
    int32_t column;
    int32_t depth; /* plies looked ahead */
    int32_t value; /* for the side to move, in units; in weights under win=decay */
    int32_t pv_length;
    double nodes;
    uint8_t pv[CELLS]; /* the moves it expects, its own first */
};

/* NULL if there is no memory. In a page it lives as long as its worker, and is never freed. */
struct wasm_engine *wasm_engine_new(void);
void wasm_engine_free(struct wasm_engine *e);

/* Memory for bytes that are handed to a function below. NULL if there is none. */
void *wasm_engine_room(size_t n);

/* Each takes over the bytes of a player_blob.h, or of a book file: first the book of the most
 * plies. Returns 0, or -1. */
int wasm_engine_add_player(struct wasm_engine *e, unsigned char *bytes, size_t n);
int wasm_engine_add_book(struct wasm_engine *e, unsigned char *bytes, size_t n);

/* What a player chooses, looking `depth` plies ahead, or by its own limits if that is 0; with_pv:
 * and what it expects. NULL if refused; else valid until the next call. */
const struct wasm_choice *wasm_engine_choose(struct wasm_engine *e, int player, int depth,
                                             const unsigned char *columns, int n, int with_pv);

/* The value of one open column at that depth, or WASM_ENGINE_REFUSED. */
int32_t wasm_engine_value(struct wasm_engine *e, int player, int depth,
                          const unsigned char *columns, int n, int column);

/* The exact score of the position for the side to move, see search/solver.h, or only its sign, which
 * is much faster; or WASM_ENGINE_REFUSED. The game may be over. */
int32_t wasm_engine_solve(struct wasm_engine *e, const unsigned char *columns, int n,
                          int sign_only);

#endif
