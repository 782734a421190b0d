/* What an evaluation pays for threats is found again: genes say what it is. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "heuristic/evaluator.h"
#include "heuristic/threat_worth.h"
#include "sample.h"

#define POSITIONS 12000

static struct position *draw(size_t n)
{
    struct position *pos = calloc(n, sizeof *pos);

    for (uint64_t i = 0; i < n; i++) {
        struct rng rng;

        sample_rng(&rng, 81, i);
        sample_position(&pos[i], 12 + (int)rng_below(&rng, 17), &rng);
    }
    return pos;
}

/* A weight of 100 is a unit of log odds. */
static void genes_are_found_again(void **state)
{
    static const double wanted[2][2] = { { 2, 0.5 }, { 0.25, 1.5 } }; /* by owner: odd rows, even */
    struct position *pos = draw(POSITIONS);
    struct threat_worth worth;
    struct genome genome;
    struct err err;

    (void)state;
    genome_init(&genome);
    genome.gene[gene_find("odd1")] = 100 * wanted[0][0];
    genome.gene[gene_find("even1")] = 100 * wanted[0][1];
    genome.gene[gene_find("odd2")] = 100 * wanted[1][0];
    genome.gene[gene_find("even2")] = 100 * wanted[1][1];
    genome.gene[gene_find("own2")] = genome.gene[gene_find("opp2")] = 20; /* taken out */
    assert_int_equal(threat_worth_find(&worth, &genome, pos, POSITIONS, &err), 0);
    assert_true(worth.positions > POSITIONS / 3 && worth.explained > 0.9);
    for (int owner = 0; owner < 2; owner++) {
        for (int row = 1; row < ROWS - 1; row++)
            assert_true(fabs(worth.row[owner][row] - wanted[owner][row % 2]) < 0.1);
        assert_true(fabs(threat_worth_odd(&worth, (enum side)owner) - wanted[owner][0]) < 0.1);
        assert_true(fabs(threat_worth_even(&worth, (enum side)owner) - wanted[owner][1]) < 0.1);
        assert_true(isnan(worth.row[owner][0])); /* there every threat can be played */
    }
    free(pos);
}

static void mirror_images_are_worth_the_same(void **state)
{
    struct position *pos = draw(3000);
    struct threat_worth worth;
    struct genome genome;
    struct err err;

    (void)state;
    genome_init(&genome);
    genome.gene[gene_find("odd1")] = 100;
    assert_int_equal(threat_worth_find(&worth, &genome, pos, 3000, &err), 0);
    for (int owner = 0; owner < 2; owner++)
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < COLUMNS; column++) {
                double a = worth.cell[owner][row * COLUMNS + column];
                double b = worth.cell[owner][row * COLUMNS + COLUMNS - 1 - column];

                assert_true(a == b || (isnan(a) && isnan(b)));
            }
    assert_int_equal(threat_worth_find(&worth, &genome, pos, 5, &err), -1);
    free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genes_are_found_again),
        cmocka_unit_test(mirror_images_are_worth_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
