#include "base/data.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* In the source tree, books are next to the code that reads them. */
static const char *const roots[] = { ".", C4E_DATA_DIR, C4E_SOURCE_DIR,
                                     C4E_SOURCE_DIR "/src/search", NULL };

const char *data_root(enum data_order order, size_t i)
{
    size_t first = order == DATA_HERE_FIRST ? 0 : 1;

    return first + i < sizeof roots / sizeof *roots ? roots[first + i] : NULL;
}

bool data_find(const char *name, enum data_order order, char path[DATA_PATH_SIZE])
{
    const char *root;

    for (size_t i = 0; (root = data_root(order, i)); i++) {
        int length = root[0] == '.' ? snprintf(path, DATA_PATH_SIZE, "%s", name)
                                    : snprintf(path, DATA_PATH_SIZE, "%s/%s", root, name);

        if (length < DATA_PATH_SIZE && access(path, F_OK) == 0)
            return true;
    }
    return false;
}

const struct data_file *data_file_find(const struct data_file *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}
