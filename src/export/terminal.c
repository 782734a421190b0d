#include "export/terminal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct terminal {
    struct engine *engine;
    FILE *in, *out;
    bool colour;
    char *line; /* what the person typed last */
    size_t capacity;
    struct moves moves;
    int person; /* 0 if the person moves first */
};

/* Asks, and reads a line without blanks around it. False when there is none. */
static bool ask(struct terminal *t, const char *question)
{
    char *start, *end;

    fputs(question, t->out);
    fflush(t->out);
    if (getline(&t->line, &t->capacity, t->in) <= 0) {
        fputc('\n', t->out);
        return false;
    }
    for (start = t->line; isspace((unsigned char)*start);)
        start++;
    for (end = start + strlen(start); end > start && isspace((unsigned char)end[-1]);)
        *--end = '\0';
    memmove(t->line, start, (size_t)(end - start) + 1);
    return true;
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
    int column = t->line[0] - '1';

    if (strlen(t->line) != 1 || column < 0 || column >= COLUMNS)
        fputs("A column from 1 to 7, please; ? tells what else there is.\n", t->out);
    else if (!(playable_cells(pos.all) & column_cells(column)))
        fprintf(t->out, "Column %d is full.\n", column + 1);
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
    if (!ask(t, t->person ? "Your move, O: " : "Your move, X: ") || strcmp(t->line, "q") == 0)
        return THE_END;
    if (strcmp(t->line, "n") == 0)
        return NEW_GAME;
    if (strcmp(t->line, "u") == 0)
        take_back(t);
    else if (strcmp(t->line, "?") == 0 || strcmp(t->line, "h") == 0)
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
    if (!ask(t, "Do you want to begin? [Y/n] ") || strcmp(t->line, "q") == 0)
        return THE_END;
    t->person = t->line[0] == 'n' || t->line[0] == 'N';
    show(t);
    while (going == GOING_ON) {
        struct position pos = moves_position(&t->moves);
        enum outcome outcome = position_outcome(&pos);

        if (outcome != OUTCOME_NONE) {
            tell_end(t, outcome);
            return ask(t, "Another game? [y/N] ") && (t->line[0] == 'y' || t->line[0] == 'Y')
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
    struct terminal t = { .engine = engine, .in = in, .out = out, .colour = colour };

    fprintf(out,
            "Four in a line win. You play against %s.\n"
            "Type a column from 1 to 7; u takes a move back, n begins anew, q ends.\n",
            engine->name);
    while (play_game(&t) == NEW_GAME)
        ;
    free(t.line);
}
