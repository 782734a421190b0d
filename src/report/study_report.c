#include "report/study_report.h"

#include <math.h>
#include <stdlib.h>

#include "report/table.h"
#include "study/values.h"

int study_report_finish(struct study_replay *replay, struct err *err)
{
    games_forget_games(&replay->tournament.games);
    if (tournament_report_init(&replay->result, &replay->tournament, err))
        return -1;
    replay->played = true;
    return 0;
}

void study_report_release(struct study_run *run)
{
    for (size_t i = 0; i < STUDY_EXPERIMENTS; i++) {
        tournament_report_release(&run->replay[i].result);
        tournament_release(&run->replay[i].tournament);
        free(run->replay[i].effort);
    }
    *run = (struct study_run){ 0 };
}

/* The games of a study's own program are what the study counted, so they are counted alike. */
static enum claim_verdict judge(const struct study_run *run, size_t experiment,
                                const struct study_question *q, struct claim_finding *finding)
{
    const struct study_replay *replay = &run->replay[experiment];
    enum claim_verdict verdict =
        claim_judge(&q->claim, &replay->tournament.games, &replay->result.ratings, finding);

    return run->study->experiment[experiment].kind == STUDY_PROGRAM
               ? claim_count(&q->claim, finding)
               : verdict;
}

/* Like the parts of a claim: one experiment that fails is enough. */
bool study_report_verdict(const struct study_run *run, const struct study_question *q,
                          enum study_kind kind, enum claim_verdict *verdict)
{
    struct claim_finding finding[CLAIM_PARTS];
    bool any = false;

    *verdict = VERDICT_HOLDS;
    for (size_t i = 0; i < q->n; i++) {
        enum claim_verdict one;

        if (!run->replay[q->in[i]].played || run->study->experiment[q->in[i]].kind != kind)
            continue;
        any = true;
        one = judge(run, q->in[i], q, finding);
        if (one == VERDICT_FAILS || (one == VERDICT_OPEN && *verdict == VERDICT_HOLDS))
            *verdict = one;
    }
    return any;
}

/* Experiments run as they should be take precedence over those run as described, and these over the
 * study's own program. */
enum study_outcome study_outcome(const struct study_run *run, const struct study_question *q)
{
    enum claim_verdict verdict;

    if (!study_report_verdict(run, q, STUDY_PROPER, &verdict) &&
        !study_report_verdict(run, q, STUDY_DESCRIBED, &verdict) &&
        !study_report_verdict(run, q, STUDY_PROGRAM, &verdict))
        return OUTCOME_NOT_RUN;
    if (verdict == VERDICT_OPEN)
        return OUTCOME_NOT_DECIDED;
    if (q->answer == ANSWER_OPEN)
        return verdict == VERDICT_HOLDS ? OUTCOME_YES : OUTCOME_NO;
    return (verdict == VERDICT_HOLDS) == (q->answer == ANSWER_YES) ? OUTCOME_CONFIRMED
                                                                   : OUTCOME_REFUTED;
}

/* A word for the summary, and a sentence. */
static const struct {
    const char *word, *sentence;
} outcomes[] = {
    [OUTCOME_NOT_RUN] = { "not run", "not run." },
    [OUTCOME_NOT_DECIDED] = { "not decided", "our games do not decide it." },
    [OUTCOME_CONFIRMED] = { "confirmed", "the published answer is confirmed." },
    [OUTCOME_REFUTED] = { "refuted", "the published answer is refuted." },
    [OUTCOME_YES] = { "yes", "our answer is yes." },
    [OUTCOME_NO] = { "no", "our answer is no." },
};

const char *study_report_outcome(enum study_outcome outcome)
{
    return outcomes[outcome].word;
}

static const struct column finding_columns[] = {
    { "experiment", "experiment", COLUMN_TEXT, 0 },
    { "claim", "claim", COLUMN_TEXT, 0 },
    { "ours", "ours", COLUMN_TEXT, 0 },
    { "interval", "95%", COLUMN_TEXT, 0 },
    { "games", "games", COLUMN_TEXT, 0 },
    { "verdict", "verdict", COLUMN_TEXT, 0 },
};

