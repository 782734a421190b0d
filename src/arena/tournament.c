#include "arena/tournament.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "base/num.h"
#include "base/text_file.h"

#define GAMES_MAX 100000000 /* 6 GB of games and results */
#define ELO_MAX   100000

enum tournament_schedule { ROUND_ROBIN, GAUNTLET, LISTED };

/* The contents of the file, before the schedule is made from them. */
struct plan {
    struct tournament *t;
    struct conf *conf;
    struct err *err;
    bool failed;
    enum tournament_schedule schedule;
    long games;
    bool repeats;
};

/* Adds an error about an entry, or about the whole file if there is none. Returns -1. */
__attribute__((format(printf, 3, 4))) static int
complain(struct plan *p, const struct conf_entry *e, const char *fmt, ...)
{
    char why[sizeof p->err->text];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    p->failed = true;
    return e ? conf_error(p->conf, e, p->err, "%s", why)
             : err_add(p->err, "%s: %s", p->conf->path, why);
}

/* The same for an error that was found on the way, whose kind it keeps. */
static int pass(struct plan *p, const struct conf_entry *e, const struct err *why)
{
    complain(p, e, "%s", why->text);
    if (why->kind != ERR_ANY)
        p->err->kind = why->kind;
    return -1;
}

/* The value of a key of [tournament], or NULL. */
static struct conf_entry *find(struct plan *p, const char *key)
{
    return conf_find(p->conf, "tournament", key);
}

static int choice_of(struct plan *p, const char *key, const char *const *names, int preset)
{
    struct conf_entry *e = find(p, key);
    char known[128] = "";

    if (!e)
        return preset;
    for (int i = 0; names[i]; i++) {
        size_t used = strlen(known);

        if (strcmp(e->value, names[i]) == 0)
            return i;
        snprintf(known + used, sizeof known - used, "%s %s", i ? "," : "", names[i]);
    }
    complain(p, e, "'%s' is not one of%s", e->value, known);
    return preset;
}

static void take_games(struct plan *p)
{
    struct conf_entry *e = find(p, "games");

    p->games = 1;
    if (e && (num_parse_long(e->value, &p->games) || p->games < 1 || p->games > GAMES_MAX))
        complain(p, e, "'%s' is not a whole number from 1 to %d", e->value, GAMES_MAX);
}

/* Openings as "plies:count"; a file with such a name can be given as ./4:20. */
static bool is_drawn(const char *value)
{
    return strchr(value, ':') && value[strspn(value, "0123456789:-")] == '\0';
}

static void draw_openings(struct plan *p, const struct conf_entry *e)
{
    struct games *c = &p->t->games;
    char *end;
    long plies = strtol(e->value, &end, 10);
    long count = *end == ':' ? strtol(end + 1, &end, 10) : 0;
    struct err why;

    if (*end || plies < 1 || plies > 20 || count < 1 || count > 1000000)
        complain(p, e, "'%s' is not plies:count with 1 to 20 plies and a count from 1 to 1000000",
                 e->value);
    else if (openings_draw(&c->openings, (int)plies, (size_t)count, OPENING_ANY, c->seed, 0, &why))
        pass(p, e, &why);
    else if (c->openings.n < (size_t)count)
        complain(p, e, "there are only %zu distinct openings of %ld plies", c->openings.n, plies);
}

static void take_openings(struct plan *p)
{
    struct games *c = &p->t->games;
    struct conf_entry *e = find(p, "openings");
    struct err why;
    char *path;

    if (!e || strcmp(e->value, "empty") == 0) {
        if (openings_empty(&c->openings, &why))
            pass(p, e, &why);
    } else if (is_drawn(e->value)) {
        draw_openings(p, e);
    } else {
        path = conf_resolve(p->conf, e->value);
        if (path ? openings_read(&c->openings, path, &why) : err_shortage(&why, "out of memory"))
            pass(p, e, &why);
        free(path);
    }
}

static void take_seed(struct plan *p)
{
    struct conf_entry *e = find(p, "seed");

    p->t->games.seed = 1;
    if (e && num_parse_u64(e->value, &p->t->games.seed))
        complain(p, e, "'%s' is not a whole number from 0 to 2^64 - 1", e->value);
}

static void take_anchor(struct plan *p)
{
    struct conf_entry *name = find(p, "anchor"), *elo = find(p, "anchor_elo");
    struct games *c = &p->t->games;

    p->t->anchor = (struct rating_anchor){ .player = RATING_MEAN };
    if (elo &&
        (num_parse_double(elo->value, &p->t->anchor.elo) || fabs(p->t->anchor.elo) > ELO_MAX))
        complain(p, elo, "'%s' is not a number from %d to %d", elo->value, -ELO_MAX, ELO_MAX);
    if (!name)
        return;
    for (uint32_t i = 0; i < c->players; i++)
        if (c->player[i].name && strcmp(c->player[i].name, name->value) == 0)
            p->t->anchor.player = i;
    if (p->t->anchor.player == RATING_MEAN)
        complain(p, name, "no player '%s'", name->value);
}

