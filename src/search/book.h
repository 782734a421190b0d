/*
 * book - results of perfect play, known beforehand, for positions of one number
 * of plies.
 *
 * A complete book lists every position in which nobody has won after so many
 * plies, mirror images once; a position that a book does not list is unknown.
 * It holds either the scores of search/solver.h or only their signs: win, draw
 * or loss of the side to move.
 *
 * A book file, numbers with the lowest byte first:
 *
 *     8 bytes   "c4ebook" and the version of this format, 2
 *     1 byte    plies
 *     1 byte    1 if it holds scores, 0 if win, draw or loss
 *     4 bytes   how many positions
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
    uint64_t *key;      /* ascending; that of position_mirror_key */
    int8_t *result;     /* for the side to move */
    struct book *early; /* with scores, of fewer plies; NULL for none; owned */
};

/* A book without results: n keys to be filled in, which are zero. */
int book_init(struct book *book, int plies, enum book_kind kind, size_t n, struct err *err);
void book_release(struct book *book);

/* The keys of all positions of so many plies; the results are zero. */
int book_list(struct book *book, int plies, enum book_kind kind, struct err *err);

/* A file that is missing, not a book, of an unknown version, for another board or damaged is an
 * error. */
int book_read(struct book *book, const char *path, struct err *err);

/* Whoever reads the file meanwhile finds the old one or the new one, never half of it. */
int book_write(const struct book *book, const char *path, struct err *err);

/* For another process of the same program. */
void book_pack(const struct book *book, struct bytes *out);
int book_unpack(struct book *book, struct bytes_reader *in, struct err *err);

/* The position with a key: of two mirror images, one. The game is not over. */
struct position book_position(uint64_t key);

/* The result of a position of any number of plies, or SOLVER_UNKNOWN; `early` is not asked. */
int book_lookup(const struct book *book, const struct position *pos);

/*
 * The value that a search gives to a position that is not over, for the side to
 * move. Positions of the book's number of plies are not searched if they are in
 * the book, or if they can be won at once: the value is that of the win, draw or
 * loss. False for all others.
 */
bool book_value(const struct book *book, enum win_rule rule, const struct position *pos,
                int32_t *value);

/* For solvers, `early` and all; the book must stay in memory. */
struct solver_book book_for_solver(const struct book *book);

/* The checksum of bytes that follow others of a given checksum, first BOOK_CHECKSUM. */
#define BOOK_CHECKSUM UINT64_C(0xcbf29ce484222325)
uint64_t book_checksum(uint64_t checksum, const void *bytes, size_t n);

/* How many positions are won, drawn and lost for the first player. */
struct book_facts {
    size_t won, drawn, lost;
    size_t quiet_won, quiet_drawn,
        quiet_lost; /* of those where nobody can win with the next disc */
};

struct book_facts book_facts(const struct book *book);

/* Reads the books that come with the program: win, draw or loss after 8 plies, and the scores after
 * 3, which answer what is asked about the empty board. The book is empty if they are not there. */
int book_read_shipped(struct book *book, struct err *err);

#endif
