#include "report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/num.h"
#include "base/replacement.h"
#include "base/template.h"
#include "export/play_page.h"
#include "report/page_data.h"

#define DIGITS 5

/* The files of src/report/page/, and the library that draws charts. */
extern const struct data_file page_files[];

/* Small things that sections share. */

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

void page_want(const struct page_source *s, uint32_t id)
{
    if (id > 0 && id <= s->last_id)
        s->wanted[id] = 1;
}

/* Whether a run is over. */

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

/* Older files have no mark: their run is over when everything the config asks for is there. */
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

/* How a page was made. */

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

/* A seed as text: JavaScript cannot hold whole numbers of that size. */
static void put_seed(struct json *j, uint64_t seed)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    json_string(j, "seed", text);
}

static int run_making(struct json *j, const struct page_source *s, struct err *err)
{
    const struct run_config *c = s->config;
    int status;

    json_begin(j, "making", '{');
    json_string(j, "name", s->store->meta.name);
    put_seed(j, s->store->meta.seed);
    json_string(j, "config", s->store->meta.config);
    json_string(j, "folder", s->store->dir);
    json_string(j, "command", s->run->command);
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
    json_number(j, "minutes", c->minutes);
    status = put_string(j, s->store, "program", "program", err) ||
                     put_string(j, s->store, PAGE_MACHINE, "machine", err) ||
                     put_string(j, s->store, STORE_FORKED_FROM, "forked_from", err)
                 ? -1
                 : 0;
    json_end(j, '}');
    return status;
}

static int result_making(struct json *j, const struct page_source *s, struct err *err)
{
    const struct page_result *r = s->result;

    (void)err;
    json_begin(j, "making", '{');
    json_string(j, "name", r->name);
    put_seed(j, r->seed);
    json_string(j, "command", r->command);
    json_string(j, "version", C4E_VERSION);
    json_bool(j, "over", true);
    if (r->config)
        json_string(j, "config", r->config);
    json_end(j, '}');
    return 0;
}

/* An array of one element, which the caller prints. */
static int result_itself(struct json *j, const struct page_source *s, struct err *err)
{
    (void)err;
    json_begin(j, "results", '[');
    s->result->print(j->out, s->result->context);
    json_end(j, ']');
    return 0;
}

/*
 * The sections of each kind of page, from top to bottom. This is the only list of them:
 * `show` is the function of page.sections in src/report/page/ that fills the section, and all
 * scripts of that folder are part of every page. `put` writes data, here or for other sections;
 * a row without an id writes data only.
 */
static const struct page_section {
    const char *page;
    const char *id, *title, *show;
    int (*put)(struct json *j, const struct page_source *s, struct err *err);
} sections[] = {
    { "run", "verdict", "The verdict", "verdict", page_verdict },
    { "run", "play", "Play against the champion", "play", page_play },
    { "run", "progress", "Progress", "progress", page_progress },
    { "run", "weights", "Weights", "weights", page_weights },
    { "run", "importance", "Which genes matter", "importance", page_importance },
    { "run", "lineage", "Lineage", "lineage", page_lineage },
    { "run", "rivals", "Who beats whom", "rivals", page_rivals },
    { "run", "games", "Games", "games", page_games },
    { "run", "making", "How it was made", "making", run_making },
    { "run", NULL, NULL, NULL, page_genomes },

    { "tournament", "verdict", "The result", "tournamentVerdict", result_itself },
    { "tournament", "rivals", "Who beats whom", "tournamentTable", NULL },
    { "tournament", "games", "Games", "games", page_games },
    { "tournament", "making", "How it was made", "making", result_making },

    { "comparison", "verdict", "The verdict", "compareVerdict", result_itself },
    { "comparison", "weights", "Weights", "compareWeights", NULL },
    { "comparison", "making", "How it was made", "making", result_making },

    { "experiment", "verdict", "The result", "experimentResult", result_itself },
    { "experiment", "progress", "Progress", "experimentCurves", NULL },
    { "experiment", "making", "How it was made", "making", result_making },

    { "analysis", "games", "Games", "games", page_games },
    { "analysis", "making", "How it was made", "making", result_making },
    { 0 },
};

