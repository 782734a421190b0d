/* The compiled tables against the obvious evaluation, and positions worked out by hand. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "game/notation.h"
#include "reference.h"
#include "sample.h"

#define POSITIONS  SAMPLES(120000)
#define PAIRS      SAMPLES(40000) /* of positions that must have equal values */
#define PER_GENOME 100
#define GAMES      SAMPLES(4000)

/* An evaluator is too large for the stack of a careful program. */
static int make_evaluator(void **state)
{
    *state = malloc(sizeof(struct evaluator));
    return *state ? 0 : -1;
}

static int free_evaluator(void **state)
{
    free(*state);
    return 0;
}

static struct position parse(const char *text)
{
    struct position pos;
    struct err err;

    if (notation_parse(&pos, text, &err) != 0)
        fail_msg("%s", err.text);
    return pos;
}

static void set(struct genome *genome, const char *name, double value)
{
    int gene = gene_find(name);

    assert_true(gene >= 0);
    genome->gene[gene] = value;
}

static void set_lines(struct genome *genome, const double own[3], const double opp[3])
{
    for (int i = 0; i < 3; i++) {
        genome->gene[GENE_OWN1 + i] = own[i];
        genome->gene[GENE_OPP1 + i] = opp[i];
    }
}

static struct position mirrored(const struct position *pos)
{
    return (struct position){ mirror_cells(pos->own), mirror_cells(pos->all), pos->plies };
}

/* Every disc changes its colour; the side to move stays the same. */
static struct position colour_swapped(const struct position *pos)
{
    return (struct position){ pos->own ^ pos->all, pos->all, pos->plies };
}

/* The sum of the strips for the viewer, as the reference gives it. */
static int32_t viewers_sum(const struct evaluator *ev, const struct strip_index *index,
                           enum side viewer)
{
    int32_t sum = evaluator_sum(ev, index, viewer);

    return viewer == SIDE_FIRST ? sum : -sum;
}

static void assert_as_reference(const struct evaluator *ev, const struct reference *ref,
                                const struct position *pos)
{
    struct ref_board b = ref_board_of(pos);

    for (enum side viewer = SIDE_FIRST; viewer <= SIDE_SECOND; viewer++) {
        struct strip_index index = evaluator_index(ev, pos);

        assert_int_equal(viewers_sum(ev, &index, viewer), reference_lines(ref, &b, viewer));
        assert_int_equal(evaluate(ev, pos, viewer), reference_value(ref, &b, viewer));
    }
    assert_int_equal(evaluator_threats(ev, first_player_discs(pos), pos->all),
                     reference_threats(ref, &b));
}

