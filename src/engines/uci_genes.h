/*
 * uci_genes - engines whose options are genes.
 *
 *     uci:COMMAND[:key=value,...]     uci:./mybot:tune=Aggression+Defence
 *
 * The options of the engine that are numbers, spins and strings that hold one, are
 * a family of genes, named after the program. Its first gene says whether a genome
 * is that engine (1) or not (0); such a genome plays as the engine with its values
 * as options. Only what the user named is ever started: genomes and runs say no
 * more than the name.
 *
 * Engines are loaded once, before anything else happens, and stay.
 */
#ifndef C4E_ENGINES_UCI_GENES_H
#define C4E_ENGINES_UCI_GENES_H

#include "engines/uci_spec.h"
#include "heuristic/genome.h"
#include "search/search.h"

/* The section of genome files is this and the name of the engine. */
#define ENGINE_SECTION "engine "

/* Starts the engine once, to read its options. `folder`, empty or with a slash at its end, is
 * what a program with a slash in its name is relative to. The same engine again is not an error. */
int uci_genes_load(const char *text, const char *folder, struct err *err);

/* The name that an engine has, or would have, by its text. Returns buf. */
#define ENGINE_NAME_SIZE 48
const char *uci_genes_name(const char *text, char buf[ENGINE_NAME_SIZE]);

/* Whether an engine of that name is loaded. */
bool uci_genes_known(const char *name);

/* Prints the text that names this engine in this folder; with `here`, the path of this folder, in any
 * other. */
void uci_genes_print(FILE *out, const char *name, const char *here);

/* Whether the genome is an engine, and the engine with its values: one user, the caller. *spec is
 * NULL for other genomes. */
bool uci_genes_used(const double gene[GENE_COUNT]);
int uci_genes_spec(struct uci_spec **spec, const double gene[GENE_COUNT], struct err *err);

/* Whether the gene is an option of an engine. */
bool uci_genes_option(int gene);

/* The value of a gene as its engine gets it: a spin is a whole number. Other genes stay as they are. */
double uci_genes_sent(int gene, double value);

/* What may change in a run: genes and their bounds, all by gene. */
struct uci_range {
    const bool *changes;
    const double *low, *high;
};

/*
 * Whether these options matter: *matter is false for an engine whose moves in these positions
 * are all the same with any of its options at its lowest and at its highest value. An engine
 * that fails is not judged here.
 */
int uci_genes_matter(const char *name, const struct uci_range *range,
                     const struct search_keys *keys, const struct position *pos, size_t n,
                     bool *matter, struct err *err);

/* Sets the genome to the defaults of the engine of that name. */
void uci_genes_genome(struct genome *genome, const char *name);

/* Writes the options of a genome as setoption lines. */
void uci_genes_write(FILE *out, const double gene[GENE_COUNT]);

#endif
