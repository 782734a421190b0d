/* Players as text: what is accepted, what it sets, and what is refused with which words. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/player.h"
#include "files.h"
#include "game/notation.h"
#include "sample.h"

static struct player parsed(const char *text)
{
    struct player player;
    struct err err = { 0 };

    if (player_parse(&player, text, &err))
        fail_msg("%s", err.text);
    assert_string_equal(player.name, text);
    return player;
}

static void a_file_alone_has_defaults(void **state)
{
    struct player player = parsed("genomes/fevalb.ini");

    (void)state;
    assert_string_equal(player.search->name, "alphabeta");
    assert_true(player.has_genome);
    assert_non_null(player.ev);
    assert_int_equal(player.keys.depth, 5);
    assert_false(player.own_depth);
    assert_int_equal(player.keys.ties, TIES_CENTER);
    assert_int_equal(player.keys.win, WIN_DISTANCE);
    assert_int_equal(player.keys.view, VIEW_ROOT);
    assert_int_equal(player.keys.nodes, 0);
    assert_true(player.keys.seconds == 0);
    assert_true(player.genome.gene[GENE_OWN3] == 22);
    player_release(&player);
    assert_null(player.name);
    assert_null(player.ev);
}

static void a_bare_name_is_a_shipped_genome(void **state)
{
    static const char *const same[] = { "rusak-tuned", "rusak-tuned.ini", "genomes/rusak-tuned.ini",
                                        "./genomes/rusak-tuned.ini" };

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct player player = parsed(same[i]);

        assert_true(player.genome.gene[GENE_OWN2] == 4.5);
        player_release(&player);
    }
}

static void overrides_are_applied(void **state)
{
    struct player player =
        parsed("genomes/rusak.ini:own2=4,own3=9,opp2=-4.25,opp3=1e2,depth=4,tempo=0.125");

    (void)state;
    assert_true(player.genome.gene[GENE_OWN1] == 1);
    assert_true(player.genome.gene[GENE_OWN2] == 4);
    assert_true(player.genome.gene[GENE_OWN3] == 9);
    assert_true(player.genome.gene[GENE_OPP2] == -4.25);
    assert_true(player.genome.gene[GENE_OPP3] == 100);
    assert_true(player.genome.gene[GENE_TEMPO] == 0.125);
    assert_int_equal(player.keys.depth, 4);
    assert_true(player.own_depth);
    player_release(&player);
}

static void the_last_of_equal_keys_counts(void **state)
{
    struct player player = parsed("rusak:depth=3,own2=7,depth=6,own2=8");

    (void)state;
    assert_int_equal(player.keys.depth, 6);
    assert_true(player.genome.gene[GENE_OWN2] == 8);
    player_release(&player);
}

static void every_gene_is_a_key(void **state)
{
    (void)state;
    for (int g = 0; g < gene_count(); g++) {
        double value = (gene_table[g].low + gene_table[g].high) / 2 + 0.25;
        char text[100];
        struct player player;

        snprintf(text, sizeof text, "wineval:%s=%.17g", gene_table[g].name, value);
        player = parsed(text);
        assert_true(player.genome.gene[g] == value);
        player_release(&player);
    }
}

static void every_search_is_a_value(void **state)
{
    const struct search *s;

    (void)state;
    for (int i = 0; (s = search_at(i)); i++) {
        char text[64];
        struct player player;

        snprintf(text, sizeof text, "fevala:search=%s,depth=2", s->name);
        player = parsed(text);
        assert_ptr_equal(player.search, s);
        player_release(&player);
        if (s->needs_genome)
            continue;
        player = parsed(s->name);
        assert_ptr_equal(player.search, s);
        assert_false(player.has_genome);
        player_release(&player);
    }
}

static const struct {
    const char *key;
    const char *good[5];
    const char *bad[7];
} key_values[] = {
    { "search",
      { "random", "mcts", "minimax", "expectimax", "perfect" },
      { "", "Random", "Best", "alpha" } },
    { "depth", { "1", "42", "7" }, { "", "0", "43", "-1", "x", "2.5", "99999999999999999999" } },
    { "ties", { "first", "center", "random" }, { "", "last", "FIRST" } },
    { "win", { "distance", "flat", "decay" }, { "", "far", "1" } },
    { "view", { "mover", "root" }, { "", "both" } },
    { "extend", { "none", "forced" }, { "", "Forced", "2" } },
    { "nodes",
      { "1", "1000000", "18446744073709551615" },
      { "", "0", "-5", "1e3", "18446744073709551616" } },
    { "time", { "0.001", "1", "3600" }, { "", "0", "-1", "inf", "nan", "soon" } },
    { "iterations", { "1", "10000", "2147483647" }, { "", "0", "-1", "1e4", "2147483648", "x" } },
    { "final", { "visits", "ratio" }, { "", "foo", "Ratio" } },
    { "sample", { "1", "10", "69" }, { "", "0", "70", "-1", "all", "2.5" } },
    { "variant", { "lines", "sum-cubed" }, { "", "a-name-that-is-far-too-long" } },
    { "book", { "none" }, { "", "no/such/book", "genomes/rusak.ini" } },
};

static int set_key(const char *key, const char *value, struct err *err)
{
    struct player player;
    int status;

    assert_int_equal(player_init(&player, "test", err), 0);
    assert_int_equal(player_load(&player, "genomes/rusak.ini", err), 0);
    status = player_set(&player, key, value, err);
    player_release(&player);
    return status;
}

static void every_key_takes_its_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof key_values / sizeof *key_values; i++) {
        const char *key = key_values[i].key;
        struct err err = { 0 };

        for (int v = 0; v < 5 && key_values[i].good[v]; v++)
            if (set_key(key, key_values[i].good[v], &err))
                fail_msg("%s", err.text);
        for (int v = 0; v < 7 && key_values[i].bad[v]; v++) {
            if (set_key(key, key_values[i].bad[v], &err) == 0)
                fail_msg("%s takes '%s'", key, key_values[i].bad[v]);
            assert_non_null(strstr(err.text, key_values[i].bad[v]));
            assert_int_equal(strncmp(err.text, key, strlen(key)), 0);
        }
    }
}

/* A new key has to be put into the table above. */
static void every_key_is_tested(void **state)
{
    (void)state;
    for (const struct player_key *k = player_keys; k->name; k++) {
        bool found = false;

        for (size_t i = 0; i < sizeof key_values / sizeof *key_values; i++)
            found |= strcmp(k->name, key_values[i].key) == 0;
        if (!found)
            fail_msg("no test of the key %s", k->name);
        assert_int_equal(gene_find(k->name), -1);
    }
}

