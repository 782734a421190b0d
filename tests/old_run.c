/*
 * old-run - makes a run folder as a program of an earlier format wrote it.
 *
 *     old-run FORMAT DIR
 *
 * Shell tests use it; it runs in the folder of the project.
 */
#include "store/old_run.h"

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    make_old_run(argv[2], atoi(argv[1]));
    return 0;
}
