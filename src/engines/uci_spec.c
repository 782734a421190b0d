#include "engines/uci_spec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/num.h"
#include "base/quote.h"

#define DEFAULT_TIMEOUT_S 30

static int set_text(char **to, const char *value, struct err *err)
{
    free(*to);
    *to = strdup(value);
    return *to ? 0 : err_shortage(err, "out of memory");
}

/* Characters that would end the line and start another command. */
static int check_line(const char *value, struct err *err)
{
    return strpbrk(value, "\r\n") ? err_set(err, "contains a line break") : 0;
}

static int set_variant(struct uci_spec *spec, const char *name, const char *value, struct err *err)
{
    (void)name;
    if (!*value)
        return err_set(err, "is empty");
    return check_line(value, err) || set_text(&spec->variant, value, err) ? -1 : 0;
}

static int set_timeout(struct uci_spec *spec, const char *name, const char *value, struct err *err)
{
    double seconds;

    (void)name;
    if (num_parse_double(value, &seconds) || seconds <= 0 || seconds > 86400)
        return err_set(err, "'%s' is not a number of seconds above 0", value);
    spec->timeout_s = seconds;
    return 0;
}

int uci_spec_option(struct uci_spec *spec, const char *name, const char *value, struct err *err)
{
    struct uci_option *o = spec->option;

    if (check_line(name, err) || check_line(value, err))
        return -1;
    while (o < spec->option + spec->options && strcmp(o->name, name) != 0)
        o++;
    if (o == spec->option + UCI_OPTIONS_MAX)
        return err_set(err, "more than %d options", UCI_OPTIONS_MAX);
    if (set_text(&o->name, name, err) || set_text(&o->value, value, err))
        return -1;
    if (o == spec->option + spec->options)
        spec->options++;
    return 0;
}

static int set_option(struct uci_spec *spec, const char *name, const char *value, struct err *err)
{
    name = strchr(name, '.') + 1;
    if (!*name)
        return err_set(err, "has no name after the dot");
    return uci_spec_option(spec, name, value, err);
}

static int set_tune(struct uci_spec *spec, const char *name, const char *value, struct err *err)
{
    (void)name;
    return *value ? set_text(&spec->tune, value, err) : err_set(err, "is empty");
}

const struct uci_key uci_keys[] = {
    { "timeout", "seconds",
      "the engine loses if an answer takes this much longer than the time allowed for the move; "
      "default 30",
      set_timeout },
    { "variant", "NAME, none",
      "what the engine calls Connect Four; default cfour or connect4, whichever it knows; none "
      "if the engine plays nothing else",
      set_variant },
    { "option.", "any",
      "option.NAME=VALUE sets an option of the engine, such as option.Hash=64; without VALUE it "
      "presses a button",
      set_option },
    { "tune", "NAME+NAME...",
      "with --engine and in configs: options that are genes; default all that are numbers",
      set_tune },
    { 0 },
};

int uci_spec_set(struct uci_spec *spec, const char *key, const char *value, struct err *err)
{
    for (const struct uci_key *k = uci_keys; k->name; k++) {
        size_t length = strlen(k->name);

        if (k->name[length - 1] == '.' ? strncmp(k->name, key, length) == 0
                                       : strcmp(k->name, key) == 0)
            return k->set(spec, key, value, err) ? err_prefix(err, key) : 0;
    }
    return err_set(err,
                   "%s: not a key of UCI engines, which are depth, nodes, time, timeout, variant, "
                   "tune and option.NAME; quote it if it belongs to the command",
                   key);
}

static bool begins_key(const char *text)
{
    if (!isalpha((unsigned char)*text))
        return false;
    while (isalnum((unsigned char)*text) || (*text && strchr("._- ", *text)))
        text++;
    return *text == '=';
}

char *uci_keys_begin(char *text)
{
    char *keys = NULL;

    while (*text) {
        size_t quoted = quote_span(text);

        if (*text == ':' && begins_key(text + 1))
            keys = text + 1;
        text += quoted ? quoted : 1;
    }
    return keys;
}

