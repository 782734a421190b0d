#include "export/uci.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "export/uci_state.h"
#include "game/fen.h"
#include "game/notation.h"

#define BLANKS " \t\r\n\v\f"

void uci_say(struct uci *uci, const char *fmt, ...)
{
    va_list ap;

    flockfile(uci->out);
    va_start(ap, fmt);
    vfprintf(uci->out, fmt, ap);
    va_end(ap);
    fputc('\n', uci->out);
    fflush(uci->out);
    funlockfile(uci->out);
}

/* The next word of a text that is cut up on the way; NULL at its end. */
static char *next_word(char **text)
{
    char *word;

    word = *text + strspn(*text, BLANKS);
    *text = word + strcspn(word, BLANKS);
    if (**text)
        *(*text)++ = '\0';
    return *word ? word : NULL;
}

/* Without the blanks around it. */
static char *trimmed(char *text)
{
    char *end = text + strlen(text);

    while (end > text && strchr(BLANKS, end[-1]))
        *--end = '\0';
    return text + strspn(text, BLANKS);
}

/* Cuts a text before a word that stands in it, and returns what follows that; or NULL. */
static char *cut_at(char *text, const char *word)
{
    size_t length = strlen(word);

    for (char *at = text + strspn(text, BLANKS); *at; at += strspn(at, BLANKS)) {
        size_t here = strcspn(at, BLANKS);

        if (here == length && strncmp(at, word, length) == 0) {
            *at = '\0';
            return at + length;
        }
        at += here;
    }
    return NULL;
}

static void do_uci(struct uci *uci, char *rest)
{
    (void)rest;
    uci_say(uci, "id name %s", uci->engine->name);
    uci_say(uci, "id author the c4evolve authors");
    uci_list_options(uci);
    uci_say(uci, "uciok");
}

static void do_isready(struct uci *uci, char *rest)
{
    (void)rest;
    uci_say(uci, "readyok");
}

/* Nothing is remembered from one move to the next. */
static void do_nothing(struct uci *uci, char *rest)
{
    (void)uci;
    (void)rest;
}

static void do_setoption(struct uci *uci, char *rest)
{
    char *word = next_word(&rest);
    char *value;
    struct err err;

    if (!word || strcmp(word, "name") != 0) {
        uci_say(uci, "info string setoption: 'name' is missing");
        return;
    }
    value = cut_at(rest, "value");
    uci_end(uci);
    if (uci_set_option(uci, trimmed(rest), value ? trimmed(value) : "", &err))
        uci_say(uci, "info string option %s: %s", trimmed(rest), err.text);
}

/* What follows `position`; the error says why it is none. */
static int read_position(struct position *pos, char *rest, struct err *err)
{
    char *moves = cut_at(rest, "moves");
    char *kind = next_word(&rest);
    char *word;

    if (kind && strcmp(kind, "startpos") == 0)
        *pos = (struct position){ 0 };
    else if (!kind || strcmp(kind, "fen") != 0)
        return err_set(err, "neither 'startpos' nor 'fen'");
    else if (fen_parse(pos, trimmed(rest), err))
        return -1;
    while (moves && (word = next_word(&moves))) {
        int column = position_outcome(pos) == OUTCOME_NONE ? drop_parse(pos, word) : -1;

        if (column < 0)
            return err_set(err, "'%.20s' is no legal move after %d plies", word, pos->plies);
        position_play(pos, playable_cells(pos->all) & column_cells(column));
    }
    return 0;
}

static void do_position(struct uci *uci, char *rest)
{
    struct position pos;
    struct err err;

    uci_end(uci);
    if (read_position(&pos, rest, &err))
        uci_say(uci, "info string position: %s; the old one stays", err.text);
    else
        uci->pos = pos;
}

static void do_go(struct uci *uci, char *rest)
{
    uci_end(uci);
    uci_begin(uci, uci_read_limits(uci, rest));
}

static void do_stop(struct uci *uci, char *rest)
{
    (void)rest;
    uci_stop(uci);
}

static void do_draw(struct uci *uci, char *rest)
{
    char fen[FEN_SIZE];

    (void)rest;
    flockfile(uci->out);
    position_draw(uci->out, &uci->pos, 0, false);
    uci_say(uci, "Fen: %s", fen_format(&uci->pos, fen));
    funlockfile(uci->out);
}

static const struct uci_command {
    const char *name;
    void (*run)(struct uci *uci, char *rest);
} commands[] = {
    { "uci", do_uci },
    { "isready", do_isready },
    { "ucinewgame", do_nothing },
    { "setoption", do_setoption },
    { "position", do_position },
    { "go", do_go },
    { "stop", do_stop },
    { "ponderhit", do_nothing },
    { "debug", do_nothing },
    { "register", do_nothing },
    { "d", do_draw },
    { 0 },
};

static void obey(struct uci *uci, const char *name, char *rest)
{
    for (const struct uci_command *c = commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            c->run(uci, rest);
            return;
        }
    }
    uci_say(uci, "info string unknown command '%.40s'", name);
}

static void talk(struct uci *uci, FILE *in)
{
    char *line = NULL, *name, *rest;
    size_t capacity = 0;

    while (getline(&line, &capacity, in) > 0) {
        rest = line;
        name = next_word(&rest);
        if (name && strcmp(name, "quit") == 0)
            break;
        if (name)
            obey(uci, name, rest);
    }
    free(line);
}

int uci_talk(struct engine *engine, FILE *in, FILE *out)
{
    struct uci *uci = calloc(1, sizeof *uci);

    if (!uci)
        return -1;
    uci->engine = engine;
    uci->out = out;
    uci->overhead_ms = UCI_OVERHEAD_MS;
    pthread_mutex_init(&uci->lock, NULL);
    pthread_cond_init(&uci->changed, NULL);
    talk(uci, in);
    if (uci_leave(uci))
        return -1; /* with all that the thread may still look at */
    pthread_cond_destroy(&uci->changed);
    pthread_mutex_destroy(&uci->lock);
    free(uci);
    return 0;
}
