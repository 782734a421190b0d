#include "play/fullscreen.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "play/drawing.h"
#include "play/thinker.h"

struct display {
    struct terminal terminal;
    struct thinker *thinker;
};

static int open_display(struct display *display, bool colour, struct err *err)
{
    display->thinker = thinker_create(err);
    if (!display->thinker)
        return -1;
    if (terminal_open(&display->terminal, colour, err)) {
        thinker_destroy(display->thinker);
        return -1;
    }
    drawing_prepare(&display->terminal);
    return 0;
}

/* Returns false if a player is still thinking, see thinker_destroy. */
static bool close_display(struct display *display)
{
    terminal_close(&display->terminal);
    return thinker_destroy(display->thinker);
}

/* ---- a person against the computer ---- */

enum asked {
    ASKED_NOTHING,
    ASKED_MOVE,
    ASKED_HINT,
    ASKED_EXPECTATION,
    ASKED_WARNING,
    ASKED_ANALYSIS
};

struct play_view {
    struct session *session;
    struct display display;
    enum asked asked; /* what the thinker works on */
    int asked_column; /* that is to be checked */
    int cursor;
    char note[SENTENCE]; /* an answer or a refusal, shown until the next key */
    bool quit;
};

static void note(struct play_view *view, const char *text)
{
    snprintf(view->note, sizeof view->note, "%s", text);
}

static void play_draw(const struct play_view *view)
{
    const struct session *session = view->session;
    char turn[SENTENCE], last[SENTENCE], sides[SENTENCE], opponent[SENTENCE], score[SENTENCE];
    char moves[MOVES_TEXT_SIZE], record[SENTENCE];
    bool busy = view->asked != ASKED_NOTHING && view->asked != ASKED_MOVE;
    bool offer = session_outcome(session) != OUTCOME_NONE && !view->note[0];
    struct drawing drawing = {
        .moves = session->moves,
        .cursor = session_persons_turn(session) ? view->cursor : -1,
        .fact = { session_say_turn(session, turn),
                  busy    ? "Thinking."
                  : offer ? "Press a for an analysis of the game, n for a new one."
                          : view->note,
                  session_say_last_move(session, last), session_say_score(session, score),
                  session_say_sides(session, sides), session_say_opponent(session, opponent),
                  record },
        .facts = 7,
        .keys = play_keys,
    };

    snprintf(record, sizeof record, "Moves: %s", moves_format(&session->moves, moves));
    drawing_show(&view->display.terminal, &drawing);
}

/* The player is NULL where only the tutor is asked. */
static void ask(struct play_view *view, enum asked what, const struct player *player)
{
    static const enum task tasks[] = {
        [ASKED_HINT] = TASK_ADVICE, [ASKED_WARNING] = TASK_WARNING, [ASKED_ANALYSIS] = TASK_ANALYSIS
    };
    struct session *session = view->session;
    struct question question = { .task = tasks[what],
                                 .player = player,
                                 .pos = moves_position(&session->moves),
                                 .stream = session_stream(session),
                                 .with_pv = what == ASKED_EXPECTATION,
                                 .tutor = &session->tutor,
                                 .moves = session->moves,
                                 .start = session->start.n,
                                 .column = view->cursor,
                                 .disc = { session->disc[0], session->disc[1] } };
    struct err err;

    if (thinker_ask(view->display.thinker, &question, &err))
        note(view, err.text);
    else
        view->asked = what;
}

