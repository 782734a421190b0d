/*
 * search - how a player looks ahead.
 *
 * A search is a row of a table, chosen by name. It gets a position that is not
 * over, the keys of the player, its evaluator (or NULL), the memory of the
 * worker thread, and a random stream; it returns the column to play. Searches
 * keep no state of their own: the same input gives the same choice whatever
 * the worker did before.
 *
 * Values are seen from the side that chooses. A leaf is worth what the
 * evaluator says, in its units; under win=decay it is cut to whole weights, and
 * the value of the chosen move is not decayed once more at the root. Mcts, which
 * has no evaluator, gives the average points of its games, 0 to EVAL_UNITS, and
 * counts games as nodes.
 */
#ifndef C4E_SEARCH_SEARCH_H
#define C4E_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/stream.h"
#include "game/notation.h"
#include "heuristic/sampler.h"

#define WIN_VALUE (EVAL_LIMIT + 1000) /* minus the plies of the game under win=distance */
#define BOOK_WIN                                                                                   \
    (EVAL_LIMIT + 500)    /* a win by a book without scores: less than any win that is searched */
#define DECAY_WIN   10000 /* weights, not units */
#define INFINITE    (EVAL_LIMIT + 2000)
#define DEPTH_LIMIT CELLS

enum ties { TIES_FIRST, TIES_CENTER, TIES_RANDOM };
enum win_rule { WIN_DISTANCE, WIN_FLAT, WIN_DECAY };
enum view {
    VIEW_MOVER,
    VIEW_ROOT,
    VIEW_OTHER /* not the side that chooses: for replies in a pv, see pv.h */
};

/*
 * What a leaf is worth. EXTEND_NONE: what the evaluator says. EXTEND_FORCED: a
 * leaf whose side to move can win with its next disc is won; else, if the opponent
 * has two cells to win on, it is lost; if the opponent has one, that cell is played
 * and what follows is looked at in the same way, in the book first if there is one,
 * until the board is full or a position is quiet and evaluated. Under VIEW_MOVER its
 * viewer is the side that made the last of these moves.
 */
enum extend { EXTEND_NONE, EXTEND_FORCED };

enum final_rule { FINAL_DEFAULT /* as FINAL_VISITS */, FINAL_VISITS, FINAL_RATIO };

struct book;     /* see book.h */
struct worker;   /* the memory of one thread, see worker.h */
struct uci_spec; /* see engines/uci_spec.h; to searches it is just a name */

struct search_keys {
    int depth;               /* plies; with a limit of nodes or seconds, the most that are tried */
    enum ties ties;          /* which of equally good moves */
    enum win_rule win;       /* what a win is worth */
    enum view view;          /* whose point of view asymmetric weights take */
    enum extend extend;      /* what leaves are worth; not with WIN_DECAY */
    uint64_t nodes;          /* 0: no limit */
    double seconds;          /* 0: no limit */
    const struct book *book; /* known results, or NULL */
    uint32_t iterations;     /* of mcts; 0: no limit */
    enum final_rule final;   /* of mcts: the move with the most visits, or points per visit */
    int sample;              /* number of lines sampled per evaluation; 0: all lines count */
    const struct sampler *sampler; /* draws them; or NULL */
    struct uci_spec *uci;          /* the engine that chooses; NULL for our own searches */
    int variant;                   /* of the search's variants, counted from 1; 0: the first */
};

/* In place of a column: the player failed to choose one, and loses its game. */
#define NO_MOVE (-1)

struct choice {
    int column; /* an open one; or NO_MOVE, with a reason in worker->why, which our own searches
                 * never give */
    int depth;  /* plies looked ahead; with a limit, those of the last finished step */
    int32_t value;
    uint64_t nodes;
};

/*
 * Follows alpha-beta while it searches; other searches ignore it. The search
 * then deepens one ply at a time, which does not change its choice.
 */
struct search_watch {
    /* Called after each finished step, or NULL: with its choice (any of random ties), and its pv,
     * which may be shorter than the depth. */
    void (*step)(void *context, const struct choice *choice, const struct moves *pv);
    void *context;
};

struct search_input {
    const struct search_keys *keys;
    const struct evaluator *ev;
    const struct position *pos;
    const struct search_watch *watch; /* or NULL */
    unsigned columns; /* the only ones to choose from, bit c for column c; 0: all. Only searches
                       * with has_values heed it */
};

/* Keys that only some searches use, as bits of search.takes. Every search accepts all other keys,
 * and the depth. */
