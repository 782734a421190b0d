/*
 * stub_posix - what an exported player uses of POSIX, where there is none.
 *
 * C4E_POSIX is 1 where the system's own are used. Without threads a search runs to its end before
 * the next line of the protocol is read. The names begin with c4e_ because some C libraries
 * declare a few of these functions.
 */
#ifndef C4E_EXPORT_STUB_POSIX_H
#define C4E_EXPORT_STUB_POSIX_H

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if !C4E_POSIX

#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC              TIME_UTC
#define clock_gettime(clock, now)    timespec_get(now, clock)
#define nanosleep(nap, left)         ((void)(nap))
#define isatty(fd)                   ((void)(fd), 0)
#define STDOUT_FILENO                1
#define _exit                        _Exit
#define flockfile(file)              ((void)(file))
#define funlockfile(file)            ((void)(file))
#define strcasecmp                   c4e_strcasecmp
#define strtok_r                     c4e_strtok_r
#define getline                      c4e_getline
#define pthread_t                    char
#define pthread_mutex_t              char
#define pthread_cond_t               char
#define pthread_mutex_init(lock, a)  ((void)(lock))
#define pthread_mutex_destroy(lock)  ((void)(lock))
#define pthread_mutex_lock(lock)     ((void)(lock))
#define pthread_mutex_unlock(lock)   ((void)(lock))
#define pthread_cond_init(c, a)      ((void)(c))
#define pthread_cond_destroy(c)      ((void)(c))
#define pthread_cond_broadcast(c)    ((void)(c))
#define pthread_cond_wait(c, lock)   ((void)(c), (void)(lock))
#define pthread_join(thread, result) ((void)(thread))

/* No thread can be made. */
static int pthread_create(pthread_t *thread, const void *how, void *run(void *), void *context)
{
    (void)thread;
    (void)how;
    (void)run;
    (void)context;
    return 1;
}

static int strcasecmp(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

static char *strtok_r(char *text, const char *blanks, char **rest)
{
    char *word = text ? text : *rest;

    word += strspn(word, blanks);
    *rest = word + strcspn(word, blanks);
    if (**rest)
        *(*rest)++ = '\0';
    return *word ? word : NULL;
}

/* The length of the line, with its newline; -1 at the end of the file or without memory. */
static long getline(char **line, size_t *size, FILE *in)
{
    size_t n = 0;
    int c;

    do {
        if (n + 2 > *size) {
            char *more = realloc(*line, 2 * *size + 80);

            if (!more)
                return -1;
            *line = more;
            *size = 2 * *size + 80;
        }
        c = getc(in);
        if (c != EOF)
            (*line)[n++] = (char)c;
    } while (c != EOF && c != '\n');
    (*line)[n] = '\0';
    return n > 0 ? (long)n : -1;
}

#endif

#endif
