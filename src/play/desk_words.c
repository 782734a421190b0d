/* The sentences of a desk. */
#include <stdio.h>

#include "play/desk.h"
#include "play/level.h"
#include "play/opinion.h"

const char *desk_opponent(const struct desk *desk, char buf[SENTENCE])
{
    if (session_shared(&desk->session))
        snprintf(buf, SENTENCE, "Two persons share the board.");
    else if (desk->named)
        snprintf(buf, SENTENCE, "Computer: %s", desk->player.name);
    else
        snprintf(buf, SENTENCE, "Computer: level %d of %d, %s", desk->level, LEVELS,
                 level_find(desk->level)->about);
    return buf;
}

const char *desk_sides(const struct desk *desk, char buf[SENTENCE])
{
    int person = session_person(&desk->session);

    if (session_shared(&desk->session))
        snprintf(buf, SENTENCE, "%s moves first, %s second.", desk->disc[0], desk->disc[1]);
    else
        snprintf(buf, SENTENCE, "You are %s and move %s; the computer is %s.", desk->disc[person],
                 person == 0 ? "first" : "second", desk->disc[!person]);
    return buf;
}

static void tell_result(const struct desk *desk, enum outcome outcome, char buf[SENTENCE])
{
    const struct session *s = &desk->session;
    int winner = outcome == OUTCOME_FIRST ? 0 : 1;

    if (outcome == OUTCOME_DRAW)
        snprintf(buf, SENTENCE, "The board is full: a draw.");
    else if (s->forfeit != OUTCOME_NONE)
        snprintf(buf, SENTENCE, "%s has given up: %s.", s->person[!winner] ? "One" : "The computer",
                 s->person[winner] ? "you win" : "the computer wins");
    else if (session_shared(s))
        snprintf(buf, SENTENCE, "%s has won with move %d.", desk->disc[winner], s->moves.n);
    else
        snprintf(buf, SENTENCE, "%s won with move %d.",
                 s->person[winner] ? "You have" : "The computer has", s->moves.n);
}

const char *desk_turn(const struct desk *desk, char buf[SENTENCE])
{
    const struct session *s = &desk->session;
    enum outcome outcome = session_outcome(s);
    int side = session_side(s);

    if (outcome != OUTCOME_NONE)
        tell_result(desk, outcome, buf);
    else if (session_shared(s))
        snprintf(buf, SENTENCE, "%s is to move.", desk->disc[side]);
    else if (s->person[side])
        snprintf(buf, SENTENCE, "Your move, %s.", desk->disc[side]);
    else
        snprintf(buf, SENTENCE, "The computer is thinking.");
    return buf;
}

const char *desk_score(const struct desk *desk, char buf[SENTENCE])
{
    const struct wdl *score = &desk->session.score;
    bool shared = session_shared(&desk->session);

    snprintf(buf, SENTENCE, "Score: %s %u, %s %u, drawn %u", shared ? desk->disc[0] : "you",
             score->wins, shared ? desk->disc[1] : "computer", score->losses, score->draws);
    return buf;
}

const char *desk_last_move(const struct desk *desk, char buf[SENTENCE])
{
    const struct session *s = &desk->session;
    int side = 1 - session_side(s);
    const char *who = session_shared(s) ? desk->disc[side]
                      : s->person[side] ? "You"
                                        : "The computer";

    buf[0] = '\0';
    if (s->moves.n > s->start.n)
        snprintf(buf, SENTENCE, "%s played %d.", who, s->moves.column[s->moves.n - 1] + 1);
    return buf;
}

/* Who is to move, as the subject of a sentence. */
static const char *mover(const struct desk *desk, const char **be)
{
    const struct session *s = &desk->session;
    int side = session_side(s);

    *be = !session_shared(s) && s->person[side] ? "are" : "is";
    return session_shared(s) ? desk->disc[side] : s->person[side] ? "you" : "it";
}

const char *desk_hint(const struct desk *desk, const struct choice *choice, char buf[SENTENCE])
{
    char value[64];
    const char *be;
    const char *who = mover(desk, &be);

    opinion_words(&desk->adviser, choice, be, value, sizeof value);
    snprintf(buf, SENTENCE, "Hint: column %d. Level %d thinks that %s %s.", choice->column + 1,
             LEVELS, who, value);
    return buf;
}

const char *desk_expects(const struct desk *desk, const struct choice *choice,
                         const struct moves *line, char buf[SENTENCE])
{
    const struct player *player = session_shared(&desk->session) ? &desk->adviser : &desk->player;
    char value[64];
    const char *be;
    const char *who = mover(desk, &be);
    size_t used = 0;

    if (!opinion_held(player, choice)) {
        snprintf(buf, SENTENCE, "The computer does not look ahead: it expects nothing.");
        return buf;
    }
    opinion_words(player, choice, be, value, sizeof value);
    used = (size_t)snprintf(buf, SENTENCE, "The computer thinks that %s %s. It expects the moves",
                            who, value);
    for (int i = 0; i < line->n && used < SENTENCE; i++)
        used += (size_t)snprintf(buf + used, SENTENCE - used, " %d", line->column[i] + 1);
    if (used < SENTENCE)
        snprintf(buf + used, SENTENCE - used, ".");
    return buf;
}

const char *desk_levels(const struct desk *desk, char *buf, size_t size)
{
    size_t used = 0;

    buf[0] = '\0';
    if (desk->named)
        snprintf(buf, size, "Levels are for games without a named player. This one is\n%s\n",
                 desk->player.name);
    for (int level = 1; !desk->named && level <= LEVELS && used < size; level++)
        used += (size_t)snprintf(buf + used, size - used, "%c %d  %s\n",
                                 level == desk->level ? '>' : ' ', level, level_find(level)->about);
    return buf;
}
