/* What each gene is worth, by the response surface. */
#include "report/page_data.h"

#include <stdlib.h>

#include "evolve/importance.h"

int page_importance(struct json *j, const struct page_source *s, struct err *err)
{
    struct importance *list;
    size_t n;

    /* A page without this section is better than no page. */
    if (importance_find(&s->journal, s->config, &list, &n, err))
        n = 0;
    json_begin(j, "importance", '[');
    for (size_t i = 0; i < n; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "gene", gene_table[list[i].gene].name);
        json_string(j, "family", family_table[gene_table[list[i].gene].family].name);
        json_string(j, "help", gene_table[list[i].gene].help);
        json_bool(j, "typical", list[i].is_typical);
        page_number(j, "step", list[i].step);
        page_number(j, "loss", list[i].loss);
        page_number(j, "loss_error", list[i].loss_error);
        page_number(j, "slope", list[i].slope);
        page_number(j, "slope_error", list[i].slope_error);
        page_number(j, "metric_step", list[i].metric_step);
        page_number(j, "metric_loss", list[i].metric_loss);
        page_number(j, "metric_loss_error", list[i].metric_loss_error);
        page_number(j, "metric_slope", list[i].metric_slope);
        page_number(j, "metric_slope_error", list[i].metric_slope_error);
        json_end(j, '}');
    }
    json_end(j, ']');
    free(list);
    return 0;
}
