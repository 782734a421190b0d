#include "cmd/evolve_from.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/player.h"
#include "base/data.h"
#include "base/draft.h"
#include "base/num.h"
#include "base/utf8.h"
#include "cmd/loaded.h"
#include "engines/uci_genes.h"
#include "heuristic/custom.h"
#include "base/quote.h"
#include "evolve/config.h"

/* Hand-picked genomes to train against, and others that only the verdict knows: one of each
 * study. */
static const char *const opponents[] = {
    "lines",   "coward-lines", "height-lines", "hw-lines", "weight-lines", "coward-dots",    "dots",
    "hw-dots", "weight-dots",  "fevala",       "fevalb",   "sethi-cubed",  "sethi-monopoly", NULL
};
static const char *const references[] = { "height-dots", "fevalc",    "rusak-tuned",
                                          "cs7is2",      "sethi-sum", NULL };

/* If there is time for a few only; their number is FEW_OPPONENTS and so on in evolve_budget.c. */
static const char *const few_opponents[] = { "lines", "fevala", "sethi-cubed", NULL };
static const char *const few_references[] = { "fevalc", "rusak-tuned", NULL };

struct from {
    const struct evolve_from *options;
    const struct evolve_budget *budget;
    struct genome genome;
    char path[DATA_PATH_SIZE];
    char name[64]; /* of the run */
    FILE *out;
};

/* Nothing that goes into a config may hold the end of a line. */
static int check_text(const char *text, struct err *err)
{
    for (const char *c = text; c && *c; c += utf8_length(c) ? utf8_length(c) : 1)
        if (utf8_is_control(c))
            return err_set(err, "%s: a config cannot name what has control characters in it", text);
    return 0;
}

/* The whole path of a genome, so that it does not matter where the config lies. */
static int find_file(const char *genome, char path[DATA_PATH_SIZE], struct err *err)
{
    char found[DATA_PATH_SIZE], here[DATA_PATH_SIZE] = "";

    if (player_genome_path(genome, found, sizeof found, err))
        return -1;
    if (custom_find(found) || uci_genes_known(found)) {
        snprintf(path, DATA_PATH_SIZE, "%s", found);
        return 0;
    }
    if (found[0] != '/' && !getcwd(here, sizeof here))
        return err_file(err, ".", errno);
    if (snprintf(path, DATA_PATH_SIZE, "%s%s%s", here, here[0] ? "/" : "", found) >= DATA_PATH_SIZE)
        return err_set(err, "%s: the path is too long", found);
    return check_text(path, err);
}

/* A word of a list of files: patterns and spaces in it are meant literally. */
static void print_path(FILE *out, const char *path)
{
    for (; *path; path++) {
        if (strchr("\\*?[], \t;", *path))
            fputc('\\', out);
        fputc(*path, out);
    }
}

static void print_file(const struct from *f, const char *path)
{
    fputs("\n    ", f->out);
    print_path(f->out, path);
}

/* Those that come with the program and fit the board; the user's own of that name goes first. */
static void print_shipped(const struct from *f, const char *const *names)
{
    for (; *names; names++) {
        char sought[128], path[DATA_PATH_SIZE];
        struct genome genome;
        struct err err;

        snprintf(sought, sizeof sought, "genomes/%s.ini", *names);
        if (strcmp(*names, f->name) == 0 || !data_find(sought, DATA_SHIPPED, path) ||
            genome_read(&genome, path, &err))
            continue;
        genome_release(&genome);
        print_file(f, path);
    }
}

static int print_opponents(const struct from *f, struct err *err)
{
    fputs("opponents =", f->out);
    print_file(f, f->path);
    for (size_t i = 0; i < f->options->opponents; i++) {
        const char *name = f->options->against[i];
        char path[DATA_PATH_SIZE];

        if (player_without_genome(name)) {
            print_file(f, name);
            continue;
        }
        if (find_file(name, path, err))
            return -1;
        print_file(f, path);
    }
    if (f->options->opponents == 0)
        print_shipped(f, f->budget->few ? few_opponents : opponents);
    fputc('\n', f->out);
    return 0;
}

/* Whether the genome uses a heuristic or an engine of the user's. */
static bool uses_family(const struct from *f, int family)
{
    for (int g = GENE_ADDED; g < gene_count(); g++)
        if ((int)gene_table[g].family == family)
            return genome_uses(&f->genome, g);
    return false;
}

