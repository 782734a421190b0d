#include "export/standalone.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "export/uci.h"
#include "game/notation.h"
#include "game/prompt.h"

enum { DONE = 0, FAILED = 1, USAGE = 2 };

/* Games against a person, in lines of text. */
struct dialogue {
    struct engine *engine;
    FILE *out;
    bool colour;
    struct prompt prompt;
    struct moves moves;
    int person; /* 0 if the person moves first */
};

static bool ask(struct dialogue *d, const char *question)
{
    return prompt_ask(&d->prompt, question);
}

static bool answered(const struct dialogue *d, const char *answer)
{
    return strcmp(d->prompt.line, answer) == 0;
}

static void show(struct dialogue *d)
{
    fputc('\n', d->out);
    notation_draw(d->out, &d->moves, d->colour);
    fputc('\n', d->out);
}

static void take_back(struct dialogue *d)
{
    int own = d->moves.n % 2 == d->person ? 2 : 1; /* back to the person's last turn */

    if (d->moves.n < own + d->person) {
        fputs("There is nothing to take back.\n", d->out);
        return;
    }
    d->moves.n = (unsigned char)(d->moves.n - own);
    show(d);
}

static void explain(struct dialogue *d)
{
    fprintf(d->out,
            "1 to %d  drop a disc in that column\n"
            "u       take back your last move\n"
            "n       start a new game\n"
            "q       quit\n",
            COLUMNS);
}

/* Drops the person's disc if the answer is an open column. */
static void drop(struct dialogue *d)
{
    struct position pos = moves_position(&d->moves);
    int column = prompt_column(&d->prompt, &pos);

    if (column == PROMPT_NO_COLUMN)
        fprintf(d->out, "Type a column from 1 to %d; ? lists the other commands.\n", COLUMNS);
    else if (column == PROMPT_FULL_COLUMN)
        fprintf(d->out, "Column %s is full.\n", d->prompt.line);
    else
        moves_push(&d->moves, column);
}

static void reply(struct dialogue *d)
{
    struct position pos = moves_position(&d->moves);
    struct choice choice;

    engine_choose(d->engine, &pos, &d->engine->keys, NULL, &choice);
    moves_push(&d->moves, choice.column);
    fprintf(d->out, "I play %d.\n", choice.column + 1);
    show(d);
}

enum next { SAME_GAME, NEW_GAME, QUIT };

/* Asks for one command, and carries it out. */
static enum next ask_for_move(struct dialogue *d)
{
    if (!ask(d, d->person ? "Your move, O: " : "Your move, X: ") || answered(d, "q"))
        return QUIT;
    if (answered(d, "n"))
        return NEW_GAME;
    if (answered(d, "u"))
        take_back(d);
    else if (answered(d, "?") || answered(d, "h"))
        explain(d);
    else
        drop(d);
    return SAME_GAME;
}

static void tell_end(struct dialogue *d, enum outcome outcome)
{
    bool person_won = outcome == (d->person ? OUTCOME_SECOND : OUTCOME_FIRST);

    if (person_won)
        show(d); /* the board after the computer's moves is already shown */
    fputs(outcome == OUTCOME_DRAW ? "The board is full: a draw.\n"
          : person_won            ? "You win. Well played!\n"
                                  : "I win.\n",
          d->out);
}

static enum next play_game(struct dialogue *d)
{
    enum next next = SAME_GAME;

    d->moves.n = 0;
    if (!ask(d, "Do you want to move first? [Y/n] ") || answered(d, "q"))
        return QUIT;
    d->person = d->prompt.line[0] == 'n' || d->prompt.line[0] == 'N';
    show(d);
    while (next == SAME_GAME) {
        struct position pos = moves_position(&d->moves);
        enum outcome outcome = position_outcome(&pos);

        if (outcome != OUTCOME_NONE) {
            tell_end(d, outcome);
            return ask(d, "Another game? [y/N] ") &&
                           (d->prompt.line[0] == 'y' || d->prompt.line[0] == 'Y')
                       ? NEW_GAME
                       : QUIT;
        }
        if (d->moves.n % 2 == d->person)
            next = ask_for_move(d);
        else
            reply(d);
    }
    return next;
}

/* Plays games until the person quits or the input ends. */
static void play_games(struct engine *engine, FILE *in, FILE *out, bool colour)
{
    struct dialogue d = {
        .engine = engine, .out = out, .colour = colour, .prompt = { .in = in, .out = out }
    };

    fprintf(out,
            "Four in a row wins. You play against %s.\n"
            "Type a column from 1 to %d; u takes back a move, n starts a new game, q quits.\n",
            engine->name, COLUMNS);
    while (play_game(&d) == NEW_GAME)
        ;
    prompt_release(&d.prompt);
}

