#include "evolve/table_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room below INT16_MAX for what rounding adds to the bound of a lane. */
#define LANE_BOUND 32000.0

int table_frame_init(struct table_frame *frame, struct err *err)
{
    table_layout_init(&frame->layout);
    strip_map_init(&frame->map);
    frame->states = tables_new();
    return frame->states ? 0 : err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
}

void table_frame_release(struct table_frame *frame)
{
    tables_release(frame->states);
    frame->states = NULL;
}

bool table_sample_of(struct table_sample *sample, const struct table_frame *frame,
                     const struct position *pos, int result)
{
    const struct table_layout *layout = &frame->layout;
    uint64_t first = first_player_discs(pos), playable = playable_cells(pos->all);
    struct strip_index index = strip_map_index(&frame->map, first, pos->all);
    uint64_t threat1 = winning_cells(first, pos->all);
    uint64_t threat2 = winning_cells(first ^ pos->all, pos->all);
    enum side side = side_to_move(pos);
    struct table_threats list;
    int n = 0;

    if (side == SIDE_FIRST ? table_sure(threat1, threat2, pos->all)
                           : table_sure(threat2, threat1, pos->all))
        return false;
    for (int s = 0; s < STRIPS; s++)
        sample->row[n++] = layout->entry[index.at[s]];
    sample->row[n++] =
        (uint16_t)(layout->balance + table_balance(threat1 & ~playable, threat2 & ~playable));
    table_threats_of(&list, frame->states, threat1, threat2, pos->all);
    for (int i = 0; i < list.n; i++)
        sample->row[n++] = (uint16_t)(layout->columns + list.state[i]);
    sample->offset = 0;
    sample->rows = (uint8_t)n;
    sample->side = (uint8_t)side;
    sample->result = (uint8_t)(result + 1);
    return true;
}

void table_sample_cut(struct table_sample *sample)
{
    sample->rows = STRIPS;
}

double table_sample_value(const struct table_sample *sample, const struct table_frame *frame,
                          const struct evaluator *ev)
{
    struct table_set *set = (struct table_set *)(uintptr_t)&ev->tables->set[sample->side];
    struct lanes sum = set->bias;

    for (int r = 0; r < sample->rows; r++)
        lanes_add(&sum, table_row(set, &frame->layout, sample->row[r]));
    return (double)sample->offset +
           (double)evaluator_weigh_lanes(ev, (enum side)sample->side, &sum) / TABLE_LOGIT;
}

int table_model_init(struct table_model *model, const struct table_frame *frame, struct err *err)
{
    model->rows = frame->layout.rows;
    model->row = calloc(2 * (size_t)model->rows, sizeof *model->row);
    return model->row ? 0 : err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
}

void table_model_release(struct table_model *model)
{
    free(model->row);
    model->row = NULL;
}

static float (*set_of(const struct table_model *model, int side))[TABLE_LANES]
{
    return model->row + side * model->rows;
}

void table_model_begin(struct table_model *model, const struct table_sample *sample, size_t n,
                       int lanes, struct stream stream)
{
    struct rng rng;

    /* 1. Mark what occurs. */
    memset(model->row, 0, 2 * (size_t)model->rows * sizeof *model->row);
    for (size_t i = 0; i < n; i++)
        for (int r = 0; r < sample[i].rows; r++)
            set_of(model, sample[i].side)[sample[i].row[r]][0] = 1;

    /* 2. Lanes that begin alike would stay alike. */
    rng_open(&rng, stream);
    for (int i = 0; i < 2 * model->rows; i++) {
        bool occurs = model->row[i][0] > 0;

        for (int l = 0; l < TABLE_LANES; l++) {
            float number = (float)(gsl_rng_uniform(&rng.gsl) - 0.5) * 0.1f;

            model->row[i][l] = occurs ? number : 0;
        }
    }

    /* 3. Half of the lanes speak for each side; the first is not clipped. */
    for (int side = 0; side < 2; side++) {
        float *bias = set_of(model, side)[model->rows - 2];
        float *out = set_of(model, side)[model->rows - 1];

        for (int l = 0; l < TABLE_LANES; l++) {
            bias[l] = l == 0 ? 0 : 0.5f;
            out[l] = l == 0 ? 1 : (l % 2 ? -0.5f : 0.5f) * (1 + (float)gsl_rng_uniform(&rng.gsl));
        }
    }

    /* 4. A lane that sums up to 0 has no slope. */
    for (int i = 0; i < 2 * model->rows; i++)
        for (int l = lanes; l < TABLE_LANES; l++)
            model->row[i][l] = 0;
}

void table_model_continue(struct table_model *model, const struct genome *genome,
                          const struct table_frame *frame)
{
    for (int side = 0; side < 2; side++) {
        struct table_set *set = &genome->tables->set[side]; /* only read */

        for (int l = 0; l < TABLE_LANES; l++) {
            float out = (float)set->out.at[l] / (TABLE_LOGIT * TABLE_DIVISOR);
            float factor = (float)genome->gene[lane_gene(side, l)];

            for (int i = 0; i < frame->layout.out; i++)
                set_of(model, side)[i][l] =
                    factor * fabsf(out) * (float)table_row(set, &frame->layout, i)->at[l];
            set_of(model, side)[frame->layout.out][l] = out < 0 ? -1 : 1;
        }
    }
}

