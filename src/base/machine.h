/*
 * machine - what this computer is, in a line for people. No result depends on it.
 */
#ifndef C4E_BASE_MACHINE_H
#define C4E_BASE_MACHINE_H

#include <stddef.h>

/* System, architecture and processor. Returns the length of the text, which is cut to fit. */
size_t machine_describe(char *buf, size_t size);

#endif
