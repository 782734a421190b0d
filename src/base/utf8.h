/*
 * utf8 - the characters of text from files and command lines.
 */
#ifndef C4E_BASE_UTF8_H
#define C4E_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of bytes of the first character: 1 to 4, or 0 at the end of the text and where the
 * bytes are not a valid character. */
size_t utf8_length(const char *text);

/* Its number. It must be valid. */
uint32_t utf8_code(const char *text);

/* Whether the first character is not shown but changes how a terminal shows others: a control
 * character, a mark of the direction of writing, or a separator of lines. */
bool utf8_is_control(const char *text);

/* Replaces such characters, and bytes that are not UTF-8, by question marks. */
void utf8_tame(char *text);

#endif
