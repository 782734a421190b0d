#include "arena/pgn.h"

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
    fputc('\n', out);
    write_moves(out, &game->result->moves);
    fprintf(out, " %s\n\n", result);
}
