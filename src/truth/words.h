/*
 * words - what is going on in a position, in short sentences.
 *
 * Every sentence is true: it follows from the board itself, from exact scores, or
 * from a proof. It carries its claim in a form that tests can check against the
 * solver.
 */
#ifndef C4E_TRUTH_WORDS_H
#define C4E_TRUTH_WORDS_H

#include "rules/proof.h"
#include "truth/ending.h"

enum saying_kind {
    SAYS_WINS,        /* with best play, `side` wins with move number `number` */
    SAYS_DRAW,        /* with best play it is a draw */
    SAYS_MOVES,       /* exactly `columns` lead to the best result */
    SAYS_AT_ONCE,     /* `side`, to move, can complete a four on `cell` */
    SAYS_MUST_STOP,   /* `side`, to move, has to play on `cell`, or loses with the next disc */
    SAYS_CANNOT_STOP, /* `side`, to move, loses with the next disc whatever it does */
    SAYS_ENDING,      /* on the best line of play `side` completes its four on `cell` */
    SAYS_FILL_UP,     /* `side` wins when the safe cells are used up */
    SAYS_POISONED,    /* if `side` plays in one of `columns`, the other wins on top of its disc */
    SAYS_NOT_LOST,    /* `side` does not lose, by rules */
    SAYS_PROVED_WIN,  /* `side` wins, by rules */
    SAYS_RULE         /* what one rule of a proof promises `side` */
};

#define SAYING_SIZE 320
#define SAYINGS_MAX 48

struct saying {
    enum saying_kind kind;
    int side; /* 0 for the first player, 1 for the second */
    uint64_t cell;
    unsigned columns; /* bit c for column c */
    int number;
    char text[SAYING_SIZE];
};

struct sayings {
    const char *disc[2]; /* how the sides are called: "X" and "O" */
    bool results_only;   /* scores are 1, 0 and -1: no move numbers follow from them */
    int n;
    struct saying list[SAYINGS_MAX];
};

void sayings_begin(struct sayings *s, const char *first, const char *second);

/* Adds a sentence; its other fields are zero and may be set. */
__attribute__((format(printf, 4, 5))) struct saying *
sayings_add(struct sayings *s, enum saying_kind kind, int side, const char *fmt, ...);

/* What a position that is not over is about: the result, what must be done at once, what decides in
 * the end, and which columns are poisoned. The scores are exact, for the side to move. */
void words_plan(struct sayings *s, const struct position *pos, const int score[COLUMNS],
                const struct ending *ending);

/* What a proof says, and what each of its rules promises; nothing if there is none. */
void words_proof(struct sayings *s, const struct position *pos, const struct proof *proof);

/*
 * The end of a sentence that begins with a column: why the move is good, such as
 * "stops O's four on c3 and is the only move that keeps the draw"; or, if it is a
 * mistake, what it gives away. `after` is the ending from the position after the
 * move, or NULL if that was not looked for. Returns buf.
 */
const char *words_move(const struct sayings *s, const struct position *pos, int column,
                       const int score[COLUMNS], const struct ending *after, char buf[SAYING_SIZE]);

/* How an ending is reached: "by the odd threat on c3"; "" for a draw. Returns buf. */
const char *words_ending(const struct ending *ending, char buf[SAYING_SIZE]);

/* Columns as text: "1, 2 and 7". Returns buf. */
#define COLUMNS_TEXT_SIZE (4 * COLUMNS + 8)
const char *words_columns(unsigned columns, char buf[COLUMNS_TEXT_SIZE]);

/* Cells as text: "a2, b4 and c6". Returns buf. */
#define CELLS_TEXT_SIZE (4 * CELLS + 8)
const char *words_cells(uint64_t cells, const char *last, char buf[CELLS_TEXT_SIZE]);

/* The best score, and the columns that reach its result. */
int best_score(const int score[COLUMNS]);

/* The best column. Of equal ones a move that makes four or two threats at once, then the most
 * central. */
int best_column(const struct position *pos, const int score[COLUMNS]);
unsigned columns_with_result(const int score[COLUMNS], int result);

#endif
