/*
 * meta - strings under keys, and the ones that every run has.
 */
#ifndef C4E_STORE_META_H
#define C4E_STORE_META_H

#include "store/database.h"
#include "store/store.h"

#define META_PROGRAM "program" /* in every format: read before the format is known to fit */
#define META_NAME    "name"
#define META_SEED    "seed"
#define META_CONFIG  "config"

int meta_put(struct database *db, const char *key, const char *value, struct err *err);

/* The value, which the caller frees, or NULL where there is none. */
int meta_get(struct database *db, const char *key, char **value, struct err *err);

/* All that a run has, but for the program. */
int meta_write(struct database *db, const struct store_meta *meta, struct err *err);

/* The strings belong to whoever asked: meta_release frees them. */
int meta_read(struct database *db, struct store_meta *meta, struct err *err);
void meta_release(struct store_meta *meta);

#endif
