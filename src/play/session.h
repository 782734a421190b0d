/*
 * session - a person at the board: the game, take-backs, sides and the score.
 *
 * Pure state: nothing here draws, reads or thinks. A seat is a person's or the
 * computer's; two persons may share a board. A game that is over counts in the
 * score until it is taken back.
 */
#ifndef C4E_PLAY_SESSION_H
#define C4E_PLAY_SESSION_H

#include "stats/tally.h"
#include "game/notation.h"

struct session {
    struct moves start;   /* every game begins here */
    struct moves moves;   /* the game so far, its start included */
    bool person[2];       /* who sits there: at the first side, at the second */
    enum outcome forfeit; /* of a game that somebody gave up, else OUTCOME_NONE */
    struct wdl score;     /* of the person; with two of them, of the first side */
    struct wdl counted;   /* this game's part of it, once it is over */
    uint32_t game;        /* 0, 1, ...: names the computer's random streams */
};

/* At least one seat is a person's. `start` is not over. */
void session_begin(struct session *s, const struct moves *start, bool person_first,
                   bool person_second);

void session_new_game(struct session *s);

/* 0 for the first side, 1 for the second. */
static inline int session_side(const struct session *s)
{
    return s->moves.n % 2;
}

/* The side that the score and `you` are about. */
static inline int session_person(const struct session *s)
{
    return s->person[0] ? 0 : 1;
}

static inline bool session_shared(const struct session *s)
{
    return s->person[0] && s->person[1];
}

enum outcome session_outcome(const struct session *s);

/* Is a person to move, in a game that is not over? And is it the computer? */
bool session_persons_turn(const struct session *s);
bool session_computers_turn(const struct session *s);

/* Drops a disc for the side to move. False, and nothing happens, if the column is full or the
 * game over. */
bool session_drop(struct session *s, int column);

/* The side loses the game that is going on. */
void session_give_up(struct session *s, int side);

/* Back to where a person was last to move: with a computer that is a pair of moves. False if
 * there is no such place. */
bool session_take_back(struct session *s);

/* Person and computer change seats, in the middle of the game. */
void session_swap(struct session *s);

/* Is the column open? */
bool session_open(const struct session *s, int column);

#endif
