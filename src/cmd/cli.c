#include "cmd/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/draft.h"
#include "base/num.h"
#include "base/quote.h"
#include "base/utf8.h"
#include "cmd/complete.h"
#include "cmd/man.h"
#include "game/forms.h"
#include "engines/uci_genes.h"
#include "engines/uci_player.h"
#include "heuristic/custom_guard.h"

/* A file that is not an INI file at all has errors in every line. */
#define ERROR_LINES 20

#define HELP_COLUMNS 84

static void print_option(const struct option_row *o)
{
    char left[64];

    snprintf(left, sizeof left, "%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    printf("  %-22s %s\n", left, o->help);
}

static void print_help(const struct cli *cli)
{
    printf("usage: c4evolve %s%s%s\n\n%s\n", cli->name, *cli->arguments ? " " : "", cli->arguments,
           cli->about);
    if (cli->list) {
        putchar('\n');
        cli->list(stdout);
    }
    printf("\noptions:\n");
    for (const struct option_row *o = cli->option; o && o->name; o++)
        print_option(o);
    printf("  %-22s %s\n", "--help", "prints this text");
    if (cli->examples)
        printf("\nexamples:\n%s", cli->examples);
}

static int refuse(const struct cli *cli, const struct err *err)
{
    cli_fail(EXIT_USAGE, err);
    fprintf(stderr, "usage: c4evolve %s %s\nTry 'c4evolve help %s'.\n", cli->name, cli->arguments,
            cli->name);
    return EXIT_USAGE;
}

/* Of a heuristic that ended the program; in a signal handler. */
static void say_last_words(const char *text)
{
    const char *const part[] = { "c4evolve: ", text, "\nc4evolve: saved games are intact\n" };

    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (write(STDERR_FILENO, part[i], strlen(part[i])) < 0)
            return;
}

static int set_option(const struct option_row *o, const char *value, struct text_list *loads,
                      struct err *err)
{
    struct text_list *list;
    long number;

    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)o->to = true;
        return 0;
    case OPTION_TEXT:
        *(const char **)o->to = value;
        return 0;
    case OPTION_INT:
        if (num_parse_long(value, &number) || number < o->low || number > o->high)
            return err_set(err, "%s: '%s' is not a whole number from %ld to %ld", o->name, value,
                           o->low, o->high);
        *(int *)o->to = (int)number;
        return 0;
    case OPTION_U64:
        if (num_parse_u64(value, o->to))
            return err_set(err, "%s: '%s' is not a whole number", o->name, value);
        return *(uint64_t *)o->to >= (uint64_t)o->low
                   ? 0
                   : err_set(err, "%s: '%s' is less than %ld", o->name, value, o->low);
    case OPTION_LIST:
    case OPTION_LOAD:
        if (o->low && strncmp(value, UCI_PREFIX, strlen(UCI_PREFIX)) != 0)
            return err_set(err, "%s: '%s' does not begin with uci: as in uci:COMMAND", o->name,
                           value);
        list = o->kind == OPTION_LIST ? o->to : loads;
        if (list->n == TEXT_LIST_MAX)
            return err_set(err, "%s: given more than %d times", o->name, TEXT_LIST_MAX);
        list->item[list->n++] = value;
        return 0;
    }
    return -1;
}

static int unknown_option(const struct cli *cli, const char *text, struct err *err)
{
    struct nearest near;
    char name[NEAREST_NAME_SIZE];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    nearest_init(&near, name);
    for (const struct option_row *o = cli->option; o && o->name; o++)
        nearest_offer(&near, o->name);
    nearest_offer(&near, "--help");
    return err_set(err, "unknown option %s%s", text, nearest_hint(&near));
}

