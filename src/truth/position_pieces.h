/*
 * position_pieces - what is done of a block that is not finished yet, in a file beside the set.
 *
 * A block of early positions takes minutes. So each draw and each result of the current block is
 * written to NAME.part, at least once a second, and taken from there if the work was interrupted.
 * The file is emptied when the block is in the set, and removed with the last one.
 *
 *     8 bytes   "c4epart" and the version of this format, 1
 *     ...       pieces
 *
 * A piece is its kind in a byte, its index in the block in 4, a number in 8, and in 8 the checksum
 * of these and of the block that it belongs to. Pieces of another block count as never written,
 * and so does whatever follows a damaged one.
 */
#ifndef C4E_TRUTH_POSITION_PIECES_H
#define C4E_TRUTH_POSITION_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

enum piece_kind {
    PIECE_DRAWN,  /* the number is the key of a position, or 0 */
    PIECE_SOLVED, /* a result or a score, plus PIECE_ZERO */
};

#define PIECE_ZERO 128

struct position_pieces {
    FILE *file;
    char *path;       /* owned */
    uint64_t block;   /* a name of the current block, which no other has */
    double flushed_s; /* when the file was last up to date */
    int why;          /* errno of the first piece that could not be written, or 0 */
};

/* Opens the file beside that set, or creates it. A file of that name that is something else is an
 * error. */
int position_pieces_open(struct position_pieces *pieces, const char *set, struct err *err);

/* Before the pieces of a block. What the file holds of other blocks is forgotten. */
int position_pieces_begin(struct position_pieces *pieces, uint64_t block, struct err *err);

/* Copies the numbers of a kind that are there, by index below n, and marks these as known. */
int position_pieces_take(struct position_pieces *pieces, enum piece_kind kind, uint64_t *number,
                         bool *known, size_t n, struct err *err);

/* Appends a piece. Errors are told by position_pieces_flush. */
void position_pieces_put(struct position_pieces *pieces, enum piece_kind kind, size_t index,
                         uint64_t number);

/* Fails if a piece could not be written. */
int position_pieces_flush(struct position_pieces *pieces, struct err *err);

/* Closes the file; what was put stays in it. Accepts a zeroed struct. */
void position_pieces_close(struct position_pieces *pieces);

/* Removes the file beside a set that is finished. */
void position_pieces_remove(const struct position_pieces *pieces);

#endif
