#include "truth/explain.h"

#include <stdlib.h>
#include <string.h>

#include "truth/solved.h"

#define SHORT_HELP 70 /* longer texts are too much for a sentence */

/* Gives the solver a book, which may be NULL or empty. */
static void open_book(struct solver *solver, const struct book *book, struct solver_book *opened)
{
    solver->book = NULL;
    if (!book || !book->n)
        return;
    *opened = book_for_solver(book);
    solver->book = opened;
}

int explain_scores(const struct position *pos, const struct book *book, struct worker *worker,
                   int score[COLUMNS])
{
    struct solver_book for_solver;
    int status;

    open_book(&worker->solver, book, &for_solver);
    status = solver_moves(&worker->solver, pos, score);
    worker->solver.book = NULL;
    return status;
}

int explain_results(const struct position *pos, const struct book *book, struct worker *worker,
                    int score[COLUMNS])
{
    struct solver_book for_solver;
    int status = 0;

    open_book(&worker->solver, book, &for_solver);
    for (int c = 0; c < COLUMNS && status == 0; c++) {
        uint64_t cell = playable_cells(pos->all) & column_cells(c);
        struct position next = *pos;
        int result;

        score[c] = SOLVER_NO_MOVE;
        if (!cell)
            continue;
        position_play(&next, cell);
        result = solver_wdl(&worker->solver, &next);
        status = result == SOLVER_STOPPED ? -1 : 0;
        score[c] = -result;
    }
    worker->solver.book = NULL;
    return status;
}

static int take_scores(struct explanation *e, const struct explain_input *in, struct worker *worker,
                       int score[COLUMNS], struct err *err)
{
    if (explain_scores(&in->pos, in->book, worker, score))
        return err_set(err, "interrupted");
    e->best = best_score(score);
    for (int i = 0; i < COLUMNS; i++) {
        struct explained_column *c = &e->column[i];

        c->score = score[i];
        c->open = score[i] != SOLVER_NO_MOVE;
        c->mistake = c->open && result_of_score(score[i]) < result_of_score(e->best);
    }
    return 0;
}

/* What rules prove now for one side, and after each move for the other. */
static void find_proofs(struct explanation *e, struct prover *prover)
{
    struct proof after;

    prover_prove(prover, &e->pos, PROOF_STEPS, &e->proof);
    for (int i = 0; i < COLUMNS; i++) {
        struct position next = e->pos;

        if (!e->column[i].open)
            continue;
        position_play(&next, playable_cells(next.all) & column_cells(i));
        if (position_outcome(&next) != OUTCOME_NONE)
            continue;
        prover_prove(prover, &next, PROOF_STEPS, &after);
        e->column[i].claim = after.claim;
    }
}

/* The gene in which the two best columns differ most. */
static const struct split_item *largest_difference(const struct split *a, const struct split *b,
                                                   int32_t *by)
{
    const struct split_item *found = NULL;
    const struct split *each[2] = { a, b };

    *by = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < each[k]->n; i++) {
            const char *name = each[k]->item[i].name;
            int32_t difference = split_find(a, name) - split_find(b, name);

            if (difference > *by) {
                *by = difference;
                found = &each[k]->item[i];
            }
        }
    return found;
}

/* What an item is about, in few words. */
static const char *short_help(const struct split_item *item)
{
    int gene = gene_find(item->name);

    return gene >= 0 && strlen(item->help) > SHORT_HELP ? family_table[gene_table[gene].family].help
                                                        : item->help;
}

static void say_difference(struct explanation *e)
{
    const struct explained_column *a, *b;
    const struct split_item *item;
    double more;
    int32_t by;

    if (e->second < 0)
        return;
    a = &e->column[e->choice.column];
    b = &e->column[e->second];
    item = largest_difference(&a->parts, &b->parts, &by);
    more = ((double)a->value - b->value) / EVAL_UNITS;
    if (a->value == b->value)
        snprintf(e->difference, sizeof e->difference,
                 "Column %d is worth as much as column %d; it is the first choice among equals.",
                 e->choice.column + 1, e->second + 1);
    else if (a->value >= EVAL_LIMIT || b->value <= -EVAL_LIMIT)
        snprintf(
            e->difference, sizeof e->difference,
            a->value >= EVAL_LIMIT && b->value < EVAL_LIMIT
                ? "Only with column %d does the player see a win; column %d is next."
            : a->value >= EVAL_LIMIT ? "Column %d wins sooner than column %d."
            : a->value > -EVAL_LIMIT
                ? "With column %d the player sees no loss; with column %d, the next best, it does."
                : "Column %d loses later than column %d.",
            e->choice.column + 1, e->second + 1);
    else if (item)
        snprintf(e->difference, sizeof e->difference,
                 "Column %d is worth %.3f more than column %d, above all by %s, %+.3f (%s).",
                 e->choice.column + 1, more, e->second + 1, item->name, (double)by / EVAL_UNITS,
                 short_help(item));
}

/* Whether the player's move is right, and why. */
static int say_verdict(struct explanation *e, const struct explain_input *in,
                       const int score[COLUMNS], struct worker *worker, struct err *err)
{
    int column = e->choice.column;
    struct position next = e->pos;
    struct ending after;
    char text[SAYING_SIZE];
    bool over;

    if (column == NO_MOVE)
        return 0;
    position_play(&next, playable_cells(next.all) & column_cells(column));
    over = position_outcome(&next) != OUTCOME_NONE;
    if (!over && ending_find(&next, in->book, worker, &after))
        return err_set(err, "interrupted");
    words_move(&e->plan, &e->pos, column, score, over ? NULL : &after, text);
    snprintf(e->verdict, sizeof e->verdict, "Column %d %s.", column + 1, text);
    return 0;
}

int explain_position(struct explanation *e, const struct explain_input *in, struct worker *worker,
                     struct err *err)
{
    struct stream stream = { .seed = in->seed,
                             .purpose = STREAM_MOVE,
                             .index = (uint64_t)in->pos.plies };
    int score[COLUMNS];

    memset(e, 0, sizeof *e);
    e->pos = in->pos;
    e->second = -1;
    player_move(in->player, &in->pos, worker, stream, &e->choice);
    if (e->choice.column == NO_MOVE)
        return err_set(err, "%s: %s", in->player->name, worker->why);
    if (take_scores(e, in, worker, score, err))
        return -1;
    find_proofs(e, worker->prover);
    explain_columns(e, in, worker);
    if (ending_find(&in->pos, in->book, worker, &e->ending))
        return err_set(err, "interrupted");
    e->threats = threats_list(&e->pos, e->threat);
    sayings_begin(&e->plan, "X", "O");
    sayings_begin(&e->proved, "X", "O");
    words_plan(&e->plan, &e->pos, score, &e->ending);
    words_proof(&e->proved, &e->pos, &e->proof);
    say_difference(e);
    return say_verdict(e, in, score, worker, err);
}
