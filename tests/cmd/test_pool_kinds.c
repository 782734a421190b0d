/* Jobs that were packed and unpacked, as for another process, give the same slots. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/pool_kinds.h"
#include "evolve/fit_rows.h"
#include "truth/solved.h"
#include "truth/losses.h"
#include "truth/mistakes.h"
#include "truth/position_draw.h"
#include "search/solver_job.h"
#include "sample.h"
#include "solving.h"

/* Of each search, with keys that they need things for: books, samples, genes. */
static const char *const texts[] = {
    "random",
    "genomes/fevalb.ini:depth=3,ties=random",
    "genomes/rusak.ini:search=minimax,depth=2,win=flat,view=mover",
    "genomes/champion.ini:depth=4,book=src/search/book-8ply.bin",
    "genomes/lines.ini:search=greedy",
    "genomes/fevala.ini:depth=2,sample=30",
    "perfect:book=src/search/book-8ply.bin",
    "forward",
};

enum { PLAYERS = sizeof texts / sizeof *texts };

static void parse(struct player *player)
{
    struct err err;

    for (int i = 0; i < PLAYERS; i++)
        if (player_parse(&player[i], texts[i], &err))
            fail_msg("%s", err.text);
}

static void release(struct player *player)
{
    for (int i = 0; i < PLAYERS; i++)
        player_release(&player[i]);
}

/* The context after its journey. */
static void *travel(const struct pool_kind *kind, const void *context)
{
    struct bytes bytes = { 0 };
    struct bytes_reader in;
    void *arrived;
    struct err err;

    kind->pack(context, &bytes);
    assert_false(bytes.failed);
    in = (struct bytes_reader){ bytes.data, bytes.n, false };
    assert_int_equal(kind->unpack(&arrived, &in, &err), 0);
    assert_false(in.failed);
    assert_int_equal(in.n, 0);
    bytes_release(&bytes);
    return arrived;
}

static bool fill_one(const struct pool_kind *kind, struct pool *pool, const void *context, size_t i,
                     const void *data, void *slot)
{
    return kind->fill(&(struct pool_item){ context, i, data, slot, pool->worker[0], pool });
}

/* Another process fills slots with the detail that the games have. */
static void check_elsewhere(const struct games_range *range, struct pool *pool)
{
    const struct games *g = range->games;
    void *context = travel(&games_kind, range);

    for (size_t i = g->schedule.n; i-- > range->from;) {
        const struct game *game = &g->schedule.game[i];
        unsigned char slot[sizeof(struct game_result)];
        struct game_result there, *here = &g->result[i];

        assert_false(games_kind.stays(range, game));
        assert_true(fill_one(&games_kind, pool, context, i - range->from, game, slot));
        game_slot_take(g->detail, slot, &there);
        assert_int_equal(there.outcome, here->outcome);
        assert_memory_equal(&there.moves, &here->moves, there.moves.n + 1);
        assert_memory_equal(there.nodes, here->nodes, sizeof there.nodes);
    }
    games_kind.release(context);
}

static void games_elsewhere_are_the_same(void **state)
{
    struct games g;
    struct games_range range = { .games = &g, .from = 9, .known_games = 3 };
    struct pool pool;
    struct err err;

    (void)state;
    assert_int_equal(games_init(&g, "test", PLAYERS, &err), 0);
    g.seed = 3;
    parse(g.player);
    assert_int_equal(openings_draw(&g.openings, 16, 2, OPENING_ANY, 1, 0, &err), 0);
    assert_int_equal(schedule_round_robin(&g.schedule, PLAYERS, PAIRS_SWAPPED, 2, 1, &err), 0);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    for (int detail = GAME_WHOLE; detail <= GAME_OUTCOME; detail++) {
        g.detail = (enum game_detail)detail;
        assert_int_equal(games_play_all(&g, &pool, &(struct watch){ 0 }, &err), 0);
        check_elsewhere(&range, &pool);
    }
    pool_release(&pool);
    games_release(&g);
}

