/* Items or results of a job from another process. The first byte is the size of one. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "parallel/pool_share.h"

static volatile unsigned kept; /* so that the reads are not left out */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct chunk_view view;
    unsigned char *message;
    unsigned sum = 0;

    if (size == 0)
        return 0;
    message = malloc(size); /* of exactly this size, and aligned */
    if (!message)
        return 0;
    memcpy(message, data + 1, size - 1);
    if (chunk_open(message, size - 1, data[0], &view) == 0) {
        for (uint32_t k = 0; k < view.n; k++)
            sum += view.index[k] + view.flag[k];
        for (size_t i = 0; i < view.n * (size_t)data[0]; i++)
            sum += view.body[i];
        FUZZ_CHECK(view.n < size);
    }
    free(message);
    kept = sum;
    return 0;
}
