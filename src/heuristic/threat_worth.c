#include "heuristic/threat_worth.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

#include "game/lines.h"
#include "heuristic/evaluator.h"

#define HALF ((COLUMNS + 1) / 2) /* columns that are no mirror images */

/* What a value is explained by. */
enum {
    TERM_CONSTANT,
    TERM_MOVER,                /* the first player is to move */
    TERM_LINES = 2,            /* open lines with one disc and two, of each side */
    TERM_NOW = TERM_LINES + 4, /* threats that can be played, of each side */
    TERM_CELL = TERM_NOW + 2,  /* those that cannot, by owner, row and column */
    TERMS = TERM_CELL + 2 * ROWS * HALF
};

/* Sums over all positions. */
struct sums {
    struct line line[LINES];
    double product[TERMS][TERMS], with_value[TERMS];
    double value, square;
    size_t n, seen[TERMS];
};

static int cell_term(enum side owner, int column, int row)
{
    int half = column < HALF ? column : COLUMNS - 1 - column;

    return TERM_CELL + ((int)owner * ROWS + row) * HALF + half;
}

/* Of a position: how often each term occurs. */
static void list_terms(const struct sums *s, const struct position *pos, double term[TERMS])
{
    uint64_t disc[2], playable = playable_cells(pos->all);

    for (int i = 0; i < TERMS; i++)
        term[i] = 0;
    disc[SIDE_FIRST] = first_player_discs(pos);
    disc[SIDE_SECOND] = disc[SIDE_FIRST] ^ pos->all;
    term[TERM_CONSTANT] = 1;
    term[TERM_MOVER] = side_to_move(pos) == SIDE_FIRST;
    for (int i = 0; i < LINES; i++) {
        uint64_t cells = line_cells(&s->line[i]);

        for (int side = 0; side < 2; side++) {
            int own = bit_count(cells & disc[side]);

            if ((own == 1 || own == 2) && !(cells & disc[!side]))
                term[TERM_LINES + 2 * side + own - 1]++;
        }
    }
    for (int side = 0; side < 2; side++) {
        uint64_t threats = winning_cells(disc[side], pos->all);

        term[TERM_NOW + side] = bit_count(threats & playable);
        for (threats &= ~playable; threats; threats &= threats - 1)
            term[cell_term((enum side)side, bit_column(threats),
                           bit_index(threats) % COLUMN_BITS)]++;
    }
}

static void add_position(struct sums *s, const struct position *pos, double value)
{
    double term[TERMS];

    list_terms(s, pos, term);
    for (int i = 0; i < TERMS; i++) {
        if (term[i] == 0)
            continue;
        s->seen[i]++;
        s->with_value[i] += term[i] * value;
        for (int k = 0; k < TERMS; k++)
            s->product[i][k] += term[i] * term[k];
    }
    s->value += value;
    s->square += value * value;
    s->n++;
}

/* Solves for the worth of each term; those that hardly occur get 0. */
static int solve(const struct sums *s, double worth[TERMS], struct err *err)
{
    gsl_matrix *a = gsl_matrix_alloc(TERMS, TERMS);
    gsl_vector *b = gsl_vector_alloc(TERMS);
    int status = a && b ? 0 : err_shortage(err, "out of memory");

    for (size_t i = 0; i < TERMS && status == 0; i++) {
        gsl_vector_set(b, i, s->with_value[i]);
        for (size_t k = 0; k < TERMS; k++) /* a little is added, as some terms never occur */
            gsl_matrix_set(a, i, k, s->product[i][k] + (i == k ? 1e-3 * (double)s->n / TERMS : 0));
    }
    if (status == 0 && (gsl_linalg_cholesky_decomp1(a) || gsl_linalg_cholesky_svx(a, b)))
        status = err_set(err, "threats cannot be told apart in %zu positions", s->n);
    for (size_t i = 0; i < TERMS && status == 0; i++)
        worth[i] = gsl_vector_get(b, i);
    gsl_matrix_free(a);
    gsl_vector_free(b);
    return status;
}

/* The sum of squares that the terms leave, relative to that of the values around their mean. */
static double explained(const struct sums *s, const double worth[TERMS])
{
    double left = s->square, all = s->square - s->value * s->value / (double)s->n;

    for (int i = 0; i < TERMS; i++) {
        left -= 2 * worth[i] * s->with_value[i];
        for (int k = 0; k < TERMS; k++)
            left += worth[i] * worth[k] * s->product[i][k];
    }
    return all > 0 ? 1 - left / all : 0;
}

static void tell(struct threat_worth *out, const struct sums *s, const double worth[TERMS])
{
    for (int owner = 0; owner < 2; owner++)
        for (int row = 0; row < ROWS; row++) {
            double sum = 0, n = 0;

            for (int column = 0; column < COLUMNS; column++) {
                int term = cell_term((enum side)owner, column, row);
                double value = owner == SIDE_FIRST ? worth[term] : -worth[term];
                bool known = s->seen[term] >= THREAT_WORTH_LEAST;

                out->cell[owner][row * COLUMNS + column] = known ? value : NAN;
                sum += known ? value * (double)s->seen[term] : 0;
                n += known ? (double)s->seen[term] : 0;
            }
            out->row[owner][row] = n > 0 ? sum / n : NAN;
        }
    out->positions = s->n;
    out->explained = explained(s, worth);
}

int threat_worth_find(struct threat_worth *worth, const struct genome *genome,
                      const struct position *pos, size_t n, struct err *err)
{
    struct sums *s = calloc(1, sizeof *s);
    struct evaluator *ev = malloc(sizeof *ev);
    double found[TERMS];
    int status = s && ev ? 0 : err_shortage(err, "out of memory");

    if (status == 0) {
        lines_list(s->line);
        evaluator_compile(ev, genome);
    }
    for (size_t i = 0; i < n && status == 0; i++) {
        enum side viewer = side_to_move(&pos[i]) == SIDE_FIRST ? SIDE_SECOND : SIDE_FIRST;
        double value = evaluate(ev, &pos[i], viewer);
        uint64_t first = first_player_discs(&pos[i]), all = pos[i].all;
        uint64_t threat[2] = { winning_cells(first, all), winning_cells(first ^ all, all) };
        enum side mover = side_to_move(&pos[i]);

        if (table_sure(threat[mover], threat[!mover], all) == 0)
            add_position(s, &pos[i], (viewer == SIDE_FIRST ? value : -value) / TABLE_LOGIT);
    }
    if (status == 0)
        status = s->n > TERMS ? solve(s, found, err)
                              : err_set(err, "%zu positions are too few to tell threats", s->n);
    if (status == 0)
        tell(worth, s, found);
    free(s);
    free(ev);
    return status;
}

static double mean_of(const struct threat_worth *worth, enum side owner, int from)
{
    double sum = 0;
    int n = 0;

    for (int row = from; row < ROWS; row += 2)
        if (!isnan(worth->row[owner][row])) {
            sum += worth->row[owner][row];
            n++;
        }
    return n ? sum / n : NAN;
}

double threat_worth_odd(const struct threat_worth *worth, enum side owner)
{
    return mean_of(worth, owner, 0);
}

double threat_worth_even(const struct threat_worth *worth, enum side owner)
{
    return mean_of(worth, owner, 1);
}
