/*
 * launch - was the program started once, or many times by mpirun or srun?
 *
 * Launchers leave their mark in the environment: Open MPI's mpirun
 * (OMPI_COMM_WORLD_*), the mpiexec of MPICH and its kin (PMI_*), anything that
 * speaks PMIx, and srun (SLURM_STEP_NUM_TASKS above 1). Without such a mark MPI is
 * not touched at all. C4EVOLVE_MPI=0 says not to look; the program sets
 * it for the processes that it starts itself.
 */
#ifndef C4E_PARALLEL_LAUNCH_H
#define C4E_PARALLEL_LAUNCH_H

#include <stdbool.h>

#define LAUNCH_SWITCH "C4EVOLVE_MPI"

struct launch {
    bool found;
    int size; /* processes, as the launcher says; 1 if it does not */
    int rank; /* 0 if it does not say */
};

struct launch launch_find(void);

#endif