/* Two players with the same book take it with them once. */
static void books_travel_once(void **state)
{
    struct player player[PLAYERS];
    struct bytes all = { 0 }, one = { 0 };
    struct player *arrived;
    size_t arrived_n;
    struct bytes_reader in;
    struct err err;

    (void)state;
    parse(player);
    book_pack(player[3].book, &one);
    players_pack(player, PLAYERS, &all);
    assert_true(all.n > one.n && all.n < 2 * one.n);
    in = (struct bytes_reader){ all.data, all.n, false };
    assert_int_equal(players_unpack(&arrived, &arrived_n, &in, &err), 0);
    assert_int_equal(arrived_n, PLAYERS);
    assert_ptr_equal(arrived[3].keys.book, arrived[6].keys.book);
    assert_null(arrived[0].keys.book);
    for (int i = 0; i < PLAYERS; i++)
        assert_ptr_equal(arrived[i].search, player[i].search);
    players_release(arrived, arrived_n);
    bytes_release(&all);
    bytes_release(&one);
    release(player);
}

/* Tables travel once, whether players share them or have equal ones. */
static void tables_travel_once(void **state)
{
    struct player player[4];
    struct bytes all = { 0 };
    struct player *arrived;
    size_t arrived_n;
    struct bytes_reader in;
    struct err err;
    struct rng rng;

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(player_init(&player[i], "test", &err), 0);
        player[i].has_genome = true;
        sample_rng(&rng, 6, (uint64_t)(i == 3));
        player[i].genome.tables = i == 2   ? tables_share(player[1].genome.tables)
                                  : i == 0 ? NULL
                                           : sample_tables(false, &rng);
        assert_int_equal(player_ready(&player[i], &err), 0);
    }
    players_pack(player, 4, &all);
    assert_true(all.n > 2 * tables_packed_size() && all.n < 3 * tables_packed_size());
    in = (struct bytes_reader){ all.data, all.n, false };
    assert_int_equal(players_unpack(&arrived, &arrived_n, &in, &err), 0);
    assert_int_equal(in.n, 0);
    for (int i = 0; i < 4; i++) {
        assert_true(tables_equal(arrived[i].genome.tables, player[i].genome.tables));
        assert_ptr_equal(arrived[i].ev->tables, arrived[i].genome.tables);
    }
    assert_ptr_equal(arrived[1].genome.tables, arrived[2].genome.tables);
    players_release(arrived, arrived_n);
    for (size_t n = 0; n < all.n; n += 4999) {
        in = (struct bytes_reader){ all.data, n, false };
        if (players_unpack(&arrived, &arrived_n, &in, &err) == 0) {
            assert_true(in.failed);
            players_release(arrived, arrived_n);
        }
    }
    bytes_release(&all);
    for (int i = 0; i < 4; i++)
        player_release(&player[i]);
}

/* A message that was cut off is an error, not a crash. */
static void half_a_job_is_noticed(void **state)
{
    struct player player[PLAYERS];
    struct bytes all = { 0 };
    struct err err;

    (void)state;
    parse(player);
    players_pack(player, 3, &all);
    for (size_t n = 0; n < all.n; n += 37) {
        struct bytes_reader in = { all.data, n, false };
        struct player *arrived;
        size_t arrived_n;

        if (players_unpack(&arrived, &arrived_n, &in, &err) == 0) {
            assert_true(in.failed);
            players_release(arrived, arrived_n);
        }
    }
    bytes_release(&all);
    release(player);
}

