/*
 * custom - heuristics that users write in C; library/c4evolve/heuristic.h is their manual.
 *
 * A heuristic is loaded once, before anything else happens, and stays: it is one
 * more family of genes, behind ours. Its first gene is its factor, 0 for genomes
 * that do not use it. Nothing is ever loaded but what the user named: genomes and
 * runs only say which heuristic they use.
 *
 * Its code runs in our process. custom_guard.h is what makes a crash or an endless
 * loop an error with a position.
 */
#ifndef C4E_HEURISTIC_CUSTOM_H
#define C4E_HEURISTIC_CUSTOM_H

#include "heuristic/custom_use.h"
#include "heuristic/genome.h"

struct c4e_position;

typedef double custom_function(const struct c4e_position *p, const double *gene);

struct custom {
    const char *name;     /* of the family: that of its file */
    const char *path;     /* as the user named it: a source or a library */
    const char *library;  /* the file that was loaded */
    const char *warnings; /* of the compiler; "" if it had none, or if it was not asked */
    uint64_t checksum;    /* of the source, with everything it includes, or of the library */
    int family;
    int factor; /* its first gene; the others follow */
    int genes;  /* without the factor */
    custom_function *evaluate;
};

/* The section of genome files is this and the name. */
#define CUSTOM_SECTION "heuristic "

/* Compiles and loads FILE.c, or loads FILE.so. The same file again is not an error. */
int custom_load(const char *path, struct err *err);

/* The heuristics in the order in which they were loaded; NULL after the last. */
const struct custom *custom_at(int i);

/* By name, or NULL. */
const struct custom *custom_find(const char *name);

/* The name of a heuristic by its file. Returns buf. */
#define CUSTOM_NAME_SIZE 64
const char *custom_name(const char *path, char buf[CUSTOM_NAME_SIZE]);

/* "the heuristic 'mine' is not loaded": what to tell users whose file needs it. Returns -1. */
int custom_missing(const char *name, struct err *err);

/* The same for an engine of the user's (engines/uci_genes.h). */
int engine_missing(const char *name, struct err *err);

/* Sets the genome to the defaults of a heuristic, and to nothing else. */
void custom_genome(struct genome *genome, const struct custom *custom);

/* genome_read for everything that names a genome: a file, or a heuristic, which stands for its
 * defaults. */
int custom_read(struct genome *genome, const char *name, struct err *err);

/* What an evaluator of this genome needs. */
void custom_use_of(struct custom_use *use, const double gene[GENE_COUNT]);

/* What evaluate returns for these genes, without the factor. It is guarded: a value that is not a
 * number within bounds ends the program, too. */
double custom_ask(const struct custom *custom, const double *gene, const uint64_t line[LINES],
                  uint64_t first, uint64_t all, enum side viewer);

/* The same for the genes of an evaluator. */
double custom_value(const struct custom *custom, const struct custom_use *use, uint64_t first,
                    uint64_t all, enum side viewer);

#endif
