#include "truth/truth.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define SETS_MAX  16
#define COUNT_MAX 10000000

/* Position files may hold the empty board as "-", and never more than this on a line. */
#define LINE_START 256

struct draw {
    int plies;
    long count;
};

void truth_release(struct truth *truth)
{
    free(truth->list);
    *truth = (struct truth){ 0 };
}

bool truth_is_sets(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && text[digits] == ':' && text[strspn(text, "0123456789:,")] == '\0';
}

static int add(struct truth *truth, const struct moves *moves)
{
    struct truth_position *p;

    /* Grows at powers of two. */
    if ((truth->n & (truth->n + 1)) == 0 || !truth->list) {
        size_t capacity = 2 * truth->n + 2;
        struct truth_position *grown = realloc(truth->list, capacity * sizeof *grown);

        if (!grown)
            return -1;
        truth->list = grown;
    }
    p = &truth->list[truth->n++];
    *p = (struct truth_position){ .moves = *moves, .pos = moves_position(moves) };
    p->key = position_mirror_key(&p->pos);
    return 0;
}

/* One "PLIES:COUNT", which ends at a comma or with the text. */
static int parse_set(struct draw *draw, const char *text, size_t length, struct err *err)
{
    char copy[32];
    char *colon;
    long plies;

    snprintf(copy, sizeof copy, "%.*s", (int)(length < 31 ? length : 31), text);
    colon = strchr(copy, ':');
    if (colon)
        *colon = '\0';
    if (!colon || num_parse_long(copy, &plies) || plies < 1 || plies > CELLS - 2)
        return err_set(err, "'%.*s' is not PLIES:COUNT, with plies from 1 to %d", (int)length, text,
                       CELLS - 2);
    if (num_parse_long(colon + 1, &draw->count) || draw->count < 1 || draw->count > COUNT_MAX)
        return err_set(err, "'%.*s' is not PLIES:COUNT, with a count from 1 to %d", (int)length,
                       text, COUNT_MAX);
    draw->plies = (int)plies;
    return 0;
}

static int parse_sets(struct draw *draw, int *n, const char *text, struct err *err)
{
    for (*n = 0;; text++) {
        size_t length = strcspn(text, ",");

        if (*n == SETS_MAX)
            return err_set(err, "more than %d sets of positions", SETS_MAX);
        if (parse_set(&draw[*n], text, length, err))
            return -1;
        /* The second would repeat positions of the first. */
        for (int i = 0; i < *n; i++)
            if (draw[i].plies == draw[*n].plies)
                return err_set(err, "%d plies are asked for twice", draw[i].plies);
        ++*n;
        text += length;
        if (*text == '\0')
            return 0;
    }
}

int truth_check_sets(const char *text, struct err *err)
{
    struct draw draw[SETS_MAX];
    int n;

    return parse_sets(draw, &n, text, err);
}

static int draw_set(struct truth *truth, const struct draw *draw, enum opening_set set,
                    uint64_t seed, struct err *err)
{
    struct openings found;
    int status = 0;

    if (openings_draw(&found, draw->plies, (size_t)draw->count, set, seed, 0, err))
        return -1;
    if (found.n == 0)
        status = err_set(err, "no position of %d plies was found", draw->plies);
    for (size_t i = 0; i < found.n && status == 0; i++)
        if (add(truth, &found.list[i]))
            status = err_set(err, "out of memory: %zu positions", truth->n);
    openings_release(&found);
    return status;
}

int truth_draw(struct truth *truth, const char *sets, enum opening_set set, uint64_t seed,
               struct err *err)
{
    struct draw draw[SETS_MAX];
    int n;

    *truth = (struct truth){ 0 };
    if (parse_sets(draw, &n, sets, err))
        return -1;
    for (int i = 0; i < n; i++) {
        if (draw_set(truth, &draw[i], set, seed, err)) {
            truth_release(truth);
            return -1;
        }
    }
    return 0;
}

static int take_line(struct truth *truth, char *line, struct err *err)
{
    struct moves moves;
    struct position pos;

    line[strcspn(line, " \t\r\n,")] = '\0';
    if (line[0] == '\0' || line[0] == '#')
        return 0;
    if (moves_parse(&moves, line, err))
        return -1;
    pos = moves_position(&moves);
    if (position_outcome(&pos) != OUTCOME_NONE)
        return err_set(err, "'%s': the game is over", line);
    return add(truth, &moves) ? err_set(err, "out of memory: %zu positions", truth->n) : 0;
}

/* Only the start of a line counts, so that a file of anything at all does no harm. */
static bool next_line(FILE *file, char line[LINE_START])
{
    if (!fgets(line, LINE_START, file))
        return false;
    if (!strchr(line, '\n'))
        for (int c = fgetc(file); c != EOF && c != '\n';)
            c = fgetc(file);
    return true;
}

int truth_read(struct truth *truth, const char *path, struct err *err)
{
    FILE *file = fopen(path, "r");
    char line[LINE_START];
    int status = 0;

    *truth = (struct truth){ 0 };
    if (!file)
        return err_set(err, "%s: %s", path, strerror(errno));
    for (int number = 1; status == 0 && next_line(file, line); number++) {
        struct err why;

        if (take_line(truth, line, &why))
            status = err_set(err, "%s:%d: %s", path, number, why.text);
    }
    if (status == 0 && ferror(file))
        status = err_set(err, "%s: cannot be read", path);
    else if (status == 0 && truth->n == 0)
        status = err_set(err, "%s: no position in the file", path);
    fclose(file);
    if (status)
        truth_release(truth);
    return status;
}

void truth_settle(struct truth_position *p, const int score[COLUMNS])
{
    p->best = SOLVER_NO_MOVE;
    for (int c = 0; c < COLUMNS; c++) {
        p->score[c] = (signed char)score[c];
        if (p->score[c] > p->best)
            p->best = p->score[c];
    }
    p->solved = true;
}
