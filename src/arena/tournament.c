#include "arena/tournament.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/listing.h"
#include "base/num.h"

#define PLAYER_PREFIX "player "

/* What the file says, before the schedule is made from it. */
struct plan {
    struct tournament *t;
    struct conf *conf;
    struct err *err;
    bool failed;
    enum { ROUND_ROBIN, GAUNTLET, LISTED } schedule;
    enum pairing pairs;
    long games;
};

static void complain(struct plan *p, const struct conf_entry *e, const char *why)
{
    conf_error(p->conf, e, p->err, "%s", why);
    p->failed = true;
}

/* The value of a key of [tournament], or NULL. */
static struct conf_entry *find(struct plan *p, const char *key)
{
    return conf_find(p->conf, "tournament", key);
}

static int choice_of(struct plan *p, const char *key, const char *const *names, int preset)
{
    struct conf_entry *e = find(p, key);
    char why[256] = "is not one of";

    if (!e)
        return preset;
    for (int i = 0; names[i]; i++) {
        size_t used = strlen(why);

        if (strcmp(e->value, names[i]) == 0)
            return i;
        snprintf(why + used, sizeof why - used, "%s %s", i ? "," : "", names[i]);
    }
    complain(p, e, why);
    return preset;
}

static long number_of(struct plan *p, const char *key, long low, long high, long preset)
{
    struct conf_entry *e = find(p, key);
    long number = preset;
    char why[128];

    if (e && (num_parse_long(e->value, &number) || number < low || number > high)) {
        snprintf(why, sizeof why, "is not a whole number from %ld to %ld", low, high);
        complain(p, e, why);
        return preset;
    }
    return number;
}

/* Openings are "empty", "plies:count" or a file. */
static void take_openings(struct plan *p)
{
    struct contest *c = &p->t->contest;
    struct conf_entry *e = find(p, "openings");
    unsigned plies, count;
    int used = 0;
    struct err why;
    char *path;

    if (!e || strcmp(e->value, "empty") == 0) {
        p->failed |= openings_empty(&c->openings, p->err) != 0;
    } else if (sscanf(e->value, "%2u:%7u%n", &plies, &count, &used) == 2 && !e->value[used]) {
        if (plies < 1 || plies > 20 || count < 1)
            complain(p, e, "plies must be 1 to 20 and the count at least 1");
        else if (openings_draw(&c->openings, (int)plies, count, OPENING_ANY, c->seed, 0, &why))
            complain(p, e, why.text);
        else if (c->openings.n < count)
            complain(p, e, "there are not so many distinct openings of these plies");
    } else {
        path = conf_resolve(p->conf, e->value);
        if (!path || openings_read(&c->openings, path, &why))
            complain(p, e, path ? why.text : "out of memory");
        free(path);
    }
}

static void take_seed(struct plan *p)
{
    struct conf_entry *e = find(p, "seed");

    p->t->contest.seed = 1;
    if (e && num_parse_u64(e->value, &p->t->contest.seed))
        complain(p, e, "is not a whole number");
}

static void take_anchor(struct plan *p)
{
    struct conf_entry *name = find(p, "anchor"), *elo = find(p, "anchor_elo");
    struct contest *c = &p->t->contest;

    p->t->anchor = (struct rating_anchor){ .player = RATING_MEAN };
    if (elo && num_parse_double(elo->value, &p->t->anchor.elo))
        complain(p, elo, "is not a number");
    if (!name)
        return;
    for (uint32_t i = 0; i < c->players; i++)
        if (c->player[i].name && strcmp(c->player[i].name, name->value) == 0)
            p->t->anchor.player = i;
    if (p->t->anchor.player == RATING_MEAN)
        complain(p, name, "no player of that name");
}

static bool is_player(const struct conf_entry *e)
{
    return strncmp(e->section, PLAYER_PREFIX, strlen(PLAYER_PREFIX)) == 0;
}

/* A genome is a path relative to the file, a bare name, or a player without one. */
static void load_genome(struct plan *p, struct player *player, struct conf_entry *e)
{
    bool path = strchr(e->value, '/') || strstr(e->value, ".ini");
    char *resolved = path ? conf_resolve(p->conf, e->value) : NULL;
    struct err why;

    if (player_load(player, resolved ? resolved : e->value, &why))
        complain(p, e, why.text);
    free(resolved);
}

/* Applies the keys of a section, genes or others, to the player. */
static void apply_section(struct plan *p, struct player *player, const char *section, bool genes,
                          bool keys)
{
    for (size_t i = 0; i < p->conf->n; i++) {
        struct conf_entry *e = &p->conf->entry[i];
        bool gene = e->key && gene_find(e->key) >= 0;
        struct err why;

        if (!e->key || strcmp(e->section, section) != 0 || strcmp(e->key, "genome") == 0 ||
            strcmp(e->key, "published") == 0 || !(gene ? genes : keys))
            continue;
        /* What is wrong with a default is said once, not for every player. */
        if (player_set(player, e->key, e->value, &why) &&
            !(e->used && strcmp(section, "defaults") == 0))
            complain(p, e, strchr(why.text, ':') ? strchr(why.text, ':') + 2 : why.text);
        e->used = true;
    }
}

/* Defaults come first, but a player without a genome keeps its own search, and
 * has no genes to be changed. */