static void positions_elsewhere_have_the_same_scores(void **state)
{
    struct solved_set truth = drawn_and_solved("28:20");
    const struct pool_kind *kind = &solver_job_kind;
    struct book book;
    struct solver_job scores = { .moves = true }, results = { .wdl = true, .book = &book };
    void *scores_there, *results_there;
    struct pool pool;
    struct err err;

    (void)state;
    assert_int_equal(book_read_shipped(&book, &err), 0);
    scores_there = travel(kind, &scores);
    results_there = travel(kind, &results);
    book_release(&book);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    for (size_t i = 0; i < truth.n; i++) {
        const struct solved_position *p = &truth.list[i];
        struct solver_answer answer;

        assert_true(fill_one(kind, &pool, scores_there, i, &p->pos, &answer));
        assert_memory_equal(answer.column, p->score, COLUMNS);
        assert_int_equal(answer.score, p->best);
        assert_true(fill_one(kind, &pool, results_there, i, &p->pos, &answer));
        assert_int_equal(answer.score, result_of_score(p->best));
    }
    kind->release(scores_there);
    kind->release(results_there);
    pool_release(&pool);
    solved_release(&truth);
}

static void positions_drawn_elsewhere_are_the_same(void **state)
{
    const struct pool_kind *kind = &position_draw_kind;
    struct position_recipe recipe = { .seed = 3, .from = SOURCE_MIX, .part = OPENING_TRAIN };
    struct position_draw here;
    struct pool pool;
    struct err err;
    void *there;

    (void)state;
    position_draw_init(&here, &recipe);
    there = travel(kind, &here);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    for (uint32_t i = 0; i < 40; i++) {
        struct position_place place = { .block = 2, .index = i, .plies = 3 + (int)i % 30 };
        uint64_t mine, theirs;

        assert_true(fill_one(kind, &pool, &here, i, &place, &mine));
        assert_true(fill_one(kind, &pool, there, 40 - i, &place, &theirs));
        assert_int_equal(mine, theirs);
        assert_true(mine != 0);
    }
    kind->release(there);
    pool_release(&pool);
}

/* Genomes and positions together. Items of players that stay are not sent. */
static void losses_elsewhere_are_the_same(void **state)
{
    struct solved_set truth = drawn_and_solved("28:20");
    const struct pool_kind *kind = &losses_kind;
    struct player player[PLAYERS];
    unsigned char loss[PLAYERS][20], there_loss[16];
    struct losing losing = { truth, player, PLAYERS, 4 };
    bool finished;
    struct pool pool;
    struct err err;
    void *there;

    (void)state;
    assert_true(truth.n == 20);
    parse(player);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(losses_find(&truth, player, PLAYERS, 4, &pool, &(struct watch){ 0 }, loss[0],
                                 &finished, &err),
                     0);
    there = travel(kind, &losing);
    for (uint32_t i = PLAYERS; i-- > 0;) {
        const uint32_t first[2] = { 16, 0 };

        for (int k = 0; k < 2; k++) {
            struct losses_item item = { i, first[k] };

            assert_false(kind->stays(&losing, &item));
            assert_true(fill_one(kind, &pool, there, 0, &item, there_loss));
            assert_memory_equal(there_loss, &loss[i][first[k]], k ? 16 : 4);
        }
    }
    kind->release(there);
    pool_release(&pool);
    release(player);
    solved_release(&truth);
}

enum { SOLVED = 400 };

/* A column for every gene that counts in some position. */
static struct fit_source make_source(struct fit_sample sample[SOLVED], const struct genome *start,
                                     const struct gene_ties *ties, int gene[GENE_COUNT])
{
    struct fit_source source = { sample, SOLVED, start, ties, gene, 0 };
    struct rng rng;

    sample_rng(&rng, 8, 0);
    for (int i = 0; i < SOLVED; i++) {
        sample_position(&sample[i].pos, 6 + i % 30, &rng);
        sample[i].outcome = (signed char)((int)rng_below(&rng, 3) - 1);
    }
    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g) && ties_free(ties, g))
            gene[source.dim++] = g;
    return source;
}

