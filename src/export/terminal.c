#include "export/terminal.h"

#include <string.h>

#include "game/prompt.h"

struct terminal {
    struct engine *engine;
    FILE *out;
    bool colour;
    struct prompt prompt;
    struct moves moves;
    int person; /* 0 if the person moves first */
};

static bool ask(struct terminal *t, const char *question)
{
    return prompt_ask(&t->prompt, question);
}

static bool answered(const struct terminal *t, const char *answer)
{
    return strcmp(t->prompt.line, answer) == 0;
}

static void show(struct terminal *t)
{
    fputc('\n', t->out);
    board_draw(t->out, &t->moves, t->colour);
    fputc('\n', t->out);
}

static void take_back(struct terminal *t)
{
    int own = t->moves.n % 2 == t->person ? 2 : 1; /* back to the person's move before */

    if (t->moves.n < own + t->person) {
        fputs("There is nothing to take back.\n", t->out);
        return;
    }
    t->moves.n = (unsigned char)(t->moves.n - own);
    show(t);
}

static void explain(struct terminal *t)
{
    fputs("1 to 7  drop a disc into that column\n"
          "u       take your last move back\n"
          "n       a new game\n"
          "q       the end\n",
          t->out);
}

/* Drops the person's disc, if the text is an open column. */
static void drop(struct terminal *t)
{
    struct position pos = moves_position(&t->moves);
    int column = prompt_column(&t->prompt, &pos);

    if (column == PROMPT_NO_COLUMN)
        fputs("A column from 1 to 7, please; ? tells what else there is.\n", t->out);
    else if (column == PROMPT_FULL_COLUMN)
        fprintf(t->out, "Column %s is full.\n", t->prompt.line);
    else
        moves_push(&t->moves, column);
}

static void reply(struct terminal *t)
{
    struct position pos = moves_position(&t->moves);
    struct choice choice;

    engine_choose(t->engine, &pos, &t->engine->keys, NULL, &choice);
    moves_push(&t->moves, choice.column);
    fprintf(t->out, "I play %d.\n", choice.column + 1);
    show(t);
}

enum going { GOING_ON, NEW_GAME, THE_END };

/* One thing that the person wants. */
static enum going obey_person(struct terminal *t)
{
    if (!ask(t, t->person ? "Your move, O: " : "Your move, X: ") || answered(t, "q"))
        return THE_END;
    if (answered(t, "n"))
        return NEW_GAME;
    if (answered(t, "u"))
        take_back(t);
    else if (answered(t, "?") || answered(t, "h"))
        explain(t);
    else
        drop(t);
    return GOING_ON;
}

static void tell_end(struct terminal *t, enum outcome outcome)
{
    bool person_won = outcome == (t->person ? OUTCOME_SECOND : OUTCOME_FIRST);

    if (person_won)
        show(t); /* the computer's own last move has been shown */
    fputs(outcome == OUTCOME_DRAW ? "The board is full: a draw.\n"
          : person_won            ? "You win. Well played!\n"
                                  : "I win.\n",
          t->out);
}

static enum going play_game(struct terminal *t)
{
    enum going going = GOING_ON;

    t->moves.n = 0;
    if (!ask(t, "Do you want to begin? [Y/n] ") || answered(t, "q"))
        return THE_END;
    t->person = t->prompt.line[0] == 'n' || t->prompt.line[0] == 'N';
    show(t);
    while (going == GOING_ON) {
        struct position pos = moves_position(&t->moves);
        enum outcome outcome = position_outcome(&pos);

        if (outcome != OUTCOME_NONE) {
            tell_end(t, outcome);
            return ask(t, "Another game? [y/N] ") &&
                           (t->prompt.line[0] == 'y' || t->prompt.line[0] == 'Y')
                       ? NEW_GAME
                       : THE_END;
        }
        if (t->moves.n % 2 == t->person)
            going = obey_person(t);
        else
            reply(t);
    }
    return going;
}

void terminal_play(struct engine *engine, FILE *in, FILE *out, bool colour)
{
    struct terminal t = {
        .engine = engine, .out = out, .colour = colour, .prompt = { .in = in, .out = out }
    };

    fprintf(out,
            "Four in a line win. You play against %s.\n"
            "Type a column from 1 to 7; u takes a move back, n begins anew, q ends.\n",
            engine->name);
    while (play_game(&t) == NEW_GAME)
        ;
    prompt_release(&t.prompt);
}