static void make_player(struct plan *p, uint32_t index, const struct conf_entry *heading)
{
    struct player *player = &p->t->contest.player[index];
    struct conf_entry *genome = conf_find(p->conf, heading->section, "genome");
    struct conf_entry *published = conf_find(p->conf, heading->section, "published");
    struct err why;

    p->t->published[index] = NAN;
    if (player_init(player, heading->section + strlen(PLAYER_PREFIX), &why)) {
        complain(p, heading, why.text);
        return;
    }
    apply_section(p, player, "defaults", false, true);
    if (!genome)
        genome = conf_find(p->conf, "defaults", "genome");
    if (genome)
        load_genome(p, player, genome);
    if (player->has_genome)
        apply_section(p, player, "defaults", true, false);
    apply_section(p, player, heading->section, true, true);
    if (!p->failed && player_ready(player, &why))
        complain(p, heading, why.text);
    if (published && num_parse_double(published->value, &p->t->published[index]))
        complain(p, published, "is not a number");
}

static void make_players(struct plan *p)
{
    uint32_t index = 0;

    for (size_t i = 0; i < p->conf->n; i++)
        if (!p->conf->entry[i].key && is_player(&p->conf->entry[i]))
            make_player(p, index++, &p->conf->entry[i]);
}

static uint32_t count_players(const struct conf *conf)
{
    uint32_t players = 0;

    for (size_t i = 0; i < conf->n; i++)
        players += !conf->entry[i].key && is_player(&conf->entry[i]);
    return players;
}

/* Sections and keys that nothing above has asked for. */
static void find_strangers(struct plan *p)
{
    for (size_t i = 0; i < p->conf->n; i++) {
        const struct conf_entry *e = &p->conf->entry[i];
        bool known = is_player(e) || strcmp(e->section, "tournament") == 0 ||
                     strcmp(e->section, "defaults") == 0;

        if (e->key ? known && !e->used && strcmp(e->section, "tournament") == 0 : !known)
            complain(p, e, e->key ? "no such key" : "no such section");
        else if (e->key && !known && e->line == 0)
            complain(p, e, "no such section");
        else if (e->key && strcmp(e->section, "defaults") == 0 && strcmp(e->key, "published") == 0)
            complain(p, e, "belongs to a single player");
    }
}

static void take_list(struct plan *p)
{
    struct conf_entry *e = find(p, "list");
    struct tournament *t = p->t;
    struct err why;
    char *path;

    if (p->schedule == LISTED && !e) {
        err_add(p->err, "%s: tournament.list: missing; schedule = listed needs it", p->conf->path);
        p->failed = true;
    }
    if (!e)
        return;
    path = conf_resolve(p->conf, e->value);
    if (!path ||
        listing_read(&t->listed, &t->listed_n, path, t->contest.player, t->contest.players, &why))
        complain(p, e, path ? why.text : "out of memory");
    free(path);
}

static int make_schedule(struct plan *p)
{
    struct contest *c = &p->t->contest;
    size_t games = (size_t)p->games;

    if (p->schedule == ROUND_ROBIN)
        return schedule_round_robin(&c->schedule, c->players, p->pairs, c->openings.n, games,
                                    p->err);
    if (p->schedule == GAUNTLET)
        return schedule_gauntlet(&c->schedule, c->players, p->pairs, c->openings.n, games, p->err);
    for (size_t i = 0; i < p->t->listed_n; i++)
        if (schedule_pair(&c->schedule, p->t->listed[i].x, p->t->listed[i].o, p->pairs,
                          c->openings.n, games, p->err))
            return -1;
    return 0;
}

static void take_all(struct plan *p)
{
    static const char *const schedules[] = { "round-robin", "gauntlet", "listed", NULL };
    static const char *const pairs[] = { "swapped", "ordered", "first-a", NULL };
    static const char *const curves[] = { "none", "depth", NULL };

    find(p, "name");
    take_seed(p);
    p->schedule = choice_of(p, "schedule", schedules, ROUND_ROBIN);
    p->pairs = (enum pairing)choice_of(p, "pairs", pairs, PAIRING_SWAPPED);
    p->games = number_of(p, "games", 1, 1000000, 1);
    p->t->curve = choice_of(p, "curve", curves, 0) == 1;
    take_openings(p);
    make_players(p);
    take_anchor(p);
    take_list(p);
    find_strangers(p);
}

static int plan_tournament(struct plan *p)
{
    struct conf_entry *name = conf_find(p->conf, "tournament", "name");
    uint32_t players = count_players(p->conf);

    if (players < 2)
        return err_set(p->err, "%s: %s", p->conf->path,
                       players ? "only one [player NAME] section; a tournament needs two"
                               : "no [player NAME] section; a tournament needs two");
    if (contest_init(&p->t->contest, name ? name->value : p->conf->path, players, p->err))
        return -1;
    p->t->published = calloc(players, sizeof *p->t->published);
    if (!p->t->published)
        return err_set(p->err, "out of memory");
    p->err->text[0] = '\0';
    take_all(p);
    return p->failed ? -1 : make_schedule(p);
}

int tournament_read(struct tournament *t, const char *path, const char *const *overrides,
                    int override_count, struct err *err)
{
    struct conf conf;
    struct plan plan = { .t = t, .conf = &conf, .err = err };
    int status = 0;

    *t = (struct tournament){ 0 };
    if (conf_read(&conf, path, err))
        return -1;
    for (int i = 0; i < override_count && status == 0; i++)
        status = conf_override(&conf, overrides[i], err);
    if (status == 0)
        status = plan_tournament(&plan);
    conf_release(&conf);
    if (status)
        tournament_release(t);
    return status;
}

void tournament_release(struct tournament *t)
{
    contest_release(&t->contest);
    free(t->published);
    free(t->listed);
    *t = (struct tournament){ 0 };
}
