#include "play/session.h"

#include <stdio.h>
#include <string.h>

void session_begin(struct session *s, const struct moves *start, bool person_first,
                   bool person_second)
{
    *s = (struct session){ .start = *start,
                           .person = { person_first, person_second },
                           .disc = { "X", "O" } };
    s->moves = s->start;
}

int session_init(struct session *s, const struct session_options *options, struct err *err)
{
    bool shared = options->player && strcmp(options->player, "human") == 0;

    session_begin(s, &options->start, shared || !options->person_second,
                  shared || options->person_second);
    s->seed = options->seed;
    s->warns = options->warn;
    return opponent_init(&s->opponent, options->player, options->level, err);
}

void session_release(struct session *s)
{
    opponent_release(&s->opponent);
    tutor_release(&s->tutor);
    *s = (struct session){ 0 };
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

static bool is_open(const struct session *s, int column)
{
    struct position pos = moves_position(&s->moves);

    return column >= 0 && column < COLUMNS && (playable_cells(pos.all) & column_cells(column));
}

bool session_drop(struct session *s, int column)
{
    if (session_outcome(s) != OUTCOME_NONE || !is_open(s, column))
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

void session_swap(struct session *s)
{
    bool first = s->person[0];

    s->person[0] = s->person[1];
    s->person[1] = first;
}

struct stream session_stream(const struct session *s)
{
    return (struct stream){
        .seed = s->seed, .generation = s->game, .purpose = STREAM_MOVE, .index = s->moves.n
    };
}

const char *session_say_opponent(const struct session *s, char buf[SENTENCE])
{
    if (session_shared(s))
        snprintf(buf, SENTENCE, "Two people share the board.");
    else if (s->opponent.named)
        snprintf(buf, SENTENCE, "Computer: %s", s->opponent.player.name);
    else
        snprintf(buf, SENTENCE, "Computer: level %d of %d, %s", s->opponent.level, LEVELS,
                 opponent_level(s->opponent.level)->about);
    return buf;
}

const char *session_say_sides(const struct session *s, char buf[SENTENCE])
{
    int person = session_person(s);

    if (session_shared(s))
        snprintf(buf, SENTENCE, "%s moves first, %s second.", s->disc[0], s->disc[1]);
    else
        snprintf(buf, SENTENCE, "You are %s and move %s; the computer is %s.", s->disc[person],
                 person == 0 ? "first" : "second", s->disc[!person]);
    return buf;
}

static void tell_result(const struct session *s, enum outcome outcome, char buf[SENTENCE])
{
    int winner = outcome == OUTCOME_FIRST ? 0 : 1;

    if (outcome == OUTCOME_DRAW)
        snprintf(buf, SENTENCE, "The board is full: a draw.");
    else if (s->forfeit != OUTCOME_NONE)
        snprintf(buf, SENTENCE, "%s gave up: %s.", s->person[!winner] ? "You" : "The computer",
                 s->person[winner] ? "you win" : "the computer wins");
    else if (session_shared(s))
        snprintf(buf, SENTENCE, "%s has won with move %d.", s->disc[winner], s->moves.n);
    else
        snprintf(buf, SENTENCE, "%s won with move %d.",
                 s->person[winner] ? "You have" : "The computer has", s->moves.n);
}

const char *session_say_turn(const struct session *s, char buf[SENTENCE])
{
    enum outcome outcome = session_outcome(s);
    int side = session_side(s);

    if (outcome != OUTCOME_NONE)
        tell_result(s, outcome, buf);
    else if (session_shared(s))
        snprintf(buf, SENTENCE, "%s is to move.", s->disc[side]);
    else if (s->person[side])
        snprintf(buf, SENTENCE, "Your move, %s.", s->disc[side]);
    else
        snprintf(buf, SENTENCE, "The computer is thinking.");
    return buf;
}

const char *session_say_score(const struct session *s, char buf[SENTENCE])
{
    const struct wdl *score = &s->score;
    bool shared = session_shared(s);

    snprintf(buf, SENTENCE, "Score: %s %u, %s %u, draws %u", shared ? s->disc[0] : "you",
             score->wins, shared ? s->disc[1] : "computer", score->losses, score->draws);
    return buf;
}

const char *session_say_last_move(const struct session *s, char buf[SENTENCE])
{
    int side = 1 - session_side(s);
    const char *who = session_shared(s) ? s->disc[side] : s->person[side] ? "You" : "The computer";

    buf[0] = '\0';
    if (s->moves.n > s->start.n)
        snprintf(buf, SENTENCE, "%s played %d.", who, s->moves.column[s->moves.n - 1] + 1);
    return buf;
}

/* The side to move as the subject of a sentence, and the verb that goes with it. */
static const char *mover(const struct session *s, const char **be)
{
    int side = session_side(s);

    *be = !session_shared(s) && s->person[side] ? "are" : "is";
    return session_shared(s) ? s->disc[side] : s->person[side] ? "you" : "it";
}

const char *session_say_hint(const struct session *s, const struct choice *choice, int advised,
                             const char *reason, char buf[SENTENCE])
{
    const char *space = reason[0] ? " " : "";
    char value[64];
    const char *be;
    const char *who = mover(s, &be);

    opponent_opinion(&s->opponent.adviser, choice, be, value, sizeof value);
    if (advised >= 0 && advised != choice->column)
        snprintf(buf, SENTENCE, "Hint: column %d.%s%s", advised + 1, space, reason);
    else
        snprintf(buf, SENTENCE, "Hint: column %d. Level %d thinks %s %s.%s%s", choice->column + 1,
                 LEVELS, who, value, space, reason);
    return buf;
}

/* A move as a number that is not 0. */
static int move_number(const struct session *s, int column)
{
    return 1 + s->moves.n * COLUMNS + column;
}

bool session_checks(const struct session *s, int column)
{
    return s->warns && session_persons_turn(s) && is_open(s, column) &&
           s->warned != move_number(s, column);
}

const char *session_say_warning(struct session *s, int column, const char *why, char buf[SENTENCE])
{
    s->warned = move_number(s, column);
    snprintf(buf, SENTENCE, "Careful: %s Play %d again if you want it.", why, column + 1);
    return buf;
}

const char *session_toggle_warnings(struct session *s, char buf[SENTENCE])
{
    s->warns = !s->warns;
    snprintf(buf, SENTENCE,
             s->warns ? "You will be warned before a mistake."
                      : "You will not be warned before mistakes.");
    return buf;
}

const char *session_say_pv(const struct session *s, const struct choice *choice,
                           const struct moves *pv, char buf[SENTENCE])
{
    const struct player *player = session_shared(s) ? &s->opponent.adviser : &s->opponent.player;
    char value[64];
    const char *be;
    const char *who = mover(s, &be);
    size_t used = 0;

    if (!opponent_has_opinion(player, choice)) {
        snprintf(buf, SENTENCE, "The computer does not look ahead, so it expects nothing.");
        return buf;
    }
    opponent_opinion(player, choice, be, value, sizeof value);
    used = (size_t)snprintf(buf, SENTENCE, "The computer thinks %s %s. It expects the moves", who,
                            value);
    for (int i = 0; i < pv->n && used < SENTENCE; i++)
        used += (size_t)snprintf(buf + used, SENTENCE - used, " %d", pv->column[i] + 1);
    if (used < SENTENCE)
        snprintf(buf + used, SENTENCE - used, ".");
    return buf;
}

const char *session_say_levels(const struct session *s, char *buf, size_t size)
{
    size_t used = 0;

    buf[0] = '\0';
    if (s->opponent.named)
        snprintf(buf, size, "Levels apply only when no player is named. You are playing\n%s\n",
                 s->opponent.player.name);
    for (int level = 1; !s->opponent.named && level <= LEVELS && used < size; level++)
        used += (size_t)snprintf(buf + used, size - used, "%c %d  %s\n",
                                 level == s->opponent.level ? '>' : ' ', level,
                                 opponent_level(level)->about);
    return buf;
}
