#include "play/plain.h"

#include <string.h>
#include <time.h>

#include "game/prompt.h"
#include "play/keys.h"

/* A person playing in lines of text. */
struct lines {
    const struct plain *plain;
    struct session *session;
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

    say(l, session_say_sides(l->session, text));
    say(l, session_say_opponent(l->session, text));
    l->draw = true;
}

static void tell_end(struct lines *l)
{
    char text[SENTENCE];

    if (session_outcome(l->session) == OUTCOME_NONE)
        return;
    notation_draw(l->plain->out, &l->session->moves, l->plain->colour);
    say(l, session_say_turn(l->session, text));
    say(l, session_say_score(l->session, text));
    l->draw = false;
}

static void computer_moves(struct lines *l)
{
    struct session *session = l->session;
    struct position pos = moves_position(&session->moves);
    struct choice choice;
    char text[SENTENCE];

    fflush(l->plain->out);
    player_move(&session->opponent.player, &pos, &l->worker, session_stream(session), &choice);
    if (choice.column == NO_MOVE) {
        say(l, l->worker.why);
        session_give_up(session, session_side(session));
    } else {
        session_drop(session, choice.column);
        say(l, session_say_last_move(session, text));
    }
    l->draw = true;
    tell_end(l);
}

/* Whether the move was not made because of a warning. */
static bool warned(struct lines *l, int column)
{
    struct session *session = l->session;
    struct position pos = moves_position(&session->moves);
    char why[TUTOR_TEXT], text[SENTENCE];

    if (!session_checks(session, column) ||
        !tutor_warns(&session->tutor, &pos, column, session->disc, &l->worker, why))
        return false;
    say(l, session_say_warning(session, column, why, text));
    return true;
}

static void drop(struct lines *l, int column)
{
    struct session *session = l->session;

    if (session_outcome(session) != OUTCOME_NONE) {
        say(l, "The game is over; n starts a new one.");
    } else if (warned(l, column)) {
        return;
    } else if (!session_drop(session, column)) {
        say(l, "That column is full.");
    } else {
        l->draw = session_shared(session);
        tell_end(l);
    }
}

/* Asks the adviser for a hint, or the computer's own player for the moves it expects. */
static void ask_about(struct lines *l, enum action action)
{
    struct session *session = l->session;
    bool advise = action == ACTION_HINT || session_shared(session);
    struct position pos = moves_position(&session->moves);
    char text[SENTENCE], reason[TUTOR_TEXT];
    struct choice choice;
    struct moves pv;
    struct err err;

    if (session_outcome(session) != OUTCOME_NONE) {
        say(l, "The game is over.");
    } else if (advise && opponent_load_adviser(&session->opponent, &err)) {
        say(l, err.text);
    } else {
        const struct player *player =
            advise ? &session->opponent.adviser : &session->opponent.player;

        player_move(player, &pos, &l->worker, session_stream(session), &choice);
        if (choice.column == NO_MOVE) {
            say(l, l->worker.why);
            return;
        }
        if (action == ACTION_HINT) {
            int advised = tutor_advise(&session->tutor, &pos, choice.column, session->disc,
                                       &l->worker, reason);

            say(l, session_say_hint(session, &choice, advised, reason, text));
            return;
        }
        player_pv(player, &pos, &choice, &l->worker, &pv);
        say(l, session_say_pv(session, &choice, &pv, text));
    }
}

static void analyse(struct lines *l)
{
    struct session *session = l->session;
    char text[TUTOR_TEXT];

    tutor_analyse(&session->tutor, &session->moves, session->start.n, session->disc, &l->worker,
                  text);
    fputs(text, l->plain->out);
}

static void change_level(struct lines *l, int by)
{
    char text[SENTENCE];
    struct err err;

    if (opponent_set_level(&l->session->opponent, l->session->opponent.level + by, &err))
        say(l, err.text);
    else
        say(l, session_say_opponent(l->session, text));
}

