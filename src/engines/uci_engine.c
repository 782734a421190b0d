#include "engines/uci_engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/data.h"
#include "base/process.h"
#include "game/fen.h"

#define QUIT_PATIENCE_S 1.0
#define STOP_STEP_S     0.1 /* between two looks at the stop flag */
#define VARIANTS_OPTION "UCI_Variant"
#define PATH_OPTION     "VariantPath"
#define VARIANTS_FILE   "configs/uci/connect4.ini"

/* What an engine says about itself. */
struct offer {
    bool variants;                /* it has the option UCI_Variant... */
    bool named;                   /* ...with the variant that the spec names */
    const char *known;            /* ...with one of the usual names */
    bool path;                    /* it reads more variants from a file */
    bool option[UCI_OPTIONS_MAX]; /* it has the spec's option i */

    /* Called with every line about an option, or NULL. */
    uci_option_found *found;
    void *context;
};

/* So that text of the engine can be shown in a terminal. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = '?';
}

static int tell(struct uci_engine *e, const char *line, struct err *err)
{
    char fate[PROCESS_WORDS + 80];

    if (process_send(&e->process, line, clock_s() + e->spec->timeout_s))
        return 0;
    process_fate(&e->process, fate, sizeof fate);
    return err_set(err, "the engine %s", fate);
}

static bool is_stopped(const struct uci_engine *e)
{
    return e->stop && *e->stop;
}

/* Like process_line, but looks at the stop flag from time to time. */
static enum process_answer listen(struct uci_engine *e, double deadline_s, const char **line)
{
    enum process_answer answer;
    double until_s;

    do {
        until_s = e->stop ? clock_s() + STOP_STEP_S : deadline_s;
        answer = process_line(&e->process, until_s < deadline_s ? until_s : deadline_s, line);
    } while (answer == PROCESS_LATE && until_s < deadline_s && !is_stopped(e));
    return answer;
}

/* The next line. If there is none, the error says that `wanted` did not come. */
static int hear(struct uci_engine *e, double deadline_s, const char *wanted, const char **line,
                struct err *err)
{
    char fate[PROCESS_WORDS + 80];

    if (is_stopped(e))
        return err_set(err, "interrupted");
    switch (listen(e, deadline_s, line)) {
    case PROCESS_LINE:
        *line += strspn(*line, " \t");
        return 0;
    case PROCESS_LATE:
        return err_set(err, "the engine did not say '%s' in time (timeout %g s)", wanted,
                       e->spec->timeout_s);
    case PROCESS_GONE:
        break;
    }
    process_fate(&e->process, fate, sizeof fate);
    return err_set(err, "the engine %s", fate);
}

/* Does the line begin with that word? */
static bool is_word(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 && strchr(" \t", line[length]);
}

static bool has_variant(const char *line, const char *name)
{
    size_t length = strlen(name);

    while ((line = strstr(line, " var "))) {
        line += strlen(" var ");
        if (strncmp(line, name, length) == 0 && strchr(" \t", line[length]))
            return true;
        line--;
    }
    return false;
}

static void note_variants(struct offer *offer, const struct uci_spec *spec, const char *line)
{
    static const char *const names[] = { "cfour", "connect4" };

    offer->variants = true;
    offer->named = spec->variant && has_variant(line, spec->variant);
    for (int i = 1; i >= 0; i--)
        if (has_variant(line, names[i]))
            offer->known = names[i];
}

/* Names of options may contain blanks; case does not matter. */
static bool names_option(const char *name, size_t length, const char *wanted)
{
    return strlen(wanted) == length && strncasecmp(name, wanted, length) == 0;
}

static void note_option(struct offer *offer, const struct uci_spec *spec, const char *line)
{
    const char *name = line + strlen("option name ");
    const char *type = strstr(line, " type ");
    size_t length;

    if (strncmp(line, "option name ", strlen("option name ")) != 0 || !type || type < name)
        return;
    length = (size_t)(type - name);
    if (offer->found)
        offer->found(offer->context, line);
    if (names_option(name, length, VARIANTS_OPTION))
        note_variants(offer, spec, line);
    offer->path |= names_option(name, length, PATH_OPTION);
    for (int i = 0; i < spec->options; i++)
        if (names_option(name, length, spec->option[i].name))
            offer->option[i] = true;
}

static int ask_offer(struct uci_engine *e, struct offer *offer, struct err *err)
{
    double deadline_s = clock_s() + e->spec->timeout_s;
    const char *line;

    *offer = (struct offer){ .found = offer->found, .context = offer->context };
    if (tell(e, "uci\n", err))
        return -1;
    do {
        if (hear(e, deadline_s, "uciok", &line, err))
            return -1;
        note_option(offer, e->spec, line);
    } while (!is_word(line, "uciok"));
    return 0;
}

