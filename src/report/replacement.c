#include "report/replacement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static int begin_directly(struct replacement *r, const char *path, struct err *err)
{
    *r = (struct replacement){ .path = strdup(path), .out = fopen(path, "w") };
    if (r->path && r->out)
        return 0;
    err_set(err, "%s cannot be written: %s", path, strerror(errno));
    if (r->out)
        fclose(r->out);
    release(r);
    return -1;
}

int replacement_at(struct replacement *r, const char *path, struct err *err)
{
    const char *slash = strrchr(path, '/');
    struct stat st;
    char *dir;
    int status;

    if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return begin_directly(r, path, err);
    dir = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    if (!dir)
        return err_set(err, "out of memory");
    status = replacement_begin(r, dir, slash ? slash + 1 : path, err);
    free(dir);
    return status;
}

/* All of it on the disk, and the stream closed. Sets errno when it fails. */
static int flush_and_close(struct replacement *r)
{
    int why = 0;

    errno = EIO; /* for an error of some earlier write, whose own errno is gone */
    if (fflush(r->out) || ferror(r->out) || (r->new_path && fsync(fileno(r->out))))
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

    if (status == 0 && r->new_path)
        status = rename(r->new_path, r->path);
    if (status)
        err_set(err, "%s cannot be written: %s", r->path, strerror(errno));
    if (status && r->new_path)
        remove(r->new_path);
    release(r);
    return status;
}

void replacement_cancel(struct replacement *r)
{
    fclose(r->out);
    if (r->new_path)
        remove(r->new_path);
    release(r);
}
