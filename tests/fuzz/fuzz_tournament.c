/* The config of a tournament, with its players. Files that it names are not read. */
#include "fuzz/fuzz.h"

#include "arena/tournament.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path;
    struct tournament t;
    struct err err = { 0 };
    int status;

    if (memchr(data, '/', size) || fuzz_has_long_number(data, size, 2))
        return 0;
    path = fuzz_file(data, size);
    status = tournament_read(&t, path, NULL, 0, &err);
    fuzz_check_error(status, &err);
    if (status == 0)
        tournament_release(&t);
    fuzz_remove(path);
    return 0;
}
