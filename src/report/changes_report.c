#include "report/changes_report.h"

#include <stdlib.h>

#include "base/draft.h"
#include "report/text.h"

#define WIDTH      80
#define NAME_WIDTH 12

static bool is_clear(const struct change *change)
{
    return change_worth(change).low > 0;
}

static void print_table(FILE *out, const struct changes *c)
{
    if (c->n < c->all)
        fprintf(out, "\nWhat the %zu largest of %zu changes are worth", c->n, c->all);
    else
        fputs("\nWhat each change is worth", out);
    fputs(", in points per game against a champion without it.\n"
          "Only proportions matter, so the champion's weights are shown in the founder's scale:\n",
          out);
    fprintf(out, "  %-*s %9s %9s  %6s\n", NAME_WIDTH, "gene", "founder", "champion", "worth");
    for (size_t i = 0; i < c->n; i++) {
        struct interval worth = change_worth(&c->list[i]);

        fprintf(out, "  %-*s %9.4g %9.4g  %+6.3f (%+.3f to %+.3f)%s\n", NAME_WIDTH,
                gene_table[c->list[i].gene].name, c->list[i].before, c->list[i].after, worth.mean,
                worth.low, worth.high, is_clear(&c->list[i]) ? "" : "  may be nothing");
    }
}

/* The clear one that is worth most, of those that are worth less than `last` and come after it. */
static const struct change *next_clear(const struct changes *c, const struct change *last)
{
    const struct change *next = NULL;

    for (size_t i = 0; i < c->n; i++) {
        const struct change *it = &c->list[i];
        double worth = change_worth(it).mean, before = last ? change_worth(last).mean : 1;

        if (is_clear(it) && (worth < before || (last && worth == before && it > last)) &&
            (!next || worth > change_worth(next).mean))
            next = it;
    }
    return next;
}

static void print_reasons(FILE *out, const struct changes *c)
{
    const struct change *change = next_clear(c, NULL), *after;
    const char *lead = " What did it: ";

    if (!change) {
        fputs(c->n > 1 ? " No single change did it; they work together." : "", out);
        return;
    }
    for (; change; change = after) {
        after = next_clear(c, change);
        fprintf(out, "%s%s (%.3g to %.3g)", lead, gene_table[change->gene].name, change->before,
                change->after);
        lead = after && next_clear(c, after) ? ", " : " and ";
    }
    fputc('.', out);
}

static void print_sentence(FILE *out, const struct changes *c)
{
    struct interval score = tally_interval(&c->against), elo = tally_elo(&c->against);

    if (c->all == 0) {
        fprintf(out, "The champion is %s itself: no change of it was better.", c->founder);
        return;
    }
    fprintf(out,
            "The champion scores %.3f (95%% interval %.3f to %.3f) against %s, which it began as, "
            "in %llu games from openings never used in training: ",
            score.mean, score.low, score.high, c->founder,
            (unsigned long long)wdl_games(c->against.games));
    if (score.low > 0.5) {
        fprintf(out, "it is better by %.0f Elo (%.0f to %.0f).", elo.mean, elo.low, elo.high);
        print_reasons(out, c);
    } else if (score.high < 0.5) {
        fprintf(out, "it is worse by %.0f Elo (%.0f to %.0f).", -elo.mean, -elo.high, -elo.low);
    } else {
        fputs("no clear difference.", out);
    }
}

int changes_report(FILE *out, const struct changes *changes, struct err *err)
{
    struct draft draft;
    char *text;

    if (!changes->founder[0])
        return 0;
    if (draft_open(&draft, err))
        return -1;
    print_sentence(draft.out, changes);
    text = draft_take(&draft, err);
    if (!text)
        return -1;
    if (changes->n > 0)
        print_table(out, changes);
    fputc('\n', out);
    text_wrap(out, WIDTH, 0, "%s", text);
    free(text);
    return 0;
}
