/*
 * Players exported as Python choose the same moves as the same players here. With the variable
 * POSITIONS in its environment it compares so many positions instead of a few (at most 2000).
 */
#include "exported.h"

#define PROGRAM "python3 player.py"
#define FEW     40
#define MANY    250

static int positions(int otherwise)
{
    const char *wanted = getenv("POSITIONS");

    return wanted ? atoi(wanted) : SAMPLES(otherwise);
}

static void compare_exported(struct fixture *f, const struct player *player, int n, struct rng *rng)
{
    write_player(f, player, "python", "player.py");
    compare(f, player, PROGRAM, positions(n), rng);
}

static void named_players_move_alike(void **state)
{
    static const struct {
        const char *text;
        int positions;
    } cases[] = {
        { "champion:depth=5", MANY },
        { "champion:depth=6", FEW },
        { "champion-genes:depth=6", FEW },
        { "truthful:depth=5", FEW }, /* place genes */
        { "truthful:depth=4,view=root,ties=first", FEW },
        { "fevalb:depth=5,win=flat,ties=first,view=mover", FEW },
        { "wineval:depth=3,ties=random", MANY },
        { "fevala:search=minimax,depth=3,ties=random", FEW },
        { "coward-lines:search=greedy", FEW },
        { "champion:depth=1", FEW },
        { "champion:depth=4,extend=forced,view=mover", FEW },
        { "champion-genes:depth=1,extend=forced,view=root", FEW },
        { "rusak:depth=3,extend=forced,win=flat", FEW },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct player player;
        struct rng rng;
        struct err err;

        sample_rng(&rng, 81, i);
        if (player_parse(&player, cases[i].text, &err))
            fail_msg("%s", err.text);
        compare_exported(*state, &player, cases[i].positions, &rng);
        player_release(&player);
    }
}

/* Genes of all families, anywhere within their bounds; then with tables, whose lanes count more or
 * less. Names and comments that mean something in Python. */
static void random_genomes_move_alike(void **state)
{
    static const enum sample_genome kinds[] = { SAMPLE_FULL, SAMPLE_THREATS, SAMPLE_HUGE,
                                                SAMPLE_NOTHING, SAMPLE_FULL };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct player player;
        struct rng rng;
        struct err err;

        sample_rng(&rng, 82, i);
        assert_int_equal(player_init(&player, "a 'random' genome \"\"\" \\ {{player}} \xff", &err),
                         0);
        sample_genome(&player.genome, kinds[i], &rng);
        free(player.genome.comment);
        player.genome.comment = strdup("; one\r\nexit(3)\n\n\"\"\" '''\n# \xe2\x82\xac");
        if (i >= 3) {
            player.genome.tables = sample_tables(false, &rng);
            assert_non_null(player.genome.tables);
            for (int g = GENE_LANE; g <= GENE_SURE; g++)
                player.genome.gene[g] = 0.5 + (double)rng_below(&rng, 1000) / 1000;
        }
        player.has_genome = true;
        player.keys.depth = 2 + (int)i % 3;
        assert_int_equal(player_ready(&player, &err), 0);
        compare_exported(*state, &player, FEW, &rng);
        player_release(&player);
    }
}

static void other_players_are_refused(void **state)
{
    static const char *const cases[][2] = {
        { "perfect", "cannot export search=perfect as Python" },
        { "fevalb:search=best,nodes=1000", "cannot export search=best as Python" },
        { "fevalb:book=shipped", "with a book" },
        { "fevalb:sample=5", "samples lines" },
        { "fevalb:win=decay", "cannot export win=decay" },
        { "fevalb:nodes=100", "limit of nodes" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct player player;
        struct err err;

        if (player_parse(&player, cases[i][0], &err))
            fail_msg("%s", err.text);
        assert_int_equal(export_find("python")->check(&player, &err), -1);
        assert_non_null(strstr(err.text, cases[i][1]));
        player_release(&player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_players_move_alike),
        cmocka_unit_test(random_genomes_move_alike),
        cmocka_unit_test(other_players_are_refused),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
