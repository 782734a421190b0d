#include "report/changes_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/draft.h"
#include "report/text.h"

#define WIDTH      80
#define NAME_WIDTH 12

static bool is_clear(const struct change *change)
{
    return change_worth(change).low > 0;
}

static const char *name_of(const struct change *change)
{
    return change->gene == CHANGE_TIES ? "the tie" : gene_table[change->gene].name;
}

static int name_width(const struct changes *c)
{
    int width = NAME_WIDTH;

    for (size_t i = 0; i < c->n; i++)
        if ((int)strlen(name_of(&c->list[i])) > width)
            width = (int)strlen(name_of(&c->list[i]));
    return width;
}

static void print_values(FILE *out, const struct change *change)
{
    if (change->gene == CHANGE_TIES)
        fprintf(out, " %9s %9s", "", "");
    else
        fprintf(out, " %9.4g %9.4g", change->before, change->after);
}

/* What the ties made of the founder. */
static void print_ties(FILE *out, const struct changes *c)
{
    for (size_t i = 0; i < c->ties && i < CHANGES_MOST; i++)
        fprintf(out, "%s%s %.4g to %.4g", i ? ", " : "", gene_table[c->tied[i].gene].name,
                c->tied[i].before, c->tied[i].after);
    if (c->ties > CHANGES_MOST)
        fprintf(out, " and %zu more", c->ties - CHANGES_MOST);
}

static void print_table(FILE *out, const struct changes *c)
{
    int width = name_width(c);

    if (c->n < c->all)
        fprintf(out, "\nWhat the %zu largest of %zu changes are worth", c->n, c->all);
    else
        fputs("\nWhat each change is worth", out);
    fputs(", in points per game against a champion without it.\n", out);
    if (c->scaled)
        fputs("Only proportions matter, so the champion's weights are shown in the founder's "
              "scale:\n",
              out);
    fprintf(out, "  %-*s %9s %9s  %6s\n", width, c->scaled ? "gene" : "option", "founder",
            "champion", "worth");
    for (size_t i = 0; i < c->n; i++) {
        struct interval worth = change_worth(&c->list[i]);

        fprintf(out, "  %-*s", width, name_of(&c->list[i]));
        print_values(out, &c->list[i]);
        fprintf(out, "  %+6.3f (%+.3f to %+.3f)%s\n", worth.mean, worth.low, worth.high,
                is_clear(&c->list[i]) ? "" : "  may be nothing");
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
        fprintf(out, "%s%s (", lead, name_of(change));
        if (change->gene == CHANGE_TIES)
            print_ties(out, c);
        else
            fprintf(out, "%.3g to %.3g", change->before, change->after);
        fputc(')', out);
        lead = after && next_clear(c, after) ? ", " : " and ";
    }
    fputc('.', out);
}

static void print_sentence(FILE *out, const struct changes *c)
{
    struct interval score = tally_interval(&c->against), elo = tally_elo(&c->against);

    if (c->same) {
        fprintf(out, "The champion is %s itself: no change of it was clearly better.", c->founder);
        return;
    }
    if (c->all == 0) {
        fprintf(out, "The champion plays as %s does: its weights are the same but for their scale.",
                c->founder);
        return;
    }
    if (c->ties) {
        fprintf(out, "Before the run began, the tie changed %s: ", c->founder);
        print_ties(out, c);
        fputs(". ", out);
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
