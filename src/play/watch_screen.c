#include <stdio.h>

#include "base/clock.h"
#include "play/scene.h"
#include "play/stage.h"
#include "play/watch.h"

#define SHORTEST_S 0.05
#define LONGEST_S  60

struct viewing {
    struct watched *w;
    struct stage stage;
    bool thinking;
    bool stale; /* what is thought about is a game that nobody watches any more */
    bool paused;
    bool once; /* one more move, although it is paused */
    bool quit;
    double delay_s;
    double next_s; /* when the next move is due */
    char note[WATCHED_TEXT];
};

static void draw(const struct viewing *view)
{
    const struct watched *w = view->w;
    const char *const disc[2] = { scene_disc(&view->stage.terminal, 0),
                                  scene_disc(&view->stage.terminal, 1) };
    char state[WATCHED_TEXT], side[2][WATCHED_TEXT], score[WATCHED_TEXT], pace[WATCHED_TEXT];
    char record[WATCHED_TEXT], moves[MOVES_TEXT_SIZE];
    struct scene scene = {
        .moves = w->moves,
        .cursor = -1,
        .fact = { watched_state(w, disc, state), watched_side(w, 0, disc[0], side[0]),
                  watched_side(w, 1, disc[1], side[1]), view->note, watched_score(w, score), pace,
                  record },
        .facts = 7,
        .keys = watch_keys,
    };

    scene.moves.n = (unsigned char)w->shown;
    snprintf(record, sizeof record, "Moves: %s", moves_format(&scene.moves, moves));
    if (view->paused)
        snprintf(pace, sizeof pace, "Paused%s.", view->thinking ? "; thinking" : "");
    else
        snprintf(pace, sizeof pace, "A move every %.2g s%s.", view->delay_s,
                 view->thinking ? "; thinking" : "");
    scene_draw(&view->stage.terminal, &scene);
}

/* Is there another move to show or to make, now or after the delay? */
static bool goes_on(const struct viewing *view)
{
    bool more = view->w->shown < view->w->moves.n || watched_outcome(view->w) == OUTCOME_NONE;

    return more && (!view->paused || view->once);
}

static void step_when_due(struct viewing *view)
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
    view->thinking = thinker_ask(view->stage.thinker, &question, &err) == 0;
    if (!view->thinking) {
        snprintf(view->note, sizeof view->note, "%s", err.text);
        view->paused = true;
    }
    view->once = false;
}

static void take_answer(struct viewing *view)
{
    const struct thought *thought = thinker_answer(view->stage.thinker);

    view->thinking = false;
    if (!view->stale)
        watched_take(view->w, &thought->choice, thought->why);
    view->stale = false;
    view->next_s = clock_s() + view->delay_s;
}

static void next_game(struct viewing *view)
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

/* Who looks at single moves wants the game to wait. */
static void step(struct viewing *view, int by)
{
    bool at_end = view->w->shown == view->w->moves.n;

    view->paused = true;
    view->once = by == 1 && at_end;
    watched_step(view->w, by);
}

static void change_pace(struct viewing *view, double factor)
{
    double delay_s = view->delay_s * factor;

    view->delay_s = delay_s < SHORTEST_S ? SHORTEST_S : delay_s > LONGEST_S ? LONGEST_S : delay_s;
    view->next_s = clock_s() + view->delay_s;
}

static void act(struct viewing *view, enum action action)
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
        view->quit =
            !scene_page(&view->stage.terminal, keys_help(watch_keys, false, text, sizeof text));
    else if (action == ACTION_QUIT)
        view->quit = true;
}

static void run(struct viewing *view)
{
    while (!view->quit) {
        struct event event;
        double left_s = -1;

        step_when_due(view);
        draw(view);
        if (goes_on(view) && !view->thinking) {
            left_s = view->once ? 0 : view->next_s - clock_s();
            left_s = left_s < 0 ? 0 : left_s;
        }
        terminal_wait(&view->stage.terminal, view->thinking ? thinker_fd(view->stage.thinker) : -1,
                      left_s, &event);
        if (event.kind == EVENT_KEY)
            act(view, keys_find(watch_keys, event.key));
        else if (event.kind == EVENT_READY)
            take_answer(view);
        else if (event.kind == EVENT_CLOSED)
            view->quit = true;
    }
}

int watch_screen(struct watched *w, double delay_s, bool colour, struct err *err)
{
    struct viewing view = { .w = w, .delay_s = delay_s, .next_s = clock_s() + delay_s };
    int status = stage_open(&view.stage, colour, err);

    if (status == 0) {
        run(&view);
        if (!stage_close(&view.stage))
            return 1;
    }
    watched_release(w);
    return status;
}
