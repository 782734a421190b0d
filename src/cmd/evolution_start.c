#include "cmd/evolution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "evolve/breed.h"
#include "evolve/run.h"
#include "report/text.h"
#include "store/stored_config.h"

#define TIES_SHOWN  6 /* genes of a founder */
#define SPEED_GAMES 1000
#define PATIENCE    10 /* times as long as it should take, to measure the speed */

int evolution_read(struct run_config *config, const struct evolution_source *source,
                   struct err *err)
{
    const struct text_list *set = source->set;
    struct conf conf;
    int status = conf_read_text(&conf, source->path, source->text, err);

    if (status)
        return -1;
    for (int i = 0; i < set->n && status == 0; i++)
        status = strchr(set->item[i], '\n') ? err_set(err, "--set takes one line")
                                            : conf_override(&conf, set->item[i], err);
    if (status == 0)
        status = config_read(config, &conf, true, err);
    conf_release(&conf);
    return status;
}

char *evolution_overrides(const struct text_list *set)
{
    size_t size = 1;
    char *text;

    for (int i = 0; i < set->n; i++)
        size += strlen(set->item[i]) + 1;
    text = calloc(size, 1);
    for (int i = 0; text && i < set->n; i++) {
        strcat(text, set->item[i]);
        strcat(text, "\n");
    }
    return text;
}

int evolution_create(struct store *store, const char *dir, const struct evolution_source *source,
                     const struct run_config *config, struct err *err)
{
    char *overrides = evolution_overrides(source->set), *twins = stored_config_twins(config, err);
    char *files = stored_config_truth_files(config, err);
    char *heuristics = stored_config_heuristics(err);
    const char *path = source->command ? source->command : source->path;
    const char *strings[] = { RUN_PATH,       path,       RUN_OVERRIDES, overrides,       RUN_TWINS,
                              twins,          RUN_RULES,  RUN_RULES_NOW, RUN_TRUTH_FILES, files,
                              RUN_HEURISTICS, heuristics, NULL };
    struct store_meta meta = {
        .name = config->name, .seed = config->seed, .config = source->text, .strings = strings
    };
    struct journal journal;
    int status = overrides && twins && files && heuristics
                     ? store_create(store, dir, &meta, err)
                     : err_shortage(err, "out of memory: --set");

    free(overrides);
    free(twins);
    free(files);
    free(heuristics);
    if (status)
        return -1;
    journal = store_journal(store);
    if (run_begin(config, &journal, err) == 0)
        return 0;
    store_close(store);
    return -1;
}

/* Reads the config, and the founders if the run was killed before it had kept them. */
static int prepare(struct store *store, struct run_config *config, struct err *err)
{
    struct journal journal = store_journal(store);
    struct journal_genome *founders;
    size_t n;

    if (stored_config_check_heuristics(store, err) ||
        journal_read_population(&journal, 0, &founders, &n, err))
        return -1;
    free(founders);
    if (stored_config_read(store, n == 0, config, err))
        return -1;
    if (n > 0 || run_begin(config, &journal, err) == 0)
        return 0;
    config_release(config);
    return -1;
}

int evolution_open(struct store *store, const char *dir, struct run_config *config, struct err *err)
{
    if (store_open(store, dir, STORE_WRITE, err))
        return -1;
    if (prepare(store, config, err) == 0)
        return 0;
    store_close(store);
    return -1;
}

static void print_ties_of(FILE *out, const struct gene_ties *ties, const char *path,
                          const double file[GENE_COUNT])
{
    int list[GENE_COUNT], n = ties_changed(ties, file, list);
    double tied[GENE_COUNT];
    char name[NAME_SIZE];

    if (n == 0)
        return;
    memcpy(tied, file, sizeof tied);
    ties_apply(ties, tied);
    config_genome_name(name, sizeof name, path);
    fputs("Tied genes replace what ", out);
    text_put(out, name);
    fputs(" says:", out);
    for (int i = 0; i < n && i < TIES_SHOWN; i++)
        fprintf(out, "%s %s %.4g instead of %.4g", i ? "," : "", gene_table[list[i]].name,
                tied[list[i]], file[list[i]]);
    if (n > TIES_SHOWN)
        fprintf(out, " and %d more", n - TIES_SHOWN);
    fputc('\n', out);
}

