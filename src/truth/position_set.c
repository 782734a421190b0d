#include "truth/position_set.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/portable.h"
#include "game/key_set.h"
#include "search/book.h"

#define MAGIC         "c4epset"
#define MAGIC_SIZE    7
#define VERSION       1
#define HEADER_SIZE   48
#define BLOCK_HEAD    8
#define CHECKSUM_SIZE 8
#define KEY_SIZE      ((COLUMNS * COLUMN_BITS + 7) / 8)
#define RECORD_SIZE   (KEY_SIZE + 1)
#define END_INDEX     UINT32_MAX
#define RESULT_DRAW   2
#define SCORE_ZERO    64

const char *const position_source_name[SOURCES] = { "random", "games", "leaves", "mix", "pgn" };

static void encode_header(unsigned char header[HEADER_SIZE], const struct position_recipe *r)
{
    unsigned char *to = header + MAGIC_SIZE;

    memcpy(header, MAGIC, MAGIC_SIZE);
    to = portable_put(to, VERSION, 1);
    to = portable_put(to, COLUMNS, 1);
    to = portable_put(to, ROWS, 1);
    to = portable_put(to, r->scores, 1);
    to = portable_put(to, r->from, 1);
    to = portable_put(to, r->part, 1);
    to = portable_put(to, (uint64_t)r->low, 1);
    to = portable_put(to, (uint64_t)r->high, 1);
    to = portable_put(to, (uint64_t)r->rules, 1);
    to = portable_put(to, r->seed, 8);
    to = portable_put(to, r->count, 8);
    to = portable_put(to, r->without, 8);
    portable_put(to, book_checksum(BOOK_CHECKSUM, header, (size_t)(to - header)), CHECKSUM_SIZE);
}

uint64_t position_recipe_checksum(const struct position_recipe *recipe)
{
    unsigned char header[HEADER_SIZE];

    encode_header(header, recipe);
    return portable_get(header + HEADER_SIZE - CHECKSUM_SIZE, CHECKSUM_SIZE);
}

static int decode_header(struct position_recipe *r, const unsigned char *h, size_t size,
                         struct err *err)
{
    uint64_t sum = book_checksum(BOOK_CHECKSUM, h, HEADER_SIZE - CHECKSUM_SIZE);

    if (size < HEADER_SIZE || memcmp(h, MAGIC, MAGIC_SIZE) != 0)
        return err_set(err, "not a set of positions made by 'c4evolve positions'");
    if (h[7] != VERSION)
        return err_set(err, "a set of positions of version %d; this program reads version %d", h[7],
                       VERSION);
    if (sum != portable_get(h + HEADER_SIZE - CHECKSUM_SIZE, CHECKSUM_SIZE))
        return err_set(err, "the set of positions is damaged: the checksum of its header is wrong");
    if (h[8] != COLUMNS || h[9] != ROWS)
        return err_set(err, "positions on a board of %dx%d; this program is for " BOARD_NAME, h[8],
                       h[9]);
    *r = (struct position_recipe){ .scores = h[10],
                                   .from = h[11],
                                   .part = h[12],
                                   .low = h[13],
                                   .high = h[14],
                                   .rules = h[15],
                                   .seed = portable_get(h + 16, 8),
                                   .count = portable_get(h + 24, 8),
                                   .without = portable_get(h + 32, 8) };
    if (r->from >= SOURCES || r->part > OPENING_TEST || r->high >= CELLS)
        return err_set(err, "the set of positions is damaged: its header makes no sense");
    return 0;
}

void position_set_release(struct position_set *set)
{
    free(set->pos);
    free(set->result);
    free(set->score);
    free(set->block_end);
    *set = (struct position_set){ 0 };
}

uint64_t position_set_checksum(const struct position_set *set)
{
    uint64_t sum = set->n;

    for (size_t i = 0; i < set->n; i++)
        sum = key_mix(sum ^ position_mirror_key(&set->pos[i])) + (uint64_t)(set->result[i] + 1);
    return sum;
}

bool position_set_is(const char *path)
{
    FILE *in = fopen(path, "rb");
    char magic[MAGIC_SIZE];
    bool is = in && fread(magic, 1, MAGIC_SIZE, in) == MAGIC_SIZE &&
              memcmp(magic, MAGIC, MAGIC_SIZE) == 0;

    if (in)
        fclose(in);
    return is;
}

/* The position and its value; false if they make no sense. */
static bool decode_record(struct position_set *set, const unsigned char *from)
{
    const struct position_recipe *r = &set->recipe;
    uint64_t key = portable_get(from, KEY_SIZE);
    int value = from[KEY_SIZE] - (r->scores ? SCORE_ZERO : RESULT_DRAW);
    int limit = r->scores ? TABLE_SCORE_MAX : 1;
    struct position *pos = &set->pos[set->n];

    *pos = book_position(key);
    if (position_mirror_key(pos) != key || pos->plies < r->low || pos->plies > r->high ||
        value < -limit || value > limit)
        return false;
    set->result[set->n] = (signed char)((value > 0) - (value < 0));
    if (r->scores)
        set->score[set->n] = (signed char)value;
    set->n++;
    return true;
}

