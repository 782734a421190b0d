/*
 * uci_spec - which program plays, and how it is set up.
 *
 *     COMMAND[:key=value,...]     fairy-stockfish:depth=6,option.Hash=16
 *
 * COMMAND is a program and its arguments, split at blanks. The keys follow the last colon that
 * has key= behind it. Quotation marks keep blanks, colons and commas together (see base/quote.h).
 *
 * A spec is shared: by its player, and by the engines that were started for it, which outlive
 * the player in the memory of a worker. It is only read once the player is ready.
 */
#ifndef C4E_ENGINES_UCI_SPEC_H
#define C4E_ENGINES_UCI_SPEC_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"

#define UCI_OPTIONS_MAX 31
#define UCI_NO_VARIANT  "none"

struct uci_option {
    char *name, *value;
};

struct uci_spec {
    char *words;   /* that argv points into */
    char *program; /* argv[0] if uci_spec_place set it; or NULL */
    char **argv;   /* ended by NULL */
    struct uci_option option[UCI_OPTIONS_MAX];
    int options;
    char *variant;    /* what the engine calls the game; NULL: to be found in its list */
    double timeout_s; /* for any answer, beyond the time that a move may take */
    atomic_int users;
};

/* Keys that only engines have; the limits depth, nodes and time are those of all players. */
struct uci_key {
    const char *name; /* or the beginning of it, where it ends with a dot */
    const char *values;
    const char *help;
    int (*set)(struct uci_spec *spec, const char *name, const char *value, struct err *err);
};

/* The rows, ended by one without a name. */
extern const struct uci_key uci_keys[];

/* The beginning of key=value,... behind the colon that ends the command, or NULL. */
char *uci_keys_begin(char *text);

/* From a command without keys; the caller is the first user. NULL on failure. */
struct uci_spec *uci_spec_new(const char *command, struct err *err);

struct uci_spec *uci_spec_share(struct uci_spec *spec);
void uci_spec_drop(struct uci_spec *spec); /* or NULL */

/* Says where the program lies, in place of what the command says. */
int uci_spec_place(struct uci_spec *spec, const char *program, struct err *err);

/* Sets one of uci_keys. */
int uci_spec_set(struct uci_spec *spec, const char *key, const char *value, struct err *err);

#endif
