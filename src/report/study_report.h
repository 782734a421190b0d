/*
 * study_report - a study and our replay of it, as Markdown.
 *
 * For each study: what it did, and what an exact replay would need to know; each
 * question with the published answer, our figures and the verdict; and each
 * experiment with our figures next to the published ones. The same games give the
 * same bytes.
 */
#ifndef C4E_REPORT_STUDY_REPORT_H
#define C4E_REPORT_STUDY_REPORT_H

#include "study/effort.h"
#include "study/study.h"
#include "report/tournament_report.h"

/* Our replay of an experiment. */
struct study_replay {
    bool wanted;
    struct tournament tournament; /* read only if wanted */
    bool played;
    struct tournament_report result; /* once it was played */
    struct effort *effort;           /* one for each player, or NULL */
};

struct study_run {
    const struct study *study; /* borrowed */
    struct study_replay replay[STUDY_EXPERIMENTS];
};

/* Rates games that have been played and scored, and marks the replay as played. */
int study_report_finish(struct study_replay *replay, struct err *err);
void study_report_release(struct study_run *run);

/* The verdict of all experiments of one kind that were played. Returns false if none was. */
bool study_report_verdict(const struct study_run *run, const struct study_question *question,
                          enum study_kind kind, enum claim_verdict *verdict);

/* Whether we confirm the published answer; or our answer to a question that the study left
 * open. */
enum study_outcome {
    OUTCOME_NOT_RUN,
    OUTCOME_NOT_DECIDED,
    OUTCOME_CONFIRMED,
    OUTCOME_REFUTED,
    OUTCOME_YES,
    OUTCOME_NO
};

enum study_outcome study_outcome(const struct study_run *run,
                                 const struct study_question *question);

/* A word for it, such as "confirmed". */
const char *study_report_outcome(enum study_outcome outcome);

/* One study, with headings starting at the second level. */
int study_report(FILE *out, const struct study_run *run, struct err *err);

/* What we read in the study's program and how it can be checked, for a terminal. */
void study_explain(FILE *out, const struct study *study);

/* Several studies: an introduction, all questions in one table, and each study. */
int studies_report(FILE *out, const struct study_run *run, size_t n, struct err *err);

#endif
