/*
 * stage - a full screen, and a player who thinks while it stays alive.
 */
#ifndef C4E_PLAY_STAGE_H
#define C4E_PLAY_STAGE_H

#include "play/terminal.h"
#include "play/thinker.h"

struct stage {
    struct terminal terminal;
    struct thinker *thinker;
};

int stage_open(struct stage *stage, bool colour, struct err *err);

/* False if somebody is still thinking: then what the question was about has to stay until the
 * program ends. */
bool stage_close(struct stage *stage);

#endif
