#include "arena/part.h"

static void show_whole(void *context, size_t done, size_t games)
{
    const struct part *part = context;

    (void)games;
    part->watch->progress(part->watch->context, part->before + done, part->total);
}

struct play_watch part_watch(struct part *part)
{
    return (struct play_watch){ .stop = part->watch->stop,
                                .progress = part->watch->progress ? show_whole : NULL,
                                .context = part };
}
