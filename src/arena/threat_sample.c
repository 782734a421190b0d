#include "arena/threat_sample.h"

#include <stdlib.h>

#include "arena/opening.h"

/* Random positions. */
#define PLIES_FROM 13
#define PLIES_TO   28
#define EACH       1500
#define SEED       1

int threat_sample_worth(struct threat_worth *worth, const struct genome *genome, struct err *err)
{
    struct position *pos = calloc((PLIES_TO - PLIES_FROM + 1) * EACH, sizeof *pos);
    size_t n = 0;
    int status = pos ? 0 : err_shortage(err, "out of memory");

    for (int plies = PLIES_FROM; plies <= PLIES_TO && status == 0; plies++) {
        struct openings some;

        status = openings_draw(&some, plies, EACH, OPENING_ANY, SEED, 0, err);
        for (size_t i = 0; status == 0 && i < some.n; i++)
            pos[n++] = moves_position(&some.list[i]);
        openings_release(&some);
    }
    if (status == 0)
        status = threat_worth_find(worth, genome, pos, n, err);
    free(pos);
    return status;
}
