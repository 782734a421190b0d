#include "truth/position_pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/portable.h"
#include "search/book.h"

#define MAGIC         "c4epart\001"
#define MAGIC_SIZE    8
#define CHECKSUM_SIZE 8
#define PIECE_SIZE    (1 + 4 + 8 + CHECKSUM_SIZE)
#define FLUSH_S       1

static int system_error(const struct position_pieces *pieces, struct err *err)
{
    return err_file(err, pieces->path, errno);
}

static int empty(struct position_pieces *pieces, struct err *err)
{
    FILE *file = pieces->file;

    if (fflush(file) || ftruncate(fileno(file), 0))
        return system_error(pieces, err);
    rewind(file);
    return fwrite(MAGIC, 1, MAGIC_SIZE, file) != MAGIC_SIZE || fflush(file)
               ? system_error(pieces, err)
               : 0;
}

/* An empty file, or one with the beginning of the magic bytes, is ours too. */
static int check_magic(struct position_pieces *pieces, struct err *err)
{
    char magic[MAGIC_SIZE];
    size_t n = fread(magic, 1, MAGIC_SIZE, pieces->file);

    if (ferror(pieces->file))
        return system_error(pieces, err);
    if (memcmp(magic, MAGIC, n) != 0)
        return err_set(err, "%s is in the way: it was not made by 'c4evolve positions'",
                       pieces->path);
    return n < MAGIC_SIZE ? empty(pieces, err) : 0;
}

static int open_file(struct position_pieces *pieces, struct err *err)
{
    int fd = open(pieces->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    struct stat info;

    if (fd < 0)
        return system_error(pieces, err);
    if (fstat(fd, &info) == 0 && !S_ISREG(info.st_mode))
        errno = EINVAL;
    else
        pieces->file = fdopen(fd, "r+b");
    if (pieces->file)
        return check_magic(pieces, err);
    system_error(pieces, err);
    close(fd);
    return -1;
}

int position_pieces_open(struct position_pieces *pieces, const char *set, struct err *err)
{
    size_t size = strlen(set) + sizeof ".part";

    *pieces = (struct position_pieces){ .path = malloc(size), .flushed_s = clock_s() };
    if (!pieces->path)
        return err_shortage(err, "out of memory");
    snprintf(pieces->path, size, "%s.part", set);
    return open_file(pieces, err);
}

static void encode(unsigned char bytes[PIECE_SIZE], uint64_t block, int kind, uint64_t index,
                   uint64_t number)
{
    unsigned char name[8], *to = bytes;
    uint64_t sum;

    portable_put(name, block, 8);
    sum = book_checksum(BOOK_CHECKSUM, name, sizeof name);
    to = portable_put(to, (uint64_t)kind, 1);
    to = portable_put(to, index, 4);
    to = portable_put(to, number, 8);
    portable_put(to, book_checksum(sum, bytes, (size_t)(to - bytes)), CHECKSUM_SIZE);
}

/* Reads the next piece of the current block. */
static bool next_piece(struct position_pieces *pieces, int *kind, size_t *index, uint64_t *number)
{
    unsigned char bytes[PIECE_SIZE], right[PIECE_SIZE];

    if (fread(bytes, 1, PIECE_SIZE, pieces->file) != PIECE_SIZE)
        return false;
    *kind = bytes[0];
    *index = (size_t)portable_get(bytes + 1, 4);
    *number = portable_get(bytes + 5, 8);
    encode(right, pieces->block, *kind, *index, *number);
    return memcmp(bytes, right, PIECE_SIZE) == 0;
}

int position_pieces_begin(struct position_pieces *pieces, uint64_t block, struct err *err)
{
    int kind;
    size_t index, whole = 0;
    uint64_t number;

    pieces->block = block;
    if (fseek(pieces->file, MAGIC_SIZE, SEEK_SET))
        return system_error(pieces, err);
    while (next_piece(pieces, &kind, &index, &number))
        whole++;
    if (ferror(pieces->file))
        return system_error(pieces, err);
    if (whole == 0)
        return empty(pieces, err);
    if (fflush(pieces->file) ||
        ftruncate(fileno(pieces->file), (off_t)(MAGIC_SIZE + whole * PIECE_SIZE)) ||
        fseek(pieces->file, 0, SEEK_END))
        return system_error(pieces, err);
    return 0;
}

int position_pieces_take(struct position_pieces *pieces, enum piece_kind kind, uint64_t *number,
                         bool *known, size_t n, struct err *err)
{
    int found;
    size_t index;
    uint64_t what;

    if (fflush(pieces->file) || fseek(pieces->file, MAGIC_SIZE, SEEK_SET))
        return system_error(pieces, err);
    while (next_piece(pieces, &found, &index, &what)) {
        if (found != (int)kind || index >= n)
            continue;
        number[index] = what;
        known[index] = true;
    }
    return ferror(pieces->file) || fseek(pieces->file, 0, SEEK_END) ? system_error(pieces, err) : 0;
}

void position_pieces_put(struct position_pieces *pieces, enum piece_kind kind, size_t index,
                         uint64_t number)
{
    unsigned char bytes[PIECE_SIZE];
    double now_s = clock_s();

    encode(bytes, pieces->block, (int)kind, index, number);
    if (fwrite(bytes, 1, PIECE_SIZE, pieces->file) != PIECE_SIZE)
        pieces->why = pieces->why ? pieces->why : errno;
    if (now_s < pieces->flushed_s + FLUSH_S)
        return;
    pieces->flushed_s = now_s;
    if (fflush(pieces->file) && !pieces->why)
        pieces->why = errno;
}

int position_pieces_flush(struct position_pieces *pieces, struct err *err)
{
    if (fflush(pieces->file) && !pieces->why)
        pieces->why = errno;
    return pieces->why ? err_file(err, pieces->path, pieces->why) : 0;
}

void position_pieces_close(struct position_pieces *pieces)
{
    if (pieces->file)
        fclose(pieces->file);
    free(pieces->path);
    *pieces = (struct position_pieces){ 0 };
}

void position_pieces_remove(const struct position_pieces *pieces)
{
    unlink(pieces->path);
}
