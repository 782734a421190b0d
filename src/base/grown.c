#include "base/grown.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void grown_note(struct grown *grown, int fd, off_t settled)
{
    *grown = (struct grown){ .settled = settled };
    grown->known = fstat(fd, &grown->left) == 0;
}

static bool is_as_left(const struct grown *g, int fd)
{
    const struct stat *left = &g->left;
    struct stat now;

    return g->known && fstat(fd, &now) == 0 && S_ISREG(now.st_mode) && now.st_nlink == 1 &&
           now.st_dev == left->st_dev && now.st_ino == left->st_ino &&
           now.st_size == left->st_size && now.st_mtim.tv_sec == left->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == left->st_mtim.tv_nsec;
}

/* Takes the space first, so that a full disk leaves the file as it is. Returns an errno; where space
 * cannot be taken, writing will tell. */
static int take_space(const struct grown *g, int fd, size_t size)
{
    int why = posix_fallocate(fd, g->settled, (off_t)size);

    if (why != ENOSPC && why != EDQUOT && why != EFBIG)
        return 0;
    return ftruncate(fd, g->left.st_size) ? errno : why;
}

/* Returns an errno. */
static int write_all(int fd, const char *text, size_t size, off_t at)
{
    while (size > 0) {
        ssize_t written = pwrite(fd, text, size, at);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? errno : EIO;
        text += written;
        size -= (size_t)written;
        at += written;
    }
    return 0;
}

/* Returns an errno. */
static int replace_open_part(struct grown *g, int fd, const struct grown_text *more)
{
    int why = more->size > 0 ? take_space(g, fd, more->size) : 0;

    if (why) {
        grown_note(g, fd, g->settled); /* whose time has changed */
        return why;
    }
    g->known = false;
    why = write_all(fd, more->text, more->size, g->settled);
    if (why == 0 && (ftruncate(fd, g->settled + (off_t)more->size) || fdatasync(fd)))
        why = errno;
    if (why == 0)
        grown_note(g, fd, g->settled + (off_t)more->settled);
    return why;
}

int grown_extend(struct grown *grown, const char *path, const struct grown_text *more, bool *done,
                 struct err *err)
{
    int fd = grown->known ? open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    int why = 0;

    *done = fd >= 0 && is_as_left(grown, fd);
    if (*done)
        why = replace_open_part(grown, fd, more);
    if (fd >= 0 && close(fd) && why == 0)
        why = errno;
    if (!*done)
        grown->known = false;
    return why ? err_set_kind(err, err_kind_of(why), "%s cannot be written: %s", path,
                              strerror(why))
               : 0;
}
