/*
 * store - a run on disk: the SQLite file DIR/run.db, and nothing else.
 *
 * This room is the only place that knows SQL. The rest of the program sees a
 * journal (evolve/journal.h), a few strings, and walks over everything of a kind.
 *
 * Nothing lost. Every call of the journal is one transaction of a write-ahead
 * log. Once it returns 0, the operating system has all of it, and `kill -9` at
 * any later moment changes nothing; before that, the file holds none of it. The
 * log is not forced to disk at each call (synchronous=NORMAL), because that would
 * cost a run more than it can lose: after a power failure the file goes back to
 * the state after some earlier call, and what is missing is played again, with
 * the same results.
 *
 * One writer, any number of readers. The writer holds a lock that the kernel
 * drops when its process ends, however it ends, so no lock is ever stale. A
 * reader takes no lock and sees the run as it was when the reader opened it,
 * while the writer goes on. Readers work in folders that they cannot write to and
 * on full disks. Within a process, one thread at a time uses a store.
 *
 * Nothing false. Each row has a checksum of its content that is checked whenever
 * the row is read. Opening for writing checks the whole file and refuses it if
 * anything is wrong; the intact part of a damaged run can still be read. A log
 * that was damaged after a crash counts as lost from that point on, as after a
 * power failure.
 *
 * Files of older formats can be read and written; see schema.h. The file can be
 * read with the sqlite3 shell; schema.c has the tables.
 */
#ifndef C4E_STORE_STORE_H
#define C4E_STORE_STORE_H

#include "base/err.h"
#include "evolve/journal.h"
#include "stats/tally.h"
#include "store/folder.h"

enum store_mode { STORE_READ, STORE_WRITE };

/* What is known before the first game. Strings may hold any bytes except zero. */
struct store_meta {
    const char *name; /* of the run */
    uint64_t seed;
    const char *config;  /* the text of the config as it was read */
    const char *program; /* version of the program that created the file; ignored by store_create */

    /* More strings for store_create to set: key, value, key, value, NULL; or NULL. Not filled in
     * when a run is opened. */
    const char *const *strings;
};

struct store {
    char *dir;
    enum store_mode mode;
    struct folder_lock lock;
    struct store_meta meta; /* owned by the store */
    struct database *db;
};

/* Creates a run in dir, which is created with its parents if need be, and opens it for writing. A
 * folder that already holds a run is refused. */
int store_create(struct store *store, const char *dir, const struct store_meta *meta,
                 struct err *err);

int store_open(struct store *store, const char *dir, enum store_mode mode, struct err *err);

/* Also takes a zeroed store, or one that could not be opened. */
void store_close(struct store *store);

/* The journal of this run. It is valid while the store is open and is not moved. Calls that write
 * need STORE_WRITE. */
struct journal store_journal(struct store *store);

/* Strings under keys that the caller chooses. Reading gives NULL if the key was never set; the
 * caller frees the value. Setting replaces the value, in a transaction of its own. */
int store_get(struct store *store, const char *key, char **value, struct err *err);
int store_set(struct store *store, const char *key, const char *value, struct err *err);

/* Keys of what a run knows about its config. */
#define RUN_PATH        "config path"
#define RUN_OVERRIDES   "overrides"   /* one section.key=value per line */
#define RUN_GENERATIONS "generations" /* if resume changed it */
#define RUN_TWINS       "twins"       /* see stored_config.h */
#define RUN_TRUTH_FILES "truth files" /* the same */
#define RUN_HEURISTICS  "heuristics"  /* names and checksums of those that users wrote */
#define RUN_RULES       "rules"       /* that it is played by; the oldest runs do not say */

/*
 * Creates a run in `to` that continues from a saved generation of the run in
 * `from`, which may be one that is being written. It holds the population of
 * that generation, which will be played again, and all generations before it.
 * All strings are copied too, and STORE_FORKED_FROM names the original.
 */
int store_fork(const char *from, uint32_t generation, const char *to, struct err *err);

#define STORE_FORKED_FROM "forked from" /* "DIR, generation G" */

/*
 * Walks: everything of a kind in order, one item at a time, in memory that does
 * not grow with the run. The item is only valid during the call. If a callback
 * returns anything but 0, the walk ends and returns the same. Callbacks may read
 * anything, but must not start the walk that they are called from.
 */

/* A pairing without its games: the results of a as first and as second player. */
struct pairing_summary {
    uint32_t generation;
    uint32_t slot;
    uint32_t a, b;
    uint32_t games;
    struct wdl first, second;
};

/* Genomes with ids from `first` to `last`, hand-picked ones included. */
int store_each_genome(struct store *store, uint32_t first, uint32_t last,
                      int (*each)(void *context, const struct journal_genome *genome,
                                  struct err *err),
                      void *context, struct err *err);

/* The other walks go by generation, from `first` to `last`, then by slot. */
int store_each_pairing(struct store *store, uint32_t first, uint32_t last,
                       int (*each)(void *context, const struct pairing_summary *pairing,
                                   struct err *err),
                       void *context, struct err *err);

/* Generations come without their ratings (NULL). */
int store_each_generation(struct store *store, uint32_t first, uint32_t last,
                          int (*each)(void *context, const struct journal_generation *generation,
                                      struct err *err),
                          void *context, struct err *err);

int store_each_time(struct store *store, uint32_t first, uint32_t last,
                    int (*each)(void *context, const struct journal_time *time, struct err *err),
                    void *context, struct err *err);

#endif
