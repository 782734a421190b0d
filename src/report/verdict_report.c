#include "report/verdict_report.h"

#include <string.h>

#define MAX_DEPTHS 16

/* The games of a verdict, and their depths: that of training first. */
struct table {
    const struct verdict *v;
    int depth[MAX_DEPTHS];
    int depths;
};

static void find_depths(struct table *t)
{
    t->depth[t->depths++] = t->v->depth;
    for (size_t i = 0; i < t->v->validations; i++) {
        bool known = t->depths == MAX_DEPTHS;

        for (int k = 0; k < t->depths; k++)
            known |= t->depth[k] == t->v->validation[i].depth;
        if (!known)
            t->depth[t->depths++] = t->v->validation[i].depth;
    }
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

static void print_row(FILE *out, const struct table *t, const char *opponent)
{
    fprintf(out, "%-20.20s", opponent);
    for (int k = 0; k < t->depths; k++) {
        const struct journal_validation *r = find_games(t, opponent, t->depth[k]);
        struct tally tally;
        struct interval score;

        if (!r) {
            fprintf(out, "  %-20s", "");
            continue;
        }
        tally = verdict_tally(r);
        score = tally_interval(&tally);
        fprintf(out, "  %.3f (%.3f-%.3f)", score.mean, score.low, score.high);
    }
    fputc('\n', out);
}

static struct verdict_total total_of(const struct table *t, int depth)
{
    return verdict_total(t->v->validation, t->v->validations, t->v->generation, depth);
}

static void print_totals(FILE *out, const struct table *t)
{
    fprintf(out, "%-20s", "all together");
    for (int k = 0; k < t->depths; k++) {
        struct verdict_total total = total_of(t, t->depth[k]);
        struct interval score = tally_interval(&total.tally);

        fprintf(out, "  %.3f (%.3f-%.3f)", score.mean, score.low, score.high);
    }
    fputs("\n\n", out);
}

static void print_sentence(FILE *out, const struct table *t)
{
    struct verdict_total total = total_of(t, t->v->depth);
    struct interval score = tally_interval(&total.tally);
    unsigned open = total.opponents - total.beaten - total.lost_to;

    fprintf(out,
            "At depth %d the champion scores %.3f (95%% interval %.3f to %.3f) against the "
            "hand-picked\n"
            "genomes, on openings never used in training. ",
            t->v->depth, score.mean, score.low, score.high);
    if (open > 1 && open == total.opponents) {
        fprintf(out, "There is no\nclear difference from any of the %u.\n", open);
        return;
    }
    if (total.beaten == total.opponents && total.opponents == 1)
        fputs("It beats the only one", out);
    else if (total.beaten == total.opponents)
        fprintf(out, "It beats every one of the %u", total.opponents);
    else if (total.beaten == 0 && total.opponents > 1)
        fprintf(out, "It beats none of the %u", total.opponents);
    else
        fprintf(out, "It beats %u of the %u", total.beaten, total.opponents);
    if (total.lost_to)
        fprintf(out, " and loses to %u", total.lost_to);
    if (open)
        fprintf(out, ";\nthere is no clear difference from %u", open);
    fputs(".\n", out);
}

static void print_games(FILE *out, const struct verdict *v)
{
    struct table t = { .v = v };

    find_depths(&t);
    if (total_of(&t, v->depth).opponents == 0)
        return;
    fprintf(out, "%-20s", "champion against");
    for (int k = 0; k < t.depths; k++)
        fprintf(out, "  depth %-14d", t.depth[k]);
    fputc('\n', out);
    for (size_t i = 0; i < v->validations; i++)
        if (v->validation[i].depth == v->depth)
            print_row(out, &t, v->validation[i].opponent);
    print_totals(out, &t);
    print_sentence(out, &t);
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

static void print_mistakes_sentence(FILE *out, const struct verdict *v)
{
    const struct journal_mistakes *best = best_reference(v);
    struct interval rate = verdict_mistake_rate(v->mistakes);

    fprintf(out,
            "\nThe champion errs in %.1f%% of positions (95%% interval %.1f%% to %.1f%%); the best "
            "hand-picked\n"
            "genome, %s, errs in %.1f%%: %s (p = %.2g).\n",
            100 * rate.mean, 100 * rate.low, 100 * rate.high, best->name,
            100 * verdict_mistake_rate(best).mean,
            best->p >= 0.05                          ? "no clear difference"
            : best->champion_only < best->other_only ? "the champion is better"
                                                     : "the champion is worse",
            best->p);
}

static void print_mistakes(FILE *out, const struct verdict *v)
{
    if (v->players == 0)
        return;
    fprintf(out, "\n%-20s  mistakes in %u solved positions at depth %d\n", "",
            v->mistakes->positions, v->mistakes->depth);
    for (const struct journal_mistakes *m = next_player(v, NULL); m; m = next_player(v, m)) {
        struct interval rate = verdict_mistake_rate(m);

        fprintf(out, "%-20.20s  %3u  %4.1f%% (%.1f-%.1f)\n", m->name, m->mistakes, 100 * rate.mean,
                100 * rate.low, 100 * rate.high);
    }
    if (v->players > 1)
        print_mistakes_sentence(out, v);
}

void verdict_report(FILE *out, const struct verdict *verdict)
{
    print_games(out, verdict);
    print_mistakes(out, verdict);
}
