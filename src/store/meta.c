#include "store/meta.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "store/row.h"

int meta_put(struct database *db, const char *key, const char *value, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_META);

    row_put_text(&row, key, strlen(key));
    row_put_text(&row, value, strlen(value));
    return row_insert(&row, err);
}

int meta_get(struct database *db, const char *key, char **value, struct err *err)
{
    struct row row = row_of(db, STATEMENT_READ_META);
    const void *text;
    size_t size;
    int status;

    *value = NULL;
    row_put_text(&row, key, strlen(key));
    status = row_next(&row, err);
    if (status <= 0)
        return status;
    row.column = 1;
    text = row_get_bytes(&row, &size);
    *value = calloc(1, size + 1);
    if (*value)
        memcpy(*value, text, size);
    row_end(&row);
    return *value ? 0 : err_set(err, "out of memory");
}

int meta_write(struct database *db, const struct store_meta *meta, struct err *err)
{
    char seed[32];

    for (const char *const *s = meta->strings; s && *s; s += 2)
        if (meta_put(db, s[0], s[1], err))
            return -1;
    snprintf(seed, sizeof seed, "%" PRIu64, meta->seed);
    return meta_put(db, META_NAME, meta->name, err) || meta_put(db, META_SEED, seed, err) ||
                   meta_put(db, META_CONFIG, meta->config, err)
               ? -1
               : 0;
}

/* For what every run has. */
static int get_always(struct database *db, const char *key, char **value, struct err *err)
{
    if (meta_get(db, key, value, err))
        return -1;
    return *value ? 0 : database_damaged(db, key, err);
}

int meta_read(struct database *db, struct store_meta *meta, struct err *err)
{
    char *name = NULL, *seed = NULL, *config = NULL, *program = NULL;
    int status = -1;

    *meta = (struct store_meta){ 0 };
    if (get_always(db, META_NAME, &name, err) == 0 && get_always(db, META_SEED, &seed, err) == 0 &&
        get_always(db, META_CONFIG, &config, err) == 0 &&
        get_always(db, META_PROGRAM, &program, err) == 0)
        status = num_parse_u64(seed, &meta->seed) ? database_damaged(db, META_SEED, err) : 0;
    free(seed);
    meta->name = name;
    meta->config = config;
    meta->program = program;
    return status;
}

void meta_release(struct store_meta *meta)
{
    free((char *)meta->name);
    free((char *)meta->config);
    free((char *)meta->program);
    *meta = (struct store_meta){ 0 };
}
