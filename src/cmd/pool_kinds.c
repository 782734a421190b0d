#include "cmd/pool_kinds.h"

#include "arena/games.h"
#include "evolve/fit_rows.h"
#include "search/book_make.h"
#include "search/solver_job.h"
#include "truth/losses.h"
#include "truth/mistakes.h"
#include "truth/position_draw.h"

const struct pool_kind *const pool_kinds[] = {
    &games_kind,    &mistakes_kind,   &losses_kind,        &fit_rows_kind,
    &book_job_kind, &solver_job_kind, &position_draw_kind, NULL,
};
