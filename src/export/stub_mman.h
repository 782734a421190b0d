/*
 * stub_mman - the part of sys/mman.h that the solver's table needs, inside a page.
 */
#ifndef C4E_EXPORT_STUB_MMAN_H
#define C4E_EXPORT_STUB_MMAN_H

#include <stdlib.h>

#define MAP_FAILED                                   NULL
#define mmap(address, size, access, flags, fd, from) calloc(1, size)
#define munmap(memory, size)                         free(memory)

#endif
