#include "report/truth_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/text.h"

#define WIDTH      100
#define CELL_SIZE  32
#define CLEAR      0.05 /* a difference with a smaller p is one */
#define SCORE_TEXT (5 * COLUMNS)

static const struct mistake_summary *summary_of(const struct truth_report *r, size_t player,
                                                int group)
{
    return &r->summary[player * (size_t)r->groups + (size_t)group];
}

static const struct answer *answers_of(const struct truth_report *r, size_t player)
{
    return &r->answer[player * r->set->n];
}

int truth_report_init(struct truth_report *r, const struct solved_set *set,
                      const struct player *player, size_t players, const struct answer *answer,
                      struct err *err)
{
    *r =
        (struct truth_report){ .set = set, .player = player, .players = players, .answer = answer };
    r->groups = mistake_groups(set, r->group);
    r->summary = calloc(players * (size_t)r->groups, sizeof *r->summary);
    if (!r->summary)
        return err_shortage(err, "out of memory: %zu players", players);
    for (size_t i = 0; i < players * (size_t)r->groups; i++) {
        size_t who = i / (size_t)r->groups;

        if (mistakes_sum(set, answers_of(r, who), &r->group[i % (size_t)r->groups], &r->summary[i],
                         err)) {
            truth_report_release(r);
            return -1;
        }
    }
    return 0;
}

void truth_report_release(struct truth_report *r)
{
    free(r->summary);
    *r = (struct truth_report){ 0 };
}

/* The number of positions in each group by plies, or in each group by result. */
static void print_counts(const struct truth_report *r, FILE *out, bool by_result)
{
    const char *gap = "";

    for (int g = 1; g < r->groups; g++) {
        if ((r->group[g].result != ANY_RESULT) != by_result)
            continue;
        fprintf(out, "%s%zu %s%s", gap, r->summary[g].positions, by_result ? "" : "of ",
                r->group[g].name);
        gap = ", ";
    }
}

static void print_head(const struct truth_report *r, FILE *out)
{
    bool many = r->group[1].result == ANY_RESULT;

    if (many)
        print_counts(r, out, false);
    else
        fprintf(out, "%zu of %d plies", r->set->n, r->set->list[0].pos.plies);
    fprintf(out, "\n%zu positions: ", r->set->n);
    print_counts(r, out, true);
    fprintf(out, "; a mistake is possible in %zu\n\n", r->summary->at_stake);
}

static int print_players(const struct truth_report *r, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "player", "player", COLUMN_TEXT, 0 },
        { "mistakes", "mistakes", COLUMN_INTEGER, 0 },
        { "rate", "%", COLUMN_NUMBER, 2 },
        { "low", "from", COLUMN_NUMBER, 2 },
        { "high", "to", COLUMN_NUMBER, 2 },
        { "loss", "loss", COLUMN_NUMBER, 3 },
        { "loss_error", "+-", COLUMN_NUMBER, 3 },
        { "correlation", "correlation", COLUMN_NUMBER, 3 },
        { "correlation_error", "+-", COLUMN_NUMBER, 3 },
        { "nodes", "nodes", COLUMN_NUMBER, 0 },
        { "ms", "ms", COLUMN_NUMBER, 3 },
    };
    struct table table;

    table_begin(&table, out, TABLE_TEXT, column, (int)(sizeof column / sizeof *column));
    for (size_t i = 0; i < r->players; i++) {
        const struct mistake_summary *s = summary_of(r, i, 0);

        table_text(&table, r->player[i].name);
        table_integer(&table, s->mistakes);
        table_number(&table, 100 * s->rate.mean);
        table_number(&table, 100 * s->rate.low);
        table_number(&table, 100 * s->rate.high);
        table_number(&table, s->loss);
        table_number(&table, s->loss_error);
        table_number(&table, s->correlation);
        table_number(&table, s->correlation_error);
        table_number(&table, s->nodes);
        table_number(&table, 1000 * s->seconds);
    }
    return table_end(&table, err);
}

/* No move is a mistake in a lost position, so that group has no column. */
static int print_groups(const struct truth_report *r, FILE *out, struct err *err)
{
    struct column column[MISTAKE_GROUPS_MAX] = { { "player", "mistakes (%)", COLUMN_TEXT, 0 } };
    int columns = r->groups - 1;
    struct table table;

    for (int g = 1; g < columns; g++)
        column[g] = (struct column){ r->group[g].name, r->group[g].name, COLUMN_TEXT, 0 };
    table_begin(&table, out, TABLE_TEXT, column, columns);
    for (size_t i = 0; i < r->players; i++) {
        table_text(&table, r->player[i].name);
        for (int g = 1; g < columns; g++) {
            const struct mistake_summary *s = summary_of(r, i, g);
            char cell[CELL_SIZE];

            snprintf(cell, sizeof cell, "%.1f (%.1f-%.1f)", 100 * s->rate.mean, 100 * s->rate.low,
                     100 * s->rate.high);
            table_text(&table, s->positions ? cell : "-");
        }
    }
    return table_end(&table, err);
}

