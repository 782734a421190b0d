#include "truth/solved.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text_file.h"
#include "search/solver_job.h"
#include "truth/position_set.h"
#include "truth/solved_cache.h"

#define SETS_MAX  16
#define COUNT_MAX 10000000

struct draw {
    int plies;
    long count;
};

void solved_release(struct solved_set *set)
{
    free(set->list);
    *set = (struct solved_set){ 0 };
}

bool solved_is_sets(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && text[digits] == ':' && text[strspn(text, "0123456789:,")] == '\0';
}

static int add(struct solved_set *set, const struct moves *moves)
{
    struct solved_position *p;

    /* Grows at powers of two. */
    if ((set->n & (set->n + 1)) == 0 || !set->list) {
        size_t capacity = 2 * set->n + 2;
        struct solved_position *grown = realloc(set->list, capacity * sizeof *grown);

        if (!grown)
            return -1;
        set->list = grown;
    }
    p = &set->list[set->n++];
    *p = (struct solved_position){ .moves = *moves, .pos = moves_position(moves) };
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
        /* The second set would repeat positions of the first. */
        for (int i = 0; i < *n; i++)
            if (draw[i].plies == draw[*n].plies)
                return err_set(err, "%d plies are given twice", draw[i].plies);
        ++*n;
        text += length;
        if (*text == '\0')
            return 0;
    }
}

int solved_check_sets(const char *text, struct err *err)
{
    struct draw draw[SETS_MAX];
    int n;

    return parse_sets(draw, &n, text, err);
}

static int draw_set(struct solved_set *set, const struct draw *draw, enum opening_set from,
                    uint64_t seed, struct err *err)
{
    struct openings found;
    int status = 0;

    if (openings_draw(&found, draw->plies, (size_t)draw->count, from, seed, 0, err))
        return -1;
    if (found.n == 0)
        status = err_set(err, "no positions of %d plies were found", draw->plies);
    for (size_t i = 0; i < found.n && status == 0; i++)
        if (add(set, &found.list[i]))
            status = err_shortage(err, "out of memory: %zu positions", set->n);
    openings_release(&found);
    return status;
}

int solved_draw(struct solved_set *set, const char *sets, enum opening_set from, uint64_t seed,
                struct err *err)
{
    struct draw draw[SETS_MAX];
    int n;

    *set = (struct solved_set){ 0 };
    if (parse_sets(draw, &n, sets, err))
        return -1;
    for (int i = 0; i < n; i++) {
        if (draw_set(set, &draw[i], from, seed, err)) {
            solved_release(set);
            return -1;
        }
    }
    return 0;
}

static int take_line(struct solved_set *set, char *line, struct err *err)
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
    return add(set, &moves) ? err_shortage(err, "out of memory: %zu positions", set->n) : 0;
}

static int take_set(struct solved_set *set, const char *path, struct err *err)
{
    struct position_set from;
    struct moves moves;
    int status = 0;

    if (position_set_read(&from, path, err))
        return -1;
    if (from.n == 0)
        status = err_set(err, "%s: no positions in the file", path);
    for (size_t i = 0; i < from.n && status == 0; i++) {
        if (moves_reach(&moves, &from.pos[i]))
            status = err_set(err, "%s: position %zu cannot occur in a game", path, i);
        else if (add(set, &moves))
            status = err_shortage(err, "out of memory: %zu positions", set->n);
    }
    position_set_release(&from);
    if (status)
        solved_release(set);
    return status;
}

void solved_thin(struct solved_set *set, size_t most)
{
    if (set->n <= most)
        return;
    for (size_t i = 0; i < most; i++)
        set->list[i] = set->list[i * set->n / most];
    set->n = most;
}

int solved_read(struct solved_set *set, const char *path, struct err *err)
{
    struct text_file file;
    int status;

    *set = (struct solved_set){ 0 };
    if (position_set_is(path))
        return take_set(set, path, err);
    if (text_file_open(&file, path, err))
        return -1;
    while ((status = text_file_next(&file, err)) > 0)
        if (take_line(set, file.text, err)) {
            status = text_file_error(&file, err);
            break;
        }
    text_file_close(&file);
    if (status == 0 && set->n == 0)
        status = err_set(err, "%s: no positions in the file", path);
    if (status)
        solved_release(set);
    return status;
}

void solved_settle(struct solved_position *p, const int score[COLUMNS])
{
    p->best = SOLVER_NO_MOVE;
    for (int c = 0; c < COLUMNS; c++) {
        p->score[c] = (signed char)score[c];
        if (p->score[c] > p->best)
            p->best = p->score[c];
    }
    p->solved = true;
}

