#include "evolve/validate.h"

#include <stdlib.h>
#include <string.h>

static int make_players(struct games *games, const struct validate_input *in, struct err *err)
{
    for (uint32_t i = 0; i < games->players; i++) {
        struct player *player = &games->player[i];

        if (generation_player(player, in->config, i ? &in->reference[i - 1] : in->champion, err))
            return -1;
        player->keys.depth = in->depth;
    }
    return 0;
}

/* Each reference has openings of its own, so that their scores are independent and
 * can be averaged. They are used again only if there are too few. */
static int make_schedule(struct games *games, size_t openings, struct err *err)
{
    for (uint32_t i = 1; i < games->players; i++) {
        size_t before = games->schedule.n;

        if (schedule_pair(&games->schedule, 0, i, PAIRS_SWAPPED, openings, 1, err))
            return -1;
        schedule_shift(&games->schedule, before, (i - 1) * openings, games->openings.n);
    }
    return 0;
}

static int prepare(struct games *games, const struct validate_input *in, struct err *err)
{
    size_t openings = (size_t)in->openings;

    if (games_init(games, "validation", (uint32_t)in->references + 1, err) ||
        make_players(games, in, err))
        return -1;
    games->what = "games of validation";
    games->seed = in->config->seed;
    if (openings_draw(&games->openings, in->config->validate_plies, in->references * openings,
                      in->set, games->seed, 0, err))
        return -1;
    if (games->openings.n == 0)
        return err_set(err, "no opening of %d plies is left for validation",
                       in->config->validate_plies);
    if (openings > games->openings.n)
        openings = games->openings.n;
    return make_schedule(games, openings, err);
}

static void fill_record(const struct games *games, const struct validate_input *in, size_t i,
                        struct journal_validation *record)
{
    const struct pairing *pairing = crosstable_pairing(&games->table, 0, i + 1);

    *record = (struct journal_validation){ .generation = in->generation,
                                           .champion = in->champion->id,
                                           .depth = in->depth };
    memcpy(record->opponent, in->reference[i].name, sizeof record->opponent);
    memcpy(record->pair, pairing->pair, sizeof record->pair);
}

int validate_champion(const struct validate_input *in, const struct journal *journal,
                      struct pool *pool, const struct watch *watch, bool *finished, struct err *err)
{
    struct games games = { 0 };
    struct journal_validation record;
    int status = prepare(&games, in, err);
    size_t each = in->references ? games.schedule.n / in->references : 0;

    *finished = true;
    for (size_t i = in->kept; status == 0 && *finished && i < in->references; i++) {
        size_t from = i * each, to = from + each;

        status = games_play(&games, from, to, pool, watch, NULL, err);
        *finished = status == 0 && games_done(&games, from, to);
        if (!*finished)
            break;
        status = games_count(&games, from, to, err);
        if (status == 0) {
            fill_record(&games, in, i, &record);
            status = journal_keep_validation(journal, &record, 1, err);
        }
    }
    games_release(&games);
    return status;
}

struct tally validation_tally(const struct journal_validation *record)
{
    struct pairing pairing = { 0 };

    memcpy(pairing.pair, record->pair, sizeof pairing.pair);
    return pairing_tally(&pairing, false);
}
