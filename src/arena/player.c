#include "arena/player.h"

#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "arena/human.h"
#include "base/data.h"
#include "base/quote.h"
#include "base/utf8.h"
#include "engines/uci_genes.h"
#include "engines/uci_player.h"
#include "heuristic/custom.h"
#include "search/pv.h"
#include "search/move_values.h"

int player_init(struct player *player, const char *name, struct err *err)
{
    *player = (struct player){
        .name = strdup(name),
        .search = search_find("alphabeta"),
        .keys = { .ties = TIES_CENTER, .win = WIN_DISTANCE, .view = VIEW_ROOT },
    };
    genome_init(&player->genome);
    if (!player->name)
        return err_shortage(err, "out of memory");
    utf8_tame(player->name); /* it is shown in many places */
    return 0;
}

void player_release(struct player *player)
{
    genome_release(&player->genome);
    player_keys_release(player);
    free(player->name);
    free(player->ev);
    uci_spec_drop(player->keys.uci);
    *player = (struct player){ 0 };
}

void players_release(struct player *list, size_t n)
{
    for (size_t i = 0; list && i < n; i++)
        player_release(&list[i]);
    free(list);
}

/* The keys that engines share with other players. */
static bool is_limit(const char *key)
{
    return strcmp(key, "depth") == 0 || strcmp(key, "nodes") == 0 || strcmp(key, "time") == 0;
}

static int unknown_key(const char *key, struct err *err)
{
    struct nearest near;

    nearest_init(&near, key);
    for (const struct player_key *k = player_keys; k->name; k++)
        nearest_offer(&near, k->name);
    gene_offer(&near);
    return err_set(err, "%s: neither a player key nor a gene%s", key, nearest_hint(&near));
}

int player_set(struct player *player, const char *key, const char *value, struct err *err)
{
    int gene = gene_find(key);

    if (player->keys.uci && !is_limit(key))
        return uci_spec_set(player->keys.uci, key, value, err);
    for (const struct player_key *k = player_keys; k->name; k++)
        if (strcmp(k->name, key) == 0)
            return k->set(player, value, err) ? err_prefix(err, key) : 0;
    if (gene < 0)
        return unknown_key(key, err);
    if (!player->has_genome)
        return err_set(err, "%s: a player without a genome has no genes", key);
    return genome_set(&player->genome, gene, value, err) ? err_prefix(err, key) : 0;
}

bool player_takes_key(const struct player *player, const char *key)
{
    for (const struct player_key *k = player_keys; k->name; k++)
        if (strcmp(k->name, key) == 0)
            return !k->takes || player->search->takes & k->takes;
    return true;
}

/* Set once, before anything else happens. */
static const struct player_source *runs;

void player_set_source(const struct player_source *source)
{
    runs = source;
}

bool player_of_run(const char *name)
{
    return runs && runs->knows(name);
}

/* Calls found for the genomes of a folder that no earlier folder has. */
static void list_folder(const char *root, player_genome_found *found, void *context)
{
    char pattern[DATA_PATH_SIZE], first[DATA_PATH_SIZE];
    bool here = strcmp(root, ".") == 0;
    glob_t files = { 0 };

    snprintf(pattern, sizeof pattern, "%s%sgenomes/*.ini", here ? "" : root, here ? "" : "/");
    glob(pattern, 0, NULL, &files);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *file = strrchr(files.gl_pathv[i], '/') + 1;
        char name[NAME_MAX + 1];

        if (!data_find(file - strlen("genomes/"), DATA_HERE_FIRST, first) ||
            strcmp(first, files.gl_pathv[i]) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".ini")), file);
        found(context, name);
    }
    globfree(&files);
}

void player_list_genomes(player_genome_found *found, void *context)
{
    const char *root;

    for (size_t i = 0; (root = data_root(DATA_HERE_FIRST, i)); i++)
        list_folder(root, found, context);
}

static void offer_name(void *near, const char *name)
{
    nearest_offer(near, name);
}

