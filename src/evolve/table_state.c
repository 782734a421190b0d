#include "evolve/table_state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/replacement.h"

#define MAGIC "c4efit3"

/* The head of a file; the numbers of the four models follow, then the head again. */
struct head {
    char magic[8];
    struct table_recipe recipe;
    double least[TABLE_TRIALS];
    int64_t trial, epoch, best_trial, best_epoch, rows;
};

int table_state_init(struct table_state *state, const struct table_frame *frame, struct err *err)
{
    *state = (struct table_state){ 0 };
    for (int i = 0; i < TABLE_TRIALS; i++)
        state->least[i] = INFINITY;
    return table_model_init(&state->weights, frame, err) ||
                   table_model_init(&state->mean, frame, err) ||
                   table_model_init(&state->square, frame, err) ||
                   table_model_init(&state->best, frame, err)
               ? -1
               : 0;
}

void table_state_release(struct table_state *state)
{
    table_model_release(&state->weights);
    table_model_release(&state->mean);
    table_model_release(&state->square);
    table_model_release(&state->best);
}

static size_t model_size(const struct table_model *model)
{
    return 2 * (size_t)model->rows * sizeof *model->row;
}

void table_model_copy(struct table_model *to, const struct table_model *from)
{
    memcpy(to->row, from->row, model_size(from));
}

void table_model_clear(struct table_model *model)
{
    memset(model->row, 0, model_size(model));
}

static struct head head_of(const struct table_state *state, const struct table_recipe *recipe)
{
    struct head head = { .recipe = *recipe,
                         .trial = state->trial,
                         .epoch = state->epoch,
                         .best_trial = state->best_trial,
                         .best_epoch = state->best_epoch,
                         .rows = state->weights.rows };

    memcpy(head.magic, MAGIC, sizeof MAGIC);
    memcpy(head.least, state->least, sizeof head.least);
    return head;
}

/* The models in the order of the file. */
static void list_models(const struct table_state *state, const struct table_model *list[4])
{
    list[0] = &state->weights;
    list[1] = &state->mean;
    list[2] = &state->square;
    list[3] = &state->best;
}

static bool read_models(const struct table_state *state, const struct head *head, FILE *in)
{
    const struct table_model *list[4];
    struct head again;

    list_models(state, list);
    for (int i = 0; i < 4; i++)
        if (fread(list[i]->row, model_size(list[i]), 1, in) != 1)
            return false;
    return fread(&again, sizeof again, 1, in) == 1 && memcmp(&again, head, sizeof again) == 0;
}

int table_state_read(struct table_state *state, const struct table_recipe *recipe, const char *path,
                     struct err *err)
{
    FILE *in = fopen(path, "rb");
    struct head head, ours = head_of(state, recipe);
    int status = 0;

    if (!in)
        return errno == ENOENT ? 0 : err_file(err, path, errno);
    if (fread(&head, sizeof head, 1, in) != 1 || memcmp(head.magic, MAGIC, sizeof MAGIC) != 0 ||
        head.rows != ours.rows || memcmp(&head.recipe, recipe, sizeof *recipe) != 0)
        status = err_set(err, "%s belongs to another fit: delete it, or continue that one", path);
    else if (!read_models(state, &head, in))
        status = err_set(err, "%s is damaged: delete it to begin again", path);
    fclose(in);
    if (status)
        return -1;
    state->trial = (int)head.trial;
    state->epoch = (int)head.epoch;
    state->best_trial = (int)head.best_trial;
    state->best_epoch = (int)head.best_epoch;
    memcpy(state->least, head.least, sizeof head.least);
    return 0;
}

int table_state_write(const struct table_state *state, const struct table_recipe *recipe,
                      const char *path, struct err *err)
{
    const struct table_model *list[4];
    struct head head = head_of(state, recipe);
    struct replacement file;

    if (replacement_at(&file, path, err))
        return -1;
    list_models(state, list);
    fwrite(&head, sizeof head, 1, file.out);
    for (int i = 0; i < 4; i++)
        fwrite(list[i]->row, model_size(list[i]), 1, file.out);
    fwrite(&head, sizeof head, 1, file.out);
    return replacement_finish(&file, err);
}
