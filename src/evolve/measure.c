#include "evolve/measure.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/breed.h"
#include "evolve/generation.h"
#include "truth/mistakes.h"

#define SEED UINT64_C(0x6578706572696d65) /* unlike any seed that a run is given */

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Sorts the keys from index `first` on, and removes those that occur twice. */
static void sort_keys(struct measure_seen *seen, size_t first)
{
    uint64_t *key = seen->key + first;
    size_t n = seen->n - first, kept = 0;

    if (n == 0)
        return;
    qsort(key, n, sizeof *key, compare_keys);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || key[i] != key[i - 1])
            key[kept++] = key[i];
    seen->n = first + kept;
}

static int add_opening(struct measure_seen *seen, const struct moves *game, int plies,
                       struct err *err)
{
    struct moves moves = *game;
    struct position pos;

    if (seen->n == seen->capacity) {
        size_t capacity = seen->capacity ? 2 * seen->capacity : 1024;
        uint64_t *grown = realloc(seen->key, capacity * sizeof *grown);

        if (!grown)
            return err_shortage(err, "out of memory: %zu openings", capacity);
        seen->key = grown;
        seen->capacity = capacity;
    }
    if (moves.n > plies)
        moves.n = (unsigned char)plies;
    pos = moves_position(&moves);
    seen->key[seen->n++] = position_mirror_key(&pos);
    return 0;
}

