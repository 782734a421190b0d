/* Positions as moves, as FEN, and drops: what is read can be written, and reads the same again. */
#include "fuzz/fuzz.h"

#include "game/forms.h"

static void check_moves(const char *text)
{
    struct moves moves, again;
    char out[MOVES_TEXT_SIZE];
    struct err err = { 0 };
    int status = moves_read(&moves, text, &err);

    fuzz_check_error(status, &err);
    if (status)
        return;
    FUZZ_CHECK(moves_parse(&again, moves_format(&moves, out), &err) == 0);
    FUZZ_CHECK(again.n == moves.n && memcmp(again.column, moves.column, (size_t)moves.n) == 0);
}

static void check_fen(const char *text)
{
    struct position pos, again;
    char out[FEN_SIZE];
    struct err err = { 0 };
    int status = fen_parse(&pos, text, &err);

    fuzz_check_error(status, &err);
    if (status)
        return;
    FUZZ_CHECK(fen_parse(&again, fen_format(&pos, out), &err) == 0);
    FUZZ_CHECK(again.own == pos.own && again.all == pos.all);
    fen_drop_parse(&pos, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);

    check_moves(text);
    check_fen(text);
    free(text);
    return 0;
}