static int split_words(struct uci_spec *spec, struct err *err)
{
    size_t n = 0;
    char *rest = spec->words, *word;

    while ((word = quote_next(&rest, " \t")))
        spec->argv[n++] = word;
    return n > 0 ? 0 : err_set(err, "the command is missing: uci:COMMAND");
}

struct uci_spec *uci_spec_new(const char *command, struct err *err)
{
    struct uci_spec *spec = calloc(1, sizeof *spec);

    if (!spec) {
        err_shortage(err, "out of memory");
        return NULL;
    }
    atomic_init(&spec->users, 1);
    spec->timeout_s = DEFAULT_TIMEOUT_S;
    spec->words = strdup(command);
    spec->command = strdup(command);
    spec->argv = calloc(strlen(command) / 2 + 2, sizeof *spec->argv);
    if (!spec->words || !spec->argv || !spec->command)
        err_shortage(err, "out of memory");
    else if (split_words(spec, err) == 0)
        return spec;
    uci_spec_drop(spec);
    return NULL;
}

int uci_spec_place(struct uci_spec *spec, const char *program, struct err *err)
{
    if (set_text(&spec->program, program, err))
        return -1;
    spec->argv[0] = spec->program;
    return 0;
}

/* Whether a word of a command depends on the folder where it is started: a program does if it has a
 * slash, an argument if it looks like the name of a file and is one. */
static bool is_from_here(const char *word, bool program)
{
    struct stat st;

    if (*word == '/')
        return false;
    if (program)
        return strchr(word, '/') != NULL;
    return strpbrk(word, "/.") && stat(word, &st) == 0 && S_ISREG(st.st_mode);
}

/* What belongs to one word, also if it has blanks, colons, commas or marks. */
static void print_word(FILE *out, const char *word)
{
    bool quoted = !*word || strpbrk(word, " \t:,\"'\\");

    if (quoted)
        fputc('"', out);
    for (; *word; word++) {
        if (strchr("\"\\", *word))
            fputc('\\', out);
        fputc(*word, out);
    }
    if (quoted)
        fputc('"', out);
}

void uci_spec_print(FILE *out, const struct uci_spec *spec, const char *here)
{
    for (int i = 0; spec->argv[i]; i++) {
        char path[4096];
        const char *word = spec->argv[i];

        if (here && is_from_here(word, i == 0)) {
            word += 2 * (strncmp(word, "./", 2) == 0);
            snprintf(path, sizeof path, "%s/%s", here, word);
            word = path;
        }
        if (i > 0)
            fputc(' ', out);
        print_word(out, word);
    }
}

struct uci_spec *uci_spec_copy(const struct uci_spec *spec, struct err *err)
{
    struct uci_spec *copy = uci_spec_new(spec->command, err);
    bool ok = copy && (!spec->program || uci_spec_place(copy, spec->program, err) == 0) &&
              (!spec->variant || set_text(&copy->variant, spec->variant, err) == 0);

    for (int i = 0; ok && i < spec->options; i++)
        ok = uci_spec_option(copy, spec->option[i].name, spec->option[i].value, err) == 0;
    if (!ok) {
        uci_spec_drop(copy);
        return NULL;
    }
    copy->timeout_s = spec->timeout_s;
    copy->original = spec;
    return copy;
}

struct uci_spec *uci_spec_share(struct uci_spec *spec)
{
    atomic_fetch_add(&spec->users, 1);
    return spec;
}

void uci_spec_drop(struct uci_spec *spec)
{
    if (!spec || atomic_fetch_sub(&spec->users, 1) > 1)
        return;
    for (int i = 0; i < UCI_OPTIONS_MAX; i++) {
        free(spec->option[i].name);
        free(spec->option[i].value);
    }
    free(spec->variant);
    free(spec->tune);
    free(spec->command);
    free(spec->program);
    free(spec->argv);
    free(spec->words);
    free(spec);
}
