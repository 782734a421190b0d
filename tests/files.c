#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

struct temp_file temp_file_make(const char *content)
{
    struct temp_file file = { "/tmp/c4evolve-test-XXXXXX" };
    int fd = mkstemp(file.path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, strlen(content)), strlen(content));
    assert_int_equal(close(fd), 0);
    return file;
}

void temp_file_remove(struct temp_file *file)
{
    remove(file->path);
}

char *read_whole(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length;

    if (!in)
        fail_msg("%s cannot be read", path);
    length = getdelim(&text, &capacity, '\0', in);
    fclose(in);
    if (length < 0 && text)
        text[0] = '\0';
    assert_non_null(text);
    return text;
}
