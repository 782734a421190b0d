#include "report/replacement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *join(const char *dir, const char *name, const char *suffix)
{
    size_t size = strlen(dir) + strlen(name) + strlen(suffix) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s/%s%s", dir, name, suffix);
    return path;
}

static void release(struct replacement *r)
{
    free(r->path);
    free(r->new_path);
    *r = (struct replacement){ 0 };
}

int replacement_begin(struct replacement *r, const char *dir, const char *name, struct err *err)
{
    *r = (struct replacement){ .path = join(dir, name, ""), .new_path = join(dir, name, ".new") };
    if (!r->path || !r->new_path) {
        release(r);
        return err_set(err, "out of memory");
    }
    r->out = fopen(r->new_path, "w");
    if (r->out)
        return 0;
    err_set(err, "%s cannot be written: %s", r->path, strerror(errno));
    release(r);
    return -1;
}

/* All of it on the disk, and the stream closed. Sets errno when it fails. */
static int flush_and_close(struct replacement *r)
{
    int why = 0;

    errno = EIO; /* for an error of some earlier write, whose own errno is gone */
    if (ferror(r->out) || fflush(r->out) || fsync(fileno(r->out)))
        why = errno;
    if (fclose(r->out) && why == 0)
        why = errno;
    r->out = NULL;
    errno = why;
    return why ? -1 : 0;
}

int replacement_finish(struct replacement *r, struct err *err)
{
    int status = flush_and_close(r);

    if (status == 0)
        status = rename(r->new_path, r->path);
    if (status) {
        err_set(err, "%s cannot be written: %s", r->path, strerror(errno));
        remove(r->new_path);
    }
    release(r);
    return status;
}

void replacement_cancel(struct replacement *r)
{
    fclose(r->out);
    remove(r->new_path);
    release(r);
}
