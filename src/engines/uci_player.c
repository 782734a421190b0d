#include "engines/uci_player.h"

#include <stdlib.h>
#include <string.h>

#include "engines/uci_engine.h"

/* An engine in the memory of a worker. */
struct seat {
    struct guest guest; /* first, so that it can be found from there */
    struct uci_spec *spec;
    struct uci_engine engine;
    unsigned long used; /* the number of its last move among those of the worker */
};

/* Two genomes of one engine that play each other need a process each, and no more are kept. */
#define SEATS_OF_COPIES 2

static void seat_release(struct guest *guest)
{
    struct seat *seat = (struct seat *)guest;

    uci_engine_stop(&seat->engine);
    uci_spec_drop(seat->spec);
    free(seat);
}

/* Of the seats for copies of one engine, that which was idle longest takes this one; NULL if there is
 * room for another seat. */
static struct seat *take_over(struct worker *worker, struct uci_spec *spec)
{
    struct seat *oldest = NULL;
    int seats = 0;

    for (struct guest *g = worker->guests; g; g = g->next) {
        struct seat *seat = (struct seat *)g;

        if (g->release != seat_release)
            continue;
        if (!spec->original || seat->spec->original != spec->original)
            continue;
        seats++;
        if (!oldest || seat->used < oldest->used)
            oldest = seat;
    }
    if (seats < SEATS_OF_COPIES)
        return NULL;
    uci_spec_drop(oldest->spec);
    oldest->spec = uci_spec_share(spec);
    oldest->engine.spec = spec;
    oldest->engine.moved = false;
    return oldest;
}

/* The worker's entry for that engine, which may not be running. NULL if memory runs out. */
static struct seat *find_seat(struct worker *worker, struct uci_spec *spec)
{
    struct seat *seat;

    for (struct guest *g = worker->guests; g; g = g->next)
        if (g->release == seat_release && ((struct seat *)g)->spec == spec)
            return (struct seat *)g;
    seat = take_over(worker, spec);
    if (seat)
        return seat;
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
    struct err err = { "out of memory", ERR_SHORTAGE };

    (void)rng;
    if (seat) {
        seat->engine.stop = worker->stop;
        seat->used = ++worker->calls;
    }
    if (seat && ask(seat, in, choice, &err) == 0)
        return;
    *choice = (struct choice){ .column = NO_MOVE };
    snprintf(worker->why, sizeof worker->why, "%s", err.text);
    worker->shortage = err.kind != ERR_ANY;
}

/* Nobody knows whether an engine repeats itself. */
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
        return err_shortage(err, "out of memory");
    status = uci_engine_start(engine, spec, err);
    if (status == 0)
        uci_engine_stop(engine);
    free(engine);
    return status;
}
