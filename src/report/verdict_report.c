#include "report/verdict_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/draft.h"
#include "report/text.h"

#define MAX_DEPTHS 16
#define NAME_WIDTH 20
#define WIDTH      90
#define MOST_NAMES 12 /* in a sentence */

/* The games of a verdict, and their depths: that of training first. */
struct table {
    const struct verdict *v;
    int depth[MAX_DEPTHS];
    int depths;
    bool groups; /* some references are opponents in training, and some are not */
};

static struct verdict_filter filter_of(const struct table *t, int depth, enum verdict_group group)
{
    return (struct verdict_filter){ t->v->generation, depth, group, t->v->reference,
                                    t->v->references };
}

static struct verdict_total total_of(const struct table *t, int depth, enum verdict_group group)
{
    struct verdict_filter filter = filter_of(t, depth, group);

    return verdict_total(t->v->validation, t->v->validations, &filter);
}

static void table_init(struct table *t, const struct verdict *v)
{
    *t = (struct table){ .v = v, .depth = { v->depth }, .depths = 1 };
    for (size_t i = 0; i < v->validations; i++) {
        bool known = t->depths == MAX_DEPTHS;

        for (int k = 0; k < t->depths; k++)
            known |= t->depth[k] == v->validation[i].depth;
        if (!known)
            t->depth[t->depths++] = v->validation[i].depth;
    }
    t->groups = total_of(t, v->depth, VERDICT_MET).opponents > 0 &&
                total_of(t, v->depth, VERDICT_UNMET).opponents > 0;
}

static void print_score(FILE *out, struct interval score)
{
    fprintf(out, "  %.3f (%.3f-%.3f)", score.mean, score.low, score.high);
}

static const struct journal_validation *find_games(const struct table *t, const char *opponent,
                                                   int depth)
{
    for (size_t i = 0; i < t->v->validations; i++)
        if (t->v->validation[i].depth == depth &&
            strcmp(t->v->validation[i].opponent, opponent) == 0)
            return &t->v->validation[i];
    return NULL;
}

static void print_row(FILE *out, const struct table *t, const struct journal_validation *row)
{
    bool met = verdict_is_met(t->v->reference, t->v->references, row->opponent);

    text_column(out, row->opponent, NAME_WIDTH);
    fputs(t->groups && met ? " *" : "  ", out);
    for (int k = 0; k < t->depths; k++) {
        const struct journal_validation *r = find_games(t, row->opponent, t->depth[k]);
        struct tally tally;

        if (!r) {
            fprintf(out, "%*s", k + 1 < t->depths ? 21 : 0, "");
            continue;
        }
        tally = verdict_tally(r);
        print_score(out, tally_interval(&tally));
    }
    fputc('\n', out);
}

static void print_totals(FILE *out, const struct table *t)
{
    for (int g = t->groups ? 0 : VERDICT_ALL; g < VERDICT_GROUPS; g++) {
        fprintf(out, "%-*s", NAME_WIDTH + 2, verdict_group_name[g]);
        for (int k = 0; k < t->depths; k++) {
            struct verdict_total total = total_of(t, t->depth[k], (enum verdict_group)g);

            print_score(out, tally_group_interval(&total.games));
        }
        fputc('\n', out);
    }
    if (t->groups)
        fputs("* an opponent in training, or a founder\n", out);
    for (size_t i = 0; i < t->v->references; i++) {
        const struct verdict_reference *r = &t->v->reference[i];

        if (!r->met[0] || strcmp(r->met, r->name) == 0)
            continue;
        text_put(out, r->name);
        fputs(" is ", out);
        text_put(out, r->met);
        fputs(" in training: they have the same weights\n", out);
    }
    fputc('\n', out);
}

/* "X, Y and Z": the references of a group that the champion loses to. */
static void print_losses(FILE *out, const struct table *t, enum verdict_group group,
                         unsigned lost_to)
{
    struct verdict_filter filter = filter_of(t, t->v->depth, group);
    unsigned listed = 0;

    for (size_t i = 0; i < t->v->validations && listed < MOST_NAMES; i++) {
        const struct journal_validation *r = &t->v->validation[i];
        struct tally tally = verdict_tally(r);

        if (!verdict_filter_takes(&filter, r) || tally_interval(&tally).high >= 0.5)
            continue;
        fprintf(out, "%s%s",
                listed == 0             ? ""
                : listed + 1 == lost_to ? " and "
                                        : ", ",
                r->opponent);
        listed++;
    }
    if (listed < lost_to)
        fprintf(out, " and %u more", lost_to - listed);
}

static void print_beaten(FILE *out, const struct verdict_total *total)
{
    if (total->beaten == total->opponents && total->opponents == 1)
        fputs("It beats the only one", out);
    else if (total->beaten == total->opponents)
        fprintf(out, "It beats every one of the %u", total->opponents);
    else if (total->beaten == 0 && total->opponents > 1)
        fprintf(out, "It beats none of the %u", total->opponents);
    else
        fprintf(out, "It beats %u of the %u", total->beaten, total->opponents);
}

/* The references of a group; all together only where there is one group. */
static const char *words_for(const struct table *t, enum verdict_group group)
{
    if (group == VERDICT_MET)
        return "its opponents in training";
    if (group == VERDICT_UNMET)
        return "the references that the run never met";
    return total_of(t, t->v->depth, VERDICT_MET).opponents > 0
               ? "the hand-picked genomes, all of which the run trained against or started from"
               : "the hand-picked genomes, which the run never met";
}