static bool has_heading(const struct conf *conf, const char *section)
{
    for (size_t i = 0; i < conf->n; i++)
        if (!conf->entry[i].key && strcmp(conf->entry[i].section, section) == 0)
            return true;
    return false;
}

/* Unknown sections and keys. Keys without a heading come from overrides, or from before the first
 * section. */
static void find_unknown(struct plan *p)
{
    for (size_t i = 0; i < p->conf->n; i++) {
        const struct conf_entry *e = &p->conf->entry[i];
        bool tournament = strcmp(e->section, "tournament") == 0;

        if (tournament && e->key && !e->used)
            complain(p, e, "no such key");
        else if (tournament || strcmp(e->section, ROSTER_DEFAULTS) == 0 || roster_heading(e))
            continue;
        else if (!e->key || !has_heading(p->conf, e->section))
            complain(p, e, *e->section ? "no such section" : "comes before the first section");
    }
}

#define FIELDS 16

/* A CSV file while it is read. */
struct csv_list {
    const struct player *player;
    uint32_t players;
    int x, o, games, score; /* columns; -1 when there is no such column */
    struct listed_pair *pair;
    size_t n;
};

/* Takes the quotes off a field, in place. Returns where the field ends: at a comma or at the end
 * of the line. */
static char *unquote(char *field)
{
    char *from = field + 1, *to = field;

    for (; *from; from++) {
        if (*from == '"' && *++from != '"')
            break;
        *to++ = *from;
    }
    from += strcspn(from, ",");
    *to = '\0';
    return from;
}

/* Cuts a line at commas outside of quotes. Returns the number of fields. */
static int split(char *line, char *field[FIELDS])
{
    int n = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (line && n < FIELDS) {
        char *end;

        line += strspn(line, " \t");
        field[n++] = line;
        end = *line == '"' ? unquote(line) : line + strcspn(line, ",");
        line = *end ? end + 1 : NULL;
        while (end > field[n - 1] && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        *end = '\0';
    }
    return n;
}

static int find_column(char *const *field, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(field[i], name) == 0)
            return i;
    return -1;
}

static int read_heading(struct csv_list *l, char *line, struct err *err)
{
    char *field[FIELDS];
    int n;

    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3; /* a byte-order mark, as spreadsheets write */
    n = split(line, field);
    l->x = find_column(field, n, "x");
    l->o = find_column(field, n, "o");
    l->games = find_column(field, n, "games");
    l->score = find_column(field, n, "score");
    if (l->x < 0 || l->o < 0)
        return err_set(err, "the first line must name the columns x and o");
    if ((l->games < 0) != (l->score < 0))
        return err_set(err, "the columns games and score go together");
    return 0;
}

static int find_player(const struct csv_list *l, const char *name, uint32_t *out, struct err *err)
{
    for (uint32_t i = 0; i < l->players; i++) {
        if (l->player[i].name && strcmp(l->player[i].name, name) == 0) {
            *out = i;
            return 0;
        }
    }
    return err_set(err, "no player '%s' in the config", name);
}

static int read_pair(const struct csv_list *l, struct listed_pair *pair, char *line,
                     struct err *err)
{
    char *field[FIELDS];
    int n = split(line, field);

    *pair = (struct listed_pair){ 0 };
    if (l->x >= n || l->o >= n || l->games >= n || l->score >= n)
        return err_set(err, "has fewer fields than the first line");
    if (find_player(l, field[l->x], &pair->x, err) || find_player(l, field[l->o], &pair->o, err))
        return -1;
    if (l->games < 0)
        return 0;
    if (num_parse_double(field[l->games], &pair->games) || pair->games < 1 || pair->games > 1e9)
        return err_set(err, "'%s' is not a number of games from 1 to 1000000000", field[l->games]);
    if (num_parse_double(field[l->score], &pair->score) || pair->score < 0 ||
        pair->score > pair->games)
        return err_set(err, "'%s' is not a score from 0 to the games", field[l->score]);
    return 0;
}

static int take_pair(struct csv_list *l, char *line, struct err *err)
{
    struct listed_pair *grown = realloc(l->pair, (l->n + 1) * sizeof *grown);

    if (!grown)
        return err_shortage(err, "out of memory");
    l->pair = grown;
    if (read_pair(l, &grown[l->n], line, err))
        return -1;
    l->n++;
    return 0;
}

/* Takes a line; *status tells whether it was good. Returns whether to go on: after a bad heading the
 * other lines mean nothing. */
static bool take_line(struct csv_list *l, const struct text_file *file, int *status,
                      struct err *err)
{
    bool heading = file->number == 1;
    struct err why;

    if (!heading && file->text[strspn(file->text, " \t")] == '\0')
        return true;
    if ((heading ? read_heading(l, file->text, &why) : take_pair(l, file->text, &why)) == 0)
        return true;
    text_file_error(file, &why);
    *status = err_join(err, &why);
    return !heading;
}

