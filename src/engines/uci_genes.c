#include "engines/uci_genes.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/quote.h"
#include "base/utf8.h"
#include "engines/uci_engine.h"
#include "engines/uci_player.h"

#define ENGINES_MAX (FAMILY_COUNT - FAMILY_ADDED)
#define GENES_MAX   (GENE_COUNT - GENE_ADDED)
#define PLAYS       "plays"
#define STEPS       20.0   /* mutations from one bound of a spin to the other */
#define FREE_BOUND  1000.0 /* of strings, which have no bounds; ten times a larger default */
#define LARGEST     1e15 /* beyond this whole numbers are not exact, and sums are infinite at last */

struct tuned {
    char *name, *text;
    struct uci_spec *spec; /* without values */
    int family, first;     /* gene: whether a genome is this engine */
    int genes;
    bool whole[GENES_MAX]; /* by gene: its values are whole numbers */
};

/* These change only while engines are loaded, before anything else happens. */
static struct tuned engines[ENGINES_MAX];
static int loaded;

/* Options that every engine has for other purposes. */
static bool is_technical(const char *name)
{
    static const char *const names[] = { "Hash", "Threads", "MultiPV", "Move Overhead", NULL };
    static const char *const begins[] = { "UCI_", "Syzygy", NULL };

    for (int i = 0; names[i]; i++)
        if (strcasecmp(names[i], name) == 0)
            return true;
    for (int i = 0; begins[i]; i++)
        if (strncasecmp(begins[i], name, strlen(begins[i])) == 0)
            return true;
    return false;
}

/* Names are keys of genome files, and are shown in terminals. */
static bool can_be_key(const char *name)
{
    if (!*name || strlen(name) > 60 || strpbrk(name, "=:;#[]\",'") || *name == ' ')
        return false;
    for (; *name; name += utf8_length(name))
        if (utf8_length(name) == 0 || utf8_is_control(name))
            return false;
    return true;
}

/* A part of an option line: what follows the word, up to the next word of the protocol. */
static bool take_part(const char *line, const char *word, char *part, size_t size)
{
    static const char *const words[] = { " type ", " default ", " min ", " max ", " var " };
    const char *at = strstr(line, word);
    size_t length;

    if (!at)
        return false;
    at += strlen(word);
    length = strlen(at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *next = strstr(at, words[i]);

        if (next && (size_t)(next - at) < length)
            length = (size_t)(next - at);
    }
    while (length > 0 && isspace((unsigned char)at[length - 1]))
        length--;
    snprintf(part, size, "%.*s", (int)length, at);
    return true;
}

static bool take_number(const char *line, const char *word, double *number)
{
    char part[64];

    return take_part(line, word, part, sizeof part) && num_parse_double(part, number) == 0;
}

/* An engine on its way in. */
struct reading {
    struct tuned *engine;
    struct gene_info row[GENES_MAX];
    int rows; /* with the first, which is not an option */
    const char *tune;
    bool full, starved;
    char wrong[192]; /* what is wrong with an option; "" */
};

/* Whether the option was asked for: names separated by +. */
static bool is_wanted(const char *tune, const char *name)
{
    size_t length = strlen(name);

    if (!tune)
        return true;
    for (; *tune; tune += strcspn(tune, "+"), tune += *tune == '+')
        if (strncasecmp(tune, name, length) == 0 && (tune[length] == '+' || !tune[length]))
            return true;
    return false;
}

static void add_row(struct reading *r, const char *name, double initial, double low, double high,
                    double scale, bool whole, const char *help)
{
    size_t size = strlen(r->engine->name) + strlen(name) + 2;
    char *full = malloc(size);

    if (r->rows == GENES_MAX) {
        r->full = true;
        free(full);
        return;
    }
    if (!full) {
        r->starved = true;
        return;
    }
    snprintf(full, size, "%s.%s", r->engine->name, name);
    r->engine->whole[r->rows] = whole;
    r->row[r->rows++] = (struct gene_info){
        .name = full, .initial = initial, .low = low, .high = high, .scale = scale, .help = help
    };
}

/* Whether it can be tuned. The first wrong one is told. */
static bool check_option(struct reading *r, const char *name, double initial, double low,
                         double high)
{
    for (int i = 1; i < r->rows && !r->wrong[0]; i++)
        if (strcasecmp(strchr(r->row[i].name, '.') + 1, name) == 0)
            snprintf(r->wrong, sizeof r->wrong, "the engine lists the option '%s' twice", name);
    if (!r->wrong[0] && low > high)
        snprintf(r->wrong, sizeof r->wrong,
                 "option '%s': its lowest value, %g, is above its highest, %g", name, low, high);
    else if (!r->wrong[0] && (initial < low || initial > high))
        snprintf(r->wrong, sizeof r->wrong,
                 "option '%s': its default %g is not between its bounds, %g and %g", name, initial,
                 low, high);
    return !r->wrong[0] && low < high;
}

