/*
 * export_html - a player, or two, as one page to play in. It works offline, opened from a file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/template.h"
#include "export/export.h"
#include "export/play_page.h"

#define TEMPLATE  "play.html"
#define NAME_SIZE 128
#define PLAYERS   2

extern const struct data_file play_files[];

/* What the parts of the template need. */
struct play_source {
    char name[PLAYERS][NAME_SIZE];
    struct play_player player[PLAYERS];
    size_t players;
};

int export_html_check(const struct player *player, struct err *err)
{
    return play_page_check(err) || export_check_sources(player, "HTML", err) ? -1 : 0;
}

/* The name of the genome alone: neither folders, nor keys, which are shown by themselves. */
static void find_name(char name[NAME_SIZE], const struct player *player)
{
    size_t length;

    snprintf(name, NAME_SIZE, "%s", export_name(player));
    name[strcspn(name, ":")] = '\0';
    while ((length = strlen(name)) > 1 && name[length - 1] == '/')
        name[length - 1] = '\0';
    if (length > 4 && strcmp(name + length - 4, ".ini") == 0)
        name[length - 4] = '\0';
}

static void add_player(struct play_source *s, const struct player *player)
{
    find_name(s->name[s->players], player);
    s->player[s->players] = (struct play_player){ s->name[s->players], player };
    s->players++;
}

static int print_data(FILE *out, const struct play_source *s, struct err *err)
{
    struct json j = { .out = out };
    int status;

    json_begin(&j, NULL, '{');
    json_string(&j, "version", C4E_VERSION);
    json_begin(&j, "board", '{');
    json_integer(&j, "columns", COLUMNS);
    json_integer(&j, "rows", ROWS);
    json_end(&j, '}');
    status = play_page_put(&j, s->player, s->players, err);
    json_end(&j, '}');
    return status;
}

static void print_title(FILE *out, const struct play_source *s)
{
    template_print_text(out, s->name[0]);
    if (s->players > 1) {
        fputs(" against ", out);
        template_print_text(out, s->name[1]);
    }
}

static int print_part(FILE *out, const char *name, const void *context, struct err *err)
{
    const struct play_source *s = context;

    if (strcmp(name, "title") == 0)
        print_title(out, s);
    else if (strcmp(name, "styles") == 0)
        play_page_print_styles(out);
    else if (strcmp(name, "scripts") == 0)
        play_page_print_scripts(out, true);
    else if (strcmp(name, "data") == 0)
        return print_data(out, s, err);
    else
        return err_set(err, "the template names '%s', which was not built in", name);
    return 0;
}

int export_html(const struct export_input *in, FILE *out, struct err *err)
{
    const struct data_file *template = data_file_find(play_files, TEMPLATE);
    struct play_source s = { .players = 0 };

    add_player(&s, in->player);
    if (in->against)
        add_player(&s, in->against);
    return template_print(out, (const char *)template->data, print_part, &s, err);
}
