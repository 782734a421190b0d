/*
 * embedded - files that were built into the program.
 *
 * embed_files of src/embed.cmake makes a table of them; whoever uses one declares
 *
 *     extern const struct embedded NAME[];
 */
#ifndef C4E_BASE_EMBEDDED_H
#define C4E_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name;          /* of the file, without folders */
    const unsigned char *data; /* a zero follows the last byte */
    size_t size;
};

/* The file of that name in a table, which is ended by a row without a name; or NULL. */
const struct embedded *embedded_find(const struct embedded *table, const char *name);

#endif
