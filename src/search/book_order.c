#include "search/book_order.h"

#include <stdlib.h>

/* A position and when it was reached. */
struct reached {
    uint64_t key;
    size_t at;
};

static int compare_keys(const void *a, const void *b)
{
    const struct reached *x = a, *y = b;

    if (x->key != y->key)
        return x->key > y->key ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static int compare_times(const void *a, const void *b)
{
    const struct reached *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

/* Removes all but the first occurrence of each position. Returns how many are left. */
static size_t keep_first(struct reached *list, size_t n)
{
    size_t kept = 0;

    qsort(list, n, sizeof *list, compare_keys);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || list[kept - 1].key != list[i].key)
            list[kept++] = list[i];
    qsort(list, kept, sizeof *list, compare_times);
    return kept;
}

/* Replaces the positions by those after one more ply, in the order in which they are reached. */
static int next_ply(struct reached **list, size_t *n)
{
    struct reached *next = malloc(*n * COLUMNS * sizeof *next);
    size_t made = 0;

    if (!next)
        return -1;
    for (size_t i = 0; i < *n; i++) {
        struct position pos = book_position((*list)[i].key);

        for (uint64_t moves = playable_cells(pos.all); moves; moves &= moves - 1) {
            struct position after = pos;

            position_play(&after, moves & -moves);
            if (!has_four(after.own ^ after.all)) {
                next[made] = (struct reached){ position_mirror_key(&after), made };
                made++;
            }
        }
    }
    free(*list);
    *list = next;
    *n = keep_first(next, made);
    return 0;
}

/* The positions of the book in the order of the list. Those not in the list, if any, come last. */
static int take(const struct book *book, const struct reached *list, size_t n, size_t *order)
{
    bool *taken = calloc(book->n + 1, sizeof *taken);
    size_t count = 0;

    if (!taken)
        return -1;
    for (size_t i = 0; i < n; i++) {
        size_t index = book_index(book, list[i].key);

        if (index < book->n && !taken[index]) {
            taken[index] = true;
            order[count++] = index;
        }
    }
    for (size_t i = 0; i < book->n; i++)
        if (!taken[i])
            order[count++] = i;
    free(taken);
    return 0;
}

int book_order(const struct book *book, size_t *order, struct err *err)
{
    struct reached *list = malloc(sizeof *list);
    size_t n = 1;
    int status = list ? 0 : -1;

    if (list)
        *list = (struct reached){ position_mirror_key(&(struct position){ 0 }), 0 };
    for (int i = 0; i < book->plies && status == 0; i++)
        status = next_ply(&list, &n);
    if (status == 0)
        status = take(book, list, n, order);
    free(list);
    return status ? err_shortage(err, "out of memory: the order of %zu positions", book->n) : 0;
}