static int set_option(struct uci_engine *e, const char *name, const char *value, struct err *err)
{
    char line[8192];
    int length = snprintf(line, sizeof line, "setoption name %s%s%s\n", name,
                          *value ? " value " : "", value);

    if (length >= (int)sizeof line)
        return err_set(err, "the value of option '%.40s' is too long", name);
    return tell(e, line, err);
}

/* A tuned engine had all its options when it was named: what it plays without one means nothing. */
static int lack_option(const struct uci_engine *e, const char *name, struct err *err)
{
    if (!e->spec->original)
        return err_set(err, "the engine has no option '%s'", name);
    return err_set_kind(err, ERR_CHANGED, "the engine %s no longer has the option '%s', a gene",
                        e->spec->command, name);
}

static int set_options(struct uci_engine *e, const struct offer *offer, struct err *err)
{
    for (int i = 0; i < e->spec->options; i++) {
        const struct uci_option *o = &e->spec->option[i];

        if (!offer->option[i])
            return lack_option(e, o->name, err);
        if (set_option(e, o->name, o->value, err))
            return -1;
    }
    return 0;
}

/* An engine that does not list Connect Four may learn it from a file: the user's, or ours. */
static int teach(struct uci_engine *e, struct offer *offer, struct err *err)
{
    char path[DATA_PATH_SIZE];
    bool own = false;

    for (int i = 0; i < e->spec->options; i++)
        own |= strcasecmp(e->spec->option[i].name, PATH_OPTION) == 0;
    if (!own && data_find(VARIANTS_FILE, DATA_SHIPPED, path) &&
        set_option(e, PATH_OPTION, path, err))
        return -1;
    return ask_offer(e, offer, err);
}

static int choose_variant(struct uci_engine *e, struct offer *offer, struct err *err)
{
    const char *wanted = e->spec->variant;

    if (wanted && strcmp(wanted, UCI_NO_VARIANT) == 0)
        return 0;
    if (!wanted && !BOARD_IS_USUAL)
        return err_set(
            err,
            "Connect Four of engines is for a board of %s, and this program for %s: name "
            "its variant with variant=NAME, or say that it needs none, variant=%s",
            BOARD_USUAL, BOARD_NAME, UCI_NO_VARIANT);
    if (offer->path && !(wanted ? offer->named : offer->known != NULL) && teach(e, offer, err))
        return -1;
    if (!offer->variants)
        return err_set(
            err,
            "the engine does not say that it plays Connect Four: it has no option " VARIANTS_OPTION
            " (variant=none plays anyway)");
    if (wanted && !offer->named)
        return err_set(err, "the engine does not know the variant '%s'", wanted);
    if (!wanted && !offer->known)
        return err_set(err, "the engine knows neither the variant cfour nor connect4");
    return set_option(e, VARIANTS_OPTION, wanted ? wanted : offer->known, err);
}

static int wait_until_ready(struct uci_engine *e, struct err *err)
{
    double deadline_s = clock_s() + e->spec->timeout_s;
    const char *line;

    if (tell(e, "isready\n", err))
        return -1;
    do {
        if (hear(e, deadline_s, "readyok", &line, err))
            return -1;
    } while (!is_word(line, "readyok"));
    return 0;
}

int uci_engine_start(struct uci_engine *engine, const struct uci_spec *spec, struct err *err)
{
    struct offer offer = { 0 };

    engine->spec = spec;
    engine->moved = false;
    if (process_start(&engine->process, spec->argv, err))
        return -1;
    if (ask_offer(engine, &offer, err) == 0 && set_options(engine, &offer, err) == 0 &&
        choose_variant(engine, &offer, err) == 0 && wait_until_ready(engine, err) == 0)
        return 0;
    process_release(&engine->process, 0);
    return -1;
}

void uci_engine_stop(struct uci_engine *engine)
{
    if (engine->process.pid)
        process_send(&engine->process, "quit\n", clock_s());
    process_release(&engine->process, QUIT_PATIENCE_S);
}

/* Can the position come next in the game that the engine is playing? */
static bool goes_on(const struct uci_engine *e, const struct position *pos)
{
    const struct position *last = &e->last;

    return e->moved && pos->plies == last->plies + 1 && (pos->all & last->all) == last->all &&
           pos->own == (last->own ^ last->all);
}

/* The values of a tuned engine, for every game anew: another genome may have played with this
 * process before, and some engines forget their options when a game begins. */
static int send_values(struct uci_engine *e, struct err *err)
{
    for (int i = 0; e->spec->original && i < e->spec->options; i++)
        if (set_option(e, e->spec->option[i].name, e->spec->option[i].value, err))
            return -1;
    return 0;
}

static int send_position(struct uci_engine *e, const struct position *pos, struct err *err)
{
    char fen[FEN_SIZE], line[FEN_SIZE + 32];

    if (!goes_on(e, pos) &&
        (tell(e, "ucinewgame\n", err) || send_values(e, err) || wait_until_ready(e, err)))
        return -1;
    if (pos->plies == 0)
        return tell(e, "position startpos\n", err);
    snprintf(line, sizeof line, "position fen %s\n", fen_format(pos, fen));
    return tell(e, line, err);
}

