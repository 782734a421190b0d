/*
 * watch - how the caller of long work follows it, and stops it.
 *
 * The command that starts the work fills in one watch, and it is handed down
 * unchanged to whatever plays games or solves positions.
 */
#ifndef C4E_PARALLEL_WATCH_H
#define C4E_PARALLEL_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct watch {
    const atomic_bool *stop; /* work ends soon after this is set; NULL: never */

    /* Called by one thread at a time with the number of games or positions done so far;
     * `what` says which of them. May be NULL. */
    void (*progress)(void *context, const char *what, size_t done, size_t total);
    void *context;

    size_t before, total; /* when this is part of longer work: what was done before it, and the
                             whole, in place of the total that the part tells; else 0 */
};

static inline bool watch_stopped(const struct watch *watch)
{
    return watch->stop && atomic_load(watch->stop);
}

static inline void watch_tell(const struct watch *watch, const char *what, size_t done,
                              size_t total)
{
    if (watch->progress)
        watch->progress(watch->context, what, watch->before + done,
                        watch->total ? watch->total : total);
}

/* For a part of the work that begins after `before` of `total`: its progress is told as that of
 * the whole. */
static inline struct watch watch_part(const struct watch *watch, size_t before, size_t total)
{
    struct watch part = *watch;

    part.before += before;
    part.total = watch->total ? watch->total : total;
    return part;
}

#endif