/* Bytes of a file that are being read. */
struct reading {
    const unsigned char *bytes;
    size_t size, at;
};

static size_t block_size(uint64_t positions)
{
    return BLOCK_HEAD + (size_t)positions * RECORD_SIZE + CHECKSUM_SIZE;
}

/* Takes the next block; *more is false if there is no whole one. */
static int take_block(struct position_set *set, struct reading *in, bool *more, struct err *err)
{
    const unsigned char *block = in->bytes + in->at;
    size_t left = in->size - in->at, size, body;
    uint64_t n;

    *more = !set->finished && left >= BLOCK_HEAD + CHECKSUM_SIZE;
    n = *more ? portable_get(block + 4, 4) : 0;
    size = block_size(n);
    *more = *more && size <= left;
    if (!*more)
        return 0;
    body = size - CHECKSUM_SIZE;
    if (book_checksum(BOOK_CHECKSUM, block, body) != portable_get(block + body, CHECKSUM_SIZE))
        return err_set(err, "the set of positions is damaged: the checksum of block %zu is wrong",
                       set->blocks);
    set->finished = portable_get(block, 4) == END_INDEX;
    if (!set->finished && portable_get(block, 4) != set->blocks)
        return err_set(err, "the set of positions is damaged: block %zu is missing", set->blocks);
    for (size_t i = 0; i < n; i++)
        if (!decode_record(set, block + BLOCK_HEAD + i * RECORD_SIZE))
            return err_set(err, "the set of positions is damaged: position %zu makes no sense",
                           set->n);
    if (!set->finished)
        set->block_end[set->blocks++] = set->n;
    in->at += size;
    return 0;
}

/* Room for everything that a file of this size can hold. */
static int allocate(struct position_set *set, size_t size, struct err *err)
{
    size_t positions = size / RECORD_SIZE + 1, blocks = size / block_size(0) + 1;

    set->pos = malloc(positions * sizeof *set->pos);
    set->result = malloc(positions);
    set->block_end = malloc(blocks * sizeof *set->block_end);
    if (set->recipe.scores)
        set->score = malloc(positions);
    if (set->pos && set->result && set->block_end && (set->score || !set->recipe.scores))
        return 0;
    return err_shortage(err, "out of memory: %zu positions", positions);
}

/* Returns the number of bytes up to the end of the last whole block in *whole. */
static int decode(struct position_set *set, const unsigned char *bytes, size_t size, size_t *whole,
                  struct err *err)
{
    struct reading in = { bytes, size, HEADER_SIZE };
    bool more = true;

    if (decode_header(&set->recipe, bytes, size, err) || allocate(set, size, err))
        return -1;
    while (more)
        if (take_block(set, &in, &more, err))
            return -1;
    if (set->finished && in.at < size)
        return err_set(err, "the set of positions is damaged: something follows its end");
    *whole = in.at;
    return 0;
}

