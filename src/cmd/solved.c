#include "cmd/solved.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmd/progress.h"

/* Where solved positions are kept when nothing else is said; "" if there is no such place. */
static const char *default_cache(char *path, size_t size)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

    path[0] = '\0';
    if (base && base[0] == '/')
        snprintf(path, size, "%s/c4evolve/solved.txt", base);
    else if (home && home[0] == '/')
        snprintf(path, size, "%s/.cache/c4evolve/solved.txt", home);
    return path;
}

int solved_truth(struct truth *truth, const char *cache, int threads, const atomic_bool *stop,
                 bool *finished, struct err *err)
{
    char path[4096];
    const char *file = cache ? cache : default_cache(path, sizeof path);
    struct progress progress;
    struct watch watch = { .stop = stop, .progress = progress_show, .context = &progress };
    struct truth_work work = { threads, *file ? file : NULL, &watch };
    struct err note;
    int status;

    progress_begin(&progress, "positions solved");
    status = truth_solve(truth, &work, finished, &note, err);
    progress_end(&progress);
    if (note.text[0])
        fprintf(stderr, "c4evolve: solved positions are not kept: %s\n", note.text);
    return status;
}
