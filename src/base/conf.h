/*
 * conf - an INI file as a list of entries that remember their line.
 *
 * Read with inih. A section without keys is kept as an entry without a key. A
 * value that continues on indented lines is joined with single spaces. Lines and
 * section names that inih would cut are errors, as is a key given twice in one
 * section.
 */
#ifndef C4E_BASE_CONF_H
#define C4E_BASE_CONF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct conf_entry {
    char *section;
    char *key;   /* NULL for the heading of a section */
    char *value; /* NULL for the heading of a section */
    int line;
    bool used;           /* for readers that report unknown keys */
    size_t length, room; /* of a value that continues on other lines; else 0 */
};

struct conf {
    char *path;
    struct conf_entry *entry;
    size_t n;
    size_t capacity;
};

int conf_read(struct conf *conf, const char *path, struct err *err);
void conf_release(struct conf *conf);

/* The same from text. Errors and relative paths refer to `path`. */
int conf_read_text(struct conf *conf, const char *path, const char *text, struct err *err);

/* Changes or adds one value, given as "section.key=value"; its line is 0. */
int conf_override(struct conf *conf, const char *assignment, struct err *err);

/* The entry of that name, which is marked as used, or NULL. */
struct conf_entry *conf_find(struct conf *conf, const char *section, const char *key);

/* Adds an error with "path:line: section.key: " before the message. Returns -1. */
__attribute__((format(printf, 4, 5))) int conf_error(const struct conf *conf,
                                                     const struct conf_entry *entry,
                                                     struct err *err, const char *fmt, ...);

/* The same for an error that was found on the way, whose kind it keeps. */
int conf_pass(const struct conf *conf, const struct conf_entry *entry, struct err *err,
              const struct err *why);

/* Resolves a path in the file relative to the file's folder. The caller frees it. */
char *conf_resolve(const struct conf *conf, const char *path);

#endif