static void act(struct lines *l, enum action action, int key)
{
    struct session *session = l->session;
    char text[4096];

    if (action == ACTION_COLUMN)
        drop(l, key - '1');
    else if (action == ACTION_TAKE_BACK) {
        l->draw = session_take_back(session);
        say(l, l->draw ? "" : "There is nothing to take back.");
    } else if (action == ACTION_HINT || action == ACTION_EXPECT)
        ask_about(l, action);
    else if (action == ACTION_ANALYSE)
        analyse(l);
    else if (action == ACTION_WARN)
        say(l, session_toggle_warnings(session, text));
    else if (action == ACTION_SWAP || action == ACTION_NEW) {
        if (action == ACTION_SWAP)
            session_swap(session);
        else
            session_new_game(session);
        begin_game(l);
    } else if (action == ACTION_STRONGER || action == ACTION_WEAKER)
        change_level(l, action == ACTION_STRONGER ? 1 : -1);
    else if (action == ACTION_LEVELS)
        fputs(session_say_levels(session, text, sizeof text), l->plain->out);
    else if (action == ACTION_HELP)
        fputs(keys_help(play_keys, true, text, sizeof text), l->plain->out);
    else if (action == ACTION_QUIT)
        l->quit = true;
    else
        fprintf(l->plain->out, "Type a column from 1 to %d, or a letter; ? for help.\n", COLUMNS);
}

static void converse(struct lines *l)
{
    char turn[SENTENCE], question[SENTENCE + 32];
    const char *line;
    int key;

    while (!l->quit && !ferror(l->plain->out)) {
        if (session_computers_turn(l->session)) {
            computer_moves(l);
            continue;
        }
        if (l->draw)
            notation_draw(l->plain->out, &l->session->moves, l->plain->colour);
        l->draw = false;
        session_say_turn(l->session, turn);
        if (session_outcome(l->session) == OUTCOME_NONE)
            snprintf(question, sizeof question, "%.*s (1-%d, ? for help): ", (int)strlen(turn) - 1,
                     turn, COLUMNS);
        else
            strcpy(question, "n: new game, a: analyse, u: take back, q: quit. ");
        if (!prompt_ask(&l->prompt, question))
            break;
        line = l->prompt.line;
        key = strlen(line) == 1 ? (unsigned char)*line : 0;
        act(l, keys_find(play_keys, key), key);
    }
}

int plain_play(const struct plain *plain, struct session *session, struct err *err)
{
    struct lines l = { .plain = plain,
                       .session = session,
                       .prompt = { .in = plain->in, .out = plain->out, .echo = plain->echo } };

    if (worker_init(&l.worker, err))
        return -1;
    begin_game(&l);
    converse(&l);
    prompt_release(&l.prompt);
    worker_release(&l.worker);
    return 0;
}

static const char *const discs[2] = { "X", "O" };

static void pause_for(double seconds)
{
    struct timespec span = { .tv_sec = (time_t)seconds };

    span.tv_nsec = (long)((seconds - (double)span.tv_sec) * 1e9);
    if (seconds > 0)
        nanosleep(&span, NULL);
}

static int show_game(const struct plain *plain, struct watched *w, double delay_s,
                     struct worker *worker, struct err *err)
{
    char text[WATCHED_TEXT], moves[MOVES_TEXT_SIZE];
    FILE *out = plain->out;

    fprintf(out, "Game %u: X is %s, O is %s, from %s.\n", w->game + 1,
            w->player[watched_at(w, 0)].name, w->player[watched_at(w, 1)].name,
            moves_format(&w->start, moves));
    notation_draw(out, &w->moves, plain->colour);
    while (watched_outcome(w) == OUTCOME_NONE && !ferror(out)) {
        struct position pos = moves_position(&w->moves);
        int side = w->moves.n % 2;
        struct choice choice;

        fflush(out);
        pause_for(delay_s);
        player_move(watched_mover(w), &pos, worker, watched_stream(w), &choice);
        if (choice.column == NO_MOVE && worker->shortage)
            return err_shortage(err, "%s", worker->why);
        watched_take(w, &choice, worker->why);
        if (choice.column == NO_MOVE)
            break;
        fprintf(out, "Move %d: %s\n", w->moves.n, watched_side(w, side, discs[side], text));
        notation_draw(out, &w->moves, plain->colour);
    }
    fprintf(out, "%s\n", watched_state(w, discs, text));
    fprintf(out, "%s\n", watched_score(w, text));
    return 0;
}

int plain_watch(const struct plain *plain, struct watched *w, int games, double delay_s,
                struct err *err)
{
    struct worker worker;
    int status = worker_init(&worker, err);

    if (status)
        return -1;
    for (int i = 0; i < games && status == 0 && !ferror(plain->out); i++) {
        if (i > 0)
            status = watched_next(w, err);
        if (status == 0)
            status = show_game(plain, w, delay_s, &worker, err);
    }
    worker_release(&worker);
    return status;
}
