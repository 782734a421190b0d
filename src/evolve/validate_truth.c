#include "evolve/validate_truth.h"

#include <stdlib.h>

/* What all players are measured with. */
struct measuring {
    const struct truth_validation_input *in;
    const struct truth *truth;
    struct pool *pool;
    struct watch watch;
};

/* Asks one player and sums up its answers; stopped when they are not all there. */
static int measure(const struct measuring *m, const struct journal_genome *who,
                   struct truth_entry *entry, struct answer *answer, bool *finished,
                   struct err *err)
{
    const struct truth_group all = { "all", 0, CELLS, ANY_RESULT };
    const struct run_config *config = m->in->config;
    const char *name = who == m->in->champion ? "champion" : who->name;
    struct player player;
    int status = 0;

    if (generation_player(&player, config, who, err))
        return -1;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    *finished =
        mistakes_ask(m->truth, &player, config->seed, m->pool, &m->watch, answer) == m->truth->n;
    if (*finished)
        status = mistakes_sum(m->truth, answer, &all, &entry->summary, err);
    player_release(&player);
    return status;
}

static int measure_all(const struct measuring *m, struct truth_validation *v, bool *finished,
                       struct err *err)
{
    size_t n = m->truth->n;
    struct answer *champion = calloc(2 * n, sizeof *champion), *other;
    int status;

    if (!champion)
        return err_set(err, "out of memory: %zu answers", 2 * n);
    other = champion + n;
    status = measure(m, m->in->champion, &v->entry[0], champion, finished, err);
    for (size_t i = 1; i < v->n && *finished && status == 0; i++) {
        status = measure(m, &m->in->reference[i - 1], &v->entry[i], other, finished, err);
        if (status == 0 && *finished)
            v->entry[i].duel = mistakes_compare(champion, other, n);
    }
    free(champion);
    return status;
}

int validate_truth(struct truth_validation *v, const struct truth_validation_input *in,
                   struct pool *pool, const struct watch *watch, bool *finished, struct err *err)
{
    struct truth_work work = { .threads = pool->asked, .watch = watch };
    struct truth truth;
    struct measuring m = { in, &truth, pool, { .stop = watch->stop } };
    struct err note;
    int status;

    *v = (struct truth_validation){ .n = in->references + 1,
                                    .depth = in->config->player.keys.depth };
    if (truth_draw(&truth, in->config->truth_sets, OPENING_TEST, in->config->seed, err))
        return -1;
    v->entry = calloc(v->n, sizeof *v->entry);
    status = v->entry ? truth_solve(&truth, &work, finished, &note, err)
                      : err_set(err, "out of memory: %zu players", v->n);
    if (status == 0 && *finished)
        status = measure_all(&m, v, finished, err);
    truth_release(&truth);
    if (status || !*finished)
        truth_validation_release(v);
    return status;
}

void truth_validation_release(struct truth_validation *v)
{
    free(v->entry);
    *v = (struct truth_validation){ 0 };
}