/* Positions are sent once; each pass of a regression sends the weights. */
static void rows_elsewhere_add_up_to_the_same(void **state)
{
    static struct fit_sample sample[SOLVED];
    static const enum logloss_mode modes[] = { LOGLOSS_CURVED, LOGLOSS_SUM, LOGLOSS_VALUES };
    double beta[GENE_COUNT], *here = calloc(2, 1 << 20), *there = here + (1 << 17);
    int gene[GENE_COUNT];
    struct genome start;
    struct gene_ties ties;
    struct fit_source source;
    struct fit_rows rows;
    struct logloss_pass pass = { .beta = beta };
    struct pool pool;
    struct err err;
    struct rng rng;
    void *context;

    (void)state;
    ties_init(&ties);
    assert_int_equal(ties_add(&ties, "opp1=own1", &err), 0);
    genome_init(&start);
    sample_rng(&rng, 9, 0);
    start.tables = sample_tables(false, &rng);
    source = make_source(sample, &start, &ties, gene);
    assert_int_equal(fit_rows_init(&rows, &source, &err), 0);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    pass.rows = fit_rows_samples(&rows, &pool, NULL);
    for (size_t j = 0; j < source.dim; j++)
        beta[j] = gsl_rng_uniform(&rng.gsl) - 0.5;
    context = travel(&fit_rows_kind, &pass);
    for (int m = 0; m < 3; m++) {
        struct bytes part = { 0 };
        struct bytes_reader in;

        pass.mode = modes[m];
        beta[m] += 1;
        fit_rows_kind.pack_part(&pass, &part);
        in = (struct bytes_reader){ part.data, part.n, false };
        assert_int_equal(fit_rows_kind.take_part(context, &in, &err), 0);
        assert_false(in.failed || in.n > 0);
        bytes_release(&part);
        for (size_t s = 0; s < logloss_stripes(2 * SOLVED); s++) {
            memset(here, 0, 2 << 20);
            assert_true(fill_one(&fit_rows_kind, &pool, &pass, s, NULL, here));
            assert_true(fill_one(&fit_rows_kind, &pool, context, s, NULL, there));
            assert_memory_equal(here, there, 1 << 20);
            assert_true(here[0] != 0);
        }
    }
    fit_rows_kind.release(context);
    fit_rows_release(&rows);
    pool_release(&pool);
    genome_release(&start);
    free(here);
}

/* Early positions take long without the scores of the early book. */
static void early_scores_travel_with_a_book(void **state)
{
    struct position empty = { 0 };
    struct solver_answer answer;
    struct solver_job job = { 0 };
    struct book book;
    struct pool pool;
    struct err err;
    void *there;

    (void)state;
    assert_int_equal(book_read_shipped(&book, &err), 0);
    assert_non_null(book.early);
    job.book = &book;
    there = travel(&solver_job_kind, &job);
    book_release(&book);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_true(fill_one(&solver_job_kind, &pool, there, 0, &empty, &answer));
    assert_int_equal(answer.score, 1);
    assert_in_range(answer.nodes, 1, 10000);
    solver_job_kind.release(there);
    pool_release(&pool);
}

static void kinds_have_names_of_their_own(void **state)
{
    (void)state;
    for (int i = 0; pool_kinds[i]; i++) {
        assert_true(strlen(pool_kinds[i]->name) < 16);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(pool_kinds[i]->name, pool_kinds[k]->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_elsewhere_are_the_same),
        cmocka_unit_test(books_travel_once),
        cmocka_unit_test(tables_travel_once),
        cmocka_unit_test(half_a_job_is_noticed),
        cmocka_unit_test(positions_elsewhere_have_the_same_scores),
        cmocka_unit_test(losses_elsewhere_are_the_same),
        cmocka_unit_test(rows_elsewhere_add_up_to_the_same),
        cmocka_unit_test(positions_drawn_elsewhere_are_the_same),
        cmocka_unit_test(early_scores_travel_with_a_book),
        cmocka_unit_test(kinds_have_names_of_their_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
