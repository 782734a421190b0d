#include "cmd/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/player_arg.h"
#include "export/export.h"
#include "report/lineage.h"
#include "base/draft.h"
#include "base/replacement.h"

#define FORM_NAMES 64

struct export_options {
    const char *form_name, *out, *against;
    const struct export_form *form;
    int depth;
    uint64_t nodes;
};

/* The player with the limits of the command line. The caller frees it. */
static char *player_text(const char *text, const struct export_options *o)
{
    size_t size = strlen(text) + 64;
    char *full = malloc(size);
    const char *mark = strchr(text, ':') ? "," : ":";

    if (!full)
        return NULL;
    if (o->depth)
        snprintf(full, size, "%s%sdepth=%d", text, mark, o->depth);
    else if (o->nodes)
        snprintf(full, size, "%s%snodes=%llu", text, mark, (unsigned long long)o->nodes);
    else
        snprintf(full, size, "%s", text);
    return full;
}

/* The same with an absolute path of the genome or the run, for use in any folder. */
static char *absolute_text(const char *text, struct err *err)
{
    size_t length = strcspn(text, ":"), size;
    char name[PATH_MAX], path[PATH_MAX], folder[PATH_MAX] = "";
    char *full;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (player_genome_path(name, path, sizeof path, err))
        return NULL;
    if (custom_find(name))
        return strdup(text);
    if (path[0] != '/' && !getcwd(folder, sizeof folder)) {
        err_file(err, "working folder", errno);
        return NULL;
    }
    if (strchr(folder, ':')) {
        err_set(err, "%s: the path of a genome cannot have a colon", folder);
        return NULL;
    }
    size = strlen(folder) + strlen(path) + strlen(text + length) + 2;
    full = malloc(size);
    if (full)
        snprintf(full, size, "%s%s%s%s", folder, *folder ? "/" : "", path, text + length);
    else
        err_shortage(err, "out of memory");
    return full;
}

/* The path of this program, or its bare name where the system does not tell. */
static void find_program(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

    snprintf(path + (length > 0 ? length : 0), (size_t)(PATH_MAX - (length > 0 ? length : 0)), "%s",
             length > 0 ? "" : "c4evolve");
}

/* A device or pipe keeps the permissions that it has. */
static void make_executable(int fd)
{
    mode_t mask = umask(0);
    struct stat st;

    umask(mask);
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        fchmod(fd, 0777 & ~mask);
}

static int write_file(const struct export_input *in, const struct export_options *o,
                      struct err *err)
{
    struct replacement file;

    if (replacement_at(&file, o->out, err))
        return -1;
    if (o->form->write(in, file.out, err)) {
        replacement_cancel(&file);
        return -1;
    }
    if (o->form->executable)
        make_executable(file.output.fd);
    return replacement_finish(&file, err);
}

/* For a genome of a run; other genomes have comments of their own. */
static int read_ancestry(struct player_arg *arg, const char *text, const struct export_options *o,
                         struct err *err)
{
    enum lineage_length length = o->form->full_ancestry ? LINEAGE_FULL : LINEAGE_SHORT;
    char name[PATH_MAX], dir[PATH_MAX];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    player_arg_run(name, dir, sizeof dir);
    return lineage_read_comment(&arg->player.genome, dir, arg->named ? arg->champion : 0, length,
                                err);
}

/* A genome whose genes were changed on the command line is not the one that its comment is about:
 * says so. */
