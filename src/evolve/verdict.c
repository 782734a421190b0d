#include "evolve/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/student.h"
#include "truth/mistakes.h"

const char *const verdict_group_name[VERDICT_GROUPS] = { "opponents in training", "references only",
                                                         "all together" };

static int make_players(struct games *games, const struct verdict_input *in, int depth,
                        struct err *err)
{
    for (uint32_t i = 0; i < games->players; i++) {
        struct player *player = &games->player[i];

        if (generation_player(player, in->config, i ? &in->reference[i - 1] : in->champion, err))
            return -1;
        player->keys.depth = depth;
    }
    return 0;
}

static int prepare(struct games *games, const struct verdict_input *in,
                   const struct verdict_games *wanted, struct err *err)
{
    int plies = in->config->validate_plies;
    size_t openings = (size_t)wanted->openings;

    if (games_init(games, "validation", (uint32_t)in->references + 1, err) ||
        make_players(games, in, wanted->depth, err))
        return -1;
    games->what = "validation games";
    games->detail = GAME_OUTCOME;
    games->seed = in->config->seed;
    if (openings_draw(&games->openings, plies, in->references * openings, wanted->set, games->seed,
                      0, err))
        return -1;
    if (games->openings.n == 0)
        return err_set(err, "no opening of %d plies is left for validation", plies);
    if (openings > games->openings.n)
        openings = games->openings.n;
    return schedule_against(&games->schedule, (uint32_t)in->references, openings, games->openings.n,
                            err);
}

static int keep_pairing(const struct games *games, const struct verdict_input *in, int depth,
                        size_t i, struct err *err)
{
    const struct pairing *pairing = crosstable_pairing(&games->table, 0, i + 1);
    struct journal_validation validation = { .generation = in->generation,
                                             .champion = in->champion->id,
                                             .depth = depth };

    memcpy(validation.opponent, in->reference[i].name, sizeof validation.opponent);
    memcpy(validation.pair, pairing->pair, sizeof validation.pair);
    return journal_keep_validation(in->journal, &validation, 1, err);
}

int verdict_read_validations(const struct verdict_input *in, int depth,
                             struct journal_validation **list, size_t *n, struct err *err)
{
    size_t all;

    if (journal_read_validation(in->journal, list, &all, err))
        return -1;
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if ((*list)[i].generation == in->generation && (depth == 0 || (*list)[i].depth == depth))
            (*list)[(*n)++] = (*list)[i];
    return 0;
}

int verdict_play(const struct verdict_input *in, const struct verdict_games *wanted, bool *finished,
                 struct err *err)
{
    struct games games = { 0 };
    struct journal_validation *list;
    size_t kept, each;
    int status;

    *finished = true;
    if (verdict_read_validations(in, wanted->depth, &list, &kept, err))
        return -1;
    free(list);
    if (kept >= in->references)
        return 0;
    status = prepare(&games, in, wanted, err);
    each = games.schedule.n / in->references;
    for (size_t i = kept; status == 0 && i < in->references; i++) {
        size_t from = i * each, to = from + each;

        status = games_play(&games, from, to, in->pool, in->watch, NULL, err);
        *finished = status == 0 && games_done(&games, from, to);
        if (!*finished)
            break;
        status = games_count(&games, from, to, err);
        if (status == 0)
            status = keep_pairing(&games, in, wanted->depth, i, err);
    }
    games_release(&games);
    return status;
}

/* At the depth of training and at the others. */
static int play_all(const struct verdict_input *in, bool *finished, struct err *err)
{
    const struct run_config *c = in->config;
    struct verdict_games games = { OPENING_TEST, c->player.keys.depth, c->verdict_openings };

    if (verdict_play(in, &games, finished, err))
        return -1;
    for (int i = 0; i < c->depth_count && *finished; i++) {
        games.depth = c->depths[i];
        if (games.depth != c->player.keys.depth && verdict_play(in, &games, finished, err))
            return -1;
    }
    return 0;
}

/* A reference may be called champion, too. */
static const char *champion_name(const struct verdict_input *in)
{
    for (size_t i = 0; i < in->references; i++)
        if (strcmp(in->reference[i].name, "champion") == 0)
            return "new champion";
    return "champion";
}

