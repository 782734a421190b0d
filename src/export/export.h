/*
 * export - evolved weights in other hands.
 *
 * Every form is a row of a table, chosen by name. It writes a player to a stream;
 * whether that took it all, the caller has to ask it.
 */
#ifndef C4E_EXPORT_EXPORT_H
#define C4E_EXPORT_EXPORT_H

#include <stdio.h>

#include "arena/player.h"

struct export_input {
    const struct player *player; /* ready, and with a genome */
    const char *program;         /* where c4evolve is */
    const char *text;            /* the player, as it can be named from any folder */
};

struct export_form {
    const char *name;
    const char *help;
    bool limits;     /* depth and nodes mean something in it */
    bool executable; /* the file can be run as it is */
    int (*check)(const struct player *player, struct err *err); /* can it be written? */
    int (*write)(const struct export_input *in, FILE *out, struct err *err);
};

/* The rows, ended by one without a name. */
extern const struct export_form export_forms[];

const struct export_form *export_find(const char *name);

/* The form that is C, see export_c.c. */
int export_c_check(const struct player *player, struct err *err);
int export_c(const struct export_input *in, FILE *out, struct err *err);

/* The units that front ends are told of as 100 centipawns: the heaviest line of one side. Scores
 * of any genome then have a size that people and rules for giving up are used to. */
int32_t export_pawn(const struct genome *genome);

#endif