/* What the results of a group say, on one line. */
static void print_answer(FILE *out, const struct table *t, enum verdict_group group)
{
    struct verdict_total total = total_of(t, t->v->depth, group);
    struct interval score = tally_group_interval(&total.games);
    unsigned open = total.opponents - total.beaten - total.lost_to;

    fprintf(out,
            "At depth %d the champion scores %.3f (95%% interval %.3f to %.3f) against %s, on "
            "openings never used in training. ",
            t->v->depth, score.mean, score.low, score.high, words_for(t, group));
    if (open > 1 && open == total.opponents) {
        fprintf(out, "There is no clear difference from any of the %u.", open);
        return;
    }
    print_beaten(out, &total);
    if (total.lost_to) {
        fputs(" and loses to ", out);
        print_losses(out, t, group, total.lost_to);
    }
    if (open)
        fprintf(out, "; there is no clear difference from %u", open);
    fputc('.', out);
}

static int print_answers(FILE *out, const struct table *t, struct err *err)
{
    for (int g = 0; g < VERDICT_GROUPS; g++) {
        struct draft draft;
        char *text;

        if (t->groups == (g == VERDICT_ALL)) /* either each group, or all together */
            continue;
        if (draft_open(&draft, err))
            return -1;
        print_answer(draft.out, t, (enum verdict_group)g);
        text = draft_take(&draft, err);
        if (!text)
            return -1;
        text_wrap(out, WIDTH, 0, "%s", text);
        free(text);
    }
    return 0;
}

static int print_games(FILE *out, const struct verdict *v, struct err *err)
{
    struct table t;

    table_init(&t, v);
    if (total_of(&t, v->depth, VERDICT_ALL).opponents == 0)
        return 0;
    fprintf(out, "%-*s", NAME_WIDTH + 2, "champion against");
    for (int k = 0; k < t.depths; k++)
        fprintf(out, k + 1 < t.depths ? "  depth %-13d" : "  depth %d", t.depth[k]);
    fputc('\n', out);
    for (size_t i = 0; i < v->validations; i++)
        if (v->validation[i].depth == v->depth)
            print_row(out, &t, &v->validation[i]);
    print_totals(out, &t);
    return print_answers(out, &t, err);
}

/* The player after `last` by number of mistakes; the champion comes first among equals. */
static const struct journal_mistakes *next_player(const struct verdict *v,
                                                  const struct journal_mistakes *last)
{
    const struct journal_mistakes *next = NULL;

    for (size_t i = 0; i < v->players; i++) {
        const struct journal_mistakes *m = &v->mistakes[i];
        bool comes_after =
            !last || m->mistakes > last->mistakes || (m->mistakes == last->mistakes && m > last);

        if (comes_after && (!next || m->mistakes < next->mistakes))
            next = m;
    }
    return next;
}

static const struct journal_mistakes *best_reference(const struct verdict *v)
{
    const struct journal_mistakes *m = next_player(v, NULL);

    return m == v->mistakes ? next_player(v, m) : m;
}

/* The best of several was chosen by its result, so its p is corrected for their number. */
static int print_mistakes_sentence(FILE *out, const struct verdict *v, struct err *err)
{
    const struct journal_mistakes *best = best_reference(v);
    struct interval rate = verdict_mistake_rate(v->mistakes);
    double *p = calloc(v->players, sizeof *p), adjusted;
    char corrected[64] = "";
    int status =
        p ? verdict_adjust(v->mistakes, v->players, p, err) : err_shortage(err, "out of memory");

    if (status == 0) {
        adjusted = p[best - v->mistakes];
        if (v->players > 2)
            snprintf(corrected, sizeof corrected, ", corrected for %zu comparisons",
                     v->players - 1);
        fputc('\n', out);
        text_wrap(out, WIDTH, 0,
                  "The champion errs in %.1f%% of positions (95%% interval %.1f%% to %.1f%%); the "
                  "best hand-picked genome, %s, errs in %.1f%%: %s (p = %.2g%s).",
                  100 * rate.mean, 100 * rate.low, 100 * rate.high, best->name,
                  100 * verdict_mistake_rate(best).mean,
                  adjusted >= 0.05                         ? "no clear difference"
                  : best->champion_only < best->other_only ? "the champion is better"
                                                           : "the champion is worse",
                  adjusted, corrected);
    }
    free(p);
    return status;
}

static int print_mistakes(FILE *out, const struct verdict *v, struct err *err)
{
    if (v->players == 0)
        return 0;
    fprintf(out, "\n%-*s  mistakes in %u solved positions at depth %d\n", NAME_WIDTH, "",
            v->mistakes->positions, v->mistakes->depth);
    for (const struct journal_mistakes *m = next_player(v, NULL); m; m = next_player(v, m)) {
        struct interval rate = verdict_mistake_rate(m);

        text_column(out, m->name, NAME_WIDTH);
        fprintf(out, "  %3u  %4.1f%% (%.1f-%.1f)\n", m->mistakes, 100 * rate.mean, 100 * rate.low,
                100 * rate.high);
    }
    return v->players > 1 ? print_mistakes_sentence(out, v, err) : 0;
}

int verdict_report(FILE *out, const struct verdict *verdict, struct err *err)
{
    return print_games(out, verdict, err) || print_mistakes(out, verdict, err) ? -1 : 0;
}
