#include "heuristic/custom_check.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "heuristic/custom_linear.h"

#define POSITIONS 4000
#define ROUNDS    10 /* to measure speed by: the fastest counts */

/* Values are printed and played in units of 0.001. */
#define SAME(a, b) (fabs((a) - (b)) < 5e-4)

struct checking {
    const struct custom *custom;
    struct custom_use use;
    struct position pos[POSITIONS];
    double value[POSITIONS][2]; /* by viewer */
    double again[POSITIONS][2];
};

static double ask(const struct checking *c, const struct position *pos, int viewer)
{
    return custom_value(c->custom, &c->use, first_player_discs(pos), pos->all, (enum side)viewer);
}

static void note(struct custom_property *p, const struct position *pos, double value, double other)
{
    if (p->broken++ > 0)
        return;
    p->where = *pos;
    p->value = value;
    p->other = other;
}

/* Asks again in another order, and from all threads: a value that changes, even in its last bit,
 * depends on more than the position. */
static void check_purity(struct checking *c, struct custom_property *pure)
{
    for (int i = POSITIONS - 1; i >= 0; i--)
        for (int viewer = 1; viewer >= 0; viewer--)
            if (ask(c, &c->pos[i], viewer) != c->value[i][viewer])
                note(pure, &c->pos[i], c->value[i][viewer], ask(c, &c->pos[i], viewer));
#pragma omp parallel for schedule(dynamic, 7)
    for (int i = 0; i < POSITIONS; i++)
        for (int viewer = 0; viewer < 2; viewer++)
            c->again[i][viewer] = ask(c, &c->pos[i], viewer);
    for (int i = 0; i < POSITIONS; i++)
        for (int viewer = 0; viewer < 2; viewer++)
            if (c->again[i][viewer] != c->value[i][viewer])
                note(pure, &c->pos[i], c->value[i][viewer], c->again[i][viewer]);
}

static struct position mirror_image(const struct position *pos)
{
    return (struct position){ mirror_cells(pos->own), mirror_cells(pos->all), pos->plies };
}

static void check_symmetry(struct checking *c, struct custom_check *check)
{
    for (int i = 0; i < POSITIONS; i++) {
        const struct position *pos = &c->pos[i], image = mirror_image(pos);
        double other = ask(c, &image, 0);

        if (!SAME(c->value[i][0], -c->value[i][1]))
            note(&check->antisymmetric, pos, c->value[i][0], c->value[i][1]);
        if (!SAME(c->value[i][0], other))
            note(&check->mirrored, pos, c->value[i][0], other);
    }
}

static void find_range(const struct checking *c, struct custom_check *check)
{
    check->low = INFINITY;
    check->high = -INFINITY;
    for (int i = 0; i < POSITIONS; i++) {
        for (int viewer = 0; viewer < 2; viewer++) {
            if (c->value[i][viewer] < check->low) {
                check->low = c->value[i][viewer];
                check->lowest = c->pos[i];
            }
            if (c->value[i][viewer] > check->high) {
                check->high = c->value[i][viewer];
                check->highest = c->pos[i];
            }
        }
    }
}

static void measure(struct checking *c, struct custom_check *check)
{
    check->ns = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double begun_s = clock_s();

        for (int i = 0; i < POSITIONS; i++)
            c->again[i][0] = ask(c, &c->pos[i], round % 2);
        check->ns = fmin(check->ns, (clock_s() - begun_s) * 1e9 / POSITIONS);
    }
}

int custom_check(struct custom_check *check, const struct custom *custom, struct err *err)
{
    struct checking *c = calloc(1, sizeof *c);
    struct genome genome;

    *check = (struct custom_check){ .positions = POSITIONS };
    if (!c)
        return err_shortage(err, "out of memory");
    custom_genome(&genome, custom);
    custom_use_of(&c->use, genome.gene);
    c->custom = custom;
    custom_positions(c->pos, POSITIONS);
    for (int i = 0; i < POSITIONS; i++)
        for (int viewer = 0; viewer < 2; viewer++)
            c->value[i][viewer] = ask(c, &c->pos[i], viewer);
    check_purity(c, &check->pure);
    check_symmetry(c, check);
    find_range(c, check);
    measure(c, check);
    genome_release(&genome);
    free(c);
    return 0;
}
