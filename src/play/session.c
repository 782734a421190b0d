#include "play/session.h"

void session_begin(struct session *s, const struct moves *start, bool person_first,
                   bool person_second)
{
    *s = (struct session){ .start = *start, .person = { person_first, person_second } };
    s->moves = s->start;
}

void session_new_game(struct session *s)
{
    s->moves = s->start;
    s->forfeit = OUTCOME_NONE;
    s->counted = (struct wdl){ 0 };
    s->game++;
}

enum outcome session_outcome(const struct session *s)
{
    struct position pos = moves_position(&s->moves);

    return s->forfeit != OUTCOME_NONE ? s->forfeit : position_outcome(&pos);
}

bool session_persons_turn(const struct session *s)
{
    return s->person[session_side(s)] && session_outcome(s) == OUTCOME_NONE;
}

bool session_computers_turn(const struct session *s)
{
    return !s->person[session_side(s)] && session_outcome(s) == OUTCOME_NONE;
}

static void count_result(struct session *s)
{
    enum outcome outcome = session_outcome(s);
    enum outcome won = session_person(s) == 0 ? OUTCOME_FIRST : OUTCOME_SECOND;

    if (outcome == OUTCOME_NONE)
        return;
    s->counted = (struct wdl){ .wins = outcome == won, .draws = outcome == OUTCOME_DRAW };
    s->counted.losses = !s->counted.wins && !s->counted.draws;
    s->score = wdl_sum(s->score, s->counted);
}

static void uncount_result(struct session *s)
{
    s->score.wins -= s->counted.wins;
    s->score.draws -= s->counted.draws;
    s->score.losses -= s->counted.losses;
    s->counted = (struct wdl){ 0 };
}

bool session_open(const struct session *s, int column)
{
    struct position pos = moves_position(&s->moves);

    return column >= 0 && column < COLUMNS && (playable_cells(pos.all) & column_cells(column));
}

bool session_drop(struct session *s, int column)
{
    if (session_outcome(s) != OUTCOME_NONE || !session_open(s, column))
        return false;
    moves_push(&s->moves, column);
    count_result(s);
    return true;
}

void session_give_up(struct session *s, int side)
{
    if (session_outcome(s) != OUTCOME_NONE)
        return;
    s->forfeit = side == 0 ? OUTCOME_SECOND : OUTCOME_FIRST;
    count_result(s);
}

bool session_take_back(struct session *s)
{
    int n = s->moves.n - 1;

    while (n >= s->start.n && !s->person[n % 2])
        n--;
    if (n < s->start.n)
        return false;
    uncount_result(s);
    s->forfeit = OUTCOME_NONE;
    s->moves.n = (unsigned char)n;
    return true;
}

/* What has been counted stays the person's. */
void session_swap(struct session *s)
{
    bool first = s->person[0];

    s->person[0] = s->person[1];
    s->person[1] = first;
}
