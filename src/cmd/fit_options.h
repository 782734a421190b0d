/*
 * fit_options - what the two halves of the command share: fitting to games, and to solved positions.
 */
#ifndef C4E_CMD_FIT_OPTIONS_H
#define C4E_CMD_FIT_OPTIONS_H

#include "cmd/cli.h"
#include "evolve/fit.h"

struct fit_options {
    const char *start, *out;
    const char *target_name;
    enum fit_target target;
    struct text_list positions; /* a number, or files of solved positions */
    struct text_list held_out;  /* such files */
    const char *families;
    int count; /* of positions */
    int threads, epochs, lanes;
    const char *ridge; /* of tables: numbers to choose from; NULL: the default ones */
    uint64_t seed;
    bool place, no_threats, json;
    bool fitted[GENE_COUNT];
    bool tables;
};

/* Prints each fitted gene with its error. `start` are the genes before. */
void fit_print_genes(const struct fit_result *r, const double *start);

/* The same and the losses, as fields of the current JSON object. */
struct json;
void fit_print_json(struct json *j, const struct fit_result *r, const double *start);

/* Fits to the sets of solved positions that the options name. Returns an exit code. */
int fit_to_positions(const struct fit_options *o);

#endif
