#include "truth/mistakes.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "base/clock.h"

#define SINGLE_PLIES 6 /* up to this many numbers of plies have a group each */
#define RANGE        4 /* plies per group if there are more */

/* The score of losing at once. */
static int lost_at_once(const struct position *pos)
{
    return -((CELLS + 1 - pos->plies) / 2);
}

/* The player that is asked. */
struct asking {
    const struct player *player;
    uint64_t seed;
};

bool mistakes_answer(const struct pool_item *item, const struct player *player, uint64_t seed,
                     const struct solved_position *p, struct answer *a)
{
    struct worker *worker = item->worker;
    struct stream stream = { .seed = seed, .purpose = STREAM_TRUTH, .index = p->key };
    double start_s = clock_s();
    struct choice choice;
    int score;

    player_move(player, &p->pos, worker, stream, &choice);
    if (worker_stopped(worker))
        return false;
    if (choice.column == NO_MOVE && worker->shortage)
        return pool_give_up(item, worker->why);
    score = choice.column == NO_MOVE ? lost_at_once(&p->pos) : p->score[choice.column];
    *a = (struct answer){ .column = (signed char)choice.column,
                          .score = (signed char)score,
                          .loss = (signed char)(p->best - score),
                          .mistake = result_of_score(score) < result_of_score(p->best),
                          .nodes = choice.nodes,
                          .seconds = clock_s() - start_s };
    return true;
}

static bool ask(const struct pool_item *item)
{
    const struct asking *asking = item->context;
    const struct player *player = asking->player;
    const struct solved_position *p = item->data;
    struct answer *a = item->slot;

    if (!mistakes_answer(item, player, asking->seed, p, a))
        return false;
    if (a->column == NO_MOVE)
        forfeit_note(item, item->index, 0);
    if (player->ev)
        a->value = evaluate(player->ev, &p->pos, side_to_move(&p->pos));
    return true;
}

static bool stays(const void *context, const void *item)
{
    (void)item;
    return !player_is_portable(((const struct asking *)context)->player);
}

static void pack(const void *context, struct bytes *out)
{
    const struct asking *asking = context;

    bytes_put(out, &asking->seed, sizeof asking->seed);
    players_pack(asking->player, 1, out);
}

/* The same in another process. */
struct visit {
    struct asking asking;  /* first: this is the context */
    struct player *player; /* a list of one */
    size_t players;
};

static void release(void *context)
{
    struct visit *visit = context;

    players_release(visit->player, visit->players);
    free(visit);
}

static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct visit *visit = calloc(1, sizeof *visit);

    if (!visit)
        return err_shortage(err, "is out of memory");
    reader_take(in, &visit->asking.seed, sizeof visit->asking.seed);
    if (players_unpack(&visit->player, &visit->players, in, err)) {
        free(visit);
        return -1;
    }
    visit->asking.player = visit->player;
    *context = visit;
    return 0;
}

const struct pool_kind mistakes_kind = {
    .name = "mistakes",
    .item_size = sizeof(struct solved_position),
    .slot_size = sizeof(struct answer),
    .fill = ask,
    .stays = stays,
    .pack = pack,
    .unpack = unpack,
    .release = release,
};

struct answer_watch {
    const struct watch *watch;
    size_t positions;
};

static bool tell(void *watcher, size_t i, size_t done)
{
    const struct answer_watch *w = watcher;

    (void)i;
    watch_tell(w->watch, "moves", done, w->positions);
    return true;
}

size_t mistakes_ask(const struct solved_set *set, const struct player *player, uint64_t seed,
                    struct pool *pool, const struct watch *watch, struct answer *answer)
{
    struct asking asking = { player, seed };
    struct answer_watch w = { watch, set->n };
    struct pool_job job = { .kind = &mistakes_kind,
                            .context = &asking,
                            .item = set->list,
                            .slot = answer,
                            .n = set->n,
                            .stop = watch->stop,
                            .filled = tell,
                            .watcher = &w,
                            .in_order = player_is_human(player) };