static struct mistake_contrast contrast_with(const struct truth_report *r, size_t other)
{
    return mistakes_compare(answers_of(r, 0), answers_of(r, other), r->set->n);
}

static void print_comparison(const struct truth_report *r, FILE *out)
{
    fprintf(out, "\n%s, by mistakes that only one of the two players makes:\n", r->player[0].name);
    for (size_t i = 1; i < r->players; i++) {
        struct mistake_contrast d = contrast_with(r, i);
        const char *verdict = d.p >= CLEAR                   ? "no clear difference from"
                              : d.first_only < d.second_only ? "better than"
                                                             : "worse than";

        text_wrap(out, WIDTH, 6, "  - %s %s: %zu against %zu, p = %.2g", verdict, r->player[i].name,
                  d.first_only, d.second_only, d.p);
    }
}

int truth_report_text(const struct truth_report *r, FILE *out, struct err *err)
{
    print_head(r, out);
    if (print_players(r, out, err))
        return -1;
    fputc('\n', out);
    if (print_groups(r, out, err))
        return -1;
    if (r->players > 1)
        print_comparison(r, out);
    return 0;
}

int truth_report_csv(const struct truth_report *r, FILE *out, struct err *err)
{
    static const struct column column[] = {
        { "player", "", COLUMN_TEXT, 0 },        { "group", "", COLUMN_TEXT, 0 },
        { "positions", "", COLUMN_INTEGER, 0 },  { "at_stake", "", COLUMN_INTEGER, 0 },
        { "mistakes", "", COLUMN_INTEGER, 0 },   { "rate", "", COLUMN_NUMBER, 0 },
        { "low", "", COLUMN_NUMBER, 0 },         { "high", "", COLUMN_NUMBER, 0 },
        { "loss", "", COLUMN_NUMBER, 0 },        { "loss_error", "", COLUMN_NUMBER, 0 },
        { "correlation", "", COLUMN_NUMBER, 0 }, { "correlation_error", "", COLUMN_NUMBER, 0 },
        { "nodes", "", COLUMN_NUMBER, 0 },       { "seconds", "", COLUMN_NUMBER, 0 },
    };
    struct table table;

    table_begin(&table, out, TABLE_CSV, column, (int)(sizeof column / sizeof *column));
    for (size_t i = 0; i < r->players * (size_t)r->groups; i++) {
        const struct mistake_summary *s = &r->summary[i];

        table_text(&table, r->player[i / (size_t)r->groups].name);
        table_text(&table, r->group[i % (size_t)r->groups].name);
        table_integer(&table, s->positions);
        table_integer(&table, s->at_stake);
        table_integer(&table, s->mistakes);
        table_number(&table, s->positions ? s->rate.mean : NAN);
        table_number(&table, s->rate.low);
        table_number(&table, s->rate.high);
        table_number(&table, s->loss);
        table_number(&table, s->loss_error);
        table_number(&table, s->correlation);
        table_number(&table, s->correlation_error);
        table_number(&table, s->nodes);
        table_number(&table, s->seconds);
    }
    return table_end(&table, err);
}

/* The best columns as digits: "35". */
static const char *best_columns(const struct solved_position *p, char text[COLUMNS + 1])
{
    int n = 0;

    for (int c = 0; c < COLUMNS; c++)
        if (p->score[c] == p->best)
            text[n++] = (char)('1' + c);
    text[n] = '\0';
    return text;
}

static const char *all_scores(const struct solved_position *p, char text[SCORE_TEXT])
{
    size_t at = 0;

    for (int c = 0; c < COLUMNS; c++) {
        const char *gap = c ? " " : "";

        if (p->score[c] == SOLVER_NO_MOVE)
            at += (size_t)snprintf(text + at, SCORE_TEXT - at, "%s.", gap);
        else
            at += (size_t)snprintf(text + at, SCORE_TEXT - at, "%s%d", gap, p->score[c]);
    }
    return text;
}

static const char *result_name(int score)
{
    static const char *const name[] = { "loss", "draw", "win" };

    return name[result_of_score(score) + 1];
}