static void play_take_answer(struct play_view *view)
{
    const struct thought *answer = thinker_answer(view->display.thinker);
    struct session *session = view->session;
    int column = answer->choice.column;

    switch (view->asked) {
    case ASKED_MOVE:
        if (column == NO_MOVE) {
            session_give_up(session, session_side(session));
            note(view, answer->why);
        } else {
            session_drop(session, column);
        }
        break;
    case ASKED_HINT:
        session_say_hint(session, &answer->choice, answer->advised, answer->text, view->note);
        view->cursor = answer->advised >= 0 ? answer->advised : column;
        break;
    case ASKED_WARNING:
        if (answer->mistake)
            session_say_warning(session, view->asked_column, answer->text, view->note);
        else
            session_drop(session, view->asked_column);
        break;
    case ASKED_ANALYSIS:
        view->quit = !drawing_show_text(&view->display.terminal, answer->text);
        break;
    case ASKED_EXPECTATION:
        session_say_pv(session, &answer->choice, &answer->pv, view->note);
        break;
    case ASKED_NOTHING:
        break;
    }
    view->asked = ASKED_NOTHING;
}

static void drop(struct play_view *view, int column)
{
    struct session *session = view->session;

    view->cursor = column;
    if (session_outcome(session) != OUTCOME_NONE)
        note(view, "The game is over; n starts a new one.");
    else if (session_checks(session, column)) {
        view->asked_column = column;
        ask(view, ASKED_WARNING, NULL);
    } else if (!session_drop(session, column))
        note(view, "That column is full.");
}

static void ask_about(struct play_view *view, enum asked what)
{
    struct session *session = view->session;
    bool advise = what == ASKED_HINT || session_shared(session);
    struct err err;

    if (session_outcome(session) != OUTCOME_NONE)
        note(view, "The game is over.");
    else if (advise && opponent_load_adviser(&session->opponent, &err))
        note(view, err.text);
    else
        ask(view, what, advise ? &session->opponent.adviser : &session->opponent.player);
}

static void change_level(struct play_view *view, int by)
{
    struct err err;

    if (opponent_set_level(&view->session->opponent, view->session->opponent.level + by, &err))
        note(view, err.text);
}

/* Handles the keys that also work while the computer thinks. Returns false for other keys. */
static bool act_any_time(struct play_view *view, enum action action)
{
    char text[4096];

    switch (action) {
    case ACTION_LEFT:
        view->cursor = (view->cursor + COLUMNS - 1) % COLUMNS;
        return true;
    case ACTION_RIGHT:
        view->cursor = (view->cursor + 1) % COLUMNS;
        return true;
    case ACTION_HELP:
        view->quit = !drawing_show_text(&view->display.terminal,
                                        keys_help(play_keys, false, text, sizeof text));
        return true;
    case ACTION_LEVELS:
        view->quit = !drawing_show_text(&view->display.terminal,
                                        session_say_levels(view->session, text, sizeof text));
        return true;
    case ACTION_QUIT:
        view->quit = true;
        return true;
    default:
        return action == ACTION_NONE;
    }
}

static void play_act(struct play_view *view, enum action action, int column)
{
    struct session *session = view->session;

    if (act_any_time(view, action))
        return;
    if (view->asked != ASKED_NOTHING) {
        note(view, "The computer is still thinking; q quits.");
        return;
    }
    if (action == ACTION_COLUMN || action == ACTION_DROP)
        drop(view, column);
    else if (action == ACTION_TAKE_BACK && !session_take_back(session))
        note(view, "There is nothing to take back.");
    else if (action == ACTION_HINT)
        ask_about(view, ASKED_HINT);
    else if (action == ACTION_EXPECT)
        ask_about(view, ASKED_EXPECTATION);
    else if (action == ACTION_ANALYSE)
        ask(view, ASKED_ANALYSIS, NULL);
    else if (action == ACTION_WARN)
        session_toggle_warnings(session, view->note);
    else if (action == ACTION_SWAP)
        session_swap(session);
    else if (action == ACTION_NEW)
        session_new_game(session);
    else if (action == ACTION_STRONGER || action == ACTION_WEAKER)
        change_level(view, action == ACTION_STRONGER ? 1 : -1);
}

