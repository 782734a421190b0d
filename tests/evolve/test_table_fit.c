/* Tables by regression: gradients against differences, known results found again, and the same
 * bytes for any number of threads and interruptions. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolve/table_fit.h"
#include "evolve/table_model.h"
#include "files.h"
#include "sample.h"
#include "search/worker.h"

#define POSITIONS 20000

/* Positions that are not as good as over, with results of a rule that tables can say: whoever has
 * more discs in the middle column wins. */
struct examples {
    struct position pos[20000];
    signed char result[20000];
    struct genome blank;
    struct pool pool;
};

static int rule(const struct position *pos)
{
    uint64_t middle = column_cells(COLUMNS / 2), first = first_player_discs(pos);
    int lead = bit_count(middle & first) - bit_count(middle & (first ^ pos->all));

    return (lead > 0) - (lead < 0);
}

static int make_examples(void **state)
{
    struct examples *e = calloc(1, sizeof *e);
    struct err err;

    if (!e || pool_init(&e->pool, 2, &worker_memory, &err))
        return -1;
    genome_init(&e->blank);
    for (uint64_t i = 0; i < POSITIONS; i++) {
        struct rng rng;

        sample_rng(&rng, 71, i);
        sample_position(&e->pos[i], 8 + (int)rng_below(&rng, 24), &rng);
        e->result[i] = (signed char)rule(&e->pos[i]);
    }
    *state = e;
    return 0;
}

static int free_examples(void **state)
{
    struct examples *e = *state;

    pool_release(&e->pool);
    free(e);
    return 0;
}

static struct table_fit_input input_of(struct examples *e, const struct watch *watch)
{
    return (struct table_fit_input){ .pos = e->pos,
                                     .result = e->result,
                                     .n = POSITIONS,
                                     .start = &e->blank,
                                     .seed = 5,
                                     .epochs = 6,
                                     .rate = 0.02,
                                     .ridge = { 0.01 },
                                     .ridges = 1,
                                     .pool = &e->pool,
                                     .watch = watch };
}

static struct table_fit_result fit(const struct table_fit_input *in)
{
    struct table_fit_result result;
    bool finished;
    struct err err;

    if (table_fit(&result, in, &finished, &err))
        fail_msg("%s", err.text);
    assert_true(finished);
    return result;
}

static void the_rule_is_found(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);
    struct table_fit_result result = fit(&in);
    struct genome genome = e->blank;
    struct evaluator *ev = malloc(sizeof *ev);
    size_t right = 0, asked = 0;

    /* Far below the loss of knowing nothing, rounded or not. */
    assert_true(result.held_out > 100 && result.positions > POSITIONS / 10);
    assert_true(result.held_out_loss < 0.8 * log(2));
    assert_true(fabs(result.rounded_loss - result.held_out_loss) < 0.002);

    /* The genome with these tables says so, too. */
    genome.tables = result.tables;
    evaluator_compile(ev, &genome);
    for (uint64_t i = 0; i < SAMPLES(3000); i++) {
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 72, i);
        sample_position(&pos, 10 + (int)rng_below(&rng, 20), &rng);
        if (rule(&pos) == 0 || abs(evaluate(ev, &pos, SIDE_FIRST)) == TABLE_SURE)
            continue;
        asked++;
        right += (evaluate(ev, &pos, SIDE_FIRST) > 0) == (rule(&pos) > 0);
    }
    assert_true(right > asked * 9 / 10);
    free(ev);
    tables_release(result.tables);
}

static void threads_do_not_matter(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);
    struct table_fit_result one, two;
    struct pool alone;
    struct err err;

    in.epochs = 2;
    two = fit(&in);
    assert_int_equal(pool_init(&alone, 1, &worker_memory, &err), 0);
    in.pool = &alone;
    one = fit(&in);
    assert_true(tables_equal(one.tables, two.tables));
    assert_memory_equal(&one.loss, &two.loss, sizeof one.loss);
    pool_release(&alone);
    tables_release(one.tables);
    tables_release(two.tables);
}

/* Stops the fit in its third epoch. */
struct stopper {
    atomic_bool stop;
    size_t after;
};

static void stop_later(void *context, const char *what, size_t done, size_t total)
{
    struct stopper *s = context;

    (void)what;
    if (done * 6 > total * s->after)
        s->stop = true;
}

static void refuse(const struct table_fit_input *in)
{
    struct table_fit_result result;
    bool finished;
    struct err err;

    assert_int_equal(table_fit(&result, in, &finished, &err), -1);
    assert_non_null(strstr(err.text, "another fit"));
}

