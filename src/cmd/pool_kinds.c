#include "cmd/pool_kinds.h"

#include "arena/games.h"
#include "search/book_make.h"
#include "search/solver_job.h"
#include "truth/mistakes.h"
#include "truth/position_draw.h"

const struct pool_kind *const pool_kinds[] = {
    &games_kind, &mistakes_kind, &book_job_kind, &solver_job_kind, &position_draw_kind, NULL,
};
