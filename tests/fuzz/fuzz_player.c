/* A player as text, also those that are other programs. */
#include "fuzz/fuzz.h"

#include "arena/player.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct player player;
    struct err err = { 0 };
    char *text;
    int status;

    if (memchr(data, '/', size) || fuzz_has_long_number(data, size, 5))
        return 0;
    text = fuzz_text(data, size);
    status = player_parse(&player, text, &err);
    fuzz_check_error(status, &err);
    if (status == 0)
        player_release(&player);
    free(text);
    return 0;
}
