/*
 * What a genome plays, and what each column is really worth.
 *
 *     cc best_move.c -o best_move $(pkg-config --cflags --libs c4evolve)
 *     ./best_move 44433 champion:depth=8
 */
#include <stdio.h>

#include <c4evolve.h>

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "-", *who = argc > 2 ? argv[2] : "champion";
    struct c4_position pos;
    struct c4_player *player = NULL;
    struct c4_solver *solver = NULL;
    char why[C4_WHY_SIZE], buf[C4_CELLS + 1];
    int score[C4_COLUMNS], code = 1;
    double value;

    if (c4_read(&pos, text, why) || !(player = c4_player_new(who, why)) ||
        !(solver = c4_solver_new(why))) {
        fprintf(stderr, "best_move: %s\n", why);
    } else if (c4_solve_columns(solver, &pos, score)) {
        fprintf(stderr, "best_move: the game is over\n");
    } else {
        int column = c4_player_move(player, &pos, &value);

        printf("%s plays %d after %s\n", who, column, c4_write(&pos, buf));
        for (int c = 0; c < C4_COLUMNS; c++)
            if (score[c] == C4_NO_SCORE)
                printf("column %d is full\n", c + 1);
            else
                printf("column %d: %+d\n", c + 1, score[c]);
        code = 0;
    }
    c4_player_free(player);
    c4_solver_free(solver);
    return code;
}