    return pool_fill(pool, &job);
}

bool mistake_group_has(const struct mistake_group *group, const struct solved_position *p)
{
    return p->pos.plies >= group->low && p->pos.plies <= group->high &&
           (group->result == ANY_RESULT || group->result == result_of_score(p->best));
}

/* The groups by plies, if there is more than one. */
static int groups_by_plies(const struct solved_set *set, struct mistake_group *group)
{
    size_t count[CELLS] = { 0 };
    int different = 0, n = 0, step;

    for (size_t i = 0; i < set->n; i++)
        different += count[set->list[i].pos.plies]++ == 0;
    step = different > SINGLE_PLIES ? RANGE : 1;
    for (int low = 0; low < CELLS; low += step) {
        struct mistake_group *g = &group[n];
        int high = low + step < CELLS ? low + step - 1 : CELLS - 1;
        size_t here = 0;

        *g = (struct mistake_group){ "", low, high, ANY_RESULT };
        for (int plies = low; plies <= high; plies++)
            here += count[plies];
        if (here == 0)
            continue;
        if (step == 1)
            snprintf(g->name, sizeof g->name, "%d plies", low);
        else
            snprintf(g->name, sizeof g->name, "%d-%d plies", low, high);
        n++;
    }
    return n > 1 ? n : 0;
}

int mistake_groups(const struct solved_set *set, struct mistake_group group[MISTAKE_GROUPS_MAX])
{
    int n = 0;

    group[n++] = (struct mistake_group){ "all", 0, CELLS, ANY_RESULT };
    n += groups_by_plies(set, group + n);
    group[n++] = (struct mistake_group){ "won", 0, CELLS, 1 };
    group[n++] = (struct mistake_group){ "drawn", 0, CELLS, 0 };
    group[n++] = (struct mistake_group){ "lost", 0, CELLS, -1 };
    return n;
}

static bool is_constant(const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (x[i] != x[0])
            return false;
    return true;
}

/* The error is that of Bonett and Wright for ranks. */
int rank_correlation(const double *x, const double *y, size_t n, double *rho, double *error,
                     struct err *err)
{
    double *work;

    *rho = *error = NAN;
    if (n < 4 || is_constant(x, n) || is_constant(y, n))
        return 0;
    work = malloc(2 * n * sizeof *work);
    if (!work)
        return err_shortage(err, "out of memory: %zu ranks", n);
    *rho = gsl_stats_spearman(x, 1, y, 1, n, work);
    *error = z_of_95_percent() * (1 - *rho * *rho) * sqrt((1 + *rho * *rho / 2) / ((double)n - 3));
    free(work);
    return 0;
}

static bool is_at_stake(const struct solved_position *p)
{
    for (int c = 0; c < COLUMNS; c++)
        if (p->score[c] != SOLVER_NO_MOVE &&
            result_of_score(p->score[c]) < result_of_score(p->best))
            return true;
    return false;
}

/* Sums over a group in the order of positions, so that they are the same every time. */
static void add_up(const struct solved_set *set, const struct answer *answer,
                   const struct mistake_group *group, struct mistake_summary *s, double *value,
                   double *best)
{
    double squares = 0, n;

    for (size_t i = 0; i < set->n; i++) {
        const struct solved_position *p = &set->list[i];
        const struct answer *a = &answer[i];

        if (!mistake_group_has(group, p))
            continue;
        value[s->positions] = a->value;
        best[s->positions++] = p->best;
        s->at_stake += is_at_stake(p);
        s->mistakes += a->mistake;
        s->loss += a->loss;
        squares += (double)a->loss * a->loss;
        s->nodes += (double)a->nodes;
        s->seconds += a->seconds;
    }
    n = (double)s->positions;
    s->loss /= n;
    s->nodes /= n;
    s->seconds /= n;
    squares = fmax(squares - n * s->loss * s->loss, 0);
    s->loss_error = z_of_95_percent() * sqrt(squares / (n - 1) / n);
    s->rate = tally_share(s->mistakes, s->positions);
}