/* The values of `search` that help shows are the rows of the table. */
static void help_lists_every_search(void **state)
{
    char names[SEARCH_NAMES_SIZE];
    const struct search *s;

    (void)state;
    assert_string_equal(player_keys[0].name, "search");
    player_keys_values(&player_keys[0], names, sizeof names);
    for (int i = 0; (s = search_at(i)); i++)
        if (!strstr(names, s->name))
            fail_msg("help does not list %s", s->name);
}

static void bad_players_are_refused(void **state)
{
    static const struct {
        const char *text;
        const char *why;
    } bad[] = {
        { "", "no genome file ''" },
        { "nosuch", "no genome file 'nosuch'" },
        { "no/such.ini", "no/such.ini: " },
        { "genomes", "genomes: " },
        { "alphabeta", "no genome file 'alphabeta'" },
        { "rusak:own2", "'own2' is not of the form key=value" },
        { "rusak:=4", "'=4' is not of the form key=value" },
        { "rusak:own9=1", "own9: neither a player key nor a gene" },
        { "rusak:Depth=4", "Depth: neither" },
        { "rusak: depth=4", "neither a player key" },
        { "rusak:own2=", "own2: '' is not a number" },
        { "rusak:own2=two", "own2: 'two' is not a number" },
        { "rusak:own2=nan", "own2: 'nan' is not a number" },
        { "rusak:own2=1e9", "own2: 1e9 is out of bounds" },
        { "rusak:depth=4,own3=-1001", "own3: -1001 is out of bounds" },
        { "random:own2=4", "own2: a player without a genome" },
        { "random:search=alphabeta", "search=alphabeta needs a genome" },
        { "forward:nodes=10", "nodes is for alphabeta and best, not for forward" },
        { "rusak:search=minimax,nodes=1000", "nodes is for alphabeta and best, not for minimax" },
        { "rusak:search=greedy,time=1", "time is for alphabeta, best and mcts, not for greedy" },
        { "rusak:iterations=100", "iterations is for mcts, not for alphabeta" },
        { "rusak:final=visits", "final is for mcts, not for alphabeta" },
        { "random:final=ratio", "final is for mcts, not for random" },
        { "mcts:final=foo", "final: 'foo' is not one of visits, ratio" },
        { "mcts:iterations=0", "iterations: '0' is not a number from 1 to 2147483647" },
        { "mcts:nodes=100", "nodes is for alphabeta and best, not for mcts" },
        { "mcts:sample=10", "not for mcts" },
        { "mcts:own2=1", "own2: a player without a genome has no genes" },
        { "rusak:search=expectimax,nodes=1000",
          "nodes is for alphabeta and best, not for expectimax" },
        { "rusak:search=expectimax,book=shipped",
          "book is for minimax, alphabeta, best and perfect, not for expectimax" },
        { "rusak:win=decay,book=shipped", "book cannot be used with win=decay" },
        { "rusak:win=decay,extend=forced", "extend cannot be used with win=decay" },
        { "rusak:search=best,win=decay", "search=best cannot be used with win=decay" },
        { "rusak:search=expectimax,extend=forced",
          "extend is for greedy, minimax, alphabeta and best, not for expectimax" },
        { "random:sample=10",
          "sample is for greedy, minimax, alphabeta, best and expectimax, not for random" },
        { "perfect:sample=10", "not for perfect" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct player player;
        struct err err = { 0 };

        if (player_parse(&player, bad[i].text, &err) == 0)
            fail_msg("'%s' is taken for a player", bad[i].text);
        if (!strstr(err.text, bad[i].why))
            fail_msg("'%s': '%s' does not say '%s'", bad[i].text, err.text, bad[i].why);
        assert_null(player.name);
    }
}

static void a_bad_file_is_named_once(void **state)
{
    struct temp_file file = temp_file_make("[line]\nown1 = many\nown2 = 2\n");
    struct player player;
    struct err err = { 0 };
    char place[100];

    (void)state;
    assert_int_equal(player_parse(&player, file.path, &err), -1);
    snprintf(place, sizeof place, "%s:2: line.own1: ", file.path);
    if (strncmp(err.text, place, strlen(place)) != 0)
        fail_msg("'%s' does not start with '%s'", err.text, place);
    temp_file_remove(&file);
}

static void limits_lift_the_default_depth(void **state)
{
    struct player player = parsed("rusak:nodes=1000");

    (void)state;
    assert_int_equal(player.keys.depth, DEPTH_LIMIT);
    player_release(&player);
    player = parsed("rusak:time=0.5");
    assert_int_equal(player.keys.depth, DEPTH_LIMIT);
    player_release(&player);
    player = parsed("rusak:time=0.5,depth=3");
    assert_int_equal(player.keys.depth, 3);
    player_release(&player);
}

/* Whatever the order of the keys. */
static void genomes_play_by_the_signs_of_the_shipped_book(void **state)
{
    static const char *const text[] = { "rusak:book=shipped,search=minimax",
                                        "rusak:search=alphabeta,book=shipped",
                                        "rusak:search=best" };
    struct player player = parsed("perfect");
    struct book shipped;
    struct err err;

    (void)state;
    assert_int_equal(book_read_shipped(&shipped, &err), 0);
    assert_int_equal(player.keys.book->kind, shipped.kind);
    assert_memory_equal(player.keys.book->result, shipped.result, shipped.n);
    player_release(&player);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        player = parsed(text[i]);
        assert_int_equal(player.keys.book->kind, BOOK_WDL);
        for (size_t k = 0; k < shipped.n; k++)
            assert_int_equal(player.keys.book->result[k],
                             (shipped.result[k] > 0) - (shipped.result[k] < 0));
        player_release(&player);
    }
    book_release(&shipped);
}

