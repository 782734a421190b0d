/* What another process sends: the context of a job. The first byte chooses the kind. */
#include "fuzz/fuzz.h"

#include "cmd/pool_kinds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes_reader in = { .data = data + 1, .n = size - 1 };
    struct err err = { 0 };
    void *context = NULL;
    size_t kinds = 0;
    int status;

    while (pool_kinds[kinds])
        kinds++;
    if (size == 0)
        return 0;
    status = pool_kinds[data[0] % kinds]->unpack(&context, &in, &err);
    fuzz_check_error(status, &err);
    if (status == 0)
        pool_kinds[data[0] % kinds]->release(context);
    return 0;
}
