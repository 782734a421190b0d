#include "report/playoff_report.h"

#include <math.h>
#include <stdlib.h>

#include "report/text.h"

#define WIDTH 90

/* Half of the 95% interval of how far a candidate is behind the winner; their games share openings,
 * so standings have independent errors. */
static double error_of_difference(const struct journal_playoff *a, const struct journal_playoff *b)
{
    return hypot(a->standing_error, b->standing_error);
}

/* An elite is a copy: where the genome comes from is said of the original. */
static int read_original(const struct journal *journal, uint32_t id, struct journal_genome *who,
                         struct err *err)
{
    do {
        if (journal_read_genome(journal, id, who, err))
            return -1;
        id = who->parent[0];
    } while (who->origin == ORIGIN_ELITE && id);
    return 0;
}

static int print_row(FILE *out, const struct journal *journal, const struct journal_playoff *list,
                     size_t i, struct err *err)
{
    const struct journal_playoff *p = &list[i];
    struct journal_genome who;

    if (read_original(journal, p->id, &who, err))
        return -1;
    fprintf(out, "%4zu  #%-8u %-10s %10u  %.3f +- %.3f", i + 1, (unsigned)p->id,
            origin_name[who.origin], (unsigned)who.generation, p->score, p->score_error);
    if (i > 0)
        fprintf(out, "  %+.3f +- %.3f", p->standing - list[0].standing,
                error_of_difference(p, &list[0]));
    fputc('\n', out);
    return 0;
}

/* A founder that was not beaten (validate.keep_founder) is the winner of games of its own. */
static const struct journal_playoff *find_better(const struct journal_playoff *list, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (list[i].standing > list[0].standing)
            return &list[i];
    return NULL;
}

static void print_answer(FILE *out, const struct journal_playoff *list, size_t n)
{
    const struct journal_playoff *better = find_better(list, n);
    size_t clear = 0;

    for (size_t i = 1; i < n; i++)
        clear += list[0].standing - list[i].standing > error_of_difference(&list[i], &list[0]);
    if (n == 1) /* of earlier versions, where it played */
        text_wrap(out, WIDTH, 0, "#%u had no rival.", (unsigned)list[0].id);
    else if (better)
        text_wrap(out, WIDTH, 0,
                  "#%u did best, but does not beat #%u, the founder, which stays champion.",
                  (unsigned)better->id, (unsigned)list[0].id);
    else if (clear == n - 1)
        text_wrap(out, WIDTH, 0, "#%u wins, clearly.", (unsigned)list[0].id);
    else
        text_wrap(out, WIDTH, 0, "#%u wins; %zu of the other %zu may be as good.",
                  (unsigned)list[0].id, n - 1 - clear, n - 1);
}

static void print_title(FILE *out, const struct journal_playoff *list, size_t n)
{
    fprintf(out, "Play-off: %u games each from validation openings, the same for all.\n",
            (unsigned)list[0].games);
    fprintf(out, "%4s  %-9s %-10s %10s  %-14s  %s\n", "", "genome", "origin", "generation", "score",
            n > 1 ? "all evidence: behind by" : "");
}

static int print_table(FILE *out, const struct journal *journal, const struct journal_playoff *list,
                       size_t n, struct err *err)
{
    print_title(out, list, n);
    for (size_t i = 0; i < n; i++)
        if (print_row(out, journal, list, i, err))
            return -1;
    print_answer(out, list, n);
    return 0;
}

int playoff_report(FILE *out, const struct journal *journal, uint32_t generation, struct err *err)
{
    struct journal_playoff *list;
    size_t n;
    int status = 0;

    if (journal_read_playoff(journal, generation, &list, &n, err))
        return -1;
    if (n > 0 && list[0].games == 0)
        fprintf(out, "Play-off: #%u is the only candidate, so no games were played.\n",
                (unsigned)list[0].id);
    else if (n > 0)
        status = print_table(out, journal, list, n, err);
    if (n > 0 && status == 0)
        fputc('\n', out);
    free(list);
    return status;
}
