/*
 * data - where the files are that come with the program: genomes, configs, books.
 */
#ifndef C4E_BASE_DATA_H
#define C4E_BASE_DATA_H

#include <stdbool.h>
#include <stddef.h>

#define DATA_PATH_SIZE 4096

enum data_order {
    DATA_SHIPPED,   /* only what came with the program */
    DATA_HERE_FIRST /* what the working folder has goes before that */
};

/* The folders that may hold a data folder such as "genomes", in the order in which they are
 * searched; NULL behind the last. */
const char *data_root(enum data_order order, size_t i);

/* Finds a file or folder, such as "genomes/fevalb.ini": in the working folder if that comes
 * first, where the program is installed, or in its source tree. True, with its path, if it is
 * there. */
bool data_find(const char *name, enum data_order order, char path[DATA_PATH_SIZE]);

#endif
