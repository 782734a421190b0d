#include "truth/solved_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"

#define HEADER     "# c4evolve solved positions, 1"
#define BOARD_MARK ", board "
#define LINE_SIZE  80
#define KEY_DIGITS (2 * ((COLUMNS * COLUMN_BITS + 7) / 8))

/* Fletcher's checksum: finds a changed character, and two that were swapped. */
static unsigned check_sum(const char *text, size_t length)
{
    unsigned a = 1, b = 0;

    for (size_t i = 0; i < length; i++) {
        a = (a + (unsigned char)text[i]) % 251;
        b = (b + a) % 251;
    }
    return b << 8 | a;
}

/* Scores are kept for the mirror image that has the key. */
static int kept_column(const struct solved_position *p, int column)
{
    bool mirrored = position_key(p->pos.own, p->pos.all) != p->key;

    return mirrored ? COLUMNS - 1 - column : column;
}

static size_t format_line(const struct solved_position *p, char line[LINE_SIZE])
{
    int at = snprintf(line, LINE_SIZE, "%0*" PRIx64, KEY_DIGITS, p->key);

    for (int c = 0; c < COLUMNS; c++) {
        int score = p->score[kept_column(p, c)];

        if (score == SOLVER_NO_MOVE)
            at += snprintf(line + at, LINE_SIZE - (size_t)at, " -");
        else
            at += snprintf(line + at, LINE_SIZE - (size_t)at, " %d", score);
    }
    at += snprintf(line + at, LINE_SIZE - (size_t)at, " %04x\n", check_sum(line, (size_t)at));
    return (size_t)at;
}

/* Splits a line with a correct checksum into its key and a word for each column. */
static bool split_line(char *line, uint64_t *key, char *word[COLUMNS])
{
    char *sum = strrchr(line, ' '), *end, *rest;
    unsigned long claimed;

    if (!sum)
        return false;
    claimed = strtoul(sum + 1, &end, 16);
    if (end != sum + 5 || strcmp(end, "\n") != 0 ||
        claimed != check_sum(line, (size_t)(sum - line)))
        return false;
    *sum = '\0';
    *key = strtoull(line, &end, 16);
    if (end != line + KEY_DIGITS || *end != ' ')
        return false;
    for (int c = 0; c < COLUMNS; c++) {
        word[c] = strtok_r(c ? NULL : end, " ", &rest);
        if (!word[c])
            return false;
    }
    return !strtok_r(NULL, " ", &rest);
}

/* Whether the words are scores that the position can have. */
static bool read_scores(const struct solved_position *p, char *const word[COLUMNS],
                        int score[COLUMNS])
{
    int most = (CELLS + 1 - p->pos.plies) / 2;

    for (int c = 0; c < COLUMNS; c++) {
        bool open = (playable_cells(p->pos.all) & column_cells(c)) != 0;
        const char *text = word[kept_column(p, c)];
        long value = SOLVER_NO_MOVE;

        if (open ? num_parse_long(text, &value) != 0 || labs(value) > most : strcmp(text, "-") != 0)
            return false;
        score[c] = (int)value;
    }
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    const struct solved_position *const *one = a, *const *other = b;

    return ((*one)->key > (*other)->key) - ((*one)->key < (*other)->key);
}

/* The index of the first position whose key is not smaller. */
static size_t find_key(struct solved_position *const *sorted, size_t n, uint64_t key)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (sorted[middle]->key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take_line(struct solved_position **sorted, size_t n, char *line)
{
    char *word[COLUMNS];
    int score[COLUMNS];
    uint64_t key;

    if (!split_line(line, &key, word))
        return;
    for (size_t i = find_key(sorted, n, key); i < n && sorted[i]->key == key; i++)
        if (!sorted[i]->solved && read_scores(sorted[i], word, score))
            solved_settle(sorted[i], score);
}

static int check_header(char *line, const char *path, struct err *err)
{
    const char *mark = line + strlen(HEADER), *board = BOARD_USUAL;
    bool marked = strncmp(line, HEADER BOARD_MARK, strlen(HEADER BOARD_MARK)) == 0;

    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, HEADER, strlen(HEADER)) != 0 || (*mark && !marked))
        return err_set(err, "%s is not a file of solved positions", path);
    if (marked)
        board = line + strlen(HEADER BOARD_MARK);
    if (strcmp(board, BOARD_NAME) != 0)
        return err_set(err, "%s is for a board of %s; this program is for " BOARD_NAME, path,
                       board);
    return 0;
}

/* A line that is too long is read in pieces, none of which has a correct checksum. */
static int read_lines(struct solved_position **sorted, size_t n, FILE *file, const char *path,
                      struct err *err)
{
    char line[LINE_SIZE];

    if (!fgets(line, sizeof line, file))
        return 0;
    if (check_header(line, path, err))
        return -1;
    while (fgets(line, sizeof line, file))
        take_line(sorted, n, line);
    return 0;
}

int solved_cache_load(struct solved_set *set, const char *path, struct err *err)
{
    FILE *file = fopen(path, "r");
    struct solved_position **sorted;
    int status;

    if (!file)
        return errno == ENOENT ? 0 : err_file(err, path, errno);
    sorted = malloc((set->n + 1) * sizeof *sorted);
    if (!sorted) {
        fclose(file);
        return err_shortage(err, "out of memory: %zu positions", set->n);
    }
    for (size_t i = 0; i < set->n; i++)
        sorted[i] = &set->list[i];
    qsort(sorted, set->n, sizeof *sorted, compare_keys);
    status = read_lines(sorted, set->n, file, path, err);
    free(sorted);
    fclose(file);
    return status;
}

/* Makes the folders of a path. If that fails, opening the file fails too. */
static void make_folders(const char *path)
{
    char *copy = strdup(path);

    for (char *slash = copy ? strchr(copy + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0777);
        *slash = '/';
    }
    free(copy);
}

/* One call for a whole line, so that lines of two programs do not mix. */
static void write_whole(struct solved_cache *cache, const char *text, size_t length)
{
    ssize_t written = write(cache->file, text, length);

    if (written != (ssize_t)length)
        cache->trouble = written < 0 ? errno : ENOSPC;
}

int solved_cache_open(struct solved_cache *cache, const char *path, struct err *err)
{
    static const char header[] = HEADER BOARD_MARK BOARD_NAME "\n";
    struct stat info;
    char last = '\n';

    *cache = (struct solved_cache){ .path = path };
    make_folders(path);
    cache->file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (cache->file < 0 || fstat(cache->file, &info)) {
        err_file(err, path, errno);
        solved_cache_close(cache, err);
        return -1;
    }
    if (info.st_size == 0)
        write_whole(cache, header, strlen(header));
    else if (pread(cache->file, &last, 1, info.st_size - 1) == 1)
        cache->torn = last != '\n';
    return 0;
}

void solved_cache_add(struct solved_cache *cache, const struct solved_position *p)
{
    char line[LINE_SIZE + 1];
    size_t length;

    if (cache->file < 0 || cache->trouble)
        return;
    line[0] = '\n'; /* ends a torn line */
    length = format_line(p, line + 1);
    write_whole(cache, cache->torn ? line : line + 1, cache->torn ? length + 1 : length);
    cache->torn = false;
}

void solved_cache_close(struct solved_cache *cache, struct err *note)
{
    if (cache->trouble)
        err_file(note, cache->path, cache->trouble);
    if (cache->file >= 0)
        close(cache->file);
    *cache = (struct solved_cache){ .file = -1 };
}
