/* A study. */
#include "fuzz/fuzz.h"

#include "study/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct study study;
    struct err err = { 0 };
    int status = study_read(&study, path, &err);

    fuzz_check_error(status, &err);
    if (status == 0)
        study_release(&study);
    fuzz_remove(path);
    return 0;
}
