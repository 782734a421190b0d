/*
 * table-genome - writes a genome file with random tables, for shell tests.
 *
 *     table-genome SEED FILE
 */
#include <stdlib.h>

#include "table_file.h"

int main(int argc, char **argv)
{
    return argc == 3 && table_file_write(argv[2], (uint64_t)atoi(argv[1])) == 0 ? 0 : 1;
}
