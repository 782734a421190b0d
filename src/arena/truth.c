#include "arena/truth.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/truth_cache.h"
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

/* Jobs that need nothing but their positions. */
static void pack_nothing(const void *context, struct bytes *out)
{
    (void)context;
    (void)out;
}

static int unpack_nothing(void **context, struct bytes_reader *in, struct err *err)
{
    (void)in;
    (void)err;
    *context = NULL;
    return 0;
}

static void release_nothing(void *context)
{
    (void)context;
}

/* Lets a thread's solver go, until it is told to stop. */
static struct solver *begin_solving(const struct hand *hand)
{
    hand->worker->solver.stop = hand->stop;
    return &hand->worker->solver;
}

static bool fill_scores(const void *context, const struct hand *hand, size_t index,
                        const void *item, void *slot)
{
    struct solver *solver = begin_solving(hand);
    signed char *score = slot;
    int found[COLUMNS];
    int status = solver_moves(solver, item, found);

    (void)context;
    (void)index;
    solver->stop = NULL;
    for (int c = 0; status == 0 && c < COLUMNS; c++)
        score[c] = (signed char)found[c];
    return status == 0;
}

const struct crew_kind truth_scores_kind = {
    .name = "scores",
    .item_size = sizeof(struct position),
    .slot_size = COLUMNS,
    .fill = fill_scores,
    .pack = pack_nothing,
    .unpack = unpack_nothing,
    .release = release_nothing,
};

static bool fill_result(const void *context, const struct hand *hand, size_t index,
                        const void *item, void *slot)
{
    struct solver *solver = begin_solving(hand);
    int wdl = solver_wdl(solver, item);

    (void)context;
    (void)index;
    solver->stop = NULL;
    *(signed char *)slot = (signed char)(side_to_move(item) == SIDE_FIRST ? wdl : -wdl);
    return wdl != SOLVER_STOPPED;
}

const struct crew_kind truth_results_kind = {
    .name = "results",
    .item_size = sizeof(struct position),
    .slot_size = 1,
    .fill = fill_result,
    .pack = pack_nothing,
    .unpack = unpack_nothing,
    .release = release_nothing,
};

static void tell(const struct truth_work *work, size_t done, size_t total)
{
    if (work->watch && work->watch->progress)
        work->watch->progress(work->watch->context, done, total);
}

/* The positions that are not solved yet. */
struct unsolved {
    struct truth *truth;
    const struct truth_work *work;
    struct truth_cache *cache;
    struct position *pos;
    size_t *at; /* in the truth */
    signed char (*score)[COLUMNS];
    size_t n;
};

static void unsolved_release(struct unsolved *u)
{
    free(u->pos);
    free(u->at);
    free(u->score);
}

static int unsolved_init(struct unsolved *u, struct truth *truth, struct err *err)
{
    *u = (struct unsolved){ .truth = truth };
    u->pos = calloc(truth->n + 1, sizeof *u->pos);
    u->at = calloc(truth->n + 1, sizeof *u->at);
    u->score = calloc(truth->n + 1, sizeof *u->score);
    if (!u->pos || !u->at || !u->score) {
        unsolved_release(u);
        return err_set(err, "out of memory: %zu positions", truth->n);
    }
    for (size_t i = 0; i < truth->n; i++) {
        if (truth->list[i].solved)
            continue;
        u->pos[u->n] = truth->list[i].pos;
        u->at[u->n++] = i;
    }
    return 0;
}

static bool keep_scores(void *watcher, size_t i, size_t done)
{
    struct unsolved *u = watcher;
    struct truth_position *p = &u->truth->list[u->at[i]];
    int score[COLUMNS];

    for (int c = 0; c < COLUMNS; c++)
        score[c] = u->score[i][c];
    truth_settle(p, score);
    truth_cache_add(u->cache, p);
    tell(u->work, u->truth->n - u->n + done, u->truth->n);
    return true;
}

static int solve_rest(struct unsolved *u, bool *finished, struct err *err)
{
    const struct truth_work *work = u->work;
    struct crew_job job = { .kind = &truth_scores_kind,
                            .item = u->pos,
                            .slot = u->score,
                            .n = u->n,
                            .stop = work->watch ? work->watch->stop : NULL,
                            .filled = keep_scores,
                            .watcher = u };
    struct crew crew;

    if (crew_init(&crew, work->threads, err))
        return -1;
    *finished = crew_fill(&crew, &job) == u->n;
    crew_release(&crew);
    return 0;
}

int truth_solve(struct truth *truth, const struct truth_work *work, bool *finished,
                struct err *note, struct err *err)
{
    struct truth_cache cache = { .file = -1 };
    struct unsolved unsolved;
    int status;

    note->text[0] = '\0';
    if (work->cache && truth_cache_load(truth, work->cache, note) == 0)
        truth_cache_open(&cache, work->cache, note);
    status = unsolved_init(&unsolved, truth, err);
    if (status == 0) {
        unsolved.work = work;
        unsolved.cache = &cache;
        *finished = unsolved.n == 0;
        status = unsolved.n > 0 ? solve_rest(&unsolved, finished, err) : 0;
        unsolved_release(&unsolved);
    }
    truth_cache_close(&cache, note);
    return status;
}

/* Of positions that have no truth to keep. */
struct following {
    const struct truth_work *work;
    size_t n;
};

static bool tell_result(void *watcher, size_t i, size_t done)
{
    const struct following *following = watcher;

    (void)i;
    tell(following->work, done, following->n);
    return true;
}

int truth_results(const struct position *pos, size_t n, const struct truth_work *work,
                  signed char *result, struct err *err)
{
    struct following following = { work, n };
    struct crew_job job = { .kind = &truth_results_kind,
                            .item = pos,
                            .slot = result,
                            .n = n,
                            .stop = work->watch ? work->watch->stop : NULL,
                            .filled = tell_result,
                            .watcher = &following };
    struct crew crew;
    size_t done;

    if (crew_init(&crew, work->threads, err))
        return -1;
    done = crew_fill(&crew, &job);
    crew_release(&crew);
    return done == n ? 0 : err_set(err, "interrupted");
}
