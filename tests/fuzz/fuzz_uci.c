/* What a front end tells our engine. */
#include "fuzz/fuzz.h"

#include "export/uci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct engine engine = { .name = "fuzz", .search = search_find("random"), .pawn = 1000 };
    FILE *in, *out = fopen("/dev/null", "w");
    struct err err;

    if (size == 0) {
        fclose(out);
        return 0;
    }
    in = fmemopen((void *)(uintptr_t)data, size, "r");
    FUZZ_CHECK(in && out && worker_memory.init(&engine.worker, &err) == 0);
    FUZZ_CHECK(uci_talk(&engine, in, out) == 0);
    worker_memory.release(&engine.worker);
    fclose(in);
    fclose(out);
    return 0;
}