static struct journal_mistakes mistakes_of(const struct verdict_input *in, size_t i,
                                           const struct mistake_entry *e)
{
    struct journal_mistakes out = { .generation = in->generation,
                                    .slot = (uint32_t)i,
                                    .champion = in->champion->id,
                                    .depth = in->config->player.keys.depth,
                                    .positions = (uint32_t)e->summary.positions,
                                    .at_stake = (uint32_t)e->summary.at_stake,
                                    .mistakes = (uint32_t)e->summary.mistakes,
                                    .loss = e->summary.loss };

    if (i > 0) {
        out.champion_only = (uint32_t)e->contrast.first_only;
        out.other_only = (uint32_t)e->contrast.second_only;
        out.p = e->contrast.p;
    }
    snprintf(out.name, sizeof out.name, "%s", i ? in->reference[i - 1].name : champion_name(in));
    return out;
}

static int keep_mistakes(const struct verdict_input *in, const struct mistake_table *table,
                         struct err *err)
{
    struct journal_mistakes *list = calloc(table->n, sizeof *list);
    int status;

    if (!list)
        return err_shortage(err, "out of memory: %zu players", table->n);
    for (size_t i = 0; i < table->n; i++)
        list[i] = mistakes_of(in, i, &table->entry[i]);
    status = journal_keep_mistakes(in->journal, list, table->n, err);
    free(list);
    return status;
}

static int count_all(const struct verdict_input *in, const struct solved_set *set, bool *finished,
                     struct err *err)
{
    const struct watch quiet = { .stop = in->watch->stop };
    size_t players = in->references + 1;
    struct player *player = calloc(players, sizeof *player);
    struct mistake_table table = { 0 };
    int status = player ? 0 : err_shortage(err, "out of memory: %zu players", players);

    for (size_t i = 0; i < players && status == 0; i++)
        status = generation_player(&player[i], in->config, i ? &in->reference[i - 1] : in->champion,
                                   err);
    if (status == 0)
        status = mistake_table_init(&table, set, player, players, in->config->seed, in->pool,
                                    &quiet, finished, err);
    if (status == 0 && *finished)
        status = keep_mistakes(in, &table, err);
    mistake_table_release(&table);
    players_release(player, players);
    return status;
}

static int count_mistakes(const struct verdict_input *in, bool *finished, struct err *err)
{
    struct journal_mistakes *kept;
    struct solved_set set;
    struct err note;
    size_t n;
    int status;

    if (!in->config->truth_sets[0])
        return 0;
    if (journal_read_mistakes(in->journal, in->generation, &kept, &n, err))
        return -1;
    free(kept);
    if (n == in->references + 1)
        return 0;
    if (solved_draw(&set, in->config->truth_sets, OPENING_TEST, in->config->seed, err))
        return -1;
    status = solved_find_scores(&set, NULL, in->pool, in->watch, finished, &note, err);
    if (status == 0 && *finished)
        status = count_all(in, &set, finished, err);
    solved_release(&set);
    return status;
}

/* The first founder as its file has it, which the references may tell, or as the run began. */
static int find_founder(const struct verdict_input *in, struct journal_genome *founder,
                        struct err *err)
{
    struct journal_genome *first;
    size_t n;

    if (journal_read_population(in->journal, 0, &first, &n, err))
        return -1;
    if (n == 0) {
        free(first);
        return err_set(err, "there is no founder");
    }
    *founder = first[0];
    free(first);
    for (size_t i = 0; i < in->references; i++)
        if (strcmp(in->reference[i].name, founder->name) == 0)
            *founder = in->reference[i];
    return 0;
}

/* Changes are not kept: they are measured again if the run is continued. */
static int measure_changes(struct verdict *verdict, const struct verdict_input *in, bool *finished,
                           struct err *err)
{
    struct journal_genome founder;
    struct changes_input changes = { in->config, &founder, in->champion, in->pool, in->watch };

    if (in->config->changes_openings == 0)
        return 0;
    return find_founder(in, &founder, err) ||
                   changes_measure(&verdict->changes, &changes, finished, err)
               ? -1
               : 0;
}

int verdict_reach(struct verdict *verdict, const struct verdict_input *in, bool *finished,
                  struct err *err)
{
    *verdict =
        (struct verdict){ .generation = in->generation, .depth = in->config->player.keys.depth };
    if (play_all(in, finished, err) || (*finished && count_mistakes(in, finished, err)) ||
        (*finished && measure_changes(verdict, in, finished, err)))
        return -1;
    if (!*finished)
        return 0;
    if (verdict_read_validations(in, 0, &verdict->validation, &verdict->validations, err) ||
        verdict_references(in->journal, &verdict->reference, &verdict->references, err) ||
        (in->config->truth_sets[0] &&
         journal_read_mistakes(in->journal, in->generation, &verdict->mistakes, &verdict->players,
                               err))) {
        verdict_release(verdict);
        return -1;
    }
    return 0;
}

