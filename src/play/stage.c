#include "play/stage.h"

#include "play/scene.h"

int stage_open(struct stage *stage, bool colour, struct err *err)
{
    stage->thinker = thinker_create(err);
    if (!stage->thinker)
        return -1;
    if (terminal_open(&stage->terminal, colour, err)) {
        thinker_destroy(stage->thinker);
        return -1;
    }
    scene_prepare(&stage->terminal);
    return 0;
}

bool stage_close(struct stage *stage)
{
    terminal_close(&stage->terminal);
    return thinker_destroy(stage->thinker);
}