static int take_lines(struct csv_list *l, struct text_file *file, struct err *err)
{
    struct err why;
    int status = 0, more;

    err_clear(err);
    while ((more = text_file_next(file, &why)) > 0 && take_line(l, file, &status, err))
        ;
    if (more < 0)
        return err_join(err, &why);
    if (status == 0 && l->n == 0)
        return err_add(err, "%s: no pairings in the file", file->path);
    return status;
}

static int read_list(struct listed_pair **list, size_t *n, const char *path,
                     const struct player *player, uint32_t players, struct err *err)
{
    struct csv_list l = { .player = player, .players = players };
    struct text_file file;
    int status;

    *list = NULL;
    *n = 0;
    if (text_file_open(&file, path, err))
        return -1;
    status = take_lines(&l, &file, err);
    text_file_close(&file);
    if (status) {
        free(l.pair);
        return -1;
    }
    *list = l.pair;
    *n = l.n;
    return 0;
}

static void take_list(struct plan *p)
{
    struct conf_entry *e = find(p, "list");
    struct tournament *t = p->t;
    struct err why;
    char *path;

    if (!e) {
        if (p->schedule == LISTED)
            complain(p, find(p, "schedule"), "listed needs a list = FILE");
        return;
    }
    path = conf_resolve(p->conf, e->value);
    if (path ? read_list(&t->listed, &t->listed_n, path, t->games.player, t->games.players, &why)
             : err_shortage(&why, "out of memory"))
        pass(p, e, &why);
    free(path);
}

/* More games than memory can hold are a typing error. */
static void check_size(struct plan *p)
{
    const struct games *c = &p->t->games;
    double n = c->players;
    double pairs = p->schedule == ROUND_ROBIN ? n * (n - 1) / 2
                   : p->schedule == GAUNTLET  ? n - 1
                                              : (double)p->t->listed_n;
    double games =
        pairs * (double)c->openings.n * (double)p->games * (p->t->pairs == PAIRS_FIRST ? 1 : 2);
    struct conf_entry *e = find(p, "games");

    if (games > GAMES_MAX)
        complain(p, e ? e : find(p, "openings"),
                 "there would be %.0f games; at most %d are allowed", games, GAMES_MAX);
}

/* Without repeats, two players who always play the same game from an opening play it once. */
static int add_pair(struct plan *p, uint32_t a, uint32_t b)
{
    struct games *c = &p->t->games;
    bool same =
        player_deterministic(&c->player[a]) && player_deterministic(&c->player[b]) && !p->repeats;

    return schedule_pair(&c->schedule, a, b, p->t->pairs, c->openings.n,
                         same ? 1 : (size_t)p->games, p->err);
}

static int make_schedule(struct plan *p)
{
    uint32_t players = p->t->games.players;
    int status = 0;

    for (size_t i = 0; p->schedule == LISTED && i < p->t->listed_n && status == 0; i++)
        status = add_pair(p, p->t->listed[i].x, p->t->listed[i].o);
    for (uint32_t a = 0; p->schedule != LISTED && a + 1 < players && status == 0; a++) {
        for (uint32_t b = a + 1; b < players && status == 0; b++)
            status = add_pair(p, a, b);
        if (p->schedule == GAUNTLET)
            break;
    }
    return status;
}

static void take_all(struct plan *p)
{
    static const char *const schedules[] = { "round-robin", "gauntlet", "listed", NULL };
    static const char *const pairs[] = { "swapped", "ordered", "first-a", NULL };
    static const char *const curves[] = { "none", "depth", NULL };
    static const char *const repeats[] = { "yes", "no", NULL };

    find(p, "name");
    take_seed(p);
    p->schedule = (enum tournament_schedule)choice_of(p, "schedule", schedules, ROUND_ROBIN);
    p->t->pairs = (enum pairs_rule)choice_of(p, "pairs", pairs, PAIRS_SWAPPED);
    take_games(p);
    p->repeats = choice_of(p, "repeats", repeats, 0) == 0;
    p->t->curve = choice_of(p, "curve", curves, 0) == 1;
    take_openings(p);
    if (roster_read(p->t->games.player, p->t->published, p->conf, p->err))
        p->failed = true;
    take_anchor(p);
    take_list(p);
    find_unknown(p);
    if (!p->failed)
        check_size(p);
}

static int plan_tournament(struct plan *p)
{
    struct conf_entry *name = find(p, "name");
    uint32_t players = roster_count(p->conf);

    if (games_init(&p->t->games, name ? name->value : p->conf->path, players, p->err))
        return -1;
    p->t->published = calloc(players + 1, sizeof *p->t->published);
    if (!p->t->published)
        return err_shortage(p->err, "out of memory");
    err_clear(p->err);
    if (players < 2)
        complain(p, NULL, "%s [player NAME] section; a tournament needs two",
                 players ? "only one" : "no");
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
    games_release(&t->games);
    free(t->published);
    free(t->listed);
    *t = (struct tournament){ 0 };
}
