#define _DEFAULT_SOURCE /* getentropy */
#include "base/kin.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ; /* which POSIX does not declare */

/* Members may start others while we look for them. The last rounds wait: a process that was killed
 * takes a moment to go. */
#define ROUNDS       200
#define QUICK_ROUNDS 5

/* Enough for the name of the largest mark; an environment is searched in pieces. */
#define PIECE 4096

void kin_init(struct kin *kin)
{
    uint64_t number = 0;

    if (getentropy(&number, sizeof number))
        number = (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)kin;
    snprintf(kin->mark, sizeof kin->mark, "C4EVOLVE_KIN_%016" PRIx64 "=1", number);
}

char **kin_environment(struct kin *kin)
{
    size_t n = 0;
    char **list;

    while (environ[n])
        n++;
    list = malloc((n + 2) * sizeof *list);
    if (!list)
        return NULL;
    memcpy(list, environ, n * sizeof *list);
    list[n] = kin->mark;
    list[n + 1] = NULL;
    return list;
}

/* Like strstr for bytes. */
static bool has_text(const char *bytes, size_t size, const char *text)
{
    size_t length = strlen(text);
    const char *at = bytes, *end = bytes + size;

    while ((at = memchr(at, text[0], (size_t)(end - at))) && (size_t)(end - at) >= length) {
        if (memcmp(at, text, length) == 0)
            return true;
        at++;
    }
    return false;
}

/* Keeps the end of each piece, where a mark may begin. */
static bool has_mark(int fd, const char *mark)
{
    char piece[PIECE];
    size_t kept = 0, overlap = strlen(mark) - 1;
    ssize_t got;

    while ((got = read(fd, piece + kept, sizeof piece - kept)) > 0) {
        size_t size = kept + (size_t)got;

        if (has_text(piece, size, mark))
            return true;
        kept = size < overlap ? size : overlap;
        memmove(piece, piece + size - kept, kept);
    }
    return false;
}

static bool is_member(const char *pid, const char *mark)
{
    char path[64];
    bool found;
    int fd;

    snprintf(path, sizeof path, "/proc/%.20s/environ", pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    found = has_mark(fd, mark);
    close(fd);
    return found;
}

/* Kills the members that are there now; false if there are none. */
static bool kill_members(const char *mark)
{
    DIR *list = opendir("/proc");
    struct dirent *entry;
    bool found = false;

    while (list && (entry = readdir(list))) {
        if (!isdigit((unsigned char)entry->d_name[0]) || !is_member(entry->d_name, mark))
            continue;
        kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
        found = true;
    }
    if (list)
        closedir(list);
    return found;
}

void kin_end(const struct kin *kin)
{
    for (int i = 0; i < ROUNDS && kill_members(kin->mark); i++)
        if (i >= QUICK_ROUNDS)
            nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}
