#include "report/study_report.h"

#include <stdlib.h>

#include "report/study_tables.h"
#include "report/table.h"
#include "report/text.h"

int study_games_finish(struct study_games *trial, struct err *err)
{
    games_forget_games(&trial->tournament.games);
    if (tournament_report_init(&trial->result, &trial->tournament, err))
        return -1;
    trial->played = true;
    return 0;
}

void study_run_release(struct study_run *run)
{
    for (size_t i = 0; i < STUDY_EXPERIMENTS; i++) {
        tournament_report_release(&run->trial[i].result);
        tournament_release(&run->trial[i].tournament);
        free(run->trial[i].effort);
    }
    *run = (struct study_run){ 0 };
}

static enum verdict judge(const struct study_games *trial, const struct study_question *q,
                          struct claim_finding *finding)
{
    return claim_judge(&q->claim, &trial->tournament.games, &trial->result.ratings, finding);
}

/* As the parts of a claim: one that fails is enough. */
bool study_verdict(const struct study_run *run, const struct study_question *q,
                   enum study_kind kind, enum verdict *verdict)
{
    struct claim_finding finding[CLAIM_PARTS];
    bool any = false;

    *verdict = VERDICT_HOLDS;
    for (size_t i = 0; i < q->n; i++) {
        enum verdict one;

        if (!run->trial[q->in[i]].played || run->study->experiment[q->in[i]].kind != kind)
            continue;
        any = true;
        one = judge(&run->trial[q->in[i]], q, finding);
        if (one == VERDICT_FAILS || (one == VERDICT_OPEN && *verdict == VERDICT_HOLDS))
            *verdict = one;
    }
    return any;
}

/* What was run as it should be goes before what was run as described. */
enum study_outcome study_outcome(const struct study_run *run, const struct study_question *q)
{
    enum verdict verdict;

    if (!study_verdict(run, q, STUDY_PROPER, &verdict) &&
        !study_verdict(run, q, STUDY_DESCRIBED, &verdict))
        return OUTCOME_NOT_RUN;
    if (verdict == VERDICT_OPEN)
        return OUTCOME_NOT_DECIDED;
    if (q->answer == ANSWER_OPEN)
        return verdict == VERDICT_HOLDS ? OUTCOME_YES : OUTCOME_NO;
    return (verdict == VERDICT_HOLDS) == (q->answer == ANSWER_YES) ? OUTCOME_STANDS : OUTCOME_FALLS;
}

/* In the summary, and as a sentence. */
static const struct {
    const char *word, *sentence;
} outcomes[] = {
    [OUTCOME_NOT_RUN] = { "not run", "not run." },
    [OUTCOME_NOT_DECIDED] = { "not decided", "our games do not decide it." },
    [OUTCOME_STANDS] = { "stands", "the published answer stands." },
    [OUTCOME_FALLS] = { "does not stand", "the published answer does not stand." },
    [OUTCOME_YES] = { "yes", "our answer is yes." },
    [OUTCOME_NO] = { "no", "our answer is no." },
};

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

/* Two figures stand side by side in a cell; a number is part of the claim. */
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

    judge(&run->trial[experiment], q, finding);
    for (int i = 0; i < q->claim.n; i++) {
        table_text(table, run->study->experiment[experiment].name);
        if (q->claim.part[i].strongest)
            put_lead(table, &q->claim.part[i], &finding[i]);
        else
            put_figures(table, &q->claim.part[i], &finding[i]);
        table_text(table, verdict_text(finding[i].verdict));
    }
}

static void print_verdict(FILE *out, const struct study_run *run, const struct study_question *q)
{
    static const char *const ways[] = { "As described", "As it should be run" };
    enum verdict verdict;

    fprintf(out, "\n**Verdict: %s**", outcomes[study_outcome(run, q)].sentence);
    for (int kind = STUDY_DESCRIBED; kind <= STUDY_PROPER; kind++)
        if (study_verdict(run, q, (enum study_kind)kind, &verdict))
            fprintf(out, " %s: the claim %s%s.", ways[kind], verdict == VERDICT_OPEN ? "is " : "",
                    verdict_text(verdict));
    fputs("\n", out);
}

static bool was_asked(const struct study_run *run, const struct study_question *q)
{
    for (size_t i = 0; i < q->n; i++)
        if (run->trial[q->in[i]].played)
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
        if (run->trial[q->in[i]].played)
            put_findings(&table, run, q, q->in[i]);
    if (table_end(&table, err))
        return -1;
    print_verdict(out, run, q);
    return 0;
}

int study_report(FILE *out, const struct study_run *run, struct err *err)
{
    const struct study *s = run->study;

    fprintf(out, "## %s\n\n%s\n\nMissing for an exact replay: %s\n", s->title, s->about,
            s->missing);
    for (size_t i = 0; i < s->questions; i++)
        if (print_question(out, run, &s->question[i], err))
            return -1;
    for (size_t i = 0; i < s->experiments; i++)
        if (run->trial[i].played && study_experiment_report(out, run, i, err))
            return -1;
    return 0;
}

static const struct column summary_columns[] = {
    { "study", "study", COLUMN_TEXT, 0 },
    { "question", "question", COLUMN_TEXT, 0 },
    { "published", "published", COLUMN_TEXT, 0 },
    { "described", "run as described", COLUMN_TEXT, 0 },
    { "proper", "run as it should be", COLUMN_TEXT, 0 },
    { "verdict", "verdict", COLUMN_TEXT, 0 },
};

static int print_summary(FILE *out, const struct study_run *run, size_t n, struct err *err)
{
    static const char *const answers[] = { "yes", "no", "open" };
    struct table table;
    enum verdict verdict;

    table_begin(&table, out, TABLE_MARKDOWN, summary_columns,
                sizeof summary_columns / sizeof *summary_columns);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < run[i].study->questions; k++) {
            const struct study_question *q = &run[i].study->question[k];

            table_text(&table, run[i].study->title);
            table_text(&table, q->ask);
            table_text(&table, answers[q->answer]);
            for (int kind = STUDY_DESCRIBED; kind <= STUDY_PROPER; kind++)
                table_text(&table, study_verdict(&run[i], q, (enum study_kind)kind, &verdict)
                                       ? verdict_text(verdict)
                                       : "");
            table_text(&table, outcomes[study_outcome(&run[i], q)].word);
        }
    }
    return table_end(&table, err);
}

int studies_report(FILE *out, const struct study_run *run, size_t n, struct err *err)
{
    fputs("# Published studies, played again\n\n"
          "Made by `c4evolve studies --all`; the same program makes the same bytes with any number "
          "of threads. Each question that a study answers is a claim about the results of an "
          "experiment, and our games decide it: it holds, or does not, when a 95% interval says "
          "so. An experiment is run as the study describes it, and where that cannot carry the "
          "answer, again as it should be run: many openings, both colours, error bars. Each "
          "experiment is a config under `configs/studies/`, and `c4evolve studies NAME` runs one "
          "alone.\n\n",
          out);
    if (print_summary(out, run, n, err))
        return -1;
    for (size_t i = 0; i < n; i++) {
        fputc('\n', out);
        if (study_report(out, &run[i], err))
            return -1;
    }
    return 0;
}
