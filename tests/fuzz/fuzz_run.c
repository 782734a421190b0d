/* The bytes of a run file. */
#include "fuzz/run_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *file;

    run_folder_make();
    file = fopen(run_path, "w");
    FUZZ_CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    run_folder_read();
    run_folder_remove();
    return 0;
}
