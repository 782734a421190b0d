/*
 * utf8 - characters of a text whose bytes come from files and command lines.
 */
#ifndef C4E_BASE_UTF8_H
#define C4E_BASE_UTF8_H

#include <stddef.h>

/* The bytes of the character that the text begins with: 1 to 4, or 0 at the end of the text and
 * where the bytes are no character. */
size_t utf8_length(const char *text);

#endif
