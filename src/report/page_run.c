/* A run as the JSON of a page: what it is, and then its sections. */
#include "report/page_arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define DIGITS 5

uint32_t page_stride(uint32_t generations, uint32_t most)
{
    return generations > most ? (generations + most - 1) / most : 1;
}

void page_number(struct json *j, const char *name, double value)
{
    char text[NUM_TEXT_SIZE];
    double rounded = value;

    snprintf(text, sizeof text, "%.*g", DIGITS, value);
    if (isfinite(value))
        num_parse_double(text, &rounded);
    json_number(j, name, rounded);
}

#define MARK_SIZE 48

static void print_mark(char mark[MARK_SIZE], uint32_t closed, const struct run_config *config)
{
    snprintf(mark, MARK_SIZE, "%u of %d generations", (unsigned)closed, config->generations);
}

int page_mark_over(struct store *store, const struct run_config *config, struct err *err)
{
    struct journal j = store_journal(store);
    char mark[MARK_SIZE];
    uint32_t closed;

    if (journal_count_generations(&j, &closed, err))
        return -1;
    print_mark(mark, closed, config);
    return store_set(store, PAGE_ENDED, mark, err);
}

/* By the mark, or for older files: all that the config asks for is there. */
int page_run_is_over(struct store *store, const struct run_config *config, bool *over,
                     struct err *err)
{
    struct journal j = store_journal(store);
    struct journal_validation *list;
    char mark[MARK_SIZE], *kept;
    uint32_t closed;
    size_t n;

    if (journal_count_generations(&j, &closed, err) || store_get(store, PAGE_ENDED, &kept, err))
        return -1;
    if (kept) {
        print_mark(mark, closed, config);
        *over = strcmp(kept, mark) == 0;
        free(kept);
        return 0;
    }
    if (journal_read_validation(&j, &list, &n, err))
        return -1;
    *over = closed >= (uint32_t)config->generations && n > 0 && list[n - 1].generation == closed;
    free(list);
    return 0;
}

static int put_string(struct json *j, struct store *store, const char *key, const char *name,
                      struct err *err)
{
    char *value;

    if (store_get(store, key, &value, err))
        return -1;
    json_string(j, name, value ? value : "");
    free(value);
    return 0;
}

void page_put_seed(struct json *j, uint64_t seed)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    json_string(j, "seed", text);
}

static int put_making(struct json *j, const struct page_run *run, const struct page_source *s,
                      struct err *err)
{
    const struct run_config *c = s->config;
    int status;

    json_begin(j, "making", '{');
    json_string(j, "name", s->store->meta.name);
    page_put_seed(j, s->store->meta.seed);
    json_string(j, "config", s->store->meta.config);
    json_string(j, "folder", s->store->dir);
    json_string(j, "command", run->command);
    json_string(j, "version", C4E_VERSION);
    json_bool(j, "over", s->over);
    json_integer(j, "closed", s->closed);
    json_integer(j, "planned", c->generations);
    json_integer(j, "population", c->size);
    json_string(j, "search", c->player.search->name);
    json_integer(j, "depth", c->player.keys.depth);
    json_string(j, "selection", c->selection.method->name);
    json_string(j, "crossover", c->crossover.method->name);
    json_string(j, "mutation", c->mutation.method->name);
    json_integer(j, "fit_every", c->fit_every);
    status = put_string(j, s->store, "program", "program", err) ||
                     put_string(j, s->store, PAGE_MACHINE, "machine", err) ||
                     put_string(j, s->store, STORE_FORKED_FROM, "forked_from", err)
                 ? -1
                 : 0;
    json_end(j, '}');
    return status;
}

static int open_source(struct page_source *s, const struct page_run *run, struct err *err)
{
    *s = (struct page_source){ .store = run->store,
                               .config = run->config,
                               .journal = store_journal(run->store) };
    if (journal_count_generations(&s->journal, &s->closed, err) ||
        page_run_is_over(run->store, run->config, &s->over, err) ||
        (s->closed > 0 && journal_read_champion(&s->journal, s->closed - 1, &s->champion, err)))
        return -1;
    return page_find_genes(s, err);
}

/* What takes a finished generation. */
static int print_champion(struct json *j, const struct page_source *s, struct err *err)
{
    struct page_arena arena;
    int status;

    if (s->closed == 0)
        return 0;
    if (page_lineage(j, s, err) || page_arena_init(&arena, s, err))
        return -1;
    status = page_rivals(j, s, &arena, err) || page_games(j, s, &arena, err) ? -1 : 0;
    page_arena_release(&arena);
    return status;
}

static int print_sections(struct json *j, const struct page_run *run, const struct page_source *s,
                          struct err *err)
{
    json_begin(j, NULL, '{');
    json_string(j, "kind", "run");
    json_integer(j, "reload", s->over ? 0 : run->reload_s);
    if (put_making(j, run, s, err) || page_verdict(j, s, err) || page_progress(j, s, err) ||
        page_weights(j, s, err) || print_champion(j, s, err) || page_genomes(j, s, err))
        return -1;
    json_end(j, '}');
    return 0;
}

static int print_run(FILE *out, const void *context, struct err *err)
{
    const struct page_run *run = context;
    struct page_source s;
    struct json j = { .out = out };

    int status = open_source(&s, run, err);

    if (status == 0)
        status = print_sections(&j, run, &s, err);
    free(s.wanted);
    return status;
}

int page_save_run(const char *path, const struct page_run *run, struct err *err)
{
    struct page_content content = { run->store->meta.name, print_run, run };

    return page_save(path, &content, err);
}
