/*
 * wrap - text in lines of a given width, for a screen.
 */
#ifndef C4E_PLAY_WRAP_H
#define C4E_PLAY_WRAP_H

#include <stddef.h>

/* The bytes of the next line of *text, which is moved on behind it: as many words as fit in
 * `width` characters, or as much of the first word as does; a newline ends a line. NULL at the
 * end of the text. */
const char *wrap_line(const char **text, int width, size_t *bytes);

/* How many lines that makes. */
int wrap_count(const char *text, int width);

#endif
