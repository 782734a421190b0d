/* Lists of games and of openings. */
#include "fuzz/fuzz.h"

#include "arena/opening.h"
#include "arena/pgn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct openings openings;
    struct pgn_list list;
    struct err err = { 0 };
    int status = pgn_read(&list, path, &err);

    fuzz_check_error(status, &err);
    if (status == 0)
        pgn_list_release(&list);
    status = openings_read(&openings, path, &err);
    fuzz_check_error(status, &err);
    if (status == 0)
        openings_release(&openings);
    fuzz_remove(path);
    return 0;
}
