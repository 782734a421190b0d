#include <time.h>

#include "play/watch.h"

static const char *const discs[2] = { "X", "O" };

static void pause_for(double seconds)
{
    struct timespec span = { .tv_sec = (time_t)seconds };

    span.tv_nsec = (long)((seconds - (double)span.tv_sec) * 1e9);
    if (seconds > 0)
        nanosleep(&span, NULL);
}

static void show_game(struct watched *w, FILE *out, double delay_s, bool colour,
                      struct worker *worker)
{
    char text[WATCHED_TEXT], moves[MOVES_TEXT_SIZE];

    fprintf(out, "Game %u: X is %s, O is %s, from %s.\n", w->game + 1,
            w->player[watched_at(w, 0)].name, w->player[watched_at(w, 1)].name,
            moves_format(&w->start, moves));
    board_draw(out, &w->moves, colour);
    while (watched_outcome(w) == OUTCOME_NONE && !ferror(out)) {
        struct position pos = moves_position(&w->moves);
        int side = w->moves.n % 2;
        struct choice choice;

        fflush(out);
        pause_for(delay_s);
        player_move(watched_mover(w), &pos, worker, watched_stream(w), &choice);
        watched_take(w, &choice, worker->why);
        if (choice.column == NO_MOVE)
            break;
        fprintf(out, "Move %d: %s\n", w->moves.n, watched_side(w, side, discs[side], text));
        board_draw(out, &w->moves, colour);
    }
    fprintf(out, "%s\n", watched_state(w, discs, text));
    fprintf(out, "%s\n", watched_score(w, text));
}

int watch_plain(struct watched *w, FILE *out, int games, double delay_s, bool colour,
                struct err *err)
{
    struct worker worker;
    int status = worker_init(&worker, err);

    if (status)
        return -1;
    for (int i = 0; i < games && status == 0 && !ferror(out); i++) {
        if (i > 0)
            status = watched_next(w, err);
        if (status == 0)
            show_game(w, out, delay_s, colour, &worker);
    }
    worker_release(&worker);
    return status;
}
