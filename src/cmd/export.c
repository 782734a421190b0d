#include "cmd/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/contender.h"
#include "export/export.h"
#include "report/lineage.h"
#include "base/replacement.h"

struct export_options {
    const char *form_name, *out;
    const struct export_form *form;
    int depth;
    uint64_t nodes;
};

/* The player with the limits of the command line; the caller frees it. */
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

/* The same with the genome or the run named from the root, for use in any folder. */
static char *absolute_text(const char *text, struct err *err)
{
    size_t length = strcspn(text, ":"), size;
    char name[PATH_MAX], path[PATH_MAX], folder[PATH_MAX] = "";
    char *full;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (player_genome_path(name, path, sizeof path, err))
        return NULL;
    if (path[0] != '/' && !getcwd(folder, sizeof folder)) {
        err_set(err, "the working folder: %s", strerror(errno));
        return NULL;
    }
    if (strchr(folder, ':')) {
        err_set(err, "%s: a path with a colon cannot be written in a player", folder);
        return NULL;
    }
    size = strlen(folder) + strlen(path) + strlen(text + length) + 2;
    full = malloc(size);
    if (full)
        snprintf(full, size, "%s%s%s%s", folder, *folder ? "/" : "", path, text + length);
    else
        err_set(err, "out of memory");
    return full;
}

/* Where this program is; by its bare name if nobody knows. */
static void find_program(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

    snprintf(path + (length > 0 ? length : 0), (size_t)(PATH_MAX - (length > 0 ? length : 0)), "%s",
             length > 0 ? "" : "c4evolve");
}

/* Anything but a file, such as a pipe, is written to as it is. */
static bool is_special(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static int write_special(const struct export_input *in, const struct export_options *o,
                         struct err *err)
{
    FILE *out = fopen(o->out, "w");
    int status = out ? o->form->write(in, out, err) : 0;

    if (!out)
        return err_set(err, "%s: %s", o->out, strerror(errno));
    if ((fflush(out) || ferror(out)) && status == 0)
        status = err_set(err, "%s cannot be written: %s", o->out, strerror(errno));
    fclose(out);
    return status;
}

static int write_file(const struct export_input *in, const struct export_options *o,
                      struct err *err)
{
    const char *slash = strrchr(o->out, '/');
    char dir[PATH_MAX];
    struct replacement file;

    if (is_special(o->out))
        return write_special(in, o, err);
    snprintf(dir, sizeof dir, "%.*s", slash ? (int)(slash - o->out) : 1, slash ? o->out : ".");
    if (replacement_begin(&file, slash == o->out ? "/" : dir, slash ? slash + 1 : o->out, err))
        return -1;
    if (o->form->write(in, file.out, err)) {
        replacement_cancel(&file);
        return -1;
    }
    if (o->form->executable) {
        mode_t mask = umask(0);

        umask(mask);
        fchmod(fileno(file.out), 0777 & ~mask);
    }
    return replacement_finish(&file, err);
}

/* Of a run's champion; other genomes have comments of their own. */
static int read_ancestry(struct contender *contender, const char *text,
                         const struct export_options *o, struct err *err)
{
    bool full = strcmp(o->form->name, "ini") == 0;
    char dir[PATH_MAX];

    snprintf(dir, sizeof dir, "%.*s", (int)strcspn(text, ":"), text);
    return lineage_read_comment(&contender->player.genome, dir, full ? LINEAGE_FULL : LINEAGE_SHORT,
                                err);
}

/* Wrong input ends with 2, a file that cannot be written with 1. */
static int run(const char *text, const struct export_options *o)
{
    char *full = player_text(text, o), *absolute = NULL;
    struct contender contender = { 0 };
    struct export_input in = { .player = &contender.player };
    char program[PATH_MAX];
    struct err err = { "out of memory" };
    int code = EXIT_USAGE;

    find_program(program);
    in.program = program;
    if (full && contender_parse(&contender, full, &err) == 0) {
        if (!contender.player.has_genome)
            err_set(&err, "%s: has no genome to export", text);
        else if (o->form->check(&contender.player, &err) == 0 &&
                 (!contender.champion || read_ancestry(&contender, text, o, &err) == 0))
            absolute = absolute_text(full, &err);
    }
    if (absolute) {
        struct err why;

        in.text = absolute;
        code = EXIT_DONE;
        if (o->out ? write_file(&in, o, &why) : o->form->write(&in, stdout, &why))
            code = cli_fail(EXIT_FAILED, &why);
    } else {
        cli_fail(EXIT_USAGE, &err);
    }
    contender_release(&contender);
    free(absolute);
    free(full);
    return code;
}

static int check_options(struct export_options *o, struct err *err)
{
    if (!o->form_name)
        return err_set(err, "--as FORM is needed: ini, c or uci");
    o->form = export_find(o->form_name);
    if (!o->form)
        return err_set(err, "--as: '%s' is not ini, c or uci", o->form_name);
    if (o->depth && o->nodes)
        return err_set(err, "--depth and --nodes exclude each other");
    if ((o->depth || o->nodes) && !o->form->limits)
        return err_set(err, "a genome has no limits: --depth and --nodes go with --as c or uci");
    return 0;
}

int cmd_export(int argc, char **argv)
{
    struct export_options o = { 0 };
    const struct option_row options[] = {
        { "--as", "FORM", "ini, c or uci", OPTION_TEXT, &o.form_name, 0, 0 },
        { "--depth", "D", "how deep it looks ahead; default 5", OPTION_INT, &o.depth, 1,
          DEPTH_LIMIT },
        { "--nodes", "N", "looks ahead step by step until so many nodes are used", OPTION_U64,
          &o.nodes, 1, 0 },
        { "-o", "FILE", "where it is written; default standard output", OPTION_TEXT, &o.out, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "export",
        .arguments = "RUN|GENOME --as ini|c|uci [OPTIONS]",
        .about =
            "Hands a genome, or the champion of a run, to others.\n\n"
            "  ini  the genome, with its ancestry in comments\n"
            "  c    one C file that needs nothing but libc and is the player: compiled with\n"
            "       cc -O2, it plays in the terminal, tells its move in a position, and speaks\n"
            "       UCI; its moves are those of the genome in c4evolve\n"
            "  uci  a script that runs 'c4evolve uci' with the player, for chess front ends; it\n"
            "       works in any folder as long as program and genome stay where they are\n\n"
            "Keys of a player may follow the genome, see 'c4evolve help players'.",
        .examples = "  c4evolve export reports/gen3 --as c --depth 8 -o player.c\n"
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