void verdict_release(struct verdict *verdict)
{
    free(verdict->validation);
    free(verdict->mistakes);
    free(verdict->reference);
    *verdict = (struct verdict){ 0 };
}

struct tally verdict_tally(const struct journal_validation *validation)
{
    struct pairing pairing = { 0 };

    memcpy(pairing.pair, validation->pair, sizeof pairing.pair);
    return pairing_tally(&pairing, false);
}

/* The same player? One without a genome has all genes at their defaults. */
static bool same_player(const struct journal_genome *reference, const struct journal_genome *other)
{
    if (player_without_genome(reference->name))
        return other->origin == ORIGIN_OPPONENT && strcmp(reference->name, other->name) == 0;
    return !(other->origin == ORIGIN_OPPONENT && player_without_genome(other->name)) &&
           journal_same_genes(reference, other);
}

static void mark_met(struct verdict_reference *list, const struct journal_genome *reference,
                     size_t n, const struct journal_genome *other, size_t others,
                     enum origin origin)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < others && !list[i].met[0]; k++)
            if (other[k].origin == origin && same_player(&reference[i], &other[k]))
                memcpy(list[i].met, other[k].name, sizeof list[i].met);
}

static int find_met(const struct journal *journal, struct verdict_reference *list,
                    const struct journal_genome *reference, size_t n, struct err *err)
{
    struct journal_genome *opponent = NULL, *founder = NULL;
    size_t opponents, founders;
    int status = journal_read_opponents(journal, &opponent, &opponents, err) ||
                         journal_read_population(journal, 0, &founder, &founders, err)
                     ? -1
                     : 0;

    if (status == 0) {
        mark_met(list, reference, n, opponent, opponents, ORIGIN_OPPONENT);
        mark_met(list, reference, n, founder, founders, ORIGIN_FOUNDER);
    }
    free(opponent);
    free(founder);
    return status;
}

int verdict_references(const struct journal *journal, struct verdict_reference **list, size_t *n,
                       struct err *err)
{
    struct journal_genome *reference;
    int status;

    if (journal_read_references(journal, &reference, n, err))
        return -1;
    *list = calloc(*n + 1, sizeof **list);
    status = *list ? 0 : err_shortage(err, "out of memory: %zu references", *n);
    for (size_t i = 0; i < *n && status == 0; i++)
        memcpy((*list)[i].name, reference[i].name, sizeof(*list)[i].name);
    if (status == 0)
        status = find_met(journal, *list, reference, *n, err);
    if (status) {
        free(*list);
        *list = NULL;
    }
    free(reference);
    return status;
}

bool verdict_is_met(const struct verdict_reference *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i].met[0] != '\0';
    return false;
}

bool verdict_filter_takes(const struct verdict_filter *filter,
                          const struct journal_validation *validation)
{
    if (validation->generation != filter->generation || validation->depth != filter->depth)
        return false;
    return filter->group == VERDICT_ALL ||
           verdict_is_met(filter->reference, filter->references, validation->opponent) ==
               (filter->group == VERDICT_MET);
}

struct verdict_total verdict_total(const struct journal_validation *list, size_t n,
                                   const struct verdict_filter *filter)
{
    struct verdict_total t = { 0 };

    for (size_t i = 0; i < n; i++) {
        struct tally tally;

        if (!verdict_filter_takes(filter, &list[i]))
            continue;
        tally = verdict_tally(&list[i]);
        tally_group_add(&t.games, &tally);
        t.opponents++;
        t.beaten += tally_interval(&tally).low > 0.5;
        t.lost_to += tally_interval(&tally).high < 0.5;
    }
    return t;
}

int verdict_adjust(const struct journal_mistakes *list, size_t n, double *p, struct err *err)
{
    double *raw = calloc(n + 1, sizeof *raw);

    if (!raw)
        return err_shortage(err, "out of memory: %zu players", n);
    for (size_t i = 0; i < n; i++)
        raw[i] = i ? list[i].p : NAN;
    student_holm(raw, n, p);
    free(raw);
    return 0;
}

struct interval verdict_mistake_rate(const struct journal_mistakes *mistakes)
{
    return tally_share(mistakes->mistakes, mistakes->positions);
}