static void an_interrupted_fit_goes_on(void **state)
{
    struct examples *e = *state;
    struct stopper stopper = { .after = 2 };
    struct watch never = { 0 };
    struct watch watch = { .stop = &stopper.stop, .progress = stop_later, .context = &stopper };
    struct table_fit_input in = input_of(e, &never);
    struct temp_file file = temp_file_make("");
    struct table_fit_result whole = fit(&in), result;
    struct genome other = e->blank;
    struct position swap;
    bool finished;
    struct err err;

    other.gene[GENE_TEMPO] = 1;
    unlink(file.path);
    in.state = file.path;
    in.watch = &watch;
    assert_int_equal(table_fit(&result, &in, &finished, &err), 0);
    assert_false(finished);
    assert_null(result.tables);

    /* Another fit does not take it for its own. */
    in.watch = &never;
    in.seed++;
    refuse(&in);
    in.seed--;
    in.genes = true;
    refuse(&in);
    in.genes = false;
    in.start = &other;
    refuse(&in);
    in.start = &e->blank;
    e->result[POSITIONS - 1]++;
    refuse(&in);
    e->result[POSITIONS - 1]--;
    swap = e->pos[0];
    e->pos[0] = e->pos[1];
    e->pos[1] = swap;
    refuse(&in);
    e->pos[1] = e->pos[0];
    e->pos[0] = swap;
    result = fit(&in);
    assert_true(tables_equal(whole.tables, result.tables));
    tables_release(whole.tables);
    tables_release(result.tables);
    temp_file_remove(&file);
}

/* The best of three fits, each with one ridge, is what the choice gives; and interruptions in the
 * second trial do not matter. */
static void the_best_ridge_is_chosen(void **state)
{
    static const double ridge[3] = { 50, 0.01, 3 };
    struct examples *e = *state;
    struct stopper stopper = { .after = 3 };
    struct watch never = { 0 };
    struct watch watch = { .stop = &stopper.stop, .progress = stop_later, .context = &stopper };
    struct table_fit_input in = input_of(e, &never);
    struct temp_file file = temp_file_make("");
    struct table_fit_result alone[3], chosen;
    int best = 0;
    bool finished;
    struct err err;

    in.epochs = 2;
    for (int i = 0; i < 3; i++) {
        in.ridge[0] = ridge[i];
        alone[i] = fit(&in);
        best = alone[i].trial[0] < alone[best].trial[0] ? i : best;
    }
    assert_true(alone[0].trial[0] > alone[1].trial[0] && best > 0);
    unlink(file.path);
    memcpy(in.ridge, ridge, sizeof ridge);
    in.ridges = 3;
    in.state = file.path;
    in.watch = &watch;
    assert_int_equal(table_fit(&chosen, &in, &finished, &err), 0);
    assert_false(finished);
    in.watch = &never;
    chosen = fit(&in);
    assert_true(chosen.ridge == ridge[best]);
    assert_true(tables_equal(chosen.tables, alone[best].tables));
    for (int i = 0; i < 3; i++) {
        assert_true(chosen.trial[i] == alone[i].trial[0]);
        tables_release(alone[i].tables);
    }
    assert_true(chosen.choosing > 0 && chosen.held_out > 0);
    tables_release(chosen.tables);
    temp_file_remove(&file);
}

/* Lanes and threats that are left out are 0 in the tables. */
static void parts_can_be_left_out(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);
    struct table_layout *layout = malloc(sizeof *layout);
    struct table_fit_result result;

    table_layout_init(layout);
    in.epochs = 1;
    in.lanes = 1;
    in.no_threats = true;
    result = fit(&in);
    for (int side = 0; side < 2; side++) {
        struct table_set *set = &result.tables->set[side];
        int used = 0;

        for (int i = 0; i < layout->rows; i++) {
            const struct lanes *row = table_row(set, layout, i);

            used += row->at[0] != 0;
            for (int l = 1; l < TABLE_LANES; l++)
                assert_int_equal(row->at[l], 0);
            if (i >= layout->columns && i < layout->bias)
                assert_int_equal(row->at[0], 0);
        }
        assert_true(used > 1000);
    }
    tables_release(result.tables);
    free(layout);
}

static void genes_of_the_start_count(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);
    struct genome start = e->blank;
    struct table_fit_result result;

    /* Genes that say the rule already: one epoch of tables adds little. */
    start.gene[GENE_DISC] = start.gene[GENE_OPPDISC] = 300;
    in.start = &start;
    in.epochs = 1;
    in.rate = 1e-6;
    result = fit(&in);
    assert_true(result.held_out_loss < 0.5 * log(2));
    tables_release(result.tables);
}

/* Factors of lanes become part of the tables: nearly the same evaluation with all of them 1, if there
 * is hardly any training. Factors are truncated to what small numbers of lanes allow. */
