#include "base/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *cache_path(const char *name, char *path, size_t size)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;

    path[0] = '\0';
    if (base && base[0] == '/')
        length = snprintf(path, size, "%s/c4evolve/%s", base, name);
    else if (home && home[0] == '/')
        length = snprintf(path, size, "%s/.cache/c4evolve/%s", home, name);
    if (length >= (int)size)
        path[0] = '\0';
    return path;
}

int cache_folder(const char *name, char *path, size_t size, struct err *err)
{
    if (!*cache_path(name, path, size))
        return err_set(err, "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set");
    for (size_t i = 1;; i++) {
        char end = path[i];

        if (end && end != '/')
            continue;
        path[i] = '\0';
        if (mkdir(path, 0755) && errno != EEXIST)
            return err_file(err, path, errno);
        path[i] = end;
        if (!end)
            return 0;
    }
}
