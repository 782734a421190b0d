/*
 * uci_spec - which program plays, and its options.
 *
 *     COMMAND[:key=value,...]     fairy-stockfish:depth=6,option.Hash=16
 *
 * COMMAND is a program and its arguments, split at blanks. The keys follow the last colon that
 * is followed by key=. Quotation marks keep blanks, colons and commas together (see base/quote.h).
 *
 * A spec is shared by its player and by the engines that were started for it, which outlive
 * the player in the memory of a worker. Once the player is ready, nobody changes it.
 */
#ifndef C4E_ENGINES_UCI_SPEC_H
#define C4E_ENGINES_UCI_SPEC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"

#define UCI_OPTIONS_MAX 127
#define UCI_NO_VARIANT  "none"

struct uci_option {
    char *name, *value;
};

struct uci_spec {
    char *command; /* as it was given */
    char *words;   /* argv points into this */
    char *program; /* argv[0] if it was set by uci_spec_place; else NULL */
    char **argv;   /* ended by NULL */
    struct uci_option option[UCI_OPTIONS_MAX];
    int options;
    char *variant;    /* what the engine calls the game; NULL: look for it in its list */
    char *tune;       /* options that are genes, joined by +; NULL: all numbers; see uci_genes.h */
    double timeout_s; /* for any answer, on top of the time for a move */
    atomic_int users;

    /* For a copy with other values of options: what it is a copy of, which outlives it; else NULL.
     * Copies share processes. */
    const struct uci_spec *original;
};

/* Keys that only engines have, besides depth, nodes and time, which all players have. */
struct uci_key {
    const char *name; /* or its beginning, if it ends with a dot */
    const char *values;
    const char *help;
    int (*set)(struct uci_spec *spec, const char *name, const char *value, struct err *err);
};

/* The last row has no name. */
extern const struct uci_key uci_keys[];

/* Where key=value,... begins, after the colon that ends the command; or NULL. */
char *uci_keys_begin(char *text);

/* From a command without keys; the caller is the first user. NULL on failure. */
struct uci_spec *uci_spec_new(const char *command, struct err *err);

/* The same engine with options that can be changed; the caller is its only user. NULL on failure. */
struct uci_spec *uci_spec_copy(const struct uci_spec *spec, struct err *err);

/* Sets an option of the engine; the last value of a name counts. */
int uci_spec_option(struct uci_spec *spec, const char *name, const char *value, struct err *err);

struct uci_spec *uci_spec_share(struct uci_spec *spec);
void uci_spec_drop(struct uci_spec *spec); /* or NULL */

/* Sets the path of the program, in place of the command's first word. */
int uci_spec_place(struct uci_spec *spec, const char *program, struct err *err);

/* Prints the command so that it starts the same program from this folder. With `here`, the path of
 * this folder, it does so from any other: the program and files that its arguments name have whole
 * paths. */
void uci_spec_print(FILE *out, const struct uci_spec *spec, const char *here);

/* Sets one of uci_keys. */
int uci_spec_set(struct uci_spec *spec, const char *key, const char *value, struct err *err);

#endif
