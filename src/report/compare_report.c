#include "report/compare_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

#define CLEAR 0.05 /* a difference with a smaller p is one */
#define ALIKE 1e-6 /* a smaller relative difference of weights is rounding */

static bool differs(const struct comparison *c, uint32_t other, int gene)
{
    const struct player *first = &c->games.player[0], *second = &c->games.player[other];
    double a, b;

    if (!first->has_genome || !second->has_genome)
        return false;
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

    for (int g = 0; g < GENE_COUNT; g++) {
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

/* The mistakes of a player, or NULL if they were not counted. */
static const struct mistake_entry *find_mistakes(const struct compare_result *r, uint32_t who)
{
    return r->mistakes && who < r->mistakes->n ? &r->mistakes->entry[who] : NULL;
}

static void say_mistakes(struct sentence *s, const struct compare_result *r, uint32_t other)
{
    const struct mistake_entry *a = find_mistakes(r, 0), *b = find_mistakes(r, other);
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

static void json_wdl(struct json *j, const char *name, struct wdl w)
{
    json_begin(j, name, '{');
    json_unsigned(j, "wins", w.wins);
    json_unsigned(j, "draws", w.draws);
    json_unsigned(j, "losses", w.losses);
    json_number(j, "score", wdl_score(w));
    json_end(j, '}');
}

static void json_share(struct json *j, struct interval share)
{
    json_number(j, "rate", share.mean);
    json_number(j, "low", share.low);
    json_number(j, "high", share.high);
}

static void json_mistakes(struct json *j, const struct compare_result *r, uint32_t who)
{
    const struct mistake_entry *e = find_mistakes(r, who);

    if (!e)
        return;
    json_begin(j, "mistakes", '{');
    if (r->c->of[who].takes_depth)
        json_integer(j, "depth", comparison_main_depth(&r->c->o));
    json_unsigned(j, "positions", e->summary.positions);
    json_unsigned(j, "at_stake", e->summary.at_stake);
    json_unsigned(j, "mistakes", e->summary.mistakes);
    json_share(j, e->summary.rate);
    json_number(j, "loss", e->summary.loss);
    json_number(j, "correlation", e->summary.correlation);
    json_number(j, "nodes", e->summary.nodes);
    if (who > 0) {
        json_unsigned(j, "first_only", e->contrast.first_only);
        json_unsigned(j, "this_only", e->contrast.second_only);
        json_number(j, "p", e->contrast.p);
    }
    json_end(j, '}');
}

static void json_player(struct json *j, const struct compare_result *r, uint32_t who)
{
    const struct player *player = &r->c->games.player[who];
    const struct comparison_player *p = &r->c->of[who];

    json_begin(j, NULL, '{');
    json_string(j, "player", player->name);
    if (p->champion)
        json_unsigned(j, "champion", p->champion);
    json_bool(j, "genome", player->has_genome);
    if (player->has_genome)
        json_number(j, "spread", p->spread);
    json_mistakes(j, r, who);
    if (p->forfeits) {
        json_unsigned(j, "forfeits", p->forfeits);
        json_string(j, "forfeit", p->forfeit);
    }
    json_end(j, '}');
}

/* One value for each player; null where it has no genome. */
static void json_each(struct json *j, const struct comparison *c, const char *name, int gene,
                      double (*value)(const struct comparison *c, uint32_t who, int gene))
{
    json_begin(j, name, '[');
    for (uint32_t i = 0; i < c->games.players; i++)
        json_number(j, NULL, c->games.player[i].has_genome ? value(c, i, gene) : NAN);
    json_end(j, ']');
}

static double raw_value(const struct comparison *c, uint32_t who, int gene)
{
    return c->games.player[who].genome.gene[gene];
}

static double scaled_value(const struct comparison *c, uint32_t who, int gene)
{
    return contrast_scaled(&c->games.player[who].genome, gene, c->of[who].spread);
}

static double effect_value(const struct comparison *c, uint32_t who, int gene)
{
    return c->of[who].effect[gene];
}

static void json_genes(struct json *j, const struct comparison *c)
{
    struct gene_row row[GENE_COUNT];
    size_t n = compare_report_rank_genes(c, row);

    json_begin(j, "weights", '[');
    for (size_t i = 0; i < n; i++) {
        int g = row[i].gene;

        json_begin(j, NULL, '{');
        json_string(j, "gene", gene_table[g].name);
        json_string(j, "family", gene_family(g));
        json_each(j, c, "value", g, raw_value);
        json_each(j, c, "scaled", g, scaled_value);
        json_each(j, c, "effect", g, effect_value);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void json_test(struct json *j, const struct sprt *sprt)
{
    static const char *const answer[] = { "open", "lower", "upper" };

    json_begin(j, "sprt", '{');
    json_number(j, "elo0", sprt->elo0);
    json_number(j, "elo1", sprt->elo1);
    json_number(j, "alpha", sprt->alpha);
    json_number(j, "beta", sprt->beta);
    json_number(j, "llr", sprt->llr);
    json_number(j, "llr_low", sprt->low);
    json_number(j, "llr_high", sprt->high);
    json_string(j, "answer", answer[sprt->answer]);
    json_end(j, '}');
}

/* Pairs by their score in quarters. */
static void json_pairs(struct json *j, const struct pairing *pairing)
{
    uint32_t count[5] = { 0 };

    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
            count[x + y] += pairing->pair[x][y];
    json_begin(j, "pairs", '[');
    for (int i = 0; i < 5; i++)
        json_unsigned(j, NULL, count[i]);
    json_end(j, ']');
}

static void json_result(struct json *j, const struct match *e)
{
    struct tally tally = pairing_tally(&e->pairing, false);
    struct interval score = tally_interval(&tally), elo = tally_elo(&tally);

    json_unsigned(j, "games", wdl_games(tally.games));
    json_unsigned(j, "wins", tally.games.wins);
    json_unsigned(j, "draws", tally.games.draws);
    json_unsigned(j, "losses", tally.games.losses);
    json_pairs(j, &e->pairing);
    json_number(j, "score", score.mean);
    json_number(j, "low", score.low);
    json_number(j, "high", score.high);
    json_number(j, "elo", elo.mean);
    json_number(j, "elo_low", elo.low);
    json_number(j, "elo_high", elo.high);
    json_number(j, "los", tally_los(&tally));
    json_wdl(j, "moving_first", pairing_lower_first(&e->pairing));
    json_wdl(j, "moving_second", wdl_reverse(pairing_upper_first(&e->pairing)));
    json_number(j, "nodes_first", e->nodes[0]);
    json_number(j, "nodes_other", e->nodes[1]);
    if (e->sequential)
        json_test(j, &e->sprt);
}

static void json_match(struct json *j, const struct comparison_match *m)
{
    static const char *const finding[] = { "none", "open", "better", "worse" };
    static const char *const limit[] = { "depth", "nodes", "own" };

    json_begin(j, NULL, '{');
    json_string(j, "limit", limit[m->limit]);
    if (m->limit != LIMIT_OWN)
        json_unsigned(j, "amount", m->amount);
    json_bool(j, "finished", m->result.finished);
    json_result(j, &m->result);
    json_string(j, "finding", finding[compare_finding_of(m)]);
    json_end(j, '}');
}

static void json_opponent(struct json *j, const struct compare_result *r, uint32_t other)
{
    const struct comparison *c = r->c;
    char verdict[COMPARE_VERDICT_SIZE];

    json_begin(j, NULL, '{');
    json_string(j, "against", c->games.player[other].name);
    json_begin(j, "matches", '[');
    for (size_t i = 0; i < c->matches; i++)
        if (c->match[i].other == other && c->match[i].begun)
            json_match(j, &c->match[i]);
    json_end(j, ']');
    json_string(j, "verdict", compare_report_verdict(r, other, verdict));
    json_end(j, '}');
}

static void json_timing(struct json *j, const struct comparison *c)
{
    json_begin(j, "timing", '[');
    for (uint32_t i = 0; i < c->games.players; i++) {
        const struct speed *s = &c->of[i].speed;

        json_begin(j, NULL, '{');
        json_number(j, "ns_evaluation", s->evaluation > 0 ? s->evaluation : NAN);
        json_number(j, "ns_node", s->node > 0 ? s->node : NAN);
        json_end(j, '}');
    }
    json_end(j, ']');
}

void compare_report_json(const struct compare_result *r, bool timing, FILE *out)
{
    const struct comparison *c = r->c;
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_begin(&j, "players", '[');
    for (uint32_t i = 0; i < c->games.players; i++)
        json_player(&j, r, i);
    json_end(&j, ']');
    json_genes(&j, c);
    json_begin(&j, "openings", '{');
    json_integer(&j, "plies", c->o.plies);
    json_unsigned(&j, "count", c->games.openings.n);
    json_bool(&j, "unseen", c->unseen);
    json_end(&j, '}');
    json_begin(&j, "opponents", '[');
    for (uint32_t i = 1; i < c->games.players; i++)
        json_opponent(&j, r, i);
    json_end(&j, ']');
    json_bool(&j, "interrupted", c->cut_short);
    if (timing)
        json_timing(&j, c);
    json_end(&j, '}');
    fputc('\n', out);
}