enum search_takes {
    TAKES_NODES = 1,
    TAKES_TIME = 2,
    TAKES_BOOK = 4,
    TAKES_SAMPLE = 8,
    TAKES_ITERATIONS = 16,
    TAKES_FINAL = 32,
    TAKES_DEPTH = 64,
    TAKES_VARIANT = 128,
    TAKES_EXTEND = 256,
};

/* Everything the program knows about a search: nothing else lists searches. */
struct search {
    const char *name;
    const char *help;
    void (*choose)(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice);
    unsigned takes; /* of enum search_takes */
    bool needs_genome;
    bool random;      /* makes random choices whatever `ties` says */
    bool has_pv;      /* expects best replies: see pv.h */
    bool needs_limit; /* of nodes or time: without one, a default number of nodes is used */
    bool has_book;    /* uses the book that comes with the program by default */
    bool can_stop;    /* stops within a move, with the best so far, if the worker's flag is set */
    bool exports_c;   /* can be exported as C, with choose_NAME in its sources */
    bool has_values;  /* values each column: see move_values.h */

    /* Of searches that belong to a published study: */
    bool for_studies;            /* not offered among the values of the key `search` */
    const char *const *variants; /* what the key `variant` can be, ended by NULL; or NULL */

    /* How games end in the study's program; NULL: by the rules of the game. Play may then continue
     * after a four. */
    enum outcome (*outcome)(const struct position *pos);
    bool no_move_draws; /* under such rules, failing to move is a draw instead of a loss */
};

/* The searches by number, from 0 on; NULL after the last. */
const struct search *search_at(int i);

/* The number of a search; -1 if it is not one of the table's. */
int search_index(const struct search *search);

const struct search *search_find(const char *name);

/* Adds a row, which must stay in memory. Called by main before anything else: rooms above this
 * one may have searches of their own. */
void search_add(const struct search *row);

/* The names of the searches that take one of those keys: "a, b and c". With takes 0 those of all
 * searches but the studies': "a, b, c". */
#define SEARCH_NAMES_SIZE 400
const char *search_names(unsigned takes, char *buf, size_t size);

/* The bits of enum search_takes that the keys use, without the depth. */
unsigned search_keys_used(const struct search_keys *keys);

/* The chosen row of the search's variants. */
static inline int search_variant(const struct search_input *in)
{
    return in->keys->variant ? in->keys->variant - 1 : 0;
}

/* The moves that a search chooses from. */
static inline uint64_t search_moves(const struct search_input *in)
{
    uint64_t moves = playable_cells(in->pos->all), kept = 0;

    for (int column = 0; column < COLUMNS; column++)
        if (in->columns & 1u << column)
            kept |= moves & column_cells(column);
    return in->columns ? kept : moves;
}

/* Picks one column of a non-empty set (bit c for column c), as `ties` says. */
int choose_tied(unsigned columns, enum ties ties, struct rng *rng);

/* The value of a game that ends with a four after `plies` plies, for the winner. */
static inline int32_t win_value(enum win_rule rule, int plies)
{
    switch (rule) {
    case WIN_DISTANCE:
        return WIN_VALUE - plies;
    case WIN_FLAT:
        return WIN_VALUE;
    case WIN_DECAY:
        return DECAY_WIN;
    }
    return WIN_VALUE;
}

/* The side from whose point of view a search of that depth evaluates its leaves. */
static inline enum side leaf_viewer(enum view view, const struct position *root, int depth)
{
    enum side chooser = side_to_move(root);

    if (view == VIEW_OTHER)
        return (enum side) !chooser;
    return view == VIEW_ROOT || depth % 2 == 1 ? chooser : (enum side) !chooser;
}

/* The view of a search that goes on from a later position of a pv whose leaves have this viewer. */
static inline enum view view_later(enum view view, enum side viewer, const struct position *pos)
{
    if (view == VIEW_MOVER)
        return VIEW_MOVER;
    return side_to_move(pos) == viewer ? VIEW_ROOT : VIEW_OTHER;
}

void choose_random(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice);
void choose_forward(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice);
void choose_greedy(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice);
void choose_minimax(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice);
void choose_alphabeta(const struct search_input *in, struct worker *worker, struct rng *rng,
                      struct choice *choice);
void choose_best(const struct search_input *in, struct worker *worker, struct rng *rng,
                 struct choice *choice);
void choose_expectimax(const struct search_input *in, struct worker *worker, struct rng *rng,
                       struct choice *choice);
void choose_mcts(const struct search_input *in, struct worker *worker, struct rng *rng,
                 struct choice *choice);
void choose_perfect(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice);
void choose_victor(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice);

#endif