static void put_lead(struct table *table, const struct claim_part *part,
                     const struct claim_finding *f)
{
    char text[160];

    snprintf(text, sizeof text, "strongest(%s): Elo over %s", part->left.argument[0],
             f->rival ? f->rival : "nobody");
    table_text(table, text);
    snprintf(text, sizeof text, "%+.0f", f->left.value.mean);
    table_text(table, text);
    snprintf(text, sizeof text, "%+.0f to %+.0f", f->left.value.low, f->left.value.high);
    table_text(table, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)f->left.games);
    table_text(table, text);
}

/* Two figures share a cell; a plain number is part of the claim. */
static void put_figures(struct table *table, const struct claim_part *part,
                        const struct claim_finding *f)
{
    const struct estimate *one = part->left.figure ? &f->left : &f->right;
    bool two = part->left.figure && part->right.figure;
    char left[128], right[128], text[300];

    claim_term_text(&part->left, left, sizeof left);
    claim_term_text(&part->right, right, sizeof right);
    snprintf(text, sizeof text, "%s %c %s", left, part->greater ? '>' : '<', right);
    table_text(table, text);
    snprintf(text, sizeof text, two ? "%.3f, %.3f" : "%.3f", one->value.mean, f->right.value.mean);
    table_text(table, text);
    snprintf(text, sizeof text, two ? "%.3f-%.3f, %.3f-%.3f" : "%.3f-%.3f", one->value.low,
             one->value.high, f->right.value.low, f->right.value.high);
    table_text(table, text);
    snprintf(text, sizeof text, two ? "%llu, %llu" : "%llu", (unsigned long long)one->games,
             (unsigned long long)f->right.games);
    table_text(table, text);
}

static void put_findings(struct table *table, const struct study_run *run,
                         const struct study_question *q, size_t experiment)
{
    struct claim_finding finding[CLAIM_PARTS];

    judge(run, experiment, q, finding);
    for (int i = 0; i < q->claim.n; i++) {
        table_text(table, run->study->experiment[experiment].name);
        if (q->claim.part[i].strongest)
            put_lead(table, &q->claim.part[i], &finding[i]);
        else
            put_figures(table, &q->claim.part[i], &finding[i]);
        table_text(table, claim_verdict_text(finding[i].verdict));
    }
}

/* How an experiment was run, and in which order the ways are told. */
static const char *const ways[] = {
    [STUDY_DESCRIBED] = "As described",
    [STUDY_PROPER] = "As it should be run",
    [STUDY_PROGRAM] = "As its program played",
};
static const enum study_kind kinds[] = { STUDY_PROGRAM, STUDY_DESCRIBED, STUDY_PROPER };

static void print_verdict(FILE *out, const struct study_run *run, const struct study_question *q)
{
    enum claim_verdict verdict;

    fprintf(out, "\n**Verdict: %s**", outcomes[study_outcome(run, q)].sentence);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (study_report_verdict(run, q, kinds[i], &verdict))
            fprintf(out, " %s: the claim %s%s.", ways[kinds[i]],
                    verdict == VERDICT_OPEN ? "is " : "", claim_verdict_text(verdict));
    fprintf(out, "%s%s\n", q->cause ? " " : "", q->cause ? q->cause : "");
}

static bool was_asked(const struct study_run *run, const struct study_question *q)
{
    for (size_t i = 0; i < q->n; i++)
        if (run->replay[q->in[i]].played)
            return true;
    return false;
}

static int print_question(FILE *out, const struct study_run *run, const struct study_question *q,
                          struct err *err)
{
    struct table table;

