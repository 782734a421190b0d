/*
 * session - a person playing against the computer, game after game: the moves,
 * take-backs, sides and the score, and the sentences that describe them.
 *
 * Nothing here draws, reads or searches. A side belongs to a person or to the computer; two
 * people may share a board. A finished game counts in the score until its end is taken back.
 */
#ifndef C4E_PLAY_SESSION_H
#define C4E_PLAY_SESSION_H

#include "game/notation.h"
#include "play/opponent.h"
#include "play/tutor.h"
#include "stats/tally.h"

struct session_options {
    const char *player; /* as text, or NULL for a level; "human" for a second person */
    int level;
    bool person_second;
    struct moves start; /* where games begin; not over */
    uint64_t seed;
    bool warn; /* before mistakes */
};

struct session {
    struct moves start;   /* every game begins here */
    struct moves moves;   /* the game so far, from the empty board on */
    bool person[2];       /* whether the first side, the second side belongs to a person */
    enum outcome forfeit; /* of a game that was given up, else OUTCOME_NONE */
    struct wdl score;     /* of the person; of the first side if two people play */
    struct wdl counted;   /* the part of this game in it, once it is over */
    uint32_t game;        /* 0, 1, ...: names the computer's random streams */
    uint64_t seed;
    struct opponent opponent;
    struct tutor tutor;
    bool warns;          /* before a person's mistakes */
    int warned;          /* the move number and column of the last warning, as one number */
    const char *disc[2]; /* how the discs of the first and the second side are written */
};

/* On failure there is nothing to release. */
int session_init(struct session *s, const struct session_options *options, struct err *err);
void session_release(struct session *s);

/* The part of session_init that needs no opponent. At least one side belongs to a person. */
void session_begin(struct session *s, const struct moves *start, bool person_first,
                   bool person_second);

void session_new_game(struct session *s);

/* The side to move: 0 for the first, 1 for the second. */
static inline int session_side(const struct session *s)
{
    return s->moves.n % 2;
}

/* The side that the score and "you" refer to. */
static inline int session_person(const struct session *s)
{
    return s->person[0] ? 0 : 1;
}

/* Whether two people play. */
static inline bool session_shared(const struct session *s)
{
    return s->person[0] && s->person[1];
}

enum outcome session_outcome(const struct session *s);

/* Whether the game is not over and it is the person's, or the computer's, turn. */
bool session_persons_turn(const struct session *s);
bool session_computers_turn(const struct session *s);

/* Drops a disc for the side to move. Returns false, and changes nothing, if the column is full or
 * the game is over. */
bool session_drop(struct session *s, int column);

/* The side loses the current game. */
void session_give_up(struct session *s, int side);

/* Goes back to a person's last turn, which takes back two moves when the computer has answered.
 * Returns false if there is no such turn. */
bool session_take_back(struct session *s);

/* Person and computer change sides, in the middle of a game. The score stays the person's. */
void session_swap(struct session *s);

/* The random stream of the next move. */
struct stream session_stream(const struct session *s);

/* Sentences about the current game. All return buf. */
#define SENTENCE 512
const char *session_say_opponent(const struct session *s, char buf[SENTENCE]);
const char *session_say_sides(const struct session *s, char buf[SENTENCE]);
const char *session_say_turn(const struct session *s, char buf[SENTENCE]);
const char *session_say_score(const struct session *s, char buf[SENTENCE]);
const char *session_say_last_move(const struct session *s, char buf[SENTENCE]);

/* The adviser's choice, as a hint to the person; or the tutor's, if that is another column. The
 * reason is the tutor's, or "". */
const char *session_say_hint(const struct session *s, const struct choice *choice, int advised,
                             const char *reason, char buf[SENTENCE]);

/* Whether this move of a person has to be checked before it is made: warnings are on, and there has
 * not been one about it. */
bool session_checks(const struct session *s, int column);

/* The tutor's warning; the same move is not checked again. */
const char *session_say_warning(struct session *s, int column, const char *why, char buf[SENTENCE]);

/* Turns warnings on or off, and says so. */
const char *session_toggle_warnings(struct session *s, char buf[SENTENCE]);

/* What the computer thinks, and the moves it expects; where two people play, the adviser. */
const char *session_say_pv(const struct session *s, const struct choice *choice,
                           const struct moves *pv, char buf[SENTENCE]);

/* The levels, one per row, with the current one marked. */
const char *session_say_levels(const struct session *s, char *buf, size_t size);

#endif
