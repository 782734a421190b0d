#include "report/importance_report.h"

#include <string.h>

#define MOST 10

void importance_report(FILE *out, const struct importance *list, size_t n)
{
    size_t shown = n < MOST ? n : MOST;
    const char *what;
    int width = 0;

    if (n == 0)
        return;
    what = list[0].is_typical ? "options" : "genes";
    if (shown < n)
        fprintf(out, "The %zu of %zu %s that matter most to the champion's score.", shown, n, what);
    else
        fprintf(out, "How much the %s matter to the champion's score.", what);
    fputs(list[0].is_typical ? " A typical step of each\ncosts, up or down:\n"
                             : " These steps change\nits evaluations equally, and cost, up or "
                               "down:\n",
          out);
    for (size_t i = 0; i < shown; i++)
        if ((int)strlen(gene_table[list[i].gene].name) > width)
            width = (int)strlen(gene_table[list[i].gene].name);
    for (size_t i = 0; i < shown; i++)
        fprintf(out, "  %-*s  %5.3g  %7.4f +- %.4f%s\n", width, gene_table[list[i].gene].name,
                list[i].metric_step, list[i].metric_loss, list[i].metric_loss_error,
                list[i].metric_loss - list[i].metric_loss_error > 0 ? "" : "  (may be nothing)");
}
