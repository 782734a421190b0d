/*
 * export_python - a player as one Python file that needs no packages.
 *
 * The program of it is in export/python/, a template and its parts. It evaluates and searches
 * like the C sources, in whole numbers; the weights are written as units.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/data.h"
#include "base/num.h"
#include "base/template.h"
#include "base/utf8.h"
#include "export/export.h"

#define TEMPLATE     "player.py"
#define TABLE_WIDTH  96 /* of base64 in the file */
#define TABLE_BYTES  (TABLE_WIDTH / 4 * 3)
#define COMMENT_MARK "#"

/* See python_sources in CMakeLists.txt. */
extern const struct data_file python_files[];

int export_python_check(const struct player *player, struct err *err)
{
    if (export_check_sources(player, "Python", err))
        return -1;
    if (player->keys.win == WIN_DECAY)
        return err_set(err, "cannot export win=decay as Python");
    if (player->keys.nodes)
        return err_set(err, "cannot export a limit of nodes as Python: give a depth or a time");
    return 0;
}

/* Writes a character, unless Python could take it for the end of a comment or a string. Returns
 * what follows it. */
static const char *put_character(FILE *out, const char *c)
{
    size_t length = utf8_length(c);

    if (length > 0 && !utf8_is_control(c))
        fwrite(c, 1, length, out);
    else
        fputc('?', out);
    return c + (length ? length : 1);
}

static bool is_comment_mark(const char *line)
{
    return (line[0] == ';' || line[0] == '#') && line[1] == ' ';
}

/* Text as a comment; the marks of comments in genome files are left out. */
static void print_comment(FILE *out, const char *text)
{
    while (*text) {
        const char *end = text + strcspn(text, "\n");

        fputs(COMMENT_MARK, out);
        if (is_comment_mark(text))
            text += 2;
        if (text < end)
            fputc(' ', out);
        while (text < end)
            text = put_character(out, text);
        if (*end)
            text = end + 1;
        if (*text)
            fputc('\n', out);
    }
}

static void print_heading(FILE *out, const struct player *player)
{
    fputs(COMMENT_MARK " ", out);
    for (const char *c = export_name(player); *c;)
        c = put_character(out, c);
    fputs("\n" COMMENT_MARK "\n" COMMENT_MARK
          " A Connect Four player, made by c4evolve " C4E_VERSION ".",
          out);
}

static void print_string(FILE *out, const char *text)
{
    fputc('\'', out);
    while (*text) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        text = put_character(out, text);
    }
    fputc('\'', out);
}

static void print_numbers(FILE *out, const int32_t *number, int n)
{
    fputc('(', out);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%" PRId32, i ? ", " : "", number[i]);
    fputc(')', out);
}

/* For each viewer and class of lines: rows by the viewer's discs, columns by the other side's. */
static void print_lines(FILE *out, const struct weights *w)
{
    fputs("LINE = (\n", out);
    for (int side = 0; side <= w->sided; side++) {
        fputs("    (\n", out);
        for (int class = 0; class < LINE_CLASSES; class ++) {
            fputs("        (", out);
            for (int own = 0; own < 4; own++) {
                fputs(own ? ", " : "", out);
                print_numbers(out, w->line[side][class][own], 4);
            }
            fputs("),\n", out);
        }
        fputs("    ),\n", out);
    }
    fputs(")\n", out);
}

static void print_weights(FILE *out, const struct player *player)
{
    const struct evaluator *ev = player->ev;
    struct weights w;

    weights_of(&w, &player->genome);
    print_lines(out, &w);
    fputs("DISC = (", out);
    for (int c = 0; c < COLUMNS; c++) {
        fputs(c ? ", " : "", out);
        print_numbers(out, &w.disc[c][1], 2);
    }
    fputs(")\nTHREAT = ", out);
    print_numbers(out, w.threat, THREAT_GENES);
    fputs("\nZUGZWANG = ", out);
    print_numbers(out, w.zugzwang, ZUGZWANG_ROWS);
    fputs("\nRULES = ", out);
    print_numbers(out, w.rules, RULE_GENES);
    fprintf(out, "\nTEMPO = %" PRId32 "\nSURE = %" PRId32 "\nOUT = (", w.tempo, ev->sure);
    print_numbers(out, ev->out[0], TABLE_LANES);
    fputs(", ", out);
    print_numbers(out, ev->out[1], TABLE_LANES);
    fputs(")\n", out);
}

static void print_keys(FILE *out, const struct player *player)
{
    static const char *const ties[] = { "first", "center", "random" };
    const struct search_keys *keys = &player->keys;
    char seconds[NUM_TEXT_SIZE];

    fputs("NAME = ", out);
    print_string(out, export_name(player));
    fprintf(out,
            "\nCOLUMNS, ROWS = %d, %d\nDEPTH = %d\nSECONDS = %s\nTIES = '%s'\n"
            "NEARER_WINS_FIRST = %s\nROOT_VIEW = %s\nFORCED_REPLIES = %s\n",
            COLUMNS, ROWS, player->search->takes & TAKES_DEPTH ? keys->depth : 1,
            num_format(keys->seconds, seconds), ties[keys->ties],
            keys->win == WIN_DISTANCE ? "True" : "False",
            keys->view == VIEW_ROOT ? "True" : "False",
            keys->extend == EXTEND_FORCED ? "True" : "False");
}

static int print_tables(FILE *out, const struct tables *tables, struct err *err)
{
    size_t size = tables_packed_size();
    unsigned char *bytes = malloc(size);

    if (!bytes)
        return err_shortage(err, "out of memory: tables");
    tables_pack(tables, bytes);
    fputs("TABLES = (\n", out);
    for (size_t at = 0; at < size; at += TABLE_BYTES) {
        char text[BASE64_LENGTH(TABLE_BYTES) + 1];

        base64_encode(text, bytes + at, size - at < TABLE_BYTES ? size - at : TABLE_BYTES);
        fprintf(out, "    '%s'\n", text);
    }
    fputc(')', out);
    free(bytes);
    return 0;
}

static int print_player(FILE *out, const struct player *player, struct err *err)
{
    print_keys(out, player);
    print_weights(out, player);
    if (player->genome.tables)
        return print_tables(out, player->genome.tables, err);
    fputs("TABLES = ''", out);
    return 0;
}

static void print_genome(FILE *out, const struct player *player)
{
    if (!player->genome.comment)
        return;
    fputs(COMMENT_MARK "\n" COMMENT_MARK " The genome:\n", out);
    print_comment(out, player->genome.comment);
}

static int print_part(FILE *out, const char *name, const void *context, struct err *err)
{
    const struct player *player = context;
    const struct data_file *file = data_file_find(python_files, name);

    if (strcmp(name, "heading") == 0)
        print_heading(out, player);
    else if (strcmp(name, "genome") == 0)
        print_genome(out, player);
    else if (strcmp(name, "licence") == 0)
        print_comment(out, (const char *)data_file_find(python_files, "LICENSE")->data);
    else if (strcmp(name, "player") == 0)
        return print_player(out, player, err);
    else if (file)
        fputs((const char *)file->data, out);
    else
        return err_set(err, TEMPLATE ": no part '%s'", name);
    return 0;
}

int export_python(const struct export_input *in, FILE *out, struct err *err)
{
    const struct data_file *file = data_file_find(python_files, TEMPLATE);

    return template_print(out, (const char *)file->data, print_part, in->player, err);
}
