/*
 * colour - are colours wanted?
 */
#ifndef C4E_BASE_COLOUR_H
#define C4E_BASE_COLOUR_H

#include <stdbool.h>

/* Of what goes to a file descriptor: if it is a terminal that does not call itself dumb, unless
 * NO_COLOR is set. */
bool colour_wanted(int fd);

#endif