void evolution_print_ties(FILE *out, const struct run_config *config)
{
    for (size_t i = 0; i < config->founders.n; i++) {
        struct genome genome;
        struct err err;

        if (player_read_genome(&genome, config->founders.path[i], &err))
            continue; /* the run will say why */
        print_ties_of(out, &config->ties, config->founders.path[i], genome.gene);
        genome_release(&genome);
    }
}

static int read_rules(struct store *store, bool *current, struct err *err)
{
    char *rules;

    if (store_get(store, RUN_RULES, &rules, err))
        return -1;
    *current = rules && strcmp(rules, RUN_RULES_NOW) == 0;
    free(rules);
    return 0;
}

static int refuse(struct store *store, struct err *err)
{
    return err_set(err,
                   "%s was begun by another version of c4evolve, by other rules of play: "
                   "no generation can be added\n"
                   "log, report, export and compare still work. To evolve its champion further, "
                   "export it\n"
                   "(c4evolve export RUN --as ini -o champion.ini) and start a new run with it as "
                   "a founder.",
                   store->dir);
}

int evolution_check_fork(const char *dir, struct err *err)
{
    struct store store;
    bool current = false;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    status = read_rules(&store, &current, err);
    if (status == 0 && !current)
        status = refuse(&store, err);
    store_close(&store);
    return status;
}

int evolution_check_rules(struct store *store, struct run_config *config, struct err *err)
{
    struct journal journal = store_journal(store);
    bool current, complete;

    if (read_rules(store, &current, err))
        return -1;
    if (current)
        return 0;
    config->playoff = 0;
    if (run_is_complete(config, &journal, &complete, err))
        return -1;
    return complete ? 0 : refuse(store, err);
}

/* Plays twice as many games again and again, until the time is over. The first ones do not count
 * unless they take long: they start engines. */
static int time_games(struct games *games, struct pool *pool, double most_s, double *games_per_s,
                      struct err *err)
{
    size_t all = games->schedule.n < SPEED_GAMES ? games->schedule.n : SPEED_GAMES;
    size_t from = 0, to = (size_t)pool->threads, counted = 0;
    double start_s = clock_s(), took_s = 0;

    while (from < all && (counted < 2 * (size_t)pool->threads || took_s < most_s)) {
        bool first = from == 0;

        to = to < all ? to : all;
        if (games_play(games, from, to, pool, &(struct watch){ 0 }, NULL, err))
            return -1;
        counted += to - from;
        took_s = clock_s() - start_s;
        if (took_s > PATIENCE * most_s)
            break;
        if (first && to < all) {
            counted = 0;
            start_s = clock_s();
        }
        from = to;
        to *= 2;
    }
    *games_per_s = (double)counted / fmax(took_s, 1e-6);
    return 0;
}

int evolution_speed(const struct run_config *config, int threads, double most_s,
                    double *games_per_s, struct err *err)
{
    struct journal_genome *list = NULL;
    struct breed_space gs;
    struct generation first;
    struct pool pool;
    size_t n;
    int status = -1;

    if (breed_space_init(&gs, config, err) || breed_founders(config, &gs, &list, &n, err))
        return -1;
    if (pool_init(&pool, threads, &worker_memory, err) == 0) {
        status = generation_init(&first, config, 0, list, NULL, list + config->size,
                                 config->opponents.n, err);
        if (status == 0) {
            status = time_games(&first.games, &pool, most_s, games_per_s, err);
            generation_release(&first);
        }
        pool_release(&pool);
    }
    breed_founders_free(list, n);
    return status;
}
