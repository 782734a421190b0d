/*
 * json - writing JSON to a stream, with commas and escapes taken care of.
 *
 * Inside an object every value has a name; elsewhere the name is NULL. Numbers
 * keep full precision; infinities and nan become null. The output is always valid
 * UTF-8, whatever the bytes of a text are.
 */
#ifndef C4E_BASE_JSON_H
#define C4E_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool comma; /* the next value needs a comma before it */
};

void json_begin(struct json *j, const char *name, char bracket); /* '{' or '[' */
void json_end(struct json *j, char bracket);                     /* '}' or ']' */
void json_string(struct json *j, const char *name, const char *value);
void json_number(struct json *j, const char *name, double value);
void json_integer(struct json *j, const char *name, int64_t value);
void json_unsigned(struct json *j, const char *name, uint64_t value);
void json_bool(struct json *j, const char *name, bool value);
void json_bytes(struct json *j, const char *name, const void *bytes, size_t n); /* as base64 */

#endif