static void handle(struct play_view *view, const struct event *event)
{
    struct layout layout;
    enum action action;
    int column;

    if (event->kind == EVENT_READY)
        play_take_answer(view);
    else if (event->kind == EVENT_CLOSED)
        view->quit = true;
    if (event->kind != EVENT_KEY && event->kind != EVENT_CLICK)
        return;
    view->note[0] = '\0';
    if (event->kind == EVENT_KEY) {
        action = keys_find(play_keys, event->key);
        play_act(view, action, action == ACTION_COLUMN ? event->key - '1' : view->cursor);
    } else if (layout_make(&layout, view->display.terminal.rows, view->display.terminal.cols)) {
        column = layout_column_at(&layout, event->row, event->col);
        if (column >= 0)
            play_act(view, ACTION_COLUMN, column);
    }
}

static void play_run(struct play_view *view)
{
    while (!view->quit) {
        bool thinking = view->asked != ASKED_NOTHING;
        struct event event;

        if (!thinking && session_computers_turn(view->session)) {
            ask(view, ASKED_MOVE, &view->session->opponent.player);
            thinking = view->asked != ASKED_NOTHING;
            view->quit = !thinking;
        }
        play_draw(view);
        terminal_wait(&view->display.terminal, thinking ? thinker_fd(view->display.thinker) : -1,
                      -1, &event);
        handle(view, &event);
    }
}

int fullscreen_play(struct session *session, bool colour, struct err *err)
{
    struct play_view view = { .session = session, .cursor = COLUMNS / 2 };
    int status = open_display(&view.display, colour, err);

    if (status == 0) {
        session->disc[0] = drawing_disc(&view.display.terminal, 0);
        session->disc[1] = drawing_disc(&view.display.terminal, 1);
        play_run(&view);
        if (!close_display(&view.display))
            return 1;
    }
    session_release(session);
    return status;
}

/* ---- two players ---- */

#define SHORTEST_S 0.05
#define LONGEST_S  60

struct watch_view {
    struct watched *w;
    struct display display;
    bool thinking;
    bool stale; /* the player thinks about a game that is no longer shown */
    bool paused;
    bool once; /* one more move while paused */
    bool quit;
    double delay_s;
    double next_s; /* when the next move is due */
    char note[WATCHED_TEXT];
};

static void watch_draw(const struct watch_view *view)
{
    const struct watched *w = view->w;
    const char *const disc[2] = { drawing_disc(&view->display.terminal, 0),
                                  drawing_disc(&view->display.terminal, 1) };
    char state[WATCHED_TEXT], side[2][WATCHED_TEXT], score[WATCHED_TEXT], pace[WATCHED_TEXT];
    char record[WATCHED_TEXT], moves[MOVES_TEXT_SIZE];
    struct drawing drawing = {
        .moves = w->moves,
        .cursor = -1,
        .fact = { watched_state(w, disc, state), watched_side(w, 0, disc[0], side[0]),
                  watched_side(w, 1, disc[1], side[1]), view->note, watched_score(w, score), pace,
                  record },
        .facts = 7,
        .keys = watch_keys,
    };

    drawing.moves.n = (unsigned char)w->shown;
    snprintf(record, sizeof record, "Moves: %s", moves_format(&drawing.moves, moves));
    if (view->paused)
        snprintf(pace, sizeof pace, "Paused%s.", view->thinking ? "; thinking" : "");
    else
        snprintf(pace, sizeof pace, "A move every %.2g s%s.", view->delay_s,
                 view->thinking ? "; thinking" : "");
    drawing_show(&view->display.terminal, &drawing);
}

/* Is another move to be shown or made, now or after the delay? */
static bool goes_on(const struct watch_view *view)
{
    bool more = view->w->shown < view->w->moves.n || watched_outcome(view->w) == OUTCOME_NONE;

    return more && (!view->paused || view->once);
}

