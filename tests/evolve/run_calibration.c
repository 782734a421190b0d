/*
 * run_calibration - plays genomes of a run again and counts how many of the intervals of their
 * ratings contain what they score; see calibrate.h.
 *
 *     run-calibration RUN [EVERY [OPENINGS]]
 *
 * Looks at every EVERY-th generation (default 8), with OPENINGS openings per opponent (default 40).
 */
#include <stdio.h>
#include <stdlib.h>

#include "evolve/calibrate.h"
#include "search/worker.h"
#include "store/stored_config.h"

static void print(const struct calibration *c)
{
    unsigned scores = 0, inside = 0, standings = 0, standings_inside = 0;

    for (int k = 0; k < CALIBRATED_KINDS; k++) {
        printf("%-16s scores %3u of %3u, standings %3u of %3u\n", calibrated_name[k],
               c->scores_inside[k], c->scores[k], c->standings_inside[k], c->standings[k]);
        scores += c->scores[k];
        inside += c->scores_inside[k];
        standings += c->standings[k];
        standings_inside += c->standings_inside[k];
    }
    printf("%-16s scores %3u of %3u, standings %3u of %3u\n", "all", inside, scores,
           standings_inside, standings);
}

int main(int argc, char **argv)
{
    uint32_t every = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 8;
    size_t openings = argc > 3 ? strtoul(argv[3], NULL, 10) : 40;
    struct calibration calibration;
    struct run_config config = { 0 };
    struct store store = { 0 };
    struct pool pool = { 0 };
    struct err err;
    int status = -1;

    if (argc < 2 || every == 0 || openings == 0) {
        fputs("usage: run-calibration RUN [EVERY [OPENINGS]]\n", stderr);
        return 2;
    }
    if (store_open(&store, argv[1], STORE_READ, &err) == 0 &&
        stored_config_read(&store, false, &config, &err) == 0 &&
        pool_init(&pool, 0, &worker_memory, &err) == 0) {
        struct journal journal = store_journal(&store);

        status = calibrate(&calibration, &config, &journal, every, openings, &pool, &err);
    }
    if (status == 0)
        print(&calibration);
    else
        fprintf(stderr, "run-calibration: %s\n", err.text);
    pool_release(&pool);
    config_release(&config);
    store_close(&store);
    return status ? 1 : 0;
}
