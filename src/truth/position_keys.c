#include "truth/position_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "search/book.h"
#include "truth/position_set.h"
#include "truth/solved.h"

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static int add_keys(struct position_keys *keys, const uint64_t *more, size_t n, struct err *err)
{
    uint64_t *all = realloc(keys->key, (keys->n + n + 1) * sizeof *all);
    size_t kept = 0;

    if (!all)
        return err_shortage(err, "out of memory: %zu positions to leave out", n);
    keys->key = all;
    memcpy(all + keys->n, more, n * sizeof *all);
    qsort(all, keys->n + n, sizeof *all, compare_keys);
    for (size_t i = 0; i < keys->n + n; i++)
        if (kept == 0 || all[kept - 1] != all[i])
            all[kept++] = all[i];
    keys->n = kept;
    return 0;
}

/* The keys of a file, which the caller frees; or NULL. */
static uint64_t *read_keys(const char *path, size_t *n, struct err *err)
{
    struct position_set set = { 0 };
    struct solved_set text = { 0 };
    uint64_t *key = NULL;

    if (position_set_is(path) ? position_set_read(&set, path, err) : solved_read(&text, path, err))
        return NULL;
    *n = set.n + text.n;
    key = malloc((*n + 1) * sizeof *key);
    if (!key)
        err_shortage(err, "out of memory: %zu positions to leave out", *n);
    for (size_t i = 0; i < *n && key; i++)
        key[i] = set.n ? position_mirror_key(&set.pos[i]) : text.list[i].key;
    position_set_release(&set);
    solved_release(&text);
    return key;
}

int position_keys_add(struct position_keys *keys, const char *path, struct err *err)
{
    size_t n = 0;
    uint64_t *more = read_keys(path, &n, err);
    int status = more ? add_keys(keys, more, n, err) : -1;

    free(more);
    return status;
}

void position_keys_release(struct position_keys *keys)
{
    free(keys->key);
    *keys = (struct position_keys){ 0 };
}

uint64_t position_keys_checksum(const struct position_keys *keys)
{
    uint64_t sum = BOOK_CHECKSUM;
    unsigned char bytes[8];

    for (size_t i = 0; i < keys->n; i++) {
        portable_put(bytes, keys->key[i], 8);
        sum = book_checksum(sum, bytes, sizeof bytes);
    }
    return keys->n ? sum : 0;
}