/* The positions that are not solved yet. */
struct unsolved {
    struct solved_set *set;
    struct solved_cache *cache;
    const struct watch *watch;
    struct position *pos;
    size_t *at; /* index in the set */
    struct solver_answer *answer;
    size_t n;
};

static void unsolved_release(struct unsolved *u)
{
    free(u->pos);
    free(u->at);
    free(u->answer);
}

static int unsolved_init(struct unsolved *u, struct err *err)
{
    const struct solved_set *set = u->set;

    u->pos = calloc(set->n + 1, sizeof *u->pos);
    u->at = calloc(set->n + 1, sizeof *u->at);
    u->answer = calloc(set->n + 1, sizeof *u->answer);
    if (!u->pos || !u->at || !u->answer) {
        unsolved_release(u);
        return err_shortage(err, "out of memory: %zu positions", set->n);
    }
    /* Early positions take longest: at the end of the job all others would wait for one. */
    for (int plies = 0; plies <= CELLS; plies++)
        for (size_t i = 0; i < set->n; i++) {
            if (set->list[i].solved || set->list[i].pos.plies != plies)
                continue;
            u->pos[u->n] = set->list[i].pos;
            u->at[u->n++] = i;
        }
    return 0;
}

static bool keep_scores(void *watcher, size_t i, size_t done)
{
    struct unsolved *u = watcher;
    struct solved_position *p = &u->set->list[u->at[i]];
    int score[COLUMNS];

    for (int c = 0; c < COLUMNS; c++)
        score[c] = u->answer[i].column[c];
    solved_settle(p, score);
    solved_cache_add(u->cache, p);
    watch_tell(u->watch, "positions solved", u->set->n - u->n + done, u->set->n);
    return true;
}

int solved_find_scores(struct solved_set *set, const char *cache, struct pool *pool,
                       const struct watch *watch, bool *finished, struct err *note, struct err *err)
{
    struct solved_cache file = { .file = -1 };
    struct unsolved u = { .set = set, .cache = &file, .watch = watch };
    int status;

    note->text[0] = '\0';
    if (cache && solved_cache_load(set, cache, note) == 0)
        solved_cache_open(&file, cache, note);
    status = unsolved_init(&u, err);
    if (status == 0) {
        struct solver_job context = { .moves = true };
        struct pool_job job = { .kind = &solver_job_kind,
                                .context = &context,
                                .item = u.pos,
                                .slot = u.answer,
                                .n = u.n,
                                .stop = watch->stop,
                                .filled = keep_scores,
                                .watcher = &u };

        *finished = u.n == 0 || pool_fill(pool, &job) == u.n;
        unsolved_release(&u);
    }
    solved_cache_close(&file, note);
    return status;
}

/* Results that are asked for, and where they go. */
struct results {
    struct position *pos; /* early ones first, as above */
    size_t *at;           /* index of each in the caller's list */
    struct solver_answer *answer;
    signed char *result;
    size_t n;
    const struct watch *watch;
};

static void results_release(struct results *r)
{
    free(r->pos);
    free(r->at);
    free(r->answer);
}

static int results_init(struct results *r, const struct position *pos, size_t n, struct err *err)
{
    r->pos = calloc(n + 1, sizeof *r->pos);
    r->at = calloc(n + 1, sizeof *r->at);
    r->answer = calloc(n + 1, sizeof *r->answer);
    if (!r->pos || !r->at || !r->answer) {
        results_release(r);
        return err_shortage(err, "out of memory: %zu positions", n);
    }
    for (int plies = 0; plies <= CELLS; plies++)
        for (size_t i = 0; i < n; i++)
            if (pos[i].plies == plies) {
                r->pos[r->n] = pos[i];
                r->at[r->n++] = i;
            }
    return 0;
}

static bool keep_result(void *watcher, size_t i, size_t done)
{
    const struct results *r = watcher;
    int wdl = r->answer[i].score;

    r->result[r->at[i]] = (signed char)(side_to_move(&r->pos[i]) == SIDE_FIRST ? wdl : -wdl);
    watch_tell(r->watch, "positions solved", done, r->n);
    return true;
}

int solved_find_results(const struct position *pos, size_t n, struct pool *pool,
                        const struct watch *watch, signed char *result, bool *finished,
                        struct err *err)
{
    struct results results = { .result = result, .watch = watch };
    struct solver_job context = { .wdl = true };
    struct pool_job job = { .kind = &solver_job_kind,
                            .context = &context,
                            .n = n,
                            .stop = watch->stop,
                            .filled = keep_result,
                            .watcher = &results };

    if (results_init(&results, pos, n, err))
        return -1;
    job.item = results.pos;
    job.slot = results.answer;
    *finished = pool_fill(pool, &job) == n;
    results_release(&results);
    return 0;
}
