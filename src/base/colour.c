#include "base/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool colour_wanted(int fd)
{
    const char *unwanted = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(fd) && !(unwanted && *unwanted) && term && *term && strcmp(term, "dumb") != 0;
}
