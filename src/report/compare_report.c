#include "report/compare_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CLEAR 0.05 /* a difference with a smaller p is one */
#define ALIKE 1e-6 /* a smaller relative difference of weights is rounding */

static bool differs(const struct comparison *c, uint32_t other, int gene)
{
    const struct player *first = &c->games.player[0], *second = &c->games.player[other];
    double a, b;

    if (!first->has_genome || !second->has_genome)
        return false;
    if (gene_table[gene].family == FAMILY_TABLES &&
        (!first->genome.tables || !second->genome.tables))
        return false; /* it weighs nothing */
    a = contrast_scaled(&first->genome, gene, c->of[0].spread);
    b = contrast_scaled(&second->genome, gene, c->of[other].spread);
    return fabs(a - b) > ALIKE * fmax(fabs(a), fabs(b));
}

static int by_effect(const void *a, const void *b)
{
    const struct gene_row *x = a, *y = b;

    if (x->effect != y->effect)
        return x->effect < y->effect ? 1 : -1;
    return x->gene < y->gene ? -1 : 1;
}

size_t compare_report_rank_genes(const struct comparison *c, struct gene_row row[GENE_COUNT])
{
    size_t n = 0;

    for (int g = 0; g < gene_count(); g++) {
        bool found = false;
        double effect = 0;

        for (uint32_t i = 1; i < c->games.players; i++) {
            found |= differs(c, i, g);
            effect = fmax(effect, c->of[i].effect[g]);
        }
        if (found)
            row[n++] = (struct gene_row){ g, effect };
    }
    qsort(row, n, sizeof *row, by_effect);
    return n;
}

const char *compare_report_match_name(const struct comparison_match *m,
                                      char name[COMPARE_NAME_SIZE])
{
    if (m->limit == LIMIT_DEPTH)
        snprintf(name, COMPARE_NAME_SIZE, "depth %" PRIu64, m->amount);
    else if (m->limit == LIMIT_NODES && m->amount)
        snprintf(name, COMPARE_NAME_SIZE, "%" PRIu64 " nodes", m->amount);
    else
        snprintf(name, COMPARE_NAME_SIZE, m->limit == LIMIT_NODES ? "equal nodes" : "own limits");
    return name;
}

enum compare_finding compare_finding_of(const struct comparison_match *m)
{
    struct tally tally = pairing_tally(&m->result.pairing, false);
    struct interval score = tally_interval(&tally);

    if (tally.samples == 0)
        return FINDING_NONE;
    if (m->result.sequential)
        return m->result.sprt.answer == SPRT_UPPER   ? FINDING_BETTER
               : m->result.sprt.answer == SPRT_LOWER ? FINDING_WORSE
                                                     : FINDING_OPEN;
    return score.low > 0.5 ? FINDING_BETTER : score.high < 0.5 ? FINDING_WORSE : FINDING_OPEN;
}

/* A sentence that is appended to. */
struct sentence {
    char *text;
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void say(struct sentence *s, const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(s->text + s->used, COMPARE_VERDICT_SIZE - s->used, fmt, ap);
    va_end(ap);
    if (n > 0)
        s->used = s->used + (size_t)n < COMPARE_VERDICT_SIZE ? s->used + (size_t)n
                                                             : COMPARE_VERDICT_SIZE - 1;
}

/* The matches at given depths, or with the players' own limits, summed up. */
struct summary {
    int count[FINDING_WORSE + 1];
    int n;
    double low, high; /* of the Elo differences found */
};

static struct summary sum_up(const struct comparison *c, uint32_t other)
{
    struct summary s = { .low = INFINITY, .high = -INFINITY };

    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];
        struct tally tally = pairing_tally(&m->result.pairing, false);

        if (m->other != other || m->limit == LIMIT_NODES)
            continue;
        s.n++;
        s.count[compare_finding_of(m)]++;
        if (tally.samples) {
            s.low = fmin(s.low, tally_elo(&tally).mean);
            s.high = fmax(s.high, tally_elo(&tally).mean);
        }
    }
    return s;
}

/* ", no clear difference at depth 4, 6": the matches with that finding, if there are any. */
static void say_where(struct sentence *s, const struct comparison *c, uint32_t other,
                      enum compare_finding finding, bool nodes, const char *what)
{
    bool first = true;

    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];
        char name[COMPARE_NAME_SIZE];

        if (m->other != other || compare_finding_of(m) != finding ||
            (m->limit == LIMIT_NODES && !nodes))
            continue;
        if (first)
            say(s, "%s %s%s", what, m->limit == LIMIT_OWN ? "with " : "at ",
                compare_report_match_name(m, name));
        else if (m->limit == LIMIT_DEPTH) /* everything before it is a depth */
            say(s, ", %" PRIu64, m->amount);
        else
            say(s, ", %s", compare_report_match_name(m, name));
        first = false;
    }
}

