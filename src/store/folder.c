#include "store/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

char *folder_path(const char *dir, const char *name, struct err *err)
{
    size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s/%s", dir, name);
    else
        err_shortage(err, "out of memory");
    return path;
}

int folder_make(const char *dir, struct err *err)
{
    char *path = strdup(dir);
    struct stat st;
    int why = ENOENT;

    if (!path)
        return err_shortage(err, "out of memory");
    for (char *slash = path + 1; *path && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        if (mkdir(path, 0777) && errno != EEXIST && why == ENOENT)
            why = errno; /* but only the last one decides */
        *slash = '/';
    }
    free(path);
    if (mkdir(dir, 0777) == 0)
        return 0;
    if (errno != EEXIST)
        return err_set(err, "%s cannot be created: %s", dir,
                       strerror(errno == ENOENT ? why : errno));
    if (stat(dir, &st) || !S_ISDIR(st.st_mode))
        return err_set(err, "%s is not a folder", dir);
    return 0;
}

bool folder_has_run(const char *dir)
{
    struct err err;
    char *path = folder_path(dir, FOLDER_RUN, &err);
    struct stat st;
    bool found = path && lstat(path, &st) == 0;

    free(path);
    return found;
}

/* SQLite follows no links either, but its message does not help. */
static int check_beside(const char *dir, struct err *err)
{
    static const char *const beside[] = { FOLDER_RUN "-wal", FOLDER_RUN "-shm",
                                          FOLDER_RUN "-journal" };
    struct stat st;
    int status = 0;

    for (size_t i = 0; status == 0 && i < sizeof beside / sizeof *beside; i++) {
        char *path = folder_path(dir, beside[i], err);

        if (!path)
            return -1;
        if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
            status = err_set_kind(err, ERR_DAMAGE, "%s is a link or not a file: remove it", path);
        free(path);
    }
    return status;
}

int folder_check(const char *dir, struct err *err)
{
    char *path;
    struct stat st;
    int status = 0;

    if (stat(dir, &st))
        return err_file(err, dir, errno);
    if (!S_ISDIR(st.st_mode))
        return err_set(err, "%s is a file, not the folder of a run", dir);
    path = folder_path(dir, FOLDER_RUN, err);
    if (!path)
        return -1;
    if (stat(path, &st))
        status = errno == ENOENT
                     ? err_set(err, "%s is not a run: there is no %s in it", dir, FOLDER_RUN)
                     : err_file(err, path, errno);
    else if (!S_ISREG(st.st_mode))
        status = err_set(err, "%s is not a run: %s is not a file", dir, FOLDER_RUN);
    else if (access(path, R_OK))
        status =
            err_set_kind(err, err_kind_of(errno), "%s cannot be read: %s", path, strerror(errno));
    free(path);
    return status ? status : check_beside(dir, err);
}

int folder_check_own(const char *dir, struct err *err)
{
    char *path = folder_path(dir, FOLDER_RUN, err);
    struct stat st;
    int status = 0;

    if (!path)
        return -1;
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
        status = err_set(err, "%s is a link: a run is only continued in its own folder", path);
    free(path);
    return status;
}

int folder_clear(const char *dir, struct err *err)
{
    static const char *const leftover[] = { FOLDER_NEW, FOLDER_NEW "-journal", FOLDER_RUN "-wal",
                                            FOLDER_RUN "-shm" };

    for (size_t i = 0; i < sizeof leftover / sizeof leftover[0]; i++) {
        char *path = folder_path(dir, leftover[i], err);

        if (!path)
            return -1;
        if (unlink(path) && errno != ENOENT) {
            err_set_kind(err, err_kind_of(errno), "%s cannot be removed: %s", path,
                         strerror(errno));
            free(path);
            return -1;
        }
        free(path);
    }
    return 0;
}

/* A new name is only safe once its folder is on the disk. */
static void sync_folder(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

int folder_publish(const char *dir, struct err *err)
{
    char *from = folder_path(dir, FOLDER_NEW, err), *to = folder_path(dir, FOLDER_RUN, err);
    int status = -1;

    if (from && to) {
        status = rename(from, to);
        if (status)
            err_set_kind(err, err_kind_of(errno), "%s cannot be renamed: %s", from,
                         strerror(errno));
    }
    free(from);
    free(to);
    if (status == 0)
        sync_folder(dir);
    return status;
}

static int refuse_lock(int fd, const char *path, struct err *err)
{
    char owner[32] = "";
    ssize_t n;

    if (errno != EWOULDBLOCK)
        return err_set_kind(err, err_kind_of(errno), "%s cannot be locked: %s", path,
                            strerror(errno));
    n = pread(fd, owner, sizeof owner - 1, 0);
    owner[n > 0 ? n : 0] = '\0';
    owner[strcspn(owner, "\n")] = '\0';
    return err_set(err, "%s: another c4evolve (process %s) is writing this run", path,
                   owner[0] ? owner : "unknown");
}

/* Refuses what somebody else may have put there, such as a link to a file of the user. */
static int open_lock(const char *path, struct err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat st;

    if (fd < 0 && errno != ELOOP)
        return err_set_kind(err, err_kind_of(errno), "%s cannot be written: %s", path,
                            strerror(errno));
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink <= 1)
        return fd;
    if (fd >= 0)
        close(fd);
    return err_set(err, "%s is a link or not a file: remove it", path);
}

static int lock_file(struct folder_lock *lock, const char *path, struct err *err)
{
    int fd = open_lock(path, err);

    if (fd < 0)
        return -1;
    /* Not fcntl: its locks are lost when any descriptor of the file is closed. */
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        refuse_lock(fd, path, err);
        close(fd);
        return -1;
    }
    /* The id is only for messages, so a full disk does not matter here. */
    if (ftruncate(fd, 0) == 0)
        dprintf(fd, "%ld\n", (long)getpid());
    *lock = (struct folder_lock){ .fd = fd, .held = true };
    return 0;
}

int folder_lock(struct folder_lock *lock, const char *dir, struct err *err)
{
    char *path = folder_path(dir, FOLDER_LOCK, err);
    int status = path ? lock_file(lock, path, err) : -1;

    free(path);
    return status;
}

void folder_unlock(struct folder_lock *lock)
{
    if (lock->held)
        close(lock->fd);
    lock->held = false;
}

/* Linux lists all locks with the inodes of their files. */
bool folder_is_locked(const char *dir)
{
    struct err unused;
    char *path = folder_path(dir, FOLDER_LOCK, &unused), line[256], inode[32];
    FILE *locks = path ? fopen("/proc/locks", "r") : NULL;
    struct stat st;
    bool found = false;

    if (locks && stat(path, &st) == 0) {
        snprintf(inode, sizeof inode, ":%llu ", (unsigned long long)st.st_ino);
        while (!found && fgets(line, sizeof line, locks))
            found = strstr(line, "FLOCK") && strstr(line, inode);
    }
    if (locks)
        fclose(locks);
    free(path);
    return found;
}
