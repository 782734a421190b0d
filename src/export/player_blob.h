/*
 * player_blob - a player as bytes, on its way into a page.
 *
 * The engine of a page (wasm_engine.h) is the same for all genomes. What differs is
 * handed over here and nowhere else: a sequence of blocks, each with a name of four
 * letters, its length (four bytes, lowest first) and its content. Names that the
 * reader does not know are an error. A new kind of weights is one more block: a row
 * of the table in player_blob.c.
 *
 *     "keys"   depth, ties, win, view, extend: four bytes each; nodes, and seconds as the
 *              bits of a double: eight bytes each
 *     "unit"   the weights in units, four bytes each, in the order of struct weights
 *     "tabl"   the tables, as tables_pack writes them; only if the genome has any
 */
#ifndef C4E_EXPORT_PLAYER_BLOB_H
#define C4E_EXPORT_PLAYER_BLOB_H

#include "base/bytes.h"
#include "search/search.h"

struct player_blob {
    struct search_keys keys;
    struct weights weights;
    struct tables *tables; /* or NULL */
};

/* Appends the blob. If memory runs out, `out` is marked as failed. */
void player_blob_put(const struct player_blob *blob, struct bytes *out);

/* Reads all of it; the tables then belong to the caller. Returns -1, with no tables, if something is
 * missing, damaged or unknown. */
int player_blob_get(struct player_blob *blob, const void *bytes, size_t n);

#endif
