#include "play/plain.h"

#include <string.h>

#include "game/prompt.h"
#include "play/keys.h"

struct lines {
    const struct plain *plain;
    struct desk *desk;
    struct worker worker;
    bool draw; /* the board, before the next prompt */
    bool quit;
    struct prompt prompt;
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

static void converse(struct lines *l)
{
    char turn[SENTENCE], question[SENTENCE + 32];
    const char *line;
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
            snprintf(question, sizeof question, "%.*s (1-7, ? for help): ", (int)strlen(turn) - 1,
                     turn);
        else
            strcpy(question, "n: new game, u: take back, q: quit. ");
        if (!prompt_ask(&l->prompt, question))
            break;
        line = l->prompt.line;
        key = strlen(line) == 1 ? (unsigned char)*line : 0;
        act(l, keys_find(play_keys, key), key);
    }
}

int plain_play(const struct plain *plain, struct desk *desk, struct err *err)
{
    struct lines l = { .plain = plain,
                       .desk = desk,
                       .prompt = { .in = plain->in, .out = plain->out, .echo = plain->echo } };

    if (worker_init(&l.worker, err))
        return -1;
    begin_game(&l);
    converse(&l);
    prompt_release(&l.prompt);
    worker_release(&l.worker);
    return 0;
}
