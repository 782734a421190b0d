#include "truth/analysis.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "search/solver_job.h"
#include "truth/explain.h"
#include "truth/solved.h"

void analysis_begin(struct analysis *a, const struct moves *moves, int opening, int scores_from,
                    const char *first, const char *second)
{
    struct position pos = moves_position(moves);

    *a = (struct analysis){ .disc = { first, second },
                            .moves = *moves,
                            .opening = opening < moves->n ? opening : moves->n,
                            .scores_from = scores_from > opening ? scores_from : opening,
                            .outcome = position_outcome(&pos) };
    for (int i = 0; i < moves->n; i++) {
        a->move[i].column = moves->column[i];
        a->move[i].scored = i >= a->scores_from;
        a->move[i].opening = i < a->opening;
        a->move[i].answer = NO_MOVE;
        a->move[i].should = -1;
    }
}

static struct position position_before(const struct analysis *a, int i)
{
    struct moves before = a->moves;

    before.n = (unsigned char)i;
    return moves_position(&before);
}

bool analysis_is_possible(const struct moves *moves)
{
    struct position pos = { 0 };

    for (int i = 0; i < moves->n; i++) {
        if (position_outcome(&pos) != OUTCOME_NONE)
            return false;
        position_play(&pos, playable_cells(pos.all) & column_cells(moves->column[i]));
    }
    return true;
}

int analysis_solve(struct analysis *a, const struct book *book, struct worker *worker)
{
    for (int i = a->moves.n - 1; i >= 0; i--) {
        struct analysed_move *m = &a->move[i];
        struct position pos = position_before(a, i);

        if (m->scored ? explain_scores(&pos, book, worker, m->score)
                      : explain_results(&pos, book, worker, m->score))
            return -1;
        m->solved = true;
    }
    return 0;
}

/* Positions of all games, early or late, as a job. */
struct batch {
    struct position *pos;
    struct solver_answer *answer;
    struct analysed_move **move;
    size_t n;
};

static int batch_init(struct batch *b, struct analysis *list, size_t games, bool scored,
                      struct err *err)
{
    *b = (struct batch){ .pos = calloc(games * CELLS + 1, sizeof *b->pos),
                         .answer = calloc(games * CELLS + 1, sizeof *b->answer),
                         .move = calloc(games * CELLS + 1, sizeof *b->move) };
    if (!b->pos || !b->answer || !b->move)
        return err_shortage(err, "out of memory: %zu games", games);
    for (size_t g = 0; g < games; g++)
        for (int i = list[g].moves.n - 1; i >= 0; i--) /* the easy ones first */
            if (list[g].move[i].scored == scored) {
                b->pos[b->n] = position_before(&list[g], i);
                b->move[b->n++] = &list[g].move[i];
            }
    return 0;
}

static void batch_release(struct batch *b)
{
    free(b->pos);
    free(b->answer);
    free(b->move);
}

static int solve_batch(struct analysis *list, size_t games, bool scored, const struct book *book,
                       struct pool *pool, const struct watch *watch, bool *finished,
                       struct err *err)
{
    struct solver_job context = { .wdl = !scored,
                                  .moves = true,
                                  .book = book && book->n ? book : NULL };
    struct pool_job job = { .kind = &solver_job_kind, .context = &context, .stop = watch->stop };
    struct batch b;
    int status = batch_init(&b, list, games, scored, err);

    if (status == 0) {
        job.item = b.pos;
        job.slot = b.answer;
        job.n = b.n;
        *finished = pool_fill(pool, &job) == b.n;
        status = pool_check(pool, err);
    }
    for (size_t i = 0; status == 0 && *finished && i < b.n; i++) {
        for (int c = 0; c < COLUMNS; c++)
            b.move[i]->score[c] = b.answer[i].column[c];
        b.move[i]->solved = true;
    }
    batch_release(&b);
    return status;
}

int analyses_solve(struct analysis *list, size_t n, const struct book *book, struct pool *pool,
                   const struct watch *watch, bool *finished, struct err *err)
{
    if (solve_batch(list, n, true, book, pool, watch, finished, err))
        return -1;
    return *finished ? solve_batch(list, n, false, book, pool, watch, finished, err) : 0;
}

