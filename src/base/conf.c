#include "base/conf.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ini.h>

#include "base/text_file.h"
#include "base/utf8.h"

/* The limits of inih, which silently cuts longer ones. */
#define CONTROL     "control character or mark of writing direction"
#define MAX_LINE    198
#define MAX_SECTION 49

struct reader {
    FILE *file;
    struct conf *conf;
    struct err *err;
    int line;
    bool indented;
    bool failed;
    bool starved; /* of memory */
};

static void release_entry(struct conf_entry *e)
{
    free(e->section);
    free(e->key);
    free(e->value);
}

static int add_entry(struct conf *conf, const char *section, const char *key, const char *value,
                     int line)
{
    struct conf_entry *e;

    if (conf->n == conf->capacity) {
        size_t capacity = conf->capacity ? 2 * conf->capacity : 32;
        struct conf_entry *grown = realloc(conf->entry, capacity * sizeof *grown);

        if (!grown)
            return -1;
        conf->entry = grown;
        conf->capacity = capacity;
    }
    e = &conf->entry[conf->n];
    *e = (struct conf_entry){ .section = strdup(section), .line = line };
    if (key) {
        e->key = strdup(key);
        e->value = strdup(value);
    }
    if (e->section && (!key || (e->key && e->value))) {
        conf->n++;
        return 0;
    }
    release_entry(e); /* others may rely on every entry of the list being whole */
    return -1;
}

/* Memory will not suffice for what follows either: read_line stops. */
static void fail_memory(struct reader *r)
{
    r->failed = r->starved = true;
    err_shortage(r->err, "%s:%d: out of memory", r->conf->path, r->line);
}

static int fail_line(struct reader *r, const char *what)
{
    r->failed = true;
    return err_add(r->err, "%s:%d: %s", r->conf->path, r->line, what);
}

/* inih does not report sections without keys, so headings are noted here. */
static void note_heading(struct reader *r, const char *text)
{
    const char *end = strchr(text, ']');
    char name[MAX_SECTION + 1];
    size_t length;

    if (!end)
        return;
    length = (size_t)(end - text) - 1;
    if (length > MAX_SECTION) {
        fail_line(r, "section name is longer than 49 characters");
        return;
    }
    memcpy(name, text + 1, length);
    name[length] = '\0';
    for (size_t i = 0; i < r->conf->n; i++) {
        const struct conf_entry *e = &r->conf->entry[i];

        if (e->key || strcmp(e->section, name) != 0)
            continue;
        r->failed = true;
        err_add(r->err, "%s:%d: %s: section is given twice, first on line %d", r->conf->path,
                r->line, name, e->line);
        return;
    }
    if (add_entry(r->conf, name, NULL, NULL, r->line))
        fail_memory(r);
}

/* Values are shown in terminals and pages, where these could make one text look like another. */
static bool has_control(const char *line)
{
    for (; *line; line += utf8_length(line) ? utf8_length(line) : 1)
        if (!strchr("\t\r\n", *line) && utf8_is_control(line))
            return true;
    return false;
}

