#include "report/study_report.h"

#include "report/text.h"

#define EXPLAIN_WIDTH 100

void study_explain(FILE *out, const struct study *study)
{
    text_wrap(out, EXPLAIN_WIDTH, 0, "%s: %s", study->title, study->about);
    fputc('\n', out);
    if (study->paper)
        text_wrap(out, EXPLAIN_WIDTH, 9, "Paper:   %s", study->paper);
    if (study->program)
        text_wrap(out, EXPLAIN_WIDTH, 9, "Program: %s", study->program);
    if (study->findings)
        fputs("\nWhat we read in the program, in our words, and how to check it:\n", out);
    for (size_t i = 0; i < study->findings; i++) {
        fputc('\n', out);
        text_wrap(out, EXPLAIN_WIDTH, 4, "%2zu. %s", i + 1, study->finding[i].read);
        fputs("    ", out);
        text_wrap(out, EXPLAIN_WIDTH - 4, 11, "Check: %s", study->finding[i].check);
    }
    fputc('\n', out);
    text_wrap(out, EXPLAIN_WIDTH, 0, "Missing for an exact replay: %s", study->missing);
}
