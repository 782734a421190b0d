#define _XOPEN_SOURCE 700 /* realpath */
#include "base/cache.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* In a shared folder such as /tmp, others cannot replace what is ours. */
static bool is_private(const char *path, bool shared)
{
    struct stat st;

    if (lstat(path, &st) || (st.st_uid != 0 && st.st_uid != geteuid()))
        return false;
    return !(st.st_mode & (S_IWGRP | S_IWOTH)) || (shared && st.st_mode & S_ISVTX);
}

int cache_check_private(const char *path, struct err *err)
{
    char *real = realpath(path, NULL), *slash;
    bool ok;

    if (!real)
        return err_file(err, path, errno);
    ok = is_private(real, false);
    while (ok && (slash = strrchr(real, '/')) && slash[1]) {
        slash[slash == real] = '\0'; /* "/" is the last */
        ok = is_private(real, true);
    }
    if (!ok)
        err_set(err,
                "others can write to %s, and what is kept in %s is run: take that right from them "
                "(chmod go-w), or name another folder in XDG_CACHE_HOME",
                real, path);
    free(real);
    return ok ? 0 : -1;
}