/* Whether it asks for help. */
static bool is_help(const char *text)
{
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

/* Takes the option at argv[*i], given as "--name value" or "--name=value". */
static int take_option(const struct cli *cli, int argc, char **argv, int *i,
                       struct text_list *loads, struct err *err)
{
    const char *text = argv[*i];
    size_t length = strcspn(text, "=");

    for (const struct option_row *o = cli->option; o && o->name; o++) {
        if (strlen(o->name) != length || strncmp(o->name, text, length) != 0)
            continue;
        if (o->kind == OPTION_FLAG)
            return text[length] ? err_set(err, "%s takes no value", o->name)
                                : set_option(o, NULL, loads, err);
        if (text[length] == '=')
            return set_option(o, text + length + 1, loads, err);
        if (*i + 1 >= argc)
            return err_set(err, "%s needs a value: %s", o->name, o->arg);
        return set_option(o, argv[++*i], loads, err);
    }
    return unknown_option(cli, text, err);
}

int cli_load_heuristic(const char *path, struct err *err)
{
    custom_guard_report_to(say_last_words);
    return custom_load(path, err);
}

static int load_all(const struct text_list *loads)
{
    struct err err;

    custom_guard_report_to(say_last_words); /* a config may name one, too */
    for (int i = 0; i < loads->n; i++)
        if (strncmp(loads->item[i], UCI_PREFIX, strlen(UCI_PREFIX)) == 0
                ? uci_genes_load(loads->item[i], "", &err)
                : custom_load(loads->item[i], &err))
            return cli_fail(EXIT_USAGE, &err);
    return CLI_GO_ON;
}

int cli_parse(const struct cli *cli, int argc, char **argv, int *args)
{
    struct text_list loads = { .n = 0 };
    bool options = true;
    struct err err;

    *args = 0;
    if (argc > 1 && strcmp(argv[1], COMPLETE_OPTION) == 0) {
        complete_arguments(cli, argc - 2, argv + 2);
        return EXIT_DONE;
    }
    if (argc == 3 && strcmp(argv[1], MAN_OPTION) == 0)
        return man_command(cli, argv[2]);
    for (int i = 1; i < argc; i++) {
        if (options && is_help(argv[i])) {
            print_help(cli);
            return EXIT_DONE;
        }
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (options && argv[i][0] == '-' && argv[i][1] != '\0') {
            if (take_option(cli, argc, argv, &i, &loads, &err))
                return refuse(cli, &err);
        } else
            argv[++*args] = argv[i];
    }
    if (*args < cli->min_args)
        err_set(&err, "%s: too few arguments", cli->name);
    else if (cli->max_args >= 0 && *args > cli->max_args)
        err_set(&err, "%s: too many arguments, starting with '%s'", cli->name,
                argv[cli->max_args + 1]);
    else
        return load_all(&loads);
    return refuse(cli, &err);
}

static void print_wrapped(FILE *out, const char *text, int indent)
{
    int column = indent;

    while (*text) {
        int word = (int)strcspn(text, " ");

        if (column > indent && column + 1 + word > HELP_COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", word, text);
        text += word + (text[word] == ' ');
    }
    fputc('\n', out);
}

void cli_print_row(FILE *out, const char *name, int width, const char *text)
{
    int indent = width + 3;

    if (strlen(name) <= (size_t)width)
        fprintf(out, "  %-*s ", width, name);
    else
        fprintf(out, "  %s\n%*s", name, indent, "");
    print_wrapped(out, text, indent);
}

int cli_check_writable(const char *path, struct err *err)
{
    const int how = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
    int file = open(path, how | O_EXCL, 0666);

    if (file >= 0)
        unlink(path); /* no file is left if the work fails or is interrupted */
    else if (errno == EEXIST)
        file = open(path, how, 0666);
    if (file < 0)
        return err_file(err, path, errno);
    close(file);
    return 0;
}

char *cli_command_line(int argc, char **argv)
{
    struct draft draft;
    struct err unused;

    if (draft_open(&draft, &unused))
        return NULL;
    fputs("c4evolve", draft.out);
    for (int i = 0; i < argc; i++) {
        fputc(' ', draft.out);
        quote_shell(draft.out, argv[i]);
    }
    return draft_take(&draft, &unused);
}

int cli_terminal_width(int fd, int otherwise)
{
    struct winsize size;

    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

int cli_start(struct moves *moves, const char *text, struct err *err)
{
    struct position pos;

    if (moves_read(moves, text ? text : "-", err))
        return -1;
    pos = moves_position(moves);
    return position_outcome(&pos) == OUTCOME_NONE
               ? 0
               : err_set(err, "position '%s': the game is over", text);
}

/* stdio remembers that an earlier write failed, but not why: errno is that of another call by now.
 * Another write fails for the same reason. Returns an errno. */
static int why_output_failed(void)
{
    errno = 0;
    return write(STDOUT_FILENO, "\n", 1) == 1 || errno == 0 ? EIO : errno;
}

int cli_finish(int code)
{
    bool failed = ferror(stdout) != 0;
    struct err err;
    int why;

    errno = 0;
    why = fflush(stdout) ? errno : 0;
    if (failed && why == 0)
        why = why_output_failed();
    if (why == 0)
        return code;
    err_file(&err, "standard output", why);
    return cli_fail(EXIT_FAILED, &err);
}

/* A shortage is never the user's fault, damage is always the file's, and it is the command line that
 * names programs of the user's; but it was right if an engine changed later, whoever finds it. */
static int exit_code_of(enum exit_code code, const struct err *err)
{
    switch (err->kind) {
    case ERR_SHORTAGE:
        return EXIT_FAILED;
    case ERR_DAMAGE:
    case ERR_PROGRAM:
        return EXIT_USAGE;
    case ERR_CHANGED:
        return EXIT_FAILED;
    case ERR_ANY:
    case ERR_STOPPED:
        break;
    }
    return (int)code;
}

/* Returns what follows it. Names of files may hold anything, also what would trick a terminal. */
static const char *put_character(const char *c)
{
    size_t length = utf8_length(c);

    if (length > 0 && !utf8_is_control(c))
        fwrite(c, 1, length, stderr);
    else
        fputc('?', stderr);
    return c + (length ? length : 1);
}

int cli_fail(enum exit_code code, const struct err *err)
{
    int lines = 0;

    fputs("c4evolve: ", stderr);
    for (const char *c = err->text; *c;) {
        if (*c == '\n' && ++lines == ERROR_LINES) {
            fputs("\nc4evolve: ... and more", stderr);
            break;
        }
        if (*c == '\n') {
            fputs("\nc4evolve: ", stderr);
            c++;
        } else {
            c = put_character(c);
        }
    }
    fputc('\n', stderr);
    return exit_code_of(code, err);
}

int cli_failf(enum exit_code code, const char *fmt, ...)
{
    struct err err = { 0 };
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err.text, sizeof err.text, fmt, ap);
    va_end(ap);
    return cli_fail(code, &err);
}
