/*
 * uci_options - the options that every engine has.
 */
#include <strings.h>

#include "base/num.h"
#include "export/uci_state.h"

#define SPIN_MAX    2147483647L /* what front ends can count to */
#define HASH_MB_MIN 4           /* what searches with a limit of nodes use in any case */
#define HASH_MB_MAX 1024

static long get_hash(const struct uci *uci)
{
    return (long)((sizeof(struct hash_entry) << uci->engine->worker.hash.bits) >> 20);
}

static int set_hash(struct uci *uci, long megabytes, struct err *err)
{
    struct hash *hash = &uci->engine->worker.hash, other;
    int bits = 0;

    while (sizeof(struct hash_entry) << (bits + 1) <= (size_t)megabytes << 20)
        bits++;
    if (hash_init(&other, bits, err))
        return -1;
    hash_release(hash);
    *hash = other;
    return 0;
}

static long get_threads(const struct uci *uci)
{
    (void)uci;
    return 1;
}

static int set_threads(struct uci *uci, long threads, struct err *err)
{
    (void)uci;
    (void)threads;
    (void)err;
    return 0;
}

static long get_overhead(const struct uci *uci)
{
    return uci->overhead_ms;
}

static int set_overhead(struct uci *uci, long ms, struct err *err)
{
    (void)err;
    uci->overhead_ms = (int)ms;
    return 0;
}

static long get_depth(const struct uci *uci)
{
    return uci->engine->keys.depth;
}

static int set_depth(struct uci *uci, long depth, struct err *err)
{
    (void)err;
    uci->engine->keys.depth = (int)depth;
    uci->engine->own_depth = true;
    return 0;
}

static long get_nodes(const struct uci *uci)
{
    uint64_t nodes = uci->engine->keys.nodes;

    return nodes < SPIN_MAX ? (long)nodes : SPIN_MAX;
}

static int set_nodes(struct uci *uci, long nodes, struct err *err)
{
    (void)err;
    uci->engine->keys.nodes = (uint64_t)nodes;
    return 0;
}

static long get_seed(const struct uci *uci)
{
    uint64_t seed = uci->engine->seed;

    return seed < SPIN_MAX ? (long)seed : SPIN_MAX;
}

static int set_seed(struct uci *uci, long seed, struct err *err)
{
    (void)err;
    uci->engine->seed = (uint64_t)seed;
    return 0;
}

/* Whole numbers. */
static const struct spin {
    const char *name;
    long low, high;
    long (*get)(const struct uci *uci);
    int (*set)(struct uci *uci, long number, struct err *err);
} spins[] = {
    { "Hash", HASH_MB_MIN, HASH_MB_MAX, get_hash, set_hash },
    { "Threads", 1, 1, get_threads, set_threads },
    { "Move Overhead", 0, 5000, get_overhead, set_overhead },
    { "Depth", 1, DEPTH_LIMIT, get_depth, set_depth },
    { "Nodes", 0, SPIN_MAX, get_nodes, set_nodes },
    { "Seed", 0, SPIN_MAX, get_seed, set_seed },
    { 0 },
};

void uci_list_options(struct uci *uci)
{
    const struct engine_options *more = uci->engine->options;

    uci_say(uci, "option name UCI_Variant type combo default connect4 var cfour var connect4");
    for (const struct spin *s = spins; s->name; s++)
        uci_say(uci, "option name %s type spin default %ld min %ld max %ld", s->name, s->get(uci),
                s->low, s->high);
    if (more)
        more->list(more->context, uci->out);
}

static int set_variant(const char *value, struct err *err)
{
    if (strcasecmp(value, "cfour") == 0 || strcasecmp(value, "connect4") == 0)
        return 0;
    return err_set(err, "'%.40s' is a game that is not played here", value);
}

int uci_set_option(struct uci *uci, const char *name, const char *value, struct err *err)
{
    const struct engine_options *more = uci->engine->options;
    long number;

    if (strcasecmp(name, "UCI_Variant") == 0)
        return set_variant(value, err);
    for (const struct spin *s = spins; s->name; s++) {
        if (strcasecmp(s->name, name) != 0)
            continue;
        if (num_parse_long(value, &number) || number < s->low || number > s->high)
            return err_set(err, "'%.40s' is not a whole number from %ld to %ld", value, s->low,
                           s->high);
        return s->set(uci, number, err);
    }
    return more ? more->set(more->context, name, value, err) : err_set(err, "there is none");
}
