/*
 * tiny_config - a config that is played in a moment, and changes of it.
 */
#ifndef C4E_TESTS_EVOLVE_TINY_CONFIG_H
#define C4E_TESTS_EVOLVE_TINY_CONFIG_H

#include "test.h"

#include "evolve/config.h"

#define TINY_SIZE       6
#define TINY_OPPONENTS  2
#define TINY_REFERENCES 2

static const char tiny_text[] = "[run]\n"
                                "name = tiny\n"
                                "seed = 3\n"
                                "generations = 4\n"
                                "[population]\n"
                                "size = 6\n"
                                "founders = ../genomes/fevalb.ini ../genomes/lines.ini\n"
                                "elites = 2\n"
                                "[play]\n"
                                "depth = 1\n"
                                "openings = 2\n"
                                "opponents = ../genomes/rusak.ini random\n"
                                "opponent_openings = 3\n"
                                "hall = 1\n"
                                "hall_openings = 1\n"
                                "[fit]\n"
                                "every = 2\n"
                                "positions = 1500\n"
                                "openings = 3\n"
                                "[validate]\n"
                                "every = 2\n"
                                "against = ../genomes/dots.ini random\n"
                                "openings = 2\n"
                                "verdict_openings = 3\n"
                                "panel = 2\n"
                                "playoff_openings = 3\n"
                                "depths = 2\n"
                                "truth = 26:20\n";

/* The text with changes, "section.key=value" each, ended by NULL. */
static inline int tiny_config_try(struct run_config *config, const char *const *set, bool files,
                                  struct err *err)
{
    struct conf conf;
    int status;

    assert_int_equal(conf_read_text(&conf, "configs/tiny.ini", tiny_text, err), 0);
    for (; set && *set; set++)
        assert_int_equal(conf_override(&conf, *set, err), 0);
    status = config_read(config, &conf, files, err);
    conf_release(&conf);
    return status;
}

#define TINY_CONFIG(config, ...)                                                                   \
    tiny_config_read((config), (const char *const[]){ __VA_ARGS__, NULL })

static inline void tiny_config_read(struct run_config *config, const char *const *set)
{
    struct err err;

    if (tiny_config_try(config, set, true, &err))
        fail_msg("%s", err.text);
}

#endif
