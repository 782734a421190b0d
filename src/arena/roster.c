#include "arena/roster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/uci_player.h"
#include "base/num.h"

#define PLAYER_WORD "player"

bool roster_heading(const struct conf_entry *entry)
{
    size_t word = strlen(PLAYER_WORD);

    return !entry->key && strncmp(entry->section, PLAYER_WORD, word) == 0 &&
           strchr(" \t", entry->section[word]);
}

uint32_t roster_count(const struct conf *conf)
{
    uint32_t players = 0;

    for (size_t i = 0; i < conf->n; i++)
        players += roster_heading(&conf->entry[i]);
    return players;
}

/* Whether it is a key of that section that player_set handles. */
static bool sets_player(const struct conf_entry *e, const char *section)
{
    return e->key && strcmp(e->section, section) == 0 && strcmp(e->key, "genome") != 0 &&
           strcmp(e->key, "published") != 0;
}

/* The program of an engine is a path relative to the file if it contains a slash. */
static int load_engine(struct player *player, const struct conf *conf, const char *text,
                       struct err *err)
{
    char *path;
    int status;

    if (player_load(player, text, err))
        return -1;
    if (!strchr(player->keys.uci->argv[0], '/'))
        return 0;
    path = conf_resolve(conf, player->keys.uci->argv[0]);
    status =
        path ? uci_spec_place(player->keys.uci, path, err) : err_shortage(err, "out of memory");
    free(path);
    return status;
}

/* A genome is a path relative to the file, a bare name, or a player without one. */
static int load_genome(struct player *player, const struct conf *conf, const char *genome,
                       struct err *err)
{
    bool path = strchr(genome, '/') || strstr(genome, ".ini");
    char *resolved = path ? conf_resolve(conf, genome) : NULL;
    int status = path && !resolved ? err_shortage(err, "out of memory")
                                   : player_load(player, path ? resolved : genome, err);

    free(resolved);
    return status;
}

static int load_player(struct player *player, const struct conf *conf, const char *genome,
                       struct err *err)
{
    bool engine = strncmp(genome, UCI_PREFIX, strlen(UCI_PREFIX)) == 0;

    return engine ? load_engine(player, conf, genome, err) : load_genome(player, conf, genome, err);
}

static int pass(const struct conf *conf, const struct conf_entry *e, struct err *err,
                const struct err *why)
{
    size_t named = strlen(e->key) + 2;

    if (why->kind != ERR_ANY)
        return conf_pass(conf, e, err, why);
    return conf_error(conf, e, err, "%s", why->text + named);
}

/* Applies all keys of the section. Messages of player_set begin with the key, and so do those of
 * conf_error. */
static int apply_section(struct player *player, const struct conf *conf, const char *section,
                         struct err *err)
{
    struct err why;
    int status = 0;

    for (size_t i = 0; i < conf->n; i++) {
        const struct conf_entry *e = &conf->entry[i];

        if (sets_player(e, section) && player_set(player, e->key, e->value, &why))
            status = pass(conf, e, err, &why);
    }
    return status;
}

/* Tries the defaults on a player that has genes, so that their errors are reported once and not for
 * every player. */
static int check_defaults(struct conf *conf, struct err *err)
{
    struct conf_entry *genome = conf_find(conf, ROSTER_DEFAULTS, "genome");
    struct conf_entry *published = conf_find(conf, ROSTER_DEFAULTS, "published");
    struct player player;
    struct err why;
    int status = 0;

    if (player_init(&player, ROSTER_DEFAULTS, &why))
        return err_join(err, &why);
    if (genome && load_player(&player, conf, genome->value, &why))
        status = conf_pass(conf, genome, err, &why);
    if (published)
        status = conf_error(conf, published, err, "belongs in the section of a player");
    player.has_genome = true;
    status |= apply_section(&player, conf, ROSTER_DEFAULTS, err);
    player_release(&player);
    return status;
}

static bool default_applies(const struct player *player, bool built_in, const char *key)
{
    if (gene_find(key) >= 0)
        return player->has_genome;
    return !built_in || (strcmp(key, "search") != 0 && player_takes_key(player, key));
}

/* Fails only for a shortage: check_defaults has told the other errors. */
static int apply_defaults(struct player *player, bool built_in, const struct conf *conf,
                          struct err *err)
{
    struct err why;

    for (size_t i = 0; i < conf->n; i++) {
        const struct conf_entry *e = &conf->entry[i];

        if (sets_player(e, ROSTER_DEFAULTS) && default_applies(player, built_in, e->key) &&
            player_set(player, e->key, e->value, &why) && why.kind != ERR_ANY)
            return conf_pass(conf, e, err, &why);
    }
    return 0;
}

/* The name is what follows the word, without the space around it. */
static int name_player(struct player *player, const struct player *others, const struct conf *conf,
                       const struct conf_entry *heading, struct err *err)
{
    const char *name = heading->section + strlen(PLAYER_WORD);
    struct err why;
    size_t length;

    name += strspn(name, " \t");
    if (player_init(player, name, &why))
        return conf_pass(conf, heading, err, &why);
    for (length = strlen(name); length > 0 && strchr(" \t", name[length - 1]); length--)
        player->name[length - 1] = '\0';
    if (length == 0)
        return conf_error(conf, heading, err, "a player needs a name: [player NAME]");
    for (; others < player; others++)
        if (others->name && strcmp(others->name, player->name) == 0)
            return conf_error(conf, heading, err, "another player has that name");
    return 0;
}

static int read_published(double *published, struct conf *conf, const char *section,
                          struct err *err)
{
    struct conf_entry *e = conf_find(conf, section, "published");

    *published = NAN;
    if (e && (num_parse_double(e->value, published) || *published < 0))
        return conf_error(conf, e, err, "'%s' is not a number of wins", e->value);
    return 0;
}

/* Fills in a player that has a name. Errors that follow from bad defaults are not reported again. */
static int make_player(struct player *player, struct conf *conf, const struct conf_entry *heading,
                       bool bad_defaults, struct err *err)
{
    struct conf_entry *own = conf_find(conf, heading->section, "genome");
    struct conf_entry *genome = own ? own : conf_find(conf, ROSTER_DEFAULTS, "genome");
    int status = 0;
    struct err why;

    if (genome && load_player(player, conf, genome->value, &why)) {
        if (own || why.kind != ERR_ANY)
            status = conf_pass(conf, genome, err, &why);
        if (why.kind != ERR_ANY)
            return -1;
    }
    status |= apply_defaults(player, genome && !player->has_genome, conf, err);
    status |= apply_section(player, conf, heading->section, err);
    if (status || bad_defaults)
        return -1;
    return player_ready(player, &why) ? conf_pass(conf, heading, err, &why) : 0;
}

int roster_read(struct player *player, double *published, struct conf *conf, struct err *err)
{
    int bad_defaults = check_defaults(conf, err);
    int status = bad_defaults;
    uint32_t n = 0;

    for (size_t i = 0; i < conf->n; i++) {
        const struct conf_entry *heading = &conf->entry[i];

        if (!roster_heading(heading))
            continue;
        status |= read_published(&published[n], conf, heading->section, err);
        status |= name_player(&player[n], player, conf, heading, err);
        if (player[n].name)
            status |= make_player(&player[n], conf, heading, bad_defaults, err);
        n++;
    }
    return status;
}
