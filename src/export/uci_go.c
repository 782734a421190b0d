/*
 * uci_go - what `go` asks for, and how much of a clock to spend.
 */
#include <stddef.h>
#include <string.h>

#include "base/num.h"
#include "export/uci_state.h"

#define BLANKS      " \t\r\n\v\f"
#define NOT_GIVEN   (-1)
#define MOVES_AHEAD 14 /* most games end before that; more would spare time for nothing */

static const struct limit_word {
    const char *name;
    size_t place; /* of a double in struct uci_limits */
} limit_words[] = {
    { "depth", offsetof(struct uci_limits, depth) },
    { "nodes", offsetof(struct uci_limits, nodes) },
    { "movetime", offsetof(struct uci_limits, move_ms) },
    { "wtime", offsetof(struct uci_limits, left_ms[SIDE_FIRST]) },
    { "btime", offsetof(struct uci_limits, left_ms[SIDE_SECOND]) },
    { "winc", offsetof(struct uci_limits, gain_ms[SIDE_FIRST]) },
    { "binc", offsetof(struct uci_limits, gain_ms[SIDE_SECOND]) },
    { "movestogo", offsetof(struct uci_limits, moves_to_go) },
    { 0 },
};

/* Where the number after a word goes; NULL for any other word. */
static double *find_limit(struct uci_limits *limits, const char *word)
{
    for (const struct limit_word *w = limit_words; w->name; w++)
        if (strcmp(w->name, word) == 0)
            return (double *)((char *)limits + w->place);
    return NULL;
}

struct uci_limits uci_read_limits(struct uci *uci, char *text)
{
    struct uci_limits limits = { NOT_GIVEN, NOT_GIVEN, NOT_GIVEN, { NOT_GIVEN, NOT_GIVEN },
                                 { 0, 0 },  NOT_GIVEN, false };
    char *rest;

    for (char *word = strtok_r(text, BLANKS, &rest); word; word = strtok_r(NULL, BLANKS, &rest)) {
        double *limit = find_limit(&limits, word), number;
        char *value = limit ? strtok_r(NULL, BLANKS, &rest) : NULL;

        if (strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0)
            limits.infinite = true;
        else if (!limit)
            uci_say(uci, "info string go: '%.20s' is ignored", word);
        else if (!value || num_parse_double(value, &number))
            uci_say(uci, "info string go: %s needs a number", word);
        else /* front ends show a clock that has run out as negative */
            *limit = number > 0 ? number : 0;
    }
    return limits;
}

/* The time for one move, in seconds. */
static double share_of_clock(const struct uci *uci)
{
    const struct uci_limits *l = &uci->limits;
    enum side side = side_to_move(&uci->root);
    int moves = (CELLS - uci->root.plies + 1) / 2;
    double left = l->left_ms[side] - uci->overhead_ms;
    double share;

    if (moves > MOVES_AHEAD)
        moves = MOVES_AHEAD;
    if (l->moves_to_go >= 1 && l->moves_to_go < moves)
        moves = (int)l->moves_to_go;
    share = left / moves + 0.75 * l->gain_ms[side];
    if (share > 0.8 * left)
        share = 0.8 * left;
    return share > 1 ? share / 1000 : 0.001;
}

/* For searches that cannot be stopped: only what they would take as keys. */
static void limit_other(struct uci *uci)
{
    const struct uci_limits *l = &uci->limits;

    if (l->depth >= 1)
        uci->keys.depth = l->depth < DEPTH_LIMIT ? (int)l->depth : DEPTH_LIMIT;
}

void uci_apply_limits(struct uci *uci)
{
    const struct engine *engine = uci->engine;
    const struct uci_limits *l = &uci->limits;
    bool clock = l->left_ms[side_to_move(&uci->root)] >= 0;
    struct search_keys *keys = &uci->keys;

    *keys = engine->keys;
    uci->budget_s = 0;
    if (engine->choose != choose_alphabeta) {
        limit_other(uci);
        return;
    }
    if (!l->infinite && !clock && l->depth < 1 && l->nodes < 1 && l->move_ms < 0)
        return;
    keys->depth = DEPTH_LIMIT;
    keys->nodes = 0;
    keys->seconds = 0;
    if (l->infinite)
        return;
    if (clock)
        keys->seconds = uci->budget_s = share_of_clock(uci);
    if (l->move_ms >= 0)
        keys->seconds =
            l->move_ms > uci->overhead_ms + 1 ? (l->move_ms - uci->overhead_ms) / 1000 : 0.001;
    if (clock || l->move_ms >= 0) {
        keys->nodes = engine->keys.nodes;
        keys->depth = engine->own_depth ? engine->keys.depth : DEPTH_LIMIT;
    }
    if (l->depth >= 1)
        keys->depth = l->depth < DEPTH_LIMIT ? (int)l->depth : DEPTH_LIMIT;
    if (l->nodes >= 1)
        keys->nodes = l->nodes < 1e18 ? (uint64_t)l->nodes : (uint64_t)1e18;
}
