/*
 * utf8 - the characters of text from files and command lines.
 */
#ifndef C4E_BASE_UTF8_H
#define C4E_BASE_UTF8_H

#include <stddef.h>

/* The number of bytes of the first character: 1 to 4, or 0 at the end of the text and where the
 * bytes are not a valid character. */
size_t utf8_length(const char *text);

#endif
