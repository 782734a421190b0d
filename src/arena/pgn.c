#include "arena/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_file.h"
#include "game/forms.h"

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

/* A file that is being read. */
struct pgn_reader {
    struct pgn_list *list;
    bool columns;   /* the game's moves were in a tag */
    bool comment;   /* in braces, which may span lines */
    int variations; /* open ones */
};

static int take_tag(struct pgn_reader *r, const char *name, const char *value, struct err *err)
{
    struct pgn_list *list = r->list;
    struct game_result *game = &list->result[list->n - 1];
    struct moves opening;

    if (strcmp(name, "Result") == 0)
        game->outcome = (signed char)outcome_of(value);
    else if (strcmp(name, "White") == 0)
        snprintf(list->names[list->n - 1].first, PGN_VALUE_SIZE, "%s", value);
    else if (strcmp(name, "Black") == 0)
        snprintf(list->names[list->n - 1].second, PGN_VALUE_SIZE, "%s", value);
    else if (strcmp(name, "Termination") == 0 && strcmp(value, FORFEITED) == 0)
        game->outcome = GAME_UNPLAYED;
    else if (strcmp(name, "Columns") == 0) {
        r->columns = true;
        return moves_parse(&game->moves, value, err);
    } else if (strcmp(name, "Opening") == 0 && strspn(value, "-1234567890") == strlen(value)) {
        if (moves_parse(&opening, value, err))
            return -1;
        list->opening_plies[list->n - 1] = opening.n;
    } else if (strcmp(name, "FEN") == 0) {
        if (moves_read(&game->moves, value, err))
            return -1;
        list->opening_plies[list->n - 1] = game->moves.n;
    }
    return 0;
}

/* Not a move: its number, a result, a sign such as $1 or !?. */
static bool is_other_word(const char *word)
{
    return strchr("0123456789$*!?.", *word) != NULL;
}

static int take_move(struct pgn_reader *r, const char *word, struct err *err)
{
    struct game_result *game = &r->list->result[r->list->n - 1];
    struct position pos = moves_position(&game->moves);
    const char *move = word + strspn(word, "0123456789."); /* "1.d1" */
    int column;

    if (!*move || (move == word && is_other_word(word)) || strchr(word, '-'))
        return 0;
    column = position_outcome(&pos) == OUTCOME_NONE ? moves_next_column(&pos, move) : -1;
    if (column < 0)
        return err_set(err, "move %d, '%s', is not legal", game->moves.n + 1, move);
    moves_push(&game->moves, column);
    return 0;
}

/* The moves of a game without the tag Columns, without comments and variations. */
static int take_text(struct pgn_reader *r, const char *line, struct err *err)
{
    char word[PGN_VALUE_SIZE];
    size_t n = 0;

    for (; *line || n > 0; line += *line != '\0') {
        if (r->comment || *line == '{') {
            r->comment = *line != '}' && *line;
            if (!*line)
                break;
        } else if (*line == '(' || *line == ')') {
            r->variations += *line == '(' ? 1 : -1;
        } else if (r->variations <= 0 && *line && !strchr(" \t\r;", *line)) {
            if (n + 1 < sizeof word)
                word[n++] = *line;
            continue;
        }
        word[n] = '\0';
        if (n > 0 && take_move(r, word, err))
            return -1;
        n = 0;
        if (*line == ';' && !r->comment)
            break;
    }
    return 0;
}

/* One line of the file. [Event] begins a game. */
static int take_line(struct pgn_reader *r, const char *line, struct err *err)
{
    char name[16], value[256];

    if (strncmp(line, "[Event ", 7) == 0 && !r->comment) {
        *r = (struct pgn_reader){ .list = r->list };
        return add_game(r->list, err);
    }
    if (r->list->n == 0)
        return 0;
    if (*line == '[' && !r->comment)
        return sscanf(line, "[%15[A-Za-z] \"%255[^\"]\"]", name, value) == 2
                   ? take_tag(r, name, value, err)
                   : 0;
    return r->columns || *line == '%' ? 0 : take_text(r, line, err);
}

int pgn_read(struct pgn_list *list, const char *path, struct err *err)
{
    struct pgn_reader reader = { .list = list };
    struct text_file file;
    int status;

    *list = (struct pgn_list){ 0 };
    if (text_file_open(&file, path, err))
        return -1;
    while ((status = text_file_next(&file, err)) > 0)
        if (take_line(&reader, file.text, err)) {
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