static int unknown_name(const char *name, const char *ending, struct err *err)
{
    const struct search *s;
    struct nearest near;
    char source[DATA_PATH_SIZE];

    snprintf(source, sizeof source, "%s.c", name);
    if (access(source, F_OK) == 0)
        return err_set(
            err, "no player is called '%s'; if you mean the heuristic %s, name it: --heuristic %s",
            name, source, source);
    nearest_init(&near, name);
    if (!*ending && strlen(name) < sizeof near.typed)
        near.typed[strlen(name) - strlen(".ini")] = '\0';
    player_list_genomes(offer_name, &near);
    for (int i = 0; (s = search_at(i)); i++)
        if (!s->needs_genome)
            nearest_offer(&near, s->name);
    return err_set(err, "no genome file '%s' or 'genomes/%s%s', and no player of that name%s", name,
                   name, ending, nearest_hint(&near));
}

static int refuse_source(const char *name, struct err *err)
{
    char family[CUSTOM_NAME_SIZE];

    return err_set(err,
                   "%s is a heuristic and not a genome: name it with --heuristic %s; the player is "
                   "called %s",
                   name, name, custom_name(name, family));
}

int player_genome_path(const char *name, char *path, size_t size, struct err *err)
{
    char sought[DATA_PATH_SIZE], found[DATA_PATH_SIZE];
    size_t length = strlen(name);
    const char *ending = length > 4 && strcmp(name + length - 4, ".ini") == 0 ? "" : ".ini";

    snprintf(path, size, "%s", name);
    if (length > 2 && strcmp(name + length - 2, ".c") == 0)
        return refuse_source(name, err);
    if (strchr(name, '/') || custom_find(name) || uci_genes_known(name) ||
        access(path, F_OK) == 0 || player_of_run(name))
        return 0;
    snprintf(sought, sizeof sought, "genomes/%s%s", name, ending);
    if (data_find(sought, DATA_HERE_FIRST, found)) {
        snprintf(path, size, "%s", found);
        return 0;
    }
    return unknown_name(name, ending, err);
}

const struct search *player_without_genome(const char *name)
{
    const struct search *search = search_find(name);

    return search && !search->needs_genome ? search : NULL;
}

/* A run folder stands for its champion. */
static void enter_run(char *path, size_t size)
{
    static const char *const files[] = { "/run.db", "/champion.ini" }; /* the last is the genome */
    size_t length = strlen(path);

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path + length, size - length, "%s", files[i]);
        if (access(path, F_OK) != 0) {
            path[length] = '\0';
            return;
        }
    }
}

int player_read_genome(struct genome *genome, const char *name, struct err *err)
{
    char path[4096];

    if (uci_genes_known(name)) {
        uci_genes_genome(genome, name);
        return 0;
    }
    if (custom_find(name))
        return custom_read(genome, name, err);
    if (player_of_run(name))
        return runs->read(genome, name, err);
    snprintf(path, sizeof path, "%s", name);
    enter_run(path, sizeof path);
    return genome_read(genome, path, err);
}

static bool is_uci(const char *text)
{
    return strncmp(text, UCI_PREFIX, strlen(UCI_PREFIX)) == 0;
}

int player_load(struct player *player, const char *genome, struct err *err)
{
    const struct search *search = player_without_genome(genome);
    char path[4096];

    if (strcmp(genome, HUMAN_NAME) == 0)
        search = &search_human;
    if (search) {
        player->search = search;
        return 0;
    }
    if (is_uci(genome)) {
        uci_spec_drop(player->keys.uci);
        player->keys.uci = uci_spec_new(genome + strlen(UCI_PREFIX), err);
        player->search = &search_uci;
        return player->keys.uci ? 0 : -1;
    }
    if (player_genome_path(genome, path, sizeof path, err))
        return -1;
    genome_release(&player->genome);
    if (player_read_genome(&player->genome, path, err))
        return -1;
    player->has_genome = true;
    return 0;
}