static void put_sections(struct json *j, const char *kind, const struct page_source *s)
{
    json_begin(j, "sections", '[');
    for (const struct page_section *row = sections; row->page; row++) {
        if (strcmp(row->page, kind) != 0 || !row->id)
            continue;
        if (row->put == page_play && !page_has_board(s))
            continue;
        json_begin(j, NULL, '{');
        json_string(j, "id", row->id);
        json_string(j, "title", row->title);
        json_string(j, "show", row->show);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static int print_data(FILE *out, const struct page_source *s, struct err *err)
{
    const char *kind = s->result ? s->result->kind : "run";
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_string(&j, "kind", kind);
    json_begin(&j, "board", '{');
    json_integer(&j, "columns", COLUMNS);
    json_integer(&j, "rows", ROWS);
    json_end(&j, '}');
    json_integer(&j, "reload", s->run && !s->over ? s->run->reload_s : 0);
    put_sections(&j, kind, s);
    for (const struct page_section *row = sections; row->page; row++)
        if (strcmp(row->page, kind) == 0 && row->put && row->put(&j, s, err))
            return -1;
    json_end(&j, '}');
    return 0;
}

/* The template. */

/* All scripts that the template does not name. */
static void print_scripts(FILE *out, const char *template)
{
    for (const struct data_file *file = page_files; file->name; file++) {
        size_t length = strlen(file->name);
        char named[80];

        snprintf(named, sizeof named, "{{%s}}", file->name);
        if (length > 3 && strcmp(file->name + length - 3, ".js") == 0 && !strstr(template, named))
            fwrite(file->data, 1, file->size, out);
    }
}

/* What the parts of the template need. */
struct page_parts {
    const char *template, *title;
    const struct page_source *source;
};

/* One name of the template: the title, the data, the scripts or a file. Only runs have a board. */
static int print_part(FILE *out, const char *name, const void *context, struct err *err)
{
    const struct page_parts *p = context;
    const struct data_file *file = data_file_find(page_files, name);

    if (strcmp(name, "title") == 0)
        template_print_text(out, p->title);
    else if (strcmp(name, "data") == 0)
        return print_data(out, p->source, err);
    else if (strcmp(name, "scripts") == 0)
        print_scripts(out, p->template);
    else if (strcmp(name, "play styles") == 0)
        play_page_print_styles(out);
    else if (strcmp(name, "play scripts") == 0)
        play_page_print_scripts(out, p->source->run != NULL);
    else if (!file)
        return err_set(err, "the template names '%s', which was not built in", name);
    else
        fwrite(file->data, 1, file->size, out);
    return 0;
}

static int print_page(FILE *out, const char *title, const struct page_source *s, struct err *err)
{
    struct page_parts parts = { (const char *)data_file_find(page_files, "page.html")->data, title,
                                s };

    return template_print(out, parts.template, print_part, &parts, err);
}

/* Finishes the file. */
static int save(struct replacement *file, const char *title, const struct page_source *s,
                struct err *err)
{
    if (print_page(file->out, title, s, err) == 0)
        return replacement_finish(file, err);
    replacement_cancel(file);
    return -1;
}

static int open_run(struct page_source *s, const struct page_run *run, struct err *err)
{
    *s = (struct page_source){
        .run = run, .store = run->store, .config = run->config, .journal = store_journal(run->store)
    };
    if (journal_count_generations(&s->journal, &s->closed, err) ||
        page_run_is_over(run->store, run->config, &s->over, err) ||
        (s->closed > 0 && (journal_read_best(&s->journal, s->closed, &s->champion, err) ||
                           journal_read_champion(&s->journal, s->closed - 1, &s->holder, err))) ||
        page_find_genes(s, err))
        return -1;
    return s->closed > 0 ? page_arena_init(&s->arena, s, err) : 0;
}

int page_save_run(const char *path, const struct page_run *run, struct err *err)
{
    struct page_source s;
    struct replacement file;
    int status = open_run(&s, run, err);

    if (status == 0)
        status = path ? replacement_at(&file, path, err)
                      : replacement_begin(&file, run->store->dir, PAGE_NAME, err);
    if (status == 0)
        status = save(&file, run->store->meta.name, &s, err);
    page_arena_release(&s.arena);
    free(s.wanted);
    return status;
}

int page_save_result(const char *path, const struct page_result *result, struct err *err)
{
    struct page_source s = { .result = result };
    struct replacement file;

    return replacement_at(&file, path, err) ? -1 : save(&file, result->name, &s, err);
}
