#include "heuristic/custom.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define C4E_TYPES_ONLY /* the interface without what belongs to a heuristic */
#include <c4evolve/heuristic.h>

#include "heuristic/custom_build.h"
#include "heuristic/custom_guard.h"
#include "heuristic/custom_linear.h"
#include "heuristic/weights.h"

#define NUMBERS_MAX  512 /* genes are looked for under these numbers */
#define NAME_MAX_LEN 40
#define FACTOR       "factor"
#define FACTOR_MOST  1000
#define STEPS        20 /* mutations from one bound to the other, if the default tells nothing */

_Static_assert(C4E_LIMIT == CUSTOM_LIMIT, "the manual says what is checked");
_Static_assert(C4E_LINES == LINES, "the same lines");
_Static_assert(EVAL_UNITS == 1000, "as custom_units has it");

/* These change only while heuristics are loaded, before anything else happens. */
static struct custom customs[CUSTOM_MAX];
static int loaded;

const struct custom *custom_at(int i)
{
    return i < loaded ? &customs[i] : NULL;
}

const struct custom *custom_find(const char *name)
{
    for (int i = 0; i < loaded; i++)
        if (strcmp(customs[i].name, name) == 0)
            return &customs[i];
    return NULL;
}

const char *custom_name(const char *path, char buf[CUSTOM_NAME_SIZE])
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;

    snprintf(buf, CUSTOM_NAME_SIZE, "%.*s", (int)strcspn(file, "."), file);
    return buf;
}

int custom_missing(const char *name, struct err *err)
{
    return err_set_kind(err, ERR_PROGRAM,
                        "uses the heuristic '%s', which is a program of its own and runs only if "
                        "you name its file: --heuristic %s.c",
                        name, name);
}

int engine_missing(const char *name, struct err *err)
{
    return err_set_kind(err, ERR_PROGRAM,
                        "uses the engine '%s', which is a program of its own and runs only if you "
                        "name it: --engine 'uci:COMMAND'",
                        name);
}

/* A heuristic on its way in. */
struct loading {
    struct custom custom;
    struct gene_info row[CUSTOM_GENES]; /* the factor, then the genes */
    int rows;
    bool linear;
};

static char *text_of(const char *family, const char *name)
{
    size_t size = strlen(family) + strlen(name) + 2;
    char *text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s%s", family, *name ? "." : "", name);
    return text;
}

/* The family is named after the file. */
static int take_name(struct loading *l, const char *path, struct err *err)
{
    char name[CUSTOM_NAME_SIZE];
    size_t length = strlen(custom_name(path, name));

    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            length = 0;
    if (length == 0 || length > NAME_MAX_LEN || isdigit((unsigned char)name[0]))
        return err_set(err,
                       "%s: the genes are named after the file, whose name must be letters, digits "
                       "and _, up to %d",
                       path, NAME_MAX_LEN);
    l->custom.name = strdup(name);
    l->custom.path = strdup(path);
    return l->custom.name && l->custom.path ? 0 : err_shortage(err, "out of memory");
}

/* A typical step: that of weights which matter as much as their defaults. */
static double step_of(const struct c4e_gene *gene)
{
    double size = fabs(gene->initial) / 2, most = (gene->high - gene->low) / STEPS;

    return size > 0 && size < most ? size : most;
}

