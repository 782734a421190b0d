/*
 * book - a table of exact results of positions of one number of plies.
 *
 * A complete book lists every position of that many plies in which nobody has
 * won; of two mirror images it lists one. The result of a position that is not in
 * the book is unknown. A book holds either the scores of search/solver.h or only
 * their signs: win, draw or loss of the side to move.
 *
 * A book file, numbers with the lowest byte first:
 *
 *     8 bytes   "c4ebook" and the version of this format, 2
 *     1 byte    plies
 *     1 byte    1 if it holds scores, 0 if win, draw or loss
 *     4 bytes   the number of positions
 *     2 bytes   columns and rows of the board
 *     ...       their keys, ascending: each as the difference to the one before it,
 *               seven bits a byte, lowest first, all but the last byte with bit 7 set
 *     ...       their results: a byte each with the score plus 64; or four to a byte, the
 *               first in the lowest bits: 0 a loss, 1 a draw, 2 a win
 *     8 bytes   the checksum of all bytes before
 *
 * Version 1 does not name the board: it is for BOARD_USUAL.
 */
#ifndef C4E_SEARCH_BOOK_H
#define C4E_SEARCH_BOOK_H

#include "base/bytes.h"
#include "search/search.h"
#include "search/solver.h"

#define BOOK_PLIES_MAX 12 /* 2,100,000 positions */

enum book_kind { BOOK_WDL, BOOK_SCORES };

struct book {
    int plies;
    enum book_kind kind;
    size_t n;
    uint64_t *key;      /* those of position_mirror_key, ascending */
    int8_t *result;     /* for the side to move */
    struct book *early; /* scores of positions of fewer plies; or NULL; owned */
};

/* A book of n positions, whose keys and results are zero and to be filled in. */
int book_init(struct book *book, int plies, enum book_kind kind, size_t n, struct err *err);
void book_release(struct book *book);

/* Lists all positions of that many plies; their results are zero. */
int book_list(struct book *book, int plies, enum book_kind kind, struct err *err);

/* A file that is missing, not a book, of an unknown version, for another board or damaged is an
 * error. */
int book_read(struct book *book, const char *path, struct err *err);

/* The same for the bytes of a book file, such as those of book_encode. */
int book_decode(struct book *book, const unsigned char *bytes, size_t size, struct err *err);

/* The bytes of a book file, which the caller frees; or NULL if there is no memory. */
unsigned char *book_encode(const struct book *book, size_t *size);

/* Replaces the file at once: other programs find the old one or the new one, never half of it. */
int book_write(const struct book *book, const char *path, struct err *err);

/* Leaves only win, draw or loss. `early` stays as it is. */
void book_keep_signs(struct book *book);

/* As bytes, for another process of the same program. */
void book_pack(const struct book *book, struct bytes *out);
int book_unpack(struct book *book, struct bytes_reader *in, struct err *err);

/* The position with that key: one of two mirror images. The game must not be over. */
struct position book_position(uint64_t key);

/* The index of the position with that key, or n if the book does not have it. */
size_t book_index(const struct book *book, uint64_t key);

/* The result of a position, or SOLVER_UNKNOWN. Does not look into `early`. */
int book_lookup(const struct book *book, const struct position *pos);

/*
 * The value that a search gives to a position that is not over, for the side to
 * move. Positions of the book's number of plies are not searched if they are in
 * the book, or if they can be won at once: the value is that of the win, draw or
 * loss. False for all others.
 */
bool book_value(const struct book *book, enum win_rule rule, const struct position *pos,
                int32_t *value);

/* The book, with `early`, as solvers use it; it must stay in memory. */
struct solver_book book_for_solver(const struct book *book);

/* Continues a checksum with more bytes. It starts with BOOK_CHECKSUM. */
#define BOOK_CHECKSUM UINT64_C(0xcbf29ce484222325)
uint64_t book_checksum(uint64_t checksum, const void *bytes, size_t n);

/* The number of positions that are won, drawn and lost for the first player. */
struct book_facts {
    size_t won, drawn, lost;
    size_t quiet_won, quiet_drawn, quiet_lost; /* where neither side can win with the next disc */
};

struct book_facts book_facts(const struct book *book);

/* Reads the books that come with the program: the scores after 8 plies, and, as `early`, those after
 * 3 plies. If they are not found, the book is empty. */
int book_read_shipped(struct book *book, struct err *err);

#endif
