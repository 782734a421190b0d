#include "parallel/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"

/* The variables that launchers set: the number of processes, and the rank of this one. */
static const struct {
    const char *size, *rank;
} variables[] = {
    { "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" },
    { "PMI_SIZE", "PMI_RANK" },
    { "SLURM_STEP_NUM_TASKS", "SLURM_PROCID" },
    { NULL, "PMIX_RANK" }, /* PMIx does not say how many */
};

static int number_of(const char *name, int otherwise)
{
    const char *text = name ? getenv(name) : NULL;
    long number;

    return text && num_parse_long(text, &number) == 0 && number >= 0 && number < 1000000
               ? (int)number
               : otherwise;
}

struct launch launch_find(void)
{
    const char *setting = getenv(LAUNCH_SWITCH);
    struct launch launch = { .size = 1 };

    if (setting && strcmp(setting, "0") == 0)
        return launch;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        int size = number_of(variables[i].size, 0), rank = number_of(variables[i].rank, -1);
        bool slurm = variables[i].size && strncmp(variables[i].size, "SLURM", 5) == 0;

        /* srun also starts programs that have nothing to do with MPI, as one task. */
        if (rank < 0 || (variables[i].size && size < (slurm ? 2 : 1)))
            continue;
        return (struct launch){ .found = true, .size = size ? size : 1, .rank = rank };
    }
    return launch;
}
