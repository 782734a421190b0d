#include "cmd/pool_kinds.h"

#include "truth/mistakes.h"
#include "arena/games.h"
#include "search/book_make.h"

const struct pool_kind *const pool_kinds[] = {
    &games_kind, &truth_scores_kind, &truth_results_kind, &mistakes_kind, &book_job_kind, NULL,
};
