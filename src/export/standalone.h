/*
 * standalone - the command line of a player that was exported as C.
 *
 *     player              plays against a person, in the terminal
 *     player POSITION...  prints the column that it plays in each position
 *     player uci          speaks UCI, the protocol of chess front ends
 *     player --help
 */
#ifndef C4E_EXPORT_STANDALONE_H
#define C4E_EXPORT_STANDALONE_H

#include "export/engine.h"

/* Bytes of tables in one string. Strings of more than 4095 characters are not portable. */
#define STANDALONE_PART 3000

struct standalone {
    /* The heuristic of a user, or NULL; see heuristic/custom_use.h. */
    int32_t (*custom)(const struct custom_use *use, uint64_t first, uint64_t all, enum side viewer);
    const char *name;
    const struct weights *weights;
    const char *const *tables; /* as tables_pack writes them, in base64, part by part; or NULL */
    struct search search;
    struct search_keys keys;
    bool own_depth; /* see engine.h */
    int32_t pawn;   /* see engine.h */
};

/* Returns an exit code: 0 done, 1 failed, 2 wrong usage. */
int standalone_main(int argc, char **argv, const struct standalone *player);

#endif