/* " at 2 of 3 depths", or the name of the only one. */
static void say_places(struct sentence *s, const struct comparison *c, uint32_t other, int count,
                       int n)
{
    char name[COMPARE_NAME_SIZE];

    if (n > 1 && count < n)
        say(s, " at %d of %d depths", count, n);
    else if (n > 2)
        say(s, " at all %d depths", n);
    else if (n == 2)
        say(s, " at both depths");
    for (size_t i = 0; n == 1 && i < c->matches; i++)
        if (c->match[i].other == other && c->match[i].limit == LIMIT_DEPTH)
            say(s, " at %s", compare_report_match_name(&c->match[i], name));
}

static void say_games(struct sentence *s, const struct comparison *c, uint32_t other)
{
    const char *first = c->games.player[0].name, *second = c->games.player[other].name;
    struct summary sum = sum_up(c, other);
    int better = sum.count[FINDING_BETTER], worse = sum.count[FINDING_WORSE];
    bool played = sum.count[FINDING_NONE] < sum.n;

    if (better == 0 && worse == 0) {
        say(s, "%s between %s and %s", played ? "No clear difference" : "No games", first, second);
        say_where(s, c, other, FINDING_OPEN, false, "");
    } else {
        say(s, "%s is %s than %s", first, better ? "better" : "worse", second);
        say_places(s, c, other, better ? better : worse, sum.n);
        if (better && worse)
            say_where(s, c, other, FINDING_WORSE, false, " and worse");
    }
    if (sum.low < sum.high)
        say(s, " (Elo %+.0f to %+.0f)", sum.low, sum.high);
    else if (sum.low == sum.high)
        say(s, " (Elo %+.0f)", sum.low);
    if (better || worse)
        say_where(s, c, other, FINDING_OPEN, false, ", no clear difference");
    if (played)
        say_where(s, c, other, FINDING_NONE, false, ", not played");
}

static void say_nodes(struct sentence *s, const struct comparison *c, uint32_t other)
{
    static const char *const word[] = { [FINDING_OPEN] = "no clear difference",
                                        [FINDING_BETTER] = "better",
                                        [FINDING_WORSE] = "worse" };

    for (size_t i = 0; i < c->matches; i++) {
        const struct comparison_match *m = &c->match[i];
        struct tally tally = pairing_tally(&m->result.pairing, false);
        enum compare_finding finding = compare_finding_of(m);

        if (m->other == other && m->limit == LIMIT_NODES && finding != FINDING_NONE)
            say(s, "; %s at %" PRIu64 " nodes per move (Elo %+.0f)", word[finding], m->amount,
                tally_elo(&tally).mean);
    }
}

/* One kind of answer. Beyond `start`, another one has come before it. */
static void say_answer(struct sentence *s, const struct comparison *c, uint32_t other,
                       enum compare_finding finding, const char *text, size_t start)
{
    char what[80];

    snprintf(what, sizeof what, "%s %s", s->used == start ? ":" : ";", text);
    say_where(s, c, other, finding, true, what);
}

/* A sequential test answers only its own question. */
static void say_test(struct sentence *s, const struct comparison *c, uint32_t other)
{
    char upper[48], lower[48];
    size_t start;

    snprintf(upper, sizeof upper, "more than %g Elo", c->o.sprt.elo0);
    snprintf(lower, sizeof lower, "less than %g Elo", c->o.sprt.elo1);
    say(s, "%s against %s, testing %g against %g Elo", c->games.player[0].name,
        c->games.player[other].name, c->o.sprt.elo0, c->o.sprt.elo1);
    start = s->used;
    say_answer(s, c, other, FINDING_BETTER, upper, start);
    say_answer(s, c, other, FINDING_WORSE, lower, start);
    say_answer(s, c, other, FINDING_OPEN, "not decided", start);
    say_answer(s, c, other, FINDING_NONE, "not played", start);
}

static void say_mistakes(struct sentence *s, const struct compare_result *r, uint32_t other)
{
    const struct mistake_entry *a = compare_report_mistakes(r, 0),
                               *b = compare_report_mistakes(r, other);
    const struct mistake_contrast *d;

    if (!b)
        return;
    d = &b->contrast;
    say(s, "; %s (in %.1f%% against %.1f%% of positions, p = %.2g)",
        d->p >= CLEAR                    ? "no clear difference in mistakes"
        : d->first_only < d->second_only ? "fewer mistakes"
                                         : "more mistakes",
        100 * a->summary.rate.mean, 100 * b->summary.rate.mean, d->p);
}

const char *compare_report_verdict(const struct compare_result *r, uint32_t other,
                                   char text[COMPARE_VERDICT_SIZE])
{
    struct sentence s = { .text = text };

    text[0] = '\0';
    if (r->c->o.sequential) {
        say_test(&s, r->c, other);
    } else {
        say_games(&s, r->c, other);
        say_nodes(&s, r->c, other);
    }
    say_mistakes(&s, r, other);
    say(&s, ".");
    return text;
}
