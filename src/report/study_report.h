/*
 * study_report - a study beside our replay of it, as Markdown.
 *
 * Per study: what it did and what an exact replay would have to know; each
 * question with the published answer, what our games say and the verdict; and
 * each experiment with our figures beside the published ones. The same games
 * give the same bytes.
 */
#ifndef C4E_REPORT_STUDY_REPORT_H
#define C4E_REPORT_STUDY_REPORT_H

#include "study/effort.h"
#include "study/study.h"
#include "report/tournament_report.h"

/* An experiment of a study, and what came out if it was played. */
struct study_games {
    bool wanted;
    struct tournament tournament; /* read if it is wanted */
    bool played;
    struct tournament_report result;
    struct effort *effort; /* one for each player, or NULL */
};

struct study_run {
    const struct study *study; /* borrowed */
    struct study_games trial[STUDY_EXPERIMENTS];
};

/* Rates what was played and scored; from then on the trial is played. */
int study_games_finish(struct study_games *trial, struct err *err);
void study_run_release(struct study_run *run);

/* The verdict of all experiments of one kind that were played; false if none was. */
bool study_verdict(const struct study_run *run, const struct study_question *question,
                   enum study_kind kind, enum verdict *verdict);

/* What becomes of the published answer; or, of a question that the study left open, ours. */
enum study_outcome {
    OUTCOME_NOT_RUN,
    OUTCOME_NOT_DECIDED,
    OUTCOME_STANDS,
    OUTCOME_FALLS,
    OUTCOME_YES,
    OUTCOME_NO
};

enum study_outcome study_outcome(const struct study_run *run,
                                 const struct study_question *question);

/* One study, with headings from the second level on. */
int study_report(FILE *out, const struct study_run *run, struct err *err);

/* Several studies: an introduction, all questions in one table, and each study. */
int studies_report(FILE *out, const struct study_run *run, size_t n, struct err *err);

#endif
