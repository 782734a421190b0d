/*
 * measure_cache - results of measurements in a file, for the next time.
 *
 * A text file that only grows. Each line is one result: a hash of everything that it depends on,
 * in hexadecimal, then MEASURE_NUMBERS whole numbers, then the sum of all. Lines that are torn or
 * damaged are skipped, and measured again. One process at a time writes the file.
 */
#ifndef C4E_EVOLVE_MEASURE_CACHE_H
#define C4E_EVOLVE_MEASURE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

#define MEASURE_NUMBERS 9

struct measure_line {
    uint64_t hash;
    uint32_t number[MEASURE_NUMBERS];
};

struct measure_cache {
    struct measure_line *line; /* by hash */
    size_t n, capacity;
    FILE *file;
    char *path;
};

/* Reads the file, which need not exist, and opens it for adding. */
int measure_cache_open(struct measure_cache *cache, const char *path, struct err *err);
void measure_cache_release(struct measure_cache *cache);

/* The numbers of that hash, or NULL. */
const uint32_t *measure_cache_find(const struct measure_cache *cache, uint64_t hash);

int measure_cache_add(struct measure_cache *cache, const struct measure_line *line,
                      struct err *err);

/* A hash of bytes; the first one is given 0, the others what came before. */
uint64_t measure_hash(uint64_t before, const void *data, size_t size);

#endif
