/*
 * template - a text with names in double braces, which are replaced.
 */
#ifndef C4E_BASE_TEMPLATE_H
#define C4E_BASE_TEMPLATE_H

#include <stdio.h>

#include "base/err.h"

/* Writes what stands for a name. */
typedef int template_part(FILE *out, const char *name, const void *context, struct err *err);

/* Writes the text, and calls `part` for every {{name}} in it. Stops at the first error. */
int template_print(FILE *out, const char *text, template_part *part, const void *context,
                   struct err *err);

/* Writes text so that HTML shows it as it is. */
void template_print_text(FILE *out, const char *text);

#endif
