/*
 * export - a genome as something that others can use.
 *
 * Each form is a row of a table, chosen by name, that writes a player to a stream. The
 * caller checks the stream for write errors.
 */
#ifndef C4E_EXPORT_EXPORT_H
#define C4E_EXPORT_EXPORT_H

#include <stdio.h>

#include "arena/player.h"

struct export_input {
    const struct player *player;  /* ready, and with a genome */
    const char *program;          /* the path of c4evolve */
    const char *text;             /* the player as text that is valid in any folder */
    const struct player *against; /* a second player, for forms that take one; or NULL */
};

struct export_form {
    const char *name;
    const char *help;   /* a sentence or two */
    bool limits;        /* a depth or a number of nodes can be given */
    bool executable;    /* the file is a program */
    bool two;           /* a second player can be given */
    bool full_ancestry; /* a champion's comment has all ancestors, not only the last few */
    int (*check)(const struct player *player, struct err *err); /* whether it can be exported */
    int (*write)(const struct export_input *in, FILE *out, struct err *err);
};

/* The rows, ended by one without a name. */
extern const struct export_form export_forms[];

const struct export_form *export_find(const char *name);

/* Refuses players whose search, book or sampling is not among the sources that are exported; `as`
 * names the form in the message. */
int export_check_sources(const struct player *player, const char *as, struct err *err);

/* The player's name without folders, which mean nothing elsewhere. */
const char *export_name(const struct player *player);

/* The form "html", in export_html.c. */
int export_html_check(const struct player *player, struct err *err);
int export_html(const struct export_input *in, FILE *out, struct err *err);

/* The form "c", in export_c.c. */
int export_c_check(const struct player *player, struct err *err);
int export_c(const struct export_input *in, FILE *out, struct err *err);

/* The form "python", in export_python.c. */
int export_python_check(const struct player *player, struct err *err);
int export_python(const struct export_input *in, FILE *out, struct err *err);

/* The units that front ends see as 100 centipawns: the largest weight of a line, or with
 * tables one unit of log odds. So the scores of any genome have a size that people, and rules for resigning, are used to. */
int32_t export_pawn(const struct genome *genome);

/* Whether a user's heuristic, if the player has one, can be part of a C file; and its text, as the
 * function baked_custom. */
int export_custom_check(const struct player *player, struct err *err);
int export_custom(const struct player *player, FILE *out, struct err *err);

#endif