static int note_changes(struct genome *genome, const char *text, struct err *err)
{
    const char *keys = strchr(text, ':');
    struct draft draft;
    char *changed, *word, *rest;
    int n = 0;

    if (!keys || !genome->comment)
        return 0;
    changed = strdup(keys + 1);
    if (!changed || draft_open(&draft, err)) {
        free(changed);
        return err_shortage(err, "out of memory");
    }
    fprintf(draft.out, "; Made from %.*s with other values of", (int)(keys - text), text);
    for (word = strtok_r(changed, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        word[strcspn(word, "=")] = '\0';
        if (gene_find(word) >= 0)
            fprintf(draft.out, "%s %s", n++ ? "," : "", word);
    }
    fprintf(draft.out, ". What follows is about the original.\n;\n%s", genome->comment);
    free(changed);
    if (n == 0) {
        draft_release(&draft);
        return 0;
    }
    free(genome->comment);
    genome->comment = draft_take(&draft, err);
    return genome->comment ? 0 : -1;
}

/* Reads a player that can be exported; `full` is its text with the limits of the command line. */
static int read_player(struct player_arg *arg, const char *text, const char *full,
                       const struct export_options *o, struct err *err)
{
    if (player_arg_parse(arg, full, err))
        return -1;
    if (!arg->player.has_genome)
        return err_set(err, "%s has no genome to export", text);
    if (o->form->check(&arg->player, err) || (arg->champion && read_ancestry(arg, text, o, err)))
        return -1;
    return note_changes(&arg->player.genome, text, err);
}

/* The second player, if there is one. */
static int read_against(struct player_arg *arg, const struct export_options *o, struct err *err)
{
    char *full;
    int status;

    if (!o->against)
        return 0;
    full = player_text(o->against, o);
    if (!full)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory");
    status = read_player(arg, o->against, full, o, err);
    free(full);
    return status;
}

/* The exit code is 2 for wrong input and 1 for a file that cannot be written. */
static int run(const char *text, const struct export_options *o)
{
    char *full = player_text(text, o), *absolute = NULL;
    struct player_arg arg = { 0 }, against = { 0 };
    struct export_input in = { .player = &arg.player };
    char program[PATH_MAX];
    struct err err = { "out of memory", ERR_SHORTAGE };
    int code;

    find_program(program);
    in.program = program;
    if (full && read_player(&arg, text, full, o, &err) == 0 && read_against(&against, o, &err) == 0)
        absolute = absolute_text(full, &err);
    if (absolute) {
        struct err why;

        in.text = absolute;
        in.against = o->against ? &against.player : NULL;
        code = EXIT_DONE;
        if (o->out ? write_file(&in, o, &why) : o->form->write(&in, stdout, &why))
            code = cli_fail(EXIT_FAILED, &why);
    } else {
        code = cli_fail(EXIT_USAGE, &err);
    }
    player_arg_release(&arg);
    player_arg_release(&against);
    free(absolute);
    free(full);
    return code;
}

/* "ini, c, html, python or uci": all forms, or those that take a depth. */
static const char *form_names(bool with_limits, char text[FORM_NAMES])
{
    int left = 0;

    for (const struct export_form *f = export_forms; f->name; f++)
        left += f->limits || !with_limits;
    text[0] = '\0';
    for (const struct export_form *f = export_forms; f->name; f++) {
        size_t used = strlen(text);

        if (!f->limits && with_limits)
            continue;
        left--;
        snprintf(text + used, FORM_NAMES - used, "%s%s", f->name,
                 left > 1    ? ", "
                 : left == 1 ? " or "
                             : "");
    }
    return text;
}

static int check_options(struct export_options *o, struct err *err)
{
    char names[FORM_NAMES];

    if (!o->form_name)
        return err_set(err, "--as FORM is missing: %s", form_names(false, names));
    o->form = export_find(o->form_name);
    if (!o->form)
        return err_set(err, "--as: '%s' is not %s", o->form_name, form_names(false, names));
    if (o->depth && o->nodes)
        return err_set(err, "--depth and --nodes cannot be combined");
    if ((o->depth || o->nodes) && !o->form->limits)
        return err_set(err,
                       "--depth and --nodes need --as %s: with --as %s only the genome is written",
                       form_names(true, names), o->form->name);
    if (o->against && !o->form->two)
        return err_set(err, "--against needs --as html");
    return 0;
}

static void print_forms(FILE *out)
{
    for (const struct export_form *f = export_forms; f->name; f++)
        cli_print_row(out, f->name, 4, f->help);
}

int cmd_export(int argc, char **argv)
{
    struct export_options o = { 0 };
    const struct option_row options[] = {
        { "--as", "FORM", "one of the forms above", OPTION_TEXT, &o.form_name, 0, 0 },
        { "--depth", "D", "plies that the player searches; default 5", OPTION_INT, &o.depth, 1,
          DEPTH_LIMIT },
        { "--nodes", "N", "deepens the search until N nodes are used", OPTION_U64, &o.nodes, 1, 0 },
        { "--against", "RUN|GENOME", "with --as html: a second genome or run in the same page",
          OPTION_TEXT, &o.against, 0, 0 },
        { "-o", "FILE", "file to write; default: standard output", OPTION_TEXT, &o.out, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "export",
        .arguments = "RUN|GENOME --as FORM [OPTIONS]",
        .about =
            "Writes a genome, or the champion of a run, for use outside c4evolve. Player keys may\n"
            "follow the genome; see 'c4evolve help players'. Forms:",
        .list = print_forms,
        .examples = "  c4evolve export reports/gen3 --as c --depth 8 -o player.c\n"
                    "  c4evolve export reports/gen3 --as html --depth 8 -o play.html\n"
                    "  c4evolve export champion --against fevalb --as html -o play.html\n"
                    "  c4evolve export fevalb:win=flat --as uci --nodes 100000 -o engine\n"
                    "  c4evolve export reports/gen3 --as ini\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (check_options(&o, &err))
        return cli_fail(EXIT_USAGE, &err);
    return run(argv[1], &o);
}
