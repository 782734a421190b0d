#include "report/explain_report.h"

#include <math.h>

#include "base/json.h"
#include "truth/solved.h"

const char *score_word(int score)
{
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

static void put_moves(struct json *j, const char *name, const struct moves *moves)
{
    char text[MOVES_TEXT_SIZE];

    json_string(j, name, moves_format(moves, text));
}

static void put_cell(struct json *j, const char *name, uint64_t cell)
{
    char text[CELL_NAME_SIZE];

    json_string(j, name, cell_name(cell, text));
}

static void put_cells(struct json *j, const char *name, uint64_t cells)
{
    json_begin(j, name, '[');
    for (; cells; cells &= cells - 1)
        put_cell(j, NULL, cells & -cells);
    json_end(j, ']');
}

static void put_parts(struct json *j, const struct split *parts)
{
    json_begin(j, "parts", '[');
    for (int i = 0; i < parts->n; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "name", parts->item[i].name);
        json_number(j, "value", (double)parts->item[i].units / EVAL_UNITS);
        json_integer(j, "units", parts->item[i].units);
        json_string(j, "help", parts->item[i].help);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void put_column(struct json *j, const struct explanation *e, int i)
{
    static const char *const claims[] = { "", "not lost", "won" };
    const struct explained_column *c = &e->column[i];

    json_begin(j, NULL, '{');
    json_integer(j, "column", i + 1);
    if (c->has_value)
        json_number(j, "value", (double)c->value / EVAL_UNITS);
    else
        json_number(j, "value", (double)NAN);
    json_integer(j, "exact", c->score);
    json_string(j, "result", score_word(c->score));
    if (c->score)
        json_integer(j, "ends_with_move", score_end_plies(c->score, e->pos.plies));
    json_bool(j, "mistake", c->mistake);
    if (c->claim != PROOF_NONE)
        json_string(j, "proved", claims[c->claim]);
    if (c->has_value) {
        json_integer(j, "units", c->value);
        put_moves(j, "pv", &c->pv);
        put_parts(j, &c->parts);
    }
    json_end(j, '}');
}

static void put_threats(struct json *j, const struct explanation *e)
{
    json_begin(j, "threats", '[');
    for (int i = 0; i < e->threats; i++) {
        const struct threat *t = &e->threat[i];

        json_begin(j, NULL, '{');
        put_cell(j, "cell", t->cell);
        json_string(j, "side", t->side ? "O" : "X");
        json_string(j, "row", t->odd ? "odd" : "even");
        json_bool(j, "playable", t->playable);
        json_bool(j, "useless", t->behind != 0);
        if (t->behind)
            put_cell(j, "behind", t->behind);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void put_sayings(struct json *j, const char *name, const struct sayings *s)
{
    json_begin(j, name, '[');
    for (int i = 0; i < s->n; i++)
        json_string(j, NULL, s->list[i].text);
    json_end(j, ']');
}

static void put_proof(struct json *j, const struct explanation *e)
{
    const struct proof *p = &e->proof;

    if (p->claim == PROOF_NONE)
        return;
    json_begin(j, "proof", '{');
    json_string(j, "side", e->pos.plies % 2 ? "X" : "O");
    json_string(j, "claim", p->claim == PROOF_WON ? "won" : "not lost");
    if (p->threat)
        put_cell(j, "threat", p->threat);
    if (p->either)
        put_cells(j, "needs_one_of", p->either);
    json_begin(j, "rules", '[');
    for (int i = 0; i < p->n; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "name", rule_name(p->rule[i].kind));
        put_cells(j, "cells", p->rule[i].cells);
        json_integer(j, "lines", line_set_count(p->rule[i].solves));
        json_end(j, '}');
    }
    json_end(j, ']');
    put_sayings(j, "words", &e->proved);
    json_end(j, '}');
}

void explain_report_json(const struct explanation *e, const struct player *player,
                         const struct moves *moves, FILE *out)
{
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    put_moves(&j, "position", moves);
    json_string(&j, "player", player->name);
    json_string(&j, "mover", e->pos.plies % 2 ? "O" : "X");
    json_number(&j, "value", (double)e->value / EVAL_UNITS);
    json_integer(&j, "units", e->value);
    json_integer(&j, "column", e->choice.column + 1);
    json_integer(&j, "depth", e->choice.depth);
    put_parts(&j, &e->parts);
    if (e->second >= 0)
        json_integer(&j, "second", e->second + 1);
    json_begin(&j, "columns", '[');
    for (int i = 0; i < COLUMNS; i++)
        if (e->column[i].open)
            put_column(&j, e, i);
    json_end(&j, ']');
    json_integer(&j, "exact", e->best);
    json_string(&j, "result", score_word(e->best));
    put_threats(&j, e);
    put_moves(&j, "best_play", &e->ending.pv);
    put_sayings(&j, "plan", &e->plan);
    put_proof(&j, e);
    json_string(&j, "verdict", e->verdict);
    json_string(&j, "difference", e->difference);
    json_end(&j, '}');
    fputc('\n', out);
}
