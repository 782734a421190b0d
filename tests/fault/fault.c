/*
 * fault - makes the n-th call of some kind fail, in a program that is started with
 * LD_PRELOAD=libfault.so.
 *
 *     FAULT=KIND:N[:ERRNO]   alloc, write, sync, open or rename; N from 1; 0 only counts
 *     FAULT_ON=1             all later calls of the kind fail, too
 *     FAULT_COUNT=FILE       gets the number of calls, once the program has ended
 *     FAULT_CUT=1            a failing write writes half of its bytes first
 *
 * Only calls between the start and the end of main count. stdio writes by itself and cannot be
 * reached from here, but its files are opened through base/output, whose writes can.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { ALLOC, WRITE, SYNC, OPEN, RENAME, KINDS };

static const char *const kind_name[KINDS] = { "alloc", "write", "sync", "open", "rename" };
static const int usual_errno[KINDS] = { ENOMEM, ENOSPC, EIO, EMFILE, EIO };

static atomic_bool active;
static atomic_long calls;
static enum kind chosen = KINDS;
static long which;
static int error;
static bool lasting, cut;
static pid_t owner;

/* Whether this call is to fail. */
static bool fails(enum kind kind)
{
    long n;

    if (kind != chosen || !atomic_load(&active))
        return false;
    n = atomic_fetch_add(&calls, 1) + 1;
    if (n != which && !(lasting && which && n > which))
        return false;
    errno = error;
    return true;
}

static void begin(void)
{
    const char *text = getenv("FAULT");
    size_t length = text ? strcspn(text, ":") : 0;

    for (int i = 0; text && i < KINDS; i++)
        if (strlen(kind_name[i]) == length && strncmp(kind_name[i], text, length) == 0)
            chosen = (enum kind)i;
    if (chosen == KINDS)
        return;
    error = usual_errno[chosen];
    if (sscanf(text + length, ":%ld:%d", &which, &error) < 1)
        abort();
    lasting = getenv("FAULT_ON") != NULL;
    cut = getenv("FAULT_CUT") != NULL;
    owner = getpid();
    atomic_store(&active, true);
}

static void end(void)
{
    const char *path = getenv("FAULT_COUNT");
    FILE *file;

    atomic_store(&active, false);
    if (!path || getpid() != owner || !(file = fopen(path, "w")))
        return;
    fprintf(file, "%ld\n", atomic_load(&calls));
    fclose(file);
}

static int (*program)(int, char **, char **);

static int wrapped(int argc, char **argv, char **variables)
{
    int code;

    begin();
    atexit(end); /* also if the program calls exit */
    code = program(argc, argv, variables);
    atomic_store(&active, false);
    return code;
}

int __libc_start_main(int (*start)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end);

int __libc_start_main(int (*start)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end)
{
    int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
                void (*)(void), void *) = dlsym(RTLD_NEXT, "__libc_start_main");

    program = start;
    return real(wrapped, argc, argv, init, fini, rtld_fini, stack_end);
}

/*
 * Memory. The C library's own functions, because dlsym allocates.
 */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fails(ALLOC) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(ALLOC) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails(ALLOC) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(ALLOC) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    if (fails(ALLOC))
        return ENOMEM;
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}

/*
 * Files.
 */
#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t size)
{
    if (!fails(WRITE))
        return REAL(write)(fd, bytes, size);
    return cut && size > 1 ? REAL(write)(fd, bytes, size / 2) : -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    if (!fails(WRITE))
        return REAL(pwrite64)(fd, bytes, size, at);
    return cut && size > 1 ? REAL(pwrite64)(fd, bytes, size / 2, at) : -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

int ftruncate64(int fd, off64_t size)
{
    return fails(WRITE) ? -1 : REAL(ftruncate64)(fd, size);
}

int ftruncate(int fd, off_t size)
{
    return ftruncate64(fd, size);
}

int posix_fallocate(int fd, off_t at, off_t size)
{
    return fails(WRITE) ? error : REAL(posix_fallocate)(fd, at, size);
}

int fsync(int fd)
{
    return fails(SYNC) ? -1 : REAL(fsync)(fd);
}

int fdatasync(int fd)
{
    return fails(SYNC) ? -1 : REAL(fdatasync)(fd);
}

static mode_t mode_of(int flags, va_list ap)
{
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(ap, int) : 0;
}

int open64(const char *path, int flags, ...)
{
    va_list ap;
    mode_t mode;

    va_start(ap, flags);
    mode = mode_of(flags, ap);
    va_end(ap);
    return fails(OPEN) ? -1 : REAL(open64)(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list ap;
    mode_t mode;

    va_start(ap, flags);
    mode = mode_of(flags, ap);
    va_end(ap);
    return fails(OPEN) ? -1 : REAL(open)(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return fails(OPEN) ? NULL : REAL(fopen)(path, mode);
}

int pipe2(int end[2], int flags)
{
    return fails(OPEN) ? -1 : REAL(pipe2)(end, flags);
}

int rename(const char *from, const char *to)
{
    return fails(RENAME) ? -1 : REAL(rename)(from, to);
}

int unlink(const char *path)
{
    return fails(RENAME) ? -1 : REAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode)
{
    return fails(RENAME) ? -1 : REAL(mkdir)(path, mode);
}
