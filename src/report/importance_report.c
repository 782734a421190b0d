#include "report/importance_report.h"

#include <string.h>

#define MOST 10

void importance_report(FILE *out, const struct importance *list, size_t n)
{
    size_t shown = n < MOST ? n : MOST;
    int width = 0;

    if (n == 0)
        return;
    if (shown < n)
        fprintf(out, "The %zu of %zu genes that matter most to the champion's score.", shown, n);
    else
        fputs("How much the genes matter to the champion's score.", out);
    fputs(" These steps change\nits evaluations equally, and cost, up or down:\n", out);
    for (size_t i = 0; i < shown; i++)
        if ((int)strlen(gene_table[list[i].gene].name) > width)
            width = (int)strlen(gene_table[list[i].gene].name);
    for (size_t i = 0; i < shown; i++)
        fprintf(out, "  %-*s  %5.3g  %7.4f +- %.4f%s\n", width, gene_table[list[i].gene].name,
                list[i].metric_step, list[i].metric_loss, list[i].metric_loss_error,
                list[i].metric_loss - list[i].metric_loss_error > 0 ? "" : "  (may be nothing)");
}
