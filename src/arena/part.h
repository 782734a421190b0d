/*
 * part - the progress of a part of the games, told as progress of all of them.
 */
#ifndef C4E_ARENA_PART_H
#define C4E_ARENA_PART_H

#include "arena/play.h"

struct part {
    const struct play_watch *watch; /* of the whole */
    size_t before, total;           /* games before this part, and all games */
};

/* For play_games on the part, which must stay where it is meanwhile. */
struct play_watch part_watch(struct part *part);

#endif
