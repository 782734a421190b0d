/*
 * explain - what a player thinks of a position, whether it is right, and why.
 *
 * The player's value of a column is that of its own search, to the depth of its
 * choice. Where a search expects replies, the value is the evaluation at the end
 * of the expected moves, and is split by gene there; a value of another origin is
 * a single item. Items always add up exactly to the value.
 */
#ifndef C4E_TRUTH_EXPLAIN_H
#define C4E_TRUTH_EXPLAIN_H

#include "arena/player.h"
#include "heuristic/split.h"
#include "rules/threats.h"
#include "truth/words.h"

struct explained_column {
    bool open;
    bool has_value; /* the player has an opinion on this column */
    int32_t value;  /* for the side to move, in units */
    struct moves pv;
    struct split parts;     /* of the value; their sum */
    int score;              /* exact, for the side to move */
    bool mistake;           /* the result is worse than the best possible */
    enum proof_claim claim; /* that rules prove for the side to move after this move */
};

struct explanation {
    struct position pos;
    struct choice choice; /* of the player; or NO_MOVE */
    int32_t value;        /* of its choice, in units */
    struct split parts;   /* of that value */
    int second;           /* the column of the second-best value, or -1 */
    struct explained_column column[COLUMNS];
    int best; /* exact score of the position */
    struct threat threat[THREATS_MAX];
    int threats;
    struct ending ending;
    struct proof proof; /* of the side that is not to move */
    struct sayings plan;
    struct sayings proved;
    char difference[SAYING_SIZE]; /* between the two best columns, or "" */
    char verdict[SAYING_SIZE];    /* on the chosen move */
};

struct explain_input {
    const struct player *player;
    struct position pos;     /* not over */
    const struct book *book; /* for exact scores, or NULL */
    uint64_t seed;           /* of random choices */
};

/* Fails if the worker was told to stop, or memory has run out. The explanation is large: keep it
 * on the heap. */
int explain_position(struct explanation *e, const struct explain_input *in, struct worker *worker,
                     struct err *err);

/* Exact scores of all columns, by a solver with a book, which may be NULL. Returns -1 if stopped. */
int explain_scores(const struct position *pos, const struct book *book, struct worker *worker,
                   int score[COLUMNS]);

/* Only the results, 1, 0 or -1, which takes less time. */
int explain_results(const struct position *pos, const struct book *book, struct worker *worker,
                    int score[COLUMNS]);

/* The value and the parts that a player gives to each open column. Part of explain_position. */
void explain_columns(struct explanation *e, const struct explain_input *in, struct worker *worker);

#endif
