/* Players exported as C and compiled choose the same moves as the same players here. */
#include "exported.h"

#define POSITIONS SAMPLES(450) /* per player */

/* Any warning is a failure. */
static void compile(const struct fixture *f, const char *compiler)
{
    char command[256];

    snprintf(command, sizeof command, "cd '%s' && %s -Wall -Wextra -Werror player.c -o player",
             f->dir, compiler);
    if (system(command) != 0)
        fail_msg("failed: %s", command);
}

static void named_players_move_alike(void **state)
{
    /* Compilers and flags that a user may have, and players of every kind. */
    static const char *const cases[][2] = {
        { "cc -O2", "champion:depth=6" },
        { "cc -O2 -std=c11 -pedantic", "fevalb:depth=5,win=flat,ties=first,view=mover" },
        { "cc -O1", "wineval:depth=3,ties=random" },
        { "cc -O1", "fevalc:depth=4,win=decay,view=mover" },
        { "cc -O1", "champion:nodes=2000" },
        { "cc -O1", "champion:depth=4,extend=forced,view=mover" },
        { "cc -O1", "fevala:search=minimax,depth=3,ties=random" },
        { "cc -O1 -std=c11 -pedantic -DC4E_POSIX=0", "champion:depth=3,ties=random" },
        { "clang -O2 -std=c11 -pedantic", "coward-lines:depth=5" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct player player;
        struct rng rng;
        struct err err;

        if (strncmp(cases[i][0], "clang", 5) == 0 && system("clang --version >/dev/null 2>&1") != 0)
            continue;
        sample_rng(&rng, 71, i);
        if (player_parse(&player, cases[i][1], &err))
            fail_msg("%s", err.text);
        write_player(*state, &player, "c", "player.c");
        compile(*state, cases[i][0]);
        compare(*state, &player, "./player", POSITIONS, &rng);
        player_release(&player);
    }
}

/* Genes of all families, anywhere within their bounds. */
static void random_genomes_move_alike(void **state)
{
    static const enum sample_genome kinds[] = { SAMPLE_FULL, SAMPLE_THREATS, SAMPLE_HUGE };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct player player;
        struct rng rng;
        struct err err;

        sample_rng(&rng, 72, i);
        assert_int_equal(player_init(&player, "a \"random\" genome */ \?\?/", &err), 0);
        sample_genome(&player.genome, kinds[i], &rng);
        player.has_genome = true;
        player.keys.depth = 3 + (int)i;
        assert_int_equal(player_ready(&player, &err), 0);
        write_player(*state, &player, "c", "player.c");
        compile(*state, "cc -O1");
        compare(*state, &player, "./player", POSITIONS, &rng);
        player_release(&player);
    }
}

/* With tables too, whose lanes count more or less. */
static void tables_move_alike(void **state)
{
    static const char *const compilers[] = { "cc -O2", "cc -O1 -std=c11 -pedantic" };

    for (size_t i = 0; i < 2; i++) {
        struct player player;
        struct rng rng;
        struct err err;

        sample_rng(&rng, 73, i);
        assert_int_equal(player_init(&player, "tables", &err), 0);
        sample_genome(&player.genome, i ? SAMPLE_FULL : SAMPLE_NOTHING, &rng);
        player.genome.tables = sample_tables(false, &rng);
        assert_non_null(player.genome.tables);
        for (int g = GENE_LANE; g <= GENE_SURE; g++)
            player.genome.gene[g] = 0.5 + (double)rng_below(&rng, 1000) / 1000;
        player.has_genome = true;
        player.keys.depth = 4 + (int)i;
        assert_int_equal(player_ready(&player, &err), 0);
        write_player(*state, &player, "c", "player.c");
        compile(*state, compilers[i]);
        compare(*state, &player, "./player", POSITIONS, &rng);
        player_release(&player);
    }
}

static void other_players_are_refused(void **state)
{
    static const char *const cases[][2] = {
        { "perfect", "cannot export search=perfect as C" },
        { "fevalb:search=best,nodes=1000", "cannot export search=best as C" },
        { "fevalb:search=expectimax,depth=2", "cannot export search=expectimax as C" },
        { "fevalb:book=shipped", "with a book" },
        { "fevalb:sample=5", "samples lines" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct player player;
        struct err err;

        if (player_parse(&player, cases[i][0], &err))
            fail_msg("%s", err.text);
        assert_int_equal(export_find("c")->check(&player, &err), -1);
        assert_non_null(strstr(err.text, cases[i][1]));
        player_release(&player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_players_move_alike),
        cmocka_unit_test(random_genomes_move_alike),
        cmocka_unit_test(tables_move_alike),
        cmocka_unit_test(other_players_are_refused),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
