#include "report/importance_report.h"

#define MOST 10

void importance_report(FILE *out, const struct importance *list, size_t n)
{
    size_t shown = n < MOST ? n : MOST;

    if (n == 0)
        return;
    if (shown < n)
        fprintf(out, "The %zu of %zu genes that matter most to the champion's score:\n", shown, n);
    else
        fputs("How much the genes matter to the champion's score:\n", out);
    for (size_t i = 0; i < shown; i++)
        fprintf(out, "  a typical step of %s (%.3g) costs %.2g +- %.2g%s\n",
                gene_table[list[i].gene].name, list[i].step, list[i].loss, list[i].loss_error,
                list[i].loss - list[i].loss_error > 0 ? "" : "  (may be nothing)");
}
