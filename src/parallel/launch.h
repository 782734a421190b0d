/*
 * launch - whether mpirun or srun started the program, and how many times.
 *
 * Launchers set variables in the environment: Open MPI's mpirun
 * (OMPI_COMM_WORLD_*), the mpiexec of MPICH and its relatives (PMI_*), anything that
 * speaks PMIx, and srun (SLURM_STEP_NUM_TASKS above 1). Without them MPI is not
 * used at all. With C4EVOLVE_MPI=0 they are ignored; the program sets it for the
 * processes that it starts itself.
 */
#ifndef C4E_PARALLEL_LAUNCH_H
#define C4E_PARALLEL_LAUNCH_H

#include <stdbool.h>

#define LAUNCH_SWITCH "C4EVOLVE_MPI"

struct launch {
    bool found;
    int size; /* number of processes; 1 if the launcher does not say */
    int rank; /* 0 if the launcher does not say */
};

struct launch launch_find(void);

#endif
