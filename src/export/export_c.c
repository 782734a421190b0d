/*
 * export_c - a player as one C file that needs nothing but libc.
 *
 * It consists of sources of this program, with the weights baked in as integers,
 * which no compiler rounds differently.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/num.h"
#include "export/amalgam.h"
#include "export/export.h"
#include "export/standalone.h"

#define TEXT_WIDTH 92 /* of base64 in the file */

/* See player_sources in CMakeLists.txt. */
extern const struct data_file player_files[];

static const struct amalgam_swap swaps[] = {
    { "stream.h", "stub_stream.h" },   { "sampler.h", "stub_sampler.h" },
    { "book.h", "stub_book.h" },       { "worker.h", "stub_worker.h" },
    { "<pthread.h>", "stub_posix.h" }, { "<strings.h>", "stub_posix.h" },
    { "<unistd.h>", "stub_posix.h" },  { 0 },
};

int export_c_check(const struct player *player, struct err *err)
{
    if (export_custom_check(player, err))
        return -1;
    return export_check_sources(player, "C", err);
}

/* Would the two characters mean something in C, such as the end of a comment? */
static bool disturbs(char last, char c)
{
    return (last == '*' && c == '/') || (last == '/' && c == '*') || (last == '?' && c == '?');
}

/* Text inside a comment, with a mark before each line. */
static void print_comment(FILE *out, const char *text)
{
    bool begins = true;
    char last = '\0';

    for (; *text; text++) {
        char c = *text;

        if (begins)
            fputs(" *", out);
        if (begins && c != '\n')
            fputc(' ', out);
        if (begins && (c == ';' || c == '#') && text[1] == ' ')
            text++; /* the mark of a comment in a genome file */
        else if (disturbs(last, c))
            fprintf(out, " %c", c);
        else if (c == '\n' || !iscntrl((unsigned char)c))
            fputc(c, out);
        begins = c == '\n';
        last = begins ? '\0' : c;
    }
    if (!begins)
        fputc('\n', out);
}

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\' || c == '?' || iscntrl(c) || c > 126)
            fprintf(out, "\\%03o", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

/* POSIX, if the system has it; see stub_posix.h. */
static void print_system(FILE *out)
{
    fputs("/* 0 leaves out threads and all else that is not C11: -DC4E_POSIX=0 */\n"
          "#ifndef C4E_POSIX\n"
          "#if defined(__unix__) || defined(__APPLE__)\n"
          "#define C4E_POSIX 1\n"
          "#else\n"
          "#define C4E_POSIX 0\n"
          "#endif\n"
          "#endif\n\n"
          "#if C4E_POSIX\n"
          "#ifndef _POSIX_C_SOURCE\n"
          "#define _POSIX_C_SOURCE 200809L\n"
          "#endif\n"
          "#include <pthread.h>\n"
          "#include <strings.h>\n"
          "#include <unistd.h>\n"
          "#endif\n\n",
          out);
}

static void print_heading(FILE *out, const struct player *player)
{
    const struct data_file *licence = data_file_find(player_files, "LICENSE");

    fputs("/*\n", out);
    print_comment(out, export_name(player));
    fputs(
        " *\n * A Connect Four player, made by c4evolve " C4E_VERSION ". It needs nothing but "
        "libc\n * and gcc or clang:\n"
        " *\n"
        " *     cc -O2 -Wall -Wextra player.c -o player   (C libraries before 2021 need -pthread)\n"
        " *     ./player              plays against a person, in the terminal\n"
        " *     ./player 44433        prints the column that it plays after these moves\n"
        " *     ./player uci          is an engine for chess front ends (variant connect4)\n"
        " *\n"
        " * The weights are near the end, before main. Everything else is the code that c4evolve\n"
        " * itself plays with, file by file.\n",
        out);
    if (player->genome.comment) {
        fputs(" *\n * The genome:\n", out);
        print_comment(out, player->genome.comment);
    }
    if (licence) {
        fputs(" *\n", out);
        print_comment(out, (const char *)licence->data);
    }
    fputs(" */\n", out);
    print_system(out);
    fprintf(out, "#define C4E_COLUMNS %d\n#define C4E_ROWS %d\n\n", COLUMNS, ROWS);
}

static void print_numbers(FILE *out, const char *name, const int32_t *number, int n)
{
    fprintf(out, "    .%s = {", name);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%" PRId32, i ? ", " : " ", number[i]);
    fputs(" },\n", out);
}

/* For each class of lines, rows by the viewer's discs and columns by the other side's. */
static void print_lines(FILE *out, const struct weights *w)
{
    fputs("    .line = {\n", out);
    for (int side = 0; side <= w->sided; side++) {
        fputs("        {\n", out);
        for (int class = 0; class < LINE_CLASSES; class ++) {
            fputs("            {", out);
            for (int own = 0; own < 4; own++) {
                fputs(own ? ", {" : " {", out);
                for (int opp = 0; opp < 4 && own + opp <= 4; opp++)
                    fprintf(out, "%s%" PRId32, opp ? ", " : " ", w->line[side][class][own][opp]);
                fputs(" }", out);
            }
            fputs(" },\n", out);
        }
        fputs("        },\n", out);
    }
    fputs("    },\n", out);
}

static void print_weights(FILE *out, const struct player *player)
{
    struct weights w;

    weights_of(&w, &player->genome);
    fprintf(out,
            "/* ======== the player ======== */\n\n"
            "/* In units: a weight of 1 is %d. */\n"
            "static const struct weights baked_weights = {\n    .sided = %s,\n",
            EVAL_UNITS, w.sided ? "true" : "false");
    print_lines(out, &w);
    fputs("    .disc = {", out);
    for (int c = 0; c < COLUMNS; c++)
        fprintf(out, "%s{ 0, %" PRId32 ", %" PRId32 " }", c ? ", " : " ", w.disc[c][1],
                w.disc[c][2]);
    fputs(" },\n", out);
    print_numbers(out, "threat", w.threat, THREAT_GENES);
    print_numbers(out, "zugzwang", w.zugzwang, ZUGZWANG_ROWS);
    print_numbers(out, "rules", w.rules, RULE_GENES);
    print_numbers(out, "lane[0]", w.lane[0], TABLE_LANES);
    print_numbers(out, "lane[1]", w.lane[1], TABLE_LANES);
    fprintf(out, "    .sure = %" PRId32 ",\n    .tempo = %" PRId32 ",\n};\n\n", w.sure, w.tempo);
}

static void print_tables(FILE *out, const unsigned char *bytes, size_t size)
{
    fputs("/* Tables, in base64. */\nstatic const char *const baked_tables[] = {\n", out);
    for (size_t at = 0; at < size; at += STANDALONE_PART) {
        size_t n = size - at < STANDALONE_PART ? size - at : STANDALONE_PART;
        char text[BASE64_LENGTH(STANDALONE_PART) + 1];

        base64_encode(text, bytes + at, n);
        for (size_t i = 0; i < BASE64_LENGTH(n); i += TEXT_WIDTH)
            fprintf(out, "    \"%.*s\"\n", TEXT_WIDTH, text + i);
        fputs("    ,\n", out);
    }
    fputs("};\n\n", out);
}

static int bake_tables(FILE *out, const struct tables *tables, struct err *err)
{
    size_t size = tables_packed_size();
    unsigned char *bytes = malloc(size);

    if (!bytes)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    tables_pack(tables, bytes);
    print_tables(out, bytes, size);
    free(bytes);
    return 0;
}

static const char *baked_parts(const struct player *player)
{
    static const char *const part[2][2] = {
        { "", "    .tables = baked_tables,\n" },
        { "    .custom = baked_custom,\n",
          "    .custom = baked_custom,\n    .tables = baked_tables,\n" },
    };

    return part[player->ev->custom.value != NULL][player->genome.tables != NULL];
}

static void print_player(FILE *out, const struct player *player)
{
    static const char *const ties[] = { "TIES_FIRST", "TIES_CENTER", "TIES_RANDOM" };
    static const char *const win[] = { "WIN_DISTANCE", "WIN_FLAT", "WIN_DECAY" };
    static const char *const view[] = { "VIEW_MOVER", "VIEW_ROOT" };
    static const char *const extend[] = { "EXTEND_NONE", "EXTEND_FORCED" };
    const struct search_keys *keys = &player->keys;
    char seconds[NUM_TEXT_SIZE];

    fputs("static const struct standalone baked_player = {\n    .name = ", out);
    print_string(out, export_name(player));
    fprintf(out,
            ",\n    .weights = &baked_weights,\n%s"
            "    .search = { .choose = choose_%s, .can_stop = %s },\n"
            "    .keys = { .depth = %d, .ties = %s, .win = %s, .view = %s, .extend = %s,\n"
            "              .nodes = %" PRIu64 "u, .seconds = %s },\n"
            "    .own_depth = %s,\n    .pawn = %" PRId32 ",\n};\n\n"
            "int main(int argc, char **argv)\n{\n"
            "    return standalone_main(argc, argv, &baked_player);\n}\n",
            baked_parts(player), player->search->name, player->search->can_stop ? "true" : "false",
            keys->depth, ties[keys->ties], win[keys->win], view[keys->view], extend[keys->extend],
            keys->nodes, num_format(keys->seconds, seconds), player->own_depth ? "true" : "false",
            export_pawn(&player->genome));
}

int export_c(const struct export_input *in, FILE *out, struct err *err)
{
    print_heading(out, in->player);
    if (amalgam_write(out, player_files, swaps, err))
        return -1;
    fputc('\n', out);
    print_weights(out, in->player);
    if (in->player->genome.tables && bake_tables(out, in->player->genome.tables, err))
        return -1;
    if (export_custom(in->player, out, err))
        return -1;
    print_player(out, in->player);
    return 0;
}
