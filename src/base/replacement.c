#include "base/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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

static bool is_still_there(int fd, const char *path)
{
    struct stat ours, there;

    return fstat(fd, &ours) == 0 && stat(path, &there) == 0 && ours.st_dev == there.st_dev &&
           ours.st_ino == there.st_ino;
}

/* Opens the new file for one process at a time: others wait until it has replaced the old one,
 * and then create their own. */
static FILE *open_locked(const char *path)
{
    for (;;) {
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        FILE *out;

        if (fd < 0)
            return NULL;
        if (flock(fd, LOCK_EX) == 0 && !is_still_there(fd, path)) {
            close(fd);
            continue;
        }
        out = ftruncate(fd, 0) == 0 ? fdopen(fd, "w") : NULL;
        if (!out)
            close(fd);
        return out;
    }
}

int replacement_begin(struct replacement *r, const char *dir, const char *name, struct err *err)
{
    *r = (struct replacement){ .path = join(dir, name, ""), .new_path = join(dir, name, ".new") };
    if (!r->path || !r->new_path) {
        release(r);
        return err_set(err, "out of memory");
    }
    r->out = open_locked(r->new_path);
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

/* Renames while the lock is held, so that no other process writes in between. Sets errno on
 * failure. */
static int put_in_place(struct replacement *r)
{
    errno = EIO; /* for an earlier write error, whose errno is lost */
    if (fflush(r->out) || ferror(r->out))
        return -1;
    if (!r->new_path)
        return 0;
    return fsync(fileno(r->out)) || rename(r->new_path, r->path) ? -1 : 0;
}

int replacement_finish(struct replacement *r, struct err *err)
{
    int status = put_in_place(r), why = errno;

    if (status && r->new_path)
        remove(r->new_path);
    if (fclose(r->out) && status == 0) {
        status = -1;
        why = errno;
    }
    if (status)
        err_set(err, "%s cannot be written: %s", r->path, strerror(why));
    release(r);
    return status;
}

void replacement_cancel(struct replacement *r)
{
    if (r->new_path)
        remove(r->new_path);
    fclose(r->out);
    release(r);
}
