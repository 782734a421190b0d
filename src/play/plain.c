#include "play/plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "play/keys.h"

struct lines {
    const struct plain *plain;
    struct desk *desk;
    struct worker worker;
    bool draw; /* the board, before the next prompt */
    bool quit;
    char *line; /* what was typed last */
    size_t size;
};

static void say(const struct lines *l, const char *text)
{
    if (*text)
        fprintf(l->plain->out, "%s\n", text);
}

static void begin_game(struct lines *l)
{
    char text[SENTENCE];

    say(l, desk_sides(l->desk, text));
    say(l, desk_opponent(l->desk, text));
    l->draw = true;
}

static void tell_end(struct lines *l)
{
    char text[SENTENCE];

    if (session_outcome(&l->desk->session) == OUTCOME_NONE)
        return;
    board_draw(l->plain->out, &l->desk->session.moves, l->plain->colour);
    say(l, desk_turn(l->desk, text));
    say(l, desk_score(l->desk, text));
    l->draw = false;
}

static void computer_moves(struct lines *l)
{
    struct session *session = &l->desk->session;
    struct position pos = moves_position(&session->moves);
    struct choice choice;
    char text[SENTENCE];

    fflush(l->plain->out);
    player_move(&l->desk->player, &pos, &l->worker, desk_stream(l->desk), &choice);
    if (choice.column == NO_MOVE) {
        say(l, l->worker.why);
        session_give_up(session, session_side(session));
    } else {
        session_drop(session, choice.column);
        say(l, desk_last_move(l->desk, text));
    }
    l->draw = true;
    tell_end(l);
}

static void drop(struct lines *l, int column)
{
    struct session *session = &l->desk->session;

    if (session_outcome(session) != OUTCOME_NONE) {
        say(l, "The game is over: n begins a new one.");
    } else if (!session_drop(session, column)) {
        say(l, "That column is full.");
    } else {
        l->draw = session_shared(session);
        tell_end(l);
    }
}

/* The adviser for a hint, the computer's own player for what it expects. */
static void ask_about(struct lines *l, enum action action)
{
    struct desk *desk = l->desk;
    bool advise = action == ACTION_HINT || session_shared(&desk->session);
    struct position pos = moves_position(&desk->session.moves);
    char text[SENTENCE];
    struct choice choice;
    struct moves line;
    struct err err;

    if (session_outcome(&desk->session) != OUTCOME_NONE) {
        say(l, "The game is over.");
    } else if (advise && desk_advise(desk, &err)) {
        say(l, err.text);
    } else {
        const struct player *player = advise ? &desk->adviser : &desk->player;

        player_move(player, &pos, &l->worker, desk_stream(desk), &choice);
        if (choice.column == NO_MOVE) {
            say(l, l->worker.why);
            return;
        }
        player_line(player, &pos, &choice, &l->worker, &line);
        say(l, action == ACTION_HINT ? desk_hint(desk, &choice, text)
                                     : desk_expects(desk, &choice, &line, text));
    }
}

static void change_level(struct lines *l, int by)
{
    char text[SENTENCE];
    struct err err;

    if (desk_set_level(l->desk, l->desk->level + by, &err))
        say(l, err.text);
    else
        say(l, desk_opponent(l->desk, text));
}

static void act(struct lines *l, enum action action, int key)
{
    struct session *session = &l->desk->session;
    char text[4096];

    if (action == ACTION_COLUMN)
        drop(l, key - '1');
    else if (action == ACTION_TAKE_BACK) {
        l->draw = session_take_back(session);
        say(l, l->draw ? "" : "There is nothing to take back.");
    } else if (action == ACTION_HINT || action == ACTION_EXPECT)
        ask_about(l, action);
    else if (action == ACTION_SWAP || action == ACTION_NEW) {
        if (action == ACTION_SWAP)
            session_swap(session);
        else
            session_new_game(session);
        begin_game(l);
    } else if (action == ACTION_STRONGER || action == ACTION_WEAKER)
        change_level(l, action == ACTION_STRONGER ? 1 : -1);
    else if (action == ACTION_LEVELS)
        fputs(desk_levels(l->desk, text, sizeof text), l->plain->out);
    else if (action == ACTION_HELP)
        fputs(keys_help(play_keys, true, text, sizeof text), l->plain->out);
    else if (action == ACTION_QUIT)
        l->quit = true;
    else
        say(l, "A column from 1 to 7, or a letter; ? for help.");
}

/* What a line says: a single character, or nothing that we know. */
static int only_key(const char *line, size_t length)
{
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    while (length > 0 && isspace((unsigned char)*line)) {
        line++;
        length--;
    }
    return length == 1 ? (unsigned char)*line : 0;
}

/* The next line of the input. False at its end. */
static bool read_line(struct lines *l, int *key)
{
    ssize_t length;

    fflush(l->plain->out);
    length = getline(&l->line, &l->size, l->plain->in);
    if (length < 0)
        fputc('\n', l->plain->out);
    else if (l->plain->echo)
        fprintf(l->plain->out, "%.*s\n", (int)strcspn(l->line, "\n"), l->line);
    if (length < 0)
        return false;
    *key = only_key(l->line, (size_t)length);
    return true;
}

static void converse(struct lines *l)
{
    char turn[SENTENCE];
    int key;

    while (!l->quit && !ferror(l->plain->out)) {
        if (session_computers_turn(&l->desk->session)) {
            computer_moves(l);
            continue;
        }
        if (l->draw)
            board_draw(l->plain->out, &l->desk->session.moves, l->plain->colour);
        l->draw = false;
        desk_turn(l->desk, turn);
        if (session_outcome(&l->desk->session) == OUTCOME_NONE)
            fprintf(l->plain->out, "%.*s (1-7, ? for help): ", (int)strlen(turn) - 1, turn);
        else
            fputs("n: new game, u: take back, q: quit. ", l->plain->out);
        if (!read_line(l, &key))
            break;
        act(l, keys_find(play_keys, key), key);
    }
}

int plain_play(const struct plain *plain, struct desk *desk, struct err *err)
{
    struct lines l = { .plain = plain, .desk = desk };

    if (worker_init(&l.worker, err))
        return -1;
    begin_game(&l);
    converse(&l);
    free(l.line);
    worker_release(&l.worker);
    return 0;
}
