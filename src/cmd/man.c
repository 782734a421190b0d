#include "cmd/man.h"

#include <ctype.h>
#include <string.h>

#include "base/draft.h"

#define NAME_SIZE 80

void man_escaped(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text && *text != '\n'; text++) {
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}

void man_head(FILE *out, const char *name, int section, const char *summary)
{
    char title[NAME_SIZE];
    size_t i = 0;

    for (; name[i] && i + 1 < sizeof title; i++)
        title[i] = (char)toupper((unsigned char)name[i]);
    title[i] = '\0';
    fprintf(out,
            ".\\\" Made by c4evolve from its help.\n.TH %s %d \"\" \"c4evolve " C4E_VERSION
            "\" \"c4evolve\"\n.nh\n.ad l\n.SH NAME\n",
            title, section);
    man_escaped(out, name);
    fputs(" \\- ", out);
    man_escaped(out, summary);
    fputc('\n', out);
}

/* What a line of plain text is. */
enum line_kind {
    LINE_BLANK,
    LINE_HEADING, /* [in brackets] */
    LINE_TEXT,    /* begins at the margin */
    LINE_ROW,     /* a name, and its meaning after two blanks or on the next lines */
    LINE_REST,    /* more of the meaning */
    LINE_VERBATIM
};

static enum line_kind kind_of(const char *line, size_t length, enum line_kind last)
{
    size_t indent = strspn(line, " ");
    const char *gap = strstr(line + indent, "  ");
    bool row = gap && gap < line + length;
    bool follows = last == LINE_ROW || last == LINE_REST;

    if (length == 0 || indent >= length)
        return LINE_BLANK;
    if (indent == 0 && *line == '[' && (line[length - 1] == ']' || row))
        return LINE_HEADING;
    if (indent == 0)
        return LINE_TEXT;
    if ((indent == 2 || (indent == 4 && follows)) && last != LINE_VERBATIM)
        return LINE_ROW;
    return follows ? LINE_REST : LINE_VERBATIM;
}

/* "  name   meaning" or "  name" or "  one-word meaning". */
static void put_row(FILE *out, const char *line, size_t length)
{
    size_t from = strspn(line, " "), end = from;
    char name[NAME_SIZE], meaning[1024];

    while (end < length && strncmp(line + end, "  ", 2) != 0)
        end++;
    if (end == length && memchr(line + from, ' ', length - from) && length > 30)
        end = from + strcspn(line + from, " ");
    snprintf(name, sizeof name, "%.*s", (int)(end - from), line + from);
    while (end < length && line[end] == ' ')
        end++;
    snprintf(meaning, sizeof meaning, "%.*s", (int)(length - end), line + end);
    fputs(".TP\n.B \"", out);
    man_escaped(out, name);
    fputs("\"\n", out);
    if (*meaning) {
        man_escaped(out, meaning);
        fputc('\n', out);
    }
}

static void put_line(FILE *out, const char *line, size_t length, enum line_kind kind)
{
    char text[1024];

    snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (kind == LINE_HEADING) {
        text[strcspn(text, "]")] = '\0';
        fputs(".SS ", out);
        man_escaped(out, text + 1);
        fputc('\n', out);
        if (strchr(line, ']') + 1 < line + length) {
            man_escaped(out, text + strlen(text) + 1 + strspn(text + strlen(text) + 1, " "));
            fputc('\n', out);
        }
    } else if (kind == LINE_ROW) {
        put_row(out, line, length);
    } else {
        man_escaped(out, kind == LINE_VERBATIM ? text : text + strspn(text, " "));
        fputc('\n', out);
    }
}

void man_text(FILE *out, const char *text)
{
    enum line_kind last = LINE_BLANK;

    while (*text) {
        size_t length = strcspn(text, "\n");
        enum line_kind kind = kind_of(text, length, last);

        if (kind == LINE_VERBATIM && last != LINE_VERBATIM)
            fputs(".PP\n.nf\n", out);
        if (last == LINE_VERBATIM && kind != LINE_VERBATIM)
            fputs(".fi\n", out);
        if (kind == LINE_TEXT && last != LINE_TEXT && last != LINE_HEADING)
            fputs(".PP\n", out);
        if (kind != LINE_BLANK)
            put_line(out, text, length, kind);
        last = kind;
        text += length + (text[length] == '\n');
    }
    if (last == LINE_VERBATIM)
        fputs(".fi\n", out);
}

void man_verbatim(FILE *out, const char *text)
{
    fputs(".nf\n", out);
    while (*text) {
        man_escaped(out, text);
        fputc('\n', out);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    fputs(".fi\n", out);
}

int man_printed(FILE *out, void (*print)(FILE *out), struct err *err)
{
    struct draft draft;

    if (draft_open(&draft, err))
        return -1;
    print(draft.out);
    if (draft_close(&draft, err) == 0)
        man_text(out, draft.text);
    draft_release(&draft);
    return 0;
}

static void put_option(FILE *out, const char *name, const char *arg, const char *help)
{
    fputs(".TP\n.BR \"", out);
    man_escaped(out, name);
    if (arg) {
        fputs("\" \" ", out);
        man_escaped(out, arg);
    }
    fputs("\"\n", out);
    man_escaped(out, help);
    fputc('\n', out);
}

static void put_examples(FILE *out, const char *text)
{
    fputs(".SH EXAMPLES\n.nf\n", out);
    while (*text) {
        man_escaped(out, text + strspn(text, " "));
        fputc('\n', out);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    fputs(".fi\n", out);
}

int man_command(const struct cli *cli, const char *summary)
{
    char name[NAME_SIZE];
    FILE *out = stdout;
    struct err err;

    snprintf(name, sizeof name, "c4evolve-%s", cli->name);
    man_head(out, name, 1, summary);
    fprintf(out, ".SH SYNOPSIS\n.B c4evolve %s\n", cli->name);
    man_escaped(out, cli->arguments);
    fputs("\n.SH DESCRIPTION\n", out);
    man_text(out, cli->about);
    if (cli->list && man_printed(out, cli->list, &err))
        return cli_fail(EXIT_FAILED, &err);
    fputs(".SH OPTIONS\n", out);
    for (const struct option_row *o = cli->option; o && o->name; o++)
        put_option(out, o->name, o->arg, o->help);
    put_option(out, "--help", NULL, "prints this text in brief; -h does, too");
    if (cli->examples)
        put_examples(out, cli->examples);
    fputs(".SH SEE ALSO\n.BR c4evolve (1),\n.BR c4evolve\\-players (7)\n", out);
    return EXIT_DONE;
}