static int print_heuristic(const struct from *f, const struct custom *c, struct err *err)
{
    char here[DATA_PATH_SIZE];

    if (c->path[0] != '/' && !getcwd(here, sizeof here))
        return err_file(err, ".", errno);
    if (check_text(c->path, err) || (c->path[0] != '/' && check_text(here, err)))
        return -1;
    fputs("heuristic = ", f->out);
    if (c->path[0] != '/') {
        print_path(f->out, here);
        fputc('/', f->out);
    }
    print_path(f->out, c->path);
    fputc('\n', f->out);
    return 0;
}

static int print_engine(const struct from *f, const char *name, struct err *err)
{
    char here[DATA_PATH_SIZE];
    struct draft draft;
    int status = -1;

    if (!getcwd(here, sizeof here))
        return err_file(err, ".", errno);
    if (draft_open(&draft, err))
        return -1;
    uci_genes_print(draft.out, name, here);
    if (draft_close(&draft, err) == 0 && check_text(draft.text, err) == 0) {
        fprintf(f->out, "engine = %s\n", draft.text);
        status = 0;
    }
    draft_release(&draft);
    return status;
}

/* The programs that the genome needs: the user has named them. */
static int print_programs(const struct from *f, struct err *err)
{
    for (int i = FAMILY_ADDED; i < family_count(); i++) {
        const char *name = family_table[i].name;
        const struct custom *c = custom_find(name);

        if (uses_family(f, i) && (c ? print_heuristic(f, c, err) : print_engine(f, name, err)))
            return -1;
    }
    return 0;
}

/* Genes that say something in this genome, and with --symmetric those that they are tied to. */
static int choose_genes(const struct from *f, bool chosen[GENE_ADDED], struct err *err)
{
    struct gene_ties ties;

    memset(chosen, 0, GENE_ADDED * sizeof *chosen);
    ties_init(&ties);
    if (f->options->symmetric && ties_make_symmetric(&ties, err))
        return -1;
    for (int g = 0; g < GENE_ADDED; g++)
        if (f->genome.gene[g] != gene_table[g].initial && ties.leader[g] != TIE_HELD)
            chosen[ties.leader[g]] = true;
    return 0;
}

/* Those, and the ones that were asked for. */
static int print_genes(const struct from *f, struct err *err)
{
    bool chosen[GENE_ADDED];
    int n = 0;

    if (choose_genes(f, chosen, err))
        return -1;
    fputs("[genes]\n", f->out);
    if (print_programs(f, err))
        return -1;
    if (f->options->symmetric)
        fputs("symmetric = yes\n", f->out);
    fputs("evolve =", f->out);
    for (int i = FAMILY_ADDED; i < family_count(); i++)
        if (uses_family(f, i))
            fprintf(f->out, "%s%s", n++ % 8 == 0 ? "\n    " : " ", family_table[i].name);
    for (int g = 0; g < GENE_ADDED; g++)
        if (chosen[g])
            fprintf(f->out, "%s%s", n++ % 8 == 0 ? "\n    " : " ", gene_table[g].name);
    if (f->options->genes)
        fprintf(f->out, "\n    %s", f->options->genes);
    else if (n == 0)
        return err_set(err,
                       "%s: all genes have their defaults; name some to evolve, as in --genes line",
                       f->path);
    fputc('\n', f->out);
    return 0;
}

/* Whether a regression can find some of the genes. */
static bool has_linear(const struct from *f)
{
    char copy[1024], *rest;

    for (int g = 0; g < gene_count(); g++)
        if (g < GENE_ADDED
                ? f->genome.gene[g] != gene_table[g].initial && gene_is_linear(g)
                : family_table[gene_table[g].family].linear && genome_uses(&f->genome, g))
            return true;
    snprintf(copy, sizeof copy, "%s", f->options->genes ? f->options->genes : "");
    for (char *word = strtok_r(copy, ", \t", &rest); word; word = strtok_r(NULL, ", \t", &rest)) {
        int family = gene_family_find(word), gene = gene_find(word);

        if ((family >= 0 && family_table[family].linear) || (gene >= 0 && gene_is_linear(gene)))
            return true;
    }
    return false;
}

/* On the usual board a book makes it quick to solve positions. */
static void print_fit(const struct from *f)
{
    if (!has_linear(f) || f->budget->fit_openings == 0)
        return;
    fprintf(
        f->out,
        "\n[fit]                  ; regressions in the first generations\nevery = 1\nuntil = 2\n"
        "openings = %d\ntarget = %s\npositions = 10000\ntruth_positions = %d\nfamilies =",
        f->budget->fit_openings, BOARD_IS_USUAL ? "truth" : "games", f->budget->fit_positions);
    for (int i = 0; i < family_count(); i++)
        if (family_table[i].linear)
            fprintf(f->out, " %s", family_table[i].name);
    fputc('\n', f->out);
}

