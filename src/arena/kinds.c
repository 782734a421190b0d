#include "arena/kinds.h"

#include "arena/mistakes.h"
#include "arena/play.h"
#include "search/book_make.h"

const struct crew_kind *const crew_kinds[] = {
    &play_kind, &truth_scores_kind, &truth_results_kind, &mistakes_kind, &book_job_kind, NULL,
};