/* A depth that only means "no limit" is not sent. */
static int send_go(struct uci_engine *e, const struct search_keys *keys, struct err *err)
{
    char line[128] = "go";
    bool limited = keys->nodes || keys->seconds > 0;
    int used = 2;

    if (!limited || keys->depth < DEPTH_LIMIT)
        used += snprintf(line + used, sizeof line - (size_t)used, " depth %d", keys->depth);
    if (keys->nodes)
        used += snprintf(line + used, sizeof line - (size_t)used, " nodes %" PRIu64, keys->nodes);
    if (keys->seconds > 0)
        used += snprintf(line + used, sizeof line - (size_t)used, " movetime %.0f",
                         keys->seconds < 0.001 ? 1 : 1000 * keys->seconds);
    snprintf(line + used, sizeof line - (size_t)used, "\n");
    return tell(e, line, err);
}

/* Finds the number after " name " in an info line. */
static bool find_number(const char *line, const char *name, long long *number)
{
    const char *at = strstr(line, name);

    if (at)
        *number = strtoll(at + strlen(name), NULL, 10);
    return at != NULL;
}

/* Scores are in hundredths of a weight, or in moves of the winner until the end. */
static void note_info(const char *line, const struct position *pos, struct choice *choice)
{
    long long number;

    if (strncmp(line, "info string", strlen("info string")) == 0)
        return;
    if (find_number(line, " depth ", &number) && number >= 0 && number <= 1000)
        choice->depth = (int)number;
    if (find_number(line, " nodes ", &number) && number >= 0)
        choice->nodes = (uint64_t)number;
    if (find_number(line, " score cp ", &number) && llabs(number) < EVAL_LIMIT * 100LL / EVAL_UNITS)
        choice->value = (int32_t)(number * EVAL_UNITS / 100);
    if (find_number(line, " score mate ", &number) && llabs(number) <= CELLS)
        choice->value = number > 0 ? win_value(WIN_DISTANCE, pos->plies + (int)(2 * number - 1))
                                   : -win_value(WIN_DISTANCE, pos->plies - (int)(2 * number));
}

/* The reason shows the board without the discs in hand, and the side to move. */
static int refuse_move(const char *move, const struct position *pos, struct err *err)
{
    char fen[FEN_SIZE], text[24];

    snprintf(text, sizeof text, "%s", move);
    make_printable(text);
    fen_format(pos, fen);
    fen[strcspn(fen, "[")] = '\0';
    return err_set(err, "illegal move '%s' in %s %c", text, fen, pos->plies % 2 ? 'b' : 'w');
}

static int take_move(struct uci_engine *e, const char *line, const struct position *pos,
                     struct choice *choice, struct err *err)
{
    char move[64] = "";

    sscanf(line, "bestmove %63s", move);
    choice->column = fen_drop_parse(pos, move);
    if (choice->column < 0)
        return refuse_move(move, pos, err);
    e->last = *pos;
    position_play(&e->last, playable_cells(pos->all) & column_cells(choice->column));
    e->moved = true;
    return 0;
}

static int ask_move(struct uci_engine *e, const struct search_keys *keys,
                    const struct position *pos, struct choice *choice, struct err *err)
{
    const char *line;
    double deadline_s;

    if (send_position(e, pos, err) || send_go(e, keys, err))
        return -1;
    deadline_s = clock_s() + e->spec->timeout_s + keys->seconds;
    for (;;) {
        if (hear(e, deadline_s, "bestmove", &line, err))
            return -1;
        if (is_word(line, "bestmove"))
            return take_move(e, line, pos, choice, err);
        if (is_word(line, "info"))
            note_info(line, pos, choice);
    }
}

int uci_engine_move(struct uci_engine *engine, const struct search_keys *keys,
                    const struct position *pos, struct choice *choice, struct err *err)
{
    *choice = (struct choice){ 0 };
    if (ask_move(engine, keys, pos, choice, err) == 0)
        return 0;
    process_release(&engine->process, 0);
    return -1;
}

int uci_engine_options(const struct uci_spec *spec, uci_option_found *found, void *context,
                       struct err *err)
{
    struct offer offer = { .found = found, .context = context };
    struct uci_engine *engine = calloc(1, sizeof *engine);
    int status;

    if (!engine)
        return err_shortage(err, "out of memory");
    engine->spec = spec;
    status = process_start(&engine->process, spec->argv, err);
    if (status == 0) {
        status = ask_offer(engine, &offer, err) || set_options(engine, &offer, err) ? -1 : 0;
        offer.found = NULL;
        if (status == 0)
            status = choose_variant(engine, &offer, err);
        uci_engine_stop(engine);
    }
    free(engine);
    return status;
}
