/* A genome file: what is read can be written, and reads the same again. */
#include "fuzz/fuzz.h"

#include "heuristic/evaluator.h"
#include "heuristic/genome.h"

static void write_and_read(const struct genome *genome, const char *path)
{
    struct genome again;
    struct err err;
    FILE *out = fopen(path, "w");

    FUZZ_CHECK(out && genome_write(genome, out) == 0 && fclose(out) == 0);
    FUZZ_CHECK(genome_read(&again, path, &err) == 0);
    FUZZ_CHECK(memcmp(again.gene, genome->gene, sizeof again.gene) == 0);
    genome_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct genome genome;
    struct err err = { 0 };
    int status = genome_read(&genome, path, &err);

    fuzz_check_error(status, &err);
    if (status == 0) {
        write_and_read(&genome, path);
        genome_release(&genome);
    }
    fuzz_remove(path);
    return 0;
}
