/*
 * table_model - tables while a regression works on them: the same rows, but real numbers.
 *
 * Values are in log odds: the evaluation of a position predicts that the first player wins with
 * probability 1 / (1 + exp(-value)).
 */
#ifndef C4E_EVOLVE_TABLE_MODEL_H
#define C4E_EVOLVE_TABLE_MODEL_H

#include "base/stream.h"
#include "heuristic/evaluator.h"

/* The rows that a position looks up, and its result. */
struct table_sample {
    uint16_t row[STRIPS + COLUMNS + 1]; /* strips, balance, columns with threats */
    float offset;                       /* what genes say, in log odds for the first player */
    uint8_t rows;
    uint8_t side;   /* to move */
    uint8_t result; /* for the first player: 0 a loss, 1 a draw, 2 a win */
};

/* What all samples are made with. */
struct table_frame {
    struct table_layout layout;
    struct strip_map map;
    struct tables *states; /* of columns */
};

int table_frame_init(struct table_frame *frame, struct err *err);
void table_frame_release(struct table_frame *frame);

/* Returns false if tables are not looked up in that position, because it is as good as over. The
 * result is 1 if the first player wins, 0 or -1. */
bool table_sample_of(struct table_sample *sample, const struct table_frame *frame,
                     const struct position *pos, int result);

/* Leaves out the rows of threats, as if the tables had none. */
void table_sample_cut(struct table_sample *sample);

/* What compiled tables say of a sample, in log odds for the first player. */
double table_sample_value(const struct table_sample *sample, const struct table_frame *frame,
                          const struct evaluator *ev);

/* Rows of both sets, one after the other: weights, or their gradient. */
struct table_model {
    float (*row)[TABLE_LANES];
    int rows; /* of one set; bias and out are the last two */
};

int table_model_init(struct table_model *model, const struct table_frame *frame, struct err *err);
void table_model_release(struct table_model *model);

/* Small random numbers in the rows that occur in the samples, 0 in all others and in all lanes
 * but the first ones. Lanes that are 0 stay so. */
void table_model_begin(struct table_model *model, const struct table_sample *sample, size_t n,
                       int lanes, struct stream stream);

/* The numbers of a genome's tables, with its factors of lanes in them; each lane counts for 1 or -1
 * then. */
void table_model_continue(struct table_model *model, const struct genome *genome,
                          const struct table_frame *frame);

/* The value of a sample for the first player. */
float table_model_value(const struct table_model *model, const struct table_sample *sample);

/* The log loss of a value; a draw is half a win. */
double table_loss(double value, int result);

/* Adds the gradient of the log loss of a sample. */
void table_model_add_gradient(const struct table_model *model, struct table_model *gradient,
                              const struct table_sample *sample);

/* Rounds to integers, as finely as the bounds of sums allow. */
struct tables *table_model_round(const struct table_model *model, const struct table_frame *frame,
                                 struct err *err);

#endif
