#include "report/compare_report.h"

#include <math.h>

#include "report/tables_text.h"
#include "report/threat_report.h"

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
    const struct mistake_entry *e = compare_report_mistakes(r, who);

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
    tables_json(j, "tables", player->genome.tables);
    if (who > 0 && player->has_genome)
        json_number(j, "tables_effect", p->tables_effect);
    if (player->genome.tables)
        threat_report_json(j, "threats", &p->threats);
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