static void tables_agree_with_the_69_lines(void **state)
{
    struct evaluator *ev = *state;
    struct reference ref;
    struct genome genome;

    for (uint64_t i = 0; i < POSITIONS / PER_GENOME; i++) {
        struct rng rng;

        sample_rng(&rng, 1, i);
        sample_genome(&genome, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        evaluator_compile(ev, &genome);
        reference_init(&ref, &genome);
        for (int k = 0; k < PER_GENOME; k++) {
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
            assert_as_reference(ev, &ref, &pos);
        }
    }
}

static void mirror_images_have_equal_values(void **state)
{
    struct evaluator *ev = *state;
    struct genome genome;

    for (uint64_t i = 0; i < PAIRS / PER_GENOME; i++) {
        struct rng rng;

        sample_rng(&rng, 2, i);
        sample_genome(&genome, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        evaluator_compile(ev, &genome);
        for (int k = 0; k < PER_GENOME; k++) {
            struct position pos, mirror;

            sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
            mirror = mirrored(&pos);
            assert_int_equal(evaluate(ev, &pos, SIDE_FIRST), evaluate(ev, &mirror, SIDE_FIRST));
            assert_int_equal(evaluate(ev, &pos, SIDE_SECOND), evaluate(ev, &mirror, SIDE_SECOND));
        }
    }
}

static void swap_genes(struct genome *genome, enum gene a, enum gene b)
{
    double kept = genome->gene[a];

    genome->gene[a] = genome->gene[b];
    genome->gene[b] = kept;
}

/* The genome that sees in the colour-swapped position what this one sees in
 * the position: genes of the first player become genes of the second. The side
 * to move keeps the move and changes discs, so the genes that look at the move
 * change too. The zugzwang table has no such image: it asks different
 * questions about the two players. */
static void swap_colours_of_genes(struct genome *genome)
{
    swap_genes(genome, GENE_ODD1, GENE_ODD2);
    swap_genes(genome, GENE_EVEN1, GENE_EVEN2);
    swap_genes(genome, GENE_LOW_ODD1, GENE_LOW_ODD2);
    swap_genes(genome, GENE_LOW_EVEN1, GENE_LOW_EVEN2);
    swap_genes(genome, GENE_STACK1, GENE_STACK2);
    swap_genes(genome, GENE_NOW_MOVER, GENE_NOW_OTHER);
    swap_genes(genome, GENE_CLAIMED1, GENE_CLAIMED2);
    swap_genes(genome, GENE_PAIRED1, GENE_PAIRED2);
    for (int class = 0; class < LINE_CLASSES; class ++)
        for (int discs = 1; discs <= 3; discs++)
            swap_genes(genome, (enum gene)place_gene(0, discs, class),
                       (enum gene)place_gene(1, discs, class));
    genome->gene[GENE_TEMPO] = -genome->gene[GENE_TEMPO];
}

static void assert_colours_swap(const struct evaluator *ev, const struct evaluator *swapped,
                                struct rng *rng)
{
    for (int k = 0; k < PER_GENOME; k++) {
        struct position pos, other;

        sample_position(&pos, (int)rng_below(rng, CELLS), rng);
        other = colour_swapped(&pos);
        assert_int_equal(evaluate(ev, &pos, SIDE_FIRST), evaluate(swapped, &other, SIDE_SECOND));
        assert_int_equal(evaluate(ev, &pos, SIDE_SECOND), evaluate(swapped, &other, SIDE_FIRST));
    }
}

static void swapping_colours_and_viewer_changes_nothing(void **state)
{
    struct evaluator *ev = *state;
    struct evaluator *swapped = malloc(sizeof *swapped);
    struct genome genome;

    assert_non_null(swapped);
    for (uint64_t i = 0; i < PAIRS / PER_GENOME; i++) {
        bool threats = i % 2 == 1;
        struct rng rng;

        sample_rng(&rng, 3, i);
        sample_genome(&genome, (enum sample_genome)(i / 2 % SAMPLE_KINDS), &rng);
        for (int g = 0; g < gene_count(); g++)
            if (gene_table[g].family == FAMILY_ZUGZWANG ||
                (!threats &&
                 (gene_table[g].family == FAMILY_THREAT || gene_table[g].family == FAMILY_RULES)))
                genome.gene[g] = 0;
        evaluator_compile(ev, &genome);
        assert_int_equal(threats || !ev->has_threats, true);
        swap_colours_of_genes(&genome);
        evaluator_compile(swapped, &genome);
        assert_colours_swap(ev, swapped, &rng);
    }
    free(swapped);
}

/* A game move by move, as the search plays it: with one index and a running sum. */
struct track {
    const struct evaluator *ev;
    enum side viewer;
    struct strip_index index;
    int32_t sum;
};

static struct track track_begin(const struct evaluator *ev, enum side viewer)
{
    struct track t = { .ev = ev, .viewer = viewer, .index = ev->map.empty_board };

    t.sum = evaluator_sum(ev, &t.index, viewer);
    return t;
}

static void track_move(struct track *t, struct position *pos, uint64_t bit)
{
    enum side mover = side_to_move(pos);

    t->sum += evaluator_delta(t->ev, &t->index, t->viewer, bit_index(bit), mover);
    strip_index_add(&t->index, &t->ev->map, bit_index(bit), mover);
    position_play(pos, bit);
}

static void track_unmove(struct track *t, const struct position *before, uint64_t bit)
{
    enum side mover = side_to_move(before);

    strip_index_remove(&t->index, &t->ev->map, bit_index(bit), mover);
    t->sum -= evaluator_delta(t->ev, &t->index, t->viewer, bit_index(bit), mover);
}

static void assert_track(const struct track *t, const struct reference *ref,
                         const struct position *pos)
{
    struct strip_index fresh = evaluator_index(t->ev, pos);
    struct ref_board b = ref_board_of(pos);

    assert_memory_equal(&t->index, &fresh, sizeof fresh);
    assert_int_equal(t->sum, evaluator_sum(t->ev, &fresh, t->viewer));
    assert_int_equal(viewers_sum(t->ev, &fresh, t->viewer), reference_lines(ref, &b, t->viewer));
}

static uint64_t random_move(const struct position *pos, struct rng *rng)
{
    uint64_t bit = 0;

    while (!bit)
        bit = playable_cells(pos->all) & column_cells((int)rng_below(rng, COLUMNS));
    return bit;
}

/* Random games up to their last quiet position, and all the way back. */
static void play_and_take_back(struct track *t, const struct reference *ref, struct rng *rng)
{
    struct position pos[CELLS + 1] = { 0 };
    uint64_t bit[CELLS];
    int n = 0;

    for (; n < CELLS; n++) {
        bit[n] = random_move(&pos[n], rng);
        if (bit[n] & immediate_wins(&pos[n]))
            break;
        pos[n + 1] = pos[n];
        track_move(t, &pos[n + 1], bit[n]);
        assert_track(t, ref, &pos[n + 1]);
    }
    while (n-- > 0) {
        track_unmove(t, &pos[n], bit[n]);
        assert_track(t, ref, &pos[n]);
    }
}

static void moves_made_and_taken_back_keep_the_sum(void **state)
{
    struct evaluator *ev = *state;
    struct reference ref;
    struct genome genome;

    for (uint64_t i = 0; i < GAMES; i++) {
        struct rng rng;
        struct track t;

        sample_rng(&rng, 4, i);
        if (i % 20 == 0) {
            sample_genome(&genome, (enum sample_genome)(i / 20 % SAMPLE_KINDS), &rng);
            evaluator_compile(ev, &genome);
            reference_init(&ref, &genome);
        }
        t = track_begin(ev, (enum side)(i % 2));
        play_and_take_back(&t, &ref, &rng);
    }
}

static void assert_values(struct evaluator *ev, const struct genome *genome, const char *text,
                          int32_t first, int32_t second)
{
    struct position pos = parse(text);

    evaluator_compile(ev, genome);
    assert_int_equal(evaluate(ev, &pos, SIDE_FIRST), first);
    assert_int_equal(evaluate(ev, &pos, SIDE_SECOND), second);
}

/* On 44 the disc d1 lies on seven lines and d2 on ten; they share the column
 * line d1-d4. On 414 the first player has d1 and d2: d1-d4 holds two discs,
 * 14 lines hold one; the disc a1 keeps its column and its diagonal. */
static void fevalb_gives_the_values_worked_out_by_hand(void **state)
{
    static const double own[3] = { 2, 13, 22 }, opp[3] = { 3, 15, 40 };
    struct genome genome;

    genome_init(&genome);
    set_lines(&genome, own, opp);
    assert_values(*state, &genome, "-", 0, 0);
    assert_values(*state, &genome, "4", 7 * 2 * EVAL_UNITS, -7 * 3 * EVAL_UNITS);
    assert_values(*state, &genome, "44", (6 * 2 - 9 * 3) * EVAL_UNITS,
                  (9 * 2 - 6 * 3) * EVAL_UNITS);
    assert_values(*state, &genome, "414", (13 + 14 * 2 - 2 * 3) * EVAL_UNITS,
                  (2 * 2 - 14 * 3 - 15) * EVAL_UNITS);
    set(&genome, "empty", 0.5);
    assert_values(*state, &genome, "-", 69 * EVAL_UNITS / 2, 69 * EVAL_UNITS / 2);
    assert_values(*state, &genome, "4", 14 * EVAL_UNITS + 31 * EVAL_UNITS,
                  -21 * EVAL_UNITS + 31 * EVAL_UNITS);
}

/* After 12 one line, a1-d1, holds a disc of both. */
static void each_gene_has_its_effect(void **state)
{
    struct genome genome;

    genome_init(&genome);
    set(&genome, "mix11", 5);
    assert_values(*state, &genome, "12", 5 * EVAL_UNITS, 5 * EVAL_UNITS);
    genome_init(&genome);
    set(&genome, "tempo", 2);
    assert_values(*state, &genome, "-", 2 * EVAL_UNITS, -2 * EVAL_UNITS);
    assert_values(*state, &genome, "1", -2 * EVAL_UNITS, 2 * EVAL_UNITS);
    genome_init(&genome);
    set(&genome, "disc3", 2);
    set(&genome, "oppdisc2", 3);
    assert_values(*state, &genome, "12", (2 - 3) * EVAL_UNITS, 0);
    assert_values(*state, &genome, "76", (2 - 3) * EVAL_UNITS, 0);
    genome_init(&genome);
    set(&genome, "opp1", 1);
    set(&genome, "cowardice", 1.5);
    assert_values(*state, &genome, "1", 0, -3 * 1500);
}

/* The lines through a1: a1-d1 has mean row 1 and mean column 2.5, so low is 1
 * and central is 1/2; a1-a4 has mean row 2.5 and column 1: 0.7 and 0; a1-d4
 * has mean row and column 2.5: 0.7 and 0.5. */
static void shape_and_map_weigh_lines(void **state)
{
    struct genome genome;

    genome_init(&genome);
    set(&genome, "own1", 10);
    set(&genome, "height", 1);
    assert_values(*state, &genome, "1", 20000 + 17000 + 17000, 0);
    assert_values(*state, &genome, "7", 20000 + 17000 + 17000, 0);
    set(&genome, "center", 2);
    assert_values(*state, &genome, "1", 40000 + 17000 + 34000, 0);
    set(&genome, "hor_a1", 0.5);
    set(&genome, "ver_a1", 0);
    set(&genome, "dia_a1", 3);
    assert_values(*state, &genome, "7", 20000 + 0 + 102000, 0);
    set(&genome, "own1", 1000);
    assert_values(*state, &genome, "1", 2000000 + 10000000, 0);
}

/*
 * The first player (X) completes a2-b2-c2 and b4-c3-e1 on the same cell d2,
 * which is in an even row and cannot be reached before d1 is filled:
 *
 *      . X . . . . .
 *      O O X . . . .
 *      X X X . . . O
 *      O X O . X O O
 */
static void two_lines_through_a_cell_are_one_threat(void **state)
{
    const char *text = "21231231263757";
    struct genome genome;

    genome_init(&genome);
    set(&genome, "even1", 7);
    assert_values(*state, &genome, text, 7 * EVAL_UNITS, -7 * EVAL_UNITS);
    set(&genome, "low_even1", 2);
    assert_values(*state, &genome, text, 9 * EVAL_UNITS, -9 * EVAL_UNITS);
    genome_init(&genome);
    set(&genome, "odd1", 1);
    set(&genome, "odd2", 1);
    set(&genome, "even2", 1);
    set(&genome, "low_odd1", 1);
    set(&genome, "stack1", 1);
    set(&genome, "now_mover", 1);
    set(&genome, "now_other", 1);
    assert_values(*state, &genome, text, 0, 0);
}

/* With d1 filled the same cell is a threat that can be played, whose worth
 * depends on who is to move; one more disc on d2 and it is no threat at all. */
static void a_threat_that_can_be_played_counts_by_the_move(void **state)
{
    struct genome genome;

    genome_init(&genome);
    set(&genome, "even1", 7);
    set(&genome, "now_mover", 3);
    set(&genome, "now_other", 5);
    assert_values(*state, &genome, "212312312637574", 5 * EVAL_UNITS, -5 * EVAL_UNITS);
    assert_values(*state, &genome, "2123123126375746", 3 * EVAL_UNITS, -3 * EVAL_UNITS);
    assert_values(*state, &genome, "2123123126375744", 0, 0);
}

struct zugzwang_case {
    const char *first, *second; /* threat cells, as "a3 d2" */
    int a, b, c;
};

static uint64_t cells(const char *text)
{
    uint64_t bits = 0;

    for (; *text; text += text[2] ? 3 : 2)
        bits |= cell_bit(text[0] - 'a', text[1] - '1');
    return bits;
}

static void zugzwang_looks_at_the_lowest_threat_of_each_column(void **state)
{
    static const struct zugzwang_case cases[] = {
        { "", "", 0, 0, 0 },         { "a3", "", 1, 0, 0 },    { "a3 g5", "", 2, 0, 0 },
        { "a3 c3 g5", "", 2, 0, 0 }, { "a3 a5", "", 1, 0, 0 }, { "a2 b4", "", 0, 0, 0 },
        { "a2 a3", "", 0, 0, 0 },    { "", "d3", 0, 1, 0 },    { "", "d3 e5 f3", 0, 2, 0 },
        { "", "d4", 0, 0, 1 },       { "", "d4 e2", 0, 0, 1 }, { "", "d2 d3", 0, 0, 1 },
        { "", "d3 d4", 0, 1, 0 },    { "a3", "a2", 0, 0, 1 },  { "a3", "a4", 1, 0, 0 },
        { "a3", "a3", 1, 0, 0 },     { "a4", "a4", 0, 0, 1 },  { "a3 b3", "c3 d5 e2", 2, 2, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct zugzwang_case *z = &cases[i];

        if (zugzwang_index(cells(z->first), cells(z->second)) != 6 * z->a + 2 * z->b + z->c)
            fail_msg("first '%s', second '%s'", z->first, z->second);
    }
}

static void threats_cost_nothing_when_their_genes_are_zero(void **state)
{
    struct evaluator *ev = *state;
    struct genome genome;

    genome_init(&genome);
    evaluator_compile(ev, &genome);
    assert_false(ev->has_threats);
    for (int g = 0; g < gene_count(); g++) {
        enum family family = gene_table[g].family;

        genome_init(&genome);
        genome.gene[g] = gene_table[g].high;
        evaluator_compile(ev, &genome);
        assert_int_equal(ev->has_threats, family == FAMILY_THREAT || family == FAMILY_ZUGZWANG ||
                                              family == FAMILY_RULES);
        assert_int_equal(ev->has_rules, family == FAMILY_RULES);
    }
}

/* A second compilation must leave nothing of the first behind. */
static void compiling_again_forgets_the_old_genome(void **state)
{
    struct evaluator *ev = *state;
    struct genome genome;
    struct rng rng;
    struct position pos = parse("21231231263757");

    sample_rng(&rng, 5, 0);
    sample_genome(&genome, SAMPLE_FULL, &rng);
    evaluator_compile(ev, &genome);
    genome_init(&genome);
    evaluator_compile(ev, &genome);
    assert_int_equal(evaluate(ev, &pos, SIDE_FIRST), 0);
    assert_int_equal(evaluate(ev, &pos, SIDE_SECOND), 0);
}

/* Everything that can be good for one side is as good as the bounds allow. */
static void set_greedy(struct genome *genome, double sign)
{
    genome_init(genome);
    for (int g = 0; g < gene_count(); g++) {
        const char *name = gene_table[g].name;
        bool factor = gene_table[g].family == FAMILY_SHAPE || gene_table[g].family == FAMILY_MAP;
        bool against = strncmp(name, "opp", 3) == 0 ||
                       (gene_table[g].family == FAMILY_THREAT && strchr(name, '2'));
        double direction = against ? -sign : sign;

        genome->gene[g] = factor || direction > 0 ? gene_table[g].high : gene_table[g].low;
    }
}

static void no_genome_reaches_the_limit(void **state)
{
    struct evaluator *ev = *state;
    struct genome genome;

    for (uint64_t i = 0; i < SAMPLES(200); i++) {
        struct rng rng;

        sample_rng(&rng, 6, i);
        if (i % 4 < 2)
            set_greedy(&genome, i % 2 ? -1 : 1);
        else
            sample_genome(&genome, SAMPLE_HUGE, &rng);
        evaluator_compile(ev, &genome);
        for (int k = 0; k < 100; k++) {
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
            assert_in_range(evaluate(ev, &pos, SIDE_FIRST) + EVAL_LIMIT, 1, 2 * EVAL_LIMIT - 1);
            assert_in_range(evaluate(ev, &pos, SIDE_SECOND) + EVAL_LIMIT, 1, 2 * EVAL_LIMIT - 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_agree_with_the_69_lines),
        cmocka_unit_test(mirror_images_have_equal_values),
        cmocka_unit_test(swapping_colours_and_viewer_changes_nothing),
        cmocka_unit_test(moves_made_and_taken_back_keep_the_sum),
        cmocka_unit_test(fevalb_gives_the_values_worked_out_by_hand),
        cmocka_unit_test(each_gene_has_its_effect),
        cmocka_unit_test(shape_and_map_weigh_lines),
        cmocka_unit_test(two_lines_through_a_cell_are_one_threat),
        cmocka_unit_test(a_threat_that_can_be_played_counts_by_the_move),
        cmocka_unit_test(zugzwang_looks_at_the_lowest_threat_of_each_column),
        cmocka_unit_test(threats_cost_nothing_when_their_genes_are_zero),
        cmocka_unit_test(compiling_again_forgets_the_old_genome),
        cmocka_unit_test(no_genome_reaches_the_limit),
    };

    return cmocka_run_group_tests(tests, make_evaluator, free_evaluator);
}
