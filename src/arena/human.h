/*
 * human - a person as a player: questions go to stderr, answers come from stdin.
 *
 * So stdout holds results only, and answers may come from a file. A person who
 * resigns, or whose input ends, gives no move and loses the game.
 */
#ifndef C4E_ARENA_HUMAN_H
#define C4E_ARENA_HUMAN_H

#include "search/search.h"

/* The text that stands for such a player. */
#define HUMAN_NAME "human"

/* Not among the searches of search.h: nothing is searched. */
extern const struct search search_human;

#endif
