/*
 * files - small files for tests of code that reads and writes files.
 */
#ifndef C4E_TESTS_FILES_H
#define C4E_TESTS_FILES_H

struct temp_file {
    char path[64];
};

/* Makes a new file with this content. The test fails if that is not possible. */
struct temp_file temp_file_make(const char *content);
void temp_file_remove(struct temp_file *file);

/* The whole content of a file as a string, which the caller frees. */
char *read_whole(const char *path);

#endif