/* A genome of an engine's options plays as that engine. Its evaluation says nothing. */
static int become_engine(struct player *player, struct err *err)
{
    struct uci_spec *spec;

    if (uci_genes_spec(&spec, player->genome.gene, err))
        return -1;
    uci_spec_drop(player->keys.uci);
    player->keys.uci = spec;
    player->search = &search_uci;
    if (player_keys_ready(player, err))
        return -1;
    if (!player->ev)
        player->ev = malloc(sizeof *player->ev);
    return player->ev ? 0 : err_shortage(err, "out of memory");
}

/* All but compiling the genome. */
static int prepare(struct player *player, struct err *err)
{
    if (player->search->needs_genome && !player->has_genome)
        return err_set(err, "search=%s needs a genome", player->search->name);
    if (player->has_genome && uci_genes_used(player->genome.gene))
        return become_engine(player, err);
    if (player_keys_ready(player, err) ||
        (player->keys.uci && uci_player_try(player->keys.uci, err)))
        return -1;
    if (!player->has_genome)
        return 0;
    player->ev = malloc(sizeof *player->ev);
    return player->ev ? 0 : err_shortage(err, "out of memory");
}

int player_ready(struct player *player, struct err *err)
{
    return players_ready(player, 1, err);
}

/* Compiling takes most of the time, and genomes share nothing that it changes. */
int players_ready(struct player *list, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].search && prepare(&list[i], err))
            return -1;
#pragma omp parallel for schedule(dynamic) if (n > 1)
    for (size_t i = 0; i < n; i++)
        if (list[i].ev)
            evaluator_compile(list[i].ev, &list[i].genome);
    return 0;
}

int player_set_all(struct player *player, const char *text, struct err *err)
{
    char *copy = strdup(text), *rest = copy, *item;
    int status = copy ? 0 : err_shortage(err, "out of memory");

    while (status == 0 && (item = quote_next(&rest, ","))) {
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

/* The keys, which follow the colon after a genome or a command; or NULL. */
static char *find_keys(char *text)
{
    char *colon;

    if (is_uci(text))
        return uci_keys_begin(text + strlen(UCI_PREFIX));
    colon = strchr(text, ':');
    return colon ? colon + 1 : NULL;
}

/* Errors in a genome name its file; all others are prefixed with the text. */
int player_parse(struct player *player, const char *text, struct err *err)
{
    char *copy, *keys;
    int status;

    if (player_init(player, text, err))
        return -1;
    copy = strdup(text);
    if (!copy) {
        player_release(player);
        return err_shortage(err, "out of memory");
    }
    keys = find_keys(copy);
    if (keys)
        keys[-1] = '\0';
    status = player_load(player, copy, err);
    if (status == 0 && ((keys && player_set_all(player, keys, err)) || player_ready(player, err)))
        status = err_prefix(err, text);
    free(copy);
    if (status)
        player_release(player);
    return status;
}

bool player_deterministic(const struct player *player)
{
    return !player->search->random && player->keys.ties != TIES_RANDOM &&
           player->keys.seconds == 0 && player->keys.sample == 0;
}

bool player_is_human(const struct player *player)
{
    return player->search == &search_human;
}

void player_move(const struct player *player, const struct position *pos, struct worker *worker,
                 struct stream stream, struct choice *choice)
{
    struct search_input in = { .keys = &player->keys, .ev = player->ev, .pos = pos };
    struct rng rng;

    rng_open(&rng, stream);
    *choice = (struct choice){ 0 };
    worker->shortage = false;
    player->search->choose(&in, worker, &rng, choice);
}

void player_pv(const struct player *player, const struct position *pos, const struct choice *choice,
               struct worker *worker, struct moves *line)
{
    struct search_input in = { .keys = &player->keys, .ev = player->ev, .pos = pos };

    pv_find(player->search, &in, choice, worker, line);
}

void player_values(const struct player *player, const struct position *pos,
                   const struct choice *choice, struct stream stream, struct worker *worker,
                   int32_t value[COLUMNS])
{
    struct search_input in = { .keys = &player->keys, .ev = player->ev, .pos = pos };

    for (int c = 0; c < COLUMNS; c++)
        value[c] = values_of(player->search, &in, choice, stream, worker, c);
}
