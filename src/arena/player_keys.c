#include "arena/player.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define DEFAULT_DEPTH      5
#define DEFAULT_ITERATIONS 10000
#define DEFAULT_NODES      1000000 /* of searches that need a limit */

/* Finds `value` among the names, which end with NULL. */
static int pick(const char *const *names, const char *value, int *out, struct err *err)
{
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], value) == 0) {
            *out = i;
            return 0;
        }
    }
    err_set(err, "'%s' is not one of", value);
    for (int i = 0; names[i]; i++) {
        size_t used = strlen(err->text);

        snprintf(err->text + used, sizeof err->text - used, "%s %s", i ? "," : "", names[i]);
    }
    return -1;
}

static int set_search(struct player *player, const char *value, struct err *err)
{
    const struct search *search = search_find(value);
    char names[SEARCH_NAMES_SIZE];

    if (!search)
        return err_set(err, "'%s' is not one of %s", value, search_names(0, names, sizeof names));
    player->search = search;
    return 0;
}

static int set_depth(struct player *player, const char *value, struct err *err)
{
    long depth;

    if (num_parse_long(value, &depth) || depth < 1 || depth > DEPTH_LIMIT)
        return err_set(err, "'%s' is not a number of plies from 1 to %d", value, DEPTH_LIMIT);
    player->keys.depth = (int)depth;
    player->own_depth = true;
    return 0;
}

static int set_ties(struct player *player, const char *value, struct err *err)
{
    static const char *const names[] = { "first", "center", "random", NULL };
    int i;

    if (pick(names, value, &i, err))
        return -1;
    player->keys.ties = (enum ties)i;
    return 0;
}

static int set_win(struct player *player, const char *value, struct err *err)
{
    static const char *const names[] = { "distance", "flat", "decay", NULL };
    int i;

    if (pick(names, value, &i, err))
        return -1;
    player->keys.win = (enum win_rule)i;
    return 0;
}

static int set_view(struct player *player, const char *value, struct err *err)
{
    static const char *const names[] = { "mover", "root", NULL };
    int i;

    if (pick(names, value, &i, err))
        return -1;
    player->keys.view = (enum view)i;
    return 0;
}

static int set_extend(struct player *player, const char *value, struct err *err)
{
    static const char *const names[] = { "none", "forced", NULL };
    int i;

    if (pick(names, value, &i, err))
        return -1;
    player->keys.extend = (enum extend)i;
    return 0;
}

static int set_nodes(struct player *player, const char *value, struct err *err)
{
    uint64_t nodes;

    if (num_parse_u64(value, &nodes) || nodes == 0)
        return err_set(err, "'%s' is not a positive number of nodes", value);
    player->keys.nodes = nodes;
    player->own_nodes = true;
    return 0;
}

static int set_time(struct player *player, const char *value, struct err *err)
{
    double seconds;

    if (num_parse_double(value, &seconds) || seconds <= 0 || seconds > 86400)
        return err_set(err, "'%s' is not a number of seconds above 0", value);
    player->keys.seconds = seconds;
    return 0;
}

static int set_iterations(struct player *player, const char *value, struct err *err)
{
    long n;

    if (num_parse_long(value, &n) || n < 1 || n > (long)MCTS_MAX_ITERATIONS)
        return err_set(err, "'%s' is not a number from 1 to %ld", value, (long)MCTS_MAX_ITERATIONS);
    player->keys.iterations = (uint32_t)n;
    return 0;
}

static int set_final(struct player *player, const char *value, struct err *err)
{
    static const char *const names[] = { "visits", "ratio", NULL };
    int i;

    if (pick(names, value, &i, err))
        return -1;
    player->keys.final = i == 0 ? FINAL_VISITS : FINAL_RATIO;
    return 0;
}

/* The name is checked once the search is known. */
static int set_variant(struct player *player, const char *value, struct err *err)
{
    if (!*value || strlen(value) >= sizeof player->variant)
        return err_set(err, "'%s' is not the name of a variant", value);
    strcpy(player->variant, value);
    return 0;
}

static int set_sample(struct player *player, const char *value, struct err *err)
{
    long lines;

    if (num_parse_long(value, &lines) || lines < 1 || lines > LINES)
        return err_set(err, "'%s' is not a number of lines from 1 to %d", value, LINES);
    player->keys.sample = (int)lines;
    return 0;
}

static void forget_book(struct player *player)
{
    if (player->book)
        book_release(player->book);
    free(player->book);
    player->shipped_book = false;
    player->book = NULL;
    player->keys.book = NULL;
}

/* Reads a file, or with path NULL the book that comes with the program. */
static int read_book(struct player *player, const char *path, struct err *err)
{
    forget_book(player);
    player->book = calloc(1, sizeof *player->book);
    if (!player->book)
        return err_shortage(err, "out of memory");
    if (path ? book_read(player->book, path, err) : book_read_shipped(player->book, err))
        return -1;
    player->shipped_book = !path;
    player->keys.book = player->book->n ? player->book : NULL;
    return 0;
}

static int set_book(struct player *player, const char *value, struct err *err)
{
    player->no_book = strcmp(value, "none") == 0;
    if (player->no_book) {
        forget_book(player);
        return 0;
    }
    if (strcmp(value, "shipped") != 0)
        return read_book(player, value, err);
    if (read_book(player, NULL, err))
        return -1;
    return player->keys.book ? 0 : err_set(err, "this program came without a book");
}

