/* Sets of positions that are made: what is in them, and that nothing but the recipe matters. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "game/key_set.h"
#include "sample.h"
#include "search/worker.h"
#include "truth/position_draw.h"
#include "truth/position_make.h"
#include "truth/position_plan.h"

/* Late positions are solved quickly. */
static const struct position_recipe late = { .seed = 5,
                                             .count = 600,
                                             .low = 20,
                                             .high = CELLS - 1,
                                             .from = SOURCE_MIX,
                                             .part = OPENING_TRAIN,
                                             .rules = POSITION_RULES };

/* Stops the work after that many calls. */
struct stopper {
    atomic_bool stop;
    size_t calls;
    size_t first; /* what the first call told */
};

static void count_down(void *context, const char *what, size_t done, size_t total)
{
    struct stopper *s = context;

    (void)what;
    assert_true(done <= total);
    s->first = s->first ? s->first : done;
    if (s->calls-- == 0)
        atomic_store(&s->stop, true);
}

/* Random games for SOURCE_PGN, long enough for late positions. */
static void random_games(struct moves *game, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct position pos = { 0 };
        struct rng rng;

        sample_rng(&rng, 17, i);
        game[i].n = 0;
        while (position_outcome(&pos) == OUTCOME_NONE) {
            int column = (int)rng_below(&rng, COLUMNS);
            uint64_t cell = playable_cells(pos.all) & column_cells(column);
            bool wins = cell & winning_cells(pos.own, pos.all);

            if (!cell || (wins && rng_below(&rng, 20)))
                continue;
            moves_push(&game[i], column);
            position_play(&pos, cell);
        }
    }
}

/* Makes a set, in blocks of that size. */
static int try_make(const char *path, const struct position_recipe *recipe, int threads,
                    struct stopper *stopper, const struct position_keys *without, size_t block,
                    bool *finished, struct err *err)
{
    struct watch watch = { .stop = &stopper->stop, .progress = count_down, .context = stopper };
    struct book book;
    struct pool pool;
    struct moves game[200];
    struct position_work work = { .pool = &pool,
                                  .watch = &watch,
                                  .book = &book,
                                  .without = without,
                                  .block = block,
                                  .game = game,
                                  .games = 200 };
    size_t made;
    int status;

    random_games(game, 200);
    assert_int_equal(book_read_shipped(&book, err), 0);
    assert_int_equal(pool_init(&pool, threads, &worker_memory, err), 0);
    status = position_make(path, recipe, &work, &made, finished, err);
    pool_release(&pool);
    book_release(&book);
    return status;
}

/* Makes a set, in blocks of 100. Stops after that many positions; 0: never. */
static bool make(const char *path, const struct position_recipe *recipe, int threads,
                 size_t stop_after, const struct position_keys *without)
{
    struct stopper stopper = { .calls = stop_after ? stop_after : SIZE_MAX };
    bool finished;
    struct err err;

    if (try_make(path, recipe, threads, &stopper, without, 100, &finished, &err))
        fail_msg("%s", err.text);
    return finished;
}

static struct position_set made_set(const struct position_recipe *recipe,
                                    const struct position_keys *without)
{
    struct temp_file file = temp_file_make("");
    struct position_set set;
    struct err err;

    assert_true(make(file.path, recipe, 2, 0, without));
    if (position_set_read(&set, file.path, &err))
        fail_msg("%s", err.text);
    assert_true(set.finished);
    temp_file_remove(&file);
    return set;
}

static void assert_same_file(const char *a, const char *b)
{
    FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
    int c, d;

    assert_true(x && y);
    do {
        c = fgetc(x);
        d = fgetc(y);
        assert_int_equal(c, d);
    } while (c != EOF);
    fclose(x);
    fclose(y);
}

/* Who wins, by trying everything: 1, 0 or -1 for the side to move. */
static int plain_result(const struct position *pos)
{
    int best = -1;

    if (has_four(pos->own ^ pos->all))
        return -1;
    if (pos->all == BOARD_CELLS)
        return 0;
    for (uint64_t moves = playable_cells(pos->all); moves && best < 1; moves &= moves - 1) {
        struct position next = *pos;
        int value;

        position_play(&next, moves & -moves);
        value = -plain_result(&next);
        best = value > best ? value : best;
    }
    return best;
}

