/* Sets of solved positions, files of positions, and caches. */
#include "fuzz/fuzz.h"

#include "evolve/measure_cache.h"
#include "truth/position_set.h"
#include "truth/solved.h"
#include "truth/solved_cache.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct measure_cache cache;
    struct position_set positions;
    struct solved_set set;
    struct err err = { 0 };
    int status = position_set_read(&positions, path, &err);

    fuzz_check_error(status, &err);
    if (status == 0)
        position_set_release(&positions);
    status = solved_read(&set, path, &err);
    fuzz_check_error(status, &err);
    if (status == 0) {
        status = solved_cache_load(&set, path, &err);
        fuzz_check_error(status, &err);
        solved_release(&set);
    }
    status = measure_cache_open(&cache, path, &err);
    fuzz_check_error(status, &err);
    if (status == 0)
        measure_cache_release(&cache);
    fuzz_remove(path);
    return 0;
}
