/*
 * store - a run on disk: the SQLite file DIR/run.db, and nothing else.
 *
 * This folder is the only place that knows SQL. The rest of the program sees a
 * journal (evolve/journal.h), a few strings, and lists that are walked.
 *
 * Nothing lost. Every call of the journal is one transaction of a write-ahead
 * log: when it returns 0 the operating system has all of it, and `kill -9` at
 * any later moment changes nothing; before that, the file holds none of it. The
 * log is not forced to the disk at each call (synchronous=NORMAL), because that
 * would cost a run more than it can lose: when the power fails, the file goes
 * back to some earlier call, whole, by as much as the system had not written
 * yet, and what is missing is played again, with the same results.
 *
 * One writer, any number of readers. The writer holds a lock that the kernel
 * drops when its process ends, however it ends, so no lock is ever stale. A
 * reader takes no lock and sees the run as it was when the reader opened it,
 * while the writer goes on. Readers work in folders that they may not write, and
 * on disks that are full. Within a process, one thread at a time uses a store.
 *
 * Nothing false. Each row carries a checksum of its content, which is looked at
 * whenever the row is read; opening for writing looks at the whole file, and
 * refuses it if anything is wrong. What is left of a damaged run can be read. A
 * log that was damaged after a crash counts as lost from there on, as after a
 * failure of power.
 *
 * The file can be read with the sqlite3 shell; the tables are in schema.c.
 */
#ifndef C4E_STORE_STORE_H
#define C4E_STORE_STORE_H

#include "stats/tally.h"
#include "base/err.h"
#include "evolve/journal.h"
#include "store/lock.h"

enum store_mode { STORE_READ, STORE_WRITE };

/* What is known before the first game. Strings may hold any bytes but zero. */
struct store_meta {
    const char *name; /* of the run */
    uint64_t seed;
    const char *config;  /* the text of the config as it was read */
    const char *program; /* version of the program that made the file; not asked for */

    /* More that a new run has from its first moment, as store_set would set it: key,
     * value, key, value, NULL; or NULL. Not there in a run that was opened. */
    const char *const *strings;
};

struct store {
    char *dir;
    enum store_mode mode;
    struct lock lock;
    struct store_meta meta; /* owned by the store */
    struct database *db;
};

/* Makes a new run in dir, which is made as well, with its parents, and opens it
 * for writing. A folder that already holds a run is refused. */
int store_create(struct store *store, const char *dir, const struct store_meta *meta,
                 struct err *err);

int store_open(struct store *store, const char *dir, enum store_mode mode, struct err *err);

/* Also takes a zeroed store, or one that could not be opened. */
void store_close(struct store *store);

/* The journal of this run. It lives as long as the store stays open, and the
 * store must not move meanwhile. Calls that write need STORE_WRITE. */
struct journal store_journal(struct store *store);

/*
 * Strings under a key of one's own choice. Reading gives NULL where nothing was
 * set; the caller frees the value. Setting replaces, in a transaction of its own.
 */
int store_get(struct store *store, const char *key, char **value, struct err *err);
int store_set(struct store *store, const char *key, const char *value, struct err *err);

/* Keys of what a run keeps about its config. */
#define RUN_PATH        "config path"
#define RUN_OVERRIDES   "overrides"   /* one section.key=value a line */
#define RUN_GENERATIONS "generations" /* when resume has changed it */

/*
 * Makes a new run in `to` that goes on from a saved generation of the run in
 * `from`, which may be one that is being written. It holds the population of
 * that generation, which is to be played again, and all generations before it
 * as they were closed. All strings are copied too, and STORE_FORKED_FROM says
 * where they come from.
 */
int store_fork(const char *from, uint32_t generation, const char *to, struct err *err);

#define STORE_FORKED_FROM "forked from" /* "DIR, generation G" */

/*
 * Walks: everything of a kind in order, one record at a time, in memory that
 * does not grow with the run. The record is valid during the call only. A
 * callback that returns anything but 0 ends the walk, which returns the same.
 * Callbacks may read whatever they like, but not begin the walk they are in.
 */

/* A pairing without its games: a's results where it moved first, and second. */
struct pairing_summary {
    uint32_t generation;
    uint32_t slot;
    uint32_t a, b;
    uint32_t games;
    struct wdl first, second;
};

/* Genomes by id, opponents included; ids from `first` to `last`. */
int store_each_genome(struct store *store, uint32_t first, uint32_t last,
                      int (*each)(void *context, const struct journal_genome *record,
                                  struct err *err),
                      void *context, struct err *err);

/* The others by generation, from `first` to `last`, then by slot. */
int store_each_pairing(struct store *store, uint32_t first, uint32_t last,
                       int (*each)(void *context, const struct pairing_summary *record,
                                   struct err *err),
                       void *context, struct err *err);

/* Records come without their ratings (NULL). */
int store_each_generation(struct store *store, uint32_t first, uint32_t last,
                          int (*each)(void *context, const struct journal_generation *record,
                                      struct err *err),
                          void *context, struct err *err);

int store_each_time(struct store *store, uint32_t first, uint32_t last,
                    int (*each)(void *context, const struct journal_time *record, struct err *err),
                    void *context, struct err *err);

int store_each_rating(struct store *store, uint32_t first, uint32_t last,
                      int (*each)(void *context, uint32_t generation,
                                  const struct journal_rating *record, struct err *err),
                      void *context, struct err *err);

#endif
