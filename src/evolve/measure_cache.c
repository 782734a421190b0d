#include "evolve/measure_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_SIZE 512

/* FNV-1a. */
uint64_t measure_hash(uint64_t before, const void *data, size_t size)
{
    const unsigned char *byte = data;
    uint64_t hash = before ? before : UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t sum_of(const struct measure_line *line)
{
    uint64_t sum = line->hash;

    for (int i = 0; i < MEASURE_NUMBERS; i++)
        sum += line->number[i];
    return sum;
}

/* The index of the first line whose hash is not smaller. */
static size_t place_of(const struct measure_cache *cache, uint64_t hash)
{
    size_t low = 0, high = cache->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (cache->line[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const uint32_t *measure_cache_find(const struct measure_cache *cache, uint64_t hash)
{
    size_t at = place_of(cache, hash);

    return at < cache->n && cache->line[at].hash == hash ? cache->line[at].number : NULL;
}

static int insert(struct measure_cache *cache, const struct measure_line *line, struct err *err)
{
    size_t at = place_of(cache, line->hash);

    if (cache->n == cache->capacity) {
        size_t capacity = cache->capacity ? 2 * cache->capacity : 256;
        struct measure_line *grown = realloc(cache->line, capacity * sizeof *grown);

        if (!grown)
            return err_shortage(err, "out of memory: %zu results", capacity);
        cache->line = grown;
        cache->capacity = capacity;
    }
    if (at < cache->n && cache->line[at].hash == line->hash)
        return 0;
    memmove(&cache->line[at + 1], &cache->line[at], (cache->n - at) * sizeof *line);
    cache->line[at] = *line;
    cache->n++;
    return 0;
}

/* Whether the text is a whole line with the right sum. */
static bool parse(const char *text, struct measure_line *line)
{
    uint64_t sum;
    char *end;

    line->hash = strtoull(text, &end, 16);
    for (int i = 0; i < MEASURE_NUMBERS; i++) {
        if (*end != ' ')
            return false;
        line->number[i] = (uint32_t)strtoul(end, &end, 10);
    }
    sum = strtoull(end, &end, 16);
    return strcmp(end, "\n") == 0 && sum == sum_of(line);
}

/* A line that is too long is no line of ours, and comes in pieces that are none either. *torn: the last
 * line has no end. */
static int load(struct measure_cache *cache, bool *torn, struct err *err)
{
    struct measure_line line;
    char text[LINE_SIZE];

    while (fgets(text, sizeof text, cache->file)) {
        *torn = !strchr(text, '\n');
        if (parse(text, &line) && insert(cache, &line, err))
            return -1;
    }
    return ferror(cache->file) ? err_file(err, cache->path, errno) : 0;
}

/* The folder may be somebody else's: neither a link nor a pipe is opened. */
static FILE *open_file(const char *path, struct err *err)
{
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat st;
    FILE *file = NULL;

    if ((fd < 0 && errno == ELOOP) || (fd >= 0 && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode)))
        err_set(err, "%s is a link or not a file: remove it", path);
    else if (fd < 0 || !(file = fdopen(fd, "a+")))
        err_file(err, path, errno);
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

int measure_cache_open(struct measure_cache *cache, const char *path, struct err *err)
{
    bool torn = false;
    int status;

    *cache = (struct measure_cache){ .path = strdup(path) };
    if (!cache->path)
        return err_shortage(err, "out of memory");
    cache->file = open_file(path, err);
    status = cache->file ? load(cache, &torn, err) : -1;
    if (status == 0 && fseek(cache->file, 0, SEEK_END))
        status = err_file(err, path, errno);
    if (status == 0 && torn)
        fputc('\n', cache->file);
    if (status)
        measure_cache_release(cache);
    return status;
}

void measure_cache_release(struct measure_cache *cache)
{
    if (cache->file)
        fclose(cache->file);
    free(cache->line);
    free(cache->path);
    *cache = (struct measure_cache){ 0 };
}

int measure_cache_add(struct measure_cache *cache, const struct measure_line *line, struct err *err)
{
    fprintf(cache->file, "%016" PRIx64, line->hash);
    for (int i = 0; i < MEASURE_NUMBERS; i++)
        fprintf(cache->file, " %" PRIu32, line->number[i]);
    fprintf(cache->file, " %" PRIx64 "\n", sum_of(line));
    if (fflush(cache->file))
        return err_file(err, cache->path, errno);
    return insert(cache, line, err);
}
