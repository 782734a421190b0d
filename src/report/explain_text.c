#include "report/explain_report.h"

#include <stdlib.h>
#include <string.h>

#include "report/table.h"
#include "report/text.h"
#include "truth/solved.h"

#define WIDTH 80

const char *score_text(int score, int plies, char buf[SCORE_TEXT_SIZE])
{
    if (score == 0)
        strcpy(buf, "draw");
    else
        snprintf(buf, SCORE_TEXT_SIZE, "%s with move %d", score > 0 ? "wins" : "loses",
                 score_end_plies(score, plies));
    return buf;
}

/* Threats on the board: x and o, * for both; ! can be played, in brackets if a lower one is in the
 * way. */
static void mark_threats(const struct explanation *e, struct notation_marks *marks)
{
    *marks = (struct notation_marks){ 0 };
    for (int i = 0; i < e->threats; i++) {
        const struct threat *t = &e->threat[i];
        char *text = marks->text[bit_index(t->cell)];
        char whose = text[0] ? '*' : t->side ? 'o' : 'x';

        snprintf(text, sizeof marks->text[0],
                 t->behind     ? "(%c)"
                 : t->playable ? " %c!"
                               : " %c ",
                 whose);
    }
}

static void print_board(const struct explanation *e, uint64_t last, FILE *out, bool colour)
{
    struct notation_marks marks;
    int mover = e->pos.plies % 2;
    char cell[CELL_NAME_SIZE], lower[CELL_NAME_SIZE];

    mark_threats(e, &marks);
    notation_draw_marked(out, &e->pos, last, colour, &marks);
    fprintf(out, "Move %d: %s, the %s player, is to move.\n", e->pos.plies + 1, mover ? "O" : "X",
            mover ? "second" : "first");
    if (e->threats)
        fputs("\nThreats, on the board as x and o (* both; ! playable now; in brackets: behind a "
              "lower one)\n",
              out);
    for (int i = 0; i < e->threats; i++) {
        const struct threat *t = &e->threat[i];

        fprintf(out, "  %s on %s: %s row, %s", t->side ? "O" : "X", cell_name(t->cell, cell),
                t->odd ? "odd" : "even", t->playable ? "playable now" : "not playable yet");
        if (t->behind)
            fprintf(out, ", useless while the threat on %s stands", cell_name(t->behind, lower));
        fputc('\n', out);
    }
}

/* A value in weights, or the win or loss that it stands for. Returns buf. */
static const char *value_text(const struct player *player, int32_t value, char buf[SCORE_TEXT_SIZE])
{
    const char *end = value > 0 ? "wins" : "loses";

    if (abs(value) < EVAL_LIMIT)
        snprintf(buf, SCORE_TEXT_SIZE, "%.3f", (double)value / EVAL_UNITS);
    else if (player->keys.win == WIN_DISTANCE && abs(value) != BOOK_WIN)
        snprintf(buf, SCORE_TEXT_SIZE, "%s with move %d", end, WIN_VALUE - abs(value));
    else
        snprintf(buf, SCORE_TEXT_SIZE, "%s", end);
    return buf;
}

static const char *column_note(const struct explanation *e, const struct explained_column *c)
{
    if (c->mistake)
        return e->best > 0 ? c->score < 0 ? "gives away the win, and loses" : "gives away the win"
                           : "gives away the draw";
    if (c->claim == PROOF_WON)
        return "rules prove the win";
    return c->claim == PROOF_NOT_LOST ? "rules prove that it does not lose" : "";
}

static int print_columns(const struct explanation *e, const struct player *player, FILE *out,
                         struct err *err)
{
    static const struct column columns[] = {
        { "chosen", "", COLUMN_TEXT, 0 },     { "column", "column", COLUMN_INTEGER, 0 },
        { "value", "value", COLUMN_TEXT, 0 }, { "exact", "exact result", COLUMN_TEXT, 0 },
        { "note", "note", COLUMN_TEXT, 0 },
    };
    struct table table;
    char text[SCORE_TEXT_SIZE];

    table_begin(&table, out, TABLE_TEXT, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < COLUMNS; i++) {
        const struct explained_column *c = &e->column[i];
        bool chosen = i == e->choice.column;

        if (!c->open)
            continue;
        table_text(&table, chosen ? ">" : " ");
        table_integer(&table, (uint64_t)i + 1);
        if (c->has_value || (chosen && player->search->needs_genome))
            table_text(&table, value_text(player, c->has_value ? c->value : e->value, text));
        else
            table_text(&table, "");
        table_text(&table, score_text(c->score, e->pos.plies, text));
        table_text(&table, column_note(e, c));
    }
    return table_end(&table, err);
}

static void print_pv(const struct moves *pv, FILE *out)
{
    for (int i = 0; i < pv->n; i++)
        fprintf(out, "%s%d", i ? " " : "", pv->column[i] + 1);
}

