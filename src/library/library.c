#include "library/c4evolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/player.h"
#include "game/forms.h"
#include "search/solver.h"

#define PUBLIC __attribute__((visibility("default")))

_Static_assert(C4_COLUMNS == COLUMNS && C4_ROWS == ROWS, "the library is for the usual board");
_Static_assert(C4_NO_SCORE == SOLVER_NO_MOVE, "one number means that a column is full");

struct c4_solver {
    struct solver solver;
    struct book book;
    struct solver_book known; /* the book, as the solver asks it */
};

struct c4_player {
    struct player player;
    struct worker worker;
};

static void tell(char *why, const struct err *err)
{
    if (why)
        snprintf(why, C4_WHY_SIZE, "%s", err->text);
}

static struct moves moves_of(const struct c4_position *pos)
{
    struct moves moves = { .n = pos->plies };

    memcpy(moves.column, pos->column, sizeof pos->column);
    return moves;
}

static struct position board_of(const struct c4_position *pos)
{
    struct moves moves = moves_of(pos);

    return moves_position(&moves);
}

PUBLIC int c4_read(struct c4_position *pos, const char *text, char why[C4_WHY_SIZE])
{
    struct moves moves;
    struct err err;

    if (moves_read(&moves, text, &err)) {
        tell(why, &err);
        return -1;
    }
    *pos = (struct c4_position){ .plies = moves.n };
    memcpy(pos->column, moves.column, moves.n);
    return 0;
}

PUBLIC const char *c4_write(const struct c4_position *pos, char buf[C4_CELLS + 1])
{
    struct moves moves = moves_of(pos);

    return moves_format(&moves, buf);
}

PUBLIC enum c4_outcome c4_outcome(const struct c4_position *pos)
{
    static const enum c4_outcome of[] = { [OUTCOME_NONE] = C4_OPEN,
                                          [OUTCOME_FIRST] = C4_FIRST_WINS,
                                          [OUTCOME_SECOND] = C4_SECOND_WINS,
                                          [OUTCOME_DRAW] = C4_DRAW };
    struct position board = board_of(pos);

    return of[position_outcome(&board)];
}

PUBLIC int c4_play(struct c4_position *pos, int column)
{
    struct position board = board_of(pos);

    if (column < 1 || column > COLUMNS || c4_outcome(pos) != C4_OPEN ||
        !(playable_cells(board.all) & column_cells(column - 1)))
        return -1;
    pos->column[pos->plies++] = (unsigned char)(column - 1);
    return 0;
}

PUBLIC struct c4_solver *c4_solver_new(char why[C4_WHY_SIZE])
{
    struct c4_solver *s = calloc(1, sizeof *s);
    struct err err = { "out of memory", ERR_SHORTAGE };

    if (s && solver_init(&s->solver, SOLVER_MEGABYTES, &err) == 0) {
        if (book_read_shipped(&s->book, &err) == 0) {
            s->known = book_for_solver(&s->book);
            s->solver.book = &s->known;
            return s;
        }
        solver_release(&s->solver);
    }
    tell(why, &err);
    free(s);
    return NULL;
}

PUBLIC void c4_solver_free(struct c4_solver *s)
{
    if (!s)
        return;
    solver_release(&s->solver);
    book_release(&s->book);
    free(s);
}

PUBLIC int c4_solve(struct c4_solver *s, const struct c4_position *pos)
{
    struct position board = board_of(pos);

    return solver_score(&s->solver, &board);
}

PUBLIC int c4_solve_columns(struct c4_solver *s, const struct c4_position *pos,
                            int score[C4_COLUMNS])
{
    struct position board = board_of(pos);

    return c4_outcome(pos) == C4_OPEN ? solver_moves(&s->solver, &board, score) : -1;
}

PUBLIC struct c4_player *c4_player_new(const char *text, char why[C4_WHY_SIZE])
{
    struct c4_player *p = calloc(1, sizeof *p);
    struct err err = { "out of memory", ERR_SHORTAGE };

    if (p && player_parse(&p->player, text, &err) == 0) {
        if (p->player.keys.uci || player_is_human(&p->player))
            err_set(&err, "%s: not a player of this library", text);
        else if (worker_init(&p->worker, &err) == 0)
            return p;
        player_release(&p->player);
    }
    tell(why, &err);
    free(p);
    return NULL;
}

PUBLIC void c4_player_free(struct c4_player *p)
{
    if (!p)
        return;
    worker_release(&p->worker);
    player_release(&p->player);
    free(p);
}

PUBLIC int c4_player_move(struct c4_player *p, const struct c4_position *pos, double *value)
{
    struct position board = board_of(pos);
    struct choice choice = { 0 };

    if (c4_outcome(pos) != C4_OPEN)
        return -1;
    player_move(&p->player, &board, &p->worker,
                (struct stream){ .seed = 1, .purpose = STREAM_MOVE, .index = pos->plies }, &choice);
    if (value)
        *value = (double)choice.value / EVAL_UNITS;
    return choice.column + 1;
}

PUBLIC int c4_player_gene(const struct c4_player *p, const char *gene, double *weight)
{
    int g = gene_find(gene);

    if (g < 0 || !p->player.has_genome)
        return -1;
    *weight = p->player.genome.gene[g];
    return 0;
}
