/*
 * export_custom - a user's heuristic as a part of an exported C file.
 *
 * The source is copied as it is, after our own. Its names may be ours, too, so
 * all that it defines get a prefix, by macros that end where it ends.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text_file.h"
#include "export/export.h"
#include "heuristic/custom.h"
#include "heuristic/custom_build.h"

#define NAMES_MAX 256
#define NAME_SIZE 64

struct names {
    char name[NAMES_MAX][NAME_SIZE];
    int n;
};

/* The only heuristic that the player uses; NULL if it has none. */
static const struct custom *custom_of(const struct player *player, int *count)
{
    const struct custom *c, *used = NULL;

    *count = 0;
    for (int i = 0; (c = custom_at(i)); i++) {
        if (player->genome.gene[c->factor] == 0)
            continue;
        used = c;
        ++*count;
    }
    return used;
}

int export_custom_check(const struct player *player, struct err *err)
{
    int count;
    const struct custom *custom = custom_of(player, &count);
    size_t length = custom ? strlen(custom->path) : 0;

    if (count > 1)
        return err_set(err, "cannot export a player with more than one heuristic as C");
    if (custom && strcmp(custom->path + length - 2, ".c") != 0)
        return err_set(err, "cannot export %s as C: its source is not known", custom->path);
    return 0;
}

static void add_name(struct names *names, const char *begin, size_t length)
{
    static const char *const kept[] = { "if", "for", "while", "switch", "C4E_GENE", "sizeof" };

    if (length == 0 || length >= NAME_SIZE || names->n == NAMES_MAX)
        return;
    snprintf(names->name[names->n], NAME_SIZE, "%.*s", (int)length, begin);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strcmp(kept[i], names->name[names->n]) == 0)
            return;
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->name[i], names->name[names->n]) == 0)
            return;
    names->n++;
}

/* What a line that begins at the margin defines: the last name before a bracket, = or ;. */
static void find_name(struct names *names, const char *line)
{
    const char *end = line + strcspn(line, "([=;{"), *begin;

    if (!isalpha((unsigned char)*line) || !*end)
        return;
    while (end > line && !isalnum((unsigned char)end[-1]) && end[-1] != '_')
        end--;
    for (begin = end; begin > line && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_');)
        begin--;
    add_name(names, begin, (size_t)(end - begin));
}

/* Calls `each` with every line of the source, but not with its #include of our header. */
static int each_line(const char *path, void (*each)(void *context, const char *line), void *context,
                     struct err *err)
{
    struct text_file file;
    int status;

    if (text_file_open(&file, path, err))
        return -1;
    while ((status = text_file_next(&file, err)) > 0)
        if (strncmp(file.text, "#include", 8) != 0 || !strstr(file.text, "<c4evolve/heuristic.h>"))
            each(context, file.text);
    text_file_close(&file);
    return status;
}

static void note_line(void *context, const char *line)
{
    find_name(context, line);
}

static void copy_line(void *context, const char *line)
{
    fprintf(context, "%s\n", line);
}

static void print_names(FILE *out, const struct names *names, bool begin)
{
    for (int i = 0; i < names->n; i++)
        fprintf(out, begin ? "#define %s c4e_user_%s\n" : "#undef %s\n", names->name[i],
                names->name[i]);
}

static void print_function(FILE *out, const struct player *player, const struct custom *custom)
{
    const double *gene = player->genome.gene + custom->factor;
    char number[NUM_TEXT_SIZE];

    fputs("static const double baked_genes[] = {", out);
    for (int g = 1; g <= custom->genes; g++)
        fprintf(out, "%s%s", g > 1 ? ", " : " ", num_format(gene[g], number));
    fprintf(out,
            "%s };\n\n"
            "static int32_t baked_custom(const struct custom_use *use, uint64_t first, "
            "uint64_t all,\n"
            "                            enum side viewer)\n"
            "{\n"
            "    const struct c4e_position p = { .disc = { first, first ^ all },\n"
            "                                    .line = use->line,\n"
            "                                    .viewer = (int)viewer,\n"
            "                                    .mover = bit_count(all) %% 2,\n"
            "                                    .plies = bit_count(all) };\n\n"
            "    return custom_units(%s * c4e_user_evaluate(&p, baked_genes));\n"
            "}\n\n",
            custom->genes ? "" : " 0", num_format(gene[0], number));
}

static int print_source(FILE *out, const struct custom *custom, struct names *names,
                        struct err *err)
{
    add_name(names, "evaluate", strlen("evaluate"));
    for (int g = custom->factor + 1; g <= custom->factor + custom->genes; g++)
        add_name(names, gene_short_name(g), strlen(gene_short_name(g)));
    if (each_line(custom->path, note_line, names, err))
        return -1;
    fprintf(
        out,
        "/* ======== the heuristic %s; compile with -lm if it needs the library ======== */\n\n",
        custom->name);
    print_names(out, names, true);
    fputs(custom_header(), out);
    if (each_line(custom->path, copy_line, out, err))
        return -1;
    print_names(out, names, false);
    fputc('\n', out);
    return 0;
}

int export_custom(const struct player *player, FILE *out, struct err *err)
{
    int count, status;
    const struct custom *custom = custom_of(player, &count);
    struct names *names;

    if (!custom)
        return 0;
    names = calloc(1, sizeof *names);
    if (!names)
        return err_shortage(err, "out of memory");
    status = print_source(out, custom, names, err);
    free(names);
    if (status == 0)
        print_function(out, player, custom);
    return status;
}