static void put_part(struct table *table, const struct explanation *e,
                     const struct split_item *item, const struct split *other)
{
    table_text(table, item->name);
    table_number(table, (double)split_find(&e->parts, item->name) / EVAL_UNITS);
    if (other) {
        table_number(table, (double)split_find(other, item->name) / EVAL_UNITS);
        table_number(table,
                     ((double)split_find(&e->parts, item->name) - split_find(other, item->name)) /
                         EVAL_UNITS);
    } else {
        table_empty(table);
        table_empty(table);
    }
    table_text(table, gene_find(item->name) >= 0 ? gene_family(gene_find(item->name)) : item->help);
}

static void put_sum(struct table *table, const struct explanation *e, const struct split *other)
{
    table_text(table, "value");
    table_number(table, (double)e->value / EVAL_UNITS);
    if (other) {
        table_number(table, (double)split_sum(other) / EVAL_UNITS);
        table_number(table, ((double)e->value - (double)split_sum(other)) / EVAL_UNITS);
    } else {
        table_empty(table);
        table_empty(table);
    }
    table_text(table, "");
}

/* The parts of both moves, side by side. */
static int print_parts(const struct explanation *e, FILE *out, struct err *err)
{
    const struct split *other = e->second >= 0 ? &e->column[e->second].parts : NULL;
    char first[16], second[16];
    const struct column columns[] = {
        { "part", "gene", COLUMN_TEXT, 0 },     { "first", first, COLUMN_NUMBER, 3 },
        { "second", second, COLUMN_NUMBER, 3 }, { "more", "more", COLUMN_NUMBER, 3 },
        { "family", "family", COLUMN_TEXT, 0 },
    };
    struct table table;

    snprintf(first, sizeof first, "column %d", e->choice.column + 1);
    snprintf(second, sizeof second, "column %d", e->second + 1);
    table_begin(&table, out, TABLE_TEXT, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < e->parts.n; i++)
        put_part(&table, e, &e->parts.item[i], other);
    for (int i = 0; other && i < other->n; i++)
        if (split_find(&e->parts, other->item[i].name) == 0)
            put_part(&table, e, &other->item[i], other);
    put_sum(&table, e, other);
    return table_end(&table, err);
}

static int print_value(const struct explanation *e, const struct player *player, FILE *out,
                       struct err *err)
{
    const struct explained_column *c = &e->column[e->choice.column];

    if (!c->has_value || abs(e->value) >= EVAL_LIMIT)
        return 0;
    if (!player->ev)
        return 0;
    fputs("\nWhere the value comes from, at the end of the expected moves ('c4evolve genes' "
          "explains the genes)\n",
          out);
    fprintf(out, "  column %d: ", e->choice.column + 1);
    print_pv(&c->pv, out);
    if (e->second >= 0) {
        fprintf(out, "\n  column %d: ", e->second + 1);
        print_pv(&e->column[e->second].pv, out);
    }
    fputs("\n", out);
    return print_parts(e, out, err);
}

static void print_sayings(const struct sayings *s, FILE *out)
{
    for (int i = 0; i < s->n; i++)
        text_wrap(out, WIDTH, 2, "%s%s", s->list[i].kind == SAYS_RULE ? "- " : "", s->list[i].text);
}

/* The cells of each rule as a letter. */
static void draw_proof(const struct explanation *e, FILE *out, bool colour)
{
    struct notation_marks marks = { 0 };
    char letter = 'A';

    for (int i = 0; i < e->proof.n; i++, letter++)
        for (uint64_t rest = e->proof.rule[i].cells; rest; rest &= rest - 1) {
            char *text = marks.text[bit_index(rest)];

            if (!text[0])
                snprintf(text, sizeof marks.text[0], " %c", letter);
        }
    if (e->proof.threat)
        strcpy(marks.text[bit_index(e->proof.threat)], " !");
    notation_draw_marked(out, &e->pos, 0, colour, &marks);
    letter = 'A';
    for (int i = 0; i < e->proof.n; i++, letter++)
        fprintf(out, "%s%c %s", i ? ", " : "", letter, rule_name(e->proof.rule[i].kind));
    fprintf(out, "%s%s", e->proof.n && e->proof.threat ? ", " : "",
            e->proof.threat ? "! the odd threat" : "");
    fputs(e->proof.n || e->proof.threat ? "\n" : "", out);
}

int explain_report_text(const struct explanation *e, const struct player *player, uint64_t last,
                        FILE *out, bool colour, struct err *err)
{
    print_board(e, last, out, colour);
    fputc('\n', out);
    if (print_columns(e, player, out, err))
        return -1;
    fprintf(out, "> %s plays %d.\n", player->name, e->choice.column + 1);
    text_wrap(out, WIDTH, 0, "%s", e->verdict);
    if (e->difference[0])
        text_wrap(out, WIDTH, 0, "%s", e->difference);
    if (print_value(e, player, out, err))
        return -1;
    fputs("\nThe plan\n", out);
    print_sayings(&e->plan, out);
    if (e->proved.n) {
        fputs("\nThe proof\n", out);
        print_sayings(&e->proved, out);
        draw_proof(e, out, colour);
    }
    return 0;
}
