#include "report/verdict_report.h"

#include <string.h>

#include "evolve/validate.h"

#define MAX_DEPTHS 16

/* The records of one validation, and their depths. */
struct moment {
    const struct journal_validation *list;
    size_t n;
    uint32_t generation;
    int depth[MAX_DEPTHS];
    int depths;
};

static void find_depths(struct moment *v, int training)
{
    v->depth[v->depths++] = training;
    for (size_t i = 0; i < v->n; i++) {
        bool known = v->list[i].generation != v->generation || v->depths == MAX_DEPTHS;

        for (int k = 0; k < v->depths; k++)
            known |= v->depth[k] == v->list[i].depth;
        if (!known)
            v->depth[v->depths++] = v->list[i].depth;
    }
}

static const struct journal_validation *find_record(const struct moment *v, const char *opponent,
                                                    int depth)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->list[i].generation == v->generation && v->list[i].depth == depth &&
            strcmp(v->list[i].opponent, opponent) == 0)
            return &v->list[i];
    return NULL;
}

static void print_row(FILE *out, const struct moment *v, const char *opponent)
{
    fprintf(out, "%-20.20s", opponent);
    for (int k = 0; k < v->depths; k++) {
        const struct journal_validation *r = find_record(v, opponent, v->depth[k]);
        struct tally tally;
        struct interval score;

        if (!r) {
            fprintf(out, "  %-20s", "");
            continue;
        }
        tally = validation_tally(r);
        score = tally_interval(&tally);
        fprintf(out, "  %.3f (%.3f-%.3f)", score.mean, score.low, score.high);
    }
    fputc('\n', out);
}

struct verdict_total verdict_total(const struct journal_validation *list, size_t n,
                                   uint32_t generation, int depth)
{
    struct verdict_total t = { 0 };

    for (size_t i = 0; i < n; i++) {
        struct tally tally;

        if (list[i].generation != generation || list[i].depth != depth)
            continue;
        tally = validation_tally(&list[i]);
        tally_merge(&t.tally, &tally);
        t.opponents++;
        t.beaten += tally_interval(&tally).low > 0.5;
        t.lost_to += tally_interval(&tally).high < 0.5;
    }
    return t;
}

static struct verdict_total total_of(const struct moment *v, int depth)
{
    return verdict_total(v->list, v->n, v->generation, depth);
}

static void print_totals(FILE *out, const struct moment *v)
{
    fprintf(out, "%-20s", "all together");
    for (int k = 0; k < v->depths; k++) {
        struct verdict_total t = total_of(v, v->depth[k]);
        struct interval score = tally_interval(&t.tally);

        fprintf(out, "  %.3f (%.3f-%.3f)", score.mean, score.low, score.high);
    }
    fputs("\n\n", out);
}

static void print_sentence(FILE *out, const struct moment *v)
{
    struct verdict_total t = total_of(v, v->depth[0]);
    struct interval score = tally_interval(&t.tally);
    unsigned open = t.opponents - t.beaten - t.lost_to;

    fprintf(out,
            "At depth %d the champion scores %.3f (95%% interval %.3f to %.3f) against the "
            "hand-picked\n"
            "genomes, on openings never used in training. ",
            v->depth[0], score.mean, score.low, score.high);
    if (t.beaten == t.opponents)
        fprintf(out, "It beats every one of the %u", t.opponents);
    else
        fprintf(out, "It beats %u of the %u", t.beaten, t.opponents);
    if (t.lost_to)
        fprintf(out, " and loses to %u", t.lost_to);
    if (open)
        fprintf(out, ";\nthere is no clear difference from %u", open);
    fputs(".\n", out);
}

void verdict_report_games(FILE *out, const struct journal_validation *list, size_t n,
                          uint32_t generation, int depth)
{
    struct moment v = { .list = list, .n = n, .generation = generation };

    find_depths(&v, depth);
    if (total_of(&v, depth).opponents == 0)
        return;
    fprintf(out, "%-20s", "champion against");
    for (int k = 0; k < v.depths; k++)
        fprintf(out, "  depth %-14d", v.depth[k]);
    fputc('\n', out);
    for (size_t i = 0; i < n; i++)
        if (list[i].generation == generation && list[i].depth == depth)
            print_row(out, &v, list[i].opponent);
    print_totals(out, &v);
    print_sentence(out, &v);
}

/* Entries by number of mistakes; the champion comes first among equals. */
static const struct truth_entry *next_entry(const struct truth_validation *v,
                                            const struct truth_entry *last)
{
    const struct truth_entry *next = NULL;

    for (size_t i = 0; i < v->n; i++) {
        const struct truth_entry *e = &v->entry[i];
        bool comes_after = !last || e->summary.mistakes > last->summary.mistakes ||
                           (e->summary.mistakes == last->summary.mistakes && e > last);

        if (comes_after && (!next || e->summary.mistakes < next->summary.mistakes))
            next = e;
    }
    return next;
}

static const struct truth_entry *best_hand_picked(const struct truth_validation *v)
{
    const struct truth_entry *e = next_entry(v, NULL);

    return e == v->entry ? next_entry(v, e) : e;
}

static void print_truth_sentence(FILE *out, const struct truth_validation *v)
{
    const struct truth_entry *best = best_hand_picked(v);
    struct interval rate = v->entry->summary.rate;
    bool clear = best->duel.p < 0.05;

    fprintf(out,
            "\nThe champion errs in %.1f%% of positions (95%% interval %.1f%% to %.1f%%); the best "
            "hand-picked\n"
            "genome, %s, errs in %.1f%%: %s (p = %.2g).\n",
            100 * rate.mean, 100 * rate.low, 100 * rate.high, best->name,
            100 * best->summary.rate.mean,
            !clear                                           ? "no clear difference"
            : best->duel.first_only < best->duel.second_only ? "the champion is better"
                                                             : "the champion is worse",
            best->duel.p);
}

void verdict_report_mistakes(FILE *out, const struct truth_validation *v)
{
    fprintf(out, "\n%-20s  mistakes in %zu solved positions at depth %d\n", "",
            v->entry->summary.positions, v->depth);
    for (const struct truth_entry *e = next_entry(v, NULL); e; e = next_entry(v, e)) {
        struct interval rate = e->summary.rate;

        fprintf(out, "%-20.20s  %3zu  %4.1f%% (%.1f-%.1f)\n", e->name, e->summary.mistakes,
                100 * rate.mean, 100 * rate.low, 100 * rate.high);
    }
    if (v->n > 1)
        print_truth_sentence(out, v);
}
