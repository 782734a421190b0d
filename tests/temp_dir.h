/*
 * temp_dir - folders for tests of code that makes files.
 */
#ifndef C4E_TESTS_TEMP_DIR_H
#define C4E_TESTS_TEMP_DIR_H

#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A folder for one test, with everything that the test puts into it. */
struct temp_dir {
    char path[64];
    char run[80]; /* where a run may be made; not there yet */
};

static inline struct temp_dir temp_dir_make(void)
{
    struct temp_dir dir = { .path = "/tmp/c4evolve-test-XXXXXX" };

    assert_non_null(mkdtemp(dir.path));
    snprintf(dir.run, sizeof dir.run, "%s/reports/run", dir.path);
    return dir;
}

static inline void remove_tree(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char inner[512];

    while (folder && (entry = readdir(folder))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        remove_tree(inner);
    }
    if (folder)
        closedir(folder);
    remove(path);
}

static inline void temp_dir_remove(struct temp_dir *dir)
{
    remove_tree(dir->path);
}

#endif
