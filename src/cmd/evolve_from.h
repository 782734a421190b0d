/*
 * evolve_from - the config that 'evolve --from GENOME' stands for.
 */
#ifndef C4E_CMD_EVOLVE_FROM_H
#define C4E_CMD_EVOLVE_FROM_H

#include "cmd/cli.h"
#include "cmd/evolve_budget.h"

struct evolve_from {
    const char *genome;  /* a file, or the name of a genome */
    const char *minutes; /* as text; NULL: FROM_MINUTES */
    bool symmetric;
    const char *genes;          /* more families or genes to evolve, or NULL */
    const char *const *against; /* opponents instead of the usual ones */
    size_t opponents;
};

#define FROM_MINUTES "5"
#define FROM_OPTION  "--from"

/* The time for everything, by --minutes. */
int evolve_from_minutes(const struct evolve_from *from, double *minutes, struct err *err);

/* The text of the config, which the caller frees; paths in it are absolute. NULL on errors. */
char *evolve_from_config(const struct evolve_from *from, const struct evolve_budget *budget,
                         struct err *err);

/* The options that make this config, to be pasted behind 'c4evolve evolve'; the caller frees the
 * text. A run has it for the path of its config. */
char *evolve_from_command(const struct evolve_from *from, struct err *err);

/* A folder for the run that does not exist yet: reports/NAME, or with a number behind it. */
int evolve_from_folder(char *dir, size_t size, const char *name, struct err *err);

#endif
