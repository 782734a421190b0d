/* replay FILE|FOLDER...: calls a fuzz target with each of these files. */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz/fuzz.h"

static size_t replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat st;
    uint8_t *data;

    FUZZ_CHECK(file && fstat(fileno(file), &st) == 0);
    data = malloc((size_t)st.st_size + 1);
    FUZZ_CHECK(data && fread(data, 1, (size_t)st.st_size, file) == (size_t)st.st_size);
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)st.st_size);
    free(data);
    return 1;
}

static size_t replay(const char *path)
{
    DIR *list = opendir(path);
    struct dirent *entry;
    char inner[4096];
    size_t n = 0;

    if (!list)
        return replay_file(path);
    while ((entry = readdir(list))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        n += replay_file(inner);
    }
    closedir(list);
    return n;
}

int main(int argc, char **argv)
{
    size_t n = 0;

    for (int i = 1; i < argc; i++)
        n += replay(argv[i]);
    printf("%zu inputs\n", n);
    return n > 0 ? 0 : 1;
}
