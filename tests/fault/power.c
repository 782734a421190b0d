/*
 * power - a loss of power at the n-th event, in a program that is started with
 * LD_PRELOAD=libpower.so.
 *
 *     POWER_AT=N           dies at the N-th write, sync or rename; 0: never
 *     POWER_SAFE=FOLDER    gets the content of each file when it was last synced, under its name
 *     POWER_COUNT=FILE     gets the number of events
 *
 * A rename is safe once its folder is synced. What a disk would hold afterwards is made of the
 * files as they are and as they are in the folder: see tests/power_loss.sh.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))
#define RENAMES    64

static long events, last = -1;
static struct {
    char from[256], to[256];
} pending[RENAMES];
static int renames;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void event(void)
{
    if (last < 0)
        last = getenv("POWER_AT") ? atol(getenv("POWER_AT")) : 0;
    if (++events == last)
        kill(getpid(), SIGKILL);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("POWER_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;

    if (!file)
        return;
    fprintf(file, "%ld\n", events);
    fclose(file);
}

static void safe_path(char path[4096], const char *name)
{
    snprintf(path, 4096, "%s/%s", getenv("POWER_SAFE"), name);
}

/* Copies what the file holds now. */
static void make_safe(int fd, const char *name)
{
    char path[4096], block[8192];
    off_t at = 0;
    ssize_t got;
    int to;

    safe_path(path, name);
    to = REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (to < 0)
        return;
    while ((got = pread(fd, block, sizeof block, at)) > 0) {
        if (REAL(write)(to, block, (size_t)got) != got)
            abort();
        at += got;
    }
    close(to);
}

static void make_renames_safe(void)
{
    for (int i = 0; i < renames; i++) {
        char from[4096], to[4096];

        safe_path(from, pending[i].from);
        safe_path(to, pending[i].to);
        REAL(rename)(from, to);
    }
    renames = 0;
}

/* A descriptor that was opened for writing only cannot be read, so it is opened again. */
static void note_sync(int fd)
{
    char link[64], path[4096];
    struct stat st;
    ssize_t length;
    int again;

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || fstat(fd, &st) || !getenv("POWER_SAFE"))
        return;
    path[length] = '\0';
    if (S_ISDIR(st.st_mode)) {
        make_renames_safe();
        return;
    }
    again = REAL(open)(path, O_RDONLY | O_CLOEXEC);
    if (again >= 0) {
        make_safe(again, base_name(path));
        close(again);
    }
}

int fsync(int fd)
{
    int status;

    event();
    status = REAL(fsync)(fd);
    note_sync(fd);
    return status;
}

int fdatasync(int fd)
{
    int status;

    event();
    status = REAL(fdatasync)(fd);
    note_sync(fd);
    return status;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    event();
    return REAL(write)(fd, bytes, size);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    event();
    return REAL(pwrite64)(fd, bytes, size, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

int rename(const char *from, const char *to)
{
    event();
    if (renames < RENAMES) {
        snprintf(pending[renames].from, sizeof pending[0].from, "%s", base_name(from));
        snprintf(pending[renames++].to, sizeof pending[0].to, "%s", base_name(to));
    }
    return REAL(rename)(from, to);
}
