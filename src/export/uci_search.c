#include "export/uci_search.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/num.h"
#include "export/uci.h"
#include "game/fen.h"

#define NOT_GIVEN   (-1)
#define MOVES_AHEAD 14 /* that a clock is shared among; most games end before */
#define LEAVE_S     2  /* how long leaving waits for a search */
#define SCORE_SIZE  32
#define PV_SIZE     (CELLS * DROP_SIZE + 1)

static const struct limit_word {
    const char *name;
    size_t place; /* of a double in struct uci_limits */
} limit_words[] = {
    { "depth", offsetof(struct uci_limits, depth) },
    { "nodes", offsetof(struct uci_limits, nodes) },
    { "movetime", offsetof(struct uci_limits, move_ms) },
    { "wtime", offsetof(struct uci_limits, left_ms[SIDE_FIRST]) },
    { "btime", offsetof(struct uci_limits, left_ms[SIDE_SECOND]) },
    { "winc", offsetof(struct uci_limits, gain_ms[SIDE_FIRST]) },
    { "binc", offsetof(struct uci_limits, gain_ms[SIDE_SECOND]) },
    { "movestogo", offsetof(struct uci_limits, moves_to_go) },
    { 0 },
};

/* Where the number after this word goes; NULL if none follows it. */
static double *find_limit(struct uci_limits *limits, const char *word)
{
    for (const struct limit_word *w = limit_words; w->name; w++)
        if (strcmp(w->name, word) == 0)
            return (double *)((char *)limits + w->place);
    return NULL;
}

/* Reads the text after `go`. */
static struct uci_limits read_limits(FILE *out, char *text)
{
    struct uci_limits limits = { NOT_GIVEN, NOT_GIVEN, NOT_GIVEN, { NOT_GIVEN, NOT_GIVEN },
                                 { 0, 0 },  NOT_GIVEN, false };
    char *rest;

    for (char *word = strtok_r(text, UCI_BLANKS, &rest); word;
         word = strtok_r(NULL, UCI_BLANKS, &rest)) {
        double *limit = find_limit(&limits, word), number;
        char *value = limit ? strtok_r(NULL, UCI_BLANKS, &rest) : NULL;

        if (strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0)
            limits.infinite = true;
        else if (!limit)
            uci_say(out, "info string go: '%.20s' is ignored", word);
        else if (!value || num_parse_double(value, &number))
            uci_say(out, "info string go: %s needs a number", word);
        else /* front ends send a clock that has run out as a negative number */
            *limit = number > 0 ? number : 0;
    }
    return limits;
}

/* The time for one move, in seconds. */
static double share_of_clock(const struct uci_search *s)
{
    const struct uci_limits *l = &s->limits;
    enum side side = side_to_move(&s->root);
    int moves = (CELLS - s->root.plies + 1) / 2;
    double left = l->left_ms[side] - s->overhead_ms;
    double share;

    if (moves > MOVES_AHEAD)
        moves = MOVES_AHEAD;
    if (l->moves_to_go >= 1 && l->moves_to_go < moves)
        moves = (int)l->moves_to_go;
    share = left / moves + 0.75 * l->gain_ms[side];
    if (share > 0.8 * left)
        share = 0.8 * left;
    return share > 1 ? share / 1000 : 0.001;
}

/* Searches that cannot be stopped obey a depth only. */
static void apply_depth(struct uci_search *s)
{
    const struct uci_limits *l = &s->limits;

    if (l->depth >= 1)
        s->keys.depth = l->depth < DEPTH_LIMIT ? (int)l->depth : DEPTH_LIMIT;
}

/* Turns the limits into keys, and a clock into a budget. */
static void apply_limits(struct uci_search *s)
{
    const struct engine *engine = s->engine;
    const struct uci_limits *l = &s->limits;
    bool clock = l->left_ms[side_to_move(&s->root)] >= 0;
    struct search_keys *keys = &s->keys;

    *keys = engine->keys;
    s->budget_s = 0;
    if (!engine->search->can_stop) {
        apply_depth(s);
        return;
    }
    if (!l->infinite && !clock && l->depth < 1 && l->nodes < 1 && l->move_ms < 0)
        return;
    keys->depth = DEPTH_LIMIT;
    keys->nodes = 0;
    keys->seconds = 0;
    if (l->infinite)
        return;
    if (clock)
        keys->seconds = s->budget_s = share_of_clock(s);
    if (l->move_ms >= 0)
        keys->seconds =
            l->move_ms > s->overhead_ms + 1 ? (l->move_ms - s->overhead_ms) / 1000 : 0.001;
    if (clock || l->move_ms >= 0) {
        keys->nodes = engine->own_nodes ? engine->keys.nodes : 0;
        keys->depth = engine->own_depth ? engine->keys.depth : DEPTH_LIMIT;
    }
    if (l->depth >= 1)
        keys->depth = l->depth < DEPTH_LIMIT ? (int)l->depth : DEPTH_LIMIT;
    if (l->nodes >= 1)
        keys->nodes = l->nodes < 1e18 ? (uint64_t)l->nodes : (uint64_t)1e18;
}

/* A win or a loss at an unknown distance: as far away as the board allows, which is a bound. */
static const char *format_sure(const struct uci_search *s, bool won, char buf[SCORE_SIZE])
{
    int left = CELLS - s->root.plies;

    if (won)
        snprintf(buf, SCORE_SIZE, "mate %d lowerbound", (left + 1) / 2);
    else
        snprintf(buf, SCORE_SIZE, "mate -%d upperbound", left / 2);
    return buf;
}

