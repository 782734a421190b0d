#include "engines/uci_player.h"

#include <stdlib.h>

#include "engines/uci_engine.h"

/* An engine in the memory of a worker. */
struct seat {
    struct guest guest; /* first, so that it can be found from there */
    struct uci_spec *spec;
    struct uci_engine engine;
};

static void seat_release(struct guest *guest)
{
    struct seat *seat = (struct seat *)guest;

    uci_engine_stop(&seat->engine);
    uci_spec_drop(seat->spec);
    free(seat);
}

/* The seat of that engine, which may not be running; NULL when there is no memory. */
static struct seat *find_seat(struct worker *worker, struct uci_spec *spec)
{
    struct seat *seat;

    for (struct guest *g = worker->guests; g; g = g->next)
        if (g->release == seat_release && ((struct seat *)g)->spec == spec)
            return (struct seat *)g;
    seat = calloc(1, sizeof *seat);
    if (!seat)
        return NULL;
    seat->spec = uci_spec_share(spec);
    seat->guest = (struct guest){ .next = worker->guests, .release = seat_release };
    worker->guests = &seat->guest;
    return seat;
}

static int ask(struct seat *seat, const struct search_input *in, struct choice *choice,
               struct err *err)
{
    if (!seat->engine.process.pid && uci_engine_start(&seat->engine, seat->spec, err))
        return -1;
    return uci_engine_move(&seat->engine, in->keys, in->pos, choice, err);
}

static void choose_uci(const struct search_input *in, struct worker *worker, struct rng *rng,
                       struct choice *choice)
{
    struct seat *seat = find_seat(worker, in->keys->uci);
    struct err err = { "out of memory" };

    (void)rng;
    if (seat)
        seat->engine.stop = worker->stop;
    if (seat && ask(seat, in, choice, &err) == 0)
        return;
    *choice = (struct choice){ .column = NO_MOVE };
    snprintf(worker->why, sizeof worker->why, "%s", err.text);
}

/* What an engine does is its own affair: it is not known to repeat itself. */
const struct search search_uci = { .name = "uci",
                                   .help = "asks a program that speaks UCI",
                                   .random = true,
                                   .takes = TAKES_DEPTH | TAKES_NODES | TAKES_TIME,
                                   .choose = choose_uci };

int uci_player_try(const struct uci_spec *spec, struct err *err)
{
    struct uci_engine *engine = calloc(1, sizeof *engine);
    int status;

    if (!engine)
        return err_set(err, "out of memory");
    status = uci_engine_start(engine, spec, err);
    if (status == 0)
        uci_engine_stop(engine);
    free(engine);
    return status;
}
