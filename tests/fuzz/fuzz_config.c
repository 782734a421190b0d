/* The config of a run. */
#include "fuzz/fuzz.h"

#include "evolve/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct run_config config;
    struct conf conf;
    struct err err = { 0 };
    int status = conf_read_text(&conf, "configs/fuzz.ini", text, &err);

    fuzz_check_error(status, &err);
    if (status == 0) {
        conf_override(&conf, "run.generations=2", &err);
        err_clear(&err);
        status = config_read(&config, &conf, false, &err);
        fuzz_check_error(status, &err);
        if (status == 0)
            config_release(&config);
        conf_release(&conf);
    }
    free(text);
    return 0;
}