    if (!was_asked(run, q))
        return 0;
    fprintf(out, "\n### %s\n\n", q->ask);
    fprintf(out, "Published: %s\n\n", q->published);
    table_begin(&table, out, TABLE_MARKDOWN, finding_columns,
                sizeof finding_columns / sizeof *finding_columns);
    for (size_t i = 0; i < q->n; i++)
        if (run->replay[q->in[i]].played)
            put_findings(&table, run, q, q->in[i]);
    if (table_end(&table, err))
        return -1;
    print_verdict(out, run, q);
    return 0;
}

/* One experiment: its players, and who scored what against whom. */

static const struct column player_columns[] = {
    { "player", "player", COLUMN_TEXT, 0 },
    { "elo", "Elo", COLUMN_NUMBER, 0 },
    { "error", "+-", COLUMN_NUMBER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "wins", "won", COLUMN_INTEGER, 0 },
    { "draws", "drawn", COLUMN_INTEGER, 0 },
    { "losses", "lost", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "interval", "95%", COLUMN_TEXT, 0 },
    { "published", "published wins", COLUMN_NUMBER, 0 },
    { "moves", "moves per game", COLUMN_NUMBER, 1 },
    { "nodes_move", "nodes per move", COLUMN_NUMBER, 0 },
    { "nodes", "nodes per game", COLUMN_NUMBER, 0 },
    { "ms", "ms per game (measured)", COLUMN_NUMBER, 3 },
};

/* Unknown values are empty cells; a column of empty cells is omitted. */
static void put_effort(struct table *table, const struct effort *e)
{
    double games = e && e->games ? (double)e->games : NAN;
    double moves = e && e->moves ? (double)e->moves : NAN;

    table_number(table, moves / games);
    table_number(table, e ? (double)e->nodes / moves : NAN);
    table_number(table, e ? (double)e->nodes / games : NAN);
    table_number(table, e && e->timed ? 1000 * e->seconds / (double)e->timed : NAN);
}

static int print_players(FILE *out, const struct study_replay *replay, struct err *err)
{
    const struct games *c = &replay->tournament.games;
    struct table table;
    char interval[32];

    table_begin(&table, out, TABLE_MARKDOWN, player_columns,
                sizeof player_columns / sizeof *player_columns);
    for (uint32_t i = 0; i < c->players; i++) {
        const struct standing *s = &replay->result.standing[i];
        struct wdl games = s->record.tally.games;

        table_text(&table, c->player[s->player].name);
        table_number(&table, s->elo);
        table_number(&table, s->error);
        table_integer(&table, wdl_games(games));
        table_integer(&table, games.wins);
        table_integer(&table, games.draws);
        table_integer(&table, games.losses);
        table_number(&table, s->score.mean);
        snprintf(interval, sizeof interval, "%.3f-%.3f", s->score.low, s->score.high);
        table_text(&table, interval);
        table_number(&table, s->published);
        put_effort(&table, replay->effort ? &replay->effort[s->player] : NULL);
    }
    return table_end(&table, err);
}

/* Our figure from the side of x, counting only the games in which it moved first if the
 * schedule tells them apart. */
static void format_ours(char *text, size_t size, const struct tournament *t, uint32_t x, uint32_t o)
{
    const struct crosstable *table = &t->games.table;
    struct wdl w = t->pairs == PAIRS_SWAPPED ? crosstable_tally(table, x, o).games
                                             : crosstable_wdl(table, x, o);

    if (wdl_games(w) == 0 || (x == o && t->pairs == PAIRS_SWAPPED))
        snprintf(text, size, "%s", x == o ? "-" : "");
    else
        snprintf(text, size, "%.0f", 100 * wdl_score(w));
}

/* Published cells show both figures. If pairs are swapped, each is listed once, and the reverse
 * cell is empty. */
