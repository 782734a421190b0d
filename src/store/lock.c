#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static int refuse(int fd, const char *path, struct err *err)
{
    char owner[32] = "";
    ssize_t n;

    if (errno != EWOULDBLOCK)
        return err_set(err, "%s cannot be locked: %s", path, strerror(errno));
    n = pread(fd, owner, sizeof owner - 1, 0);
    owner[n > 0 ? n : 0] = '\0';
    owner[strcspn(owner, "\n")] = '\0';
    return err_set(err, "%s: another c4evolve (process %s) is writing this run", path,
                   owner[0] ? owner : "unknown");
}

int lock_take(struct lock *lock, const char *path, struct err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0)
        return err_set(err, "%s cannot be written: %s", path, strerror(errno));
    /* Not fcntl: its locks are lost when any descriptor of the file is closed. */
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        refuse(fd, path, err);
        close(fd);
        return -1;
    }
    /* Only for messages, so that a full disk does not matter here. */
    if (ftruncate(fd, 0) == 0)
        dprintf(fd, "%ld\n", (long)getpid());
    *lock = (struct lock){ .fd = fd, .held = true };
    return 0;
}

void lock_release(struct lock *lock)
{
    if (lock->held)
        close(lock->fd);
    lock->held = false;
}