/* All bytes of a file, followed by enough zeros for a header. */
static unsigned char *read_bytes(FILE *in, size_t *size, struct err *err)
{
    struct stat info;
    unsigned char *bytes = NULL;

    if (fstat(fileno(in), &info))
        err_set_kind(err, err_kind_of(errno), "%s", strerror(errno));
    else if (!S_ISREG(info.st_mode))
        err_set(err, "not a set of positions made by 'c4evolve positions'");
    else if ((bytes = calloc(1, (size_t)info.st_size + HEADER_SIZE)) == NULL)
        err_shortage(err, "out of memory: %ld bytes", (long)info.st_size);
    else
        *size = fread(bytes, 1, (size_t)info.st_size, in);
    if (bytes && ferror(in)) {
        err_set(err, "it cannot be read");
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

int position_set_read(struct position_set *set, const char *path, struct err *err)
{
    FILE *in = fopen(path, "rb");
    unsigned char *bytes;
    size_t size = 0, whole;
    int status = -1;

    *set = (struct position_set){ 0 };
    if (!in)
        return err_file(err, path, errno);
    bytes = read_bytes(in, &size, err);
    fclose(in);
    if (bytes)
        status = decode(set, bytes, size, &whole, err);
    free(bytes);
    if (status) {
        position_set_release(set);
        return err_prefix(err, path);
    }
    return 0;
}

static int system_error(const struct position_file *file, struct err *err)
{
    return err_file(err, file->path, errno);
}

/* Says what differs between the recipe of a file and the one that is asked for. */
static int compare_recipes(const struct position_recipe *has, const struct position_recipe *asked,
                           struct err *err)
{
    const char advice[] = "give another file, or remove this one to start again";

    if (has->count != asked->count)
        return err_set(err, "made with --count %llu, not %llu; %s", (unsigned long long)has->count,
                       (unsigned long long)asked->count, advice);
    if (has->seed != asked->seed)
        return err_set(err, "made with --seed %llu, not %llu; %s", (unsigned long long)has->seed,
                       (unsigned long long)asked->seed, advice);
    if (has->low != asked->low || has->high != asked->high)
        return err_set(err, "made with --plies %d..%d, not %d..%d; %s", has->low, has->high,
                       asked->low, asked->high, advice);
    if (has->from != asked->from)
        return err_set(err, "made with --from %s, not %s; %s", position_source_name[has->from],
                       position_source_name[asked->from], advice);
    if (has->part != asked->part)
        return err_set(err, "made with --set %s, not %s; %s", opening_set_name[has->part],
                       opening_set_name[asked->part], advice);
    if (has->scores != asked->scores)
        return err_set(err, "made %s --scores; %s", has->scores ? "with" : "without", advice);
    if (has->without != asked->without)
        return err_set(err, "made with other positions to leave out (--without); %s", advice);
    if (has->rules != asked->rules)
        return err_set(err, "begun by another version of the program, which draws others; %s",
                       advice);
    return 0;
}

/* Takes what the file holds, and cuts off a block that was not written to its end. */
static int take_file(struct position_file *file, const unsigned char *bytes, size_t size,
                     const struct position_recipe *recipe, struct position_set *set,
                     struct err *err)
{
    size_t whole;

    if (decode(set, bytes, size, &whole, err) || compare_recipes(&set->recipe, recipe, err))
        return err_prefix(err, file->path);
    file->blocks = set->blocks;
    if (ftruncate(fileno(file->file), (off_t)whole) || fseek(file->file, 0, SEEK_END))
        return system_error(file, err);
    return 0;
}

/* An empty file, or one with the beginning of this header, was not begun by anybody else. */
static int begin_or_take(struct position_file *file, const struct position_recipe *recipe,
                         struct position_set *set, struct err *err)
{
    unsigned char header[HEADER_SIZE];
    size_t size = 0;
    unsigned char *bytes = read_bytes(file->file, &size, err);
    int status;

    if (!bytes)
        return err_prefix(err, file->path);
    encode_header(header, recipe);
    if (size >= HEADER_SIZE || memcmp(bytes, header, size) != 0) {
        status = take_file(file, bytes, size, recipe, set, err);
    } else {
        set->recipe = *recipe;
        rewind(file->file);
        status = fwrite(header, 1, HEADER_SIZE, file->file) != HEADER_SIZE || fflush(file->file)
                     ? system_error(file, err)
                     : 0;
    }
    free(bytes);
    return status;
}

static int lock_file(FILE *file)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    return fcntl(fileno(file), F_SETLK, &lock);
}

int position_file_open(struct position_file *file, const char *path,
                       const struct position_recipe *recipe, struct position_set *set,
                       struct err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    *set = (struct position_set){ 0 };
    *file = (struct position_file){ .path = path, .scores = recipe->scores };
    if (fd < 0)
        return system_error(file, err);
    file->file = fdopen(fd, "r+b");
    if (!file->file) {
        close(fd);
        return system_error(file, err);
    }
    if (lock_file(file->file))
        err_set(err, "%s: another process is writing it", path);
    else if (begin_or_take(file, recipe, set, err) == 0)
        return 0;
    position_set_release(set);
    position_file_close(file);
    return -1;
}

static int add_block(struct position_file *file, uint32_t index, const struct position *pos,
                     const signed char *value, size_t n, struct err *err)
{
    size_t size = block_size(n);
    unsigned char *block = malloc(size), *to = block;
    int zero = file->scores ? SCORE_ZERO : RESULT_DRAW;
    int status = 0;

    if (!block)
        return err_shortage(err, "out of memory: %zu positions", n);
    to = portable_put(to, index, 4);
    to = portable_put(to, n, 4);
    for (size_t i = 0; i < n; i++) {
        to = portable_put(to, position_mirror_key(&pos[i]), KEY_SIZE);
        to = portable_put(to, (uint64_t)(zero + value[i]), 1);
    }
    portable_put(to, book_checksum(BOOK_CHECKSUM, block, (size_t)(to - block)), CHECKSUM_SIZE);
    if (fwrite(block, 1, size, file->file) != size || fflush(file->file))
        status = system_error(file, err);
    free(block);
    return status;
}

int position_file_add(struct position_file *file, const struct position *pos,
                      const signed char *value, size_t n, struct err *err)
{
    return add_block(file, (uint32_t)file->blocks++, pos, value, n, err);
}

int position_file_end(struct position_file *file, struct err *err)
{
    if (add_block(file, END_INDEX, NULL, NULL, 0, err))
        return -1;
    return fsync(fileno(file->file)) ? system_error(file, err) : 0;
}

void position_file_close(struct position_file *file)
{
    if (file->file)
        fclose(file->file);
    *file = (struct position_file){ 0 };
}
