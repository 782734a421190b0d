/*
 * grown - a file that grows at its end, and whose last part may still change.
 *
 *     | settled: never written again | open: replaced each time |
 *
 * Each step costs as much as what it writes, however long the file is. The file must be as it was
 * left: one that was removed, edited or replaced is refused, and its owner writes all of it again.
 * So does an owner that has just started, because the last one may have been killed in the middle.
 */
#ifndef C4E_BASE_GROWN_H
#define C4E_BASE_GROWN_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/stat.h>

#include "base/err.h"

/* Nothing is known about a file whose struct is zeroed. */
struct grown {
    bool known;
    off_t settled; /* bytes */
    struct stat left;
};

/* What comes after the settled part. */
struct grown_text {
    const char *text;
    size_t settled; /* bytes of it that will not change again */
    size_t size;
};

/* Notes that an open file, which is complete, is settled up to there. */
void grown_note(struct grown *grown, int fd, off_t settled);

/* Puts the text in place of the open part. *done is false if the file is not as it was left. If this
 * fails for lack of space, the file stays as it was; after other errors it is no longer known. */
int grown_extend(struct grown *grown, const char *path, const struct grown_text *more, bool *done,
                 struct err *err);

#endif