const struct player_key player_keys[] = {
    { "search", NULL, "how the player looks ahead; default alphabeta", set_search, 0, 0 },
    { "depth", NULL, "plies; default 5, or no limit with nodes or time", set_depth, 0,
      DEPTH_LIMIT },
    { "ties", "first, center, random",
      "which of equally good moves: leftmost, most central, a random one; default center", set_ties,
      0, 0 },
    { "win", "distance, flat, decay",
      "nearer wins first; all wins equal; or every level returns 0.95 x its best, truncated to "
      "an integer; default distance",
      set_win, 0, 0 },
    { "view", "mover, root",
      "whose point of view asymmetric weights take: the side that made the last move at the leaf, "
      "or the player choosing a move; default root",
      set_view, 0, 0 },
    { "extend", "none, forced",
      "at the end of a search: evaluates at once; or first plays out the replies that threats to "
      "win with the next disc force, and sees wins and double threats; default none",
      set_extend, TAKES_EXTEND, 0 },
    { "nodes", "1..",
      "deepens step by step until this many nodes are used; default of best: 1000000, unless time "
      "is given",
      set_nodes, TAKES_NODES, 0 },
    { "time", "seconds", "thinking time per move; not reproducible", set_time, TAKES_TIME, 0 },
    { "iterations", "1..",
      "number of roll-outs, or fewer if time runs out; default 10000, or no limit with time",
      set_iterations, TAKES_ITERATIONS, 0 },
    { "final", "visits, ratio",
      "plays the move visited most often, or the one with the most points per visit (as CS7IS2 "
      "2020 did), even if it has few visits; default visits",
      set_final, TAKES_FINAL, 0 },
    { "book", "FILE, shipped, none",
      "exact results of early positions, from a file or those that come with the program (8 "
      "plies); a search stops at positions in the book and uses their win, draw or loss. "
      "Default none; for perfect and best, whose solver uses it, shipped",
      set_book, TAKES_BOOK, 0 },
    { "sample", NULL,
      "only this many lines, drawn at random with replacement, count at a leaf; each position is "
      "sampled once per move. Genes that are not about lines count in full",
      set_sample, TAKES_SAMPLE, LINES },
    { "variant", "NAME", "an evaluation function of the study's program", set_variant,
      TAKES_VARIANT, 0 },
    { 0 },
};

const char *player_keys_values(const struct player_key *key, char *buf, size_t size)
{
    if (key->values)
        return key->values;
    if (!key->most)
        return search_names(0, buf, size);
    snprintf(buf, size, "1 to %d", key->most);
    return buf;
}

int player_keys_check(const struct player *player, struct err *err)
{
    unsigned used = search_keys_used(&player->keys);
    char searches[SEARCH_NAMES_SIZE];

    for (const struct player_key *k = player_keys; k->name; k++) {
        if (!(used & k->takes & ~player->search->takes))
            continue;
        return err_set(err, "%s is for %s, not for %s", k->name,
                       search_names(k->takes, searches, sizeof searches), player->search->name);
    }
    if (player->keys.book && player->search->needs_genome && player->keys.win == WIN_DECAY)
        return err_set(err, "book cannot be used with win=decay");
    if (player->search->needs_limit && player->keys.win == WIN_DECAY)
        return err_set(err, "search=%s cannot be used with win=decay", player->search->name);
    if (player->keys.extend && player->keys.win == WIN_DECAY)
        return err_set(err, "extend cannot be used with win=decay");
    if (player->search->choose == choose_victor && player->keys.win == WIN_DECAY)
        return err_set(err, "search=victor cannot be used with win=decay");
    return 0;
}

/* Some searches use the book that comes with the program, if there is one. Genomes play by the
 * signs in it: with scores they would choose other moves than in games that were saved before it
 * had any. */
static int ready_book(struct player *player, struct err *err)
{
    if (player->search->has_book && !player->keys.book && !player->no_book &&
        read_book(player, NULL, err))
        return -1;
    if (player->shipped_book && player->search->needs_genome)
        book_keep_signs(player->book);
    return 0;
}

static int ready_sampler(struct player *player, struct err *err)
{
    if (player->keys.sample == 0)
        return 0;
    player->sampler = malloc(sizeof *player->sampler);
    if (!player->sampler)
        return err_shortage(err, "out of memory");
    sampler_compile(player->sampler, &player->genome, player->keys.sample);
    player->keys.sampler = player->sampler;
    return 0;
}

static int ready_variant(struct player *player, struct err *err)
{
    const struct search *search = player->search;
    int row;

    if (!player->variant[0])
        return 0;
    if (search->variants && pick(search->variants, player->variant, &row, err))
        return err_prefix(err, "variant");
    player->keys.variant = search->variants ? row + 1 : 1;
    return 0;
}

int player_keys_ready(struct player *player, struct err *err)
{
    bool limited = player->keys.nodes || player->keys.seconds > 0;

    if (player->search->needs_limit && !limited) {
        player->keys.nodes = DEFAULT_NODES;
        limited = true;
    }
    if (player->keys.depth == 0)
        player->keys.depth = limited ? DEPTH_LIMIT : DEFAULT_DEPTH;
    if (player->search->takes & TAKES_ITERATIONS && !player->keys.iterations && !limited)
        player->keys.iterations = DEFAULT_ITERATIONS;
    return ready_variant(player, err) || player_keys_check(player, err) ||
                   ready_book(player, err) || ready_sampler(player, err)
               ? -1
               : 0;
}

void player_keys_release(struct player *player)
{
    forget_book(player);
    free(player->sampler);
    player->sampler = NULL;
    player->keys.sampler = NULL;
}