static void print_usage(FILE *out, const char *program, const char *name)
{
    fprintf(out,
            "%s, a Connect Four player made by c4evolve\n\n"
            "usage: %s              play against it, in the terminal\n"
            "       %s POSITION...  print the column, 1 to %d, that it plays in each position;\n"
            "       %*s              a position is the columns played, such as 44433, or - for\n"
            "       %*s              the empty board\n"
            "       %s uci          speak UCI with chess front ends (variant cfour or connect4)\n"
            "       %s --help       print this text\n",
            name, program, program, COLUMNS, (int)strlen(program), "", (int)strlen(program), "",
            program, program);
}

/* Nothing is printed if any position is wrong or over. */
static int check_positions(char **position)
{
    struct position pos;
    struct err err;

    for (; *position; position++) {
        if (notation_parse(&pos, *position, &err)) {
            fprintf(stderr, "%s\n", err.text);
            return USAGE;
        }
        if (position_outcome(&pos) != OUTCOME_NONE) {
            fprintf(stderr, "position '%s': the game is over\n", *position);
            return USAGE;
        }
    }
    return DONE;
}

static int print_moves(struct engine *engine, char **position)
{
    struct position pos;
    struct choice choice;
    struct err err;

    if (check_positions(position) != DONE)
        return USAGE;
    for (; *position; position++) {
        if (notation_parse(&pos, *position, &err))
            return USAGE;
        engine_choose(engine, &pos, &engine->keys, NULL, &choice);
        printf("%d\n", choice.column + 1);
    }
    return DONE;
}

static int run(struct engine *engine, char **argument)
{
    struct err err;
    int code = DONE;

    if (worker_init(&engine->worker, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return FAILED;
    }
    if (!*argument)
        play_games(engine, stdin, stdout, notation_in_colour(STDOUT_FILENO));
    else if (strcmp(*argument, "uci") != 0)
        code = print_moves(engine, argument);
    else if (uci_talk(engine, stdin, stdout))
        _exit(DONE); /* a search still uses this memory */
    worker_release(&engine->worker);
    return code;
}

/* The tables that were written into the program. */
static struct tables *unpack_baked(const char *const *part, struct err *err)
{
    size_t size = tables_packed_size();
    unsigned char *bytes = malloc(size);
    struct tables *tables = NULL;
    bool whole = bytes != NULL;

    for (size_t at = 0; whole && at < size; at += STANDALONE_PART, part++)
        whole = base64_decode(bytes + at, size - at < STANDALONE_PART ? size - at : STANDALONE_PART,
                              *part) == 0;
    if (whole)
        tables = tables_unpack(bytes, err);
    else
        err_set(err, bytes ? "the tables are damaged" : "out of memory");
    free(bytes);
    return tables;
}

static void use_custom(struct evaluator *ev, const struct standalone *player)
{
    struct line line[LINES];

    ev->custom.value = player->custom;
    lines_list(line);
    for (int i = 0; i < LINES; i++)
        ev->custom.line[i] = line_cells(&line[i]);
}

int standalone_main(int argc, char **argv, const struct standalone *player)
{
    struct evaluator ev;
    struct engine engine = { .name = player->name,
                             .search = &player->search,
                             .ev = &ev,
                             .keys = player->keys,
                             .own_depth = player->own_depth,
                             .own_nodes = player->keys.nodes > 0,
                             .seed = 1,
                             .pawn = player->pawn };
    bool uci = argc > 1 && strcmp(argv[1], "uci") == 0;
    struct tables *tables = NULL;
    struct err err;
    int code;

    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_usage(stdout, argv[0], player->name);
        return DONE;
    }
    if ((uci && argc > 2) || (argc > 1 && argv[1][0] == '-' && argv[1][1] != '\0')) {
        fprintf(stderr, "unknown argument '%s'\n", uci ? argv[2] : argv[1]);
        print_usage(stderr, argv[0], player->name);
        return USAGE;
    }
    evaluator_build(&ev, player->weights);
    if (player->tables) {
        tables = unpack_baked(player->tables, &err);
        if (!tables) {
            fprintf(stderr, "%s\n", err.text);
            return FAILED;
        }
        evaluator_use_tables(&ev, tables, player->weights);
    }
    if (player->custom)
        use_custom(&ev, player);
    code = run(&engine, argv + 1);
    tables_release(tables);
    if (fflush(stdout) || ferror(stdout)) {
        perror("standard output");
        return FAILED;
    }
    return code;
}