static void print_validate(const struct from *f)
{
    const struct evolve_budget *b = f->budget;

    fprintf(f->out,
            "\n[validate]\npanel = %d\nplayoff = %d\nplayoff_openings = %d\n"
            "keep_founder = yes     ; as champion, unless another one beats it\n"
            "verdict_openings = %d\ntruth =\n"
            "changes = %-12d ; what each change is worth\nagainst =",
            b->panel, b->playoff, b->playoff_openings, b->verdict_openings, b->changes);
    print_file(f, f->path);
    print_shipped(f, b->few ? few_opponents : opponents);
    print_shipped(f, b->few ? few_references : references);
    fputc('\n', f->out);
}

static int print_config(const struct from *f, struct err *err)
{
    const struct evolve_budget *b = f->budget;

    fprintf(f->out, "; c4evolve evolve --from %s\n\n", f->name);
    fprintf(f->out,
            "[run]\nname = %s\ngenerations = 100000     ; the time ends the run\n"
            "minutes = %-12.4g ; the rest of the time is for play-off and verdict\n\n",
            f->name, b->minutes);
    fprintf(f->out, "[population]\nsize = %d\nelites = 3\nfounders =", b->size);
    print_file(f, f->path);
    fputs("\n\n", f->out);
    if (print_genes(f, err))
        return -1;
    fprintf(f->out, "\n[play]\nopenings = 0\nopponent_openings = %d\n", b->openings);
    if (b->depth)
        fprintf(f->out, "depth = %d              ; deeper takes more time than there is\n",
                b->depth);
    if (print_opponents(f, err))
        return -1;
    fputs("\n[mutation]\nmethod = cloud         ; children around the top of the response surface\n"
          "\n[surface]\nstart = 3\n",
          f->out);
    print_fit(f);
    print_validate(f);
    return 0;
}

/* The name of the file, without what the name of a run cannot have. */
static void name_run(struct from *f)
{
    char name[256];

    config_genome_name(name, sizeof name, f->path);
    snprintf(f->name, sizeof f->name, "%s%.50s", name[0] == '.' ? "run" : "", name);
    for (char *c = f->name; *c; c++)
        if (*c ==
            '#') /* of a genome of a run; the folder of this one is not to be taken for that */
            *c = '-';
}

int evolve_from_minutes(const struct evolve_from *from, double *minutes, struct err *err)
{
    const char *text = from->minutes ? from->minutes : FROM_MINUTES;

    if (num_parse_double(text, minutes) || !(*minutes > 0) || *minutes > 1e6)
        return err_set(err, "--minutes: '%s' is not a number above 0", text);
    return 0;
}

char *evolve_from_config(const struct evolve_from *options, const struct evolve_budget *budget,
                         struct err *err)
{
    struct from f = { .options = options, .budget = budget };
    struct draft draft;
    char *text = NULL;

    if (find_file(options->genome, f.path, err) || player_read_genome(&f.genome, f.path, err))
        return NULL;
    name_run(&f);
    if (draft_open(&draft, err) == 0) {
        f.out = draft.out;
        if (print_config(&f, err))
            draft_release(&draft);
        else
            text = draft_take(&draft, err);
    }
    genome_release(&f.genome);
    return text;
}

static void print_option(FILE *out, const char *name, const char *value)
{
    if (!value)
        return;
    fprintf(out, " %s ", name);
    quote_shell(out, value);
}

char *evolve_from_command(const struct evolve_from *options, struct err *err)
{
    struct draft draft;

    if (draft_open(&draft, err))
        return NULL;
    fputs(FROM_OPTION " ", draft.out);
    quote_shell(draft.out, options->genome);
    print_option(draft.out, "--minutes", options->minutes);
    print_option(draft.out, "--genes", options->genes);
    if (options->symmetric)
        fputs(" --symmetric", draft.out);
    loaded_print(draft.out);
    for (size_t i = 0; i < options->opponents; i++)
        print_option(draft.out, "--against", options->against[i]);
    return draft_take(&draft, err);
}

int evolve_from_folder(char *dir, size_t size, const char *name, struct err *err)
{
    for (int i = 1; i < 10000; i++) {
        struct stat st;

        if (i == 1)
            snprintf(dir, size, "reports/%s", name);
        else
            snprintf(dir, size, "reports/%s-%d", name, i);
        if (lstat(dir, &st) != 0)
            return 0;
    }
    return err_set(err, "there are too many runs named %s in reports; name one with --out", name);
}
