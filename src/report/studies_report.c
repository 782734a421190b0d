#include "report/study_report.h"

#include "report/table.h"

static const struct column summary_columns[] = {
    { "study", "study", COLUMN_TEXT, 0 },
    { "question", "question", COLUMN_TEXT, 0 },
    { "published", "published", COLUMN_TEXT, 0 },
    { "program", "as its program played", COLUMN_TEXT, 0 },
    { "proper", "as it should be", COLUMN_TEXT, 0 },
    { "verdict", "verdict", COLUMN_TEXT, 0 },
    { "cause", "why they differ", COLUMN_TEXT, 0 },
};

/* The answer that the experiments of one kind give. */
static const char *find_answer(const struct study_run *run, const struct study_question *q,
                               enum study_kind kind)
{
    enum claim_verdict verdict;

    if (!study_report_verdict(run, q, kind, &verdict))
        return "";
    return verdict == VERDICT_HOLDS ? "yes" : verdict == VERDICT_FAILS ? "no" : "not decided";
}

/* As its program played; of a study whose programs we do not know, as it describes it. */
static enum study_kind own_kind(const struct study *study)
{
    for (size_t i = 0; i < study->experiments; i++)
        if (study->experiment[i].kind == STUDY_PROGRAM)
            return STUDY_PROGRAM;
    return STUDY_DESCRIBED;
}

static int print_summary(FILE *out, const struct study_run *run, size_t n, struct err *err)
{
    static const char *const answers[] = { "yes", "no", "open" };
    struct table table;

    table_begin(&table, out, TABLE_MARKDOWN, summary_columns,
                sizeof summary_columns / sizeof *summary_columns);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < run[i].study->questions; k++) {
            const struct study_question *q = &run[i].study->question[k];

            table_text(&table, run[i].study->title);
            table_text(&table, q->ask);
            table_text(&table, answers[q->answer]);
            table_text(&table, find_answer(&run[i], q, own_kind(run[i].study)));
            table_text(&table, find_answer(&run[i], q, STUDY_PROPER));
            table_text(&table, study_report_outcome(study_outcome(&run[i], q)));
            table_text(&table, q->cause ? q->cause : "");
        }
    }
    return table_end(&table, err);
}

int studies_report(FILE *out, const struct study_run *run, size_t n, struct err *err)
{
    fputs("# Published studies, played again\n\n"
          "People have asked many times which evaluation, search or depth plays Connect Four best, "
          "and answered with tournaments between programs. We play those tournaments again, in "
          "three ways: **as published**, the figures of the paper; **as its program played**, the "
          "study's own games, rule by rule; and **as it should be**, from many openings, with both "
          "colours and with 95% intervals.\n\n",
          out);
    for (size_t i = 0; i < n; i++)
        if (run[i].study->story)
            fprintf(out, "**%s.** %s\n\n", run[i].study->title, run[i].study->story);
    fputs("The answers to each question, and what becomes of the published one:\n\n", out);
    if (print_summary(out, run, n, err))
        return -1;
    fputs(
        "\nA claim holds or fails if a 95% interval of our games says so; games of a study's own "
        "program are counted as the study counted them. Where nothing is said about a program, "
        "we have not got it, and play what the paper describes. `c4evolve studies --all` writes "
        "this report, the same bytes with any number of threads; `c4evolve studies NAME` runs one "
        "study or one experiment, and `c4evolve studies NAME --explain` says what we read in a "
        "study's program and how to check it. Experiments are configs under `configs/studies/`.\n",
        out);
    for (size_t i = 0; i < n; i++) {
        fputc('\n', out);
        if (study_report(out, &run[i], err))
            return -1;
    }
    return 0;
}