static int check_gene(const struct loading *l, const struct c4e_gene *gene, struct err *err)
{
    const char *path = l->custom.path;

    if (!gene->name || !*gene->name || strlen(gene->name) > NAME_MAX_LEN || !gene->help)
        return err_set(err, "%s: a gene has no name, a name that is too long, or no help", path);
    for (const char *c = gene->name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return err_set(err, "%s: the gene '%s' is not named by letters, digits and _", path,
                           gene->name);
    if (strcmp(gene->name, FACTOR) == 0)
        return err_set(err, "%s: no gene may be named " FACTOR ", which every heuristic has", path);
    if (!(gene->low < gene->high) || !(gene->initial >= gene->low && gene->initial <= gene->high) ||
        !isfinite(gene->low) || !isfinite(gene->high))
        return err_set(err, "%s: gene %s: its default %g is not between its bounds, %g and %g",
                       path, gene->name, gene->initial, gene->low, gene->high);
    for (int i = 0; i < l->rows; i++)
        if (l->row[i].name && strcmp(strchr(l->row[i].name, '.') + 1, gene->name) == 0)
            return err_set(err, "%s: gene %s is named twice", path, gene->name);
    return 0;
}

static int put_row(struct loading *l, int i, const struct c4e_gene *gene, struct err *err)
{
    struct gene_info *row = &l->row[i];

    *row = (struct gene_info){ .name = text_of(l->custom.name, gene->name),
                               .initial = gene->initial,
                               .low = gene->low,
                               .high = gene->high,
                               .scale = step_of(gene),
                               .help = strdup(gene->help) };
    return row->name && row->help ? 0 : err_shortage(err, "out of memory");
}

static int take_genes(struct loading *l, void *library, struct err *err)
{
    const struct c4e_gene factor = {
        FACTOR, 0, 0, FACTOR_MOST, "how much the heuristic counts; 0: not at all", 0
    };
    char symbol[32];

    if (put_row(l, 0, &factor, err))
        return -1;
    l->row[0].factor = true;
    l->row[0].scale = 0.2;
    for (int n = 0; n < NUMBERS_MAX; n++) {
        const struct c4e_gene *gene;

        snprintf(symbol, sizeof symbol, "c4e_gene_%d", n);
        gene = dlsym(library, symbol);
        if (!gene)
            continue;
        l->rows++;
        if (gene->index < 0 || gene->index >= CUSTOM_GENES - 1)
            return err_set(err, "%s: more than %d genes", l->custom.path, CUSTOM_GENES - 1);
        if (check_gene(l, gene, err) || put_row(l, gene->index + 1, gene, err))
            return -1;
    }
    for (int i = 1; i <= l->rows; i++)
        if (!l->row[i].name)
            return err_set(err, "%s: its genes are not numbered one after the other",
                           l->custom.path);
    l->custom.genes = l->rows;
    return 0;
}

static int check_library(struct loading *l, void *library, struct err *err)
{
    const struct c4e_about *about = dlsym(library, "c4e_about");
    const char *path = l->custom.path;

    if (!about)
        return err_set(err, "%s: it does not include <c4evolve/heuristic.h>", path);
    if (about->version != C4E_HEURISTIC_VERSION)
        return err_set(err, "%s was compiled for version %d of heuristic.h; this program has %d",
                       path, about->version, C4E_HEURISTIC_VERSION);
    if (about->columns != COLUMNS || about->rows != ROWS)
        return err_set(err, "%s is for a board of %dx%d; this program is for " BOARD_NAME, path,
                       about->columns, about->rows);
    /* ISO C knows no way from an object pointer to a function pointer; POSIX promises this one. */
    *(void **)(void *)&l->custom.evaluate = dlsym(library, "evaluate");
    if (!l->custom.evaluate)
        return err_set(
            err,
            "%s has no function evaluate: 'double evaluate(const struct c4e_position *p, "
            "const double *gene)' is missing",
            path);
    return 0;
}

/* Out of memory, glibc may say that a file is missing which is there. */
static int refuse_library(const char *path, const char *file, int number, struct err *err)
{
    const char *why = dlerror();

    if (strstr(why, strerror(ENOENT)) && strncmp(why, file, strlen(file)) == 0 &&
        access(file, R_OK) == 0)
        number = ENOMEM;
    return err_set_kind(err, err_kind_of(number), "%s cannot be loaded: %s", path, why);
}

static int open_library(struct loading *l, const char *path, struct err *err)
{
    struct custom_library *made = malloc(sizeof *made);
    void *library = NULL;
    int status;

    if (!made)
        return err_shortage(err, "out of memory");
    status = custom_build(made, path, err);
    if (status == 0) {
        l->custom.library = strdup(made->path);
        l->custom.warnings = strdup(made->warnings);
        l->custom.checksum = made->checksum;
        errno = 0;
        library = dlopen(made->path, RTLD_NOW | RTLD_LOCAL);
        status = library ? 0 : refuse_library(path, made->path, errno, err);
    }
    free(made);
    if (status)
        return -1;
    if (!l->custom.library || !l->custom.warnings)
        return err_shortage(err, "out of memory");
    return check_library(l, library, err) || take_genes(l, library, err) ? -1 : 0;
}

static char *section_of(const char *name)
{
    size_t size = sizeof CUSTOM_SECTION + strlen(name);
    char *text = malloc(size);

    if (text)
        snprintf(text, size, CUSTOM_SECTION "%s", name);
    return text;
}

/* Only what has been added is looked at by others. */
static int add(struct loading *l, struct err *err)
{
    struct family_info family = { .name = l->custom.name,
                                  .by_default = true,
                                  .help = "a heuristic of your own",
                                  .section = section_of(l->custom.name) };
    struct custom *custom = &customs[loaded];

    if (!family.section)
        return err_shortage(err, "out of memory");
    if (custom_guard_begin(err))
        return -1;
    family.linear = custom_is_linear(&l->custom, l->row + 1);
    l->custom.factor = gene_add_family(&family, l->row, l->rows + 1, err);
    if (l->custom.factor < 0)
        return err_prefix(err, l->custom.path);
    l->custom.family = (int)gene_table[l->custom.factor].family;
    *custom = l->custom;
    loaded++;
    return 0;
}

/* What cannot be loaded ends the program: its library and its genes are left as they are. */
static void forget(const struct custom *custom)
{
    free((char *)custom->name);
    free((char *)custom->path);
    free((char *)custom->library);
    free((char *)custom->warnings);
}

int custom_load(const char *path, struct err *err)
{
    struct loading l = { 0 };

    for (int i = 0; i < loaded; i++)
        if (strcmp(customs[i].path, path) == 0)
            return 0;
    if (loaded == CUSTOM_MAX)
        return err_set(err, "more than %d heuristics", CUSTOM_MAX);
    /* What is loaded stays. */
    if (take_name(&l, path, err) || open_library(&l, path, err) || add(&l, err)) {
        forget(&l.custom);
        return -1;
    }
    return 0;
}

void custom_genome(struct genome *genome, const struct custom *custom)
{
    genome_init(genome);
    genome->gene[custom->factor] = 1;
    genome->families = 1u << custom->family;
}

int custom_read(struct genome *genome, const char *name, struct err *err)
{
    const struct custom *custom = custom_find(name);

    if (!custom)
        return genome_read(genome, name, err);
    custom_genome(genome, custom);
    return 0;
}

/* In units, for the viewer. */
static int32_t sum_value(const struct custom_use *use, uint64_t first, uint64_t all,
                         enum side viewer)
{
    double sum = 0;

    for (int i = 0; i < loaded; i++)
        if (use->factor[i] != 0)
            sum += use->factor[i] * custom_value(&customs[i], use, first, all, viewer);
    return custom_units(sum);
}

void custom_use_of(struct custom_use *use, const double gene[GENE_COUNT])
{
    struct line line[LINES];
    bool used = false;

    *use = (struct custom_use){ 0 };
    for (int i = 0; i < loaded; i++) {
        use->factor[i] = gene[customs[i].factor];
        used |= use->factor[i] != 0;
    }
    if (!used)
        return;
    use->value = sum_value;
    memcpy(use->gene, gene + GENE_ADDED, sizeof use->gene);
    lines_list(line);
    for (int i = 0; i < LINES; i++)
        use->line[i] = line_cells(&line[i]);
}

double custom_ask(const struct custom *custom, const double *gene, const uint64_t line[LINES],
                  uint64_t first, uint64_t all, enum side viewer)
{
    const struct c4e_position p = { .disc = { first, first ^ all },
                                    .line = line,
                                    .viewer = (int)viewer,
                                    .mover = bit_count(all) % 2,
                                    .plies = bit_count(all) };
    struct custom_call *call = custom_guard_call();
    double value;

    call->first = first;
    call->all = all;
    call->viewer = (int)viewer;
    call->number++;
    call->custom = custom;
    value = custom->evaluate(&p, gene);
    if (!(fabs(value) <= CUSTOM_LIMIT))
        custom_guard_refuse(call, value);
    call->custom = NULL;
    return value;
}

double custom_value(const struct custom *custom, const struct custom_use *use, uint64_t first,
                    uint64_t all, enum side viewer)
{
    return custom_ask(custom, use->gene + (custom->factor + 1 - GENE_ADDED), use->line, first, all,
                      viewer);
}