int mistakes_sum(const struct solved_set *set, const struct answer *answer,
                 const struct mistake_group *group, struct mistake_summary *summary,
                 struct err *err)
{
    double *value = malloc((set->n + 1) * sizeof *value);
    double *best = malloc((set->n + 1) * sizeof *best);
    int status;

    *summary = (struct mistake_summary){ 0 };
    if (!value || !best) {
        status = err_shortage(err, "out of memory: %zu positions", set->n);
    } else {
        add_up(set, answer, group, summary, value, best);
        status = rank_correlation(value, best, summary->positions, &summary->correlation,
                                  &summary->correlation_error, err);
    }
    free(value);
    free(best);
    return status;
}

struct mistake_contrast mistakes_compare(const struct answer *first, const struct answer *second,
                                         size_t n)
{
    struct mistake_contrast c = { 0 };
    size_t fewer, both;

    for (size_t i = 0; i < n; i++) {
        c.first_only += first[i].mistake && !second[i].mistake;
        c.second_only += second[i].mistake && !first[i].mistake;
    }
    fewer = c.first_only < c.second_only ? c.first_only : c.second_only;
    both = c.first_only + c.second_only;
    c.p = fmin(1, 2 * gsl_cdf_binomial_P((unsigned)fewer, 0.5, (unsigned)both));
    return c;
}

static void take_forfeits(struct mistake_entry *entry, struct pool *pool)
{
    struct forfeits forfeits = { 0 };

    forfeits_take(&forfeits, pool);
    entry->forfeits = forfeits.n;
    if (forfeits.n > 0)
        snprintf(entry->why, sizeof entry->why, "%s", forfeits.list[0].why);
    forfeits_release(&forfeits);
}

/* The first player's answers stay at the head of `answer`; those of the others come after them. */
static int add_entry(struct mistake_table *table, const struct solved_set *set,
                     const struct player *player, uint64_t seed, struct pool *pool,
                     const struct watch *watch, struct answer *answer, struct err *err)
{
    const struct mistake_group all = { "all", 0, CELLS, ANY_RESULT };
    struct mistake_entry *entry = &table->entry[table->n];
    struct answer *own = table->n == 0 ? answer : answer + set->n;
    bool finished;

    pool_forget_notes(pool);
    finished = mistakes_ask(set, player, seed, pool, watch, own) == set->n;
    take_forfeits(entry, pool);
    if (!finished)
        return pool_check(pool, err);
    if (mistakes_sum(set, own, &all, &entry->summary, err))
        return -1;
    entry->contrast = mistakes_compare(answer, own, set->n);
    table->n++;
    return 0;
}

int mistake_table_init(struct mistake_table *table, const struct solved_set *set,
                       const struct player *player, size_t players, uint64_t seed,
                       struct pool *pool, const struct watch *watch, bool *finished,
                       struct err *err)
{
    struct answer *answer = calloc(2 * set->n + 1, sizeof *answer);
    int status;

    *table = (struct mistake_table){ .entry = calloc(players + 1, sizeof *table->entry) };
    status =
        answer && table->entry ? 0 : err_shortage(err, "out of memory: %zu answers", 2 * set->n);
    *finished = true;
    for (size_t i = 0; i < players && *finished && status == 0; i++) {
        struct watch part = watch_part(watch, i * set->n, players * set->n);

        status = add_entry(table, set, &player[i], seed, pool, &part, answer, err);
        *finished = table->n == i + 1;
    }
    free(answer);
    if (status)
        mistake_table_release(table);
    return status;
}

void mistake_table_release(struct mistake_table *table)
{
    free(table->entry);
    *table = (struct mistake_table){ 0 };
}