/* In centipawns, or in moves to the end of the game. */
static const char *format_score(const struct uci_search *s, int32_t value, char buf[SCORE_SIZE])
{
    int32_t pawn = s->engine->pawn;

    if (s->keys.win == WIN_DECAY)
        snprintf(buf, SCORE_SIZE, "cp %" PRId64, (int64_t)value * 100 * EVAL_UNITS / pawn);
    else if (abs(value) < EVAL_LIMIT)
        snprintf(buf, SCORE_SIZE, "cp %" PRId64, (int64_t)value * 100 / pawn);
    else if (s->keys.win == WIN_DISTANCE && abs(value) != BOOK_WIN)
        snprintf(buf, SCORE_SIZE, "mate %s%d", value < 0 ? "-" : "",
                 (WIN_VALUE - abs(value) - s->root.plies + 1) / 2);
    else
        return format_sure(s, value > 0, buf);
    return buf;
}

static const char *format_pv(const struct uci_search *s, const struct moves *pv, char buf[PV_SIZE])
{
    struct position pos = s->root;
    char drop[DROP_SIZE];
    int used = 0;

    buf[0] = '\0';
    for (int i = 0; i < pv->n; i++) {
        used += snprintf(buf + used, PV_SIZE - (size_t)used, "%s%s", i ? " " : "",
                         fen_drop_format(&pos, pv->column[i], drop));
        position_play(&pos, playable_cells(pos.all) & column_cells(pv->column[i]));
    }
    return buf;
}

static void tell(struct uci_search *s, const struct choice *choice, const struct moves *pv)
{
    double seconds = clock_s() - s->began_s;
    char score[SCORE_SIZE], text[PV_SIZE];

    uci_say(s->out, "info depth %d score %s nodes %" PRIu64 " nps %.0f time %.0f pv %s",
            choice->depth, format_score(s, choice->value, score), choice->nodes,
            (double)choice->nodes / (seconds > 1e-6 ? seconds : 1e-6), seconds * 1000,
            format_pv(s, pv, text));
    s->told = true;
}

/* Is the end of the game known, or no time left for another step? */
static bool enough(const struct uci_search *s, const struct choice *choice)
{
    bool known = s->keys.win == WIN_DISTANCE && abs(choice->value) > EVAL_LIMIT &&
                 abs(choice->value) != BOOK_WIN;

    return known || (s->budget_s > 0 && clock_s() - s->began_s > s->budget_s / 2);
}

static void take_step(void *context, const struct choice *choice, const struct moves *pv)
{
    struct uci_search *s = context;

    tell(s, choice, pv);
    if (enough(s, choice))
        atomic_store(&s->enough, true);
}

/* Chooses a move, and reports at least one step. */
static void choose_move(struct uci_search *s, struct choice *choice)
{
    struct search_watch watch = { .step = take_step, .context = s };
    struct moves pv = { 0 };

    if (s->engine->search->can_stop)
        worker_set_stop(&s->engine->worker, &s->enough);
    engine_choose(s->engine, &s->root, &s->keys, &watch, choice);
    if (s->told || choice->column == NO_MOVE)
        return;
    moves_push(&pv, choice->column);
    tell(s, choice, &pv);
}

static void wait_for_stop(struct uci_search *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->stop)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

static void *think(void *context)
{
    struct uci_search *s = context;
    struct choice choice = { .column = NO_MOVE };
    char drop[DROP_SIZE];

    if (position_outcome(&s->root) == OUTCOME_NONE)
        choose_move(s, &choice);
    else
        uci_say(s->out, "info string the game is over");
    if (s->limits.infinite)
        wait_for_stop(s);
    uci_say(s->out, "bestmove %s",
            choice.column == NO_MOVE ? "0000" : fen_drop_format(&s->root, choice.column, drop));
    pthread_mutex_lock(&s->lock);
    s->done = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

void uci_search_init(struct uci_search *s, struct engine *engine, FILE *out)
{
    s->engine = engine;
    s->out = out;
    s->overhead_ms = UCI_OVERHEAD_MS;
    s->thinking = false;
    atomic_init(&s->enough, false);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
}

void uci_search_release(struct uci_search *s)
{
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
}

void uci_search_begin(struct uci_search *s, const struct position *pos, char *limits)
{
    s->root = *pos;
    s->limits = read_limits(s->out, limits);
    s->told = false;
    s->stop = s->done = false;
    atomic_store(&s->enough, false);
    apply_limits(s);
    s->began_s = clock_s();
    s->thinking = pthread_create(&s->thread, NULL, think, s) == 0;
    if (!s->thinking) { /* then without a thread: any answer is better than none */
        s->limits.infinite = false;
        apply_limits(s);
        think(s);
    }
}

void uci_search_stop(struct uci_search *s)
{
    atomic_store(&s->enough, true);
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void uci_search_finish(struct uci_search *s)
{
    if (!s->thinking)
        return;
    if (s->limits.infinite)
        uci_search_stop(s);
    pthread_join(s->thread, NULL);
    s->thinking = false;
}

static bool search_is_done(struct uci_search *s)
{
    bool done;

    pthread_mutex_lock(&s->lock);
    done = s->done;
    pthread_mutex_unlock(&s->lock);
    return done;
}

/* Not pthread_cond_timedwait, whose usual clock jumps when somebody sets it. */
int uci_search_leave(struct uci_search *s)
{
    double start_s = clock_s(), waited_s = 0;

    if (!s->thinking)
        return 0;
    uci_search_stop(s);
    while (!search_is_done(s) && (waited_s = clock_s() - start_s) < LEAVE_S)
        clock_doze(waited_s);
    if (!search_is_done(s))
        return -1;
    uci_search_finish(s);
    return 0;
}
