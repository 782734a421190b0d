/*
 * uci_think - the thread that thinks, and what it tells.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "export/uci_state.h"
#include "game/fen.h"

#define LEAVE_S    2     /* as long as leaving waits for a search */
#define SURE_CP    30000 /* a win of which nobody knows how far it is */
#define SCORE_SIZE 32
#define LINE_SIZE  (CELLS * DROP_SIZE + 1)

/* Centipawns, or the moves to the end of the game. */
static const char *format_score(const struct uci *uci, int32_t value, char buf[SCORE_SIZE])
{
    int32_t pawn = uci->engine->pawn;

    if (uci->keys.win == WIN_DECAY)
        snprintf(buf, SCORE_SIZE, "cp %" PRId64, (int64_t)value * 100 * EVAL_UNITS / pawn);
    else if (abs(value) < EVAL_LIMIT)
        snprintf(buf, SCORE_SIZE, "cp %" PRId64, (int64_t)value * 100 / pawn);
    else if (uci->keys.win == WIN_DISTANCE && abs(value) != BOOK_WIN)
        snprintf(buf, SCORE_SIZE, "mate %s%d", value < 0 ? "-" : "",
                 (WIN_VALUE - abs(value) - uci->root.plies + 1) / 2);
    else
        snprintf(buf, SCORE_SIZE, "cp %d", value < 0 ? -SURE_CP : SURE_CP);
    return buf;
}

static const char *format_line(const struct uci *uci, const struct moves *line, char buf[LINE_SIZE])
{
    struct position pos = uci->root;
    char drop[DROP_SIZE];
    int used = 0;

    buf[0] = '\0';
    for (int i = 0; i < line->n; i++) {
        used += snprintf(buf + used, LINE_SIZE - (size_t)used, "%s%s", i ? " " : "",
                         drop_format(&pos, line->column[i], drop));
        position_play(&pos, playable_cells(pos.all) & column_cells(line->column[i]));
    }
    return buf;
}

static void tell(struct uci *uci, const struct choice *choice, const struct moves *line)
{
    double seconds = clock_s() - uci->began_s;
    char score[SCORE_SIZE], text[LINE_SIZE];

    uci_say(uci, "info depth %d score %s nodes %" PRIu64 " nps %.0f time %.0f pv %s", choice->depth,
            format_score(uci, choice->value, score), choice->nodes,
            (double)choice->nodes / (seconds > 1e-6 ? seconds : 1e-6), seconds * 1000,
            format_line(uci, line, text));
    uci->told = true;
}

/* Is it known how the game ends, or too late for one more step? */
static bool enough(const struct uci *uci, const struct choice *choice)
{
    bool known = uci->keys.win == WIN_DISTANCE && abs(choice->value) > EVAL_LIMIT &&
                 abs(choice->value) != BOOK_WIN;

    return known || (uci->budget_s > 0 && clock_s() - uci->began_s > uci->budget_s / 2);
}

static void take_step(void *context, const struct choice *choice, const struct moves *line)
{
    struct uci *uci = context;

    tell(uci, choice, line);
    if (enough(uci, choice))
        atomic_store(&uci->enough, true);
}

/* Chooses, and tells at least once what it found. */
static void choose_move(struct uci *uci, struct choice *choice)
{
    struct search_watch watch = { .stop = &uci->enough, .step = take_step, .context = uci };
    struct moves line = { 0 };

    engine_choose(uci->engine, &uci->root, &uci->keys, &watch, choice);
    if (uci->told || choice->column == NO_MOVE)
        return;
    moves_push(&line, choice->column);
    tell(uci, choice, &line);
}

static void wait_for_stop(struct uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    while (!uci->stop)
        pthread_cond_wait(&uci->changed, &uci->lock);
    pthread_mutex_unlock(&uci->lock);
}

static void *think(void *context)
{
    struct uci *uci = context;
    struct choice choice = { .column = NO_MOVE };
    char drop[DROP_SIZE];

    if (position_outcome(&uci->root) == OUTCOME_NONE)
        choose_move(uci, &choice);
    else
        uci_say(uci, "info string the game is over");
    if (uci->limits.infinite)
        wait_for_stop(uci);
    uci_say(uci, "bestmove %s",
            choice.column == NO_MOVE ? "0000" : drop_format(&uci->root, choice.column, drop));
    pthread_mutex_lock(&uci->lock);
    uci->done = true;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
    return NULL;
}

void uci_begin(struct uci *uci, struct uci_limits limits)
{
    uci->root = uci->pos;
    uci->limits = limits;
    uci->told = false;
    uci->stop = uci->done = false;
    atomic_store(&uci->enough, false);
    uci_apply_limits(uci);
    uci->began_s = clock_s();
    uci->thinking = pthread_create(&uci->thread, NULL, think, uci) == 0;
    if (!uci->thinking) { /* then without one: there is nothing that could be worse than no answer */
        uci->limits.infinite = false;
        think(uci);
    }
}

void uci_stop(struct uci *uci)
{
    atomic_store(&uci->enough, true);
    pthread_mutex_lock(&uci->lock);
    uci->stop = true;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}

void uci_end(struct uci *uci)
{
    if (!uci->thinking)
        return;
    if (uci->limits.infinite)
        uci_stop(uci);
    pthread_join(uci->thread, NULL);
    uci->thinking = false;
}

int uci_leave(struct uci *uci)
{
    struct timespec until;
    bool done;

    if (!uci->thinking)
        return 0;
    uci_stop(uci);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LEAVE_S;
    pthread_mutex_lock(&uci->lock);
    while (!uci->done && pthread_cond_timedwait(&uci->changed, &uci->lock, &until) != ETIMEDOUT)
        ;
    done = uci->done;
    pthread_mutex_unlock(&uci->lock);
    if (!done)
        return -1;
    uci_end(uci);
    return 0;
}