static void deterministic_players_are_known(void **state)
{
    static const struct {
        const char *text;
        bool deterministic;
    } rows[] = {
        { "random", false },
        { "forward", false },
        { "rusak", true },
        { "rusak:search=random", false },
        { "rusak:search=greedy", true },
        { "rusak:search=minimax,ties=first", true },
        { "rusak:search=minimax,ties=random", false },
        { "rusak:ties=random", false },
        { "rusak:search=expectimax,depth=2", true },
        { "rusak:sample=10", false },
        { "mcts", false },
        { "rusak:nodes=500", true },
        { "rusak:time=0.1", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct player player = parsed(rows[i].text);

        assert_int_equal(player_deterministic(&player), rows[i].deterministic);
        player_release(&player);
    }
}

/* The same move for the same stream, whatever the worker did before; and deterministic players do
 * not look at the stream. */
static void moves_depend_on_the_stream_alone(void **state)
{
    static const char *const texts[] = { "random",
                                         "forward",
                                         "fevala:depth=3,ties=random",
                                         "fevalb:depth=5",
                                         "rusak:nodes=2000",
                                         "fevalb:depth=3,search=expectimax",
                                         "mcts:iterations=200",
                                         "sethi-sum:depth=3,sample=10" };
    struct worker used, fresh;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&used, &err), 0);
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        struct player player = parsed(texts[t]);
        int differ = 0;

        for (uint64_t i = 0; i < 40; i++) {
            struct stream stream = { .seed = 3, .purpose = STREAM_TEST, .index = i };
            struct position pos;
            struct choice one, same, other;
            struct rng rng;

            sample_rng(&rng, 11, i);
            sample_position(&pos, (int)(i % 20), &rng);
            player_move(&player, &pos, &used, stream, &one);
            assert_true(playable_cells(pos.all) & column_cells(one.column));
            assert_int_equal(worker_init(&fresh, &err), 0);
            player_move(&player, &pos, &fresh, stream, &same);
            worker_release(&fresh);
            assert_int_equal(one.column, same.column);
            stream.seed++;
            player_move(&player, &pos, &used, stream, &other);
            differ += one.column != other.column;
        }
        if (player_deterministic(&player))
            assert_int_equal(differ, 0);
        else
            assert_true(differ > 0);
        player_release(&player);
    }
    worker_release(&used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_alone_has_defaults),
        cmocka_unit_test(a_bare_name_is_a_shipped_genome),
        cmocka_unit_test(overrides_are_applied),
        cmocka_unit_test(the_last_of_equal_keys_counts),
        cmocka_unit_test(every_gene_is_a_key),
        cmocka_unit_test(every_search_is_a_value),
        cmocka_unit_test(every_key_takes_its_values),
        cmocka_unit_test(every_key_is_tested),
        cmocka_unit_test(help_lists_every_search),
        cmocka_unit_test(bad_players_are_refused),
        cmocka_unit_test(a_bad_file_is_named_once),
        cmocka_unit_test(limits_lift_the_default_depth),
        cmocka_unit_test(genomes_play_by_the_signs_of_the_shipped_book),
        cmocka_unit_test(deterministic_players_are_known),
        cmocka_unit_test(moves_depend_on_the_stream_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
