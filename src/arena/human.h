/*
 * human - a person as a player: asked on stderr, answering in lines on stdin.
 *
 * So results on stdout stay what they are, and answers may come from a file. A
 * person who resigns, or whose input ends, gives no move and loses the game.
 */
#ifndef C4E_ARENA_HUMAN_H
#define C4E_ARENA_HUMAN_H

#include "search/search.h"

/* How the text of such a player reads. */
#define HUMAN_NAME "human"

/* Not a row of search_table: nothing is searched. */
extern const struct search search_human;

#endif
