#include "report/study_report.h"

#include <stdlib.h>

#include "report/study_experiment.h"
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

/* In which order the ways are told. */
static const enum study_kind kinds[] = { STUDY_PROGRAM, STUDY_DESCRIBED, STUDY_PROPER };

static void print_verdict(FILE *out, const struct study_run *run, const struct study_question *q)
{
    enum claim_verdict verdict;

    fprintf(out, "\n**Verdict: %s**", outcomes[study_outcome(run, q)].sentence);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (study_report_verdict(run, q, kinds[i], &verdict))
            fprintf(out, " %s: the claim %s%s.", study_experiment_way(kinds[i]),
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
        if (run->replay[i].played && study_experiment_report(out, run, i, err))
            return -1;
    return 0;
}
