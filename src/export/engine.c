#include "export/engine.h"

void engine_choose(struct engine *engine, const struct position *pos,
                   const struct search_keys *keys, const struct search_watch *watch,
                   struct choice *choice)
{
    struct search_input in = { .keys = keys, .ev = engine->ev, .pos = pos, .watch = watch };
    struct rng rng;

    rng_open(&rng, (struct stream){ .seed = engine->seed,
                                    .purpose = STREAM_MOVE,
                                    .index = (uint64_t)pos->plies });
    *choice = (struct choice){ 0 };
    engine->choose(&in, &engine->worker, &rng, choice);
}
