/*
 * table_file - genome files with tables, of random numbers.
 */
#ifndef C4E_TESTS_TABLE_FILE_H
#define C4E_TESTS_TABLE_FILE_H

#include "sample.h"

/* Writes one. Different seeds have different tables and different line genes; returns 0, or -1 with
 * a reason in errno. */
static inline int table_file_write(const char *path, uint64_t seed)
{
    FILE *out = fopen(path, "w");
    struct genome genome;
    struct rng rng;
    int status;

    if (!out)
        return -1;
    sample_rng(&rng, seed, 0);
    sample_genome(&genome, SAMPLE_LINES, &rng);
    genome.tables = sample_tables(false, &rng);
    status = genome.tables ? genome_write(&genome, out) : -1;
    genome_release(&genome);
    return fclose(out) ? -1 : status;
}

#endif
