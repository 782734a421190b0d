#include "play/play_screen.h"

#include <stdio.h>
#include <string.h>

#include "play/scene.h"
#include "play/stage.h"

enum asked { ASKED_NOTHING, ASKED_MOVE, ASKED_HINT, ASKED_EXPECTATION };

struct show {
    struct desk *desk;
    struct stage stage;
    enum asked asked; /* what the thinker is busy with */
    int cursor;
    char note[SENTENCE]; /* an answer or a refusal, until the next key */
    bool quit;
};

static void note(struct show *show, const char *text)
{
    snprintf(show->note, sizeof show->note, "%s", text);
}

static void draw(const struct show *show)
{
    const struct desk *desk = show->desk;
    char turn[SENTENCE], last[SENTENCE], sides[SENTENCE], opponent[SENTENCE], score[SENTENCE];
    char moves[MOVES_TEXT_SIZE], record[SENTENCE];
    bool busy = show->asked == ASKED_HINT || show->asked == ASKED_EXPECTATION;
    struct scene scene = {
        .moves = desk->session.moves,
        .cursor = session_persons_turn(&desk->session) ? show->cursor : -1,
        .fact = { desk_turn(desk, turn), busy ? "Thinking." : show->note,
                  desk_last_move(desk, last), desk_score(desk, score), desk_sides(desk, sides),
                  desk_opponent(desk, opponent), record },
        .facts = 7,
        .keys = play_keys,
    };

    snprintf(record, sizeof record, "Moves: %s", moves_format(&desk->session.moves, moves));
    scene_draw(&show->stage.terminal, &scene);
}

static void ask(struct show *show, enum asked what, const struct player *player)
{
    struct question question = { .player = player,
                                 .pos = moves_position(&show->desk->session.moves),
                                 .stream = desk_stream(show->desk),
                                 .line = what == ASKED_EXPECTATION };
    struct err err;

    if (thinker_ask(show->stage.thinker, &question, &err))
        note(show, err.text);
    else
        show->asked = what;
}

static void take_answer(struct show *show)
{
    const struct thought *answer = thinker_answer(show->stage.thinker);
    struct desk *desk = show->desk;
    int column = answer->choice.column;

    switch (show->asked) {
    case ASKED_MOVE:
        if (column == NO_MOVE) {
            session_give_up(&desk->session, session_side(&desk->session));
            note(show, answer->why);
        } else {
            session_drop(&desk->session, column);
        }
        break;
    case ASKED_HINT:
        desk_hint(desk, &answer->choice, show->note);
        show->cursor = column;
        break;
    case ASKED_EXPECTATION:
        desk_expects(desk, &answer->choice, &answer->line, show->note);
        break;
    case ASKED_NOTHING:
        break;
    }
    show->asked = ASKED_NOTHING;
}

static void drop(struct show *show, int column)
{
    struct desk *desk = show->desk;

    show->cursor = column;
    if (session_outcome(&desk->session) != OUTCOME_NONE)
        note(show, "The game is over: n begins a new one.");
    else if (!session_drop(&desk->session, column))
        note(show, "That column is full.");
}

/* Hints and expectations are for positions in which there is a move to make. */
static void ask_about(struct show *show, enum asked what)
{
    struct desk *desk = show->desk;
    bool advise = what == ASKED_HINT || session_shared(&desk->session);
    struct err err;

    if (session_outcome(&desk->session) != OUTCOME_NONE)
        note(show, "The game is over.");
    else if (advise && desk_advise(desk, &err))
        note(show, err.text);
    else
        ask(show, what, advise ? &desk->adviser : &desk->player);
}

static void change_level(struct show *show, int by)
{
    struct err err;

    if (desk_set_level(show->desk, show->desk->level + by, &err))
        note(show, err.text);
}

/* What can be done while the computer thinks, too. True if that was it. */
static bool look(struct show *show, enum action action)
{
    char text[4096];

    switch (action) {
    case ACTION_LEFT:
        show->cursor = (show->cursor + COLUMNS - 1) % COLUMNS;
        return true;
    case ACTION_RIGHT:
        show->cursor = (show->cursor + 1) % COLUMNS;
        return true;
    case ACTION_HELP:
        show->quit =
            !scene_page(&show->stage.terminal, keys_help(play_keys, false, text, sizeof text));
        return true;
    case ACTION_LEVELS:
        show->quit = !scene_page(&show->stage.terminal, desk_levels(show->desk, text, sizeof text));
        return true;
    case ACTION_QUIT:
        show->quit = true;
        return true;
    default:
        return action == ACTION_NONE;
    }
}

static void act(struct show *show, enum action action, int column)
{
    struct session *session = &show->desk->session;

    if (look(show, action))
        return;
    if (show->asked != ASKED_NOTHING) {
        note(show, "The computer is still thinking; q quits.");
        return;
    }
    if (action == ACTION_COLUMN || action == ACTION_DROP)
        drop(show, column);
    else if (action == ACTION_TAKE_BACK && !session_take_back(session))
        note(show, "There is nothing to take back.");
    else if (action == ACTION_HINT)
        ask_about(show, ASKED_HINT);
    else if (action == ACTION_EXPECT)
        ask_about(show, ASKED_EXPECTATION);
    else if (action == ACTION_SWAP)
        session_swap(session);
    else if (action == ACTION_NEW)
        session_new_game(session);
    else if (action == ACTION_STRONGER || action == ACTION_WEAKER)
        change_level(show, action == ACTION_STRONGER ? 1 : -1);
}

static void handle(struct show *show, const struct event *event)
{
    struct layout layout;
    enum action action;
    int column;

    if (event->kind == EVENT_READY)
        take_answer(show);
    else if (event->kind == EVENT_CLOSED)
        show->quit = true;
    if (event->kind != EVENT_KEY && event->kind != EVENT_CLICK)
        return;
    show->note[0] = '\0';
    if (event->kind == EVENT_KEY) {
        action = keys_find(play_keys, event->key);
        act(show, action, action == ACTION_COLUMN ? event->key - '1' : show->cursor);
    } else if (layout_make(&layout, show->stage.terminal.rows, show->stage.terminal.cols)) {
        column = layout_column_at(&layout, event->row, event->col);
        if (column >= 0)
            act(show, ACTION_COLUMN, column);
    }
}

static void run(struct show *show)
{
    while (!show->quit) {
        bool thinking = show->asked != ASKED_NOTHING;
        struct event event;

        if (!thinking && session_computers_turn(&show->desk->session)) {
            ask(show, ASKED_MOVE, &show->desk->player);
            thinking = show->asked != ASKED_NOTHING;
            show->quit = !thinking;
        }
        draw(show);
        terminal_wait(&show->stage.terminal, thinking ? thinker_fd(show->stage.thinker) : -1, -1,
                      &event);
        handle(show, &event);
    }
}

int play_screen(struct desk *desk, bool colour, struct err *err)
{
    struct show show = { .desk = desk, .cursor = COLUMNS / 2 };
    int status = stage_open(&show.stage, colour, err);

    if (status == 0) {
        desk->disc[0] = scene_disc(&show.stage.terminal, 0);
        desk->disc[1] = scene_disc(&show.stage.terminal, 1);
        run(&show);
        if (!stage_close(&show.stage))
            return 1;
    }
    desk_release(desk);
    return status;
}
