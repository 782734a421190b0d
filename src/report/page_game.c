#include "report/page_game.h"

#include "report/page_data.h"

#define UNTIMED_DEPTH 8

/* The value for the first player: a weight, or the word for a result that is certain. */
static void put_value(struct json *j, int32_t value)
{
    if (value > EVAL_LIMIT)
        json_string(j, NULL, "win");
    else if (value < -EVAL_LIMIT)
        json_string(j, NULL, "loss");
    else
        page_number(j, NULL, (double)value / EVAL_UNITS);
}

/* What one player thinks after each ply of the game, from the end of the opening on. */
static void put_thoughts(struct json *j, const struct page_game *game, const struct player *player,
                         struct worker *worker)
{
    struct player thinker = *player;
    struct moves line = { 0 };

    if (thinker.keys.seconds > 0) {
        thinker.keys.seconds = 0;
        thinker.keys.depth = UNTIMED_DEPTH;
    }
    json_begin(j, NULL, '[');
    for (int ply = 0; ply < game->result.moves.n && player->has_genome; ply++) {
        struct position pos = moves_position(&line);
        struct choice choice;

        if (ply >= game->opening) {
            player_move(&thinker, &pos, worker, (struct stream){ .purpose = STREAM_MOVE }, &choice);
            put_value(j, ply % 2 ? -choice.value : choice.value);
        }
        moves_push(&line, game->result.moves.column[ply]);
    }
    json_end(j, ']');
}

void page_put_game(struct json *j, const struct page_game *game, struct worker *worker)
{
    char moves[MOVES_TEXT_SIZE];

    json_begin(j, NULL, '{');
    json_string(j, "why", game->why);
    json_begin(j, "players", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "name", game->player[i]->name);
        if (game->id[i])
            json_integer(j, "id", game->id[i]);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_integer(j, "outcome", game->result.outcome);
    json_string(j, "moves", moves_format(&game->result.moves, moves));
    json_integer(j, "opening", game->opening);
    json_begin(j, "values", '[');
    for (int i = 0; i < 2; i++)
        put_thoughts(j, game, game->player[i], worker);
    json_end(j, ']');
    json_end(j, '}');
}
