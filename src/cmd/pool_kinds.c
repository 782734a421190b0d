#include "cmd/pool_kinds.h"

#include "truth/mistakes.h"
#include "arena/games.h"
#include "search/book_make.h"
#include "search/solver_job.h"

const struct pool_kind *const pool_kinds[] = {
    &games_kind,    &truth_scores_kind, &truth_results_kind,
    &mistakes_kind, &book_job_kind,     &solver_job_kind,
    NULL,
};
