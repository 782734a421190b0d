/*
 * Tournament configs: every mistake is reported with its place, defaults and overrides apply in
 * their order, and schedules hold the games that they should.
 */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament.h"
#include "files.h"

/* Two players, in five lines. */
#define TWO "[player a]\ngenome = random\n[player b]\ngenome = rusak\ndepth = 1\n"

static void read_config(struct tournament *t, const char *text, const char *const *overrides, int n)
{
    struct temp_file file = temp_file_make(text);
    struct err err;
    int status = tournament_read(t, file.path, overrides, n, &err);

    temp_file_remove(&file);
    if (status)
        fail_msg("%s", err.text);
}

static int count_lines(const char *text)
{
    int lines = 1;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The messages of a config that must be refused, with FILE for its path. The caller frees it. */
static char *refusal(const char *text, const char *const *overrides, int n)
{
    struct temp_file file = temp_file_make(text);
    struct tournament t;
    struct err err;
    char *out, *to;

    assert_int_equal(tournament_read(&t, file.path, overrides, n, &err), -1);
    assert_null(t.games.player);
    assert_null(t.listed);
    temp_file_remove(&file);
    out = to = malloc(sizeof err.text);
    assert_non_null(out);
    for (const char *from = err.text; *from || (*to = '\0');) {
        if (strncmp(from, file.path, strlen(file.path)) == 0) {
            memcpy(to, "FILE", 4);
            to += 4;
            from += strlen(file.path);
        } else {
            *to++ = *from++;
        }
    }
    return out;
}

/* Must be refused with that one line, or one that begins like it. */
static void assert_refused(const char *text, const char *override, const char *line)
{
    char *message = refusal(text, &override, override != NULL);

    if (strncmp(message, line, strlen(line)) != 0 || count_lines(message) != 1)
        fail_msg("for\n%s\n%s\nthe message is\n%s\ninstead of\n%s", text, override ? override : "",
                 message, line);
    free(message);
}

static void every_mistake_has_its_place(void **state)
{
    static const char *const rows[][2] = {
        /* sections and keys */
        { TWO "[playerz c]\n", "FILE:6: playerz c: no such section" },
        { TWO "[tournaments]\ngames = 2\n", "FILE:6: tournaments: no such section" },
        { "depth = 1\n" TWO, "FILE:1: .depth: comes before the first section" },
        { TWO "[tournament]\nrounds = 3\n", "FILE:7: tournament.rounds: no such key" },
        { TWO "[defaults]\ncolour = 3\n", "FILE:7: defaults.colour: neither a player key" },
        { TWO "[defaults]\npublished = 3\n",
          "FILE:7: defaults.published: belongs in the section of a player" },
        { TWO "[player c]\ngenome = rusak\ncolour = 3\n",
          "FILE:8: player c.colour: neither a player key nor a gene" },
        { TWO "games = 2\n", "FILE:6: player b.games: neither a player key nor a gene" },
        { TWO "depth = 2\n", "FILE:6: player b.depth: given twice, first on line 5" },
        /* players */
        { "", "FILE: no [player NAME] section; a tournament needs two" },
        { "[tournament]\ngames = 2\n", "FILE: no [player NAME] section; a tournament needs two" },
        { "[player a]\ngenome = random\n", "FILE: only one [player NAME] section; a tournament" },
        { TWO "[player b]\n", "FILE:6: player b: section is given twice, first on line 3" },
        { TWO "[player  b ]\ngenome = rusak\n", "FILE:6: player  b : another player has that" },
        { TWO "[player]\ngenome = random\n", "FILE:6: player: a player needs a name" },
        { TWO "[player ]\ngenome = random\n", "FILE:6: player : a player needs a name" },
        { TWO "[player c]\n", "FILE:6: player c: search=alphabeta needs a genome" },
        { TWO "[player c]\ngenome = nosuch\n", "FILE:7: player c.genome: no genome file 'nosuch'" },
        { TWO "[player c]\ngenome = no/such.ini\n", "FILE:7: player c.genome: /tmp/no/such.ini: " },
        { TWO "[defaults]\ngenome = nosuch\n[player c]\n[player d]\n",
          "FILE:7: defaults.genome: no genome file 'nosuch'" },
        { TWO "[player c]\ngenome = random\nown2 = 3\n",
          "FILE:8: player c.own2: a player without a genome has no genes" },
        { TWO "[player c]\ngenome = random\nnodes = 3\n",
          "FILE:6: player c: nodes is for alphabeta and best, not for random" },
        /* values */
        { TWO "[player c]\ngenome = rusak\ndepth = 43\n", "FILE:8: player c.depth: '43' is not a" },
        { TWO "[player c]\ngenome = rusak\nsearch = deep\n",
          "FILE:8: player c.search: 'deep' is not one of random, " },
        { TWO "[player c]\ngenome = rusak\nown2 = 1e9\n", "FILE:8: player c.own2: 1e9 is out of" },
        { TWO "[player c]\ngenome = rusak\nown2 = two\n", "FILE:8: player c.own2: 'two' is not a" },
        { TWO "[player c]\ngenome = rusak\npublished = -1\n",
          "FILE:8: player c.published: '-1' is not a number of wins" },
        { TWO "[player c]\ngenome = rusak\npublished = many\n",
          "FILE:8: player c.published: 'many' is not a number of wins" },
        { TWO "[defaults]\ndepth = 0\n[player c]\ngenome = rusak\n",
          "FILE:7: defaults.depth: '0' is not a number of plies" },
        { TWO "[defaults]\nown2 = x\n", "FILE:7: defaults.own2: 'x' is not a number" },
        { TWO "[tournament]\ngames = 0\n", "FILE:7: tournament.games: '0' is not a whole number" },
        { TWO "[tournament]\ngames = 1.5\n", "FILE:7: tournament.games: '1.5' is not a whole" },
        { TWO "[tournament]\ngames =\n", "FILE:7: tournament.games: '' is not a whole number" },
        { TWO "[tournament]\ngames = 99999999999999999999\n", "FILE:7: tournament.games: '9999" },
        { TWO "[tournament]\ngames = 50000001\n",
          "FILE:7: tournament.games: there would be 100000002 games; at most 100000000 are "
          "allowed" },
        { TWO "[tournament]\nseed = -1\n", "FILE:7: tournament.seed: '-1' is not a whole number" },
        { TWO "[tournament]\nseed = 18446744073709551616\n", "FILE:7: tournament.seed: '18446744" },
        { TWO "[tournament]\npairs = all\n",
          "FILE:7: tournament.pairs: 'all' is not one of swapped, ordered, first-a" },
        { TWO "[tournament]\nschedule = all\n",
          "FILE:7: tournament.schedule: 'all' is not one of round-robin, gauntlet, listed" },
        { TWO "[tournament]\ncurve = all\n", "FILE:7: tournament.curve: 'all' is not one of none" },
        { TWO "[tournament]\nschedule = listed\n", "FILE:7: tournament.schedule: listed needs a " },
        { TWO "[tournament]\nlist = no-such-file\n",
          "FILE:7: tournament.list: /tmp/no-such-file: No such file" },
        { TWO "[tournament]\nanchor = c\n", "FILE:7: tournament.anchor: no player 'c'" },
        { TWO "[tournament]\nanchor_elo = high\n",
          "FILE:7: tournament.anchor_elo: 'high' is not a number from -100000 to 100000" },
        { TWO "[tournament]\nanchor_elo = 1e6\n", "FILE:7: tournament.anchor_elo: '1e6' is not a" },
        /* openings */
        { TWO "[tournament]\nopenings = 0:4\n", "FILE:7: tournament.openings: '0:4' is not plies" },
        { TWO "[tournament]\nopenings = 21:4\n", "FILE:7: tournament.openings: '21:4' is not pl" },
        { TWO "[tournament]\nopenings = 4:0\n", "FILE:7: tournament.openings: '4:0' is not plies" },
        { TWO "[tournament]\nopenings = 4:-1\n", "FILE:7: tournament.openings: '4:-1' is not pl" },
        { TWO "[tournament]\nopenings = 4:99999999999999999999\n",
          "FILE:7: tournament.openings: " },
        { TWO "[tournament]\nopenings = 4:2:1\n", "FILE:7: tournament.openings: '4:2:1' is not" },
        { TWO "[tournament]\nopenings = 1:5\n",
          "FILE:7: tournament.openings: there are only 4 distinct openings of 1 plies" },
        { TWO "[tournament]\nopenings = no-such-file\n",
          "FILE:7: tournament.openings: /tmp/no-such-file: No such file" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(rows[i][0], NULL, rows[i][1]);
}

/* Overrides have no line, but they name the file and the key. */
static void wrong_overrides_are_refused(void **state)
{
    static const char *const rows[][2] = {
        { "games", "'games' is not of the form section.key=value" },
        { "games=3", "'games=3' is not of the form section.key=value" },
        { "tournament.games=0", "FILE: tournament.games: '0' is not a whole number" },
        { "tournament.rounds=3", "FILE: tournament.rounds: no such key" },
        { "elsewhere.games=3", "FILE: elsewhere.games: no such section" },
        { "player c.depth=3", "FILE: player c.depth: no such section" },
        { "player b.depth=x", "FILE: player b.depth: 'x' is not a number of plies" },
        { "player b.colour=x", "FILE: player b.colour: neither a player key nor a gene" },
        { "defaults.colour=x", "FILE: defaults.colour: neither a player key nor a gene" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(TWO, rows[i][0], rows[i][1]);
}

static void all_mistakes_are_told_together(void **state)
{
    static const char *const wanted[] = {
        "FILE:1: .loose: ",           "FILE:3: tournament.games: ",
        "FILE:4: tournament.pairs: ", "FILE:5: tournament.openings: ",
        "FILE:6: tournament.seed: ",  "FILE:7: tournament.anchor: ",
        "FILE:8: tournament.bogus: ", "FILE:10: defaults.depth: ",
        "FILE:11: defaults.bogus: ",  "FILE:13: player a.genome: ",
        "FILE:14: player a.ties: ",   "FILE:16: player b.own1: ",
        "FILE:17: nowhere: ",         "FILE: player c.depth: ",
    };
    const char *override = "player c.depth=3";
    char *message = refusal("loose = 1\n[tournament]\ngames = x\npairs = x\nopenings = x\n"
                            "seed = x\nanchor = x\nbogus = x\n[defaults]\ndepth = x\nbogus = x\n"
                            "[player a]\ngenome = x\nties = x\n[player b]\nown1 = 5\n[nowhere]\n",
                            &override, 1);

    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(message, wanted[i]))
            fail_msg("'%s' is missing in\n%s", wanted[i], message);
    assert_int_equal(count_lines(message), sizeof wanted / sizeof *wanted);
    free(message);
}

/* A config whose list, or openings, are another file. */
static char *refusal_of_file(const char *key, const char *content)
{
    struct temp_file file = temp_file_make(content);
    char config[512], *message, *place;

    snprintf(config, sizeof config, TWO "[tournament]\nschedule = %s\n%s = %s\n",
             strcmp(key, "list") == 0 ? "listed" : "round-robin", key, file.path);
    message = refusal(config, NULL, 0);
    for (; (place = strstr(message, file.path));) {
        memcpy(place, "OTHER", 5);
        memmove(place + 5, place + strlen(file.path), strlen(place + strlen(file.path)) + 1);
    }
    temp_file_remove(&file);
    return message;
}

static void wrong_lines_of_lists_are_told_together(void **state)
{
    static const char *const rows[][2] = {
        { "", "OTHER: no pairings in the file" },
        { "x,o\n", "OTHER: no pairings in the file" },
        { "a,b\n", "OTHER:1: the first line must name the columns x and o" },
        { "x,games,score\na,1,1\n", "OTHER:1: the first line must name the columns x and o" },
        { "x,o,games\na,b,1\n", "OTHER:1: the columns games and score go together" },
        { "x,o,score\na,b,1\n", "OTHER:1: the columns games and score go together" },
        { "x,o\na\n", "OTHER:2: has fewer fields than the first line" },
        { "x,o\na,b\n\nb,c\n", "OTHER:4: no player 'c' in the config" },
        { "x,o,games,score\na,b,0,0\n", "OTHER:2: '0' is not a number of games" },
        { "x,o,games,score\na,b,,0\n", "OTHER:2: '' is not a number of games" },
        { "x,o,games,score\na,b,10,11\n", "OTHER:2: '11' is not a score from 0 to the games" },
        { "x,o,games,score\na,b,10,-1\n", "OTHER:2: '-1' is not a score from 0 to the games" },
        { "x,o\nc,b\na,b\na,d\nx\n",
          "OTHER:2: no player 'c' in the config\nOTHER:4: no player 'd' in the config\n"
          "OTHER:5: has fewer fields than the first line" },
    };
    static const char place[] = "FILE:8: tournament.list: ";

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *message = refusal_of_file("list", rows[i][0]);

        if (strncmp(message, place, strlen(place)) != 0 ||
            strncmp(message + strlen(place), rows[i][1], strlen(rows[i][1])) != 0 ||
            count_lines(message) != count_lines(rows[i][1]))
            fail_msg("for\n%s\nthe message is\n%s", rows[i][0], message);
        free(message);
    }
}

static void wrong_openings_are_told(void **state)
{
    static const char *const rows[][2] = {
        { "44\n48\n", "FILE:8: tournament.openings: OTHER:2: " },
        { "44\n1212121\n", "FILE:8: tournament.openings: OTHER:2: " },
        { "12\n76\n", "FILE:8: tournament.openings: OTHER:2: " },
        { "# nothing\n", "FILE:8: tournament.openings: OTHER: no opening" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *message = refusal_of_file("openings", rows[i][0]);

        if (strncmp(message, rows[i][1], strlen(rows[i][1])) != 0 || count_lines(message) != 1)
            fail_msg("for\n%s\nthe message is\n%s", rows[i][0], message);
        free(message);
    }
}

static void what_is_not_said_has_a_default(void **state)
{
    struct tournament t;

    (void)state;
    read_config(&t, TWO, NULL, 0);
    assert_int_equal(t.games.players, 2);
    assert_string_equal(t.games.player[0].name, "a");
    assert_string_equal(t.games.player[1].name, "b");
    assert_int_equal(t.games.seed, 1);
    assert_int_equal(t.games.openings.n, 1);
    assert_int_equal(t.games.openings.list[0].n, 0);
    assert_int_equal(t.games.schedule.n, 2);
    assert_int_equal(t.games.schedule.samples, 1);
    assert_int_equal(t.pairs, PAIRS_SWAPPED);
    assert_true(t.anchor.player == RATING_MEAN && t.anchor.elo == 0);
    assert_true(isnan(t.published[0]) && isnan(t.published[1]));
    assert_false(t.curve);
    tournament_release(&t);
}

static double gene_of(const struct tournament *t, int player, const char *gene)
{
    assert_true(gene_find(gene) >= 0);
    return t->games.player[player].genome.gene[gene_find(gene)];
}

/* The section goes before the defaults; genes of the defaults go before those of the genome. */
static void the_nearest_word_counts(void **state)
{
    static const char config[] = "[defaults]\n"
                                 "genome = fevala\nsearch = minimax\ndepth = 3\nties = random\n"
                                 "own3 = 7\nopp3 = 8\n"
                                 "[player plain]\n"
                                 "[player own]\n"
                                 "genome = fevalb\nsearch = greedy\ndepth = 2\nown3 = 9\n"
                                 "published = 12.5\n";
    const struct player *p;
    struct tournament t;

    (void)state;
    read_config(&t, config, NULL, 0);
    p = t.games.player;
    assert_string_equal(p[0].search->name, "minimax");
    assert_int_equal(p[0].keys.depth, 3);
    assert_int_equal(p[0].keys.ties, TIES_RANDOM);
    assert_close(gene_of(&t, 0, "own2"), 2, 0); /* fevala */
    assert_close(gene_of(&t, 0, "own3"), 7, 0);
    assert_close(gene_of(&t, 0, "opp3"), 8, 0);
    assert_string_equal(p[1].search->name, "greedy");
    assert_int_equal(p[1].keys.depth, 2);
    assert_int_equal(p[1].keys.ties, TIES_RANDOM);
    assert_close(gene_of(&t, 1, "own2"), 13, 0); /* fevalb */
    assert_close(gene_of(&t, 1, "own3"), 9, 0);
    assert_close(gene_of(&t, 1, "opp3"), 8, 0);
    assert_true(isnan(t.published[0]));
    assert_close(t.published[1], 12.5, 0);
    assert_non_null(p[0].ev);
    tournament_release(&t);
}

/* random is no minimax player whatever the defaults say, and their genes and limits are not its. */
static void a_player_without_a_genome_keeps_its_search(void **state)
{
    struct tournament t;

    (void)state;
    read_config(&t,
                "[defaults]\nsearch = alphabeta\nnodes = 500\nown2 = 4\nties = first\n"
                "[player r]\ngenome = random\n[player f]\ngenome = forward\n"
                "[player s]\ngenome = rusak\n[player t]\ngenome = random\nsearch = forward\n",
                NULL, 0);
    assert_string_equal(t.games.player[0].search->name, "random");
    assert_string_equal(t.games.player[1].search->name, "forward");
    assert_int_equal(t.games.player[1].keys.ties, TIES_FIRST);
    assert_string_equal(t.games.player[2].search->name, "alphabeta");
    assert_int_equal(t.games.player[2].keys.nodes, 500);
    assert_string_equal(t.games.player[3].search->name, "forward");
    assert_false(t.games.player[0].has_genome);
    assert_int_equal(t.games.player[0].keys.nodes, 0);
    tournament_release(&t);
    read_config(&t, "[defaults]\nsearch = random\n[player a]\n[player b]\n", NULL, 0);
    assert_string_equal(t.games.player[1].search->name, "random");
    tournament_release(&t);
}

static void overrides_win(void **state)
{
    static const char *const overrides[] = { "tournament.games=3",      "tournament.seed=9",
                                             "tournament.openings=2:5", "tournament.pairs=first-a",
                                             "defaults.ties=first",     "player b.depth=4",
                                             "player b.own2=6",         "tournament.name=x" };
    struct tournament t;

    (void)state;
    read_config(&t, "[tournament]\ngames = 1\nseed = 2\nname = y\n" TWO, overrides, 8);
    assert_string_equal(t.games.name, "x");
    assert_int_equal(t.games.seed, 9);
    assert_int_equal(t.games.openings.n, 5);
    assert_int_equal(t.games.openings.list[0].n, 2);
    assert_int_equal(t.games.schedule.n, 15);
    assert_int_equal(t.games.player[0].keys.ties, TIES_FIRST);
    assert_int_equal(t.games.player[1].keys.depth, 4);
    assert_close(gene_of(&t, 1, "own2"), 6, 0);
    tournament_release(&t);
}

/* Paths go by the folder of the config, not by that in which the program runs. */
static void paths_are_relative_to_the_config(void **state)
{
    struct temp_file openings = temp_file_make("# two\n44\n\n12\n");
    char config[256];
    struct tournament t;

    (void)state;
    snprintf(config, sizeof config, TWO "[tournament]\nopenings = %s\n",
             strrchr(openings.path, '/') + 1);
    read_config(&t, config, NULL, 0);
    assert_int_equal(t.games.openings.n, 2);
    assert_int_equal(t.games.openings.list[1].column[1], 1);
    tournament_release(&t);
    temp_file_remove(&openings);
}

struct planned {
    uint32_t first, second, opening, sample;
};

static void assert_schedule(const struct tournament *t, const struct planned *game, size_t n)
{
    assert_int_equal(t->games.schedule.n, n);
    for (size_t i = 0; i < n; i++) {
        const struct game *g = &t->games.schedule.game[i];

        if (g->first != game[i].first || g->second != game[i].second ||
            g->opening != game[i].opening || g->sample != game[i].sample)
            fail_msg("game %zu is %u-%u, opening %u, sample %u", i, g->first, g->second, g->opening,
                     g->sample);
    }
}

#define THREE       TWO "[player c]\ngenome = forward\n[tournament]\n"
#define COUNT(list) (sizeof(list) / sizeof *(list))

static void schedules_are_what_they_are_called(void **state)
{
    static const struct planned swapped[] = { { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 2, 0, 1 },
                                              { 2, 0, 0, 1 }, { 1, 2, 0, 2 }, { 2, 1, 0, 2 } };
    static const struct planned ordered[] = { { 0, 1, 0, 0 }, { 1, 0, 0, 1 }, { 0, 2, 0, 2 },
                                              { 2, 0, 0, 3 }, { 1, 2, 0, 4 }, { 2, 1, 0, 5 } };
    static const struct planned first[] = { { 0, 1, 0, 0 }, { 0, 2, 0, 1 }, { 1, 2, 0, 2 } };
    static const struct planned gauntlet[] = { { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 1, 1 },
                                               { 1, 0, 1, 1 }, { 0, 2, 0, 2 }, { 2, 0, 0, 2 },
                                               { 0, 2, 1, 3 }, { 2, 0, 1, 3 } };
    static const struct planned twice[] = { { 0, 1, 0, 0 }, { 0, 1, 1, 1 }, { 0, 1, 0, 2 },
                                            { 0, 1, 1, 3 }, { 0, 2, 0, 4 }, { 0, 2, 1, 5 },
                                            { 0, 2, 0, 6 }, { 0, 2, 1, 7 } };
    static const struct {
        const char *keys;
        const struct planned *game;
        size_t n;
    } rows[] = {
        { "pairs = swapped\n", swapped, COUNT(swapped) },
        { "schedule = round-robin\npairs = ordered\n", ordered, COUNT(ordered) },
        { "pairs = first-a\n", first, COUNT(first) },
        { "schedule = gauntlet\nopenings = 1:2\n", gauntlet, COUNT(gauntlet) },
        { "schedule = gauntlet\nopenings = 1:2\ngames = 2\npairs = first-a\n", twice,
          COUNT(twice) },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct tournament t;
        char config[512];

        snprintf(config, sizeof config, THREE "%s", rows[i].keys);
        read_config(&t, config, NULL, 0);
        assert_schedule(&t, rows[i].game, rows[i].n);
        tournament_release(&t);
    }
}

/* Names in quotes, space, columns in any order, self-play, and a line of a spreadsheet. */
static void lists_are_played_as_written(void **state)
{
    static const struct planned swapped[] = { { 2, 0, 0, 0 }, { 0, 2, 0, 0 }, { 1, 1, 0, 1 },
                                              { 1, 1, 0, 1 }, { 0, 1, 0, 2 }, { 1, 0, 0, 2 } };
    static const struct planned first[] = { { 2, 0, 0, 0 }, { 1, 1, 0, 1 }, { 0, 1, 0, 2 } };
    struct temp_file list = temp_file_make("\xef\xbb\xbfo,games,note,x,score\r\n"
                                           "a , 10,,\"say \"\"c\"\", twice\",2.5\r\n\r\n"
                                           "\"b\",20,\"x,y\",b,10\r\n"
                                           "b,20,,a,20\r\n");
    const char *override = "tournament.pairs=first-a";
    struct tournament t;
    char config[512];

    (void)state;
    snprintf(config, sizeof config,
             TWO "[player say \"c\", twice]\ngenome = forward\n"
                 "[tournament]\nschedule = listed\nlist = %s\n",
             list.path);
    read_config(&t, config, NULL, 0);
    assert_schedule(&t, swapped, COUNT(swapped));
    assert_int_equal(t.listed_n, 3);
    assert_true(t.listed[0].x == 2 && t.listed[0].o == 0);
    assert_close(t.listed[0].games, 10, 0);
    assert_close(t.listed[0].score, 2.5, 0);
    assert_close(t.listed[2].score, 20, 0);
    tournament_release(&t);
    read_config(&t, config, &override, 1);
    assert_schedule(&t, first, COUNT(first));
    tournament_release(&t);
    temp_file_remove(&list);
}

/* Plays and rates; the caller releases the ratings. */
static void rate(const char *config, const char *const *overrides, int n, struct ratings *ratings)
{
    struct tournament t;
    struct pool pool;
    struct err err;

    read_config(&t, config, overrides, n);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(&t.games, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(games_score(&t.games, &err), 0);
    games_forget_games(&t.games);
    assert_int_equal(ratings_init(ratings, &t.games.table, t.anchor, &err), 0);
    pool_release(&pool);
    tournament_release(&t);
}

static void anchors_move_the_whole_list(void **state)
{
    static const char config[] = THREE "openings = 3:10\n";
    static const char *const overrides[] = { "tournament.anchor=b", "tournament.anchor_elo=1500" };
    struct ratings free_list, anchored, raised;

    (void)state;
    rate(config, NULL, 0, &free_list);
    rate(config, overrides, 2, &anchored);
    rate(config, &overrides[1], 1, &raised);
    assert_close(free_list.elo[0] + free_list.elo[1] + free_list.elo[2], 0, 1e-9);
    assert_close(raised.elo[0] + raised.elo[1] + raised.elo[2], 4500, 1e-6);
    assert_close(anchored.elo[1], 1500, 0);
    assert_close(anchored.error[1], 0, 0);
    assert_true(anchored.error[0] > 0);
    for (int i = 0; i < 3; i++)
        assert_close(anchored.elo[i] - anchored.elo[1], free_list.elo[i] - free_list.elo[1], 1e-6);
    ratings_release(&free_list);
    ratings_release(&anchored);
    ratings_release(&raised);
}

/* Two deterministic players play once from each opening; where one is random, all games count. */
static void repeats_can_be_left_out(void **state)
{
    static const char text[] = "[tournament]\ngames = 5\nopenings = 2:3\n"
                               "[player a]\ngenome = random\n[player b]\ngenome = rusak\n"
                               "[player c]\ngenome = fevala\n[player d]\ngenome = fevala\n"
                               "ties = random\n";
    const char *const overrides[] = { "tournament.repeats=no", "tournament.schedule=gauntlet" };
    struct tournament t;

    (void)state;
    read_config(&t, text, NULL, 0);
    assert_int_equal(t.games.schedule.n, 6 * 3 * 5 * 2);
    tournament_release(&t);
    read_config(&t, text, overrides, 1);
    assert_int_equal(t.games.schedule.n, 5 * 3 * 5 * 2 + 3 * 2); /* b plays c once */
    assert_false(games_repeats(&t.games));
    tournament_release(&t);
    read_config(&t, text, overrides, 2);
    assert_int_equal(t.games.schedule.n, 3 * 3 * 5 * 2);
    tournament_release(&t);
}

/* A folder, or nothing, is no config. */
static void what_is_no_file_is_refused(void **state)
{
    struct tournament t;
    struct err err;

    (void)state;
    assert_int_equal(tournament_read(&t, "/tmp", NULL, 0, &err), -1);
    assert_string_equal(err.text, "/tmp: Is a directory");
    assert_int_equal(tournament_read(&t, "/tmp/no-such.ini", NULL, 0, &err), -1);
    assert_string_equal(err.text, "/tmp/no-such.ini: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_has_its_place),
        cmocka_unit_test(wrong_overrides_are_refused),
        cmocka_unit_test(all_mistakes_are_told_together),
        cmocka_unit_test(wrong_lines_of_lists_are_told_together),
        cmocka_unit_test(wrong_openings_are_told),
        cmocka_unit_test(what_is_not_said_has_a_default),
        cmocka_unit_test(the_nearest_word_counts),
        cmocka_unit_test(a_player_without_a_genome_keeps_its_search),
        cmocka_unit_test(overrides_win),
        cmocka_unit_test(paths_are_relative_to_the_config),
        cmocka_unit_test(schedules_are_what_they_are_called),
        cmocka_unit_test(lists_are_played_as_written),
        cmocka_unit_test(repeats_can_be_left_out),
        cmocka_unit_test(anchors_move_the_whole_list),
        cmocka_unit_test(what_is_no_file_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