static size_t count_plies(const struct position_set *set, int plies)
{
    size_t n = 0;

    for (size_t i = 0; i < set->n; i++)
        n += set->pos[i].plies == plies;
    return n;
}

/* What holds for every set. */
static void assert_proper(const struct position_set *set)
{
    struct key_set seen;
    struct err err;

    assert_int_equal(key_set_init(&seen, set->n, &err), 0);
    for (size_t i = 0; i < set->n; i++) {
        const struct position *pos = &set->pos[i];

        assert_int_equal(position_outcome(pos), OUTCOME_NONE);
        assert_int_equal(immediate_wins(pos), 0);
        assert_int_equal(pos->plies, bit_count(pos->all));
        assert_int_equal(bit_count(first_player_discs(pos)), (pos->plies + 1) / 2);
        assert_true(pos->plies >= set->recipe.low && pos->plies <= set->recipe.high);
        assert_int_equal(position_part(pos), set->recipe.part);
        assert_true(key_set_add(&seen, position_mirror_key(pos)));
    }
    key_set_release(&seen);
}

static void results_are_those_of_slow_searches(void **state)
{
    struct position_set set = made_set(&late, NULL);
    struct solver solver;
    struct err err;

    (void)state;
    assert_int_equal(set.n, 600);
    assert_proper(&set);
    for (int p = 20; p < CELLS; p++)
        assert_in_range(count_plies(&set, p), 27, 28);
    assert_int_equal(solver_init(&solver, 0, &err), 0);
    for (size_t i = 0; i < set.n; i++) {
        const struct position *pos = &set.pos[i];
        int sign = pos->plies % 2 ? -1 : 1;

        assert_int_equal(set.result[i], sign * solver_wdl(&solver, pos));
        if (pos->plies >= CELLS - 12)
            assert_int_equal(set.result[i], sign * plain_result(pos));
    }
    solver_release(&solver);
    position_set_release(&set);
}

static void scores_are_kept_where_they_are_asked_for(void **state)
{
    struct position_recipe recipe = late;
    struct position_set set;
    struct solver solver;
    struct err err;

    (void)state;
    recipe.scores = true;
    recipe.count = 200;
    set = made_set(&recipe, NULL);
    assert_int_equal(set.n, 200);
    assert_int_equal(solver_init(&solver, 0, &err), 0);
    for (size_t i = 0; i < set.n; i++) {
        int score = solver_score(&solver, &set.pos[i]) * (set.pos[i].plies % 2 ? -1 : 1);

        assert_int_equal(set.score[i], score);
        assert_int_equal(set.result[i], (score > 0) - (score < 0));
    }
    solver_release(&solver);
    position_set_release(&set);
}

/* Counts positions by playing all games, up to mirror images; without those won at once. */
static void count_all(const struct position *pos, int plies, struct key_set *seen, size_t *n)
{
    if (position_outcome(pos) != OUTCOME_NONE)
        return;
    if (pos->plies == plies) {
        *n += !immediate_wins(pos) && key_set_add(seen, position_mirror_key(pos));
        return;
    }
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1) {
        struct position next = *pos;

        position_play(&next, moves & -moves);
        count_all(&next, plies, seen, n);
    }
}

static void all_early_positions_are_taken(void **state)
{
    struct position_recipe recipe = late;
    struct position_set set;
    struct err err;

    (void)state;
    recipe.low = 0;
    recipe.high = 7;
    recipe.count = 9000;
    set = made_set(&recipe, NULL);
    assert_int_equal(set.n, 9000);
    assert_proper(&set);
    for (int p = 0; p <= 5; p++) {
        struct key_set seen;
        size_t n = 0;

        assert_int_equal(key_set_init(&seen, 10000, &err), 0);
        count_all(&(struct position){ 0 }, p, &seen, &n);
        assert_int_equal(count_plies(&set, p), n);
        key_set_release(&seen);
    }
    assert_true(count_plies(&set, 6) - count_plies(&set, 7) <= 1);
    position_set_release(&set);
}

/* Asks for more than exist, and gets what exists. */
static void a_set_can_hold_everything(void **state)
{
    struct position_recipe recipe = late;
    struct position_set set;

    (void)state;
    recipe.low = 0;
    recipe.high = 4;
    recipe.count = 5000;
    set = made_set(&recipe, NULL);
    assert_int_equal(set.n, 1 + 4 + 25 + 121 + 568);
    assert_proper(&set);
    position_set_release(&set);
}

