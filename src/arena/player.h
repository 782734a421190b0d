/*
 * player - a genome, a search and its limits.
 *
 * As text, anywhere a player is expected:
 *
 *     GENOME[:key=value,...]     genomes/fevalb.ini:search=alphabeta,depth=5
 *     random | forward | mcts | perfect | victor
 *                                players without a genome
 *     human                      a person: prompts on stderr, answers on stdin
 *     uci:COMMAND[:key=value,...]
 *                                a program that speaks UCI; see uci_spec.h
 *
 * A key is one of player_keys or the name of a gene. GENOME is a file, the folder
 * of a run, meaning its champion, a genome of a run as in reports/gen3#2024, the bare
 * name of a file in ./genomes or among the genomes that come with the program, or the
 * name of a user's heuristic, meaning its defaults.
 *
 * A player that is ready does not change, so all threads share it.
 */
#ifndef C4E_ARENA_PLAYER_H
#define C4E_ARENA_PLAYER_H

#include "base/bytes.h"
#include "heuristic/genome.h"
#include "search/book.h"
#include "search/search.h"
#include "search/worker.h"

struct player {
    char *name; /* as shown to people; owned */
    const struct search *search;
    struct search_keys keys; /* depth 0 until player_ready */
    bool own_depth;          /* the depth was given, it is not the default */
    bool own_nodes;          /* the same for the nodes */
    bool has_genome;
    struct genome genome;
    struct evaluator *ev;    /* compiled by player_ready; owned */
    struct book *book;       /* the one in keys, if it was read for this player; owned */
    bool shipped_book;       /* that one came with the program */
    bool no_book;            /* book=none: not even the one that comes with the program */
    struct sampler *sampler; /* the one in keys, made by player_ready; owned */
    char variant[24];        /* by name, until player_ready finds it among those of the search */
};

struct player_key {
    const char *name;
    const char *values; /* NULL: 1 to `most`, or the names of the searches if that is 0 */
    const char *help;
    int (*set)(struct player *player, const char *value, struct err *err);
    unsigned takes; /* bit of enum search_takes that a search needs to use the key; 0: all do */
    int most;
};

/* The rows, ended by one without a name. */
extern const struct player_key player_keys[];

/* The values of a key, for help texts; may be stored in buf. */
const char *player_keys_values(const struct player_key *key, char *buf, size_t size);

/* The best genome that comes with the program for this board, and what a person calls it. */
#if BOARD_IS_USUAL
#define PLAYER_BEST            "champion"
#define PLAYER_BEST_NAME       "the champion"
#define PLAYER_BEST_WHOLE_NAME "the evolved champion"
#else
#define PLAYER_BEST            "fevalb"
#define PLAYER_BEST_NAME       "a hand-picked heuristic"
#define PLAYER_BEST_WHOLE_NAME PLAYER_BEST_NAME
#endif

/* An alpha-beta player that has no genome yet. */
int player_init(struct player *player, const char *name, struct err *err);
void player_release(struct player *player);

/* Releases n players, and the list that was allocated for them; it may be NULL. */
void players_release(struct player *list, size_t n);

/* Sets a key or a gene. A genome has to be loaded before its genes are changed. */
int player_set(struct player *player, const char *key, const char *value, struct err *err);

/* Sets everything in "key=value,key=value"; quotation marks protect commas. */
int player_set_all(struct player *player, const char *text, struct err *err);

/* Whether the player's search uses the key. True for names that are not keys. */
bool player_takes_key(const struct player *player, const char *key);

/* Refuses keys that only other searches use. Part of player_keys_ready. */
int player_keys_check(const struct player *player, struct err *err);

/* Checks the keys, fills in defaults, and loads what the keys name, such as a book. Part of
 * player_ready; player_release calls player_keys_release. */
int player_keys_ready(struct player *player, struct err *err);
void player_keys_release(struct player *player);

/* The search of that name if it needs no genome, as in "random"; or NULL. */
const struct search *player_without_genome(const char *name);

/* Reads what player_genome_path found: a file, the champion of a run, a genome of it, or the defaults
 * of a user's heuristic or engine. */
int player_read_genome(struct genome *genome, const char *name, struct err *err);

/* Whether the name is that of a genome of a run, RUN#ID. */
bool player_of_run(const char *name);

/* Finds the file of a genome: the path itself, or a bare name in the known folders. The name of a
 * user's heuristic stays as it is: see custom_read. So does RUN#ID. */
int player_genome_path(const char *name, char *path, size_t size, struct err *err);

/* Calls `found` with the bare name of every genome in the known folders. */
typedef void player_genome_found(void *context, const char *name);
void player_list_genomes(player_genome_found *found, void *context);

/* Reads genomes that are not files of their own: those of runs, which rooms above this one know. */
struct player_source {
    bool (*knows)(const char *name);
    int (*read)(struct genome *genome, const char *name, struct err *err);
};

/* Called by main before anything else. The source must stay in memory. */
void player_set_source(const struct player_source *source);

/* Loads a genome, or takes the name of a search that needs none, or uci:COMMAND. */
int player_load(struct player *player, const char *genome, struct err *err);

/* Checks that nothing is missing, fills in defaults and compiles the genome. Starts an engine once
 * to check that it plays. */
int player_ready(struct player *player, struct err *err);

/* The same for n players, with all threads. Gaps in the list, which have no search, stay. */
int players_ready(struct player *list, size_t n, struct err *err);

/* Does all of the above from text, which is also the name. */
int player_parse(struct player *player, const char *text, struct err *err);

/* Whether the player always makes the same move in the same position. */
bool player_deterministic(const struct player *player);

/* A person, see human.h: games with one are played one after the other. */
bool player_is_human(const struct player *player);

/* The player's move in a position that is not over, or NO_MOVE with the reason in worker->why.
 * The random stream has the name given, and is used only by random choices. Once the worker has
 * been told to stop (worker_stopped), the choice is meaningless. */
void player_move(const struct player *player, const struct position *pos, struct worker *worker,
                 struct stream stream, struct choice *choice);

/* The moves that the player expects with that choice, see search/pv.h. */
void player_pv(const struct player *player, const struct position *pos, const struct choice *choice,
               struct worker *worker, struct moves *line);

/* What the player, whose search must have has_values, thinks of every column after that choice; see
 * search/move_values.h. The stream is the one that the choice was made with. */
void player_values(const struct player *player, const struct position *pos,
                   const struct choice *choice, struct stream stream, struct worker *worker,
                   int32_t value[COLUMNS]);

/* Whether another process can play for it: not for people and engines. */
bool player_is_portable(const struct player *player);

/* Players in a message to another process, with everything they need: keys, genes and book, but
 * not names. Players that are not portable leave gaps in the list that players_unpack allocates. */
void players_pack(const struct player *list, size_t n, struct bytes *out);
int players_unpack(struct player **list, size_t *n, struct bytes_reader *in, struct err *err);

#endif