static void factors_of_lanes_are_continued(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);
    struct table_fit_result first = fit(&in), next;
    struct genome start = e->blank, end = e->blank;
    struct evaluator *before = malloc(sizeof *before), *after = malloc(sizeof *after);

    start.tables = first.tables;
    for (int g = GENE_LANE; g <= GENE_LANE_END; g++)
        start.gene[g] = 0.5 + 0.1 * (g - GENE_LANE) / 2;
    in.start = &start;
    in.epochs = 1;
    in.rate = 1e-7;
    next = fit(&in);
    end.tables = next.tables;
    evaluator_compile(before, &start);
    evaluator_compile(after, &end);
    for (size_t i = 0; i < 1000; i++) {
        double was = evaluate(before, &e->pos[i], SIDE_FIRST);

        assert_true(fabs(evaluate(after, &e->pos[i], SIDE_FIRST) - was) <
                    0.05 * fabs(was) + TABLE_LOGIT / 50.0);
    }
    free(before);
    free(after);
    tables_release(first.tables);
    tables_release(next.tables);
}

static void shares_are_of_the_right_size(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);

    for (int way = 0; way < 4; way++) {
        size_t n[4] = { 0 }, held = way & 1 ? 8000 : 0;
        double part = POSITIONS / (double)TABLE_HELD_OUT;

        in.held_out = held;
        in.genes = way & 2;
        for (size_t i = 0; i < POSITIONS; i++) {
            enum table_share share = table_fit_share(&in, i);

            n[share]++;
            if (held)
                assert_int_equal(share == SHARE_CHOOSE || share == SHARE_REPORT,
                                 i >= POSITIONS - held);
        }
        assert_true(fabs((double)n[SHARE_REPORT] - (held ? 4000 : part)) < 200);
        assert_true(fabs((double)n[SHARE_CHOOSE] - (held ? 4000 : part)) < 200);
        assert_true(fabs((double)n[SHARE_GENES] -
                         (in.genes ? (held ? 2 * 12000 / 32 : 2 * part) : 0)) < 200);
    }
}

static void few_positions_are_refused(void **state)
{
    struct examples *e = *state;
    struct watch watch = { 0 };
    struct table_fit_input in = input_of(e, &watch);
    struct table_fit_result result;
    bool finished;
    struct err err;

    in.n = 100;
    assert_int_equal(table_fit(&result, &in, &finished, &err), -1);
    assert_non_null(strstr(err.text, "too few"));
}

/* The gradient of one weight, by the loss on either side of it. */
static double slope(struct table_model *model, int row, int lane, const struct table_sample *s)
{
    float old = model->row[row][lane];
    double above, below;

    model->row[row][lane] = old + 0.01f;
    above = table_loss((double)table_model_value(model, s), s->result);
    model->row[row][lane] = old - 0.01f;
    below = table_loss((double)table_model_value(model, s), s->result);
    model->row[row][lane] = old;
    return (above - below) / 0.02;
}

static void gradients_are_differences(void **state)
{
    struct examples *e = *state;
    struct table_frame *frame = malloc(sizeof *frame);
    struct table_model model, gradient;
    struct table_sample sample[64];
    size_t n = 0;
    struct err err;

    assert_int_equal(table_frame_init(frame, &err), 0);
    assert_int_equal(table_model_init(&model, frame, &err), 0);
    assert_int_equal(table_model_init(&gradient, frame, &err), 0);
    for (size_t i = 0; n < 64; i++)
        n += table_sample_of(&sample[n], frame, &e->pos[i], e->result[i]);
    table_model_begin(&model, sample, n, TABLE_LANES,
                      (struct stream){ .seed = 9, .purpose = STREAM_TABLES });
    for (size_t i = 0; i < n; i++) {
        const struct table_sample *s = &sample[i];
        int base = s->side * model.rows,
            rows[3] = { s->row[i % s->rows], model.rows - 2, model.rows - 1 };

        memset(gradient.row, 0, 2 * (size_t)gradient.rows * sizeof *gradient.row);
        table_model_add_gradient(&model, &gradient, s);
        for (int r = 0; r < 3; r++)
            for (int l = 1; l < TABLE_LANES; l++) {
                double got = (double)gradient.row[base + rows[r]][l];

                if (fabs(got - slope(&model, base + rows[r], l, s)) > 2e-3 + 0.02 * fabs(got))
                    fail_msg("row %d lane %d: %g, not %g", rows[r], l, got,
                             slope(&model, base + rows[r], l, s));
            }
    }
    table_model_release(&model);
    table_model_release(&gradient);
    table_frame_release(frame);
    free(frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_differences),
        cmocka_unit_test(the_rule_is_found),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(an_interrupted_fit_goes_on),
        cmocka_unit_test(the_best_ridge_is_chosen),
        cmocka_unit_test(parts_can_be_left_out),
        cmocka_unit_test(genes_of_the_start_count),
        cmocka_unit_test(factors_of_lanes_are_continued),
        cmocka_unit_test(shares_are_of_the_right_size),
        cmocka_unit_test(few_positions_are_refused),
    };

    return cmocka_run_group_tests(tests, make_examples, free_examples);
}