static void parts_do_not_overlap(void **state)
{
    size_t part[OPENING_SETS] = { 0 };

    (void)state;
    for (uint64_t i = 0; i < 16000; i++) {
        struct position pos, mirrored;
        struct rng rng;

        sample_rng(&rng, 8, i);
        sample_position(&pos, (int)(i % 40), &rng);
        mirrored = pos;
        mirrored.own = mirror_cells(pos.own);
        mirrored.all = mirror_cells(pos.all);
        assert_int_equal(position_part(&pos), position_part(&mirrored));
        if (pos.plies <= TRAIN_PLIES)
            assert_int_equal(position_part(&pos), OPENING_TRAIN);
        else
            part[position_part(&pos)]++;
    }
    assert_int_equal(part[OPENING_ANY], 0);
    assert_in_range(part[OPENING_VALIDATE], 680, 870); /* a sixteenth of 12,400 */
    assert_in_range(part[OPENING_TEST], 680, 870);
}

static void the_other_sets_are_proper_too(void **state)
{
    struct position_recipe recipe = late;

    (void)state;
    recipe.count = 120;
    for (int part = OPENING_VALIDATE; part <= OPENING_TEST; part++) {
        struct position_set set;

        recipe.part = (enum opening_set)part;
        set = made_set(&recipe, NULL);
        assert_int_equal(set.n, 120);
        assert_proper(&set);
        position_set_release(&set);
    }
}

/* Another seed and other sources give other positions. */
static void sources_and_seeds_differ(void **state)
{
    uint64_t first[SOURCES + 1];

    (void)state;
    for (int i = 0; i <= SOURCES; i++) {
        struct position_recipe recipe = late;
        struct position_set set;

        recipe.count = 44;
        recipe.from = (enum position_source)(i % SOURCES);
        recipe.seed += (uint64_t)(i / SOURCES);
        set = made_set(&recipe, NULL);
        assert_int_equal(set.n, 44);
        assert_proper(&set);
        first[i] = position_mirror_key(&set.pos[0]);
        for (int k = 0; k < i; k++)
            assert_true(k == SOURCE_RANDOM && i == SOURCE_MIX ? true : first[k] != first[i]);
        position_set_release(&set);
    }
}

static void threads_make_no_difference(void **state)
{
    struct temp_file one = temp_file_make(""), two = temp_file_make("");

    (void)state;
    assert_true(make(one.path, &late, 1, 0, NULL));
    assert_true(make(two.path, &late, 2, 0, NULL));
    assert_same_file(one.path, two.path);
    assert_true(make(two.path, &late, 2, 0, NULL)); /* a finished set stays as it is */
    assert_same_file(one.path, two.path);
    temp_file_remove(&one);
    temp_file_remove(&two);
}

static void interruptions_make_no_difference(void **state)
{
    struct temp_file whole = temp_file_make(""), parts = temp_file_make("");
    struct position_recipe recipe = late;
    int runs = 0;

    (void)state;
    recipe.low = 2; /* with listed positions */
    recipe.high = 6;
    recipe.count = 3000;
    assert_true(make(whole.path, &recipe, 2, 0, NULL));
    while (!make(parts.path, &recipe, 1 + runs % 2, (size_t)(250 + 100 * runs), NULL))
        runs++;
    assert_true(runs > 2);
    assert_same_file(whole.path, parts.path);
    temp_file_remove(&whole);
    temp_file_remove(&parts);
}

/* The file beside a set. */
static void part_of(const struct temp_file *set, char *path, size_t size)
{
    snprintf(path, size, "%s.part", set->path);
}

/* In a single block, so that nothing is in the set before its end. */
static void what_is_done_of_a_block_is_kept(void **state)
{
    struct temp_file whole = temp_file_make(""), parts = temp_file_make("");
    struct stopper never = { .calls = SIZE_MAX };
    size_t done = 0;
    char path[4096];
    bool finished = false;
    FILE *part;
    struct err err;

    (void)state;
    part_of(&parts, path, sizeof path);
    assert_int_equal(try_make(whole.path, &late, 2, &never, NULL, 10000, &finished, &err), 0);
    for (finished = false; !finished;) {
        struct stopper stopper = { .calls = 149 };

        if (try_make(parts.path, &late, 1, &stopper, NULL, 10000, &finished, &err))
            fail_msg("%s", err.text);
        assert_int_equal(stopper.first, done + 1);
        done += 150;
        part = fopen(path, finished ? "rb" : "ab");
        assert_int_equal(part == NULL, finished);
        if (part && done == 300) /* as if it had been killed while it wrote */
            fputs("torn", part);
        if (part)
            fclose(part);
    }
    assert_int_equal(done, 600);
    assert_same_file(whole.path, parts.path);
    temp_file_remove(&whole);
    temp_file_remove(&parts);
}

