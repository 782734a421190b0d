/* What an engine answers us: the input is all that it says, to two programs that are started for it. */
#include "fuzz/fuzz.h"

#include "arena/player.h"
#include "engines/uci_player.h"
#include "search/worker.h"

static void ask(const struct player *player, const char *columns)
{
    struct worker worker;
    struct choice choice;
    struct position pos;
    struct err err;

    FUZZ_CHECK(worker_init(&worker, &err) == 0);
    FUZZ_CHECK(notation_parse(&pos, columns, &err) == 0);
    player_move(player, &pos, &worker, (struct stream){ 0 }, &choice);
    if (choice.column == NO_MOVE)
        FUZZ_CHECK(worker.why[0]);
    else
        FUZZ_CHECK(playable_cells(pos.all) & column_cells(choice.column));
    worker_release(&worker);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct player player;
    struct err err = { 0 };
    char text[160];
    int status;

    snprintf(text, sizeof text, "uci:cat %s:timeout=2", path);
    status = player_parse(&player, text, &err);
    fuzz_check_error(status, &err);
    if (status == 0) {
        ask(&player, "-");
        ask(&player, "1111112");
        player_release(&player);
    }
    fuzz_remove(path);
    return 0;
}