static void format_cell(char *text, size_t size, const struct study_replay *replay, uint32_t x,
                        uint32_t o)
{
    const struct published *p = &replay->result.published;

    for (size_t i = 0; i < p->n; i++) {
        const struct published_cell *cell = &p->cell[i];

        if (cell->pair->x == x && cell->pair->o == o) {
            snprintf(text, size, "%.0f / %.0f", 100 * cell->score, 100 * cell->theirs);
            return;
        }
    }
    if (p->n > 0 && replay->tournament.pairs == PAIRS_SWAPPED)
        snprintf(text, size, "%s", "");
    else
        format_ours(text, size, &replay->tournament, x, o);
}

/* The players of one block of rows against those of one block of columns. */
static int print_block(FILE *out, const struct study_replay *replay, uint32_t row, uint32_t column,
                       uint32_t block, struct err *err)
{
    const struct games *c = &replay->tournament.games;
    uint32_t rows = c->players - row < block ? c->players - row : block;
    uint32_t columns = c->players - column < block ? c->players - column : block;
    struct column names[TABLE_MAX_COLUMNS] = { { "player", "", COLUMN_TEXT, 0 } };
    struct table table;
    char text[64];

    for (uint32_t i = 0; i < columns; i++)
        names[i + 1] = (struct column){ c->player[column + i].name, c->player[column + i].name,
                                        COLUMN_TEXT, 0 };
    fputc('\n', out);
    table_begin(&table, out, TABLE_MARKDOWN, names, (int)columns + 1);
    for (uint32_t i = 0; i < rows; i++) {
        table_text(&table, c->player[row + i].name);
        for (uint32_t k = 0; k < columns; k++) {
            format_cell(text, sizeof text, replay, row + i, column + k);
            table_text(&table, text);
        }
    }
    return table_end(&table, err);
}

static int print_cells(FILE *out, const struct study_replay *replay, long wanted, struct err *err)
{
    const struct tournament *t = &replay->tournament;
    uint32_t players = t->games.players;
    uint32_t block = wanted ? (uint32_t)wanted : players;

    if (block > TABLE_MAX_COLUMNS - 1)
        block = TABLE_MAX_COLUMNS - 1;
    fprintf(out, "\nScore of the row's player%s, in percent%s:\n",
            t->pairs == PAIRS_SWAPPED ? "" : " when it moves first",
            replay->result.published.n ? ", ours / published" : "");
    for (uint32_t row = 0; row < players; row += block)
        for (uint32_t column = 0; column < players; column += block)
            if (print_block(out, replay, row, column, block, err))
                return -1;
    return 0;
}

/* Do enough pairs of players meet to fill a table? One player against the others is in the list
 * above. */
static bool has_cells(const struct study_replay *replay)
{
    const struct games *c = &replay->tournament.games;
    uint32_t met = 0;

    for (uint32_t a = 0; a < c->players; a++)
        for (uint32_t b = a + 1; b < c->players; b++)
            met += pairing_samples(crosstable_pairing(&c->table, a, b)) > 0;
    return replay->result.published.n > 0 || 4 * met > c->players * (c->players - 1);
}

static void print_agreement(FILE *out, const struct study_replay *replay)
{
    unsigned given, same = tournament_report_same_wins(&replay->result, &given);
    char text[256];

    if (replay->result.published.n) {
        tournament_report_agreement(&replay->result.published, text, sizeof text);
        fprintf(out, "%s\n\n", text);
    }
    if (given)
        fprintf(out, "Published wins: %u of %u players won exactly as often as published.\n\n",
                same, given);
}

static void print_findings(FILE *out, const struct study_replay *replay)
{
    const struct interval *first = &replay->result.ratings.first_move;
    const struct cycles *cycles = &replay->result.cycles;

    fprintf(out, "The first move is worth %+.0f Elo (95%% interval %+.0f to %+.0f).", first->mean,
            first->low, first->high);
    if (cycles->triples)
        fprintf(out, " %llu of %llu triples of players are circular.",
                (unsigned long long)cycles->circular, (unsigned long long)cycles->triples);
    fputs("\n\n", out);
}

