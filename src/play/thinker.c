#include "play/thinker.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* On the heap, with its own copy of the player: the thread may outlive the caller. */
struct thinker {
    struct worker worker;
    struct player player;
    struct question question;
    struct thought thought;
    pthread_t thread;
    bool busy;
    int ready[2]; /* a pipe: readable once the answer is there */
};

struct thinker *thinker_create(struct err *err)
{
    struct thinker *t = calloc(1, sizeof *t);

    if (!t) {
        err_shortage(err, "out of memory");
    } else if (worker_init(&t->worker, err) == 0) {
        if (pipe(t->ready) == 0)
            return t;
        err_file(err, "pipe", errno);
        worker_release(&t->worker);
    }
    free(t);
    return NULL;
}

bool thinker_destroy(struct thinker *thinker)
{
    if (thinker->busy)
        return false;
    worker_release(&thinker->worker);
    close(thinker->ready[0]);
    close(thinker->ready[1]);
    free(thinker);
    return true;
}

static void answer(struct thinker *t)
{
    const struct question *q = &t->question;
    struct thought *thought = &t->thought;

    thought->pv.n = 0;
    thought->text[0] = '\0';
    thought->why = t->worker.why;
    if (q->task == TASK_WARNING)
        thought->mistake =
            tutor_warns(q->tutor, &q->pos, q->column, q->disc, &t->worker, thought->text);
    else if (q->task == TASK_ANALYSIS)
        tutor_analyse(q->tutor, &q->moves, q->start, q->disc, &t->worker, thought->text);
    else
        player_move(q->player, &q->pos, &t->worker, q->stream, &thought->choice);
    if (q->task == TASK_ADVICE && thought->choice.column != NO_MOVE)
        thought->advised = tutor_advise(q->tutor, &q->pos, thought->choice.column, q->disc,
                                        &t->worker, thought->text);
    if (q->with_pv && thought->choice.column != NO_MOVE)
        player_pv(q->player, &q->pos, &thought->choice, &t->worker, &thought->pv);
}

static void *think(void *context)
{
    struct thinker *t = context;

    answer(t);
    while (write(t->ready[1], "", 1) < 0 && errno == EINTR)
        continue;
    return NULL;
}

/* Blocks signals in the new thread: they are for the one that owns the screen. */
int thinker_ask(struct thinker *thinker, const struct question *question, struct err *err)
{
    sigset_t all, old;
    int status;

    thinker->question = *question;
    if (question->player) {
        thinker->player = *question->player;
        thinker->question.player = &thinker->player;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    status = pthread_create(&thinker->thread, NULL, think, thinker);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (status)
        return err_file(err, "cannot start a thread", status);
    thinker->busy = true;
    return 0;
}

int thinker_fd(const struct thinker *thinker)
{
    return thinker->ready[0];
}

const struct thought *thinker_answer(struct thinker *thinker)
{
    char byte;

    while (read(thinker->ready[0], &byte, 1) < 0 && errno == EINTR)
        continue;
    pthread_join(thinker->thread, NULL);
    thinker->busy = false;
    return &thinker->thought;
}
