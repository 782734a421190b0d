/*
 * move_table - the choices that deterministic players have made in a job.
 *
 * Openings are shared, so a player meets the same positions in many games of a job.
 * The threads of a process share one table. Players are told apart by their index
 * among the players of the job. An entry has the whole choice with its nodes and is
 * found only by the same player in the same position, so games are the same bytes
 * whether a choice was found or searched. No thread waits for another: while an entry
 * is in use, nothing is found or kept there.
 */
#ifndef C4E_ARENA_MOVE_TABLE_H
#define C4E_ARENA_MOVE_TABLE_H

#include "search/search.h"

struct move_table;

/* A table for a job of that many games. NULL for none, or without memory: the functions below accept
 * that as a table which stays empty. */
struct move_table *move_table_create(size_t games);
void move_table_free(struct move_table *table);

/* The choice of the player in that position, if it is known. */
bool move_table_find(struct move_table *table, uint32_t player, const struct position *pos,
                     struct choice *choice);

/* Keeps a choice that depends on nothing but player and position, in place of another one. */
void move_table_keep(struct move_table *table, uint32_t player, const struct position *pos,
                     const struct choice *choice);

#endif