static char *read_line(char *buf, int size, void *user)
{
    struct reader *r = user;
    char *text = buf;

    if (r->starved || !fgets(buf, size, r->file))
        return NULL;
    r->line++;
    if (strlen(buf) < MAX_LINE && !strchr(buf, '\n') && !feof(r->file)) {
        fail_line(r, TEXT_FILE_ZERO_BYTE);
        return NULL; /* one message instead of one for every line */
    }
    if (strlen(buf) >= MAX_LINE && !strchr(buf, '\n')) {
        fail_line(r, "line is longer than 198 characters; continue on an indented line");
        for (int c = 0; c != '\n' && c != EOF;)
            c = fgetc(r->file);
        buf[0] = '\0';
        return buf;
    }
    if (has_control(buf))
        fail_line(r, CONTROL);
    r->indented = isspace((unsigned char)buf[0]);
    if (r->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3; /* a byte-order mark, which inih skips too */
    while (isspace((unsigned char)*text))
        text++;
    if (*text == '[')
        note_heading(r, text);
    return buf;
}

static int append_value(struct conf_entry *e, const char *more)
{
    size_t added = strlen(more), needed;

    if (e->length == 0)
        e->length = strlen(e->value);
    needed = e->length + added + 2;
    if (needed > e->room) { /* doubled, as a value may have thousands of lines */
        char *grown = realloc(e->value, 2 * needed);

        if (!grown)
            return -1;
        e->value = grown;
        e->room = 2 * needed;
    }
    if (e->length > 0 && added > 0)
        e->value[e->length++] = ' ';
    memcpy(e->value + e->length, more, added + 1);
    e->length += added;
    return 0;
}

static int take_entry(void *user, const char *section, const char *key, const char *value)
{
    struct reader *r = user;
    struct conf_entry *same = conf_find(r->conf, section, key);

    if (!same) {
        if (add_entry(r->conf, section, key, value, r->line))
            fail_memory(r);
    } else if (same == &r->conf->entry[r->conf->n - 1] && r->indented) {
        same->used = false;
        if (append_value(same, value))
            fail_memory(r);
    } else {
        r->failed = true;
        err_add(r->err, "%s:%d: %s.%s: given twice, first on line %d", r->conf->path, r->line,
                section, key, same->line);
    }
    return 1;
}

static void forget_use(struct conf *conf)
{
    for (size_t i = 0; i < conf->n; i++)
        conf->entry[i].used = false;
}

/* Reads a stream and closes it. */
static int read_stream(struct conf *conf, FILE *file, const char *path, struct err *err)
{
    struct reader r = { .file = file, .conf = conf, .err = err };
    int bad;

    err_clear(err);
    *conf = (struct conf){ .path = strdup(path) };
    if (!conf->path) {
        fclose(file);
        return err_shortage(err, "out of memory");
    }
    bad = ini_parse_stream(read_line, &r, take_entry, &r);
    if (bad == -2 && !r.failed)
        err_shortage(err, "%s: out of memory", path);
    if (bad > 0 && !r.failed)
        err_add(err, "%s:%d: neither a [section] nor a 'key = value' line", path, bad);
    if (ferror(file)) {
        bad = 1;
        err_file(err, path, errno);
    }
    fclose(file);
    forget_use(conf);
    if (bad == 0 && !r.failed)
        return 0;
    conf_release(conf);
    return -1;
}

int conf_read(struct conf *conf, const char *path, struct err *err)
{
    FILE *file = fopen(path, "r");

    *conf = (struct conf){ 0 };
    return file ? read_stream(conf, file, path, err) : err_file(err, path, errno);
}

int conf_read_text(struct conf *conf, const char *path, const char *text, struct err *err)
{
    FILE *file =
        *text ? fmemopen((void *)(uintptr_t)text, strlen(text), "r") : fopen("/dev/null", "r");

    *conf = (struct conf){ 0 };
    return file ? read_stream(conf, file, path, err) : err_file(err, path, errno);
}

void conf_release(struct conf *conf)
{
    for (size_t i = 0; i < conf->n; i++)
        release_entry(&conf->entry[i]);
    free(conf->entry);
    free(conf->path);
    *conf = (struct conf){ 0 };
}

int conf_override(struct conf *conf, const char *assignment, struct err *err)
{
    const char *equals = strchr(assignment, '=');
    char name[128];
    char *dot, *value;
    struct conf_entry *e;

    if (!equals || (size_t)(equals - assignment) >= sizeof name)
        return err_set(err, "'%s' is not of the form section.key=value", assignment);
    memcpy(name, assignment, (size_t)(equals - assignment));
    name[equals - assignment] = '\0';
    dot = strrchr(name, '.');
    if (!dot || dot == name || dot[1] == '\0')
        return err_set(err, "'%s' is not of the form section.key=value", assignment);
    if (has_control(assignment))
        return err_set(err, "%.*s: " CONTROL, (int)(equals - assignment), assignment);
    *dot = '\0';
    e = conf_find(conf, name, dot + 1);
    if (!e) {
        if (add_entry(conf, name, dot + 1, equals + 1, 0))
            return err_shortage(err, "out of memory");
        return 0;
    }
    value = strdup(equals + 1);
    if (!value)
        return err_shortage(err, "out of memory");
    free(e->value);
    e->value = value;
    e->line = 0;
    e->used = false;
    return 0;
}

struct conf_entry *conf_find(struct conf *conf, const char *section, const char *key)
{
    for (size_t i = 0; i < conf->n; i++) {
        struct conf_entry *e = &conf->entry[i];

        if (e->key && strcmp(e->section, section) == 0 && strcmp(e->key, key) == 0) {
            e->used = true;
            return e;
        }
    }
    return NULL;
}

int conf_error(const struct conf *conf, const struct conf_entry *entry, struct err *err,
               const char *fmt, ...)
{
    char message[1024];
    char place[32] = "";
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    if (entry->line > 0)
        snprintf(place, sizeof place, ":%d", entry->line);
    return err_add(err, "%s%s: %s%s%s: %s", conf->path, place, entry->section,
                   entry->key ? "." : "", entry->key ? entry->key : "", message);
}

int conf_pass(const struct conf *conf, const struct conf_entry *entry, struct err *err,
              const struct err *why)
{
    if (why->kind != ERR_ANY)
        err->kind = why->kind;
    return conf_error(conf, entry, err, "%s", why->text);
}

char *conf_resolve(const struct conf *conf, const char *path)
{
    const char *slash = strrchr(conf->path, '/');
    size_t folder = slash && path[0] != '/' ? (size_t)(slash - conf->path) + 1 : 0;
    char *joined = malloc(folder + strlen(path) + 1);

    if (!joined)
        return NULL;
    memcpy(joined, conf->path, folder);
    strcpy(joined + folder, path);
    return joined;
}