static void list_row(struct table *table, const struct solved_position *p, const struct answer *a)
{
    char moves[MOVES_TEXT_SIZE], best[COLUMNS + 1], scores[SCORE_TEXT];

    table_text(table, moves_format(&p->moves, moves));
    table_integer(table, (uint64_t)(a->column + 1));
    table_text(table, result_name(a->score));
    table_text(table, best_columns(p, best));
    table_text(table, result_name(p->best));
    table_text(table, all_scores(p, scores));
}

int truth_report_list(const struct truth_report *r, FILE *out, enum table_format format,
                      struct err *err)
{
    static const struct column column[] = {
        { "player", "player", COLUMN_TEXT, 0 }, { "position", "position", COLUMN_TEXT, 0 },
        { "move", "move", COLUMN_INTEGER, 0 },  { "result", "gets", COLUMN_TEXT, 0 },
        { "best", "best", COLUMN_TEXT, 0 },     { "best_result", "gets", COLUMN_TEXT, 0 },
        { "scores", "scores", COLUMN_TEXT, 0 },
    };
    struct table table;

    table_begin(&table, out, format, column, (int)(sizeof column / sizeof *column));
    for (size_t who = 0; who < r->players; who++) {
        for (size_t i = 0; i < r->set->n; i++) {
            const struct answer *a = &answers_of(r, who)[i];

            if (!a->mistake)
                continue;
            table_text(&table, r->players > 1 || format != TABLE_TEXT ? r->player[who].name : "");
            list_row(&table, &r->set->list[i], a);
        }
    }
    return table_end(&table, err);
}

static void json_group(struct json *j, const char *name, const struct mistake_summary *s)
{
    json_begin(j, NULL, '{');
    json_string(j, "name", name);
    json_unsigned(j, "positions", s->positions);
    json_unsigned(j, "at_stake", s->at_stake);
    json_unsigned(j, "mistakes", s->mistakes);
    json_number(j, "rate", s->positions ? s->rate.mean : NAN);
    json_number(j, "low", s->rate.low);
    json_number(j, "high", s->rate.high);
    json_number(j, "loss", s->loss);
    json_number(j, "loss_error", s->loss_error);
    json_number(j, "correlation", s->correlation);
    json_number(j, "correlation_error", s->correlation_error);
    json_number(j, "nodes", s->nodes);
    json_number(j, "seconds", s->seconds);
    json_end(j, '}');
}

static void json_wrong(struct json *j, const struct solved_position *p, const struct answer *a)
{
    char moves[MOVES_TEXT_SIZE], best[COLUMNS + 1];

    json_begin(j, NULL, '{');
    json_string(j, "position", moves_format(&p->moves, moves));
    json_integer(j, "move", a->column + 1);
    json_string(j, "result", result_name(a->score));
    json_string(j, "best", best_columns(p, best));
    json_string(j, "best_result", result_name(p->best));
    json_begin(j, "scores", '[');
    for (int c = 0; c < COLUMNS; c++)
        json_number(j, NULL, p->score[c] == SOLVER_NO_MOVE ? NAN : p->score[c]);
    json_end(j, ']');
    json_end(j, '}');
}

static void json_player(const struct truth_report *r, struct json *j, size_t who, bool list)
{
    json_begin(j, NULL, '{');
    json_string(j, "player", r->player[who].name);
    json_begin(j, "groups", '[');
    for (int g = 0; g < r->groups; g++)
        json_group(j, r->group[g].name, summary_of(r, who, g));
    json_end(j, ']');
    if (who > 0) {
        struct mistake_contrast d = contrast_with(r, who);

        json_begin(j, "against_first", '{');
        json_unsigned(j, "first_only", d.first_only);
        json_unsigned(j, "this_only", d.second_only);
        json_number(j, "p", d.p);
        json_end(j, '}');
    }
    if (list) {
        json_begin(j, "wrong", '[');
        for (size_t i = 0; i < r->set->n; i++)
            if (answers_of(r, who)[i].mistake)
                json_wrong(j, &r->set->list[i], &answers_of(r, who)[i]);
        json_end(j, ']');
    }
    json_end(j, '}');
}

void truth_report_json(const struct truth_report *r, FILE *out, bool list)
{
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_unsigned(&j, "positions", r->set->n);
    json_begin(&j, "players", '[');
    for (size_t who = 0; who < r->players; who++)
        json_player(r, &j, who, list);
    json_end(&j, ']');
    json_end(&j, '}');
    fputc('\n', out);
}
