/*
 * genome - one value for every gene, in memory and as an INI file.
 *
 * A file has a section per family. Genes that it does not mention have their
 * defaults; unknown names are errors. Comment lines at the top of the file are
 * kept, and genes that a section leaves out are left out again while they have
 * their defaults. So a file in the form of genome_write reads and writes back
 * byte for byte, even if its families have got more genes since.
 *
 * Genes that belong to single lines, and tables, mean something only on the board that
 * they were made for. A file with such genes says so in [board], as "size = 8x7", unless
 * the board is the usual one, and is refused on another. All other genomes play on any
 * board.
 *
 * Tables (tables.h) are the value of one key in [tables], "data": bytes in base64,
 * on lines of their own, and their checksum.
 */
#ifndef C4E_HEURISTIC_GENOME_H
#define C4E_HEURISTIC_GENOME_H

#include <stdio.h>

#include "base/err.h"
#include "heuristic/gene.h"

struct genome {
    double gene[GENE_COUNT];
    struct tables *tables;    /* shared with other genomes, or NULL; released with it */
    char *comment;            /* lines at the top of the file, or NULL; owned */
    unsigned families;        /* a bit per family that is written even at its defaults */
    bool omitted[GENE_COUNT]; /* not written while it has its default */
};

/* Sets all genes to their defaults: only wins count. */
void genome_init(struct genome *genome);
void genome_release(struct genome *genome);

/* Reports every error, with file, line and key. */
int genome_read(struct genome *genome, const char *path, struct err *err);

/* Returns -1 when the stream failed. */
int genome_write(const struct genome *genome, FILE *out);

/* Whether a gene counts: those of a user's family do if its factor is not 0. */
bool genome_uses(const struct genome *genome, int gene);

/* Sets a gene from text, within its bounds. */
int genome_set(struct genome *genome, int gene, const char *value, struct err *err);

#endif
