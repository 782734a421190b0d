/* Tournaments of players that are named on the command line. */
#include "arena/tournament.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 4096

/* A player with that depth, unless it has limits of its own or takes none. */
static int parse_player(struct player *player, const char *text, int depth, struct err *err)
{
    char with[TEXT_SIZE];
    char *name;
    struct err ignored;
    int length =
        snprintf(with, sizeof with, "%s%cdepth=%d", text, strchr(text, ':') ? ',' : ':', depth);

    if (depth == 0 || strstr(text, "depth=") || strstr(text, "nodes=") || strstr(text, "time=") ||
        player_without_genome(text) || length >= (int)sizeof with ||
        player_parse(player, with, &ignored))
        return player_parse(player, text, err);
    name = strdup(text);
    if (!name)
        return err_shortage(err, "out of memory");
    free(player->name);
    player->name = name;
    return 0;
}

/* Two players of one name could not be told apart in the tables. */
static int check_names(const struct games *games, struct err *err)
{
    for (uint32_t i = 0; i < games->players; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(games->player[i].name, games->player[k].name) == 0)
                return err_set(err, "%s is named twice", games->player[i].name);
    return 0;
}

static int take_openings(struct games *c, const struct tournament_options *o, size_t wanted,
                         struct err *err)
{
    if (o->file)
        return openings_read(&c->openings, o->file, err);
    if (openings_draw(&c->openings, o->plies, wanted, OPENING_ANY, o->seed, 0, err))
        return -1;
    if (c->openings.n < wanted)
        return err_set(err, "there are only %zu distinct openings of %d plies, for %zu games",
                       c->openings.n, o->plies, 2 * c->openings.n);
    return 0;
}

static int prepare(struct tournament *t, const char *const *names,
                   const struct tournament_options *o, struct err *err)
{
    struct games *c = &t->games;

    c->seed = o->seed;
    for (uint32_t i = 0; i < c->players; i++) {
        t->published[i] = NAN;
        if (parse_player(&c->player[i], names[i], o->depth, err))
            return -1;
    }
    if (check_names(c, err) || take_openings(c, o, ((size_t)o->games + 1) / 2, err))
        return -1;
    return schedule_round_robin(&c->schedule, c->players, PAIRS_SWAPPED, c->openings.n, 1, err);
}

int tournament_of_players(struct tournament *t, const char *const *names, uint32_t n,
                          const struct tournament_options *options, struct err *err)
{
    *t = (struct tournament){ .pairs = PAIRS_SWAPPED, .anchor = { .player = RATING_MEAN } };
    if (games_init(&t->games, "c4evolve tournament", n, err))
        return -1;
    t->published = calloc(n + 1, sizeof *t->published);
    if ((t->published ? 0 : err_shortage(err, "out of memory: %u players", n)) == 0 &&
        prepare(t, names, options, err) == 0)
        return 0;
    tournament_release(t);
    return -1;
}