static void add_up(const struct table_model *model, const struct table_sample *sample,
                   float sum[TABLE_LANES])
{
    float(*row)[TABLE_LANES] = set_of(model, sample->side);

    memcpy(sum, row[model->rows - 2], sizeof *row);
    for (int r = 0; r < sample->rows; r++)
        for (int l = 0; l < TABLE_LANES; l++)
            sum[l] += row[sample->row[r]][l];
}

static float weigh(const float sum[TABLE_LANES], const float out[TABLE_LANES])
{
    float value = out[0] * sum[0];

    for (int l = 1; l < TABLE_LANES; l++)
        value += out[l] * (sum[l] > 0 ? sum[l] : 0);
    return value;
}

float table_model_value(const struct table_model *model, const struct table_sample *sample)
{
    float sum[TABLE_LANES];

    add_up(model, sample, sum);
    return sample->offset + weigh(sum, set_of(model, sample->side)[model->rows - 1]);
}

double table_loss(double value, int result)
{
    double y = result / 2.0;

    return log1p(exp(-fabs(value))) + (value > 0 ? (1 - y) * value : -y * value);
}

void table_model_add_gradient(const struct table_model *model, struct table_model *gradient,
                              const struct table_sample *sample)
{
    const float *out = set_of(model, sample->side)[model->rows - 1];
    float(*to)[TABLE_LANES] = set_of(gradient, sample->side);
    float sum[TABLE_LANES], slope[TABLE_LANES], error;

    add_up(model, sample, sum);
    error = 1 / (1 + expf(-sample->offset - weigh(sum, out))) - (float)sample->result / 2;
    for (int l = 0; l < TABLE_LANES; l++) {
        bool counts = l == 0 || sum[l] > 0;

        slope[l] = counts ? error * out[l] : 0;
        if (l > 0) /* the scale of lane 0 is that of its rows */
            to[model->rows - 1][l] += counts ? error * sum[l] : 0;
        to[model->rows - 2][l] += slope[l];
    }
    for (int r = 0; r < sample->rows; r++)
        for (int l = 0; l < TABLE_LANES; l++)
            to[sample->row[r]][l] += slope[l];
}

/* The largest number of a lane in n rows. */
static double largest(float (*row)[TABLE_LANES], int n, int lane)
{
    double most = 0;

    for (int i = 0; i < n; i++)
        most = fmax(most, fabs((double)row[i][lane]));
    return most;
}

/* How large the sum of a lane can become: no sum has more than one row of each strip, column and
 * so on. */
static double lane_bound(float (*row)[TABLE_LANES], const struct table_layout *layout, int lane)
{
    struct strip strip[STRIPS];
    double bound = fabs((double)row[layout->bias][lane]);
    int at = 0;

    strips_list(strip);
    for (int s = 0; s < STRIPS; s++) {
        double most = 0;

        if (strip[s].mirror < s)
            continue;
        for (int i = 0; i < POWER_OF_3(strip[s].length); i++, at++)
            if (layout->entry[at] != TABLE_NO_ENTRY)
                most = fmax(most, fabs((double)row[layout->entry[at]][lane]));
        bound += strip[s].mirror == s ? most : 2 * most;
    }
    for (int c = 0; c < COLUMN_CLASSES; c++)
        bound += (2 * c == COLUMNS - 1 ? 1 : 2) *
                 largest(row + layout->columns + c * COLUMN_STATES, COLUMN_STATES, lane);
    return bound + largest(row + layout->balance, BALANCE_STATES, lane);
}

static void round_lane(struct table_set *set, float (*row)[TABLE_LANES],
                       const struct table_layout *layout, int lane)
{
    double bound = lane_bound(row, layout, lane);
    double scale = bound > 0 ? LANE_BOUND / bound : 1;

    for (int i = 0; i < layout->out; i++)
        table_row(set, layout, i)->at[lane] = (int16_t)lrint(row[i][lane] * scale);
    set->out.at[lane] = (int16_t)fmax(
        -INT16_MAX,
        fmin(INT16_MAX, rint(row[layout->out][lane] * TABLE_LOGIT * TABLE_DIVISOR / scale)));
}

struct tables *table_model_round(const struct table_model *model, const struct table_frame *frame,
                                 struct err *err)
{
    struct tables *t = tables_new();

    if (!t) {
        err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
        return NULL;
    }
    for (int side = 0; side < 2; side++)
        for (int l = 0; l < TABLE_LANES; l++)
            round_lane(&t->set[side], set_of(model, side), &frame->layout, l);
    if (tables_finish(t, err) == 0)
        return t;
    tables_release(t);
    return NULL;
}
