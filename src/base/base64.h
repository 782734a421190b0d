/*
 * base64 - bytes as text that survives editors and mail (RFC 4648, with padding).
 */
#ifndef C4E_BASE_BASE64_H
#define C4E_BASE_BASE64_H

#include <stddef.h>

/* Characters that n bytes take, without the final zero. */
#define BASE64_LENGTH(n) (((n) + 2) / 3 * 4)

/* Writes BASE64_LENGTH(n) characters and a zero. */
void base64_encode(char *text, const unsigned char *bytes, size_t n);

/* Reads exactly n bytes; white space between characters is skipped. Returns 0, or -1 if the text
 * is shorter, longer, or not base64. */
int base64_decode(unsigned char *bytes, size_t n, const char *text);

#endif
