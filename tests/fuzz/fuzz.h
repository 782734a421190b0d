/*
 * fuzz - what all fuzz targets need.
 *
 * A target is a file fuzz_NAME.c with the function below, which libFuzzer calls with any bytes. With
 * -DC4E_FUZZ=ON it is linked with libFuzzer; else with replay.c, which calls it with the files in
 * corpus/NAME and is part of the tests.
 */
#ifndef C4E_TESTS_FUZZ_FUZZ_H
#define C4E_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that must hold for every input. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The bytes as a string, which the caller frees. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    FUZZ_CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* The path of a file with these bytes; the same one each time. */
static inline const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[64];
    FILE *file;

    if (!path[0])
        snprintf(path, sizeof path, "%s/c4evolve-fuzz-%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    file = fopen(path, "w");
    FUZZ_CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}

static inline void fuzz_remove(const char *path)
{
    unlink(path);
}

/* A failure has a message. */
static inline void fuzz_check_error(int status, const struct err *err)
{
    FUZZ_CHECK(status == 0 || err->text[0]);
}

/* Numbers of more digits than this would make work that takes long, which is not what we look for. */
static inline int fuzz_has_long_number(const uint8_t *data, size_t size, int digits)
{
    int run = 0;

    for (size_t i = 0; i < size; i++) {
        run = data[i] >= '0' && data[i] <= '9' ? run + 1 : 0;
        if (run > digits)
            return 1;
    }
    return 0;
}

#endif
