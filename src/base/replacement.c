#define _DEFAULT_SOURCE /* getentropy */
#include "base/replacement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK   ".new-" /* between the name of the file and a random number */
#define DIGITS 16
#define TRIES  100

static char *join(const char *dir, const char *name)
{
    size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s/%s", dir, name);
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

    return fstat(fd, &ours) == 0 && lstat(path, &there) == 0 && ours.st_dev == there.st_dev &&
           ours.st_ino == there.st_ino;
}

/* Creates a file that did not exist and locks it, so that others know that it is in use. Sets
 * errno on failure. */
static int create(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

    if (fd < 0)
        return -1;
    flock(fd, LOCK_EX); /* where there are no locks, nobody removes files either */
    if (is_still_there(fd, path))
        return fd;
    close(fd); /* somebody took it for a leftover before it was locked */
    errno = EEXIST;
    return -1;
}

/* Creates the new file. Sets errno on failure. */
static int create_beside(struct replacement *r)
{
    size_t size = strlen(r->path) + sizeof MARK + DIGITS;
    int fd = -1;

    r->new_path = malloc(size);
    if (!r->new_path)
        return -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        uint64_t number;

        if (getentropy(&number, sizeof number))
            return -1;
        snprintf(r->new_path, size, "%s" MARK "%0*" PRIx64, r->path, DIGITS, number);
        fd = create(r->new_path);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    return fd;
}

/* Whether this is what a killed process left of the file. */
static bool is_leftover(const char *entry, const char *name)
{
    size_t length = strlen(name);

    return strncmp(entry, name, length) == 0 && strncmp(entry + length, MARK, strlen(MARK)) == 0 &&
           strlen(entry + length) == strlen(MARK) + DIGITS &&
           strspn(entry + length + strlen(MARK), "0123456789abcdef") == DIGITS;
}

/* Removes a file unless somebody is writing it. */
static void remove_unused(int dir, const char *entry)
{
    int fd = openat(dir, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(dir, entry, 0);
    close(fd);
}

static void remove_leftovers(const char *dir, const char *name)
{
    DIR *list = opendir(dir);
    struct dirent *entry;

    while (list && (entry = readdir(list)))
        if (is_leftover(entry->d_name, name))
            remove_unused(dirfd(list), entry->d_name);
    if (list)
        closedir(list);
}

/* Begins to write to a descriptor, or fails with errno if there is none. */
static int begin(struct replacement *r, int fd, struct err *err)
{
    int why = fd < 0 ? errno : output_open(&r->output, fd);

    r->out = r->output.file;
    if (why == 0)
        return 0;
    if (fd >= 0 && r->new_path)
        unlink(r->new_path);
    err_set_kind(err, err_kind_of(why), "%s cannot be written: %s", r->path, strerror(why));
    release(r);
    return -1;
}

int replacement_begin(struct replacement *r, const char *dir, const char *name, struct err *err)
{
    *r = (struct replacement){ .path = join(dir, name) };
    if (!r->path)
        return err_shortage(err, "out of memory");
    remove_leftovers(dir, name);
    return begin(r, create_beside(r), err);
}

static int begin_directly(struct replacement *r, const char *path, struct err *err)
{
    *r = (struct replacement){ .path = strdup(path) };
    if (!r->path)
        return err_shortage(err, "out of memory");
    return begin(r, open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), err);
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
        return err_shortage(err, "out of memory");
    status = replacement_begin(r, dir, slash ? slash + 1 : path, err);
    free(dir);
    return status;
}

/* Returns 0 or an errno. */
static int put_in_place(struct replacement *r)
{
    int why = output_flush(&r->output);

    if (why || !r->new_path)
        return why;
    return fsync(r->output.fd) || rename(r->new_path, r->path) ? errno : 0;
}

int replacement_finish(struct replacement *r, struct err *err)
{
    int why = put_in_place(r), late;

    if (why && r->new_path)
        unlink(r->new_path);
    late = output_close(&r->output);
    if (why == 0)
        why = late;
    if (why)
        err_set_kind(err, err_kind_of(why), "%s cannot be written: %s", r->path, strerror(why));
    release(r);
    return why ? -1 : 0;
}

void replacement_cancel(struct replacement *r)
{
    if (r->new_path)
        unlink(r->new_path);
    output_close(&r->output);
    release(r);
}
