#include "arena/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_file.h"

#define FORFEITED "rules infraction" /* the word of the PGN standard */

static void write_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            fputc('\\', out);
        fputc(*value, out);
    }
    fputs("\"]\n", out);
}

static void write_moves(FILE *out, const struct moves *moves)
{
    int height[COLUMNS] = { 0 };

    for (int i = 0; i < moves->n; i++) {
        int column = moves->column[i];

        if (i % 2 == 0)
            fprintf(out, "%s%d.", i ? (i % 16 ? " " : "\n") : "", i / 2 + 1);
        fprintf(out, " %c%d", 'a' + column, ++height[column]);
    }
}

/* A brace would end the comment. */
static void write_comment(FILE *out, const char *text)
{
    fputs(" {", out);
    for (; *text; text++)
        fputc(*text == '}' ? ')' : *text, out);
    fputc('}', out);
}

void pgn_write(FILE *out, const struct pgn_game *game)
{
    static const char *const results[] = { "0-1", "1/2-1/2", "1-0" };
    char number[24], text[MOVES_TEXT_SIZE];
    const char *result;

    if (game->result->outcome == GAME_UNPLAYED)
        return;
    result = results[game->result->outcome + 1];
    snprintf(number, sizeof number, "%zu", game->round);
    write_tag(out, "Event", game->event);
    write_tag(out, "Round", number);
    write_tag(out, "White", game->first);
    write_tag(out, "Black", game->second);
    write_tag(out, "Result", result);
    write_tag(out, "Variant", "Connect Four");
    write_tag(out, "Opening", moves_format(game->opening, text));
    write_tag(out, "Columns", moves_format(&game->result->moves, text));
    if (game->forfeit)
        write_tag(out, "Termination", FORFEITED);
    fputc('\n', out);
    write_moves(out, &game->result->moves);
    if (game->forfeit)
        write_comment(out, game->forfeit);
    fprintf(out, " %s\n\n", result);
}

void pgn_list_release(struct pgn_list *list)
{
    free(list->result);
    free(list->names);
    free(list->opening_plies);
    *list = (struct pgn_list){ 0 };
}

/* Adds an empty game; [Event] begins one. */
static int add_game(struct pgn_list *list, struct err *err)
{
    size_t n = list->n + 1;
    struct game_result *result = list->result;
    struct pgn_names *names = list->names;
    unsigned char *plies = list->opening_plies;

    /* The lists double in size whenever the number of games is a power of 2. */
    if ((list->n & (list->n - 1)) == 0) {
        result = realloc(list->result, 2 * n * sizeof *result);
        if (result)
            list->result = result;
        names = realloc(list->names, 2 * n * sizeof *names);
        if (names)
            list->names = names;
        plies = realloc(list->opening_plies, 2 * n);
        if (plies)
            list->opening_plies = plies;
        if (!result || !names || !plies)
            return err_shortage(err, "out of memory: %zu games", n);
    }
    list->result[list->n] = (struct game_result){ .outcome = GAME_UNPLAYED };
    list->names[list->n] = (struct pgn_names){ { 0 }, { 0 } };
    list->opening_plies[list->n] = 0;
    list->n = n;
    return 0;
}

static int outcome_of(const char *result)
{
    if (strcmp(result, "1-0") == 0)
        return GAME_WON;
    if (strcmp(result, "0-1") == 0)
        return GAME_LOST;
    return strcmp(result, "1/2-1/2") == 0 ? GAME_DRAWN : GAME_UNPLAYED;
}

/* One line of the file; only tags matter. */
static int take_line(struct pgn_list *list, const char *line, struct err *err)
{
    char name[16], value[PGN_VALUE_SIZE];
    struct game_result *game;
    struct moves opening;

    if (strncmp(line, "[Event ", 7) == 0)
        return add_game(list, err);
    if (list->n == 0 || sscanf(line, "[%15[A-Za-z] \"%63[^\"]\"]", name, value) != 2)
        return 0;
    game = &list->result[list->n - 1];
    if (strcmp(name, "Result") == 0)
        game->outcome = (signed char)outcome_of(value);
    else if (strcmp(name, "White") == 0)
        strcpy(list->names[list->n - 1].first, value);
    else if (strcmp(name, "Black") == 0)
        strcpy(list->names[list->n - 1].second, value);
    else if (strcmp(name, "Termination") == 0 && strcmp(value, FORFEITED) == 0)
        game->outcome = GAME_UNPLAYED;
    else if (strcmp(name, "Columns") == 0)
        return moves_parse(&game->moves, value, err);
    else if (strcmp(name, "Opening") == 0) {
        if (moves_parse(&opening, value, err))
            return -1;
        list->opening_plies[list->n - 1] = opening.n;
    }
    return 0;
}

int pgn_read(struct pgn_list *list, const char *path, struct err *err)
{
    struct text_file file;
    int status;

    *list = (struct pgn_list){ 0 };
    if (text_file_open(&file, path, err))
        return -1;
    while ((status = text_file_next(&file, err)) > 0)
        if (take_line(list, file.text, err)) {
            status = text_file_error(&file, err);
            break;
        }
    text_file_close(&file);
    if (status == 0 && list->n == 0)
        status = err_set(err, "%s: no games in the file", path);
    if (status)
        pgn_list_release(list);
    return status;
}