/* Does a cell differ from the published one: at all, or where chance plays, by more than its error? */
static bool differs(const struct published_cell *c)
{
    return c->certain ? fabs(c->score - c->theirs) > 1e-9 : fabs(c->z) > z_of_95_percent();
}

/* Cells that are not as published. */
static void print_differences(FILE *out, const struct study_replay *replay)
{
    const struct published *p = &replay->result.published;
    const struct player *player = replay->tournament.games.player;
    const char *before = "Not as published: ";

    for (size_t i = 0; i < p->n; i++) {
        const struct published_cell *c = &p->cell[i];

        if (!differs(c))
            continue;
        fprintf(out, "%s%s against %s (%.3g, published %.3g)", before, player[c->pair->x].name,
                player[c->pair->o].name, c->score, c->theirs);
        before = "; ";
    }
    fputs(*before == ';' ? ".\n" : "Every figure is as published.\n", out);
}

static int print_experiment(FILE *out, const struct study_run *run, size_t experiment,
                            struct err *err)
{
    const struct study_experiment *x = &run->study->experiment[experiment];
    const struct study_replay *replay = &run->replay[experiment];
    const struct games *c = &replay->tournament.games;

    fprintf(out, "\n### %s\n\n%s %s; %u players, %zu games, %zu opening%s, seed %llu.\n\n", x->name,
            x->about, ways[x->kind], c->players, c->played, c->openings.n,
            c->openings.n == 1 ? "" : "s", (unsigned long long)c->seed);
    if (x->brief) {
        print_differences(out, replay);
        return 0;
    }
    print_agreement(out, replay);
    print_findings(out, replay);
    if (print_players(out, replay, err))
        return -1;
    return has_cells(replay) ? print_cells(out, replay, x->block, err) : 0;
}

/* "cells: 29 of 32", a line for each experiment that counts what comes out. */
static void print_counts(FILE *out, const struct study_run *run)
{
    for (size_t i = 0; i < run->study->experiments; i++) {
        const char *counts = run->study->experiment[i].counts;
        const struct published *p = &run->replay[i].result.published;

        if (!counts || !run->replay[i].played)
            continue;
        if (p->certain)
            fprintf(out, "%s: %zu of %zu\n", counts, p->same_score, p->certain);
        if (p->n > p->certain)
            fprintf(out, "%s with chance, within the error: %zu of %zu\n", counts,
                    p->within - p->certain_within, p->n - p->certain);
    }
}

/* How much of what was published comes out of the study's own program. */
static int print_replayed(FILE *out, const struct study_run *run, struct err *err)
{
    const struct study *s = run->study;
    struct values values;
    bool any = false;

    for (size_t i = 0; i < s->experiments; i++)
        any |= s->experiment[i].counts && run->replay[i].played;
    if (!any)
        return 0;
    if (s->values && values_read(&values, s->values, err))
        return -1;
    fprintf(out, "Published figures that come out of the study's program:\n\n"
                 "```\n");
    print_counts(out, run);
    if (s->values)
        fprintf(out, "utilities: %zu of %zu\n", values.same, values.n);
    fprintf(out, "```\n\n");
    return 0;
}

int study_report(FILE *out, const struct study_run *run, struct err *err)
{
    const struct study *s = run->study;

    fprintf(out, "## %s\n\n%s\n\n", s->title, s->about);
    if (s->paper)
        fprintf(out, "Paper: %s\n\n", s->paper);
    if (s->program)
        fprintf(out, "Program: %s `c4evolve studies %s --explain` tells what we read in it.\n\n",
                s->program, s->name);
    if (print_replayed(out, run, err))
        return -1;
    fprintf(out, "Missing for an exact replay: %s\n", s->missing);
    for (size_t i = 0; i < s->questions; i++)
        if (print_question(out, run, &s->question[i], err))
            return -1;
    for (size_t i = 0; i < s->experiments; i++)
        if (run->replay[i].played && print_experiment(out, run, i, err))
            return -1;
    return 0;
}
