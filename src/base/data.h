/*
 * data - files that come with the program: in its data folder (genomes, configs,
 * books) or built into the program (pages, the sources of exported players).
 */
#ifndef C4E_BASE_DATA_H
#define C4E_BASE_DATA_H

#include <stdbool.h>
#include <stddef.h>

#define DATA_PATH_SIZE 4096

enum data_order {
    DATA_SHIPPED,   /* only files that came with the program */
    DATA_HERE_FIRST /* files in the working folder take precedence */
};

/* The folders that may hold a data folder such as "genomes", in the order in which they are
 * searched; NULL after the last. */
const char *data_root(enum data_order order, size_t i);

/* Finds a file or folder such as "genomes/fevalb.ini": in the working folder if that comes first,
 * where the program is installed, or in its source tree. Returns whether it exists, and its path. */
bool data_find(const char *name, enum data_order order, char path[DATA_PATH_SIZE]);

/* A file that was built into the program. embed_files of src/embed.cmake makes a table of them,
 * ended by a row without a name; to use one, declare
 *
 *     extern const struct data_file NAME[];
 */
struct data_file {
    const char *name;          /* without folders */
    const unsigned char *data; /* a zero follows the last byte */
    size_t size;
};

/* The file of that name, or NULL. */
const struct data_file *data_file_find(const struct data_file *table, const char *name);

#endif
