#include "play/tutor.h"

#include <stdio.h>
#include <stdlib.h>

#include "truth/analysis.h"
#include "truth/explain.h"
#include "truth/solved.h"

/* Without a book it is only slower. */
static void prepare(struct tutor *tutor)
{
    struct err ignored;

    if (!tutor->ready && book_read_shipped(&tutor->book, &ignored))
        tutor->book = (struct book){ 0 };
    tutor->ready = true;
}

void tutor_release(struct tutor *tutor)
{
    book_release(&tutor->book);
    *tutor = (struct tutor){ 0 };
}

/* What perfect play thinks of a position. */
struct knowledge {
    int score[COLUMNS];
    bool scored; /* exact scores, not only results */
    struct sayings names;
};

static int find_out(struct knowledge *k, struct tutor *tutor, const struct position *pos,
                    bool scored, const char *const disc[2], struct worker *worker)
{
    prepare(tutor);
    k->scored = scored && pos->plies >= ANALYSIS_QUICK_FROM;
    sayings_begin(&k->names, disc[0], disc[1]);
    k->names.results_only = !k->scored;
    return k->scored ? explain_scores(pos, &tutor->book, worker, k->score)
                     : explain_results(pos, &tutor->book, worker, k->score);
}

static bool is_mistake(const struct knowledge *k, int column)
{
    return result_of_score(k->score[column]) < result_of_score(best_score(k->score));
}

/* Why a move is good or bad. */
static void say_why(struct knowledge *k, struct tutor *tutor, const struct position *pos,
                    int column, struct worker *worker, char why[SAYING_SIZE])
{
    struct position next = *pos;
    struct ending after;
    bool found = false;

    position_play(&next, playable_cells(pos->all) & column_cells(column));
    if (k->scored && position_outcome(&next) == OUTCOME_NONE)
        found = ending_find(&next, &tutor->book, worker, &after) == 0;
    words_move(&k->names, pos, column, k->score, found ? &after : NULL, why);
}

int tutor_advise(struct tutor *tutor, const struct position *pos, int column,
                 const char *const disc[2], struct worker *worker, char text[TUTOR_TEXT])
{
    struct knowledge k;
    char why[SAYING_SIZE];

    text[0] = '\0';
    if (find_out(&k, tutor, pos, true, disc, worker))
        return -1;
    if (is_mistake(&k, column))
        column = best_column(pos, k.score);
    say_why(&k, tutor, pos, column, worker, why);
    snprintf(text, TUTOR_TEXT, "The move %s.", why);
    return column;
}

bool tutor_warns(struct tutor *tutor, const struct position *pos, int column,
                 const char *const disc[2], struct worker *worker, char text[TUTOR_TEXT])
{
    struct knowledge k;
    char why[SAYING_SIZE];

    text[0] = '\0';
    if (find_out(&k, tutor, pos, false, disc, worker) || !is_mistake(&k, column))
        return false;
    say_why(&k, tutor, pos, column, worker, why);
    snprintf(text, TUTOR_TEXT, "%d %s.", column + 1, why);
    return true;
}

static void write_analysis(const struct analysis *a, char text[TUTOR_TEXT])
{
    size_t used = 0;

    for (int i = a->opening; i < a->moves.n && used < TUTOR_TEXT; i++)
        if (a->move[i].mistake)
            used += (size_t)snprintf(text + used, TUTOR_TEXT - used,
                                     "Move %d, %s: %d %s. Better: %s.\n", i + 1, a->disc[i % 2],
                                     a->move[i].column + 1, a->move[i].text, a->move[i].better);
    if (used < TUTOR_TEXT)
        snprintf(text + used, TUTOR_TEXT - used, "%s\n", a->summary);
}

void tutor_analyse(struct tutor *tutor, const struct moves *moves, int start,
                   const char *const disc[2], struct worker *worker, char text[TUTOR_TEXT])
{
    struct analysis *a = malloc(sizeof *a);

    snprintf(text, TUTOR_TEXT, "There is nothing to analyse yet.\n");
    prepare(tutor);
    if (a && moves->n > start) {
        analysis_begin(a, moves, start, ANALYSIS_QUICK_FROM, disc[0], disc[1]);
        if (analysis_solve(a, &tutor->book, worker) == 0 &&
            analysis_finish(a, NULL, &tutor->book, worker) == 0)
            write_analysis(a, text);
    }
    free(a);
}
