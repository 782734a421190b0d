/* Lines drawn at random: mean, variance, and what the draw depends on. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "heuristic/sampler.h"
#include "reference.h"
#include "sample.h"

#define CASES 12
#define DRAWS SAMPLES(20000)

static struct sampler *make(struct genome *genome, enum sample_genome kind, int n, struct rng *rng)
{
    struct sampler *s = malloc(sizeof *s);

    assert_non_null(s);
    sample_genome(genome, kind, rng);
    sampler_compile(s, genome, n);
    return s;
}

/* The value of one line by itself. */
static double line_value(const struct genome *genome, int line, const struct position *pos,
                         enum side viewer)
{
    struct line list[LINES];
    uint64_t own =
        viewer == SIDE_FIRST ? first_player_discs(pos) : first_player_discs(pos) ^ pos->all;
    int mine = 0, other = 0;

    lines_list(list);
    for (int i = 0; i < 4; i++) {
        uint64_t bit = cell_bit(list[line].cell[i].column, list[line].cell[i].row);

        mine += (own & bit) != 0;
        other += (pos->all & ~own & bit) != 0;
    }
    return weights_line(genome, &list[line], viewer, mine, other);
}

/* All lines together are the line genes of the reference. */
static double line_sum(const struct genome *genome, const struct position *pos, enum side viewer)
{
    struct genome lines_only = *genome;
    struct ref_board board = ref_board_of(pos);
    struct reference ref;

    for (int g = 0; g < gene_count(); g++)
        if (gene_table[g].family == FAMILY_DISC)
            lines_only.gene[g] = 0;
    reference_init(&ref, &lines_only);
    return reference_lines(&ref, &board, viewer);
}

/* Over many draws: n/69 of the full sum, and n times the variance of a line. */
static void draws_have_the_right_mean_and_variance(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        int n = i == 0 ? 10 : 1 + (int)(i * 29 % LINES);
        enum side viewer = (enum side)(i % 2);
        double mean = 0, square = 0, sum, line_mean, line_variance = 0, error;
        struct genome genome;
        struct sampler *s;
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 1, i);
        s = make(&genome, i % 2 ? SAMPLE_FULL : SAMPLE_LINES, n, &rng);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        sum = line_sum(&genome, &pos, viewer);
        line_mean = sum / LINES;
        for (int line = 0; line < LINES; line++)
            line_variance += pow(line_value(&genome, line, &pos, viewer) - line_mean, 2) / LINES;
        for (uint64_t draw = 0; draw < DRAWS; draw++) {
            double value = sampler_lines(s, draw, first_player_discs(&pos), pos.all, viewer);

            mean += value / DRAWS;
            square += (value - n * line_mean) * (value - n * line_mean) / DRAWS;
        }
        error = sqrt(n * line_variance / DRAWS);
        assert_true(fabs(mean - sum * n / LINES) < 4 * error + 1e-6);
        assert_true(fabs(square / (n * line_variance) - 1) < (n < 3 ? 0.2 : 0.08));
        free(s);
    }
}

/* Every line comes up as often as any other; its value tells which one it was. */
static void lines_are_drawn_alike(void **state)
{
    struct position empty = { 0 };
    unsigned long count[LINES] = { 0 };
    struct sampler *s = calloc(1, sizeof *s);

    (void)state;
    assert_non_null(s);
    s->n = 1;
    for (int i = 0; i < LINES; i++)
        s->units[SIDE_FIRST][i][0][0] = i + 1;
    for (uint64_t draw = 0; draw < 69000; draw++)
        count[sampler_lines(s, draw, empty.own, empty.all, SIDE_FIRST) - 1]++;
    assert_true(chi_square_uniform(count, LINES) < 111.1); /* 68 degrees: one in a thousand */
    free(s);
}

static void the_value_depends_on_draw_and_position_alone(void **state)
{
    int differs_by_draw = 0, differs_by_position = 0;
    struct genome genome;
    struct sampler *s;
    struct rng rng;

    (void)state;
    sample_rng(&rng, 2, 0);
    s = make(&genome, SAMPLE_LINES, 10, &rng);
    for (uint64_t i = 0; i < 200; i++) {
        struct position pos, next;
        int32_t value;

        sample_position(&pos, 8 + (int)rng_below(&rng, 20), &rng);
        next = pos;
        position_play(&next, playable_cells(pos.all) & -playable_cells(pos.all));
        value = sampler_lines(s, i, first_player_discs(&pos), pos.all, SIDE_FIRST);
        assert_int_equal(value, sampler_lines(s, i, first_player_discs(&pos), pos.all, SIDE_FIRST));
        differs_by_draw +=
            value != sampler_lines(s, i + 1, first_player_discs(&pos), pos.all, SIDE_FIRST);
        differs_by_position +=
            value != sampler_lines(s, i, first_player_discs(&next), next.all, SIDE_FIRST);
    }
    assert_true(differs_by_draw > 190);
    assert_true(differs_by_position > 190);
    free(s);
}

/* What is not a line counts as it always does. */
static void other_genes_count_in_full(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(200); i++) {
        enum side viewer = (enum side)(i % 2);
        struct genome genome, without;
        struct ref_board board;
        struct reference ref;
        struct sampler *s;
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 3, i);
        s = make(&genome, SAMPLE_FULL, 10, &rng);
        without = genome;
        for (int g = 0; g < gene_count(); g++)
            if (gene_table[g].family == FAMILY_LINE || gene_table[g].family == FAMILY_PLACE)
                without.gene[g] = 0;
        reference_init(&ref, &without);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        board = ref_board_of(&pos);
        assert_int_equal(evaluate(&s->other_genes, &pos, viewer),
                         reference_value(&ref, &board, viewer));
        free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_have_the_right_mean_and_variance),
        cmocka_unit_test(lines_are_drawn_alike),
        cmocka_unit_test(the_value_depends_on_draw_and_position_alone),
        cmocka_unit_test(other_genes_count_in_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