static void take_option(void *context, const char *line)
{
    struct reading *r = context;
    double initial, low = -FREE_BOUND, high = FREE_BOUND, scale;
    char name[80], type[16];
    bool spin;

    if (!take_part(line, "option name ", name, sizeof name) || !can_be_key(name) ||
        !take_part(line, " type ", type, sizeof type) || !is_wanted(r->tune, name) ||
        (!r->tune && is_technical(name)) || !take_number(line, " default ", &initial))
        return;
    if (fabs(initial) > FREE_BOUND) {
        low = -10 * fabs(initial);
        high = 10 * fabs(initial);
    }
    spin = strcmp(type, "spin") == 0;
    if (!spin && strcmp(type, "string") != 0)
        return;
    if (spin && (!take_number(line, " min ", &low) || !take_number(line, " max ", &high)))
        return;
    if (fabs(low) > LARGEST || fabs(high) > LARGEST || !check_option(r, name, initial, low, high))
        return;
    scale = initial != 0 ? fabs(initial) / 2 : 1;
    if (spin)
        scale = fmax((high - low) / STEPS, fmin(1, (high - low) / 4));
    add_row(r, name, initial, low, high, scale, spin,
            spin ? "option of the engine, a whole number" : "option of the engine, a number");
}

/* The last part of a path; "" for NULL. */
static const char *file_of(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path ? path : "";
}

const char *uci_genes_name(const char *text, char buf[ENGINE_NAME_SIZE])
{
    char copy[4096], *rest = copy, *keys;
    const char *word[2], *from;
    size_t n = 0;

    if (strncmp(text, UCI_PREFIX, strlen(UCI_PREFIX)) == 0)
        text += strlen(UCI_PREFIX);
    snprintf(copy, sizeof copy, "%s", text);
    keys = uci_keys_begin(copy);
    if (keys)
        keys[-1] = '\0';
    for (int i = 0; i < 2; i++)
        word[i] = file_of(quote_next(&rest, " \t"));
    /* python3 bot.py is called bot */
    from = strchr(word[1], '.') ? word[1] : word[0];
    for (from += strspn(from, "."); *from && *from != '.' && n < ENGINE_NAME_SIZE - 1; from++)
        buf[n++] = isalnum((unsigned char)*from) ? *from : '_';
    buf[n] = '\0';
    return buf;
}

static struct tuned *find(const char *name)
{
    for (int i = 0; i < loaded; i++)
        if (strcmp(engines[i].name, name) == 0)
            return &engines[i];
    return NULL;
}

bool uci_genes_known(const char *name)
{
    return find(name) != NULL;
}

void uci_genes_print(FILE *out, const char *name, const char *here)
{
    const struct tuned *e = find(name);
    const char *keys = uci_keys_begin(e->text + strlen(UCI_PREFIX));

    fputs(UCI_PREFIX, out);
    uci_spec_print(out, e->spec, here);
    if (keys)
        fprintf(out, ":%s", keys);
}

static int set_keys(struct uci_spec *spec, char *keys, struct err *err)
{
    char *rest = keys, *item;

    while (rest && (item = strtok_r(rest, ",", &rest))) {
        char *value = strchr(item, '=');

        if (!value)
            return err_set(err, "'%s' is not key=value", item);
        *value++ = '\0';
        if (uci_spec_set(spec, item, value, err))
            return -1;
    }
    return 0;
}

/* The engine by its text: a command and keys. */
static struct uci_spec *make_spec(const char *text, const char *folder, struct err *err)
{
    char *copy = strdup(text + strlen(UCI_PREFIX)), *keys, path[4096];
    struct uci_spec *spec;
    bool ok;

    if (!copy) {
        err_shortage(err, "out of memory");
        return NULL;
    }
    keys = uci_keys_begin(copy);
    if (keys)
        keys[-1] = '\0';
    spec = uci_spec_new(copy, err);
    ok = spec && set_keys(spec, keys, err) == 0;
    if (ok && *folder && strchr(spec->argv[0], '/') && spec->argv[0][0] != '/') {
        snprintf(path, sizeof path, "%s%s", folder,
                 spec->argv[0] + 2 * (strncmp(spec->argv[0], "./", 2) == 0));
        ok = uci_spec_place(spec, path, err) == 0;
    }
    free(copy);
    if (ok)
        return spec;
    uci_spec_drop(spec);
    return NULL;
}

/* What can be wrong with the options that were read. */
static int check_rows(const struct reading *r, struct err *err)
{
    if (r->starved)
        return err_shortage(err, "out of memory");
    if (r->wrong[0])
        return err_set(err, "%s", r->wrong);
    if (r->full)
        return err_set(err, "more than %d options: name some with tune=NAME+NAME", GENES_MAX - 1);
    if (r->rows > 1)
        return 0;
    return err_set(err,
                   r->tune ? "the engine has no option '%s' that is a number"
                           : "the engine has no options to tune: it lists no spin, and no "
                             "string that holds a number%s",
                   r->tune ? r->tune : "");
}

