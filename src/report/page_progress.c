/* Figures of generations, thinned out in long runs. */
#include "report/page_data.h"

#include <math.h>

#include "report/run_tables.h"

struct walk {
    struct json *j;
    struct store *store;
    uint32_t stride, last;
};

static bool is_kept(const struct walk *w, uint32_t generation)
{
    return generation % w->stride == 0 || generation == w->last;
}

static int put_generation(void *context, const struct journal_generation *g, struct err *err)
{
    struct walk *w = context;
    struct json *j = w->j;
    struct generation_figures f;
    uint64_t games;

    if (!is_kept(w, g->generation))
        return 0;
    if (run_tables_figures(&f, &games, w->store, g, err))
        return -1;
    json_begin(j, NULL, '{');
    json_integer(j, "generation", g->generation);
    json_integer(j, "genomes", g->population);
    json_integer(j, "games", (int64_t)games);
    page_number(j, "best", f.best.elo);
    page_number(j, "best_error", f.best.error);
    page_number(j, "mean", f.mean);
    page_number(j, "spread", f.spread);
    json_integer(j, "champion", g->champion);
    page_number(j, "elo", f.champion.elo);
    page_number(j, "error", f.champion.error);
    json_bool(j, "crowned", f.new_champion);
    page_number(j, "panel", g->panel);
    page_number(j, "panel_error", g->panel_error);
    page_number(j, "score", f.champion.score);
    page_number(j, "score_error", f.champion.score_error);
    page_number(j, "score_mean", f.score_mean);
    page_number(j, "score_spread", f.score_spread);
    page_number(j, "diversity", g->diversity);
    if (!isnan(g->fit_loss_after)) {
        page_number(j, "loss_before", g->fit_loss_before);
        page_number(j, "loss_after", g->fit_loss_after);
    }
    json_end(j, '}');
    return 0;
}

static int put_time(void *context, const struct journal_time *record, struct err *err)
{
    struct walk *w = context;

    (void)err;
    json_begin(w->j, NULL, '[');
    json_integer(w->j, NULL, record->generation);
    json_integer(w->j, NULL, record->games);
    page_number(w->j, NULL, record->seconds);
    json_end(w->j, ']');
    return 0;
}

int page_progress(struct json *j, const struct page_source *s, struct err *err)
{
    struct walk w = { j, s->store, page_stride(s->closed, PAGE_GENERATIONS), s->closed - 1 };

    json_integer(j, "stride", w.stride);
    json_begin(j, "generations", '[');
    if (store_each_generation(s->store, 0, UINT32_MAX, put_generation, &w, err))
        return -1;
    json_end(j, ']');
    json_begin(j, "times", '[');
    if (store_each_time(s->store, 0, UINT32_MAX, put_time, &w, err))
        return -1;
    json_end(j, ']');
    return 0;
}