static void step_when_due(struct watch_view *view)
{
    struct watched *w = view->w;
    struct question question = { .pos = moves_position(&w->moves), .stream = watched_stream(w) };
    struct err err;

    if (!goes_on(view) || view->thinking || (!view->once && clock_s() < view->next_s))
        return;
    if (w->shown < w->moves.n) {
        watched_step(w, 1);
        view->once = false;
        view->next_s = clock_s() + view->delay_s;
        return;
    }
    question.player = watched_mover(w);
    view->thinking = thinker_ask(view->display.thinker, &question, &err) == 0;
    if (!view->thinking) {
        snprintf(view->note, sizeof view->note, "%s", err.text);
        view->paused = true;
    }
    view->once = false;
}

static void watch_take_answer(struct watch_view *view)
{
    const struct thought *thought = thinker_answer(view->display.thinker);

    view->thinking = false;
    if (!view->stale)
        watched_take(view->w, &thought->choice, thought->why);
    view->stale = false;
    view->next_s = clock_s() + view->delay_s;
}

static void next_game(struct watch_view *view)
{
    struct err err;

    view->stale = view->thinking;
    view->paused = false;
    view->next_s = clock_s() + view->delay_s;
    if (watched_next(view->w, &err)) {
        snprintf(view->note, sizeof view->note, "%s", err.text);
        view->paused = true;
    }
}

/* Stepping pauses the game. */
static void step(struct watch_view *view, int by)
{
    bool at_end = view->w->shown == view->w->moves.n;

    view->paused = true;
    view->once = by == 1 && at_end;
    watched_step(view->w, by);
}

static void change_pace(struct watch_view *view, double factor)
{
    double delay_s = view->delay_s * factor;

    view->delay_s = delay_s < SHORTEST_S ? SHORTEST_S : delay_s > LONGEST_S ? LONGEST_S : delay_s;
    view->next_s = clock_s() + view->delay_s;
}

static void watch_act(struct watch_view *view, enum action action)
{
    char text[4096];

    view->note[0] = '\0';
    if (action == ACTION_PAUSE)
        view->paused = !view->paused;
    else if (action == ACTION_BACK || action == ACTION_FORWARD)
        step(view, action == ACTION_BACK ? -1 : 1);
    else if (action == ACTION_TO_START || action == ACTION_TO_END)
        step(view, action == ACTION_TO_START ? -CELLS : CELLS);
    else if (action == ACTION_NEW)
        next_game(view);
    else if (action == ACTION_FASTER || action == ACTION_SLOWER)
        change_pace(view, action == ACTION_FASTER ? 0.5 : 2);
    else if (action == ACTION_HELP)
        view->quit = !drawing_show_text(&view->display.terminal,
                                        keys_help(watch_keys, false, text, sizeof text));
    else if (action == ACTION_QUIT)
        view->quit = true;
}

static void watch_run(struct watch_view *view)
{
    while (!view->quit) {
        struct event event;
        double left_s = -1;

        step_when_due(view);
        watch_draw(view);
        if (goes_on(view) && !view->thinking) {
            left_s = view->once ? 0 : view->next_s - clock_s();
            left_s = left_s < 0 ? 0 : left_s;
        }
        terminal_wait(&view->display.terminal,
                      view->thinking ? thinker_fd(view->display.thinker) : -1, left_s, &event);
        if (event.kind == EVENT_KEY)
            watch_act(view, keys_find(watch_keys, event.key));
        else if (event.kind == EVENT_READY)
            watch_take_answer(view);
        else if (event.kind == EVENT_CLOSED)
            view->quit = true;
    }
}

int fullscreen_watch(struct watched *w, double delay_s, bool colour, struct err *err)
{
    struct watch_view view = { .w = w, .delay_s = delay_s, .next_s = clock_s() + delay_s };
    int status = open_display(&view.display, colour, err);

    if (status == 0) {
        watch_run(&view);
        if (!close_display(&view.display))
            return 1;
    }
    watched_release(w);
    return status;
}
