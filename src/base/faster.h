/*
 * faster - a portable program that hands over to one that is compiled for newer processors.
 *
 * The whole program is compiled twice, so nothing in it has to choose. Both give the same results.
 */
#ifndef C4E_BASE_FASTER_H
#define C4E_BASE_FASTER_H

/* Becomes the program NAME beside this one, or in ../libexec/c4evolve, if the processor can run
 * code for x86-64-v3 and the file is there; otherwise returns. C4EVOLVE_PORTABLE=1 keeps it from
 * doing so. */
void faster_start(const char *name, char **argv);

#endif
