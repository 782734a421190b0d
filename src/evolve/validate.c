#include "evolve/validate.h"

#include <stdlib.h>
#include <string.h>

#include "arena/games.h"
#include "arena/part.h"

static int make_players(struct games *c, const struct validate_input *in, struct err *err)
{
    for (size_t i = 0; i < c->players; i++) {
        struct player *player = &c->player[i];

        if (generation_player(player, in->config, i ? &in->reference[i - 1] : in->champion, err))
            return -1;
        player->keys.depth = in->depth;
    }
    return 0;
}

/* Each reference has openings of its own, so that their scores are independent and
 * can be averaged. They are used again only when there are too few. */
static int make_schedule(struct games *c, size_t openings, struct err *err)
{
    for (uint32_t i = 1; i < c->players; i++) {
        size_t before = c->schedule.n;

        if (schedule_pair(&c->schedule, 0, i, PAIRS_SWAPPED, openings, 1, err))
            return -1;
        for (size_t g = before; g < c->schedule.n; g++)
            c->schedule.game[g].opening =
                (uint32_t)(((i - 1) * openings + c->schedule.game[g].opening) % c->openings.n);
    }
    return 0;
}

static int prepare(struct games *c, const struct validate_input *in, struct err *err)
{
    size_t openings = (size_t)in->openings;

    if (games_init(c, "validation", (uint32_t)in->references + 1, err) || make_players(c, in, err))
        return -1;
    c->seed = in->config->seed;
    if (openings_draw(&c->openings, in->config->validate_plies, in->references * openings, in->set,
                      c->seed, 0, err))
        return -1;
    if (c->openings.n == 0)
        return err_set(err, "no opening of %d plies is left for validation",
                       in->config->validate_plies);
    if (openings > c->openings.n)
        openings = c->openings.n;
    c->result = calloc(in->references * openings * 2, sizeof *c->result);
    if (!c->result)
        return err_set(err, "out of memory: %zu games", in->references * openings * 2);
    return make_schedule(c, openings, err) || crosstable_init(&c->table, c->players, err) ? -1 : 0;
}

/* Plays the games against one reference, and counts them. */
static int meet(struct games *c, size_t i, size_t games, struct pool *pool,
                const struct play_watch *watch, bool *finished, struct err *err)
{
    size_t first = i * games;
    struct part part = { watch, first, c->schedule.n };
    struct play_watch inner = part_watch(&part);
    struct play_input in = { .player = c->player,
                             .openings = &c->openings,
                             .game = c->schedule.game + first,
                             .games = games,
                             .seed = c->seed,
                             .first_index = first };

    *finished = play_games(&in, pool, &inner, c->result + first) == games;
    return crosstable_add(&c->table, in.game, c->result + first, games, err);
}

static void fill_record(const struct games *c, const struct validate_input *in, size_t i,
                        struct journal_validation *record)
{
    const struct pairing *pairing = crosstable_pairing(&c->table, 0, i + 1);

    *record = (struct journal_validation){ .generation = in->generation,
                                           .champion = in->champion->id,
                                           .depth = in->depth };
    memcpy(record->opponent, in->reference[i].name, sizeof record->opponent);
    memcpy(record->pair, pairing->pair, sizeof record->pair);
}

int validate_champion(const struct validate_input *in, const struct journal *journal,
                      struct pool *pool, const struct play_watch *watch, bool *finished,
                      struct err *err)
{
    struct games c = { 0 };
    struct journal_validation record;
    int status = prepare(&c, in, err);

    *finished = true;
    for (size_t i = in->kept; status == 0 && *finished && i < in->references; i++) {
        status = meet(&c, i, c.schedule.n / in->references, pool, watch, finished, err);
        if (status == 0 && *finished) {
            fill_record(&c, in, i, &record);
            status = journal_keep_validation(journal, &record, 1, err);
        }
    }
    games_release(&c);
    return status;
}

struct tally validation_tally(const struct journal_validation *record)
{
    struct tally tally = { 0 };

    for (int first = 0; first < 3; first++) {
        for (int second = 0; second < 3; second++) {
            struct wdl unit = { .wins = (uint32_t)(first == 2) + (second == 2),
                                .draws = (uint32_t)(first == 1) + (second == 1),
                                .losses = (uint32_t)(first == 0) + (second == 0) };

            tally_add(&tally, unit, record->pair[first][second]);
        }
    }
    return tally;
}
