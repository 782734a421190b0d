/* Environments as launchers leave them. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "parallel/launch.h"

static const char *const names[] = {
    "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE",   "PMI_RANK", "PMIX_RANK",
    "SLURM_PROCID",         "SLURM_STEP_NUM_TASKS", LAUNCH_SWITCH
};

/* "NAME=VALUE ..." and nothing else that launchers set. */
static struct launch found_in(const char *environment)
{
    char text[256], *rest;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    strcpy(text, environment);
    for (char *item = strtok_r(text, " ", &rest); item; item = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(item, '=');

        *equals = '\0';
        setenv(item, equals + 1, 1);
    }
    return launch_find();
}

static void launchers_are_found(void **state)
{
    static const struct {
        const char *environment;
        bool found;
        int size, rank;
    } cases[] = {
        { "", false, 1, 0 },
        { "OMPI_COMM_WORLD_SIZE=64 OMPI_COMM_WORLD_RANK=3 PMIX_RANK=3", true, 64, 3 },
        { "OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0", true, 1, 0 },
        { "PMI_SIZE=5 PMI_RANK=4", true, 5, 4 },
        { "PMI_SIZE=5 PMI_RANK=4 SLURM_PROCID=4 SLURM_STEP_NUM_TASKS=5", true, 5, 4 },
        { "PMIX_RANK=2", true, 1, 2 },
        { "PMIX_RANK=2 SLURM_PROCID=2 SLURM_STEP_NUM_TASKS=8", true, 8, 2 },
        /* A batch script, and one task, are no cluster. */
        { "SLURM_PROCID=0", false, 1, 0 },
        { "SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1", false, 1, 0 },
        /* Odds and ends of other programs. */
        { "PMI_SIZE=many PMI_RANK=first", false, 1, 0 },
        { "PMI_SIZE=4", false, 1, 0 },
        { "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=1 " LAUNCH_SWITCH "=0", false, 1, 0 },
        { "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=1 " LAUNCH_SWITCH "=1", true, 4, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct launch launch = found_in(cases[i].environment);

        if (launch.found != cases[i].found || launch.size != cases[i].size ||
            launch.rank != cases[i].rank)
            fail_msg("'%s': found %d, size %d, rank %d", cases[i].environment, launch.found,
                     launch.size, launch.rank);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launchers_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