/* Pieces of another set, and of another block. */
static void pieces_of_others_are_not_taken(void **state)
{
    struct temp_file whole = temp_file_make(""), set = temp_file_make("");
    struct position_recipe other = late;
    struct stopper stopper = { .calls = 99 }, second = { .calls = SIZE_MAX };
    bool finished;
    char path[4096];
    FILE *part;
    struct err err;

    (void)state;
    other.seed++;
    assert_true(make(whole.path, &late, 2, 0, NULL));
    part_of(&set, path, sizeof path);
    assert_int_equal(try_make(set.path, &other, 1, &stopper, NULL, 100, &finished, &err), 0);
    assert_false(finished);
    fclose(fopen(set.path, "wb")); /* begins anew */
    assert_int_equal(try_make(set.path, &late, 1, &second, NULL, 100, &finished, &err), 0);
    assert_int_equal(second.first, 1);
    assert_same_file(whole.path, set.path);

    fclose(fopen(set.path, "wb"));
    part = fopen(path, "wb");
    fputs("my own file", part);
    fclose(part);
    assert_int_equal(try_make(set.path, &late, 1, &second, NULL, 100, &finished, &err), -1);
    assert_non_null(strstr(err.text, ".part is in the way"));
    remove(path);
    temp_file_remove(&whole);
    temp_file_remove(&set);
}

static void positions_are_left_out(void **state)
{
    struct temp_file file = temp_file_make("# some\n4444\n4441 comment\n\n"), set_file;
    struct position_keys keys = { 0 };
    struct position_recipe recipe = late;
    struct position_set set;
    struct position pos;
    struct err err;

    (void)state;
    assert_int_equal(position_keys_checksum(&keys), 0);
    assert_int_equal(position_keys_add(&keys, file.path, &err), 0);
    assert_int_equal(position_keys_add(&keys, file.path, &err), 0);
    assert_int_equal(keys.n, 2);
    assert_int_equal(position_keys_add(&keys, "/no/such/file", &err), -1);
    assert_true(position_keys_checksum(&keys) != 0);
    recipe.low = recipe.high = 4;
    recipe.count = 1000;
    recipe.without = position_keys_checksum(&keys);
    set = made_set(&recipe, &keys);
    assert_int_equal(set.n, 568 - 2);
    assert_int_equal(notation_parse(&pos, "4447", &err), 0); /* the mirror image */
    for (size_t i = 0; i < set.n; i++)
        assert_true(position_mirror_key(&set.pos[i]) != position_mirror_key(&pos));
    position_set_release(&set);

    /* Late positions are left out as they are drawn; here those of another set. */
    set_file = temp_file_make("");
    assert_true(make(set_file.path, &late, 2, 0, NULL));
    position_keys_release(&keys);
    assert_int_equal(position_keys_add(&keys, set_file.path, &err), 0);
    assert_int_equal(keys.n, 600);
    recipe = late;
    recipe.without = position_keys_checksum(&keys);
    set = made_set(&recipe, &keys);
    assert_int_equal(set.n, 600);
    for (size_t i = 0; i < set.n; i++) {
        uint64_t key = position_mirror_key(&set.pos[i]);

        for (size_t k = 0; k < keys.n; k++)
            assert_true(keys.key[k] != key);
    }
    position_set_release(&set);
    position_keys_release(&keys);
    temp_file_remove(&set_file);
    temp_file_remove(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_those_of_slow_searches),
        cmocka_unit_test(scores_are_kept_where_they_are_asked_for),
        cmocka_unit_test(all_early_positions_are_taken),
        cmocka_unit_test(a_set_can_hold_everything),
        cmocka_unit_test(parts_do_not_overlap),
        cmocka_unit_test(the_other_sets_are_proper_too),
        cmocka_unit_test(sources_and_seeds_differ),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(interruptions_make_no_difference),
        cmocka_unit_test(what_is_done_of_a_block_is_kept),
        cmocka_unit_test(pieces_of_others_are_not_taken),
        cmocka_unit_test(positions_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