int measure_seen_add(struct measure_seen *seen, const struct journal *journal, uint32_t generation,
                     int plies, uint64_t *games, struct err *err)
{
    struct journal_pairing *list;
    size_t n, before = seen->n;
    int status = 0;

    *games = 0;
    if (journal_read_pairings(journal, generation, &list, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++) {
        *games += list[i].games;
        for (uint32_t k = 0; k < list[i].games && status == 0; k++)
            status = add_opening(seen, &list[i].result[k].moves, plies, err);
    }
    journal_pairings_free(list, n);
    sort_keys(seen, before);
    return status;
}

void measure_seen_release(struct measure_seen *seen)
{
    free(seen->key);
    *seen = (struct measure_seen){ 0 };
}

/* The same genes, or the same player without a genome. */
static bool same_player(const struct journal_genome *a, const struct journal_genome *b)
{
    const struct search *x = player_without_genome(a->name), *y = player_without_genome(b->name);

    return x == y && (x || journal_same_genes(a, b));
}

static void add_opponent(struct measure *m, const struct journal_genome *who)
{
    for (size_t i = 0; i < m->opponents; i++)
        if (same_player(&m->opponent[i], who))
            return;
    m->opponent[m->opponents] = *who;
    m->opponent[m->opponents++].tables = tables_share(who->tables);
}

static int read_opponents(struct measure *m, struct err *err)
{
    struct journal_genome *list;
    struct breed_space space;
    size_t n;

    if (breed_space_init(&space, m->config, err) ||
        breed_founders(m->config, &space, &list, &n, err))
        return -1;
    m->opponent = calloc(n, sizeof *m->opponent);
    for (size_t i = (size_t)m->config->size; m->opponent && i < n; i++)
        add_opponent(m, &list[i]);
    breed_founders_free(list, n);
    if (!m->opponent)
        return err_shortage(err, "out of memory: %zu genomes", n);
    return m->opponents > 0 ? 0 : err_set(err, "there are no opponents to measure against");
}

/* Draws more openings than are needed, as some of them were seen. */
static int draw_openings(struct measure *m, size_t each, struct measure_seen *seen, struct err *err)
{
    size_t wanted = m->opponents * each, kept = 0;
    int plies = m->config->validate_plies;

    sort_keys(seen, 0);
    if (openings_draw(&m->openings, plies, wanted + seen->n, OPENING_ANY, SEED, 0, err))
        return -1;
    for (size_t i = 0; i < m->openings.n && kept < wanted; i++) {
        struct position pos = moves_position(&m->openings.list[i]);
        uint64_t key = position_mirror_key(&pos);

        if (!seen->n || !bsearch(&key, seen->key, seen->n, sizeof key, compare_keys))
            m->openings.list[kept++] = m->openings.list[i];
    }
    m->openings.n = kept;
    if (kept == 0)
        return err_set(err, "the runs have trained on all openings of %d plies", plies);
    m->each = each < kept ? each : kept;
    return 0;
}

int measure_init(struct measure *m, const struct run_config *config, size_t openings,
                 struct measure_seen *seen, const char *path, struct err *err)
{
    *m = (struct measure){ .config = config };
    if (read_opponents(m, err) == 0 && draw_openings(m, openings, seen, err) == 0 &&
        (!config->truth_sets[0] ||
         solved_draw(&m->positions, config->truth_sets, OPENING_ANY, SEED, err) == 0) &&
        measure_cache_open(&m->cache, path, err) == 0)
        return 0;
    measure_release(m);
    return -1;
}

void measure_release(struct measure *m)
{
    measure_cache_release(&m->cache);
    solved_release(&m->positions);
    openings_release(&m->openings);
    breed_founders_free(m->opponent, m->opponents);
    *m = (struct measure){ 0 };
}

static uint64_t hash_genome(uint64_t hash, const struct journal_genome *who)
{
    hash = measure_hash(hash, who->gene, sizeof who->gene);
    return who->tables ? measure_hash(hash, &who->tables->checksum, sizeof who->tables->checksum)
                       : hash;
}

/* Games with an opponent depend on the two genomes, the openings, and the place of the games in
 * the schedule, which names the streams of random choices. */
static uint64_t hash_pairing(const struct measure *m, const struct journal_genome *who, size_t i)
{
    const struct journal_genome *other = &m->opponent[i];
    const uint64_t place[] = { i, m->each, player_without_genome(other->name) != NULL };
    uint64_t hash = measure_hash(0, place, sizeof place);

    hash = hash_genome(hash_genome(hash, who), other);
    for (size_t k = 0; k < m->each; k++) {
        const struct moves *moves = &m->openings.list[(i * m->each + k) % m->openings.n];

        hash = measure_hash(hash, moves->column, moves->n);
    }
    return hash;
}

static int prepare_games(struct games *games, const struct measure *m,
                         const struct journal_genome *who, struct err *err)
{
    size_t bytes = m->openings.n * sizeof *m->openings.list;

    if (games_init(games, "measurement", (uint32_t)m->opponents + 1, err))
        return -1;
    games->what = "games of the measurement";
    games->detail = GAME_OUTCOME;
    games->seed = SEED;
    for (uint32_t i = 0; i < games->players; i++)
        if (generation_player(&games->player[i], m->config, i ? &m->opponent[i - 1] : who, err))
            return -1;
    games->openings.list = malloc(bytes);
    if (!games->openings.list)
        return err_shortage(err, "out of memory: %zu openings", m->openings.n);
    memcpy(games->openings.list, m->openings.list, bytes);
    games->openings.n = m->openings.n;
    return schedule_against(&games->schedule, (uint32_t)m->opponents, m->each, m->openings.n, err);
}

/* Plays the games with opponent i and keeps their result. */
static int play_pairing(struct measure *m, struct games *games, size_t i, uint64_t hash,
                        bool *finished, struct err *err)
{
    size_t from = 2 * m->each * i, to = from + 2 * m->each;
    struct measure_line line = { .hash = hash };

    if (games_play(games, from, to, m->pool, m->watch, NULL, err))
        return -1;
    *finished = games_done(games, from, to);
    if (!*finished)
        return 0;
    if (games_count(games, from, to, err))
        return -1;
    memcpy(line.number, crosstable_pairing(&games->table, 0, i + 1)->pair, sizeof line.number);
    return measure_cache_add(&m->cache, &line, err);
}

int measure_games(struct measure *m, const struct journal_genome *who, struct tally *tally,
                  bool *finished, struct err *err)
{
    struct games games = { 0 };
    int status = 0;

    *finished = true;
    for (size_t i = 0; i < m->opponents && status == 0; i++) {
        uint64_t hash = hash_pairing(m, who, i);
        struct pairing pairing = { 0 };
        const uint32_t *kept = measure_cache_find(&m->cache, hash);

        if (!kept) {
            if (!games.player)
                status = prepare_games(&games, m, who, err);
            if (status == 0)
                status = play_pairing(m, &games, i, hash, finished, err);
            kept = measure_cache_find(&m->cache, hash);
        }
        if (status || !*finished)
            break;
        memcpy(pairing.pair, kept, sizeof pairing.pair);
        tally[i] = pairing_tally(&pairing, false);
    }
    games_release(&games);
    return status;
}

static uint64_t hash_positions(const struct measure *m, const struct journal_genome *who)
{
    uint64_t hash = hash_genome(0, who);

    for (size_t i = 0; i < m->positions.n; i++)
        hash = measure_hash(hash, &m->positions.list[i].key, sizeof m->positions.list[i].key);
    return hash;
}

/* Solves the positions if that has not been done, and asks the genome about them. */
static int ask(struct measure *m, const struct journal_genome *who, uint64_t hash, bool *finished,
               struct err *err)
{
    const struct watch quiet = { .stop = m->watch->stop };
    const struct watch solving = { m->watch->stop, m->watch->progress, m->watch->context, 0, 0 };
    struct mistake_table table = { 0 };
    struct player player = { 0 };
    struct err note;
    int status;

    if (solved_find_scores(&m->positions, NULL, m->pool, &solving, finished, &note, err))
        return -1;
    if (!*finished)
        return 0;
    status = generation_player(&player, m->config, who, err);
    if (status == 0)
        status = mistake_table_init(&table, &m->positions, &player, 1, SEED, m->pool, &quiet,
                                    finished, err);
    if (status == 0 && *finished) {
        const struct mistake_summary *s = &table.entry[0].summary;
        struct measure_line line = {
            hash, { (uint32_t)s->positions, (uint32_t)s->at_stake, (uint32_t)s->mistakes }
        };

        status = measure_cache_add(&m->cache, &line, err);
    }
    mistake_table_release(&table);
    player_release(&player);
    return status;
}

int measure_mistakes(struct measure *m, const struct journal_genome *who,
                     struct measured_mistakes *out, bool *finished, struct err *err)
{
    uint64_t hash = hash_positions(m, who);
    const uint32_t *kept = measure_cache_find(&m->cache, hash);

    *finished = true;
    *out = (struct measured_mistakes){ 0 };
    if (m->positions.n == 0)
        return 0;
    if (!kept && ask(m, who, hash, finished, err))
        return -1;
    if (!*finished)
        return 0;
    kept = measure_cache_find(&m->cache, hash);
    *out = (struct measured_mistakes){ kept[0], kept[1], kept[2] };
    return 0;
}