static int add(struct reading *r, struct err *err)
{
    struct tuned *e = r->engine;
    struct family_info family = { .name = e->name, .help = "an engine of your own: its options" };
    size_t size = sizeof ENGINE_SECTION + strlen(e->name);
    char *section;

    if (check_rows(r, err))
        return -1;
    section = malloc(size);
    if (!section)
        return err_shortage(err, "out of memory");
    snprintf(section, size, ENGINE_SECTION "%s", e->name);
    family.section = section;
    r->row[0].factor = true;
    e->genes = r->rows - 1;
    e->first = gene_add_family(&family, r->row, r->rows, err);
    if (e->first < 0) {
        free(section);
        return -1;
    }
    e->family = (int)gene_table[e->first].family;
    loaded++;
    return 0;
}

/* Every name that tune gives must be there. */
static int check_tune(const struct reading *r, struct err *err)
{
    char name[80];

    for (const char *at = r->tune; at && *at; at += strcspn(at, "+"), at += *at == '+') {
        bool found = false;

        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "+"), at);
        for (int i = 1; i < r->rows; i++)
            found |= strcasecmp(strchr(r->row[i].name, '.') + 1, name) == 0;
        if (!found)
            return err_set(err, "tune: the engine has no option '%s' that is a number", name);
    }
    return 0;
}

static int read_engine(struct reading *r, const char *folder, struct err *err)
{
    if (!r->engine->name || !r->engine->text)
        return err_shortage(err, "out of memory");
    r->engine->spec = make_spec(r->engine->text, folder, err);
    if (!r->engine->spec)
        return -1;
    r->tune = r->engine->spec->tune;
    add_row(r, PLAYS, 0, 0, 1, 1, false, "1 if the genome is this engine");
    if (uci_engine_options(r->engine->spec, take_option, r, err) || check_tune(r, err))
        return -1;
    return add(r, err);
}

static void abandon(struct reading *r)
{
    for (int i = 0; i < r->rows; i++)
        free((char *)r->row[i].name);
    free(r->engine->name);
    free(r->engine->text);
    uci_spec_drop(r->engine->spec);
    *r->engine = (struct tuned){ 0 };
}

int uci_genes_load(const char *text, const char *folder, struct err *err)
{
    struct reading r = { .engine = &engines[loaded] };
    char name[ENGINE_NAME_SIZE];

    for (int i = 0; i < loaded; i++)
        if (strcmp(engines[i].text, text) == 0)
            return 0;
    if (strncmp(text, UCI_PREFIX, strlen(UCI_PREFIX)) != 0)
        return err_set(err, "%s: an engine is written as uci:COMMAND", text);
    if (loaded == ENGINES_MAX)
        return err_set(err, "more than %d engines", ENGINES_MAX);
    if (!*uci_genes_name(text, name))
        return err_set(err, "%s: its genes are named after the program, which has no name", text);
    *r.engine = (struct tuned){ .name = strdup(name), .text = strdup(text) };
    if (read_engine(&r, folder, err)) {
        abandon(&r);
        return err_prefix(err, text);
    }
    return 0;
}

static struct tuned *used_by(const double gene[GENE_COUNT])
{
    for (int i = 0; i < loaded; i++)
        if (gene[engines[i].first] != 0)
            return &engines[i];
    return NULL;
}

bool uci_genes_used(const double gene[GENE_COUNT])
{
    return used_by(gene) != NULL;
}

/* The engine of which the gene is an option; or NULL. */
static const struct tuned *engine_of(int gene)
{
    for (int i = 0; i < loaded; i++)
        if (gene > engines[i].first && gene <= engines[i].first + engines[i].genes)
            return &engines[i];
    return NULL;
}

bool uci_genes_option(int gene)
{
    return engine_of(gene) != NULL;
}

double uci_genes_sent(int gene, double value)
{
    const struct tuned *e = engine_of(gene);

    return e && e->whole[gene - e->first] ? round(value) : value;
}

/* The value of an option, as it is sent. */
static const char *option_text(const struct tuned *e, int i, double value, char *text)
{
    if (e->whole[i])
        snprintf(text, NUM_TEXT_SIZE, "%.0f", round(value));
    else
        num_format(value, text);
    return text;
}

int uci_genes_spec(struct uci_spec **spec, const double gene[GENE_COUNT], struct err *err)
{
    const struct tuned *e = used_by(gene);

    *spec = e ? uci_spec_copy(e->spec, err) : NULL;
    if (!e)
        return 0;
    for (int i = 1; *spec && i <= e->genes; i++) {
        char text[NUM_TEXT_SIZE];

        if (uci_spec_option(*spec, gene_short_name(e->first + i),
                            option_text(e, i, gene[e->first + i], text), err)) {
            uci_spec_drop(*spec);
            *spec = NULL;
        }
    }
    return *spec ? 0 : -1;
}

void uci_genes_genome(struct genome *genome, const char *name)
{
    const struct tuned *e = find(name);

    genome_init(genome);
    genome->gene[e->first] = 1;
    genome->families = 1u << e->family;
}

void uci_genes_write(FILE *out, const double gene[GENE_COUNT])
{
    const struct tuned *e = used_by(gene);

    for (int i = 1; e && i <= e->genes; i++) {
        char text[NUM_TEXT_SIZE];

        fprintf(out, "setoption name %s value %s\n", gene_short_name(e->first + i),
                option_text(e, i, gene[e->first + i], text));
    }
}