int analysis_result(const struct analysis *a, int i)
{
    int best;

    if (i >= a->moves.n && a->outcome != OUTCOME_NONE)
        return a->outcome == OUTCOME_DRAW ? 0 : a->outcome == OUTCOME_FIRST ? 1 : -1;
    if (i >= a->moves.n) /* unfinished: what the last move was worth */
        best = i ? result_of_score(a->move[i - 1].score[a->move[i - 1].column]) : 0;
    else
        best = result_of_score(best_score(a->move[i].score));
    return (i >= a->moves.n ? i - 1 : i) % 2 ? -best : best;
}

/* The ending after a move, if that is late enough to be found quickly. */
static int find_ending(const struct analysis *a, const struct position *pos, int column,
                       const struct book *book, struct worker *worker, struct ending *ending,
                       bool *found)
{
    struct position next = *pos;

    position_play(&next, playable_cells(pos->all) & column_cells(column));
    *found = next.plies > a->scores_from && position_outcome(&next) == OUTCOME_NONE;
    return *found ? ending_find(&next, book, worker, ending) : 0;
}

/* What a mistake gives away, and what would have been better. */
static int judge(struct analysis *a, int i, const struct book *book, struct worker *worker)
{
    struct analysed_move *m = &a->move[i];
    struct position pos = position_before(a, i);
    struct sayings names;
    struct ending ending;
    char text[SAYING_SIZE];
    bool found;

    sayings_begin(&names, a->disc[0], a->disc[1]);
    names.results_only = !m->scored;
    m->should = best_column(&pos, m->score);
    if (find_ending(a, &pos, m->column, book, worker, &ending, &found))
        return -1;
    words_move(&names, &pos, m->column, m->score, found ? &ending : NULL, m->text);
    if (find_ending(a, &pos, m->should, book, worker, &ending, &found))
        return -1;
    words_move(&names, &pos, m->should, m->score, found ? &ending : NULL, text);
    snprintf(m->better, sizeof m->better, "%d %s", m->should + 1, text);
    if (found && ending.winner == i % 2)
        words_ending(&ending, m->by);
    return 0;
}

static void ask(struct analysis *a, int i, const struct player *player, struct worker *worker)
{
    struct position pos = position_before(a, i);
    struct stream stream = { .purpose = STREAM_MOVE, .index = (uint64_t)i };
    struct choice choice;

    player_move(player, &pos, worker, stream, &choice);
    a->move[i].answer = choice.column;
}

__attribute__((format(printf, 2, 3))) static void add_words(struct analysis *a, const char *fmt,
                                                            ...)
{
    size_t used = strlen(a->summary);
    va_list args;

    va_start(args, fmt);
    vsnprintf(a->summary + used, sizeof a->summary - used, fmt, args);
    va_end(args);
}

/* The sentences on the game as a whole; at most so many on mistakes. */
#define MISTAKES_TOLD 3

static void summarise(struct analysis *a)
{
    const char *when = a->opening ? "After the opening" : "At the start";
    int start = analysis_result(a, a->opening), mistakes = 0;

    if (start)
        add_words(a, "%s %s could force a win.", when, a->disc[start < 0]);
    else
        add_words(a, "%s the game was a draw with best play.", when);
    for (int i = a->opening; i < a->moves.n; i++) {
        const struct analysed_move *m = &a->move[i];
        bool win = best_score(m->score) > 0;

        if (!m->mistake || ++mistakes > MISTAKES_TOLD)
            continue;
        add_words(a, " %s %s until move %d; %d instead of %d kept the %s%s%s.", a->disc[i % 2],
                  win ? "was winning" : "had a draw", i + 1, m->should + 1, m->column + 1,
                  win ? "win" : "draw", m->by[0] ? " " : "", m->by);
    }
    if (mistakes > MISTAKES_TOLD)
        add_words(a, " %d more mistake%s followed.", mistakes - MISTAKES_TOLD,
                  mistakes - MISTAKES_TOLD > 1 ? "s" : "");
    if (mistakes == 0)
        add_words(a, " Nobody made a mistake.");
}

int analysis_finish(struct analysis *a, const struct player *player, const struct book *book,
                    struct worker *worker)
{
    for (int i = 0; i < a->moves.n; i++) {
        struct analysed_move *m = &a->move[i];

        m->mistake = result_of_score(m->score[m->column]) < result_of_score(best_score(m->score));
        if (player && !m->opening)
            ask(a, i, player, worker);
        if (!m->mistake)
            continue;
        a->mistakes[i % 2] += !m->opening;
        a->turns += !m->opening;
        if (judge(a, i, book, worker) || worker_stopped(worker))
            return -1;
    }
    summarise(a);
    return 0;
}
