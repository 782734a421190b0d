#include "arena/player.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"

#define DEFAULT_DEPTH 5

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
    const char *names[32] = { 0 };
    int row;

    for (int i = 0; search_table[i].name && i < 31; i++)
        names[i] = search_table[i].name;
    if (pick(names, value, &row, err))
        return -1;
    player->search = &search_table[row];
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

static int set_nodes(struct player *player, const char *value, struct err *err)
{
    uint64_t nodes;

    if (num_parse_u64(value, &nodes) || nodes == 0)
        return err_set(err, "'%s' is not a positive number of nodes", value);
    player->keys.nodes = nodes;
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

static void forget_book(struct player *player)
{
    if (player->book)
        book_release(player->book);
    free(player->book);
    player->book = NULL;
    player->keys.book = NULL;
}

static int read_book(struct player *player, const char *path, struct err *err)
{
    forget_book(player);
    player->book = calloc(1, sizeof *player->book);
    if (!player->book)
        return err_set(err, "out of memory");
    if (book_read(player->book, path, err))
        return -1;
    player->keys.book = player->book;
    return 0;
}

static int set_book(struct player *player, const char *value, struct err *err)
{
    char path[4096];

    player->no_book = strcmp(value, "none") == 0;
    if (player->no_book) {
        forget_book(player);
        return 0;
    }
    if (strcmp(value, "shipped") != 0)
        return read_book(player, value, err);
    if (!book_shipped(path, sizeof path))
        return err_set(err, "no book came with this program");
    return read_book(player, path, err);
}

const struct player_key player_keys[] = {
    { "search", "random, forward, greedy, minimax, alphabeta, perfect",
      "how it looks ahead; default alphabeta", set_search },
    { "depth", "1 to 42", "plies; default 5, or none with nodes or time", set_depth },
    { "ties", "first, center, random",
      "which of equally good moves: leftmost, most central, a random one; default center",
      set_ties },
    { "win", "distance, flat, decay",
      "nearer wins first; all wins equal; or every level returns 0.95 x its best, cut to an "
      "integer; default distance",
      set_win },
    { "view", "mover, root",
      "whose eyes asymmetric weights look through: the side that made the last move at the leaf, "
      "or the player who chooses; default root",
      set_view },
    { "nodes", "1..", "alphabeta: deepens step by step until so many nodes are used", set_nodes },
    { "time", "seconds", "alphabeta: deepens step by step for so long; not reproducible",
      set_time },
    { "book", "FILE, shipped, none",
      "alphabeta, minimax and perfect: exact results of early positions, from a file or those "
      "that come with the program; default none, for perfect shipped",
      set_book },
    { 0 },
};

int player_init(struct player *player, const char *name, struct err *err)
{
    *player = (struct player){
        .name = strdup(name),
        .search = search_find("alphabeta"),
        .keys = { .ties = TIES_CENTER, .win = WIN_DISTANCE, .view = VIEW_ROOT },
    };
    genome_init(&player->genome);
    return player->name ? 0 : err_set(err, "out of memory");
}

void player_release(struct player *player)
{
    genome_release(&player->genome);
    forget_book(player);
    free(player->name);
    free(player->ev);
    *player = (struct player){ 0 };
}

int player_set(struct player *player, const char *key, const char *value, struct err *err)
{
    int gene = gene_find(key);

    for (const struct player_key *k = player_keys; k->name; k++)
        if (strcmp(k->name, key) == 0)
            return k->set(player, value, err) ? err_prefix(err, key) : 0;
    if (gene < 0)
        return err_set(err, "%s: neither a key of players nor a gene", key);
    if (!player->has_genome)
        return err_set(err, "%s: a player without a genome has no genes", key);
    return genome_set(&player->genome, gene, value, err) ? err_prefix(err, key) : 0;
}

/* Where a genome lies: as named, or by its bare name in the known folders. */
static int find_genome(const char *name, char *path, size_t size, struct err *err)
{
    static const char *const folders[] = { "genomes", C4E_DATA_DIR "/genomes" };
    size_t length = strlen(name);
    const char *ending = length > 4 && strcmp(name + length - 4, ".ini") == 0 ? "" : ".ini";

    snprintf(path, size, "%s", name);
    if (strchr(name, '/') || access(path, F_OK) == 0)
        return 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, size, "%s/%s%s", folders[i], name, ending);
        if (access(path, F_OK) == 0)
            return 0;
    }
    return err_set(err, "no genome file '%s', nor 'genomes/%s%s', nor a player of that name", name,
                   name, ending);
}

