/*
 * c4evolve.h - Connect Four for other programs: positions, exact solving, genomes, moves.
 *
 *     cc example.c $(pkg-config --cflags --libs c4evolve)
 *
 * Columns count from 1 at the left. Functions that can fail return 0, or -1 with a message in
 * `why`, which may be NULL. A solver or a player belongs to one thread at a time; there may be any
 * number of them. The library prints nothing.
 */
#ifndef C4E_LIBRARY_C4EVOLVE_H
#define C4E_LIBRARY_C4EVOLVE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define C4_COLUMNS  7
#define C4_ROWS     6
#define C4_CELLS    (C4_COLUMNS * C4_ROWS)
#define C4_WHY_SIZE 512
#define C4_NO_SCORE (-100) /* in place of a score: the column is full */

/* The moves of a game so far; all zero is the empty board. */
struct c4_position {
    unsigned char plies;
    unsigned char column[C4_CELLS]; /* from 0 */
};

enum c4_outcome { C4_OPEN, C4_FIRST_WINS, C4_SECOND_WINS, C4_DRAW };

/* Reads a position in any notation that the program reads: "44433", "d1 d2", FEN, all cells. */
int c4_read(struct c4_position *pos, const char *text, char why[C4_WHY_SIZE]);

/* The columns played: "44433"; "-" for the empty board. Returns buf. */
const char *c4_write(const struct c4_position *pos, char buf[C4_CELLS + 1]);

/* Plays a column. Returns -1, and changes nothing, if that is not legal. */
int c4_play(struct c4_position *pos, int column);

enum c4_outcome c4_outcome(const struct c4_position *pos);

/*
 * Exact results. A score is seen from the side to move: 1 if it wins with its last disc, 2 with
 * the one before, and so on; likewise negative if it loses; 0 for a draw. With the book that comes
 * with c4evolve the hardest positions take about a second, most take microseconds.
 */
struct c4_solver;

struct c4_solver *c4_solver_new(char why[C4_WHY_SIZE]);
void c4_solver_free(struct c4_solver *solver);
int c4_solve(struct c4_solver *solver, const struct c4_position *pos);

/* The score of each column for the side that plays it, or C4_NO_SCORE. The game must be open. */
int c4_solve_columns(struct c4_solver *solver, const struct c4_position *pos,
                     int score[C4_COLUMNS]);

/*
 * A player: a genome, a search and its limits, as text: "champion:depth=8", "my.ini:nodes=10000";
 * see c4evolve-players(7). Other programs (uci:) and people cannot be players here.
 */
struct c4_player;

struct c4_player *c4_player_new(const char *text, char why[C4_WHY_SIZE]);
void c4_player_free(struct c4_player *player);

/* The column that it plays, or -1 if the game is over. The value of the move, if asked for, is in
 * the weights of the genome; wins are above 1,000,000. */
int c4_player_move(struct c4_player *player, const struct c4_position *pos, double *value);

/* The weight of a gene, such as "own3"; -1 if there is no such gene. */
int c4_player_gene(const struct c4_player *player, const char *gene, double *weight);

#ifdef __cplusplus
}
#endif

#endif