const struct search *player_without_genome(const char *name)
{
    const struct search *search = search_find(name);

    return search && !search->needs_genome ? search : NULL;
}

int player_load(struct player *player, const char *genome, struct err *err)
{
    const struct search *search = player_without_genome(genome);
    char path[4096];

    if (search) {
        player->search = search;
        return 0;
    }
    if (find_genome(genome, path, sizeof path, err))
        return -1;
    genome_release(&player->genome);
    if (genome_read(&player->genome, path, err))
        return -1;
    player->has_genome = true;
    return 0;
}

/* Perfect play takes the book that comes with the program, where there is one. */
static int ready_book(struct player *player, struct err *err)
{
    const char *search = player->search->name;
    bool perfect = strcmp(search, "perfect") == 0;
    char path[4096];

    if (player->book && !perfect && strcmp(search, "alphabeta") != 0 &&
        strcmp(search, "minimax") != 0)
        return err_set(err, "book is for alphabeta, minimax and perfect, not for %s", search);
    if (player->keys.book && !perfect && player->keys.win == WIN_DECAY)
        return err_set(err, "book cannot be used with win=decay");
    if (perfect && !player->keys.book && !player->no_book && book_shipped(path, sizeof path))
        return read_book(player, path, err);
    return 0;
}

int player_ready(struct player *player, struct err *err)
{
    bool limited = player->keys.nodes || player->keys.seconds > 0;

    if (player->search->needs_genome && !player->has_genome)
        return err_set(err, "search=%s needs a genome", player->search->name);
    if (limited && strcmp(player->search->name, "alphabeta") != 0)
        return err_set(err, "nodes and time are limits of alphabeta, not of %s",
                       player->search->name);
    if (ready_book(player, err))
        return -1;
    if (player->keys.depth == 0)
        player->keys.depth = limited ? DEPTH_LIMIT : DEFAULT_DEPTH;
    if (!player->has_genome)
        return 0;
    player->ev = malloc(sizeof *player->ev);
    if (!player->ev)
        return err_set(err, "out of memory");
    evaluator_compile(player->ev, &player->genome);
    return 0;
}

int player_set_all(struct player *player, const char *text, struct err *err)
{
    char *copy = strdup(text), *rest;
    int status = copy ? 0 : err_set(err, "out of memory");

    for (char *item = copy ? strtok_r(copy, ",", &rest) : NULL; item && status == 0;
         item = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(item, '=');

        if (!equals || equals == item) {
            status = err_set(err, "'%s' is not of the form key=value", item);
        } else {
            *equals = '\0';
            status = player_set(player, item, equals + 1, err);
        }
    }
    free(copy);
    return status;
}

/* Errors of the genome name its file already; all others get the text of the player. */
int player_parse(struct player *player, const char *text, struct err *err)
{
    char *copy;
    char *colon;
    int status;

    if (player_init(player, text, err))
        return -1;
    copy = strdup(text);
    if (!copy) {
        player_release(player);
        return err_set(err, "out of memory");
    }
    colon = strchr(copy, ':');
    if (colon)
        *colon = '\0';
    status = player_load(player, copy, err);
    if (status == 0 &&
        ((colon && player_set_all(player, colon + 1, err)) || player_ready(player, err)))
        status = err_prefix(err, text);
    free(copy);
    if (status)
        player_release(player);
    return status;
}

bool player_deterministic(const struct player *player)
{
    return !player->search->random && player->keys.ties != TIES_RANDOM && player->keys.seconds == 0;
}

void player_move(const struct player *player, const struct position *pos, struct worker *worker,
                 struct stream stream, struct choice *choice)
{
    struct search_input in = { .keys = &player->keys, .ev = player->ev, .pos = pos };
    struct rng rng;

    rng_open(&rng, stream);
    *choice = (struct choice){ 0 };
    player->search->choose(&in, worker, &rng, choice);
}
